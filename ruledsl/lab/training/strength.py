"""The strength of a policy: games for two, each seed twice with exchanged seats."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.engine.compile.wasm.memory import DECISION, Features
from ruledsl.engine.machines.games import Mind
from ruledsl.play.bots import Learned, bot, seed_of_seat
from ruledsl.play.bots.simple import judging

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruledsl.bots import Bot
    from ruledsl.engine.machines.batch import Batch
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

# ── watching ────────────────────────────────────────────────────────────────────
# Parallel games for a learner: the features of all options and the standing of all seats, in numpy arrays.


MOST_FEATURES = 64
"""The limit of features of an option."""


class Seen(NamedTuple):
    """The observations before a step.

    `features`: those of all options of all games, one after the other; `lengths`: the number for each option; `options`: the number for each
    game; `movers`: the deciding players; `left`: remaining rounds (0: none after this one); `standing`: a row for each seat of each game, with
    the deciding value, the other values that bots judge by, tokens in hand, regions.
    """

    features: NDArray[np.int64]
    lengths: NDArray[np.int64]
    options: NDArray[np.int32]
    movers: NDArray[np.int32]
    left: NDArray[np.int64]
    standing: NDArray[np.int64]


class Watched:
    """`batch` are the games, `features` has the meanings of feature numbers, `measures` is the count of numbers of a seat in `Seen.standing`."""

    def __init__(self, rules: Rules, games: int, players: int, seed: int, map_: str | None = None) -> None:
        self.batch: Batch = rules.batch(games, players, seed, map_)
        self.players = players
        self.features = Features(rules.backend.code)
        self.worths = judging(rules).worths
        self.measures = len(self.worths) + 2
        machine = self.batch.machine
        machine.cells["WORTHS"][0 : 3 * len(self.worths)] = [part for worth in self.worths for part in worth]
        self._measured = machine.end
        self._counted = self._measured + 8 * games * (1 + players * self.measures)

    def look(self) -> Seen:
        """The current state of all games."""
        batch, machine = self.batch, self.batch.machine
        options = np.array(batch.counts)
        count = int(options.sum())
        told = self._counted + 8 * count
        machine.grow(told + 8 * MOST_FEATURES * count)
        machine.cells["D"][DECISION["worths"]] = len(self.worths)
        words = machine.call("observe", batch.blocks, batch.size, told, self._counted, self._measured)
        features, lengths = self._array(told, words).copy(), self._array(self._counted, count).copy()
        rows = self._array(self._measured, batch.size * (1 + self.players * self.measures)).reshape(
            batch.size, -1
        )
        standing = rows[:, 1:].reshape(batch.size, self.players, self.measures).copy()
        return Seen(features, lengths, options, np.array(batch.movers), rows[:, 0].copy(), standing)

    def _array(self, place: int, words: int) -> NDArray[np.int64]:
        """Words of the machine's memory, valid until its next call."""
        start = self.batch.machine.host.base + place
        return np.ctypeslib.as_array((ctypes.c_int64 * words).from_address(start))


PLAYERS = 2


class Strength(NamedTuple):
    """The wins of a policy in this many games against a bot; a tie counts half."""

    rival: str
    won: float
    games: int

    @property
    def share(self) -> float:
        """The share of all games, from 0 to 1."""
        return self.won / self.games


def strength_of(rules: Rules, policy: Policy, rival: str | Policy, games: int, seed: int) -> Strength:
    """Play this many games, an even number, against a built-in bot or another policy.

    Raises `GameError` if two cannot play, or for an unknown bot.
    """
    won = 0.0
    for number in range(games // 2):
        one = seed + number
        board = rules.board(rules.map_dealt(PLAYERS, one, None).id)
        seeds = [seed_of_seat(one, seat) for seat in range(PLAYERS)]
        for seat in range(PLAYERS):
            minds = [
                Learned(own, policy) if place == seat else _rival(rival, own)
                for place, own in enumerate(seeds)
            ]
            playing = rules.backend.games(board)
            playing.begin(board, one, seeds)
            playing.think([mind if isinstance(mind, Mind) else None for mind in minds], judging(rules))
            if playing.finish():
                scores = [playing.value(rules.reckoned[0].index, player) for player in range(PLAYERS)]
                won += 0.5 * ((scores[seat] > scores[1 - seat]) + (scores[seat] >= scores[1 - seat]))
    return Strength(rival if isinstance(rival, str) else "another policy", won, games // 2 * 2)


def _rival(rival: str | Policy, seed: int) -> Bot:
    return bot(rival, seed) if isinstance(rival, str) else Learned(seed, rival)
