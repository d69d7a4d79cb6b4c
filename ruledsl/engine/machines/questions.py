"""Questions about a state, answered by the functions that the game itself uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm.memory import is_bits, is_list, words_of
from ruledsl.engine.machines.machine import WORD, signed
from ruledsl.engine.state.limits import MOST_ROUNDS
from ruledsl.language.vocabulary.builtins import BUILTINS
from ruledsl.language.vocabulary.types import NUMBER, REGION, set_of

if TYPE_CHECKING:
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.state import State
    from ruledsl.language.vocabulary.types import Type

BY_CODE = {one.code: one for one in BUILTINS}
"""Questions by their names in the engine."""


class Questions:
    """Queries a state. Answers have the evaluator's form: sets of regions, peoples, players are bits."""

    def __init__(self, g: State) -> None:
        self.g = g
        self._answers: dict[tuple[str, tuple[int, ...]], Any] = {}

    def _asked(self, name: str, result: Type, args: tuple[int, ...]) -> Any:
        machine = self.g.source.machine()
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
        machine: Machine = self.g.source.machine()
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
