"""States in Python: advanced, queried and set up by a machine of this thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm.memory import MOST_WORDS, is_bits, is_list, words_needed, words_of
from ruledsl.engine.machines.backend import backend_of
from ruledsl.engine.machines.machine import WORD, TooMuch, signed
from ruledsl.engine.machines.moments import PARTS, Block, Moment
from ruledsl.engine.machines.reading import SET_UP, Lying
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.state.limits import MOST_ROUNDS
from ruledsl.engine.state.state import PAUSING
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.types import NUMBER, REGION, set_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.machines.handles import Handle
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.state import State
    from ruledsl.language.vocabulary.types import Type

BY_CODE = {one.code: one for one in BUILTINS}
"""Questions by their names in the engine."""


ROOM = 16
"""Room for this many more peoples in a state that is being set up."""


def words_for(g: State) -> int:
    """The least number of words for the sets of a state."""
    return words_needed(g.board.size, g.people_count)


def wider(words: int) -> int:
    """The next larger number of words, after a lack of room. `EngineError` if there is none."""
    if words >= MOST_WORDS:
        raise TooMuch
    return min(max(2, 2 * words), MOST_WORDS)


def _moved(g: State, name: str, *args: int) -> int:
    """Advance a state by a function of the engine; returns its result. If it raises, the state is unchanged."""
    words = words_for(g)
    while True:
        scratch = backend_of(g.code).scratch(words)
        try:
            scratch.bring(g)
            result = scratch.machine.call(name, *args)
            break
        except TooMuch:
            words = wider(words)
    scratch.take_back(g)
    return result


def run(g: State) -> None:
    """Run until somebody has to choose (see `g.pending`), the game pauses, or it is over. `EngineError` if the rules run away."""
    _moved(g, "begin_to_event" if g.skip >= 0 else "begin")
    g.skip = -1


def wind(g: State) -> None:
    """Skip everything before the event in `g.skip`, but never beyond this turn; it becomes -1 then."""
    _moved(g, "begin_to_event")


def pause_at(g: State, event: int) -> None:
    """Let the next run stop where this event begins, with nobody asked, unless somebody has to choose before."""
    g.skip = PAUSING + event


def answer(g: State, option: Any) -> None:
    """Take one of the options of `g.pending`; the journal, if there is one, records it. `EngineError` if the rules run away."""
    if g.pending is None:
        raise EngineError("nobody is asked")
    place = g.pending.options.index(option)
    _moved(g, "answer_to_event" if g.skip >= 0 else "answer", place)
    g.skip = -1


def steps(g: State, option: Any = None) -> Iterator[State]:
    """The states that a choice leads to, step by step, each with its own part of the journal; `g` does not change.

    Where nobody is asked, the game continues without a choice. `EngineError` if the rules run away.
    """
    before, going = g, True
    while going:
        now = before.copy()
        now.journal = []
        if before is g and g.pending is not None:
            _moved(now, "give", g.pending.options.index(option))
            now.journal, entries = [], now.journal
        else:
            entries = []
        going = _moved(now, "step_on") == 2  # noqa: PLR2004 - there is more to do
        now.journal = [*entries, *now.journal]
        yield now
        before = now


def push(g: State, event: int) -> None:
    """Raise an event without parameters: the next run begins with it. `EngineError` if that is impossible."""
    _moved(g, "push", event, -1, -1, -1)


def set_out(g: State) -> Moment:
    """A copy of the state, to be set up by `do`: it stays on a scratch until somebody reads it."""
    moment = Moment(g.code, g.board, g.seats, Block(backend_of(g.code).scratch(words_for(g)).machine))
    for name in PARTS:
        setattr(moment, name, getattr(g, name))
    return moment


def do(g: Moment, name: str, *args: int | None) -> int:
    """Change a state by a function of the engine (`found`, `move_tokens` …); None is everything, or the supply. Returns its result.

    `EngineError` if that is impossible.
    """
    given = [NOTHING if arg is None else int(arg) for arg in args]
    lying = g.source
    if isinstance(lying, Lying) and lying.untouched:
        lying.scratch.machine.enter(lying.scratch.block)
        lying.scratch.machine.put("fuel", MOST_ROUNDS)
    else:
        if isinstance(lying, Lying):
            lying.take_up()
        lying = Lying(g, backend_of(g.code).scratch(words_needed(g.board.size, g.people_count + ROOM)))
        lying.scratch.bring(g)
    result = lying.scratch.machine.call(name, *given)
    if g.source is not lying:
        g.forget(SET_UP)
        g.source = lying.scratch.held = lying
    return result


class Questions:
    """Queries a state, which must not change meanwhile. Answers have the evaluator's form: sets of regions, peoples, players are bits."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.words = words_for(g)
        self._answers: dict[tuple[str, tuple[int, ...]], Any] = {}

    def _machine(self) -> Machine:
        handle: Handle | None = self.g.handle
        if handle is not None:
            return handle.machine
        while True:
            scratch = backend_of(self.g.code).scratch(self.words)
            if scratch.held is self:
                scratch.machine.enter(scratch.block)
                return scratch.machine
            try:
                scratch.bring(self.g)
            except TooMuch:
                self.words = wider(self.words)
                continue
            scratch.held = self
            return scratch.machine

    def _asked(self, name: str, result: Type, args: tuple[int, ...]) -> Any:
        machine = self._machine()
        end = machine.scalar("list_end")
        machine.put("fuel", MOST_ROUNDS)
        try:
            value = machine.call(name, *args)
            if is_bits(result):
                return value % WORD if machine.plan.words == 1 else machine.set_at(value)
            return machine.members(value) if is_list(result) else value
        finally:
            machine.put("list_end", end)  # frees the lists built for the answer

    def __call__(self, name: str, *args: int) -> Any:
        """The answer to a question of `vocabulary.builtins` by its name in the engine, or to another engine function that returns a number."""
        if (name, args) not in self._answers:
            self._answers[name, args] = self._answered(name, args)
        return self._answers[name, args]

    def _answered(self, name: str, args: tuple[int, ...]) -> Any:
        one = BY_CODE.get(name)
        if one is None:
            return self._asked(name, NUMBER, args)
        given = tuple(
            self._given(kind, place, arg)
            for place, (kind, arg) in enumerate(zip(one.params, args, strict=True))
        )
        return self._asked(name, one.result, given)

    def _given(self, kind: Type, place: int, arg: int) -> int:
        """An argument; a set of several words is written beside the state."""
        if not is_bits(kind):
            return arg
        machine = self._machine()
        words = machine.plan.words
        if words == 1:
            return signed(arg)
        if not arg:
            return 0
        at = machine.plan.arrays["SCRATCH"].base + 8 * (words + 1) * place
        machine.words(at, 1 + words)[:] = [words, *words_of(arg, words)]
        return at

    def value(self, index: int, *args: int) -> int:
        """A value of a noun."""
        return int(self._asked(f"v_{index}", self.g.code.program.values[index].type, args))

    def allowed(self, permission: int, *args: int) -> int:
        """Everything that a permission allows, as bits."""
        return int(self._asked(f"p_{permission}", set_of(REGION), args))
