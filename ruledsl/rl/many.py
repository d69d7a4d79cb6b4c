"""Many tables side by side, on the native batch (`ruledsl.native.batch`): one call observes all, another makes a choice at each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ruledsl.play.game import Game
from ruledsl.play.rules import load
from ruledsl.play.views.view import SeatView
from ruledsl.rl.environment import MOST_OPTIONS
from ruledsl.rl.observing import Observer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ruledsl.play.game import Rules

__all__ = ["Tables"]


class Tables:
    """This many games; a new one, with the next seed, immediately replaces a finished one. Raises `GameError` G049 if there is no room.

    `seats` has the choosing seat of each table. After a step, `over` says which games it ended, and `rewards` has a row for each table: zeros while
    the game continues; at its end the seats ahead in the deciding value share 1, and each seat loses 1 divided by the number of players.
    """

    def __init__(
        self,
        *packs: str,
        tables: int = 16,
        players: int = 2,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
        most_options: int = MOST_OPTIONS,
        rules: Rules | None = None,
    ) -> None:
        self.rules = rules or load(*packs)
        self.players, self.most_options = players, most_options
        self.batch = self.rules.batch(tables, players, seed, map)
        board = self.batch.state(0).board
        regions = [region.id for region in self.rules.map(board.id).regions]
        self.observer = Observer(self.rules, players, regions, most_options)
        self._start = {"map": board.id, "players": players, "seed": seed}
        self.rewards: NDArray[np.float32] = np.zeros((tables, players), np.float32)
        self.over: NDArray[np.bool_] = np.zeros(tables, np.bool_)

    @property
    def seats(self) -> NDArray[np.int32]:
        """The seat that chooses at each table."""
        return np.array(self.batch.movers, np.int32)

    @property
    def masks(self) -> NDArray[np.int8]:
        """A row for each table, with a 1 for each legal option."""
        counts = np.asarray(self.batch.counts)
        return (np.arange(self.most_options) < counts[:, None]).astype(np.int8)

    def observe(self) -> dict[str, NDArray[np.float32] | NDArray[np.int8]]:
        """The observations of the choosing seats: the arrays of `Observer`, one table after another along the first axis, and `action_mask`."""
        seen = [self.observer.observed(self._view(table)) for table in range(self.batch.size)]
        arrays = {name: np.stack([one[name] for one in seen]) for name in seen[0]}
        return {**arrays, "action_mask": self.masks}

    def _view(self, table: int) -> SeatView:
        game = Game.begin(self.rules, self.batch.state(table), self._start)
        return SeatView(game, self.batch.movers[table])

    def step(self, actions: ArrayLike) -> None:
        """Choose at every table, by the index of an option. Raises `GameError` G049 and changes nothing if one of them is not an option."""
        self.batch.step(np.ascontiguousarray(actions, np.int32).data)
        self.over = np.array(self.batch.done, np.bool_)
        scores = np.asarray(self.batch.scores).reshape(-1, self.players)
        first = scores == scores.max(axis=1, keepdims=True)
        parted = first / first.sum(axis=1, keepdims=True) - 1 / self.players
        self.rewards = np.where(self.over[:, None], parted, 0).astype(np.float32)
