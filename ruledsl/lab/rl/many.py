"""Many tables side by side, on the native batch (`ruledsl.engine.machines.batch`): one call observes all, another makes a choice at each."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ruledsl.base.errors import GameError
from ruledsl.engine.small.kinds import WAIT
from ruledsl.lab.rl.actions import actions_of, check_arrays, check_sizes
from ruledsl.lab.rl.environment import LONGEST
from ruledsl.lab.rl.observing import (
    MOST_OPTIONS,
    Observer,
    Opponents,
    Pictures,
    option_of,
    page_of,
    turns_page,
)
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from ruledsl.play.game import Rules

    Arrays = dict[str, NDArray[Any]]


class Tables:
    """This many games; a new one, with the next seed, immediately replaces a finished one. Raises `GameError` G049 if there is no room.

    `seats` has the choosing seat of each table. After a step, `over` says which games it ended, and `rewards` has a row for each table: zeros while
    the game continues; at its end the seats ahead in the deciding value share 1, and each seat loses 1 divided by the number of players.
    `cut` says which games were left because they had `longest` choices. `last` has, for each table whose game ended or was left, the observation of
    its final position: what its last chooser saw, or the learner.

    With `opponents`, a built-in bot (`random` or `learned`) plays all seats but one inside `step`: the learner has seat `learners[n]` at table `n`.
    Raises `GameError` G014 for other bots.
    """

    def __init__(  # noqa: PLR0913 - one for each thing that may differ
        self,
        *packs: str,
        tables: int = 16,
        players: int = 2,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
        most_options: int = MOST_OPTIONS,
        opponents: str | None = None,
        longest: int = LONGEST,
        rules: Rules | None = None,
    ) -> None:
        check_sizes(most_options, longest)
        self.rules = rules or load(*packs)
        self.players, self.most_options, self.longest = players, most_options, longest
        self.batch = self.rules.batch(tables, players, seed, map)
        self.observer = Observer(self.rules, players, map, most_options)
        self.learners: NDArray[np.int32] = np.arange(tables, dtype=np.int32) % players
        self._pictures = Pictures(self.observer, self.batch.machine, tables)
        self._masks: NDArray[np.int8] = np.tri(most_options + 1, most_options, -1, np.int8)
        self._printed: dict[str, tuple[NDArray[np.int8], NDArray[np.int8]]] = {}
        self._choosers = self.seats
        self._like = self.buffers()
        self.batch.ending = self._look_back
        self.opponents = None if opponents is None else Opponents(self.batch, opponents)
        self._begin(seed)

    def __copy__(self) -> Self:
        """Two that share their games would disturb each other."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Without what belongs to the memory of a machine."""
        others = None if self.opponents is None else self.opponents.kept()
        return {**vars(self), "_pictures": None, "opponents": others}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._pictures = Pictures(self.observer, self.batch.machine, self.batch.size)
        self.batch.ending = self._look_back
        if state["opponents"] is not None:
            self.opponents = Opponents(self.batch, *state["opponents"])

    def restart(self, seed: int) -> None:
        """Leave all games and begin new ones; the first has this seed, each later one the next number."""
        self.batch.restart(seed)
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        tables = self.batch.size
        self.pages: NDArray[np.int32] = np.zeros(tables, np.int32)
        self._made: NDArray[np.int32] = np.zeros(tables, np.int32)
        self.last: dict[int, Arrays] = {}
        self._clear()
        if self.opponents is not None:
            self.opponents.begin(seed)
            self._play_others(self.opponents)

    def _clear(self) -> None:
        """Forget what the last step ended."""
        tables = self.batch.size
        self.over: NDArray[np.bool_] = np.zeros(tables, np.bool_)
        self.cut: NDArray[np.bool_] = np.zeros(tables, np.bool_)
        self.rewards: NDArray[np.float32] = np.zeros((tables, self.players), np.float32)

    @property
    def seats(self) -> NDArray[np.int32]:
        """The seat that chooses at each table."""
        return np.array(self.batch.movers, np.int32)

    @property
    def masks(self) -> NDArray[np.int8]:
        """A row for each table, with a 1 for each legal action."""
        return self._mask(np.empty((self.batch.size, self.most_options), np.int8))

    def _mask(self, out: NDArray[np.int8]) -> NDArray[np.int8]:
        """The masks, written into an array."""
        counts, most = np.asarray(self.batch.counts), self.most_options
        np.take(self._masks, counts, axis=0, out=out, mode="clip")
        for table in self._paged():
            out[table, len(page_of(int(counts[table]), most, int(self.pages[table]))) : -1] = 0
        return out

    def _paged(self) -> Sequence[int]:
        """The tables with more options than actions; nearly always there is none."""
        counts, most = self.batch.counts, self.most_options
        return [table for table, count in enumerate(counts) if count > most] if max(counts) > most else ()

    def buffers(self) -> Arrays:
        """Arrays for `observe(out=…)`."""
        size = self.batch.size
        rows = np.zeros((size, self.observer.width), np.int16)
        return {**self.observer.parts(rows), "action_mask": np.zeros((size, self.most_options), np.int8)}

    def observe(self, out: Arrays | None = None) -> Arrays:
        """The observations of the choosing seats: the arrays of `Observer`, one table after another along the first axis, and `action_mask`.

        With `out`, they are written into these arrays (`buffers()`), which are returned. Raises `ValueError` for other arrays.
        """
        size = self.batch.size
        if out is None:
            out = self.buffers()
        else:
            check_arrays(out, self._like)
        drawn = self._pictures.drawn(self.batch.blocks, range(size), -1, self._firsts())
        for name, part in drawn.items():
            out[name][:] = part
        self._mask(out["action_mask"])
        return out

    def _firsts(self) -> list[int]:
        """The option that is shown first at each table; nothing if that is 0 at all of them."""
        firsts: list[int] = []
        counts = self.batch.counts
        for table in self._paged():
            firsts = firsts or [0] * self.batch.size
            firsts[table] = page_of(counts[table], self.most_options, int(self.pages[table])).start
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
        games = range(table, table + 1)
        seat = int((self._choosers if self.opponents is None else self.learners)[table])
        drawn = self._pictures.drawn(self.batch.blocks, games, seat, ())
        mask = np.zeros(self.most_options, np.int8)
        self.last[table] = {**{name: part[0].copy() for name, part in drawn.items()}, "action_mask": mask}

    def step(self, actions: ArrayLike) -> None:
        """Choose at every table, by the index of an option.

        Raises `GameError` G049 if one of them is not an option, or if there are more or fewer of them than tables, and `TypeError` if one is no whole
        number. Then nothing has changed.

        At a table with more options than actions, the last action shows the next ones, and chooses nothing.
        """
        chosen, turned = self._options_of(actions_of(actions, self.batch.size, self.most_options))
        self._choose(chosen, fresh=True)
        self.pages = np.where(turned, self.pages + 1, 0).astype(np.int32)
        if self.opponents is not None:
            self._play_others(self.opponents)

    def _options_of(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The options to take, and where a page is turned instead."""
        counts = self.batch.counts
        chosen, turned = actions.astype(np.int32), np.zeros(len(actions), np.bool_)
        for table in self._paged():
            count, action = counts[table], int(actions[table])
            turned[table] = turns_page(count, self.most_options, action)
            option = option_of(count, self.most_options, int(self.pages[table]), action)
            chosen[table] = WAIT if turned[table] else option
        return chosen, turned

    def _choose(self, chosen: NDArray[np.int32], *, fresh: bool = False) -> None:
        """Take these options, and note which games are over then, or have gone on for too long."""
        before, self._choosers, last = self._choosers, self.seats, self.last
        if fresh:
            self.last = {}
        try:
            self.batch.step(chosen.data)
        except GameError:
            self._choosers, self.last = before, last
            raise
        if fresh:
            self._clear()
        ended = np.array(self.batch.done, np.bool_)
        self._made += chosen != WAIT
        self._made[ended] = 0
        if ended.any():
            self.rewards += np.where((ended & ~self.over)[:, None], self._parted(), 0)
            self.over |= ended
        for table in np.flatnonzero(self._made >= self.longest).tolist():
            self._look_back(table)
            self.batch.leave(table)
            self.cut[table], self._made[table] = True, 0

    def _parted(self) -> NDArray[np.float32]:
        scores = np.asarray(self.batch.scores).reshape(-1, self.players)
        first = scores == scores.max(axis=1, keepdims=True)
        parted = first / first.sum(axis=1, keepdims=True) - 1 / self.players
        return np.asarray(parted, np.float32)

    def _play_others(self, opponents: Opponents) -> None:
        """Let the other seats choose until the learner is asked at every table."""
        while (others := self.seats != self.learners).any():
            self._choose(np.where(others, opponents.choices(), WAIT).astype(np.int32))
