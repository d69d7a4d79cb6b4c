"""Decisions of games that are driven natively: who decides, how, and among how many options is known; the rest is worked out when it is asked for.

It may be asked for when the game has gone on: then that moment is played again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.engine.running.run import answer
from ruledsl.naming.errors import GameError
from ruledsl.play.decisions import Decision, Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import PendingChoice, State
    from ruledsl.naming.nouns import Naming

__all__ = ["LaterDecision", "LaterOption", "state_after"]


class Followed(Protocol):
    """A game whose state is made when somebody looks at it."""

    naming: Naming
    choices: list[int]

    @property
    def state(self) -> State:
        """As it is now."""
        ...

    def looked_back(self, choices: Sequence[int]) -> State:
        """As it was after these choices: somebody wants to know now what an option was that was there then."""
        ...


class Driven(Protocol):
    """What is known of a choice natively."""

    @property
    def player(self) -> int:
        """Who decides."""
        ...

    @property
    def kind(self) -> str:
        """What sort of decision it is; empty if that cannot be said any more."""
        ...

    @property
    def count(self) -> int:
        """How many options there are."""
        ...


class LaterDecision(Decision):
    """What a game waits for that is driven natively."""

    __slots__ = ("_choices", "_game", "_made", "_ride", "_then", "count", "player")

    count: int
    player: int

    def __init__(self, game: Followed, ride: Driven) -> None:
        self._game, self._ride = game, ride
        self._naming, self._ids, self._told = game.naming, None, None
        self._choices, self._made = game.choices, len(game.choices)
        self._then: State | None = None
        self.count, self.player = ride.count, ride.player

    @property
    def waiting(self) -> bool:
        """Does the game still wait for this?"""
        return self._game.choices is self._choices and len(self._choices) == self._made

    @property
    def _state(self) -> State:  # type: ignore[override]
        """The state in which it is made, now or then."""
        if self._then is None:
            if self.waiting:
                return self._game.state
            self._then = self._game.looked_back(self._choices[: self._made])
        return self._then

    @property
    def pending(self) -> PendingChoice:  # type: ignore[override]
        """The choice as the engine has it."""
        found = self._state.pending
        assert found is not None  # noqa: S101 - a game waited for this
        return found

    @property
    def kind(self) -> str:
        """What sort of decision it is."""
        return (self._ride.kind if self.waiting else "") or self.pending.info.kind

    def option(self, index: int) -> Option:
        """The option at a place: what it is called is found out when somebody wants to know."""
        return LaterOption(self, index)

    def option_told(self, index: int) -> Option:
        """The same, worked out now."""
        return super().option(index)


class LaterOption(Option):
    """An option of which nothing but the place is known yet."""

    __slots__ = ("decision",)
    decision: LaterDecision

    def __init__(self, decision: LaterDecision, index: int) -> None:
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "decision", decision)

    def __getattr__(self, name: str) -> Any:
        """What was not asked for before."""
        if name not in ("id", "label", "data", "about"):
            raise AttributeError(name)
        told = self.decision.option_told(self.index)
        for part in ("id", "label", "data", "about"):
            object.__setattr__(self, part, getattr(told, part))
        return getattr(told, name)

    @property
    def told(self) -> Option:
        """The same with all that there is to know."""
        return Option(self.index, self.id, self.label, self.data, self.about)

    def __eq__(self, other: object) -> bool:
        """Is it the same option, known or not?"""
        if isinstance(other, LaterOption):
            other = other.told
        return self.told == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.told)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and sent elsewhere as what it is."""
        return Option, (self.index, self.id, self.label, self.data, self.about)


def state_after(
    choices: Sequence[int],
    made: Sequence[int],
    past: Sequence[tuple[int, int, State]],
    journal: list[tuple[int, ...]] | None,
) -> State:
    """The state after some choices, played again from the last one that is kept: after so many of those made, with so much in the journal."""
    pairs = enumerate(zip(choices, made, strict=False))
    same = next((place for place, (one, other) in pairs if one != other), min(len(choices), len(made)))
    known = next((entry for entry in reversed(past) if entry[0] <= same), None)
    if known is None:
        raise GameError("G004", "Nothing is known of what came before.")
    done, logged, stored = known
    state = stored.copy()
    if journal is not None:
        state.journal = journal[:logged]
    for index in choices[done:]:
        waiting = state.pending
        if waiting is None or index >= len(waiting.options):
            raise GameError("G021", "The choices of this game are not those that led to its state.")
        answer(state, waiting.options[index])
    return state
