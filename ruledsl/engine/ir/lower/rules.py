"""Values, permissions and the rules that change them, as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower.effects import Effects
from ruledsl.engine.ir.lower.expressions import Lowering, permission_name, type_of
from ruledsl.engine.ir.module import BEARER, Module, Procedure
from ruledsl.engine.state.layout import KINDS, LIVE, OWNER, Layout
from ruledsl.language.vocabulary.types import FLAG, NUMBER, PEOPLE, PIECES, REGION, STRATA, TILE, set_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.actions import together
from ruledsl.rules.check.bounds.ranges import Ranges, Sizes, too_wide
from ruledsl.rules.check.knowledge import keeps_its_order
from ruledsl.rules.check.program import is_static, on_piece, says_no, subject_of
from ruledsl.rules.check.scope import ask
from ruledsl.rules.check.typed.declarations import EventDef

if TYPE_CHECKING:
    from ruledsl.engine.ir.lower.expressions import Scope
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed import TExpr, Var
    from ruledsl.rules.check.typed.declarations import (
        ActionDef,
        ForbidDef,
        ModifierDef,
        PermissionDef,
        PermitDef,
        TriggerDef,
        ValueDef,
    )

ME, HERE, _ = BEARER
UNIVERSES = {
    "region": n.Board("everywhere", None, "bits"),
    "people": n.Cell("game", LIVE, "peoples", None, "bits"),
}
"""The possible values of a permission's first parameter."""
MOST_IN_ONE = 100
"""The most prohibitions in one function: memory for compiling grows with the length of a function, and time grows faster."""


def changed(op: str, old: n.Expr, by: n.Expr) -> n.Expr:
    """A value after a rule has changed it."""
    stratum = STRATA[op]
    if stratum.operator is None:
        return by
    make = n.SetOp if stratum.of == "set" else n.Arith
    result = make(stratum.operator.sign, old, by)
    return n.Saturated(result) if stratum.operator.grows else result


