"""Values, definitions, permissions and the rules that change them, as functions of the state."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check.bounds.ranges import too_wide
from ruledsl.compile.expressions import Expressions, permission_name
from ruledsl.compile.puremasks import pure
from ruledsl.compile.pyast import const, expr, function, name, stmts
from ruledsl.compile.strata import PIECES, STRATA
from ruledsl.engine.layout import KINDS
from ruledsl.vocabulary.types import FLAG, NUMBER, PEOPLE, PLAYER, REGION, set_of

if TYPE_CHECKING:
    from ruledsl.check.program import (
        DefineDef,
        ForbidDef,
        ModifierDef,
        PermissionDef,
        PermitDef,
        ValueDef,
    )
    from ruledsl.check.typed import TExpr, Var
    from ruledsl.compile.context import Context

__all__ = ["ValueCompiler", "is_static", "on_piece", "subject_of"]

_NOBODY = -1


def on_piece(modifier: ModifierDef) -> bool:
    """Is it a rule of a piece about the region where it lies?"""
    return bool(modifier.origin.owner.piece) and modifier.scope == "here"


def is_static(origin_owner: object) -> bool:
    """A rule of a pack itself is always in play and compiled into what it changes."""
    return not getattr(origin_owner, "tile", "") and not getattr(origin_owner, "piece", "")


def subject_of(params: list[Var]) -> int:
    """The parameter by which the modifiers of a value are looked up: its first people or player; -1 without one."""
    return next((i for i, p in enumerate(params) if p.type in (PEOPLE, PLAYER)), -1)


class ValueCompiler:
    """Writes functions into `out`."""

    def __init__(self, context: Context, out: list[ast.stmt], immunity: ValueDef | None) -> None:
        self.context = context
        self.out = out
        self.immunity = immunity

    def use(self, params: list[Var], *, bearer: bool = False) -> tuple[Expressions, list[str]]:
        """How the parameters are read inside a function, and what they are called."""
        names = [self.context.fresh(p.name) for p in params]
        env: dict[Var, ast.expr] = {p: name(n) for p, n in zip(params, names, strict=True)}
        nobody = const(_NOBODY)
        if bearer:
            return Expressions(self.context, env, name("me"), name("here"), name("this")), names
        return Expressions(self.context, env, nobody, nobody, nobody), names

    # ── values ──

    def value(self, value: ValueDef) -> None:
        """`v_N(g, …)`: base, then the strata; modifiers of packs in place, those of tiles from the tables."""
        use, names = self.use(value.params)
        fixed: list[list[ModifierDef]] = [[], [], [], [], []]
        for modifier in value.modifiers:
            if is_static(modifier.origin.owner):
                fixed[STRATA[modifier.op]].append(modifier)
        body = stmts("x = BASE", BASE=use(value.base))
        moving = [m for m in value.modifiers if not is_static(m.origin.owner)]
        if moving:
            body += self._with_tiles(value, use, names, fixed, moving)
        body += [line for stratum in fixed for m in stratum for line in self._fixed(m, use)]
        body += self._result(value)
        self.out.append(function(f"v_{value.index}", ["g", *names], body))

    def _with_tiles(
        self,
        value: ValueDef,
        use: Expressions,
        names: list[str],
        fixed: list[list[ModifierDef]],
        moving: list[ModifierDef],
    ) -> list[ast.stmt]:
        """When tiles in play have something to say: all strata, theirs and those of packs in turn."""
        subject = subject_of(value.params)
        key = name(names[subject]) if subject >= 0 else const(_NOBODY)
        guard = self._guard(value, use)
        body = stmts("s = d[KEY]", KEY=key) + (guard or [])
        args = [name("g"), name("me"), name("here"), name("this"), *(name(n) for n in names)]
        pieces = self._lying(value, names) if any(on_piece(m) for m in moving) else None
        if pieces is not None:
            body += stmts("near = CELL", CELL=pieces)
        for stratum in range(5):
            body += [line for m in fixed[stratum] for line in self._fixed(m, use)]
            mine = [m for m in moving if STRATA[m.op] == stratum]
            if any(not on_piece(m) for m in mine):
                body += self._dynamic(
                    stratum, value, args, "for f, me, here, this in s[{}]", guarded=guard is not None
                )
            if pieces is not None and any(on_piece(m) for m in mine):
                loop = "for f, me, here, this in s[{}] if near else ()"
                body += self._dynamic(stratum, value, args, loop, guarded=guard is not None, offset=PIECES)
        body += self._result(value)
        return stmts("d = (g.play or refresh(g)).values[V]\nif d:\n    BODY", V=const(value.index), BODY=body)

    def _result(self, value: ValueDef) -> list[ast.stmt]:
        wide = value.type == NUMBER and too_wide(self.context.ranges.of(value))
        return stmts("return saturated(x)" if wide else "return x")

    def _lying(self, value: ValueDef, names: list[str]) -> ast.expr:
        """How many kinds of pieces lie in the region that is asked about."""
        region = next(n for n, p in zip(names, value.params, strict=True) if p.type == REGION)
        return expr("g.R[R * W + K]", R=name(region), W=self.context.width(REGION), K=const(KINDS))

    def _guard(self, value: ValueDef, use: Expressions) -> list[ast.stmt] | None:
        """Whom the modifiers are against, if anybody in play can be immune."""
        if value.against is None or self.immunity is None:
            return None
        return stmts(
            "victim = VICTIM if not g.code.immunity_sleeps or g.play.values[IMMUNE] else -1",
            VICTIM=use(value.against),
            IMMUNE=const(self.immunity.index),
        )

    def _fixed(self, modifier: ModifierDef, use: Expressions) -> list[ast.stmt]:
        templates = {
            "becomes": "x = C",
            "+": "x += C",
            "-": "x -= C",
            "also": "x |= C",
            "times": "x = saturated(x * C)",
            "without": "x &= ~C",
            "at least": "x = max(x, C)",
            "at most": "x = min(x, C)",
        }
        lines = stmts(templates[modifier.op], C=use(modifier.change))
        if modifier.condition is None:
            return lines
        return stmts("if C:\n    BODY", C=use(modifier.condition), BODY=lines)

    def _dynamic(
        self,
        stratum: int,
        value: ValueDef,
        args: list[ast.expr],
        loop: str,
        *,
        guarded: bool,
        offset: int = 0,
    ) -> list[ast.stmt]:
        call: ast.expr = ast.Call(name("f"), args, [])
        plus = "x += c" if value.type == NUMBER else "x |= c"
        if value.type == set_of(REGION):
            plus = "x |= c & ~shielded(g, me)"
        fewer = "x = saturated(x * c)" if value.type == NUMBER else "x &= ~c"
        change = {0: "x = c", 1: plus, 2: fewer, 3: "x = max(x, c)", 4: "x = min(x, c)"}[stratum]
        test = "c is not None"
        if guarded and self.immunity is not None:
            hurts = {
                0: "c < x" if value.lower else "c > x",
                1: "c < 0" if value.lower else "c > 0",
                2: "LOWER" if value.type != NUMBER else "c < 1" if value.lower else "c > 1",
                3: "not LOWER",
                4: "LOWER",
            }[stratum]
            harmed = f"victim >= 0 and me >= 0 and victim != me and ({hurts})"
            test += f" and not ({harmed} and v_{self.immunity.index}(g, victim, me))"
        template = f"{loop.format(stratum + offset)}:\n    c = CALL\n    if {test}:\n        {change}"
        return stmts(template, CALL=call, LOWER=const(value.lower))

    def modifier(self, modifier: ModifierDef) -> str:
        """`m_N(g, me, here, this, …)`: what a modifier of a tile says now; None when it does not apply."""
        use, names = self.use(modifier.value.params, bearer=True)
        change = use(modifier.change)
        region = self._here_test(modifier, names)
        if modifier.op == "-":
            change = expr("-C", C=change)
        if modifier.op in ("+", "-") and modifier.origin.owner.piece and modifier.scope == "here":
            change = expr("N * C", N=self._pieces_here(modifier, names), C=change)
        tests = [region] if region is not None else []
        if modifier.condition is not None:
            tests.append(use(modifier.condition))
        self._function(f"m_{modifier.index}", names, tests, change)
        return f"m_{modifier.index}"

    def _function(self, identifier: str, names: list[str], tests: list[ast.expr], result: ast.expr) -> None:
        if tests:
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            result = ast.IfExp(test, result, ast.Constant(None))
        self.out.append(function(identifier, ["g", "me", "here", "this", *names], [ast.Return(result)]))

    def _here_test(self, rule: ModifierDef | ForbidDef | PermitDef, names: list[str]) -> ast.expr | None:
        """For `here`: does the piece lie in the region that is asked about, is it the tile's own region?"""
        if rule.scope != "here" or rule.subject is None:
            return None
        region = name(names[rule.subject])
        if rule.origin.owner.piece:
            return expr("g.kmask[K] & g.board.bit[R]", K=self._kind(rule.origin.owner.piece), R=region)
        return expr("here == R", R=region)

    def _kind(self, piece: str) -> ast.expr:
        return const(self.context.program.pieces.index(piece))

    def _pieces_here(self, rule: ModifierDef, names: list[str]) -> ast.expr:
        region = name(names[rule.subject or 0])
        return expr("g.on.get(K << 12 | R, 0)", K=self._kind(rule.origin.owner.piece), R=region)

    def remembering(self, function_name: str, params: int) -> None:
        """`vm_N`, `pm_N`: the same answer, looked up while the options of one offer are put together."""
        names = [f"a{i}" for i in range(params)]
        kind, _, number = function_name.partition("_")
        key = ast.Tuple([const(function_name), *(name(n) for n in names)], ast.Load())
        call = ast.Call(name(function_name), [name("g"), *(name(n) for n in names)], [])
        body = stmts(
            "m = g.memo\n"
            "if m is None:\n    return CALL\n"
            "x = m.get(KEY)\n"
            "if x is None:\n    x = m[KEY] = CALL\n"
            "return x".replace("KEY", "(KEY)"),
            CALL=call,
            KEY=key,
        )
        self.out.append(function(f"{kind}m_{number}", ["g", *names], body))

    # ── definitions ──

    def define(self, define: DefineDef) -> None:
        """`d_N(g, …)`."""
        use, names = self.use(define.params)
        for prefix, inner in (("d", use), ("dm", use.remembering())):
            body: list[ast.stmt] = [ast.Return(inner(define.body))]
            self.out.append(function(f"{prefix}_{define.index}", ["g", *names], body))

    # ── permissions ──

    def permission(self, permission: PermissionDef, despite: tuple[str, ...] = ()) -> str:
        """`p_N(g, …)`: of everything that the first parameter can be, what is allowed, as a bit set. The function's name."""
        first, rest = permission.params[0], permission.params[1:]
        use, names = self.use(rest)
        universe = {"region": "g.board.everywhere", "player": "players(g)"}.get(
            first.type.name, "everyone(g)"
        )
        body = stmts(
            f"allowed = {universe}\nplay = g.play or refresh(g)\nlifts = play.permits[P]",
            P=const(permission.index),
        )
        others = [name(n) for n in names]
        slowly: list[ast.stmt] = []
        quickly: list[ast.stmt] = []
        for forbid in self._cheapest_first(permission, use):
            if is_static(forbid.origin.owner) and forbid.reason not in despite:
                bad = self.context.masks.where(
                    use, name("allowed"), first.type, first, forbid.condition or _yes(forbid)
                )
                slowly += self._forbidden(bad, forbid, use, others)
                quickly += self._simply_forbidden(bad, forbid, use, others)
        body += stmts("if lifts:\n    SLOWLY\nelse:\n    QUICKLY", SLOWLY=slowly, QUICKLY=quickly)
        body += self._tile_forbids(permission, use, others, despite)
        body.append(ast.Return(name("allowed")))
        found = permission_name(permission, despite)
        self.out.append(function(found, ["g", *names], body))
        return found

    def _cheapest_first(self, permission: PermissionDef, use: Expressions) -> list[ForbidDef]:
        """Prohibitions in an order that leaves the fewest members to those that need a loop. Their order never changes the answer."""
        first = permission.params[0]

        def rank(forbid: ForbidDef) -> int:
            condition = forbid.condition
            if condition is None or pure(use, first.type, first, condition) is not None:
                return 0
            return 1

        return sorted(permission.forbids, key=rank)

    def _forbidden(
        self, bad: ast.expr, forbid: ForbidDef, use: Expressions, others: list[ast.expr]
    ) -> list[ast.stmt]:
        permission, reason = forbid.permission, forbid.reason
        lines = stmts("bad = BAD", BAD=bad)
        for permit in permission.permits:
            if permit.reason == reason and is_static(permit.origin.owner):
                first = permission.params[0]
                lifted = self.context.masks.where(
                    use, name("bad"), first.type, first, permit.condition or _yes(permit)
                )
                lines += stmts("bad &= ~LIFTED", LIFTED=lifted)
        lines += self._lifts(permission, reason, others)
        return lines + stmts("allowed &= ~bad")

    def _simply_forbidden(
        self, bad: ast.expr, forbid: ForbidDef, use: Expressions, others: list[ast.expr]
    ) -> list[ast.stmt]:
        """While no tile in play lifts any prohibition of the permission."""
        permits = forbid.permission.permits
        lifted = any(p.reason == forbid.reason and is_static(p.origin.owner) for p in permits)
        if lifted or self.context.the_long_way:
            return self._forbidden(bad, forbid, use, others)
        return stmts("allowed &= ~BAD", BAD=bad)

    def _lifts(self, permission: PermissionDef, reason: str, others: list[ast.expr]) -> list[ast.stmt]:
        call = ast.Call(
            name("f"), [name("g"), name("me"), name("here"), name("this"), name("bad"), *others], []
        )
        template = "if bad:\n    for f, me, here, this in lifts.get(REASON, ()):\n        bad &= ~LIFT"
        return stmts(template, REASON=const(reason), LIFT=self._reached(permission, call))

    def _reached(self, permission: PermissionDef, lifted: ast.expr) -> ast.expr:
        """What the permit of a tile lifts: nothing in the regions of those that are out of its reach."""
        if permission.params[0].type != REGION:
            return lifted
        return expr("LIFTED & ~shielded(g, me)", LIFTED=lifted)

    def _tile_forbids(
        self,
        permission: PermissionDef,
        use: Expressions,
        others: list[ast.expr],
        despite: tuple[str, ...],
    ) -> list[ast.stmt]:
        reasons = sorted({f.reason for f in permission.forbids if not is_static(f.origin.owner)})
        if not reasons:
            return []
        bearer = [name("g"), name("me"), name("here"), name("this")]
        bad = ast.Call(name("f"), [*bearer, name("allowed"), *others], [])
        lift = ast.Call(name("f"), [*bearer, name("bad"), *others], [])
        fixed: list[ast.stmt] = []
        for permit in permission.permits:
            if permit.reason in reasons and is_static(permit.origin.owner):
                first = permission.params[0]
                found = self.context.masks.where(
                    use, name("bad"), first.type, first, permit.condition or _yes(permit)
                )
                fixed += stmts("if reason == R:\n    bad &= ~LIFTED", R=const(permit.reason), LIFTED=found)
        return stmts(
            "for (f, me, here, this), reason in play.forbids[P]:\n"
            "    PASSED\n"
            "    bad = BAD\n"
            "    FIXED\n"
            "    for f, me, here, this in lifts.get(reason, ()):\n"
            "        bad &= ~LIFT\n"
            "    allowed &= ~bad",
            P=const(permission.index),
            PASSED=stmts("if reason in D:\n    continue", D=const(despite)) if despite else [],
            BAD=bad,
            FIXED=fixed,
            LIFT=self._reached(permission, lift),
        )

    def permission_rule(self, rule: ForbidDef | PermitDef, prefix: str) -> str:
        """`f_N(g, me, here, this, among, …)`: for which of `among` a tile's prohibition or permit applies."""
        first, rest = rule.permission.params[0], rule.permission.params[1:]
        use, names = self.use(rest, bearer=True)
        subject = rule.subject
        tests: list[ast.expr] = []
        source: ast.expr = name("among")
        if rule.scope == "my" and subject is not None:
            param = rule.permission.params[subject]
            mine = expr("me") if param.type == PEOPLE else expr("owner(g, me)")
            if subject > 0:
                tests.append(expr("M == S", M=mine, S=name(names[subject - 1])))
            else:
                source = expr("among & one_bit(M)", M=mine)
        elif rule.scope == "here":
            source = (
                expr("among & g.kmask[K]", K=self._kind(rule.origin.owner.piece))
                if rule.origin.owner.piece
                else expr("among & one_bit(here)")
            )
        found = (
            self.context.masks.where(use, source, first.type, first, rule.condition)
            if rule.condition
            else source
        )
        if tests:
            found = ast.IfExp(tests[0], found, const(0))
        identifier = f"{prefix}_{rule.index}"
        self.out.append(
            function(identifier, ["g", "me", "here", "this", "among", *names], [ast.Return(found)])
        )
        return identifier


def _yes(rule: ForbidDef | PermitDef) -> TExpr:
    from ruledsl.check.typed import Const  # noqa: PLC0415

    return Const(1, type=FLAG, span=rule.origin.span)
