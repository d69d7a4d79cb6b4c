"""A position from which games are tried out again and again, by quick bots that learn which choices do well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ruledsl.engine.cells.trials.keys import key_of, place_of
from ruledsl.engine.running.run import answer
from ruledsl.engine.small.room import CELLS, MOST_NOTED
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_ROUNDS, EngineError
from ruledsl.engine.state.rng import below
from ruledsl.native.judging import HASTY, Judging, Manner
from ruledsl.play.bots.worth import MOST_LEFT, worths_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.state.state import PendingChoice, State
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views.view import SeatView

__all__ = ["Course", "Effort", "InPython", "Lost", "course_of", "horizon", "judging"]

LONGEST = 400
"""No trial has more choices than this."""
AHEAD = 3
"""A choice of direction is looked at for so many rounds."""
SORT = -2
"""In the place of a target: an action, whatever it is aimed at."""


class Lost(Exception):
    """A trial cannot go on: the rules run away, or there is no room."""


class Effort(NamedTuple):
    """How many trials, after how many of them another game is made up, and to the end of how many turns they go."""

    trials: int
    every: int
    turns: int


class Course(Protocol):
    """Trials of one choice, which is of this `kind`, among so many `players`. `count` options are there after each step, none when the game is over.

    `player` is who chooses. All that is done may raise `Lost`.
    """

    count: int
    player: int
    players: int
    kind: str

    def choose_by(self, manner: Manner) -> None:
        """Quick bots choose like that from now on; at first they are `HASTY`."""
        ...

    def imagine(self, seed: int) -> None:
        """Trials begin at a game that could be the real one from now on; what nobody can know there follows from the seed."""
        ...

    def again(self, luck: int) -> None:
        """A trial begins, with this chance of the quick bots and of the game."""
        ...

    def take(self, option: int) -> None:
        """Take an option by its place."""
        ...

    def keys(self) -> list[int]:
        """What each option is known by, here and in other trials."""
        ...

    def done(self, key: int) -> tuple[int, int]:
        """Of what was chosen: what came of it all together for whoever chose it, and how often it was."""
        ...

    def finish(self, turns: int) -> list[int]:
        """Quick bots go on until so many turns are over. Then, for each player, how far ahead they are, in 1/64 for each player."""
        ...

    def best(self, chance: int, effort: Effort) -> int | None:
        """The option that `Greedy` takes, with this state of its chance, if that can be found out in one go; otherwise None."""
        ...

    def search(self, chance: int, turns: int, depth: int, more: Callable[[int, int], int]) -> int | None:
        """That of `Search`, with a tree so deep. `more` says how many trials there are to be beyond those that there were; none: it has to choose.

        It is told, too, how many options there are that may be the best.
        """
        ...


def course_of(view: SeatView) -> Course:
    """Of what this seat has to choose: natively if that is ready and there is room, otherwise in Python: the same comes of both."""
    native = view.rules.backend.course(view.standing, judging(view.rules))
    return native if native is not None and native.begin(view) else InPython(view)


def judging(rules: Rulebook) -> Judging:
    """What trials are judged by natively."""
    return Judging(worths_of(rules), LONGEST, MOST_LEFT, Lost)


def horizon(course: Course) -> tuple[int, bool]:
    """To the end of how many turns a choice is tried out, and is it one of direction (one action out of several)?

    What is done in a series shows at the end of the turn, and what others do then by chance would only hide it; what is placed shows when they
    have had their turns; a direction some rounds later.
    """
    if course.kind == "offer":
        return 1, False
    direction = course.kind == "offer_one"
    return course.players * (AHEAD if direction else 1) + direction, direction


class InPython:
    """See `Course`; `ruledsl/engine/cells/trials/quick.py` does the same."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.values = view.rules.code.values
        self.worths = worths_of(view.rules)
        self.known: dict[int, list[int]] = {}
        self.root: State | None = None
        self.manner = HASTY
        state = view.standing
        self.players = state.seats
        self.kind = "" if state.pending is None else state.pending.kind
        self.count, self.player = view.count, view.seat

    def choose_by(self, manner: Manner) -> None:
        """Quick bots choose like that from now on."""
        self.manner = manner

    def imagine(self, seed: int) -> None:
        """Trials begin there from now on."""
        self.root = self.view.sample(seed).state
        self.root.journal = None

    def again(self, luck: int) -> None:
        """A trial begins."""
        if self.root is None:
            raise Lost
        g = self.g = self.root.copy()
        self.luck = luck
        g.G[at.RANDOM] = luck ^ g.G[at.RANDOM]
        self.turn = g.G[at.ROUND], g.G[at.TURN_PLAYER]
        self.noted: list[tuple[int, int]] = []
        self._look()

    def _look(self) -> None:
        waiting = self.g.pending
        self.count, self.player = (0, -1) if waiting is None else (len(waiting.options), waiting.player)

    def take(self, option: int) -> None:
        """Take an option by its place."""
        self._take(option)
        self._look()

    def _take(self, option: int) -> None:
        waiting = self.g.pending
        assert waiting is not None  # noqa: S101 - there is something to take
        taken = waiting.options[option]
        if len(waiting.options) > 1 and len(self.noted) < MOST_NOTED:
            self.noted.append((self._cell(waiting, taken), waiting.player))
            if waiting.info.slot < 0:
                self.noted.append((self._cell(waiting, (taken[0], SORT)), waiting.player))
        try:
            answer(self.g, taken)
        except EngineError:
            raise Lost from None

    def _key(self, waiting: PendingChoice, option: Any) -> int:
        action, target = (0, option) if waiting.info.slot >= 0 else option[:2]
        when = self.g.G[at.ROUND] if self.manner.apart else 0
        return key_of(place_of(*waiting.info.place), action, target, waiting.player, when)

    def _cell(self, waiting: PendingChoice, option: Any) -> int:
        """Where it is kept how such a choice of this player has done."""
        return self._key(waiting, option) & (CELLS - 1)

    def keys(self) -> list[int]:
        """What each option is known by."""
        waiting = self.g.pending
        return [] if waiting is None else [self._key(waiting, option) for option in waiting.options]

    def done(self, key: int) -> tuple[int, int]:
        """What came of it, and how often it was chosen."""
        total, times = self.known.get(key & (CELLS - 1), (0, 0))
        return total, times

    def finish(self, turns: int) -> list[int]:
        """To the end of so many turns."""
        g = self.g
        for _ in range(LONGEST):
            if g.pending is None:
                break
            now = g.G[at.ROUND], g.G[at.TURN_PLAYER]
            if now != self.turn:
                self.turn = now
                turns -= 1
                if not turns:
                    break
            self._take(self._quick_choice(g.pending))
        try:
            return self._judged()
        except EngineError:
            raise Lost from None

    def best(self, chance: int, effort: Effort) -> None:
        """It cannot."""

    def search(self, chance: int, turns: int, depth: int, more: Callable[[int, int], int]) -> None:
        """It cannot."""

    # ── quick bots ──

    def _quick(self, bound: int) -> int:
        number, self.luck = below(self.luck, bound)
        return number

    def _better(self, cell: int, other: int) -> bool:
        """Has one done better than the other? What was never tried has."""
        known, rival = self.known.get(cell), self.known.get(other)
        if rival is None:
            return False
        return known is None or known[0] * rival[1] > rival[0] * known[1]

    def _quick_choice(self, waiting: PendingChoice) -> int:
        """Of actions the sort that did best, mostly; then the best of some."""
        options = waiting.options
        if len(options) == 1:
            return 0
        first, after = (0, len(options)) if waiting.info.slot >= 0 else self._sort(waiting)
        if after - first == 1:
            return first
        choice = first + self._quick(after - first)
        for _ in range(self.manner.keen - 1):
            other = first + self._quick(after - first)
            if self._better(self._cell(waiting, options[other]), self._cell(waiting, options[choice])):
                choice = other
        return choice

    def _sort(self, waiting: PendingChoice) -> tuple[int, int]:
        """Where the options of one action begin, and where they end."""
        options = waiting.options
        starts = [
            place for place, option in enumerate(options) if not place or option[0] != options[place - 1][0]
        ]
        ends = [*starts[1:], len(options)]
        best = 0
        if len(starts) > 1:
            cells = [self._cell(waiting, (options[start][0], SORT)) for start in starts]
            for sort in range(1, len(starts)):
                if self._better(cells[sort], cells[best]):
                    best = sort
            if not self._quick(self.manner.curiosity):
                best = self._quick(len(starts))
        return starts[best], ends[best]

    # ── what came of it ──

    def _judged(self) -> list[int]:
        g, over = self.g, self.g.pending is None
        g.fuel = MOST_ROUNDS
        own = []
        for player in range(g.seats):
            left = 0
            if not over:
                left = g.board.rounds - g.G[at.ROUND] + (player >= g.G[at.TURN_PLAYER])
                left = max(0, min(left, MOST_LEFT))
            weighed = ((value, now + left * later) for value, now, later in self.worths)
            own.append(
                sum(int(self.values[value](g, player)) * weight for value, weight in weighed if weight)
            )
        total = sum(own)
        leads = [g.seats * mine - total for mine in own]
        for cell, player in self.noted:
            seen = self.known.setdefault(cell, [0, 0])
            seen[0] += leads[player]
            seen[1] += 1
        return leads
