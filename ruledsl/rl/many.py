"""Many tables side by side, on the native batch (`ruledsl.native.batch`): one call observes all, another makes a choice at each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ruledsl.engine.small.kinds import WAIT
from ruledsl.play.rules import load
from ruledsl.rl.observing import Observer, Pictures
from ruledsl.rl.opponents import Opponents
from ruledsl.rl.pages import MOST_OPTIONS, option_of, page_of, turns_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from ruledsl.play.game import Rules

    Arrays = dict[str, NDArray[np.int16] | NDArray[np.int8]]


class Tables:
    """This many games; a new one, with the next seed, immediately replaces a finished one. Raises `GameError` G049 if there is no room.

    `seats` has the choosing seat of each table. After a step, `over` says which games it ended, and `rewards` has a row for each table: zeros while
    the game continues; at its end the seats ahead in the deciding value share 1, and each seat loses 1 divided by the number of players.
    `last` has, for each table whose game ended, what its last chooser saw of the final position.

    With `opponents`, a built-in bot (`random` or `learned`) plays all seats but one inside `step`: seat `n % players` chooses at table `n`.
    Raises `GameError` G014 for other bots.
    """

    def __init__(
        self,
        *packs: str,
        tables: int = 16,
        players: int = 2,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
        most_options: int = MOST_OPTIONS,
        opponents: str | None = None,
        rules: Rules | None = None,
    ) -> None:
        self.rules = rules or load(*packs)
        self.players, self.most_options = players, most_options
        self.batch = self.rules.batch(tables, players, seed, map)
        self.observer = Observer(self.rules, players, map, most_options)
        self._pictures = Pictures(self.observer, self.batch.machine, tables)
        self._actions: NDArray[np.int32] = np.arange(most_options, dtype=np.int32)
        self.pages: NDArray[np.int32] = np.zeros(tables, np.int32)
        self.rewards: NDArray[np.float32] = np.zeros((tables, players), np.float32)
        self.over: NDArray[np.bool_] = np.zeros(tables, np.bool_)
        self.last: dict[int, Mapping[str, NDArray[np.int16]]] = {}
        self._printed: dict[str, tuple[NDArray[np.int8], NDArray[np.int8]]] = {}
        self._choosers = self.seats
        self.batch.ending = self._look_back
        self.opponents = None if opponents is None else Opponents(self.batch, opponents, seed)
        self._play_others()

    @property
    def seats(self) -> NDArray[np.int32]:
        """The seat that chooses at each table."""
        return np.array(self.batch.movers, np.int32)

    @property
    def masks(self) -> NDArray[np.int8]:
        """A row for each table, with a 1 for each legal action."""
        counts, most = np.asarray(self.batch.counts), self.most_options
        found = (self._actions < counts[:, None]).view(np.int8)
        for table in np.flatnonzero(counts > most):
            found[table, len(page_of(int(counts[table]), most, int(self.pages[table]))) : -1] = 0
        return found

    def buffers(self) -> Arrays:
        """Arrays for `observe(out=…)`."""
        size = self.batch.size
        rows = np.zeros((size, self.observer.width), np.int16)
        return {**self.observer.parts(rows), "action_mask": np.zeros((size, self.most_options), np.int8)}

    def observe(self, out: Arrays | None = None) -> Arrays:
        """The observations of the choosing seats: the arrays of `Observer`, one table after another along the first axis, and `action_mask`.

        With `out`, they are written into these arrays (`buffers()`), which are returned.
        """
        found = self.buffers() if out is None else out
        size = self.batch.size
        rows = self._pictures.drawn(self.batch.blocks, range(size), -1, self._firsts())
        for name, part in self.observer.parts(rows).items():
            found[name][:] = part
        found["action_mask"][:] = self.masks
        return found

    def _firsts(self) -> list[int]:
        """The option that is shown first at each table."""
        firsts, counts = [0] * self.batch.size, np.asarray(self.batch.counts)
        for table in np.flatnonzero(counts > self.most_options):
            firsts[table] = page_of(int(counts[table]), self.most_options, int(self.pages[table])).start
        return firsts

    @property
    def maps(self) -> dict[str, NDArray[np.int8]]:
        """What is printed at each table, as `Observer.printed` has it: `printed` and `near`. It is another map when a game begins on one."""
        boards = [self.batch.board(table) for table in range(self.batch.size)]
        for board in boards:
            if board.id not in self._printed:
                self._printed[board.id] = self.observer.printed(board)
        printed, near = zip(*(self._printed[board.id] for board in boards), strict=True)
        return {"printed": np.stack(printed), "near": np.stack(near)}

    def _look_back(self, table: int) -> None:
        games, seat = range(table, table + 1), int(self._choosers[table])
        rows = self._pictures.drawn(self.batch.blocks, games, seat, [0])
        self.last[table] = self.observer.parts(rows[0].copy())

    def step(self, actions: ArrayLike) -> None:
        """Choose at every table, by the index of an option. Raises `GameError` G049 and changes nothing if one of them is not an option.

        At a table with more options than actions, the last action shows the next ones, and chooses nothing.
        """
        given = np.ascontiguousarray(actions, np.int32)
        chosen, turned = self._options_of(given)
        self._choosers, self.last = self.seats, {}
        self.batch.step(chosen.data)
        self.pages = np.where(turned, self.pages + 1, 0).astype(np.int32)
        self.over = np.array(self.batch.done, np.bool_)
        self.rewards = self._parted()
        self._play_others()

    def _options_of(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The options to take, and where a page is turned instead."""
        counts = np.asarray(self.batch.counts)
        chosen, turned = actions.copy(), np.zeros(len(actions), np.bool_)
        chosen[chosen < 0] = -1
        if len(actions) == len(counts):
            for table in np.flatnonzero(counts > self.most_options):
                count, action = int(counts[table]), int(actions[table])
                turned[table] = turns_page(count, self.most_options, action)
                option = option_of(count, self.most_options, int(self.pages[table]), action)
                chosen[table] = WAIT if turned[table] else option
        return chosen, turned

    def _parted(self) -> NDArray[np.float32]:
        scores = np.asarray(self.batch.scores).reshape(-1, self.players)
        first = scores == scores.max(axis=1, keepdims=True)
        parted = first / first.sum(axis=1, keepdims=True) - 1 / self.players
        return np.where(self.over[:, None], parted, 0).astype(np.float32)

    def _play_others(self) -> None:
        """Let the other seats choose until the learner is asked at every table."""
        if self.opponents is None:
            return
        mine = np.arange(self.batch.size) % self.players
        while (others := self.seats != mine).any():
            self._choosers = self.seats
            self.batch.step(np.where(others, self.opponents.choices(), WAIT).astype(np.int32).data)
            ended = np.array(self.batch.done, np.bool_)
            self.rewards += np.where(ended[:, None] & ~self.over[:, None], self._ended(ended), 0)
            self.over |= ended

    def _ended(self, ended: NDArray[np.bool_]) -> NDArray[np.float32]:
        over, self.over = self.over, ended
        found, self.over = self._parted(), over
        return found
