"""A value learned by self-play: what a position is worth to a seat at the end, in leads over the average of all.

Everybody samples a policy. At the first choice of each turn the numbers of every seat are noted (`engine/cells/trials/valuing.py`), and at the end of
the game its leads. A least-squares fit with a ridge gives a weight for each number by turns left, and for each tile in play.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.engine.compile.wasm.memory import DECISION
from ruledsl.engine.small.columns import MOST_WORTHS, VALUED
from ruledsl.lab.training.practice import Practice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

WIDTH = 1 + MOST_WORTHS + len(VALUED)
RIDGE = 200.0
"""The weight of a prior with as many positions that says: nothing but the deciding value counts."""


class Positions(NamedTuple):
    """Positions of finished games: a row of numbers for each seat of each, the lead of each seat at the end, and the numbers of the games."""

    seats: Whole
    leads: Floats
    games: Whole


def gathered(rules: Rules, policy: Policy, players: int, games: int, seed: int) -> Positions:
    """Positions of so many games of these players, who sample a policy."""
    practice = Practice(rules, seed, [players])
    practice.begin_with(policy)
    batch = practice.watched.batch
    place = batch.machine.end
    batch.machine.grow(place + 8 * batch.size * players * WIDTH)
    noted: list[list[Whole]] = [[] for _ in range(batch.size)]
    turns = np.full((batch.size, 2), -1)
    seats, leads, numbers = [], [], []
    done = 0
    while done < games:
        seen = practice.watched.look()
        now = np.stack([seen.left, seen.movers], axis=1)
        rows = _appraised(practice, place)
        for game in np.flatnonzero((now != turns).any(axis=1)):
            noted[game].append(rows[game])
        turns = now
        _, chosen = practice.choose(seen)
        first = np.cumsum(seen.options) - seen.options
        batch.step((chosen - first).astype(np.int32).data)
        scores = np.asarray(batch.scores).reshape(-1, players)
        for game in np.flatnonzero(np.array(batch.done)):
            lead = scores[game] - scores[game].mean()
            seats += noted[game]
            leads += [lead] * len(noted[game])
            numbers += [done] * len(noted[game])
            noted[game], turns[game] = [], -1
            done += 1
    return Positions(np.array(seats), np.array(leads), np.array(numbers))


def _appraised(practice: Practice, place: int) -> Whole:
    watched = practice.watched
    machine, size = watched.batch.machine, watched.batch.size
    machine.cells["D"][DECISION["worths"]] = len(watched.worths)
    machine.call("appraise", watched.batch.blocks, size, place)
    words = (ctypes.c_int64 * (size * watched.players * WIDTH)).from_address(machine.host.base + place)
    return np.ctypeslib.as_array(words).reshape(size, watched.players, WIDTH).copy()
