"""Parallel games for a learner: the features of all options and the standing of all seats, in numpy arrays."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.engine.compile.wasm.features import Features
from ruledsl.engine.compile.wasm.memory import DECISION
from ruledsl.play.bots.rollouts import judging

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruledsl.engine.machines.batch import Batch
    from ruledsl.play.game import Rules

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
