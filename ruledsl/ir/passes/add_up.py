"""Answers that are only added to other ones are not worked out by themselves: the rules that change them change the sum.

`{r: a(r) + v_14(r, p) for r in s}` becomes, while all rules in play that change `v_14` only add, `{r: a(r) + base of v_14 for r in s}` with
these rules let loose on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import nodes as n
from ruledsl.ir.passes.inline import with_facts
from ruledsl.ir.passes.simplify import NO, simple
from ruledsl.ir.walk import each_statement, put_in, renamed
from ruledsl.vocabulary.strata import BATCHES, SUMS

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["added_up"]


def added_up(module: Module, body: n.Block) -> n.Block:
    """A body in which answers are bound, before its loops ask for other answers."""

    def change(statement: n.Stmt) -> n.Block:
        match statement:
            case n.Assign(target=target, value=n.Each(var=var, members=n.Local() as members, term=term)):
                return _sum(module, target, var, members, term) or (statement,)
        return (statement,)

    return each_statement(body, change)


def _sum(module: Module, x: n.Local, var: n.Local, members: n.Local, term: n.Expr) -> n.Block | None:
    parts = _addends(term)
    facts: list[n.Expr] = []
    rules: list[n.Stmt] = []
    bases: list[n.Expr] = []
    for part in parts:
        found = _added(module, part, var, members, x)
        if found is None:
            bases.append(part)
            continue
        base, applied, called = found
        bases.append(base)
        rules += applied
        facts += called
    if not facts:
        return None
    total, test = bases[0], facts[0]
    for base in bases[1:]:
        total = simple(n.Arith("+", total, base))
    for fact in facts[1:]:
        test = n.Logic("and", test, fact)
    quick = (n.Assign(x, n.Each(var, members, total)), *rules)
    slow = renamed((n.Assign(module.local("x", x.type), n.Each(var, members, term)),), module.fresh)
    return (n.If(((test, quick),), (n.Assign(x, slow[0].value),)),)


def _addends(term: n.Expr) -> list[n.Expr]:
    if isinstance(term, n.Arith) and term.op == "+":
        return _addends(term.left) + _addends(term.right)
    return [term]


def _added(
    module: Module, part: n.Expr, var: n.Local, members: n.Local, x: n.Local
) -> tuple[n.Expr, list[n.Apply], list[n.Expr]] | None:
    """The base of a value about the member, its rules let loose on a sum, and when that can be; None for anything else."""
    match part:
        case n.Select(test=n.Fact(what="changed"), yes=n.Call() as call) | (n.Call() as call):
            pass
        case _:
            return None
    function = module.functions[call.function]
    if function.name[0] != "v" or function.among < 0 or call.args[function.among] != var:
        return None
    index = int(function.name.partition("_")[2])
    match with_facts(function.body, NO, index):
        case (n.Return(value=n.Expr() as base),) if not isinstance(base, n.Saturated):
            pass
        case _:
            return None
    given = {param.name: arg for param, arg in zip(function.params, call.args, strict=True)}
    applies = [
        found
        for statement in function.body
        if isinstance(statement, n.If)
        for found in statement.branches[0][1]
        if isinstance(found, n.Apply) and found.stratum in SUMS
    ]
    if not applies:
        return None
    others = tuple(arg for number, arg in enumerate(call.args) if number != function.among)
    rules = [
        n.Apply(x, put_in(apply.rules, given), apply.stratum + BATCHES, (members, *others))
        for apply in applies
    ]
    facts: list[n.Expr] = [n.Fact("sums", index)]
    if isinstance(function.victim, n.Select):
        facts.append(n.Not(function.victim.test))
    elif function.victim is not None:
        return None
    return put_in(renamed(base, module.fresh), given), rules, facts
