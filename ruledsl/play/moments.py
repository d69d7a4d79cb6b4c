"""Native games at earlier and current moments: parts of a state are computed on demand.

A moment is read from the block of its game until the game continues. A later read replays the choices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.errors import GameError
from ruledsl.engine.machines.backend import backend_of
from ruledsl.engine.machines.moments import Block
from ruledsl.engine.machines.running import words_for
from ruledsl.play.decisions import Decision, Option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.engine.machines.handles import Handle, Key
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import PendingChoice, State
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook

OPEN = "open"
"""The prefix of the key of a tile that everybody sees: it has its own name."""
MOST_CALLED = 100_000
"""The most options of a map whose ids are memoised."""


class Followed(Protocol):
    """A game whose state is read on demand."""

    naming: Naming
    choices: list[int]
    driving: Handle | None

    def moment(self, source: Since) -> State:
        """A state with this source."""
        ...

    def looked_back(self, choices: Sequence[int]) -> State:
        """The earlier state after these choices, which a reader of a moment needs now."""
        ...


def _stands(game: Followed, driving: Handle, choices: list[int], made: int) -> bool:
    """Is a game still at the moment after so many choices, and can this thread read it?"""
    return game.driving is driving and game.choices is choices and len(choices) == made and driving.enter()


class Since:
    """The source of a `Moment`: a game after so many choices."""

    def __init__(self, game: Followed, driving: Handle, choices: list[int], made: int) -> None:
        self._game, self._driving = game, driving
        self._choices, self._made = choices, made
        self._then: State | None = None

    @property
    def stands(self) -> bool:
        """Is the game still at this moment, and can this thread read it?"""
        return _stands(self._game, self._driving, self._choices, self._made)

    @property
    def handle(self) -> Handle | None:
        """The handle of the game, made current, if it is still at this moment."""
        return self._driving if self._then is None and self.stands else None

    def part(self, name: str) -> Any:
        """A part of the state, from the game or from a replay."""
        if self._then is None and self.stands:
            return self._driving.part(name)
        if self._then is None:
            self._then = self._game.looked_back(self._choices[: self._made])
        return getattr(self._then, name)


class Packed:
    """The bytes of a game's current state, without its log: the source of a `Moment`, in any thread."""

    handle = None

    def __init__(self, handle: Handle) -> None:
        self.words, self.board = handle.machine.plan.words, handle.board
        self.code = handle.machine.code
        self.bytes = handle.packed()

    def part(self, name: str) -> Any:
        """A part of the state."""
        if name == "journal":
            return None
        machine = backend_of(self.code).handles(self.words).unpacked(self.bytes, self.board)
        return Block(machine).part(name)


