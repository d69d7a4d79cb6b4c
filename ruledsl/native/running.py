"""States that Python holds: moved by a machine of this thread, asked, and set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.compile.native.memory import MOST_WORDS, is_bits, is_list, words_needed, words_of
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.state.frames import PAUSING
from ruledsl.engine.state.limits import MOST_ROUNDS, EngineError
from ruledsl.native.backend import backend_of
from ruledsl.native.desk import SET_UP, Lying
from ruledsl.native.machine import WORD, TooMuch, signed
from ruledsl.native.moments import PARTS, Block, Moment
from ruledsl.vocabulary.builtins import BUILTINS
from ruledsl.vocabulary.types import NUMBER, REGION, set_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.state import State
    from ruledsl.native.handles import Handle
    from ruledsl.native.machine import Machine
    from ruledsl.vocabulary.types import Type

BY_CODE = {one.code: one for one in BUILTINS}
"""Questions by what they are called in the engine."""


ROOM = 16
"""So many peoples more than there are have room in a state that is being set up."""


def words_for(g: State) -> int:
    """How many words the sets of a state have at least."""
    return words_needed(g.board.size, g.people_count)


def wider(words: int) -> int:
    """What is tried when there was no room. `EngineError` if nothing has more."""
    if words >= MOST_WORDS:
        raise EngineError("there is more on the table than there is room for")
    return min(max(2, 2 * words), MOST_WORDS)


def _moved(g: State, name: str, *args: int) -> int:
    """A state after a function of the engine, and what it says. Whatever it raises, the state is as it was."""
    words = words_for(g)
    while True:
        desk = backend_of(g.code).desk(words)
        try:
            desk.bring(g)
            found = desk.machine.call(name, *args)
            break
        except TooMuch:
            words = wider(words)
    desk.take_back(g)
    return found


def run(g: State) -> None:
    """Go on until somebody has to choose (then `g.pending` says what), the game pauses, or it is over. `EngineError` if the rules run away."""
    _moved(g, "begin_to_event" if g.skip >= 0 else "begin")
    g.skip = -1


def wind(g: State) -> None:
    """Pass over everything before the event that `g.skip` says, but never beyond this turn; it says -1 then."""
    _moved(g, "begin_to_event")


def pause_at(g: State, event: int) -> None:
    """The next run stops where this event begins, with nobody asked, unless somebody has to choose before."""
    g.skip = PAUSING + event


def answer(g: State, option: Any) -> None:  # noqa: ANN401 - a number, or an action
    """Go on with one of the options of `g.pending`; the journal, if there is one, says which. `EngineError` if the rules run away."""
    if g.pending is None:
        raise EngineError("nobody is asked")
    place = g.pending.options.index(option)
    _moved(g, "answer_to_event" if g.skip >= 0 else "answer", place)
    g.skip = -1


def steps(g: State, option: Any = None) -> Iterator[State]:  # noqa: ANN401 - a number, or an action
    """The states that a choice leads to, step by step, each with what happened on the way to it in its journal; `g` stays as it is.

    Where nobody is asked, the game goes on without a choice. `EngineError` if the rules run away.
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
    """An event without parameters is raised: the next run begins with it. `EngineError` if that cannot be."""
    _moved(g, "push", event, -1, -1, -1)


def set_out(g: State) -> Moment:
    """The same state, to be set up by `do`: it lies on a desk as long as nobody looks at it."""
    found = Moment(g.code, g.board, g.seats, Block(backend_of(g.code).desk(words_for(g)).machine))
    for name in PARTS:
        setattr(found, name, getattr(g, name))
    return found


def do(g: Moment, name: str, *args: int | None) -> int:
    """Change a state that is set up by a function of the engine (`found`, `move_tokens` …); None is all there are, or the supply. Gives what it says.

    `EngineError` if that cannot be.
    """
    given = [NOTHING if arg is None else int(arg) for arg in args]
    lying = g.source
    if isinstance(lying, Lying) and lying.untouched:
        lying.desk.machine.enter(lying.desk.block)
        lying.desk.machine.put("fuel", MOST_ROUNDS)
    else:
        if isinstance(lying, Lying):
            lying.take_up()
        lying = Lying(g, backend_of(g.code).desk(words_needed(g.board.size, g.people_count + ROOM)))
        lying.desk.bring(g)
    try:
        found = lying.desk.machine.call(name, *given)
    except TooMuch:
        raise EngineError("there is more on the table than there is room for") from None
    g.forget(SET_UP)
    g.source, lying.desk.held = lying, lying
    return found


class Questions:
    """Asks about a state, which must not change meanwhile. Answers are as the evaluator has them: sets of regions, peoples, players are bits."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.words = words_for(g)
        self._answers: dict[tuple[str, tuple[int, ...]], Any] = {}

    def _machine(self) -> Machine:
        handle: Handle | None = self.g.handle
        if handle is not None:
            return handle.machine
        while True:
            desk = backend_of(self.g.code).desk(self.words)
            if desk.held is self:
                desk.machine.enter(desk.block)
                return desk.machine
            try:
                desk.bring(self.g)
            except TooMuch:
                self.words = wider(self.words)
                continue
            desk.held = self
            return desk.machine

    def _asked(self, name: str, result: Type, args: tuple[int, ...]) -> Any:  # noqa: ANN401 - by its type
        machine = self._machine()
        end = machine.scalar("list_end")
        machine.put("fuel", MOST_ROUNDS)
        try:
            found = machine.call(name, *args)
            if is_bits(result):
                return found % WORD if machine.plan.words == 1 else machine.set_at(found)
            return machine.members(found) if is_list(result) else found
        finally:
            machine.put("list_end", end)  # what was put together for the answer is of no use any more

    def __call__(self, name: str, *args: int) -> Any:  # noqa: ANN401 - by the question
        """The answer to a question of `vocabulary.builtins`, by what it is called in the engine; of other functions of it that say a number."""
        if (name, args) not in self._answers:
            self._answers[name, args] = self._answered(name, args)
        return self._answers[name, args]

    def _answered(self, name: str, args: tuple[int, ...]) -> Any:  # noqa: ANN401 - by the question
        one = BY_CODE.get(name)
        if one is None:
            return self._asked(name, NUMBER, args)
        given = tuple(
            self._given(kind, place, arg)
            for place, (kind, arg) in enumerate(zip(one.params, args, strict=True))
        )
        return self._asked(name, one.result, given)

    def _given(self, kind: Type, place: int, arg: int) -> int:
        """An argument; a set of several words is written down beside the state."""
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
        """What a value is for something."""
        return int(self._asked(f"v_{index}", self.g.code.program.values[index].type, args))

    def allowed(self, permission: int, *args: int) -> int:
        """All for which something is permitted, as bits."""
        return int(self._asked(f"p_{permission}", set_of(REGION), args))
