"""The course of a game: decisions in, states out, with its past and its log. `game` builds on it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ruledsl.base.arguments import FLAG, NUMBER, TEXT, expect, shown
from ruledsl.base.errors import ANSWERING, EngineError, GameError
from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.running import Questions, answer, pause_at, run
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.limits import LONGEST_LOG, MOST_CHOICES, MOST_LOGGED
from ruledsl.engine.state.state import acting, hash_of
from ruledsl.language.vocabulary.types import PEOPLE
from ruledsl.play import moments
from ruledsl.play.decisions import Decision, Option
from ruledsl.play.explain.log import LogEntry, entries_of
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rulebook import Rulebook, panels_of, standings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.machines.handles import Handle
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import State
    from ruledsl.play.rulebook import Table
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import PermissionDef, ValueDef

# ── answers ─────────────────────────────────────────────────────────────────────
# Current numbers of the rules, for programs: from the functions that the game itself uses, without an explanation.


def value_of(game: Match, name: str, args: Mapping[str, Any]) -> Any:
    """The answer of a value or definition for these arguments, as plain data. Definitions have no function of their own and are slower."""
    value = game.rules.program.value(name)
    if value is None or args.keys() != {param.name for param in value.params}:
        from ruledsl.play.explain import why as asking  # noqa: PLC0415 - says what is wrong with a question, and answers rarer ones

        return asking.value_of(game, name, args)
    g, naming = game.state, game.naming
    given = [naming.value_of(g, param.type, args[param.name]) for param in value.params]
    with ANSWERING:
        return naming.id_of(g, value.type, Questions(g).value(value.index, *given))


def costs_of(game: Match, people: str) -> dict[str, int]:
    """The cost of every region for a people, by region, from the value with the role `cost`."""
    if game.rules.program.value(game.rules.composition.roles.get("cost", "")) is None:
        raise GameError(
            "G048", "These packs do not say by which value regions are paid for (the role `cost`)."
        )
    return by_region(game, "cost", people)


def by_region(game: Match, role: str, people: str) -> dict[str, int]:
    """A value of a people and a region, by its role, for every region; zeros without such a value."""
    value, g = game.rules.program.value(game.rules.composition.roles.get(role, "")), game.state
    if value is None:
        return dict.fromkeys(g.board.ids, 0)
    row, ask = game.naming.value_of(g, PEOPLE, people), Questions(g)
    with ANSWERING:
        return {id_: ask.value(value.index, row, region) for region, id_ in enumerate(g.board.ids)}


def conquerable(game: Match, people: str) -> list[str]:
    """The regions that a people may conquer, whatever it has in hand, by the permission with the role `conquest`."""
    name = game.rules.composition.roles.get("conquest", "")
    permission = _permission(game.rules.program, name)
    if permission is None:
        raise GameError(
            "G048", "These packs do not say by which permission regions are conquered (the role `conquest`)."
        )
    g = game.state
    with ANSWERING:
        mask = Questions(g).allowed(permission.index, game.naming.value_of(g, PEOPLE, people))
    return [g.board.ids[region] for region in bits(mask)]


def _permission(program: Program, name: str) -> PermissionDef | None:
    return next((p for p in program.permissions if p.name == name), None)


# ── placing ─────────────────────────────────────────────────────────────────────
# Makes many placements of tokens at once; each is a separate choice.


Asks = tuple[str, int, int]
"""The question, the player, and the people: tokens of one people are placed before those of another one of the same player."""


MOST = 200
"""No more tokens are placed at once."""


def room(game: Match) -> int:
    """How many tokens what is asked takes, one after the other (at most `MOST`); 0 where it is about something else."""
    if game.over or game.decision.place not in game.rules.placings:
        return 0
    trial, asks, placed = game.copy(), _asks(game), 0
    with suppress(GameError):
        while placed < MOST and _asks(trial) == asks:
            trial.choose(trial.decision.options[0].id)
            placed += 1
    trial.let_go()  # a game and its decision refer to each other: only a search for garbage would find them
    return placed


def place(game: Match, amounts: Mapping[str, int]) -> None:
    """Choose each id this many times, while the same decision repeats. After a `GameError` some choices remain made, so try it with a copy."""
    asks = _asks(game)
    for id_, count in amounts.items():
        expect(TEXT, "What is chosen", id_)
        expect(NUMBER, f"How often {id_} is chosen", count)
        for done in range(count):
            if _asks(game) != asks:
                raise GameError(
                    "G047", f"Only {done} of {count} can be placed in `{id_}`: then no more are to be placed."
                )
            game.choose(id_)


def leave(game: Match, rest: str | None) -> bool:
    """Place tokens where they were when this phase began, then the others in `rest`. False if some remain and there is no `rest`."""
    g, people = game.state, acting(game.state)
    if game.decision.place not in game.rules.placings or people < 0:
        raise GameError("G047", "Nobody is asked here where tokens of a people are to be placed.")
    stood, asks = _when_it_began(game, people), _asks(game)
    then, now = Questions(stood), Questions(g)
    missing_in = {
        region: then("tokens_in", people, region) - now("tokens_in", people, region)
        for region in bits(then("land", people))
    }
    for region, missing in missing_in.items():
        for _ in range(missing):
            if _asks(game) != asks:
                return True
            if g.board.ids[region] not in {option.id for option in game.decision.options}:
                break  # the region is no longer theirs
            game.choose(g.board.ids[region])
    while rest is not None and _asks(game) == asks:
        game.choose(rest)
    return _asks(game) != asks


def _asks(game: Match) -> Asks | None:
    return None if game.over else (game.decision.key, game.decision.player, acting(game.state))


def _stands(state: State) -> bool:
    """Is the game paused?"""
    return state.pending is None and bool(state.frames)


def _when_it_began(game: Match, people: int) -> State:
    """The state in which the current phase began, before anything happened in it.

    A phase of the turn itself, in which several peoples place tokens, begins for no people.
    """
    phases = {event.proc: event.definition.index for event in game.rules.code.events if event.is_phase}
    phase = next((phases[frame[0]] for frame in reversed(game.state.frames) if frame[0] in phases), -1)
    for count in range(len(game.choices) - 1, -1, -1):
        state = game.rewound(count)
        if phase < 0 or state.pending is None:
            break
        pause_at(state, phase)
        answer(state, state.pending.options[game.choices[count]])
        while _stands(state):
            if acting(state) in {people, -1}:
                return state
            pause_at(state, phase)
            run(state)
    raise GameError(
        "G047", "How the tokens stood when this phase began is not known: no choice of this game led to it."
    )


EVERY = 64
"""The number of decisions between two kept copies of the state, which limits what undo must replay."""


class Match:
    """A game in progress. It stops at every decision; `choose` continues. A refused request raises `GameError` and changes nothing."""

    rulebook: ClassVar[type[Rulebook]] = Rulebook
    """The class of its rules, for loading a saved game."""

    def __init__(self, rules: Rulebook, state: State, start: dict[str, Any]) -> None:
        self.rules = rules
        self._state = state
        self.driving: Handle | None = None
        self._moment: State | None = None
        self.start = start
        self.naming = Naming()
        self.choices: list[int] = []
        self.undone: tuple[int, ...] = ()
        """The choices that `redo` makes again, the next one last: those taken back since the last choice."""
        self.past: list[tuple[int, int, State]] = []
        self._decision: Decision | None = None
        self._changing = Lock()

    @classmethod
    def begin(cls, rules: Rulebook, state: State, start: dict[str, Any]) -> Self:
        """A game from an initial state, run to its first decision. `start` is what it can be restarted from."""
        game = cls(rules, state, start)
        try:
            run(state)
        except EngineError as problem:
            raise GameError("G006", f"The game cannot begin: {problem}.") from problem
        game.keep()
        return game

    @classmethod
    def dealt(cls, rules: Rulebook, table: Table) -> Self:
        """A dealt game at its first decision, native if possible."""
        try:
            handles = rules.backend.handles(words_needed(table.board.size))
        except EngineError as problem:
            raise GameError("G006", f"The game cannot begin: {problem}.") from problem
        handle = handles.dealt(table.board, table.players, table.seed, table.dice)
        if handle is None:
            return cls.begin(rules, *rules.beginning_of(table))
        return cls.held(rules, handle, table.players, table.start)

    @classmethod
    def held(cls, rules: Rulebook, handle: Handle, seats: int, start: dict[str, Any]) -> Self:
        """A game in a block, at its first decision."""
        game = cls(rules, moments.moment_of(rules, handle.board, seats, moments.Packed(handle)), start)
        game.driving = handle
        game.past.append((0, handle.logged, game._state))
        return game

    # ── the current state ──

    @property
    def state(self) -> State:
        """The current state. For a native game it is read on demand (`play.moments`), and must not be changed."""
        if self.driving is None:
            return self._state
        if self._moment is None:
            self._moment = self.moment(moments.Since(self, self.driving, self.choices, len(self.choices)))
        return self._moment

    @state.setter
    def state(self, state: State) -> None:
        self._state, self.driving, self._moment = state, None, None

    def moment(self, source: Handle | moments.Since) -> State:
        """A state that reads its parts on demand."""
        return moments.moment_of(self.rules, self._state.board, self._state.seats, source)

    def let_go(self) -> None:
        """Drop what is cached about the current state."""
        if self.driving is not None:
            self._moment = self._decision = None

    def settled(self) -> State:
        """The state in Python's form, until the game continues natively."""
        if self.driving is not None:
            self.state = self.state.copy_with_journal()
        return self._state

    def listened(self) -> State:
        """The state in Python's form, which records from now on which decisions answer themselves."""
        self.settled().forced = []
        return self._state

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        if self.driving is not None:
            return not self.driving.count
        return self.state.pending is None and not self.state.frames

    @property
    def paused(self) -> bool:
        """Is the game stopped at the start of a phase, with no decision? See `choose` and `run_until`."""
        return self.driving is None and self._state.pending is None and bool(self._state.frames)

    @property
    def decision(self) -> Decision:
        """The pending decision; raises `GameError` when the game is over or paused."""
        if self.driving is not None and self.driving.count:
            if self._decision is None:
                self._decision = moments.LazyDecision(self, self.driving)
            return self._decision
        if self.paused:
            raise GameError("G008", "The game is paused where nobody has to decide: `go_on` continues.")
        if self.state.pending is None:
            raise GameError("G002", "The game is over: there is nothing to decide.")
        if self._decision is None:
            self._decision = Decision(self.state, self.state.pending, self.naming)
        return self._decision

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._state.seats

    @property
    def board(self) -> Board:
        """The map, which never changes."""
        return self._state.board

    @property
    def began(self) -> str:
        """How the game began: `game` (dealt by its packs), `position` (set up by somebody) or `sample` (made up from what a player knows)."""
        return "sample" if self.start.get("sampled") else "position" if "position" in self.start else "game"

    @property
    def first(self) -> State:
        """A copy of the state at its first decision, with its journal."""
        _, entries, first = self.past[0]
        state = first.copy()
        state.journal = None if self.state.journal is None else self.state.journal[:entries]
        return state

    @property
    def round(self) -> int:
        """The round, from 1; after the end, the last one."""
        if self.driving is not None and self.driving.enter():
            return self.driving.round
        return min(self.state.G[at.ROUND], self.state.board.rounds)

    @property
    def standings(self) -> list[dict[str, Any]]:
        """The players, best first: `player`, `rank` (shared by those who are even in everything) and the values that decide."""
        return standings_of(self.rules, self.players, self.measure)

    @property
    def panels(self) -> list[dict[str, Any]]:
        """The measures that packs declare, for every player."""
        return panels_of(self.rules, self.players, self.measure, self.naming)

    def measure(self, value: ValueDef, noun: int) -> int:
        """The current value for a player or a people; raises `GameError` if it takes too long."""
        with ANSWERING:
            return Questions(self.state).value(value.index, noun)

    @property
    def log(self) -> list[LogEntry]:
        """What has happened, oldest first: keys with arguments, and their sentences."""
        return entries_of(self.state, self.naming)

    @property
    def hash(self) -> str:
        """A hash of the whole state: equal states have equal hashes on every machine."""
        return hash_of(self.state.content())

    # ── continuing ──

    def choose(self, choice: Option | str | int, *, until: str | None = None) -> None:
        """Take an option of the decision: the option itself, its id or its index.

        With `until` the game pauses where that phase or event begins, even if nobody has to decide there, unless somebody has to before.
        Threads that choose in one game at once do so one after the other.
        """
        with self._changing:
            self._choose(choice, until)

    def _choose(self, choice: Option | str | int, until: str | None) -> None:
        index = self._index_of(choice)
        event = -1 if until is None else self.rules.event_named(until)
        if self._choose_natively(index, event):
            return
        state = self.settled()
        if len(self.choices) % EVERY == 0:
            self._mark()
        if event >= 0:
            pause_at(state, event)
        waiting, self._decision = state.pending, None
        assert waiting is not None  # noqa: S101 - it has this option
        try:
            answer(state, waiting.options[index])
        except EngineError as problem:
            self.state = self.rewound(len(self.choices))
            raise GameError("G006", f"This choice cannot be carried out: {problem}.") from problem
        self.choices.append(index)
        self.undone = ()

    def _index_of(self, choice: Option | str | int) -> int:
        """The index of a choice, however it is given. Only a decision that is unprepared and an index need no look at the decision."""
        if type(choice) is int and self.driving is not None and 0 <= choice < self.driving.count:
            return choice
        if isinstance(choice, moments.LazyOption) and choice.decision is self._decision:
            return choice.index
        return self.decision.index_of(choice)

    def _choose_natively(self, index: int, event: int) -> bool:
        """Choose natively by index, up to an event (-1: none); False if that is impossible, and nothing was chosen."""
        driving = self.driving or self._driven()
        if driving is None:
            return False
        if len(self.choices) >= MOST_CHOICES or driving.logged > LONGEST_LOG - MOST_LOGGED:
            return False
        before = self.driving
        if not (driving.take(index) if event < 0 else driving.take_until(index, event)):
            if before is not None:
                self.state = self.looked_back(self.choices)
            return False
        self.driving = driving
        self.choices.append(index)
        self.undone = ()
        self._moment = self._decision = None
        if event >= 0 and driving.pauses:
            self.settled()  # no choices alone lead to a pause, so its state cannot be found again
        return True

    def _driven(self) -> Handle | None:
        """This game in a block of a machine, if there is room for it and nobody records choices that make themselves."""
        state = self._state
        return None if state.pending is None or state.forced is not None else moments.driving_of(state)

    def _mark(self) -> None:
        """Regular work every so many choices: keep the state, and stop an endless game."""
        if len(self.choices) >= MOST_CHOICES:
            raise GameError(
                "G007", f"This game has gone on for {MOST_CHOICES} choices, and no game is longer."
            )
        if self.past[-1][0] < len(self.choices):
            self.keep()

    def go_on(self, *, until: str | None = None) -> None:
        """Continue from a pause to the next decision, the end, or the next pause. Does nothing if the game is not paused.

        If the choice before the pause turns out to be impossible, raises `GameError` and takes that choice back.
        """
        with self._changing:
            if not self.paused:
                return
            if until is not None:
                pause_at(self.settled(), self.rules.event_named(until))
            try:
                run(self.settled())
            except EngineError as problem:
                self.choices = self.choices[:-1]
                self.state = self.rewound(len(self.choices))
                raise GameError("G006", f"This choice cannot be carried out: {problem}.") from problem

    def run_until(self, phase: str, choose: Callable[[Self], Option | str | int] | None = None) -> bool:
        """Continue until a phase or event begins, and pause there; `choose` makes the decisions on the way.

        Returns True if the game reached it; False if the game ended first or, without `choose`, if somebody has to decide first.
        """
        self.rules.event_named(phase)
        self.go_on(until=phase)
        while choose is not None and self.state.pending is not None:
            self.choose(choose(self), until=phase)
        return self.paused

    def become(self, other: Self) -> None:
        """Continue from the state of this copy of the game."""
        self._state, self.driving, self._moment = other._state, other.driving, None
        self.choices, self.past, self._decision = other.choices, other.past, None
        self.undone = other.undone

    def keep(self) -> None:
        """Keep a copy of the state, to go back to."""
        state = self.state
        self.past.append((len(self.choices), len(state.journal or ()), state.copy()))

    # ── copies, undo, replay ──

    def taken_over(self, state: State, choices: list[int]) -> Self:
        """A game with the same beginning in the state that these choices are said to lead to; they are only replayed when one is taken back."""
        other = type(self)(self.rules, state, self.start)
        other.choices, other.past = choices, self.past
        if not other.paused:  # what is replayed begins at a choice
            other.keep()
        return other

    def made_up(self, handle: Handle, start: dict[str, Any]) -> Self:
        """Another game under the same rules, which begins with the state of one in a block."""
        if handle.count:
            other = self.held(self.rules, handle, self.players, start)
        else:
            other = type(self)(self.rules, self.moment(handle).copy_with_journal(), start)
            other.keep()
        other.naming = replace(self.naming)
        return other

    def told_as(self, naming: Naming) -> Self:
        """A view of the same game with other names: it follows this one, and cannot continue by itself."""
        other = type(self)(self.rules, self.state, self.start)
        other.choices, other.past, other.naming = self.choices, self.past, naming
        return other

    def copy(self) -> Self:
        """An independent game with the same past."""
        handle = self.driving.copy() if self.driving is not None else None
        if handle is None:
            other = type(self)(self.rules, self.state.copy_with_journal(), self.start)
        else:
            other = type(self)(self.rules, self._state, self.start)
            other.driving = handle
        other.choices, other.past, other.naming = self.choices.copy(), self.past.copy(), self.naming
        other.undone = self.undone
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        copy = memo[id(self)] = self.copy()
        return copy

    def undo(self, *, force: bool = False) -> None:
        """Take back the last choice. Refused past a roll or a draw, unless the game is for analysis or `force` is set."""
        expect(FLAG, "force", force)
        with self._changing:
            if not self.choices:
                raise GameError("G004", "There is nothing to take back.")
            earlier = self.rewound(len(self.choices) - 1)
            revealed = earlier.G[at.REVEALS] != self.state.G[at.REVEALS]
            if revealed and not (force or self.start.get("analysis")):
                message = "That choice showed something hidden (a roll or a draw), so it stands."
                raise GameError("G005", message)
            undone = *self.undone, self.choices[-1]
            self._back_to(len(self.choices) - 1, earlier)
            self.undone = undone

    def redo(self) -> None:
        """Make the choice again that was taken back last. Refused if none was, or if another one was made since."""
        if not self.undone:
            raise GameError("G004", "There is nothing to make again.")
        *rest, index = self.undone
        self.choose(index)
        self.undone = tuple(rest)

    def go_back(self, count: int) -> None:
        """Take back all choices but the first `count`, past whatever they showed."""
        expect(NUMBER, "count", count)
        with self._changing:
            if not 0 <= count <= len(self.choices):
                message = f"After {len(self.choices)} choices there is no way back to {shown(count)}."
                raise GameError("G004", message)
            self._back_to(count, self.rewound(count))

    def _back_to(self, count: int, state: State) -> None:
        self.choices = self.choices[:count]
        self.past = [entry for entry in self.past if entry[0] <= count]
        self.undone = ()
        self.state = state
        self._decision = None

    def rewound(self, count: int) -> State:
        """The state after the first `count` choices."""
        return self.looked_back(self.choices[:count])

    def looked_back(self, choices: Sequence[int]) -> State:
        """The state after choices that were made here, and may have been taken back."""
        journal = self.driving.journal if self.driving is not None else self._state.journal
        return moments.state_after(choices, self.choices, self.past, journal, self._played)

    def _played(self, state: State, choices: Sequence[int]) -> State:
        """A state after some more choices, which were made before."""
        driving = moments.driving_of(state) if choices else None
        if driving is not None and all(map(driving.take, choices)):
            return self.moment(driving).copy_with_journal()
        for index in choices:
            waiting = state.pending
            if waiting is None or index >= len(waiting.options):
                raise GameError("G021", "The choices of this game are not those that led to its state.")
            answer(state, waiting.options[index])
        return state

    @classmethod
    def begin_again(cls, rules: Rulebook, start: dict[str, Any]) -> Self:
        """A new game from an earlier one's start."""
        if "position" in start:
            return cls.begin(rules, *rules.set_up(start["position"]))
        return cls.dealt(rules, rules.table_of(start))

    def restarted(self) -> Self:
        """A game that begins as this one did, at its first decision."""
        if self.began == "sample":
            return self.begin(self.rules, self.first, self.start)
        return self.begin_again(self.rules, self.start)

    def replayed(self) -> Self:
        """A game that begins as this one did and makes its choices again; it should equal this one. `GameError` if a choice is no longer there."""
        again = self.restarted()
        for index in self.choices:
            again.choose(index)
        return again
