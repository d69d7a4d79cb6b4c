"""From a composition to a checked program: declare everything, then check every body, in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.declare import Declarations, add_phase, declare
from ruledsl.check.effects import check_block
from ruledsl.check.expressions import ExpressionChecker
from ruledsl.check.names import Names
from ruledsl.check.program import DefineDef, Program, ValueDef
from ruledsl.check.rules import RuleChecker
from ruledsl.check.scope import Scope
from ruledsl.check.typed import TDo, VarRef
from ruledsl.syntax import tree as s

if TYPE_CHECKING:
    from ruledsl.check.program import EventDef, MemoryDef
    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.model import Composition

__all__ = ["check"]


def check(composition: Composition, diagnostics: Diagnostics) -> Program:
    """The program of a composition. Always gives one; it may be run only if `diagnostics` has no errors."""
    return _Check(composition, diagnostics).run()


def _empty(composition: Composition) -> Program:
    fields = {field.name: None for kind in composition.kinds.values() for field in kind.fields}
    return Program(
        composition,
        stages=list(composition.words.stages),
        modes=list(composition.words.modes),
        traits=composition.words.region_traits,
        piece_traits=list(composition.words.piece_traits),
        tile_traits=list(composition.words.tile_traits),
        pieces=list(composition.pieces),
        tiles=list(composition.tiles),
        kinds=list(composition.kinds),
        decks=list(composition.decks),
        dice=list(composition.dice),
        fields=list(fields),
    )


class _Check:
    def __init__(self, composition: Composition, diagnostics: Diagnostics) -> None:
        self.composition = composition
        self.diagnostics = diagnostics
        self.program = _empty(composition)
        self.names = Names.of(self.program, diagnostics)
        self.todo = Declarations({}, {}, [], [])
        self.busy: set[object] = set()
        self.checker = ExpressionChecker(self.names, self.demand)

    def run(self) -> Program:
        texts = [(rule.owner, rule.document) for rule in self.composition.rules]
        for owner, document in texts:
            for statement in document.statements:
                declare(self.names, statement, owner, self.todo)
        for node, owner in self.todo.added:
            phase = add_phase(self.names, node, owner)
            if phase is not None:
                self.todo.events.append((phase, node.body.effects))
        self._reasons()
        self._memories()
        for declared in [*self.todo.values, *self.todo.defines]:
            self.demand(declared)
        for event, effects in self.todo.events:
            self._event(event, effects)
        rules = RuleChecker(self.checker, self.program)
        for owner, document in texts:
            for statement in document.statements:
                rules.check(statement, owner)
        return self.program

    def _reasons(self) -> None:
        for rule in self.composition.rules:
            for statement in rule.document.statements:
                for inner in statement.rules if isinstance(statement, s.Guard) else (statement,):
                    if isinstance(inner, s.Forbid):
                        self.names.reasons.setdefault(inner.name.text, set()).add(inner.reason.text)

    def _memories(self) -> None:
        nodes: dict[str, s.Remember] = {}
        for rule in self.composition.rules:
            for statement in rule.document.statements:
                if isinstance(statement, s.Remember):
                    nodes.setdefault(statement.name.text, statement)
        for memory in self.program.memories:
            self._memory(memory, nodes[memory.name])

    def _memory(self, memory: MemoryDef, node: s.Remember) -> None:
        if node.until is not None:
            memory.until = self.names.events.get(node.until.text)
            if memory.until is None:
                self.names.unknown("N003", "event", node.until.text, node.until.span, self.names.events)
        if node.initial is not None:
            found = self.checker.check(node.initial, Scope(memory.origin), memory.type)
            value = getattr(found, "value", None)
            if found is not None and value is None:
                self.diagnostics.error(
                    "T010",
                    "A memory begins with something fixed: a number, yes, no, none or a word.",
                    node.initial.span,
                )
            elif isinstance(value, int):
                memory.initial = value

    def demand(self, declared: object) -> bool:
        """Make sure that a value or definition has its type; False if it hangs on itself."""
        if declared in self.busy:
            node = self.todo.values.get(declared) or self.todo.defines.get(declared)  # type: ignore[call-overload]
            self.diagnostics.error(
                "R002", f"`{node.name.text}` is defined by itself, so it has no answer.", node.name.span
            )
            return False
        if isinstance(declared, ValueDef) and declared in self.todo.values:
            return self._value(declared)
        if isinstance(declared, DefineDef) and declared in self.todo.defines:
            return self._define(declared)
        return True

    def _value(self, value: ValueDef) -> bool:
        node = self.todo.values[value]
        self.busy.add(value)
        scope = Scope(value.origin).with_params(value.params)
        base = self.checker.check(node.base, scope)
        against = self.checker.check(node.against, scope) if node.against else None
        self.busy.discard(value)
        del self.todo.values[value]
        if base is None:
            return False
        value.base, value.type, value.against = base, base.type, against
        return True

    def _define(self, define: DefineDef) -> bool:
        node = self.todo.defines[define]
        self.busy.add(define)
        body = self.checker.check(node.body, Scope(define.origin).with_params(define.params))
        self.busy.discard(define)
        del self.todo.defines[define]
        if body is None:
            return False
        define.body, define.type = body, body.type
        return True

    def _event(self, event: EventDef, effects: tuple[s.Effect, ...]) -> None:
        scope = Scope(event.origin).with_params(event.params)
        if event.parent is not None:
            scope.phase = event
        block = s.Block(effects, span=event.origin.span)
        body = check_block(self.checker, block, scope)
        if event.phases:
            args = tuple(VarRef(p, type=p.type, span=event.origin.span) for p in event.params)
            body = tuple(TDo(phase, args, span=phase.origin.span) for phase in event.phases)
        event.body = body
