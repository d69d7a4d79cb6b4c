"""Values asked for many regions at once: one call of `b_N(g, among, …)` in the place of one of `v_N(g, …)` for every region.

A number comes as a dictionary from region to answer, a flag as the bit set of regions where it holds. Modifiers have a twin that goes over the
regions where they apply, which are found as a bit set; what does not depend on the region is worked out once. When somebody in play can be
untouchable, every region is asked by itself.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from typing import TYPE_CHECKING

from ruledsl.check.bounds.ranges import too_wide
from ruledsl.check.typed import Either, Var, VarRef
from ruledsl.compile.pyast import const, expr, function, name, stmts
from ruledsl.compile.regionwise import addends, calls_over, in_place_of, region_param
from ruledsl.compile.strata import PIECES, STRATA
from ruledsl.compile.values import is_static, on_piece, subject_of
from ruledsl.vocabulary.types import FLAG, NUMBER, REGION

if TYPE_CHECKING:
    from ruledsl.check.program import ModifierDef, ValueDef
    from ruledsl.check.typed import ValueOf
    from ruledsl.compile.expressions import Expressions
    from ruledsl.compile.values import ValueCompiler

__all__ = ["BulkCompiler"]

_NUMBERS = {
    "becomes": "x[r] = C",
    "+": "x[r] += C",
    "-": "x[r] -= C",
    "times": "x[r] = saturated(x[r] * C)",
    "at least": "x[r] = max(x[r], C)",
    "at most": "x[r] = min(x[r], C)",
}
_BOUNDS = {
    "at least": "if min(x.values(), default=C) < C:\n    for r in x:\n        if x[r] < C:\n            x[r] = C",
    "at most": "if max(x.values(), default=C) > C:\n    for r in x:\n        if x[r] > C:\n            x[r] = C",
}
"""A bound that is the same for all answers, which hardly ever reach it."""
TWINS = 10
"""In the strata of a value its modifiers come first, then their twins."""


def _for_all(answer: ast.expr, region: str) -> list[ast.stmt]:
    """`x` as the answers for all regions. One that is the same for all, or hangs on whether anybody shares a region, is not looked at each time."""
    if isinstance(answer, ast.Constant):
        return stmts("x = fromkeys(bits(among), ANSWER)", ANSWER=answer)
    loop = "{R: ANSWER for R in bits(among)}"
    alone = _Alone()
    simple = alone.visit(deepcopy(answer))
    if not alone.found:
        return stmts(f"x = {loop}", ANSWER=answer, R=name(region))
    shared = loop.replace("ANSWER", "SHARED")
    return stmts(f"x = {shared} if g.extra else {loop}", SHARED=answer, ANSWER=simple, R=name(region))


class _Alone(ast.NodeTransformer):
    """What is left of an expression when nobody shares a region."""

    found = False

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        if isinstance(node.test, ast.Attribute) and node.test.attr == "extra":
            self.found = True
            return self.visit(node.orelse)  # type: ignore[no-any-return]
        return self.generic_visit(node)


class BulkCompiler:
    """Writes the functions that were wanted while the rest was compiled."""

    def __init__(self, values: ValueCompiler) -> None:
        self.values = values
        self.context = values.context
        self.out = values.out
        self.done: set[int] = set()

    def write(self) -> None:
        """`b_N` and the twins of its modifiers, for every value wanted; these may want others."""
        while todo := self.context.bulk_wanted - self.done:
            index = min(todo)
            self.done.add(index)
            value = self.context.program.values[index]
            self._value(value)
            for modifier in value.modifiers:
                if not is_static(modifier.origin.owner):
                    self._modifier(modifier)

    # ── values ──

    def _value(self, value: ValueDef) -> None:
        place = region_param(value)
        use, names = self.values.use(value.params)
        region, others = names[place], names[:place] + names[place + 1 :]
        body = self._by_itself(value, names, region)
        body += self._start_flag(value, use) if value.type == FLAG else self._start(value, use, region)
        body += self._strata(value, use, names, others)
        wide = value.type == NUMBER and too_wide(self.context.ranges.of(value))
        body += stmts("return {r: saturated(n) for r, n in x.items()}" if wide else "return x")
        self.out.append(function(f"b_{value.index}", ["g", "among", *others], body))
        self.values.remembering(f"b_{value.index}", len(others) + 1)

    def _guarded(self, value: ValueDef) -> bool:
        return value.against is not None and self.values.immunity is not None

    def _by_itself(self, value: ValueDef, names: list[str], region: str) -> list[ast.stmt]:
        if not self._guarded(value):
            return []
        call = ast.Call(name(f"v_{value.index}"), [name("g"), *(name(n) for n in names)], [])
        found = (
            "sum([1 << R for R in bits(among) if CALL])"
            if value.type == FLAG
            else "{R: CALL for R in bits(among)}"
        )
        return stmts(f"if awake(g):\n    return {found}", CALL=call, R=name(region))

    def _start_flag(self, value: ValueDef, use: Expressions) -> list[ast.stmt]:
        var = value.params[region_param(value)]
        return stmts("x = S", S=self.context.masks.where(use, name("among"), REGION, var, value.base))

    def _start(self, value: ValueDef, use: Expressions, region: str) -> list[ast.stmt]:
        """The base. What other values add to it is put in rule by rule as long as their rules only add, otherwise as numbers of its own."""
        base = self.context.inline(value.base)
        var = value.params[region_param(value)]
        added = addends(base, var)
        if isinstance(base, Either):
            where = self.context.masks.where(use, name("among"), REGION, var, base.condition)
            holes = {"WHERE": where, "THEN": use(base.then), "R": name(region)}
            start = _for_all(use(base.otherwise), region)
            return [*start, *stmts("for R in bits(WHERE):\n    x[R] = THEN", **holes)]
        if not added:
            return _for_all(use(base), region)
        quick = slow = base
        first: list[ast.stmt] = []
        rest: list[ast.stmt] = []
        loops: list[ast.stmt] = []
        tests: list[ast.expr] = []
        for number, call in enumerate(added):
            asked, known, use = self._numbers(call, use, f"part{number}", region)
            slow = in_place_of(slow, call, known)
            if not self.context.sleeps(call.value):
                first += asked
                quick = in_place_of(quick, call, known)
                continue
            rest += asked
            quick = in_place_of(quick, call, self.context.inline.base_of(call))
            first += self._only_sums(call, use, f"plus{number}", guarded=self._guarded(value))
            loops += self._summing(call, use, f"plus{number}")
            tests.append(expr(f"plus{number} is None"))
        if not tests:
            return [*first, *_for_all(use(slow), region)]
        test = ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0]
        rest += _for_all(use(slow), region)
        loops = _for_all(use(self.context.inline(quick)), region) + loops
        return first + stmts("if TEST:\n    REST\nelse:\n    LOOPS", TEST=test, REST=rest, LOOPS=loops)

    def _numbers(
        self, call: ValueOf, use: Expressions, found: str, region: str
    ) -> tuple[list[ast.stmt], VarRef, Expressions]:
        """Another value for all regions, and how one of its answers is read from then on."""
        asked, others = self.context.masks.bulk(use, call)
        lines = stmts(
            "FOUND = CALL", FOUND=name(found), CALL=ast.Call(asked, [name("g"), name("among"), *others], [])
        )
        var = Var(found, call.type)
        read = use.with_env({var: expr("FOUND[R]", FOUND=name(found), R=name(region))})
        return lines, VarRef(var, type=call.type, span=call.span), read

    def _only_sums(self, call: ValueOf, use: Expressions, found: str, *, guarded: bool) -> list[ast.stmt]:
        """The rules of another value, if all they do is add; `guarded` if nobody can be untouchable anyway."""
        value = call.value
        subject = subject_of(value.params)
        key = use(call.args[subject]) if subject >= 0 else const(-1)
        asked = expr("only_sums(g, V, KEY)", V=const(value.index), KEY=key)
        if self._guarded(value) and not guarded:
            asked = expr("None if awake(g) else A", A=asked)
        return stmts("FOUND = A", FOUND=name(found), A=asked)

    def _summing(self, call: ValueOf, use: Expressions, found: str) -> list[ast.stmt]:
        place = region_param(call.value)
        others = [use(arg) for i, arg in enumerate(call.args) if i != place]
        twin = ast.Call(name("f"), [*map(name, ("g", "me", "here", "this", "x", "among")), *others], [])
        return stmts("for f, me, here, this in FOUND:\n    CALL", FOUND=name(found), CALL=twin)

    # ── strata ──

    def _strata(
        self, value: ValueDef, use: Expressions, names: list[str], others: list[str]
    ) -> list[ast.stmt]:
        """Rules of packs and of tiles in turn, as in `v_N`."""
        fixed: list[list[ast.stmt]] = [[], [], [], [], []]
        moving: set[int] = set()
        for modifier in value.modifiers:
            if is_static(modifier.origin.owner):
                fixed[STRATA[modifier.op]] += self._changed(modifier, use, name("among"))
            else:
                moving.add(STRATA[modifier.op] + (PIECES if on_piece(modifier) else 0))
        packs_only = [line for lines in fixed for line in lines]
        if not moving:
            return packs_only
        subject = subject_of(value.params)
        key = name(names[subject]) if subject >= 0 else const(-1)
        twin = ast.Call(name("f"), [*map(name, ("g", "me", "here", "this", "x", "among", *others))], [])
        body = stmts("s = d[KEY]", KEY=key)
        for stratum in range(5):
            body += fixed[stratum]
            for place in (stratum, stratum + PIECES):
                if place in moving:
                    step = "x = CALL" if value.type == FLAG else "CALL"
                    loop = f"for f, me, here, this in s[N]:\n    {step}"
                    body += stmts(loop, N=const(place + TWINS), CALL=twin)
        start = "d = (g.play or refresh(g)).values[V]\nif d:\n    BODY"
        lines = stmts(start, V=const(value.index), BODY=body)
        lines[-1].orelse = packs_only  # type: ignore[attr-defined]
        return lines

    def _modifier(self, modifier: ModifierDef) -> None:
        """`mb_N(g, me, here, this, x, among, …)`: a modifier of a tile does what it does to all answers in `x`."""
        value = modifier.value
        place = region_param(value)
        use, names = self.values.use(value.params, bearer=True)
        others = names[:place] + names[place + 1 :]
        among = self._place_test(modifier, names)
        body = self._changed(modifier, use, among)
        if value.type == FLAG:
            body.append(ast.Return(name("x")))
        params = ["g", "me", "here", "this", "x", "among", *others]
        self.out.append(function(f"mb_{modifier.index}", params, body))

    def _place_test(self, modifier: ModifierDef, names: list[str]) -> ast.expr:
        """The regions that can be concerned: for `here` those with the piece, or the tile's own one."""
        if modifier.scope != "here" or modifier.subject is None:
            return name("among")
        if modifier.subject != region_param(modifier.value):
            other = name(names[modifier.subject])
            if modifier.origin.owner.piece:
                kind = self.context.program.pieces.index(modifier.origin.owner.piece)
                return expr("among if g.kmask[K] & g.board.bit[R] else 0", K=const(kind), R=other)
            return expr("among if here == R else 0", R=other)
        if modifier.origin.owner.piece:
            kind = self.context.program.pieces.index(modifier.origin.owner.piece)
            return expr("among & g.kmask[K]", K=const(kind))
        return expr("among & g.board.bit[here]")

    def _changed(self, modifier: ModifierDef, use: Expressions, among: ast.expr) -> list[ast.stmt]:
        """`x` with one modifier applied."""
        value = modifier.value
        var = value.params[region_param(value)]
        where = among
        if modifier.condition is not None:
            where = self.context.masks.where(use, among, REGION, var, modifier.condition)
        if value.type == FLAG:
            return self._changed_flag(modifier, use, where)
        asked: list[ast.stmt] = []
        term = self.context.inline(modifier.change)
        for number, call in enumerate(c for c in calls_over(term, var) if c.type == NUMBER):
            lines, known, use = self._numbers(call, use, f"term{number}", "r")
            asked += lines
            term = in_place_of(term, call, known)
        inner = use.with_env({var: name("r")})
        change = inner(term)
        if modifier.op in ("+", "-") and modifier.origin.owner.piece and modifier.scope == "here":
            kind = self.context.program.pieces.index(modifier.origin.owner.piece)
            lies = (
                name("r")
                if modifier.subject == region_param(value)
                else inner.env[value.params[modifier.subject or 0]]
            )
            lying = expr("g.on.get(K << 12 | R, 0)", K=const(kind), R=lies)
            is_one = isinstance(change, ast.Constant) and change.value == 1
            change = lying if is_one else expr("N * C", N=lying, C=change)
        if isinstance(where, ast.Name) and isinstance(change, ast.Constant) and modifier.op in _BOUNDS:
            return stmts(_BOUNDS[modifier.op], C=change)
        members = name("x") if isinstance(where, ast.Name) else expr("bits(M)", M=where)
        return [*asked, *stmts(f"for r in W:\n    {_NUMBERS[modifier.op]}", W=members, C=change)]

    def _changed_flag(self, modifier: ModifierDef, use: Expressions, where: ast.expr) -> list[ast.stmt]:
        """A flag can only become another one."""
        var = modifier.value.params[region_param(modifier.value)]
        yes = self.context.masks.where(use, name("m"), REGION, var, modifier.change)
        return stmts("m = W\nx = x & ~m | YES", W=where, YES=yes)