class RuleLowering:
    """Adds functions to the module."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.module = lowering.module
        program = lowering.program
        self.immunity = program.value(program.composition.roles.get("immunity", ""))
        self.immune: n.Expr = n.NO if self.immunity is None else n.YES
        """Can somebody be immune in the current state?"""
        if self.immunity is not None and says_no(self.immunity):
            self.immune = n.Fact("changed", self.immunity.index)

    # ── values ──

    def guarded(self, value: ValueDef) -> bool:
        """Can an immune player or people refuse rules that change this value?"""
        return value.against is not None and self.immunity is not None

    def value(self, value: ValueDef, source: Type | None = None) -> None:
        """`v_N(…)`: base, then the strata; rules of packs are inlined, those of tiles apply when some are in play.

        With a `source`, `u_N_T(…, source)`: the same, but the rules of this tile or piece do not apply.
        """
        scope, params = self.lowering.scope(value.params)
        spared = None if source is None else self._spared(value, source)
        x = self.module.local("x", type_of(value.type))
        body: list[n.Stmt] = [n.Assign(x, scope(value.base))]
        moving = {
            STRATA[m.op].order for m in value.modifiers if not is_static(m.origin.owner) and not on_piece(m)
        }
        lying = {STRATA[m.op].order for m in value.modifiers if on_piece(m)}
        fact = n.Fact("changed", value.index)
        subject = subject_of(value.params)
        rules = n.InPlay(value.index, params[subject] if subject >= 0 else n.NOBODY)
        args: tuple[n.Expr, ...] = params
        victim: n.Expr | None = None
        if self.guarded(value) and (moving or lying):
            assert value.against is not None  # noqa: S101 - it is guarded
            victim = n.Select(self.immune, scope(value.against), n.NOBODY)
            args = (*params, victim)
        for stratum in sorted({one.order for one in STRATA.values()}):
            body += [self._fixed(m, scope, x) for m in value.modifiers if self._stands(m, stratum)]
            if stratum in moving:
                body.append(n.If(((fact, (n.Apply(x, rules, stratum, args, spared),)),)))
            if stratum in lying:
                region = next(p for p, var in zip(params, value.params, strict=True) if var.type == REGION)
                near = n.Logic("and", fact, n.Cell("region", KINDS, "kinds", region))
                body.append(n.If(((near, (n.Apply(x, rules, stratum + PIECES, args, spared),)),)))
        wide = value.type == NUMBER and too_wide(self.lowering.ranges.of(value))
        body.append(n.Return(n.Saturated(x) if wide else x))
        if source is not None and spared is not None:
            name = self.lowering.sparing(value, source)
            self.module.add(name, (*params, spared.source), tuple(body), -1, victim)
            return
        among = -1
        if value.modifiers and value.type in (NUMBER, FLAG):
            among = next((i for i, p in enumerate(value.params) if p.type == REGION), -1)
        self.module.add(f"v_{value.index}", params, tuple(body), among, victim)

    def _spared(self, value: ValueDef, source: Type) -> n.Spared:
        spared = self.module.local("spared")
        if source == TILE:
            return n.Spared(spared, None)
        pieces = self.lowering.program.pieces
        kinds = {
            f"m_{m.index}": pieces.index(m.origin.owner.piece)
            for m in value.modifiers
            if m.origin.owner.piece
        }
        return n.Spared(spared, kinds)

    @staticmethod
    def _stands(modifier: ModifierDef, stratum: int) -> bool:
        return STRATA[modifier.op].order == stratum and is_static(modifier.origin.owner)

    def _fixed(self, modifier: ModifierDef, scope: Scope, x: n.Local) -> n.Stmt:
        done = n.Assign(x, changed(modifier.op, x, scope(modifier.change)))
        test = scope(modifier.condition) if modifier.condition is not None else n.YES
        return n.If(((test, (n.Note(self.lowering.number(modifier)), done)),))

    def modifier(self, rule: ModifierDef) -> str:
        """`m_N(me, here, this, x, …)`: a value after a rule of a tile has changed it. Returns the function's name.

        Where somebody can be immune, the last parameter is the subject of the value (-1: nobody can be immune).
        """
        value = rule.value
        scope, params = self.lowering.scope(value.params, bearer=True)
        x = self.module.local("x", type_of(value.type))
        by = self.module.local("by", type_of(value.type))
        names = params[len(BEARER) :]
        amount = scope(rule.change)
        if STRATA[rule.op].adds and on_piece(rule):
            amount = n.Arith(
                "*", n.Prim("lying", (self._kind(rule, scope), names[rule.subject or 0])), amount
            )
        if value.type == set_of(REGION) and rule.op == "also":
            amount = n.SetOp("-", amount, n.Prim("shielded", (ME,), "bits"))
        tests = self._here(rule, scope, names)
        if rule.condition is not None:
            tests.append(scope(rule.condition))
        done: n.Block = (n.Assign(x, changed(rule.op, x, by)),)
        among = self.module.functions[f"v_{value.index}"].among
        given: tuple[n.Local, ...] = (*BEARER, x, *names)
        victim: n.Local | None = None
        if self.guarded(value) and self.immunity is not None:
            victim = self.module.local("victim")
            untouchable = n.Call(f"v_{self.immunity.index}", (victim, ME))
            hurt = n.all_of(
                [
                    n.Compare(">=", victim, n.NO),
                    n.Compare(">=", ME, n.NO),
                    n.Compare("!=", victim, ME),
                    self._hurts(rule, x, by),
                    untouchable,
                ]
            )
            done = (n.If(((n.Not(hurt), done),)),)
            given = (*given, victim)
        body = n.If(((n.all_of(tests), (n.Note(self.lowering.number(rule)), n.Assign(by, amount), *done)),))
        name = f"m_{rule.index}"
        self.module.add(
            name, given, (body, n.Return(x)), among + len(BEARER) + 1 if among >= 0 else -1, victim
        )
        return name

    @staticmethod
    def _hurts(rule: ModifierDef, x: n.Expr, by: n.Expr) -> n.Expr:
        """Does the rule hurt the victim? The value says whether lowering or raising it does."""
        stratum = STRATA[rule.op]
        turned = stratum.turned(lower=rule.value.lower)
        if isinstance(turned, bool):
            return n.Const(int(turned))
        return n.Compare(turned, by, x if stratum.neutral is None else n.Const(stratum.neutral))

    def _kind(self, rule: ModifierDef | ForbidDef | PermitDef, scope: Scope) -> n.Expr:
        return scope.kind(self.lowering.program.pieces.index(rule.origin.owner.piece))

    def _sites(self, rule: ModifierDef | ForbidDef | PermitDef, scope: Scope) -> n.Expr:
        """The regions for `here`: where the piece lies, or the tile's own region."""
        if rule.origin.owner.piece:
            return n.Prim("sites", (self._kind(rule, scope),), "bits")
        return n.Single(HERE)

    def _here(self, rule: ModifierDef, scope: Scope, names: tuple[n.Local, ...]) -> list[n.Expr]:
        if rule.scope != "here" or rule.subject is None:
            return []
        if rule.origin.owner.piece:
            return [n.Has(self._sites(rule, scope), names[rule.subject])]
        return [n.Compare("==", HERE, names[rule.subject])]

    # ── permissions ──

    def permission(self, permission: PermissionDef, despite: tuple[str, ...] = ()) -> None:
        """`p_N(…)`: the bit set of all allowed values of the first parameter."""
        scope, params = self.lowering.scope(permission.params[1:])
        first = permission.params[0]
        allowed = self.module.local("allowed", "bits")
        universe = UNIVERSES.get(first.type.name, n.Prim("players", (), "bits"))
        body: list[n.Stmt] = [n.Assign(allowed, universe)]
        name = permission_name(permission, despite)
        static = [f for f in permission.forbids if is_static(f.origin.owner) and not f.falls_under(*despite)]
        parts = [static[first : first + MOST_IN_ONE] for first in range(0, len(static), MOST_IN_ONE)]
        for number, part in enumerate(parts):
            forbidden = [step for forbid in part for step in self._forbidden(forbid, scope, allowed, params)]
            if len(parts) > 1:
                own = f"{name}_part_{number}"
                self.module.add(own, (allowed, *params), (*forbidden, n.Return(allowed)))
                forbidden = [n.Assign(allowed, n.Call(own, (allowed, *params), "bits"))]
            body += forbidden
        if any(not (is_static(f.origin.owner) or f.falls_under(*despite)) for f in permission.forbids):
            ignored = n.Const(tuple(self.lowering.reasons.index(reason) for reason in despite), "list")
            rest = n.Prim("unforbidden", (n.Const(permission.index), ignored, allowed, *params), "bits")
            body.append(n.If(((n.Fact("forbids", permission.index), (n.Assign(allowed, rest),)),)))
        body.append(n.Return(allowed))
        self.module.add(name, params, tuple(body))

    def _forbidden(
        self, forbid: ForbidDef, scope: Scope, allowed: n.Local, params: tuple[n.Local, ...]
    ) -> list[n.Stmt]:
        permission, first = forbid.permission, forbid.permission.params[0]
        bad = self.module.local("bad", "bits")
        forbidden = scope.filtered_in(first, allowed, forbid.condition)
        body: list[n.Stmt] = [n.Assign(bad, forbidden), n.Note(self.lowering.number(forbid), bad)]
        for permit in permission.permits:
            if forbid.falls_under(permit.reason) and is_static(permit.origin.owner):
                lifted = self.module.local("lifted", "bits")
                body += [
                    n.Assign(lifted, scope.filtered_in(first, bad, permit.condition)),
                    n.Note(self.lowering.number(permit), lifted),
                    n.Assign(bad, n.SetOp("-", bad, lifted)),
                ]
        reason = n.Const(self.lowering.reasons.index(forbid.reason))
        left = n.Prim("unlifted", (n.Const(permission.index), reason, bad, *params), "bits")
        body.append(n.If(((n.Fact("permits", permission.index), (n.Assign(bad, left),)),)))
        return [*body, n.Assign(allowed, n.SetOp("-", allowed, bad))]

    def permission_rule(self, rule: ForbidDef | PermitDef, name: str) -> None:
        """`f_N` and `l_N(me, here, this, among, …)`: the members of `among` to which a prohibition or permit applies."""
        first, rest = rule.permission.params[0], rule.permission.params[1:]
        scope, params = self.lowering.scope(rest, bearer=True)
        among = self.module.local("among", "bits")
        source: n.Expr = among
        test: n.Expr = n.YES
        if rule.scope == "my" and rule.subject is not None:
            of_people = rule.permission.params[rule.subject].type == PEOPLE
            mine = ME if of_people else n.Cell("people", OWNER, "owner", ME)
            if rule.subject > 0:
                test = n.Compare("==", mine, params[len(BEARER) + rule.subject - 1])
            else:
                source = n.SetOp("&", among, n.Single(mine))
        elif rule.scope == "here":
            source = n.SetOp("&", among, self._sites(rule, scope))
        members = self.module.local("found", "bits")
        value = n.Select(test, scope.filtered_in(first, source, rule.condition), n.Const(0, "bits"), "bits")
        if name.startswith("l_") and first.type == REGION and not is_static(rule.origin.owner):
            value = n.Select(
                test, n.SetOp("-", value.yes, n.Prim("shielded", (ME,), "bits")), value.no, "bits"
            )
        body = (n.Assign(members, value), n.Note(self.lowering.number(rule), members), n.Return(members))
        self.module.add(name, (*BEARER, among, *params[len(BEARER) :]), body)


