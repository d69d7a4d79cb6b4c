"""A checked program as a module: all functions and procedures, in the order of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower.effects import Effects
from ruledsl.engine.ir.lower.expressions import Lowering
from ruledsl.engine.ir.lower.rules import RuleLowering
from ruledsl.engine.ir.module import BEARER, Module, Procedure
from ruledsl.engine.state.layout import Layout
from ruledsl.language.vocabulary.types import FLAG, PEOPLE, REGION, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.actions import together
from ruledsl.rules.check.bounds.ranges import Ranges
from ruledsl.rules.check.bounds.sizes import Sizes
from ruledsl.rules.check.knowledge.pointing import keeps_its_order
from ruledsl.rules.check.program import is_static
from ruledsl.rules.check.scope import ask
from ruledsl.rules.check.typed.declarations import EventDef

if TYPE_CHECKING:
    from ruledsl.engine.ir.lower.expressions import Scope
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed import TExpr, Var
    from ruledsl.rules.check.typed.declarations import ActionDef, TriggerDef

NOTHING, ITSELF = n.Const((), "list"), n.Const((-1,), "list")
"""The targets of an action without a target: none if it cannot be taken, itself if it can."""


def lowered(program: Program) -> Module:
    """The module of a program that has no errors."""
    module = Module(program, Layout(), Ranges(Sizes(program)))
    _ProgramLowering(module).run()
    return module


class _ProgramLowering:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.counted = together(module.program)
        self.lowering = Lowering(module)
        module.reasons = self.lowering.reasons
        self.rules = RuleLowering(self.lowering)

    def run(self) -> None:
        program = self.module.program
        for value in program.values:
            self.rules.value(value)
        for define in program.defines:
            scope, params = self.lowering.scope(define.params, bearer=define in self.lowering.copied)
            self.module.add(f"d_{define.index}", params, (n.Return(scope(define.body)),))
        for permission in program.permissions:
            for despite in ((), *permission.despites):
                self.rules.permission(permission, despite)
        self._rules()
        for event in program.events:
            self._event(event)
        for trigger in program.triggers:
            self._trigger(trigger)
        for action in program.actions:
            self._action(action)

    def _rules(self) -> None:
        """The rules of tiles and pieces, and all permits."""
        program, rules = self.module.program, self.rules
        for modifier in program.modifiers:
            if not is_static(modifier.origin.owner):
                rules.modifier(modifier)
        for forbid in program.forbids:
            if not is_static(forbid.origin.owner):
                rules.permission_rule(forbid, f"f_{forbid.index}")
        for permit in program.permits:
            rules.permission_rule(permit, f"l_{permit.index}")

    def _procedure(
        self,
        title: str,
        rule: EventDef | TriggerDef | ActionDef,
        params: list[Var],
        condition: TExpr | None,
        first: t.TBlock = (),
    ) -> None:
        scope, names = self.lowering.scope(params, bearer=True)
        effects = Effects(self.lowering, scope)
        body: n.Block = ()
        if condition is not None:
            body = (n.If(((n.Not(scope(condition)), (n.Return(None),)),)),)
        if not isinstance(rule, EventDef) or rule.body:
            body += (n.Note(self.lowering.number(rule)),)
        body += effects.block((*first, *rule.body))
        number = len(self.module.procedures) + 1
        owner = str(rule.origin.owner)
        found = Procedure(
            number, title, owner, names[len(BEARER) :], body, tuple(effects.choices), effects.held
        )
        self.module.procedures.append(found)

    def _event(self, event: EventDef) -> None:
        self._procedure(event.name, event, event.params, None)

    def _trigger(self, trigger: TriggerDef) -> None:
        instead = trigger.moment == "instead"
        condition = None if instead else trigger.condition
        self._procedure(f"{trigger.moment} {trigger.event.name}", trigger, trigger.event.params, condition)
        if instead:
            scope, params = self.lowering.scope(trigger.event.params, bearer=True)
            test = scope(trigger.condition) if trigger.condition is not None else n.YES
            self.module.add(f"i_{trigger.index}", params, (n.Return(test),))

    # ── actions ──

    def _action(self, action: ActionDef) -> None:
        params = [*action.phase.params, *([action.target] if action.target else [])]
        self._procedure(action.name, action, params, None, first=self._aiming(action))
        scope, names = self.lowering.scope(action.phase.params, bearer=True)
        if action.limit is not None:
            inner, all_names = self.lowering.scope(params, bearer=True)
            each = inner.passed(action.limit.each) if action.limit.each is not None else n.Const(-1)
            self.module.add(f"k_{action.index}", all_names, (n.Return(each),))
        found = self._targets(action, scope, names)
        self.module.add(f"t_{action.index}", names, (n.Return(found),))

    def _aiming(self, action: ActionDef) -> t.TBlock:
        """What runs before an action of a tile that targets another people or one of its regions."""
        program, target = self.module.program, action.target
        event = program.event(program.composition.roles.get("aiming", ""))
        if event is None or target is None or not action.origin.owner.tile:
            return ()
        aim, span = t.VarRef(target, type=target.type, span=action.origin.span), action.origin.span
        if target.type not in (REGION, PEOPLE):
            return ()
        victim = aim if target.type == PEOPLE else ask("holder", (aim,), span)
        me = t.Pronoun("me", type=PEOPLE, span=span)
        owners = ask("owner", (victim,), span), ask("owner", (me,), span)
        nobody = t.Const(-1, type=PEOPLE, span=span)
        others = (
            t.Order("!=", victim, nobody, type=FLAG, span=span),
            t.Order("!=", *owners, type=FLAG, span=span),
        )
        enemy = t.Logic("and", *others, type=FLAG, span=span)
        return (t.TIf(((enemy, (t.TDo(event, (victim, me), span=span),)),), (), span=span),)

    def _targets(self, action: ActionDef, scope: Scope, names: tuple[n.Local, ...]) -> n.Expr:
        """The current targets of an action: the members of a set, or the single target -1 for an action without a target."""
        if action.target is None:
            test = scope(action.condition) if action.condition is not None else n.YES
            if action.limit is not None:
                test = n.Logic("and", test, self._still(action, scope, names))
            return n.Select(test, ITSELF, NOTHING, "list")
        assert action.options is not None  # noqa: S101 - the checker saw to it
        options = scope(action.options)
        inner, name = scope.member(action.target)
        test = inner(action.condition) if action.condition is not None else n.YES
        found: n.Expr = n.Filter(name, options, test, type=options.type) if test is not n.YES else options
        if action.target.type == TILE and not keeps_its_order(action.options):
            found = n.Prim("in_tile_order", (found,), "list")
        if action.limit is not None:
            inner, name = scope.member(action.target)
            found = n.Filter(name, found, self._still(action, inner, (*names, name)), type=options.type)
        return found

    def _still(self, action: ActionDef, scope: Scope, names: tuple[n.Local, ...]) -> n.Expr:
        """Is the limit of an action not yet reached?"""
        assert action.limit is not None  # noqa: S101 - only asked of one with a limit
        times = scope(action.limit.times)
        each = n.Call(f"k_{action.index}", names)
        counted = (n.Const(one.index) for one in self.counted.get(action, [action]))
        taken: n.Expr = n.Prim("used", (next(counted), BEARER[2], each))
        for other in counted:
            taken = n.Arith("+", taken, n.Prim("used", (other, BEARER[2], each)))
        return n.Compare("<", taken, times)
