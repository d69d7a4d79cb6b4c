"""Conditions as arithmetic on bit sets: `regions where it is sea and holder of it is people` without a loop.

What is left for a loop asks its values in bulk (`bulk`), and works out beforehand what is the same for every member.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.inline import conjuncts, is_light, rebuilt, same
from ruledsl.compile.puremasks import pure, together
from ruledsl.compile.pyast import const, expr, name
from ruledsl.compile.regionwise import LOOPS, calls_over, in_place_of, mentions, region_param
from ruledsl.vocabulary.types import FLAG, NUMBER, REGION, Type

if TYPE_CHECKING:
    from ruledsl.compile.expressions import Expressions

__all__ = ["Masks"]

_MASK = "sum([1 << I ONCE for T in S if C])"
_LIST = "[I ONCE for T in S if C]"


class Masks:
    """Finds the part of a condition that can be done on whole sets."""

    def where(
        self, use: Expressions, source: ast.expr, kind: Type, var: t.Var, condition: t.TExpr
    ) -> ast.expr:
        """The members of the bit set `source` for which the condition holds, as a bit set."""
        return self._found(use, source, kind, var, condition, _MASK)

    def listed(
        self, use: Expressions, source: ast.expr, kind: Type, var: t.Var, condition: t.TExpr
    ) -> ast.expr:
        """The same, in ascending order, as something to loop over."""
        return self._found(use, source, kind, var, condition, _LIST)

    def _found(
        self,
        use: Expressions,
        source: ast.expr,
        kind: Type,
        var: t.Var,
        condition: t.TExpr,
        template: str,
    ) -> ast.expr:
        """First what bit sets can do, then a loop over what is left; no work at all when something that has nothing to do with the members fails."""
        rest: list[t.TExpr] = []
        free: list[t.TExpr] = []
        flags: list[t.TExpr] = []
        for part in conjuncts(use.context.inline(condition)):
            if not mentions(part, var):
                if not (isinstance(part, t.Const) and part.value):
                    free.append(part)
                continue
            mask = pure(use, kind, var, part)
            if mask is not None:
                source = expr("S & M", S=source, M=mask)
            elif kind == REGION and not use.context.the_long_way and _flag(part, var) is not None:
                flags.append(part)
            else:
                rest.append(part)
        for part in flags:
            source = self._flagged(use, source, var, part)
        if rest:
            found = self._looped(use, source, kind, var, together(rest), template)
        else:
            found = source if template == _MASK else expr("bits(M)", M=source)
        if not free:
            return found
        if any(isinstance(part, t.Const) for part in free):
            return const(0 if template == _MASK else ())
        return expr("F if C else E", F=found, C=use(together(free)), E=const(0 if template == _MASK else ()))

    # ── values of many regions ──

    def _flagged(self, use: Expressions, source: ast.expr, var: t.Var, part: t.TExpr) -> ast.expr:
        call = _flag(part, var)
        assert call is not None  # noqa: S101 - only called with one
        asked, others = self.bulk(use, call)
        if isinstance(part, t.Not):
            return ast.Call(name("failing"), [name("g"), asked, source, *others], [])
        return ast.Call(asked, [name("g"), source, *others], [])

    def bulk(self, use: Expressions, call: t.ValueOf) -> tuple[ast.expr, list[ast.expr]]:
        """The function that answers for many regions, and its arguments after them."""
        use.context.bulk_wanted.add(call.value.index)
        place = region_param(call.value)
        others = [use.passed(arg) for i, arg in enumerate(call.args) if i != place]
        return name(f"b{use.suffix}_{call.value.index}"), others

    def _looped(
        self,
        use: Expressions,
        source: ast.expr,
        kind: Type,
        var: t.Var,
        condition: t.TExpr,
        template: str,
    ) -> ast.expr:
        """A loop; and a shorter way for when no rule in play changes those of the values that are a plain number without it."""
        calls = calls_over(condition, var) if kind == REGION and not use.context.the_long_way else []
        asleep = [call for call in calls if use.context.sleeps(call.value)]
        bases = [(call, use.context.inline.base_of(call)) for call in asleep]
        constant = [(call, base) for call, base in bases if isinstance(base, t.Const)]
        found = self._loop(use, source, var, condition, _dearest_first(calls, asleep), template)
        if not constant:
            return found
        for call, base in constant:
            condition = in_place_of(condition, call, base)
        quiet = self._found(use, source, kind, var, condition, template)
        tests: list[ast.expr] = [
            expr("(g.play or refresh(g)).values[V]", V=const(call.value.index)) for call, _ in constant
        ]
        return ast.IfExp(ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0], found, quiet)

    def _loop(
        self,
        use: Expressions,
        source: ast.expr,
        var: t.Var,
        condition: t.TExpr,
        calls: list[t.ValueOf],
        template: str,
    ) -> ast.expr:
        item = target = name(use.context.fresh(var.name))
        members, env = expr("bits(S)", S=source), {var: item}
        call = next((c for c in calls if c.type == NUMBER), None)
        if call is not None:
            answer = t.Var("answer", call.type)
            env[answer] = name(use.context.fresh("answer"))
            condition = in_place_of(condition, call, t.VarRef(answer, type=call.type, span=call.span))
            asked, others = self.bulk(use, call)
            members = expr("A.items()", A=ast.Call(asked, [name("g"), source, *others], []))
            target = ast.Tuple([item, env[answer]], ast.Load())
        test, once, holes = self.once(use, condition, env)
        return expr(template.replace(" ONCE", once), I=item, T=target, S=members, C=test, **holes)

    def once(
        self, use: Expressions, condition: t.TExpr, env: dict[t.Var, ast.expr]
    ) -> tuple[ast.expr, str, dict[str, ast.expr]]:
        """A condition for a loop over what `env` stands for; loops of one round, with their holes, for what is always the same in it."""
        before: dict[t.Var, t.TExpr] = {}
        condition = _hoisted(condition, frozenset(env), before)
        known = [(name(use.context.fresh("known")), use(node)) for node in before.values()]
        once = "".join(f" for KNOWN{i} in (IS{i},)" for i in range(len(known)))
        holes: dict[str, ast.expr] = {f"KNOWN{i}": slot for i, (slot, _) in enumerate(known)}
        holes |= {f"IS{i}": node for i, (_, node) in enumerate(known)}
        slots = dict(zip(before, (slot for slot, _ in known), strict=True))
        return use.with_env({**env, **slots})(condition), once, holes


def _dearest_first(calls: list[t.ValueOf], asleep: list[t.ValueOf]) -> list[t.ValueOf]:
    """The values that rules of packs change, too, before those that only tiles change."""
    return sorted(calls, key=lambda call: any(call is other for other in asleep))


def _flag(part: t.TExpr, var: t.Var) -> t.ValueOf | None:
    """The flag that is asked for every region, if that (or its contrary) is all."""
    asked = part.operand if isinstance(part, t.Not) else part
    if isinstance(asked, t.ValueOf) and asked.type == FLAG and calls_over(asked, var):
        return asked
    return None


def _hoisted(node: t.TExpr, inside: frozenset[t.Var], before: dict[t.Var, t.TExpr]) -> t.TExpr:
    """The condition with variables for what is the same for all members; these are filled in `before`."""
    if not any(mentions(node, var) for var in inside):
        if is_light(node) and not isinstance(node, t.Ask):
            return node
        slot = next(
            (known for known, other in before.items() if same(other, node)), t.Var("known", node.type)
        )
        before[slot] = node
        return t.VarRef(slot, type=node.type, span=node.span)
    if isinstance(node, LOOPS):
        return node
    found: t.TExpr = rebuilt(node, lambda inner: _hoisted(inner, inside, before))
    return found
