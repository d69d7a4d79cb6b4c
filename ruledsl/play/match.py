"""The course of a game: decisions in, states out, with its past and its log. `game` builds on it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ruledsl.base.arguments import FLAG, NUMBER, TEXT, expect, shown
from ruledsl.base.errors import ANSWERING, EngineError, GameError
from ruledsl.engine.machines.blocks import Block
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.machines.states import gone_on
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.limits import MOST_CHOICES
from ruledsl.engine.state.state import State, acting, hash_of, losers_of
from ruledsl.language.vocabulary.types import PEOPLE
from ruledsl.play.decisions import Decision, Option, Point
from ruledsl.play.explain.log import LogEntry, entries_of
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.reader import PositionError
from ruledsl.play.rulebook import Rulebook, panels_of, standings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import ForcedChoice
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


def _when_it_began(game: Match, people: int) -> State:
    """The state in which the current phase began, before anything happened in it.

    A phase of the turn itself, in which several peoples place tokens, begins for no people.
    """
    phases = {event.proc: event.definition.name for event in game.rules.code.events if event.is_phase}
    phase = next((phases[frame[0]] for frame in reversed(game.state.frames) if frame[0] in phases), "")
    for count in range(len(game.choices) - 1, -1, -1):
        trial = game.copy()
        trial.go_back(count)
        if not phase:
            break
        trial.choose(game.choices[count], until=phase)
        while trial.paused:
            if acting(trial.state) in {people, -1}:
                return trial.state
            trial.go_on(until=phase)
    raise GameError(
        "G047", "How the tokens stood when this phase began is not known: no choice of this game led to it."
    )


def _take(block: Block, index: int, stops: tuple[int, ...] = ()) -> None:
    """Choose an option, and go on to the next choice or the stops."""
    if not stops:
        block.take(index)
        return
    first, *more = stops
    block.take_until(index, first)
    for event in more:
        block.go_on(event)


def _replay(block: Block, choices: Sequence[int], stops: tuple[int, ...]) -> None:
    """Make choices again; the stops come after the last one, or, without any, on the way to the first."""
    for event in () if choices else stops:
        block.go_on(event)
    for number, index in enumerate(choices, 1):
        if index >= block.count:
            raise GameError("G021", "The choices of this game are not those that led to its state.")
        _take(block, index, stops if number == len(choices) else ())


def _stay(_block: Block) -> None:
    """Do not go on."""


class Match:
    """A game in progress. It stops at every decision; `choose` continues. A refused request raises `GameError` and changes nothing.

    It is a block: whatever happens in it is a call of a function of the engine. `choices` and `stops` (the events at which it pauses after the last
    one) say how it came to where it stands; with them any thread, and whoever asks for an earlier point, comes there again.
    """

    rulebook: ClassVar[type[Rulebook]] = Rulebook
    """The class of its rules, for loading a saved game."""

    def __init__(
        self, rules: Rulebook, block: Block, start: dict[str, Any], first: State | None = None
    ) -> None:
        self.rules = rules
        self.block = block
        self._players = block.seats
        self.start = start
        self.naming = Naming()
        self.choices: list[int] = []
        self.stops: tuple[int, ...] = ()
        self.undone: tuple[int, ...] = ()
        """The choices that `redo` makes again, the next one last: those taken back since the last choice."""
        self.past: list[tuple[int, State]] = [] if first is None else [(0, first)]
        """States that choices lead on from, with how many led to them. A dealt game can be dealt again, so it needs none."""
        self._point: Point | None = None
        self._state: State | None = None
        self._decision: Decision | None = None
        self._first_told: list[int] | None = None
        self._followed: Match | None = None
        self._changing = Lock()

    @classmethod
    def begin(cls, rules: Rulebook, state: State, start: dict[str, Any], answers: Sequence[str] = ()) -> Self:
        """A game from a state where nobody is asked yet, run to its first decision, with these answers as its first choices.

        `start` is what it can be restarted from. Raises `GameError`, for an answer that is not possible a `PositionError`.
        """
        try:
            block = gone_on(state, Block.go_on)
        except EngineError as problem:
            raise GameError("G006", f"The game cannot begin: {problem}.") from problem
        game = cls(rules, block, start, block.state())
        for place, answer in enumerate(answers):
            try:
                game.choose(answer)
            except GameError as problem:
                raise PositionError("G030", [(("answers", place), str(problem))]) from problem
        return game

    @classmethod
    def dealt(cls, rules: Rulebook, table: Table) -> Self:
        """A dealt game at its first decision."""
        return cls(rules, rules.deal(table), table.start)

    # ── the current state ──

    @property
    def point(self) -> Point:
        """The point where the game stands."""
        if self._point is None:
            self._point = Point(self._followed or self)
        return self._point

    @property
    def state(self) -> State:
        """What lies on the table. It stays as it is when the game goes on."""
        if self._state is None:
            self._state = State(self.point)
        return self._state

    def let_go(self) -> None:
        """Drop what is cached about the current state."""
        self._point = self._state = self._decision = None

    def here(self) -> Block:
        """The game in a block of this thread, to be read: another thread may choose in its own one meanwhile."""
        block = self.block
        return block if block.is_here else self._played(self.choices.copy(), self.stops)

    def _own(self) -> Block:
        """Its block, from now on one of this thread: for whoever changes it."""
        self.block = self.here()
        return self.block

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return not self.block.count and not self.block.pauses

    @property
    def paused(self) -> bool:
        """Is the game stopped at the start of a phase, with no decision? See `choose` and `run_until`."""
        return self.block.pauses

    @property
    def decision(self) -> Decision:
        """The pending decision; raises `GameError` when the game is over or paused."""
        if self._decision is None:
            if self.block.pauses:
                raise GameError("G008", "The game is paused where nobody has to decide: `go_on` continues.")
            if not self.block.count:
                raise GameError("G002", "The game is over: there is nothing to decide.")
            self._decision = Decision(self._followed or self, self.naming)
            if self._first_told is not None and not self.choices:
                self._decision.call(self._first_told)
        return self._decision

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._players

    @property
    def board(self) -> Board:
        """The map, which never changes."""
        return self.block.board

    @property
    def began(self) -> str:
        """How the game began: `game` (dealt by its packs), `position` (set up by somebody) or `sample` (made up from what a player knows)."""
        return "sample" if self.start.get("sampled") else "position" if "position" in self.start else "game"

    @property
    def first(self) -> State:
        """The state at its first decision."""
        return self._played([], ()).state()

    @property
    def round(self) -> int:
        """The round, from 1; after the end, the last one."""
        if self.block.is_here:
            return self.block.round
        return int(min(self.state.G[at.ROUND], self.board.rounds))

    @property
    def standings(self) -> list[dict[str, Any]]:
        """The players, best first: `player`, `rank` (shared by those who are even in everything) and the values that decide.

        Where a rule said at the end that somebody has lost, there is `lost`, and the rank is the last one. With teams (the role `team`) there is
        `team`, and all of a team have the rank of its best player.
        """
        return standings_of(self.rules, self.players, self.measure, losers_of(self.state))

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
            if self.block.thread != get_ident():
                self._own()
            index = self._index_of(choice)
            if len(self.choices) >= MOST_CHOICES:
                message = f"This game has gone on for {MOST_CHOICES} choices, and no game is longer."
                raise GameError("G007", message)
            self.take(index, () if until is None else (self.rules.event_named(until),))

    def take(self, index: int, stops: tuple[int, ...] = ()) -> None:
        """Take an option by its index, and go on to the next choice or to where these events begin, one after the other."""
        try:
            _take(self.block, index, stops)
        except EngineError as problem:
            self._retry(problem, partial(_take, index=index, stops=stops))
        except BaseException:  # such as Ctrl-C: nothing was chosen
            self.block.spoil()
            raise
        self.choices.append(index)
        self.stops, self.undone = stops, ()
        self._point = self._state = self._decision = None

    def _retry(self, problem: EngineError, go: Callable[[Block], object]) -> None:
        """After a failed change, whose block is spoilt: try with sets of more words if there was no room.

        Otherwise raise `GameError`, with the game as it was before.
        """
        before = self._played(self.choices, self.stops)
        try:
            if not isinstance(problem, TooMuch):
                raise problem
            self.block = gone_on(before.state(), go)
        except EngineError as still:
            self.block = before
            raise GameError("G006", f"This choice cannot be carried out: {still}.") from still

    def _index_of(self, choice: Option | str | int) -> int:
        """The index of a choice, however it is given. Only a decision that is unprepared and an index need no look at the decision."""
        if type(choice) is int and 0 <= choice < self.block.count:
            return choice
        if type(choice) is Option and choice.decision is self._decision is not None:
            return choice.index
        return self.decision.index_of(choice)

    def go_on(self, *, until: str | None = None) -> None:
        """Continue from a pause to the next decision, the end, or the next pause. Does nothing if the game is not paused.

        If the choice before the pause turns out to be impossible, raises `GameError` and takes that choice back.
        """
        with self._changing:
            if not self.paused:
                return
            event = -1 if until is None else self.rules.event_named(until)
            try:
                self._own().go_on(event)
            except EngineError as problem:
                try:
                    self._retry(problem, partial(Block.go_on, event=event))
                except GameError:
                    if self.choices:
                        self._back_to(len(self.choices) - 1)
                    raise
            self.stops = () if event < 0 else (*self.stops, event)
            self._point = self._state = self._decision = None

    def gone_on(self) -> Self:
        """A copy that has gone on to the next decision. If it began with a pause, it begins there."""
        other = self.copy()
        other.go_on()
        if not other.choices:
            other.past, other.stops = [(0, other.block.state())], ()
        return other

    def run_until(self, phase: str, choose: Callable[[Self], Option | str | int] | None = None) -> bool:
        """Continue until a phase or event begins, and pause there; `choose` makes the decisions on the way.

        Returns True if the game reached it; False if the game ended first or, without `choose`, if somebody has to decide first.
        """
        self.rules.event_named(phase)
        self.go_on(until=phase)
        while choose is not None and self.block.count:
            self.choose(choose(self), until=phase)
        return self.paused

    def become(self, other: Self) -> None:
        """Continue from the state of this copy of the game."""
        self.block, self.choices, self.stops = other.block, other.choices, other.stops
        self.past, self.undone = other.past, other.undone
        self._point = self._state = self._decision = None

    def load(self, dice: Sequence[int]) -> None:
        """Let these be the faces of the next rolls."""
        self._own().load(dice)
        self._point = self._state = self._decision = None
        self.past = [*self.past, (len(self.choices), self.block.state())]  # no choice leads to this

    def listened(self) -> tuple[ForcedChoice, ...]:
        """The choices that made themselves while somebody listened, oldest first; from now on somebody does."""
        self._own().listen()
        return self.block.log.forced

    # ── copies, undo, replay ──

    def taken_over(self, state: State, choices: list[int]) -> Self:
        """A game with the same beginning in the state that these choices are said to lead to; they are only replayed when one is taken back."""
        other = self._like(gone_on(state, _stay))
        other.choices = choices
        if not other.paused:  # what is replayed begins at a choice
            other.past = [*self.past, (len(choices), state)]
        return other

    def made_up(self, block: Block, start: dict[str, Any], told: list[int] | None = None) -> Self:
        """Another game under the same rules, which begins with this block; `told` are the tiles of its first options (`Decision.told`)."""
        other = type(self)(self.rules, block, start, block.state())
        other.naming, other._first_told = self.naming, told  # noqa: SLF001 - its own kind
        return other

    def told_as(self, naming: Naming) -> Self:
        """A view of the same game with other names, where it stands now. It cannot continue by itself."""
        other = self._like(self.here())
        other.choices, other.naming, other._followed = self.choices, naming, self  # noqa: SLF001 - its own kind
        return other

    def copy(self) -> Self:
        """An independent game with the same past. `GameError` if there is no room for it."""
        try:
            return self._like(self.here().copy())
        except EngineError as problem:
            raise GameError("G049", "There is no room for this many games.") from problem

    def _like(self, block: Block) -> Self:
        """A game with the same past."""
        other = object.__new__(type(self))
        other.rules, other.block, other._players, other.start = self.rules, block, self._players, self.start
        other.naming, other.choices, other.stops = self.naming, self.choices.copy(), self.stops
        other.undone, other.past = self.undone, self.past
        other._point = other._state = other._decision = None
        other._changing, other._first_told, other._followed = Lock(), self._first_told, None
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
            earlier = self._played(self.choices[:-1], ())
            if earlier.reveals != self.here().reveals and not (force or self.start.get("analysis")):
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
            self._back_to(count)

    def _back_to(self, count: int, earlier: Block | None = None) -> None:
        """Stand after so many choices, in a block that does."""
        self.block = earlier or self._played(self.choices[:count], ())
        self.choices = self.choices[:count]
        self.past = [entry for entry in self.past if entry[0] <= count]
        self.stops, self.undone = (), ()
        self._point = self._state = self._decision = None

    def looked_back(self, choices: Sequence[int], stops: tuple[int, ...] = ()) -> State:
        """The state after choices (and stops) that were made here, and may have been taken back."""
        return self._played(choices, stops).state()

    def _played(self, choices: Sequence[int], stops: tuple[int, ...]) -> Block:
        """A block of this thread after these choices and stops, replayed from the last state that they share with this game."""
        made = enumerate(zip(choices, self.choices, strict=False))
        shared = next(
            (count for count, (one, other) in made if one != other), min(len(choices), len(self.choices))
        )
        most = min(shared, len(choices) - bool(stops and choices))
        kept = next((entry for entry in reversed(self.past) if entry[0] <= most), None)
        try:
            if kept is None:
                kept = 0, self.rules.deal(self.rules.table_of(self.start)).state()
            return gone_on(kept[1], partial(_replay, choices=choices[kept[0] :], stops=stops))
        except EngineError as problem:
            raise GameError("G006", f"What happened cannot be played again: {problem}.") from problem

    @classmethod
    def begin_again(cls, rules: Rulebook, start: dict[str, Any]) -> Self:
        """A new game from an earlier one's start."""
        if "position" in start:
            return cls.begin(rules, *rules.set_up(start["position"]))
        return cls.dealt(rules, rules.table_of(start))

    def restarted(self) -> Self:
        """A game that begins as this one did, at its first decision."""
        if self.began == "sample":
            return self.made_up(self._played([], ()), self.start)
        return self.begin_again(self.rules, self.start)

    def replayed(self) -> Self:
        """A game that begins as this one did and makes its choices again; it should equal this one. `GameError` if a choice is no longer there."""
        again = self.restarted()
        for index in self.choices:
            again.choose(index)
        return again
