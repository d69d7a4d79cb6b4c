"""The debugger of the native engine: both engines play, and where they part the first function is named that says or does something else.

Python goes the long way here, with every event in frames, as the native engine does: so both can be compared step by step, and what rules ask
function by function.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.compile.build import compile_program
from ruledsl.compile.native.memory import words_needed
from ruledsl.compile.native.program import native_program
from ruledsl.compile.native.tables import is_bits, is_list
from ruledsl.compile.support import executed
from ruledsl.engine.primitives import queries
from ruledsl.engine.running.run import answer, run
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_ROUNDS
from ruledsl.engine.state.state import State
from ruledsl.native.machine import WORD, Machine
from ruledsl.native.reading import read
from ruledsl.native.wasm import WasmHost, compiled
from ruledsl.native.writing import options_of, state_of
from ruledsl.vocabulary.builtins import BUILTINS
from ruledsl.vocabulary.types import DECK, PEOPLE, PIECE, PLAYER, REGION, TILE, Type, set_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.check.program import Program
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import Frame

__all__ = ["Checked", "Difference", "compared", "said"]

MOST_ARGS = 3


class Difference(NamedTuple):
    """`where` is the function, `what` how it differs, `choice` the number of the choice (from 0)."""

    choice: int
    where: str
    what: str


class _Asked(NamedTuple):
    """A function that both engines have: what it is called there, and for people; what it is given, what it says."""

    native: str
    name: str
    params: tuple[Type, ...]
    result: Type
    python: Callable[..., Any]


class _Enough(Exception):
    """So many steps were made."""


class Checked:
    """Both engines for some rules and maps of some size."""

    def __init__(self, program: Program, board: Board) -> None:
        self.code = compile_program(program, note=_unheard)
        self.board = board
        self.asked = [
            one
            for one in self._functions(program)
            if set(one.params) <= set(_COUNTS) and len(one.params) <= MOST_ARGS
        ]
        also = {"give", "go_on", *(one.native for one in self.asked)}
        found = native_program(self.code, words_needed(board.size), also)
        self.machine = Machine(self.code, found.plan, WasmHost(compiled(found.text)), found.called)
        self.steps, self.most = 0, -1
        self.code.procs = [tuple(map(self._counted, steps)) for steps in self.code.procs]

    def _functions(self, program: Program) -> Iterator[_Asked]:
        """Questions to the engine first, then what rules are made of, each before what it can be part of."""
        assert self.code.module is not None  # noqa: S101 - it was compiled just now
        functions = executed(self.code.module, _unheard)
        for one in BUILTINS:
            python = getattr(queries, one.code, None)
            if python is not None:
                yield _Asked(one.code, one.name, one.params, one.result, python)
        for define in program.defines:
            name, params = f"d_{define.index}", tuple(param.type for param in define.params)
            yield _Asked(name, define.name, params, define.body.type, functions[name])
        for permission in program.permissions:
            name, (first, *rest) = f"p_{permission.index}", permission.params
            params = tuple(param.type for param in rest)
            yield _Asked(name, permission.name, params, set_of(first.type), functions[name])
        for value in program.values:
            name, params = f"v_{value.index}", tuple(param.type for param in value.params)
            yield _Asked(name, value.name, params, value.type, functions[name])

    def _counted(self, step: Callable[[State, Frame], Any]) -> Callable[[State, Frame], Any]:
        def counting(g: State, frame: Frame) -> Any:  # noqa: ANN401 - as steps are
            if self.steps == self.most:
                raise _Enough
            self.steps += 1
            return step(g, frame)

        return counting

    # ── a game ──

    def stand(self, state: State) -> State:
        """The same state for both engines."""
        g = State.from_content(self.code, self.board, state.seats, state.content())
        g.journal = None
        run(g)
        read(self.machine, g)
        return g

    def choose(self, g: State, place: int) -> Difference | None:
        """Take an option in both; where they part afterwards. The state goes on with Python."""
        before = g.copy()
        assert before.pending is not None  # noqa: S101 - somebody is asked
        taken = before.pending.options[place]
        trapped = self._native("answer", place) is None
        answer(g, taken)
        differs = "natively it cannot be carried out" if trapped else self._parted(g)
        if not differs:
            return None
        return self._first(before, place, taken, differs)

    def _parted(self, g: State) -> str:
        """How the machine differs from a state; empty if it does not."""
        there, here = said(state_of(self.machine)), said(g)
        for part, value in here.items():
            if there[part] != value:
                return f"{part}: {_parts(there[part], value)}"
        options = [] if g.pending is None else g.pending.options
        found = options_of(self.machine)
        return "" if found == options else f"options: {_parts(found, options)}"

    def _native(self, name: str, *args: int) -> int | None:
        trapped, found = self.machine.calls[name](args)
        return None if trapped else found

    # ── the first function ──

    def _first(self, before: State, place: int, taken: Any, differs: str) -> Difference:  # noqa: ANN401
        """Step by step from before the choice: what functions say in the last state in which both are the same, or the step itself."""
        last, where = before, "the choice itself"
        read(self.machine, before)
        self._native("give", place)
        for steps in itertools.count():
            g = self._after(before, taken, steps)
            step = g.frames[-1][:2] if g.frames else None
            if steps and (self._native("go_on", 1) is None or self._parted_in_content(g)):
                return self._named(last, where, differs)
            if step is None or g.pending is not None:
                return self._named(g, where, differs)
            last, where = g, self._step(*step)
        raise AssertionError

    def _parted_in_content(self, g: State) -> bool:
        return said(state_of(self.machine)) != said(g)

    def _after(self, before: State, taken: Any, steps: int) -> State:  # noqa: ANN401 - an option
        g = before.copy()
        self.steps, self.most = 0, steps
        try:
            answer(g, taken)
        except _Enough:
            pass
        finally:
            self.most = -1
        return g

    def _step(self, procedure: int, step: int) -> str:
        return f"s_{procedure}_{step} ({self.code.proc_names[procedure]})"

    def _named(self, g: State, where: str, differs: str) -> Difference:
        """The first function that says something else in a state, or where something else is done."""
        read(self.machine, g)
        for one in self.asked:
            if one.native not in self.machine.calls:
                continue
            for args in itertools.product(*(range(_COUNTS[kind](g)) for kind in one.params)):
                there, here = self._said(one, args), one.python(g, *args)
                if there != here and there != (int(here) if not isinstance(here, tuple) else here):
                    given = ", ".join(f"{kind} {arg}" for kind, arg in zip(one.params, args, strict=True))
                    return Difference(
                        -1,
                        f"{one.native} ({one.name})",
                        f"of {given or 'the game'}: natively {there}, in Python {here}",
                    )
        return Difference(-1, where, differs)

    def _said(self, one: _Asked, args: Sequence[int]) -> Any:  # noqa: ANN401 - a number, a set or a list
        self.machine.put("fuel", MOST_ROUNDS)
        found = self._native(one.native, *args)
        if found is None:
            return "nothing"
        if is_bits(one.result):
            return found % WORD if self.machine.plan.words == 1 else self.machine.set_at(found)
        return self.machine.members(found) if is_list(one.result) else found


def compared(
    checked: Checked, state: State, chance: Callable[[int], int], most: int = 10_000
) -> Difference | int:
    """Play on by chance (a number below another one): where the engines part, or how many choices were the same."""
    g = checked.stand(state)
    for made in range(most):
        if g.pending is None:
            return made
        found = checked.choose(g, chance(len(g.pending.options)))
        if found is not None:
            return found._replace(choice=made)
    return most


def said(state: State) -> dict[str, Any]:
    """All that a state says, however it is said: what is as it was at the beginning need not be written, and yes is 1."""
    code, found = state.code, dict(state.content())
    del found["skip"]
    blank = code.layout.tile
    found["tiles"] = [
        (key, value)
        for key, value in found["tiles"]
        for tile, cell in (divmod(key, code.tile_width),)
        if value != (code.trays[tile] if cell == at.TRAY else blank[cell])
    ]
    return {key: _plain(value) for key, value in found.items()}


def _plain(value: Any) -> Any:  # noqa: ANN401 - numbers and lists of them
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else int(value)


def _parts(there: Sequence[Any], here: Sequence[Any]) -> str:
    """Where two lists part."""
    pairs = enumerate(itertools.zip_longest(there, here))
    return next(
        (f"at {place} natively {one}, in Python {other}" for place, (one, other) in pairs if one != other), ""
    )


def _unheard(*_: Any) -> None:  # noqa: ANN401 - what rules note
    """Whatever rules note."""


_COUNTS: dict[Type, Callable[[State], int]] = {
    PLAYER: lambda g: g.seats,
    PEOPLE: lambda g: g.people_count,
    REGION: lambda g: g.board.size,
    TILE: lambda g: g.code.tile_count,
    PIECE: lambda g: len(g.stock),
    DECK: lambda g: len(g.decks),
}
"""How many there are of what functions are asked about."""
