"""The knowledge of one seat: data, options, log, answers. All of it comes from a game that was determinized for this seat (`seat`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.play.decisions import Asking
from ruledsl.play.standings import panels_of, standings_of
from ruledsl.play.views.seat import game_for
from ruledsl.play.views.seen import seen_by

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.play.explain.log import LogEntry
    from ruledsl.play.match import Match
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.check.typed.declarations import ValueDef
    from ruledsl.rules.packs.model import BoardMap

CANONICAL = 0
"""The seed of the game that a view reads. Nothing that follows from the seed alone is ever revealed."""

NOT_READ: dict[str, Any] = {"": None}
"""What the dictionary of a view holds until it is read: writers of JSON take an empty one at its word."""

Rows = list[dict[str, Any]]


def measured(game: Match, value: ValueDef, player: int) -> int | None:
    """The current value for a player; None if it takes too long."""
    try:
        return game.measure(value, player)
    except GameError:
        return None


if TYPE_CHECKING:

    class Dictionary(Mapping[str, Any]):
        """A mapping that is a dictionary for others, too, such as writers of JSON."""

        def hold(self, data: dict[str, Any]) -> None:
            """Set what they find in it."""

else:

    class Dictionary(Mapping, dict):  # noqa: D101
        def hold(self, data):  # noqa: ANN001, ANN201, D102
            dict.clear(self)
            dict.update(self, data)


class SeatView(Dictionary):
    """Everything that a seat may know of the current game, and nothing else.

    It is a dictionary, for JSON too: `view["regions"]` and so on are the table as plain data. Nothing can be written into it (`as_dict()` gives a
    copy); copied or pickled it is such a copy. `seat` is the player, `made` the
    number of choices so far, `count` the number of options of this seat now (0 if another one decides); these cost nothing.
    The rest is computed on first use, which raises `GameError` G045 if the game has moved on by then.
    """

    def __init__(self, game: Match, seat: int) -> None:
        self.hold(NOT_READ)
        asked = None if game.over or game.paused else game.decision
        self.seat = seat
        self.made = len(game.choices)
        self.count = asked.count if asked is not None and asked.player == seat else 0
        self._of: Match | None = game
        self._made_up: Match | None = None
        self._result: tuple[Rows, Rows] | None = None

    def __del__(self) -> None:
        """Break the made-up game's references to itself: only the view needs it, and garbage collection would stop a server."""
        made_up = getattr(self, "_made_up", None)
        if made_up is not None:
            made_up.let_go()

    @property
    def _game(self) -> Match:
        """The game that was made for this seat; from then on the view no longer knows the real one."""
        if self._made_up is None:
            assert self._of is not None  # noqa: S101 - one of the two is there
            if len(self._of.choices) != self.made:
                raise GameError("G045", "The game has gone on since this view was taken; take a new one.")
            if self._of.over:
                self._result = self._of.standings, self._of.panels
            self._made_up, self._of = game_for(self._of, self.seat, CANONICAL), None
        return self._made_up

    def look(self) -> SeatView:
        """Compute all of it now: the view stays valid whatever happens to the game."""
        _ = self._game
        return self

    # ── the table ──

    @cached_property
    def _data(self) -> dict[str, Any]:
        found = self.as_dict()
        self.hold(found)
        return found

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data, ready for JSON."""
        found = seen_by(self._game, self.seat)
        decision = self.decision
        found["decision"] = None if decision is None else decision.as_dict()
        return found

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __or__(self, other: Mapping[str, Any]) -> dict[str, Any]:
        """A dictionary with other entries, too."""
        return {**self, **other}

    def __ror__(self, other: Mapping[str, Any]) -> dict[str, Any]:
        return {**other, **self}

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.as_dict(),)

    def _fixed(self, *_args: Any, **_named: Any) -> Any:
        raise TypeError("Nothing can be written into a view: as_dict() gives a copy.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _fixed
    copy = as_dict

    def picture(self) -> str:
        """The map with everything on it, as SVG."""
        from ruledsl.play.views.picture import picture_of  # noqa: PLC0415 - only whoever looks

        return picture_of(self.rules.composition, self.map, self, self.naming)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.picture()

    def __repr__(self) -> str:
        return f"<what seat {self.seat} knows after {self.made} choices>"

    # ── the game ──

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return self._game.over

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._game.players

    @property
    def round(self) -> int:
        """The round, from 1; after the end, the last one."""
        return self._game.round

    @property
    def rules(self) -> Rulebook:
        """The rules, which everybody knows."""
        return self._game.rules

    @property
    def map(self) -> BoardMap:
        """The map of the game."""
        return self._game.board.map

    @property
    def naming(self) -> Naming:
        """Names in the language of the game."""
        return self._game.naming

    @property
    def decision(self) -> Asking | None:
        """The current decision: player, kind and prompt, and the options if this seat decides.

        None if the game is over or paused.
        """
        if self._game.over or self._game.paused:
            return None
        decision = self._game.decision
        options = decision.options if decision.player == self.seat else ()
        said = (decision.rule, decision.place, decision.people, decision.key, decision.prompt)
        return Asking(decision.player, decision.kind, *said, options)

    @property
    def log(self) -> list[LogEntry]:
        """What has happened, oldest first, as this seat may read it."""
        return self._game.log

    def log_from(self, first: int) -> list[LogEntry]:
        """The same from its entry `first` on."""
        from ruledsl.play.explain.log import entries_of  # noqa: PLC0415 - only who reads along needs it

        return entries_of(self._game.state, self.naming, first)

    @property
    def logged(self) -> int:
        """The number of log entries."""
        return len(self._game.state.journal or ())

    def sample(self, seed: int) -> Match:
        """A game that could be the real one: everything that this seat cannot know is dealt again, with fresh random numbers."""
        return game_for(self._game, self.seat, seed)

    @property
    def standing(self) -> State:
        """A state that matches the knowledge of this seat, always the same one. The view reads everything from it; nobody may change it."""
        return self._game.state

    def room(self) -> int:
        """How many tokens what is asked takes, one after the other; 0 where it is about something else."""
        from ruledsl.play.placing import room  # noqa: PLC0415 - only screens ask this

        return room(self._game)

    # ── questions ──

    def value(self, name: str, /, **args: Any) -> Any:
        """The answer of a value or definition. Raises `GameError` G044 if it depends on something that this seat may not know."""
        from ruledsl.play.explain.questions import value_of  # noqa: PLC0415 - what explains is only imported when it is needed

        return value_of(self._game, name, args, self.seat)

    def answers(self, name: str, asked: Sequence[Mapping[str, Any]]) -> list[Any]:
        """The answers of a value or definition to many questions, None for what this seat may not know."""
        from ruledsl.play.explain.questions import answers_to  # noqa: PLC0415

        return answers_to(self._game, name, asked, self.seat, self.rules.openness.everybodys)

    def why(self, value: str, /, **args: Any) -> Any:
        """The explanation of a value. Raises `GameError` G044 if it depends on something that this seat may not know."""
        from ruledsl.play.explain.why import why  # noqa: PLC0415

        return why(self._game, value, args, self.seat)

    def why_not(self, action: str, target: Any = None) -> Any:
        """The reasons why an action (at a target) is not an option. Raises `GameError` G044 if this seat may not know them."""
        from ruledsl.play.explain.whynot import why_not  # noqa: PLC0415

        return why_not(self._game, action, target, self.seat)

    @property
    def standings(self) -> Rows:
        """The players and the values that decide, with None for what this seat may not know; ranks when all is known."""
        return self._rows[0]

    @property
    def panels(self) -> Rows:
        """The measures that packs declare, for every player, with None for what this seat may not know."""
        return self._rows[1]

    @cached_property
    def _rows(self) -> tuple[Rows, Rows]:
        from ruledsl.play.explain.questions import answering  # noqa: PLC0415

        game = self._game
        if self._result is not None:
            return self._result  # the final result is public
        known = answering(game, self.seat)
        everybodys = game.rules.openness.everybodys

        def answer(value: ValueDef, player: int) -> int | None:
            if value.index not in everybodys:
                return known(value, player)
            return measured(game, value, player)

        standings = standings_of(game.rules, game.players, answer)
        return standings, panels_of(game.rules, game.players, answer, game.naming)
