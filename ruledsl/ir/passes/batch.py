"""Values of many regions are asked at once: a loop that asks a value about its member asks `b_N` for all of them before.

`b_N(among, …)` is made from `v_N(…, region, …)`, and `mb_N` from the rule of a tile `m_N`: what they do to one number is done to all answers,
where their condition holds. While somebody can be untouchable every region is asked by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.check.program import is_static
from ruledsl.ir import nodes as n
from ruledsl.ir.module import BEARER, Function
from ruledsl.ir.passes.sets import as_sets
from ruledsl.ir.passes.simplify import simple_block
from ruledsl.ir.passes.unswitch import unswitched
from ruledsl.ir.walk import children, put_in, reads, rebuilt, size
from ruledsl.vocabulary.strata import BATCHES
from ruledsl.vocabulary.types import FLAG

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["batch"]


def batch(module: Module) -> None:
    """All functions and procedures of a module; adds those that answer for many regions."""
    batches = _Batches(module)
    module.each_body(batches.asking)
    while batches.todo:
        batches.write(batches.todo.pop())


class _Batches:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.todo: list[str] = []
        self.wanted: set[str] = set()

    # ── asking ──

    def asking(self, node: Any) -> Any:
        """An expression, statement or block whose loops ask for all members at once."""
        found = rebuilt(node, self.asking)
        match found:
            case n.Filter(members=n.Expr(type="bits")):
                return self._filter(found)
            case n.Fold(members=n.Expr(type="bits")) | n.Each(members=n.Expr(type="bits")):
                return self._looped(found)
            case n.Update(members=n.Expr(type="bits")):
                return self._looped(found)
        return found

    def _looped(self, loop: Any) -> Any:
        known, members, term = self._terms(loop.var, loop.members, loop.term)
        return replace(loop, members=members, term=term, known=known) if known else loop

    def _filter(self, loop: n.Filter) -> n.Expr:
        var, members = loop.var, loop.members
        rest: list[n.Expr] = []
        for part in n.conjuncts(loop.term):
            call = part.operand if isinstance(part, n.Not) else part
            if self._is_over(call, var) and self._is_flag(call):
                members = self._asked(call, var, members, negated=isinstance(part, n.Not))
            else:
                rest.append(part)
        if not rest:
            return members
        test = n.all_of(rest)
        calls = [call for call in self._calls(test, var) if not self._is_flag(call)]
        if not calls:
            return n.Filter(var, members, test, loop.known, loop.type)
        # Only the dearest: the others are asked where that one has not decided yet.
        call = max(calls, key=lambda call: size(self.module.functions[call.function].body))
        answers = self.module.local("answers", "answers")
        known = n.Let(answers, self._asked(call, var, members))
        test = _in_place_of(test, call, n.Answer(answers, var))
        return n.Filter(var, answers, test, (*loop.known, known), loop.type)

    def _terms(self, var: n.Local, members: n.Expr, term: n.Expr) -> tuple[tuple[n.Let, ...], n.Expr, n.Expr]:
        """What is worked out before a loop, what it goes over, and what it asks for each member."""
        calls = self._calls(term, var)
        known: list[n.Let] = []
        if len(calls) > 1 and not isinstance(members, n.Local):
            among = self.module.local("among", "bits")
            known.append(n.Let(among, members))
            members = among
        for call in calls:
            flag = self._is_flag(call)
            answers = self.module.local("answers", "bits" if flag else "answers")
            known.append(n.Let(answers, self._asked(call, var, members)))
            found = n.Has(answers, var) if flag else n.Answer(answers, var)
            term = _in_place_of(term, call, found)
        if len(calls) == 1 and not self._is_flag(calls[0]):
            members = known[-1].target
        return tuple(known), members, term

    def _calls(self, node: n.Expr, var: n.Local) -> list[n.Call]:
        """The values asked about a member, each once. Not inside of inner loops: what is asked there may depend on their own members."""
        if self._is_over(node, var):
            return [node]  # type: ignore[list-item]
        if isinstance(node, n.LOOPS):
            return []
        found: list[n.Call] = []
        for inner in children(node):
            found += [call for call in self._calls(inner, var) if call not in found]  # type: ignore[arg-type]
        return found

    def _is_over(self, node: n.Expr, var: n.Local) -> bool:
        if not isinstance(node, n.Call):
            return False
        among = self.module.functions[node.function].among
        if among < 0 or node.function[0] != "v" or node.args[among] != var:
            return False
        return not any(reads(arg, var.name) for index, arg in enumerate(node.args) if index != among)

    def _is_flag(self, call: n.Expr) -> bool:
        assert isinstance(call, n.Call)  # noqa: S101 - only asked of those
        return self.module.program.values[int(call.function.partition("_")[2])].type == FLAG

    def _asked(self, call: n.Expr, var: n.Local, members: n.Expr, *, negated: bool = False) -> n.Batch:
        assert isinstance(call, n.Call)  # noqa: S101 - only asked of those
        if call.function not in self.wanted:
            self.wanted.add(call.function)
            self.todo.append(call.function)
        others = tuple(arg for arg in call.args if arg != var)
        kind: n.Type = "bits" if self._is_flag(call) else "answers"
        return n.Batch(f"b{call.function[1:]}", members, others, kind, negated=negated)

    # ── answering ──

    def write(self, name: str) -> None:
        """`b_N`, and `mb_N` of all rules of tiles that change it."""
        function = self.module.functions[name]
        value = self.module.program.values[int(name.partition("_")[2])]
        answering = _Answering(self.module, function, flag=value.type == FLAG)
        found = self._add(answering.value())
        self.module.functions[found.name] = found.with_body(answering.by_itself() + found.body)
        for rule in value.modifiers:
            if not is_static(rule.origin.owner):
                changing = self.module.functions[f"m_{rule.index}"]
                self._add(_Answering(self.module, changing, flag=value.type == FLAG).rule())

    def _add(self, function: Function) -> Function:
        body = unswitched(simple_block(function.body), self.module.fresh)
        body = simple_block(self.asking(as_sets(body)))
        found = self.module.functions[function.name] = function.with_body(body)
        return found


def _in_place_of(node: n.Expr, part: n.Expr, new: n.Expr) -> n.Expr:
    """With something else in every place of a part."""
    return new if node == part else rebuilt(node, lambda inner: _in_place_of(inner, part, new))


class _Answering:
    """Makes a function about all of some regions from one about a region."""

    def __init__(self, module: Module, function: Function, *, flag: bool) -> None:
        self.module = module
        self.function = function
        self.flag = flag
        self.region = function.params[function.among]
        self.among = module.local("among", "bits")
        self.x = module.local("x", "bits" if flag else "answers")
        self.begun = False
        self.known: dict[str, n.Expr] = {}

    def value(self) -> Function:
        """`b_N(among, …)`."""
        function = self.function
        others = tuple(param for param in function.params if param is not self.region)
        return Function(
            f"b{function.name[1:]}", (self.among, *others), self._block(function.body, self.among)
        )

    def rule(self) -> Function:
        """`mb_N(me, here, this, x, among, …)`."""
        function = self.function
        old, *names = function.params[len(BEARER) :]
        body = function.body
        if function.victim is not None:
            body = simple_block(put_in(body, {names.pop().name: n.Const(-1)}))
        others = tuple(name for name in names if name is not self.region)
        self.begun = True
        self.known[old.name] = self.x
        params = (*BEARER, self.x, self.among, *others)
        return Function(f"mb{function.name[1:]}", params, self._block(body, self.among))

    def by_itself(self) -> n.Block:
        """Every region alone, while somebody can be untouchable."""
        function = self.function
        if function.victim is None:
            return ()
        test = function.victim.test if isinstance(function.victim, n.Select) else n.YES
        member = self.module.local(self.region.name.partition("__")[0])
        args = tuple(member if param is self.region else param for param in function.params)
        call = n.Call(function.name, args)
        one: n.Expr = n.Each(member, self.among, call)
        if self.flag:
            one = n.Filter(member, self.among, n.Compare("!=", call, n.NO))
        return (n.If(((test, (n.Return(one),)),)),)

    def _block(self, body: n.Block, where: n.Expr) -> n.Block:
        return tuple(found for statement in body for found in self._statement(statement, where))

    def _statement(self, statement: n.Stmt, where: n.Expr) -> n.Block:
        match statement:
            case n.Assign(target=target, value=value):
                return self._assign(target, put_in(value, self.known), where)
            case n.If(branches=((test, body),), otherwise=()):
                return self._if(put_in(test, self.known), body, where)
            case n.Apply(rules=rules, stratum=stratum, args=args):
                region = self.function.among
                others = [
                    arg for index, arg in enumerate(args[: len(self.function.params)]) if index != region
                ]
                return (n.Apply(self.x, rules, stratum + BATCHES, (self.among, *others)),)
            case n.Return(value=n.Expr() as value):
                return self._return(put_in(value, self.known))
        message = f"no answers of {statement}"
        raise TypeError(message)

    def _assign(self, target: n.Local, value: n.Expr, where: n.Expr) -> n.Block:
        if self.begun and target.name not in self.known:
            self.known[target.name] = value
            return ()
        first, self.begun = not self.begun, True
        self.known[target.name] = self.x
        member, term = self._of_one(value)
        if self.flag:
            return self._flags(member, term, where, first=first)
        if first:
            return (n.Assign(self.x, n.Each(member, where, term)),)
        was = self.module.local("was")
        term = _in_place_of(term, self.x, was)
        return (n.Update(self.x, was, member, None if where == self.among else where, term),)

    def _flags(self, member: n.Local, term: n.Expr, where: n.Expr, *, first: bool) -> n.Block:
        if first:
            return (n.Assign(self.x, n.Filter(member, where, term)),)
        concerned = self.module.local("concerned", "bits")
        holds = n.Filter(member, concerned, _in_place_of(term, self.x, n.Has(self.x, member)))
        left = n.SetOp("-", self.x, concerned)
        return n.Assign(concerned, where), n.Assign(self.x, n.SetOp("|", left, holds))

    def _of_one(self, node: n.Expr) -> tuple[n.Local, n.Expr]:
        """About a member of a loop in the place of the region."""
        member = self.module.local(self.region.name.partition("__")[0])
        return member, put_in(node, {self.region.name: member})

    def _if(self, test: n.Expr, body: n.Block, where: n.Expr) -> n.Block:
        free = [part for part in n.conjuncts(test) if not reads(part, self.region.name)]
        rest = [part for part in n.conjuncts(test) if reads(part, self.region.name)]
        applies = any(isinstance(statement, n.Apply) for statement in body)
        if rest and not applies:  # what no piece lies for is found by the rules of pieces themselves
            member, one = self._of_one(n.all_of(rest))
            where = n.Filter(member, where, one)
        done = self._block(body, where)
        return (n.If(((n.all_of(free), done),)),) if free and done else done

    def _return(self, value: n.Expr) -> n.Block:
        if value == self.x:
            return (n.Return(self.x),)
        member, one = self._of_one(value)
        if self.flag:
            return (n.Return(n.Filter(member, self.among, _in_place_of(one, self.x, n.Has(self.x, member)))),)
        if not reads(value, self.x.name):
            return (n.Return(n.Each(member, self.among, one)),)
        was = self.module.local("was")
        done = n.Update(self.x, was, member, None, _in_place_of(one, self.x, was))
        return done, n.Return(self.x)
