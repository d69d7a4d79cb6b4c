"""A checked program becomes `Code`: one Python module per program, made of syntax trees, and the tables that say what is where."""

from __future__ import annotations

import ast
from functools import reduce
from typing import TYPE_CHECKING, Any

from ruledsl.check.secrecy import kept_secret
from ruledsl.check.typed import Filter
from ruledsl.compile.bulk import BulkCompiler
from ruledsl.compile.context import Context
from ruledsl.compile.expressions import Expressions
from ruledsl.compile.procedures import DirectProcedure, Procedure
from ruledsl.compile.puremasks import together
from ruledsl.compile.pyast import const, expr, function, located, name
from ruledsl.compile.regionwise import in_place_of_var
from ruledsl.compile.strata import PIECES, STRATA
from ruledsl.compile.support import RULES, executed
from ruledsl.compile.tables import event_codes, plain_tables
from ruledsl.compile.tilewise import picked
from ruledsl.compile.values import ValueCompiler, is_static, on_piece, subject_of
from ruledsl.engine.code import (
    ANY,
    BEARER,
    OWNER,
    PIECE,
    SITE,
    UNWATCHED,
    ActionCode,
    Code,
    RuleCode,
    Rules,
    TriggerCode,
    both,
)
from ruledsl.vocabulary.types import BIT_SETS, PLAYER, REGION, TILE

if TYPE_CHECKING:
    from ruledsl.check.program import ActionDef, Origin, Program, TriggerDef
    from ruledsl.check.typed import TBlock, TExpr, Var

__all__ = ["compile_program"]


def compile_program(program: Program) -> Code:
    """The code of a program that has no errors."""
    return _Build(program).run()


def _tie(trigger: TriggerDef) -> int:
    """How the subject of a trigger has to be tied to its bearer."""
    if trigger.subject is None:
        return ANY
    if trigger.scope == "here":
        return PIECE if trigger.origin.owner.piece else SITE
    return OWNER if trigger.event.params[trigger.subject].type == PLAYER else BEARER