# ── program ─────────────────────────────────────────────────────────────────────
# A checked program as a module: all functions and procedures, in the order of the program.


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
        added: set[str] = set()
        while left := self.lowering.spared.keys() - added:  # what one asks may spare others
            for name in sorted(left):
                self.rules.value(*self.lowering.spared[name])
            added |= left

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
        procedure = Procedure(
            number, title, owner, names[len(BEARER) :], body, tuple(effects.choices), effects.held
        )
        self.module.procedures.append(procedure)

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
        targets = self._targets(action, scope, names)
        self.module.add(f"t_{action.index}", names, (n.Return(targets),))

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
        me: TExpr = t.Pronoun("me", type=PEOPLE, span=span)
        if action.by is not None:
            acting = next((param for param in action.phase.params if param.type == PEOPLE), None)
            me = t.VarRef(acting, type=PEOPLE, span=span) if acting is not None else me
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
        targets: n.Expr = n.Filter(name, options, test, type=options.type) if test is not n.YES else options
        if action.target.type == TILE and not keeps_its_order(action.options):
            targets = n.Prim("in_tile_order", (targets,), "list")
        if action.limit is not None:
            inner, name = scope.member(action.target)
            targets = n.Filter(name, targets, self._still(action, inner, (*names, name)), type=options.type)
        return targets

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
