"""Turns queries of the rules in play, by values, permissions and payments, into loops over the chains of `engine/cells/inplay.py`.

Afterwards a program has only what every printer can print: cells, calls by number, loops with a condition.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm.nodes import Element, Invoke, While
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.module import BEARER, Function
from ruledsl.engine.ir.walk import each_statement, rebuilt
from ruledsl.engine.small.room import NOTHING
from ruledsl.language.vocabulary.types import SUMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ruledsl.engine.compile.wasm.memory import Numbers

NEXT, RULE, ME, HERE, THIS, PLACE, SUBJECT = range(7)
"""The parts of an entry of a chain: the next entry; the rule; its bearer; its stratum or reason; the tie."""
EVERYBODY = n.Const(-1)
NOT_TOLD = n.Const(-2)
"""In place of a subject that a value does not have."""
ALL_OF_IT = n.Const(NOTHING)


def with_chains(functions: Iterable[Function], numbers: Numbers) -> Iterator[Function]:
    """Replace the queries of the rules in play in these functions by loops; the functions that walk chains of permissions come first."""
    expanding = _Expanding(numbers)
    expanded = [function.with_body(expanding.body(function.body)) for function in functions]
    yield from expanding.helpers.values()
    yield from expanded


class _Expanding:
    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.helpers: dict[str, Function] = {}
        self._made = count()

    def body(self, body: n.Block) -> n.Block:
        """The body of a function with all queries of the rules in play replaced."""

        def change(statement: n.Stmt) -> n.Block:
            match statement:
                case n.Apply():
                    return tuple(self._apply(statement))
                case n.Do(name="collect"):
                    return tuple(self._collect(statement))
            return (statement,)

        return each_statement(self._expr(body), change)

    def _expr(self, node: Any) -> Any:
        expr = rebuilt(node, self._expr)
        match expr:
            case n.Prim(name="unlifted", args=(permission, reason, *args)):
                return n.Call(self._unlifted(number_of(permission), len(args)), (reason, *args), "bits")
            case n.Prim(name="unforbidden", args=(permission, despite, *args)):
                asked = self._unforbidden(number_of(permission), members_of(despite), len(args))
                return n.Call(asked, tuple(args), "bits")
        return expr

    def _local(self, word: str, kind: n.Type = "int") -> n.Local:
        return n.Local(f"{word}__c{next(self._made)}", kind)

    # ── chains ──

    def _over(self, chain: n.Fact, body: Callable[[n.Local], n.Block]) -> Iterator[n.Stmt]:
        """A loop over the rules in play in a chain."""
        entry = self._local("entry")
        yield n.Assign(entry, chain)
        yield While(entry, (*body(entry), n.Assign(entry, part(entry, NEXT))))

    # ── permissions ──

    def _unlifted(self, permission: int, count_: int) -> str:
        """The part of a prohibited set that no permit of a tile lifts."""
        name = f"unlifted_{permission}"
        if name not in self.helpers:
            reason = n.Local("reason")
            bad, *rest = _params(count_, "bad")

            def lift(entry: n.Local) -> n.Block:
                lifted = n.Assign(bad, n.SetOp("-", bad, invoked(entry, (bad, *rest))))
                lifts: n.Expr = n.Compare("==", part(entry, PLACE), reason)
                if self.numbers.every >= 0:
                    lifts = n.Logic(
                        "or", lifts, n.Compare("==", part(entry, PLACE), n.Const(self.numbers.every))
                    )
                return (n.If(((lifts, (lifted,)),)),)

            loop = tuple(self._over(n.Fact("permits", permission), lift))
            body = (n.If(((n.Some(bad), loop),)), n.Return(bad))
            self.helpers[name] = Function(name, (reason, bad, *rest), body)
        return name

    def _unforbidden(self, permission: int, despite: tuple[int, ...], count_: int) -> str:
        """The part of an allowed set that no tile forbids for reasons that count."""
        name = "_".join(["unforbidden", str(permission), *map(str, despite)])
        if name not in self.helpers:
            allowed, *rest = _params(count_, "allowed")
            reason, bad = n.Local("reason"), n.Local("bad", "bits")
            lifting = self._unlifted(permission, count_)

            def forbid(entry: n.Local) -> n.Block:
                body: list[n.Stmt] = [n.Assign(bad, invoked(entry, (allowed, *rest)))]
                for why, lifts in self.numbers.static_permits(permission):
                    offs = (n.Call(lift, (*[EVERYBODY] * len(BEARER), bad, *rest), "bits") for lift in lifts)
                    off = tuple(n.Assign(bad, n.SetOp("-", bad, one)) for one in offs)
                    if why == self.numbers.every:
                        body += off
                    else:
                        body.append(n.If(((n.Compare("==", reason, n.Const(why)), off),)))
                left = n.Call(lifting, (reason, bad, *rest), "bits")
                body.append(n.Assign(allowed, n.SetOp("-", allowed, left)))
                first = n.Assign(reason, part(entry, PLACE))
                if not despite:
                    return (first, *body)
                counts = n.all_of([n.Compare("!=", reason, n.Const(one)) for one in despite])
                return (first, n.If(((counts, tuple(body)),)))

            body = (*self._over(n.Fact("forbids", permission), forbid), n.Return(allowed))
            self.helpers[name] = Function(name, (allowed, *rest), body)
        return name

    # ── values ──

    def _held(self, args: Sequence[n.Expr | None]) -> tuple[list[n.Stmt], list[n.Expr]]:
        """Arguments, evaluated once."""
        sets: list[n.Stmt] = []
        held: list[n.Expr] = []
        for arg in args:
            if isinstance(arg, n.Const):
                held.append(arg)
                continue
            local = self._local("held", "int" if arg is None else arg.type)
            held.append(local)
            sets.append(n.Assign(local, ALL_OF_IT if arg is None else arg))
        return sets, held

    def _apply(self, node: n.Apply) -> Iterator[n.Stmt]:
        """Apply the rules of a stratum, those for everybody before those of the one asked about."""
        rules = node.rules
        assert isinstance(rules, n.InPlay)  # noqa: S101 - only passes that programs for cells go without bind them to a name
        sets, (subject, *args) = self._held((rules.key, *node.args))
        yield from sets

        def change(entry: n.Local) -> n.Block:
            changed = n.Assign(node.target, invoked(entry, (node.target, *args)))
            if node.spared is None:
                return (changed,)
            return (n.If(((n.Not(self._is_spared(entry, node.spared)), (changed,)),)),)

        yield from self._of_stratum(rules.value, node.stratum, subject, change)

    def _is_spared(self, entry: n.Local, spared: n.Spared) -> n.Expr:
        """Is this a rule of what a value is spared from?"""
        this = part(entry, THIS)
        if spared.kinds is None:
            lent = n.Arith("-", this, n.Const(self.numbers.code.tile_count))
            return n.Logic("or", n.Compare("==", this, spared.source), n.Compare("==", lent, spared.source))
        rule: n.Expr = n.NO
        for name, kind in spared.kinds.items():
            own = n.Prim("own_kind", (n.Const(kind), this))
            is_it = n.Compare("==", part(entry, RULE), n.Const(self.numbers.function(name)))
            rule = n.Logic("or", rule, n.Logic("and", is_it, n.Compare("==", own, spared.source)))
        return rule

    def _of_stratum(
        self, value: int, stratum: int, subject: n.Expr, change: Callable[[n.Local], n.Block]
    ) -> Iterator[n.Stmt]:
        for whose in (EVERYBODY, subject):

            def body(entry: n.Local, whose: n.Expr = whose) -> n.Block:
                right = n.Compare("==", part(entry, PLACE), n.Const(stratum))
                fits = n.Compare("==", part(entry, SUBJECT), whose)
                return (n.If(((n.Logic("and", right, fits), change(entry)),)),)

            loop = tuple(self._over(n.Fact("changed", value), body))
            if whose is EVERYBODY:
                yield from loop
            elif whose not in (n.NOBODY, NOT_TOLD):
                yield n.If(((n.Compare(">=", subject, n.Const(0)), loop),))

    def _collect(self, node: n.Do) -> Iterator[n.Stmt]:
        """Collect a value: for each rule of a tile, somebody pays its part to the player who owns the rule."""
        of, *args = node.args
        value = number_of(of)
        subject, guarded = self.numbers.collecting(value)
        sets, (payer, *params) = self._held(args)
        yield from sets
        given = (n.Const(0), *params, *[n.Const(-1)] * guarded)

        def pay(entry: n.Local) -> n.Block:
            me = part(entry, ME)
            owner = n.Select(n.Compare(">=", me, n.Const(0)), n.Prim("owner", (me,)), ALL_OF_IT)
            return (n.Do("move_coins", (payer, owner, invoked(entry, given))),)

        for stratum in SUMS:
            whose = params[subject] if subject >= 0 else NOT_TOLD
            yield from self._of_stratum(value, stratum, whose, pay)


def _params(count_: int, first: str) -> list[n.Local]:
    """The parameters of a permission: its subject, then the others."""
    return [n.Local(first, "bits"), *(n.Local(f"arg{place}") for place in range(1, count_))]


def part(entry: n.Local, number: int) -> Element:
    """A part of an entry of a chain."""
    return Element("ENTRIES", (entry, n.Const(number)))


def invoked(entry: n.Local, args: Sequence[n.Expr]) -> Invoke:
    """A call of the function of a rule in play, for its bearer."""
    return Invoke(part(entry, RULE), (*(part(entry, one) for one in (ME, HERE, THIS)), *args))


def number_of(node: n.Expr | None) -> int:
    """The value of a constant number."""
    assert isinstance(node, n.Const)  # noqa: S101 - lowering writes one there
    assert isinstance(node.value, int)  # noqa: S101
    return node.value


def members_of(node: n.Expr) -> tuple[int, ...]:
    """The members of a constant list."""
    assert isinstance(node, n.Const)  # noqa: S101 - lowering writes one there
    assert isinstance(node.value, tuple)  # noqa: S101
    return node.value
