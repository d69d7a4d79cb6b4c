"""Built-in bots that play the other seats of a batch, for all tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ruledsl.base.errors import GameError
from ruledsl.engine.compile.wasm.memory import DECISION
from ruledsl.engine.machines.machine import signed
from ruledsl.engine.machines.rollouts import go_by
from ruledsl.play.bots.unlearned import policy_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruledsl.engine.machines.batch import Batch

OPPONENTS = ("random", "learned")


class Opponents:
    """The choices of a bot at all tables of a batch. Raises `GameError` G014 for a bot that cannot do that."""

    def __init__(
        self, batch: Batch, name: str, luck: np.random.Generator | None = None, chance: int = 0
    ) -> None:
        if name not in OPPONENTS:
            raise GameError("G014", f"Opponents inside a batch are {' or '.join(OPPONENTS)}, not `{name}`.")
        self.batch, self.name = batch, name
        if name == "learned":
            go_by(batch.machine, policy_of(batch.machine.code).weights)
            self._world = batch.machine.room()
        self.begin(0)
        if luck is not None:
            self._luck = luck
            batch.machine.cells["D"][DECISION["chance"]] = chance

    def kept(self) -> tuple[str, np.random.Generator, int]:
        """What others like it are made from, for another batch: its name and its random state."""
        return self.name, self._luck, self.batch.machine.cells["D"][DECISION["chance"]]

    def begin(self, seed: int) -> None:
        """From now on the same games bring the same choices."""
        self._luck = np.random.default_rng(seed)
        if self.name == "learned":
            numbers = self.batch.machine.cells["D"]
            numbers[DECISION["world"]] = self._world
            numbers[DECISION["chance"]] = signed(seed)

    def choices(self) -> NDArray[np.int32]:
        """An option for each table."""
        if self.name == "random":
            return self._luck.integers(np.asarray(self.batch.counts)).astype(np.int32)
        self.batch.machine.call("suggest", self.batch.blocks, self.batch.size)
        return np.array(self.batch.taken, np.int32)
