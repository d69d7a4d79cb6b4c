"""Lessons from a search: a policy learns to choose what trials found to be good (Anthony, Tian and Barber, "Thinking fast and slow", 2017).

In games of a search and of those who follow the policy, the search tries all options of each choice. Then the weights climb to where the softmax over
the options gains most by what the trials came to: not by one result, as in self-play (`practice.py`), but by the mean result of each option.
"""

from __future__ import annotations

import random
import time
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.base.dataclass import replace
from ruledsl.engine.compile.wasm.memory import Features
from ruledsl.lab.bulk.playing import Plan, seed_of
from ruledsl.lab.bulk.workers import ProcessPool, rules_of
from ruledsl.lab.training.practice import LEAST, Adam
from ruledsl.lab.training.strength import MOST_FEATURES, PLAYERS
from ruledsl.play.bots.policy import SCALE, Learned
from ruledsl.play.bots.search import Guided, Think
from ruledsl.play.bots.simple import judging, seed_of_seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ruledsl.engine.machines.games import Rollouts
    from ruledsl.lab.bulk.workers import Identity
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

if TYPE_CHECKING:
    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

DOUBT = 4
"""The mean result of an option counts as if so many more of its trials had come to the average of all options."""
STEPS, RATE = 60, 0.02
ENTROPY = 0.02
"""The weight of the entropy bonus, where a standard deviation of what is gained counts 1."""
BESIDE_WORTHS = 2
"""Numbers of a seat that the engine measures beside the values that bots judge by."""
ABSURD = 1e9
"""More than any trial gains that comes to its end."""
RIDGE = 0.0005
"""The weight of a prior that says: the policy is right as it was."""


class Lessons(NamedTuple):
    """Choices: the features of all options one after the other, their number for each option, and the options of each choice.

    `gained` says for each option how far its trials were ahead of the average of all trials of the choice.
    """

    features: Whole
    lengths: Whole
    options: Whole
    gained: Floats


class Teacher:
    """Searches each choice of a seat, and notes what it finds; takes what it found best, or else what the policy takes."""

    def __init__(self, seed: int, think: Think, noted: list[Lessons], *, follows: bool) -> None:
        self.search = Guided(seed, think)
        self.learned = Learned(seed) if follows else None
        self.noted = noted

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The option that the seat takes."""
        taken = None if self.learned is None else self.learned.best(rollouts, made)
        best = self.search.best(rollouts, made)
        self.noted.append(Lessons(*_features(rollouts), _gained(rollouts)))
        return best if taken is None else taken


def _features(rollouts: Rollouts) -> tuple[Whole, Whole, Whole]:
    """The features of all options, the number for each, and the number of options."""
    machine, options = rollouts.machine, rollouts.count
    counted = machine.end
    told = counted + 8 * options
    measured = told + 8 * MOST_FEATURES * options
    machine.grow(measured + 8 * (1 + rollouts.players * (rollouts.worths + BESIDE_WORTHS)))
    machine.cells["COUNTS"][0] = options
    words = machine.call("observe", rollouts.real, 1, told, counted, measured)
    features, lengths = machine.words(told, words), machine.words(counted, options)
    return np.array(features[:]), np.array(lengths[:]), np.array([options])


def _gained(rollouts: Rollouts) -> Floats:
    """How far the trials of each option were ahead of the average of all; of few of them, less."""
    sums, trials = np.array(rollouts.tried(), float).T
    gained: Floats = (sums - sums.sum() / trials.sum() * trials) / (trials + DOUBT)
    return gained


class Errand(NamedTuple):
    """What a process is to do: play such games for so many seconds of its processor time, with searches of so many rollouts."""

    plan: Plan
    identity: Identity
    rollouts: int
    seconds: float


def gathered(errand: Errand) -> Lessons:
    """The lessons of games for two, at least of one."""
    rules, noted = rules_of(errand.plan, errand.identity), list[Lessons]()
    began = time.process_time()
    for number in count():
        if noted and time.process_time() - began >= errand.seconds:
            break
        _play(rules, errand.rollouts, seed_of(errand.plan.seed, number), noted)
    return joined(noted)


def _play(rules: Rules, rollouts: int, seed: int, noted: list[Lessons]) -> None:
    """Play a game in which each seat follows the policy or the search, by chance."""
    board = rules.board(rules.map_dealt(PLAYERS, seed, None).id)
    seeds = [seed_of_seat(seed, seat) for seat in range(PLAYERS)]
    chance = random.Random(seed)
    playing = rules.backend.games(board)
    playing.begin(board, seed, seeds)
    playing.think(
        [Teacher(own, Think(rollouts), noted, follows=chance.random() < 1 / 2) for own in seeds],
        judging(rules),
    )
    playing.finish()


def joined(lessons: Iterable[Lessons]) -> Lessons:
    """All of them as one, without choices of which a trial did not come to an end."""
    sound = [one for one in lessons if np.abs(one.gained).max() < ABSURD]
    return Lessons(*(np.concatenate(parts) for parts in zip(*sound, strict=True)))


def lessons_of(rules: Rules, rollouts: int, seconds: float, workers: int, seed: int) -> Lessons:
    """Lessons from so many seconds of processor time in each of several processes. Raises `Died` if one ends, or the packs change."""
    identity = tuple(rules.composition.identity)
    variants = tuple(rules.composition.chosen.items())
    errands = [
        Errand(Plan(rules.asked_for, variants, (), seed_of(seed, worker)), identity, rollouts, seconds)
        for worker in range(workers)
    ]
    with ProcessPool(workers) as pool:
        return joined(pool.results(gathered, errands))


def improved(policy: Policy, rules: Rules, lessons: Lessons) -> Policy:
    """The policy after these lessons."""
    names = list(Features(rules.backend.code).names())
    before = np.array([policy.weights.get(name, 0) / SCALE for name in names])
    weights, step = before.copy(), Adam(len(before), RATE)
    for number in range(STEPS):
        uphill = _uphill(weights, lessons) - RIDGE * (weights - before)
        weights += (1 - number / STEPS) * step(uphill)
    scaled = zip(names, np.rint(weights * SCALE).astype(int).tolist(), strict=True)
    learned = {name: weight for name, weight in scaled if abs(weight) >= LEAST}
    return replace(policy, weights=learned, choices=policy.choices + len(lessons.options))


def _uphill(weights: Floats, lessons: Lessons) -> Floats:
    """The gradient of what the softmax over the options gains, on average, and of its entropy."""
    features, lengths, options, gained = lessons
    first = np.cumsum(options) - options
    scores = np.add.reduceat(weights[features], np.cumsum(lengths) - lengths)
    likely = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), options))
    likely /= np.repeat(np.add.reduceat(likely, first), options)
    good = gained / gained.std() - ENTROPY * np.log(likely + 1e-30)
    mean = np.repeat(np.add.reduceat(likely * good, first), options)
    return np.bincount(features, np.repeat(likely * (good - mean), lengths), len(weights)) / len(options)