class LazyDecision(Decision):
    """The decision of such a game: the player and the number of options are known, the rest is computed on demand."""

    __slots__ = ("_choices", "_driving", "_game", "_made", "_moment", "_pending", "count", "player")

    count: int
    player: int

    def __init__(self, game: Followed, driving: Handle) -> None:
        self._game, self._driving, self._naming = game, driving, game.naming
        self._choices, self._made = game.choices, len(game.choices)
        self._all, self._told = None, None
        self._moment: State | None = None
        self._pending: PendingChoice | None = None
        self.count, self.player = driving.count, driving.player

    @property
    def _state(self) -> State:  # type: ignore[override]
        if self._moment is None:
            self._moment = self._game.moment(Since(self._game, self._driving, self._choices, self._made))
        return self._moment

    @property
    def pending(self) -> PendingChoice:  # type: ignore[override]
        """The choice in the engine's form."""
        if self._pending is None:
            self._pending = self._state.pending
            assert self._pending is not None  # noqa: S101 - a game waited for this
        return self._pending

    @property
    def _stands(self) -> bool:
        """Does the game still wait for it, and can this thread ask it?"""
        return _stands(self._game, self._driving, self._choices, self._made)

    @property
    def told(self) -> list[int]:
        """As in any decision; if no tile is hidden, it needs no state."""
        if self._told is None and self._stands:
            tiles = self._driving.tiles()
            if all(tile < 0 or self._driving.lies_open(tile) for tile in tiles):
                self._told = tiles
        return super().told

    def _listed(self) -> list[str]:
        """The ids of all options. Those that depend on rules and map alone are looked up; the state is read only for the rest."""
        if not self._stands:
            return super()._listed()
        called, keys = self._driving.board.called, self._driving.keys()
        ids = list(map(called.get, keys))
        if all(ids):
            return ids  # type: ignore[return-value]
        tiles = self._driving.tiles()
        return [id_ or self._called(index, keys[index], tiles[index]) for index, id_ in enumerate(ids)]

    def _called(self, index: int, key: Key, tile: int) -> str:
        """The id of an option that is not memoised, or of a tile that may have been hidden when it was memoised."""
        called, driving = self._driving.board.called, self._driving
        is_open = driving.lies_open(tile)
        name = (OPEN, *key) if is_open else key
        if is_open and name in called:
            return called[name]
        id_ = self.id_of(index)
        if is_open or self._is_fixed(index):
            if len(called) >= MOST_CALLED:
                called.clear()
            called[name] = id_
        return id_

    def option(self, index: int) -> Option:
        """The option at an index, whose id is found on demand."""
        return LazyOption(self, index)

    def option_told(self, index: int) -> Option:
        """The option at an index, with everything about it computed now."""
        return super().option(index)


class LazyOption(Option):
    """An option of which only the index is known so far."""

    __slots__ = ("decision",)
    decision: LazyDecision

    def __init__(self, decision: LazyDecision, index: int) -> None:
        _SET_INDEX(self, index)
        _SET_DECISION(self, decision)

    def __getattr__(self, name: str) -> Any:
        """Compute what is read for the first time."""
        if name not in ("label", "data", "about"):
            raise AttributeError(name)
        told = self.decision.option_told(self.index)
        for part in ("label", "data", "about"):
            object.__setattr__(self, part, getattr(told, part))
        return getattr(told, name)

    @property
    def id(self) -> str:
        """Stable, as the id of any option."""
        return self.decision.ids[self.index]

    @property
    def told(self) -> Option:
        """The complete option."""
        return Option(self.index, self.id, self.label, self.data, self.about)

    def __eq__(self, other: object) -> bool:
        """Is it the same option, computed or not?"""
        if isinstance(other, LazyOption):
            other = other.told
        return self.told == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.told)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as the complete option."""
        return Option, (self.index, self.id, self.label, self.data, self.about)


_SET_INDEX, _SET_DECISION = vars(Option)["index"].__set__, vars(LazyOption)["decision"].__set__
"""Options are made by the million, and these are quicker than `object.__setattr__`."""


def driving_of(state: State) -> Handle | None:
    """A game that continues from a state in a block; None if there is no room for it."""
    return backend_of(state.code).handles(words_for(state)).of(state)


def moment_of(rules: Rulebook, board: Board, seats: int, source: Handle | Since | Packed) -> State:
    """A state that reads its parts on demand."""
    from ruledsl.engine.machines.moments import Moment  # noqa: PLC0415 - only where games are played natively

    return Moment(rules.code, board, seats, source)


def state_after(
    choices: Sequence[int],
    made: Sequence[int],
    past: Sequence[tuple[int, int, State]],
    journal: list[tuple[int, ...]] | None,
    played: Callable[[State, Sequence[int]], State],
) -> State:
    """The state after some choices, replayed (`played`) from the last kept one.

    `past` are kept states: after so many of the choices made, with so many lines in the journal.
    """
    pairs = enumerate(zip(choices, made, strict=False))
    same = next((place for place, (one, other) in pairs if one != other), min(len(choices), len(made)))
    kept = next((entry for entry in reversed(past) if entry[0] <= same), None)
    if kept is None:
        raise GameError("G004", "Nothing is known of what came before.")
    done, logged, stored = kept
    state = stored.copy()
    if journal is not None:
        state.journal = journal[:logged]
    return played(state, choices[done:])