class _Build:
    the_long_way = False

    def __init__(self, program: Program) -> None:
        self.program = program
        self.context = Context(program, self.the_long_way)
        self.out: list[ast.stmt] = []
        self.code: Code = plain_tables(program, self.context)
        self.values = ValueCompiler(
            self.context, self.out, program.value(program.composition.roles.get("immunity", ""))
        )
        self.pieces = {key: index for index, key in enumerate(program.pieces)}
        self.copies: dict[str, list[int]] = {}
        for index, (key, tile) in enumerate(program.composition.tiles.items()):
            self.copies.setdefault(tile.copy_of or key, []).append(index)
        self.step_names: list[list[str]] = [["after_event"]]
        self.code.proc_names.append("after")
        self.code.pads.append(())
        self.code.tile_slots.append(())
        self.code.secret_slots.append(())

    def run(self) -> Code:
        program, code = self.program, self.code
        for value in program.values:
            self.values.value(value)
            self.values.remembering(f"v_{value.index}", len(value.params))
            code.value_subjects.append(subject_of(value.params))
        for define in program.defines:
            self.values.define(define)
        for permission in program.permissions:
            for despite in ((), *permission.despites):
                function_name = self.values.permission(permission, despite)
                self.values.remembering(function_name, len(permission.params) - 1)
        code.events = event_codes(program, self.context)
        code.fleeting = frozenset(
            cell for info in code.events for cells in info.resets.get("tile", {}).values() for cell in cells
        )
        for event, info in zip(program.events, code.events, strict=True):
            info.proc = self.procedure(event.name, event.origin, event.params, event.body, None)
            if self.context.direct.event(event) is not None and not self.context.direct.is_nothing(event):
                DirectProcedure(self.context, event.origin, event.params, self.out).event(event)
        triggers = [self._trigger(index) for index in range(len(program.triggers))]
        actions = [self._action(action) for action in program.actions]
        rules = self._rules()
        BulkCompiler(self.values).write()
        found = self._execute()
        code.values = [found[f"v_{v.index}"] for v in program.values]
        code.permissions = [found[f"p_{p.index}"] for p in program.permissions]
        code.procs = [tuple(found[step] for step in steps) for steps in self.step_names]
        self._finish_triggers(found, triggers)
        self._finish_actions(found, actions)
        for owner, place, kind, entry in rules:
            self._file(owner, place, kind, entry, found)
        code.rules_of_tile = [self._rules_of(tile) for tile in range(len(program.tiles))]
        code.watches_of_tile = [
            reduce(both, (rules.watch for rules in brought), UNWATCHED) for brought in code.rules_of_tile
        ]
        for piece, brought in code.piece_rules.items():
            if code.brought_by[piece] < 0:
                code.piece_watches |= brought.watch[0]
        unbound = {piece for piece in code.piece_rules if code.brought_by[piece] < 0}
        code.awaited = frozenset(unbound | {gate for gate, _ in code.gates})
        return code

    def _rules_of(self, tile: int) -> tuple[Rules, ...]:
        """What a tile brings into play: its own rules, and those of its pieces."""
        code = self.code
        own = [code.tile_rules[tile]] if tile in code.tile_rules else []
        return (*own, *(code.piece_rules[k] for k in code.brings.get(tile, ()) if k in code.piece_rules))

    def _execute(self) -> dict[str, Any]:
        self.code.module = compile(located(ast.Module(self.out, [])), RULES, "exec")
        return executed(self.code.module)

    # ── procedures ──

    def procedure(
        self, title: str, origin: Origin, params: list[Var], body: TBlock, condition: TExpr | None
    ) -> int:
        """Compile a body; its number."""
        number = len(self.step_names)
        found = Procedure(self.context, number, origin, params, self.out)
        found.compile(body, condition)
        self.step_names.append(found.step_names)
        self.code.proc_names.append(title)
        self.code.pads.append(found.pad)
        self.code.tile_slots.append(tuple(found.tile_slots))
        self.code.secret_slots.append(tuple(found.secret_slots))
        for step, info in found.choices.items():
            self.code.choices[number, step] = info
            if info.kind == "offer":
                self.code.offers.setdefault(number, {})[step] = info.after
        return number

    def _trigger(self, index: int) -> tuple[int, str]:
        trigger = self.program.triggers[index]
        title = f"{trigger.moment} {trigger.event.name}"
        instead = trigger.moment == "instead"
        condition = None if instead else trigger.condition
        number = self.procedure(title, trigger.origin, trigger.event.params, trigger.body, condition)
        applies = ""
        if instead:
            applies = f"i_{index}"
            use, names = self.values.use(trigger.event.params, bearer=True)
            result = use(trigger.condition) if trigger.condition else ast.Constant(value=True)
            self.out.append(function(applies, ["g", "me", "here", "this", *names], [ast.Return(result)]))
        if not is_static(trigger.origin.owner) and self.context.direct.trigger(trigger) is not None:
            DirectProcedure(self.context, trigger.origin, trigger.event.params, self.out).trigger(trigger)
        return number, applies

    def _finish_triggers(self, found: dict[str, Any], triggers: list[tuple[int, str]]) -> None:
        for definition, (number, applies) in zip(self.program.triggers, triggers, strict=True):
            piece = definition.origin.owner.piece
            kind = self.pieces[piece] if piece else -1
            direct = found.get(f"w_{definition.index}")
            late = definition.moment == "after"
            self.code.triggers.append(
                TriggerCode(
                    definition,
                    number,
                    found.get(applies),
                    kind,
                    definition.moment,
                    _tie(definition),
                    -1 if definition.subject is None else definition.subject,
                    direct,
                )
            )
            if is_static(definition.origin.owner):
                static = self.code.static_triggers.setdefault(definition.event.index, ([], []))
                static[late].append((definition.index, -1, -1, -1))
                gate = self.context.direct.gates.get(definition.index, -1)
                if gate >= 0:
                    self.code.gates.append((gate, 1 << definition.event.index))
                else:
                    self.code.events[definition.event.index].is_watched = True

    # ── actions ──

    def _action(self, action: ActionDef) -> tuple[int, str, str]:
        params = [*action.phase.params, *([action.target] if action.target else [])]
        number = self.procedure(action.name, action.origin, params, action.body, None)
        key = f"k_{action.index}" if action.limit else ""
        if key:
            self._limit_key(action, params, key)
        targets = f"t_{action.index}"
        use, names = self.values.use(action.phase.params, bearer=True)
        body = self._targets(action, use.remembering(), [name(n) for n in names], key)
        self.out.append(function(targets, ["g", "me", "here", "this", *names], body))
        if self.context.direct.block(action.body) is not None:
            DirectProcedure(self.context, action.origin, params, self.out).action(action)
        return number, targets, key

    def _limit_key(self, action: ActionDef, params: list[Var], key: str) -> None:
        use, names = self.values.use(params, bearer=True)
        assert action.limit is not None  # noqa: S101 - only called with one
        each = use.passed(action.limit.each) if action.limit.each else const(-1)
        result = ast.Tuple([const(action.index), name("this"), each], ast.Load())
        self.out.append(function(key, ["g", "me", "here", "this", *names], [ast.Return(result)]))

    def _targets(
        self, action: ActionDef, use: Expressions, params: list[ast.expr], key: str
    ) -> list[ast.stmt]:
        bearer = [name("g"), name("me"), name("here"), name("this")]
        if action.target is None:
            tests = [use(action.condition)] if action.condition else []
            if action.limit is not None:
                call = ast.Call(name(key), [*bearer, *params], [])
                tests.append(expr("g.used.get(K, 0) < TIMES", K=call, TIMES=use(action.limit.times)))
            test = (
                ast.BoolOp(ast.And(), tests)
                if len(tests) > 1
                else tests[0]
                if tests
                else ast.Constant(value=True)
            )
            return [ast.Return(expr("NOBODY if TEST else ()", NOBODY=const((-1,)), TEST=test))]
        assert action.options is not None  # noqa: S101 - the checker saw to it
        members = self._members(action, use, action.options, action.target)
        if action.limit is None:
            return [ast.Return(members)]
        item = name(self.context.fresh(action.target.name))
        times = use.with_env({action.target: item})(action.limit.times)
        call = ast.Call(name(key), [*bearer, *params, item], [])
        return [
            ast.Return(expr("[I for I in S if g.used.get(K, 0) < N]", I=item, S=members, K=call, N=times))
        ]

    def _members(self, action: ActionDef, use: Expressions, options: TExpr, target: Var) -> ast.expr:
        """What an action can be aimed at, whatever its limit says."""
        if action.condition is None:
            return use.iterate(options, ordered=target.type not in BIT_SETS)
        if target.type in BIT_SETS:
            return self._aimed(use, options, target, action.condition)
        return self.context.in_order(options, picked(use, options, target, action.condition))

    def _aimed(self, use: Expressions, options: TExpr, target: Var, condition: TExpr) -> ast.expr:
        """Targets that are bits of a set: the condition is one more that they have to meet."""
        if isinstance(options, Filter):
            given = in_place_of_var(options.condition, options.var, target)
            condition = together([given, condition])
            options = options.members
        return self.context.masks.listed(use, use(options), target.type, target, condition)

    def _finish_actions(self, found: dict[str, Any], actions: list[tuple[int, str, str]]) -> None:
        for definition, (number, targets, key) in zip(self.program.actions, actions, strict=True):
            unit = definition.limit.unit.index if definition.limit else -1
            first = definition.phase.params[0].type.name if definition.phase.params else ""
            aims = definition.target is not None and definition.target.type == REGION
            entry = ActionCode(
                definition, number, found[targets], found.get(key), unit, first == "player", aims
            )
            entry.arity = len(definition.phase.params)
            entry.direct = found.get(f"x_{definition.index}")
            entry.way = self.context.direct.block(definition.body) or 0
            entry.secret = definition.target in kept_secret(*definition.body)
            entry.each = self._each(definition)
            self.code.actions.append(entry)
            if unit >= 0:
                self.code.events[unit].unit = True
            if definition.target is not None and definition.target.type == TILE:
                self._offers_tiles(definition.phase.index)
            if is_static(definition.origin.owner):
                self.code.static_actions.setdefault(definition.phase.index, []).append(definition.index)

    def _offers_tiles(self, phase: int) -> None:
        for info in self.code.choices.values():
            info.tiles |= info.phase == phase

    def _each(self, action: ActionDef) -> int:
        """How an action comes by the tiles for which its limit counts apart; -1 if that hangs on secrets."""
        each = action.limit.each if action.limit is not None else None
        if each is None:
            return 0
        if self.context.secrecy(each):
            return -1
        return self.context.pointing(each) if each.type == TILE else 0

    # ── the rules of tiles and pieces ──

    def _rules(self) -> list[tuple[Origin, int, str, Any]]:
        """(origin, place, table, how to make the entry once the functions exist)."""
        program, values = self.program, self.values

        def of_tiles(rules: list[Any]) -> list[Any]:
            return [rule for rule in rules if not is_static(rule.origin.owner)]

        return [
            *(
                (m.origin, m.value.index, "values", (values.modifier(m), m))
                for m in of_tiles(program.modifiers)
            ),
            *(
                (f.origin, f.permission.index, "forbids", (values.permission_rule(f, "f"), f))
                for f in of_tiles(program.forbids)
            ),
            *(
                (p.origin, p.permission.index, "permits", (values.permission_rule(p, "l"), p))
                for p in of_tiles(program.permits)
            ),
            *((t.origin, t.index, "triggers", None) for t in of_tiles(program.triggers)),
            *((a.origin, a.index, "actions", None) for a in of_tiles(program.actions)),
        ]

    def _file(self, origin: Origin, place: int, kind: str, entry: Any, found: dict[str, Any]) -> None:
        owner, code = origin.owner, self.code
        if owner.piece:
            table = code.piece_rules.setdefault(self.pieces[owner.piece], Rules())
        else:
            first, *copies = self.copies[owner.tile]
            table = code.tile_rules.setdefault(first, Rules())
            for index in copies:
                code.tile_rules[index] = table
        rule: Any = place
        if kind not in ("triggers", "actions"):
            identifier, definition = entry
            stratum, own = 0, getattr(definition, "reason", "")
            if kind == "values":
                stratum = STRATA[definition.op] + (PIECES if on_piece(definition) else 0)
                own = ""
                if definition.scope == "my" and definition.subject == subject_of(definition.value.params):
                    own = definition.value.params[definition.subject].type.name
            twin = found.get(f"mb_{definition.index}") if kind == "values" else None
            rule = RuleCode(stratum, own, found[identifier], twin)
        elif kind == "triggers":
            trigger = self.program.triggers[place]
            way = self.context.direct.trigger(trigger)
            rule = (place, trigger.moment == "after")
            place = trigger.event.index
            bit = 1 << place
            table.watch = both(table.watch, (bit, bit, 0) if way is None else (bit, 0, way))
        else:
            place = self.program.actions[place].phase.index
        table.entries.append((kind, place, rule, origin.stages))
