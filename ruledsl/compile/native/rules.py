"""What rules in play do to values and permissions: loops over the chains that `runtime/inplay.py` keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.compile.native.expressions import ExpressionPrinter
from ruledsl.compile.native.memory import NOTHING
from ruledsl.compile.native.words import const, got, put
from ruledsl.ir import nodes as n
from ruledsl.vocabulary.strata import SUMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["RulePrinter"]

RULE, BEARER, PLACE, SUBJECT = 1, (2, 3, 4), 5, 6
"""The parts of an entry of a chain that are read here: which rule; me, here and this; its stratum or reason; whom it is tied to."""

Entry = str
"""The local that holds the place of an entry."""


class RulePrinter(ExpressionPrinter):
    """Prints what asks the rules in play."""

    # ── chains ──

    def entries(self, key: int, body: Callable[[Entry], str]) -> str:
        """Over the rules in play about something."""
        entry = self.fresh("entry")
        number = self.made
        return (
            f"{put(entry, self.chain(key))}\n(block $b{number} (loop $l{number} "
            f"(br_if $b{number} (i64.eqz {got(entry)}))\n{body(entry)}\n{put(entry, self.part(entry, 0))} (br $l{number})))"
        )

    def part(self, entry: Entry, number: int) -> str:
        """A part of an entry."""
        return self.load("ENTRIES", got(entry), const(number))

    def invoked(self, entry: Entry, args: Sequence[str]) -> str:
        """The function of a rule in play, for its bearer."""
        bearer = " ".join(self.part(entry, number) for number in BEARER)
        kind = f"(type $f{len(BEARER) + len(args)})"
        return f"(call_indirect {kind} {bearer} {' '.join(args)} (i32.wrap_i64 {self.part(entry, RULE)}))"

    def held(self, args: Sequence[n.Expr | None]) -> tuple[str, list[str]]:
        """Arguments that are worked out once: what does that, and the locals that hold them."""
        names = [self.fresh("held") for _ in args]
        return " ".join(put(name, self(arg)) for name, arg in zip(names, args, strict=True)), names

    # ── permissions ──

    def _unlifted(self, node: n.Prim) -> str:
        """Of what a prohibition stands against, what no permit of a tile lifts."""
        permission, reason, *args = node.args
        sets, held = self.held(args)
        key = self.numbers.key("permits", number_of(permission))
        return f"(block (result i64) {sets} {self.lift(key, self(reason), held)} {got(held[0])})"

    def lift(self, key: int, reason: str, held: Sequence[str]) -> str:
        """What permits in play lift for a reason is taken out of the first local."""
        bad, args = held[0], [*map(got, held)]

        def body(entry: Entry) -> str:
            lifted = put(bad, self.sets.combined("-", got(bad), self.invoked(entry, args)))
            return f"(if (i64.eq {self.part(entry, PLACE)} {reason}) (then {lifted}))"

        return f"(if (i64.ne {got(bad)} (i64.const 0)) (then {self.entries(key, body)}))"

    def _unforbidden(self, node: n.Prim) -> str:
        """Of what is allowed otherwise, what no tile forbids for reasons that count."""
        permission, despite, *args = node.args
        number = number_of(permission)
        sets, held = self.held(args)
        bad = self.fresh("bad")
        inner = [bad, *held[1:]]

        def body(entry: Entry) -> str:
            reason = self.part(entry, PLACE)
            out = "".join(f"(br_if $s.{entry} (i64.eq {reason} {const(one)}))" for one in members_of(despite))
            forbidden = put(bad, self.invoked(entry, [*map(got, held)]))
            lifted = self._lifted_by_packs(number, reason, inner)
            lifted += self.lift(self.numbers.key("permits", number), reason, inner)
            return f"(block $s.{entry} {out} {forbidden} {lifted} {put(held[0], self.sets.combined('-', got(held[0]), got(bad)))})"

        loop = self.entries(self.numbers.key("forbids", number), body)
        return f"(block (result i64) {sets} {loop} {got(held[0])})"

    def _lifted_by_packs(self, permission: int, reason: str, held: Sequence[str]) -> str:
        nobody = " ".join([const(-1)] * len(BEARER))
        args = " ".join(map(got, held))
        text = ""
        for why, lifts in self.numbers.static_permits(permission):
            offs = "".join(
                put(held[0], self.sets.combined("-", got(held[0]), f"(call ${lift} {nobody} {args})"))
                for lift in lifts
            )
            text += f"(if (i64.eq {reason} {const(why)}) (then {offs}))"
        return text

    # ── values ──

    def _apply(self, node: n.Apply) -> Iterator[str]:
        """The rules of a stratum, those for everybody before those of the one that is asked about."""
        rules = node.rules
        if isinstance(rules, n.Local):
            rules = self.tables[rules.name]
        assert isinstance(rules, n.InPlay)  # noqa: S101 - the verifier saw to it
        sets, held = self.held((rules.key, *node.args))
        yield sets
        value = node.target.name

        def change(entry: Entry) -> str:
            return self.set(value, self.invoked(entry, [self._local(n.Local(value)), *map(got, held[1:])]))

        yield from self._of_stratum(rules.value, node.stratum, got(held[0]), change)

    def _of_stratum(
        self, value: int, stratum: int, subject: str, change: Callable[[Entry], str]
    ) -> Iterator[str]:
        for whose in (const(-1), subject):

            def body(entry: Entry, whose: str = whose) -> str:
                fits = f"(i64.eq {self.part(entry, SUBJECT)} {whose})"
                right = f"(i32.and (i64.eq {self.part(entry, PLACE)} {const(stratum)}) {fits})"
                return f"(if {right} (then {change(entry)}))"

            loop = self.entries(self.numbers.key("changed", value), body)
            yield loop if whose != subject else f"(if (i64.ge_s {subject} (i64.const 0)) (then {loop}))"

    def _collect(self, node: n.Do) -> Iterator[str]:
        """Every tile's part of a value is paid by somebody to the player who owns its rule."""
        of, *args = node.args
        assert of is not None  # noqa: S101 - a value is named
        value = number_of(of)
        subject, guarded = self.numbers.collecting(value)
        sets, held = self.held(args)
        yield sets
        payer, *params = map(got, held)
        given = [const(0), *params, *[const(-1)] * guarded]

        def pay(entry: Entry) -> str:
            me = self.part(entry, BEARER[0])
            owner = f"(if (result i64) (i64.ge_s {me} (i64.const 0)) (then (call $owner {me})) (else {const(NOTHING)}))"
            return f"(drop (call $move_coins {payer} {owner} {self.invoked(entry, given)}))"

        for stratum in SUMS:
            yield from self._of_stratum(value, stratum, params[subject] if subject >= 0 else const(-2), pay)


def number_of(node: n.Expr) -> int:
    """What a constant that is a number says."""
    assert isinstance(node, n.Const)  # noqa: S101 - lowering writes one there
    assert isinstance(node.value, int)  # noqa: S101
    return node.value


def members_of(node: n.Expr) -> tuple[int, ...]:
    """What a constant that is a list says."""
    assert isinstance(node, n.Const)  # noqa: S101 - lowering writes one there
    assert isinstance(node.value, tuple)  # noqa: S101
    return node.value
