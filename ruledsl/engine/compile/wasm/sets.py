"""Prints bit sets as WebAssembly: one word each if that is enough for every region, otherwise lists of words (`engine/cells/wide_sets.py`).

Operands are texts that evaluate to a set or a number. The empty set is 0 in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ruledsl.engine.compile.wasm.memory import SCALARS
from ruledsl.engine.compile.wasm.nodes import const, got, put

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.compile.wasm.memory import Memory

EVERYTHING = -1
"""The set of everything: only as a part of an intersection."""


class Printer(Protocol):
    """The printer of the rest of a function."""

    memory: Memory
    made: int

    def fresh(self, word: str = "t") -> str:
        """A new local of the printer."""
        ...

    def set(self, name: str, value: str) -> str:
        """Write a local."""
        ...

    def load(self, array: str, *places: str) -> str:
        """Read a cell."""
        ...

    def store(self, array: str, value: str, *places: str) -> str:
        """Set a cell."""
        ...

    def item(self, items: str, place: str) -> str:
        """A member of the list at an address."""
        ...

    def at(self, place: str) -> str:
        """The address of a place."""
        ...


def sets_of(printer: Printer) -> Sets:
    """The representation of sets in a program's memory."""
    return OneWord(printer) if printer.memory.words == 1 else SeveralWords(printer)


class OneWord:
    """A set is a number, its members are the bits."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer

    def constant(self, value: int) -> str:
        """A literal set."""
        return const(value)

    def single(self, item: str) -> str:
        """The set with one member; empty for nobody."""
        name = self.printer.fresh()
        return f"(i64.shl (i64.extend_i32_u (i64.ge_s (local.tee ${name} {item}) (i64.const 0))) {got(name)})"

    def few(self, word: str) -> str:
        """The set whose members are the bits of a number."""
        return word

    def combined(self, op: str, left: str, right: str) -> str:
        """Union (`|`), intersection (`&`) or difference (`-`)."""
        if op == "-":
            return f"(i64.and {left} {self.complement(right)})"
        return f"(i64.{'or' if op == '|' else 'and'} {left} {right})"

    def complement(self, operand: str) -> str:
        """The complement of a set."""
        return f"(i64.xor {operand} (i64.const -1))"

    def has(self, members: str, item: str) -> str:
        """Is something in a set, as a number?"""
        return f"(i64.and (i64.shr_u {members} {item}) (i64.const 1))"

    def same(self, left: str, right: str) -> str:
        """Are two sets equal, as a test?"""
        return f"(i64.eq {left} {right})"

    def size(self, members: str) -> str:
        """The number of members."""
        return f"(i64.popcnt {members})"

    def first(self, members: str) -> str:
        """The lowest member of a non-empty set."""
        return f"(i64.ctz {members})"

    # ── construction of sets ──

    def begun(self) -> str:
        """An open, empty set."""
        return const(0)

    def add(self, into: str, item: str) -> str:
        """Add a member."""
        return put(into, f"(i64.or {got(into)} (i64.shl (i64.const 1) {item}))")

    def add_all(self, into: str, members: str) -> str:
        """Add the members of another set."""
        return put(into, self.combined("|", got(into), members))

    def ended(self, into: str) -> str:
        """Close the set."""
        return got(into)

    # ── loops, and temporary lists of functions ──

    def loop(self, var: str, members: str, body: Callable[[], str], spent: str, *, pure: bool) -> str:
        """A loop over the members; `spent` is the code that spends fuel, if any; a `pure` loop changes nothing but locals."""
        del pure
        printer = self.printer
        mask, number = printer.fresh("m"), printer.made
        return (
            f"(local.set ${mask} {members})\n{spent.format(self.size(got(mask))) if spent else ''}"
            f"(block $b{number} (loop $l{number} (br_if $b{number} (i64.eqz {got(mask)}))\n"
            f"{printer.set(var, self.first(got(mask)))}\n"
            f"(local.set ${mask} (i64.and {got(mask)} (i64.sub {got(mask)} (i64.const 1))))\n"
            f"{body()}\n(br $l{number})))"
        )

    def mark(self) -> str:
        """The start of a function that changes nothing."""
        return ""

    def result(self, value: str, kind: str) -> str:
        """The result of such a function."""
        del kind
        return value


class SeveralWords(OneWord):
    """A set is the address of an immutable list of words. Temporary lists are freed as soon as a result is known."""

    def __init__(self, printer: Printer) -> None:
        super().__init__(printer)
        self.words = printer.memory.words
        self.marked = ""

    def constant(self, value: int) -> str:
        """Print the address of a literal set, which lies in the memory from the start; 0 if it is empty."""
        return const(self.printer.memory.bits(value))

    def single(self, item: str) -> str:
        """Print the address of the set with one member, which lies in the memory from the start; 0, the empty set, for nobody."""
        name = self.printer.fresh()
        place = f"(i64.add {const(self.printer.memory.singles)} (i64.mul {got(name)} {const(8 + 8 * self.words)}))"
        held = f"(local.tee ${name} {item})"
        return f"(if (result i64) (i64.ge_s {held} (i64.const 0)) (then {place}) (else (i64.const 0)))"

    def few(self, word: str) -> str:
        """Print a call that makes the set whose members are the bits of a number."""
        return f"(call $few {word})"

    def combined(self, op: str, left: str, right: str) -> str:
        """Print a call for the union (`|`), intersection (`&`) or difference (`-`); a literal empty set on the right needs none."""
        if right == const(0):
            return const(0) if op == "&" else left
        return f"(call ${ {'|': 'together', '&': 'in_both', '-': 'leave_out'}[op] } {left} {right})"

    def complement(self, operand: str) -> str:
        """Print the complement of a set: everything without its members."""
        return self.combined("-", self.constant(EVERYTHING), operand)

    def has(self, members: str, item: str) -> str:
        """Print a test for a member, as a number: it reads the word of the member. A member beyond the capacity of sets is in none."""
        name = self.printer.fresh()
        word = self.printer.item(self.printer.at(members), f"(i64.shr_u {got(name)} (i64.const 6))")
        bit = f"(i64.and (i64.shr_u {word} {got(name)}) (i64.const 1))"
        could = f"(i64.lt_u (local.tee ${name} {item}) {const(64 * self.words)})"
        return f"(if (result i64) {could} (then {bit}) (else (i64.const 0)))"

    def same(self, left: str, right: str) -> str:
        """Print a test whether two sets have the same members."""
        return f"(i64.ne (call $are_same {left} {right}) (i64.const 0))"

    def size(self, members: str) -> str:
        """Print a call that counts the members of a set."""
        return f"(call $members_of {members})"

    def first(self, members: str) -> str:
        """Print a call that finds the lowest member of a non-empty set."""
        return f"(call $lowest_of {members})"

    # ── construction of sets ──

    def begun(self) -> str:
        """Print a call that opens an empty list of words, into which members can be put."""
        return "(call $open_set)"

    def add(self, into: str, item: str) -> str:
        """Print a call that puts a member into the open set in the local `into`."""
        return f"(drop (call $put_in {got(into)} {item}))"

    def add_all(self, into: str, members: str) -> str:
        """Print a call that puts all members of another set into the open set in the local `into`."""
        return f"(drop (call $put_all_in {got(into)} {members}))"

    def ended(self, into: str) -> str:
        """Print a call that closes the open set in the local `into`; the result is the address of the set."""
        return f"(call $close_set {got(into)})"

    # ── loops, and temporary lists of functions ──

    def loop(self, var: str, members: str, body: Callable[[], str], spent: str, *, pure: bool) -> str:
        """Print a loop over the members of a set, word by word.

        Its locals are the remaining bits of the current word, and the number of the first member there. `spent` is the code that spends fuel, if any.
        A `pure` loop changes nothing but locals: temporary lists of one iteration are freed before the next one.
        """
        printer = self.printer
        items, mask, first = printer.fresh("s"), printer.fresh("m"), printer.fresh("w")
        number = printer.made
        after = const(64 * self.words)
        word = printer.item(printer.at(got(items)), f"(i64.shr_u {got(first)} (i64.const 6))")
        top = self._top()
        keep = back = ""
        if pure:
            mark = printer.fresh("h")
            keep, back = put(mark, top), self._reset(got(mark))
        return (
            f"{put(items, members)} {put(mask, const(0))} {put(first, const(-64))}\n"
            f"{spent.format(self.size(got(items))) if spent else ''}{keep}"
            f"(block $b{number} (br_if $b{number} (i64.eqz {got(items)})) (loop $l{number}\n"
            f"(block $n{number} (loop $k{number} (br_if $n{number} (i64.ne {got(mask)} (i64.const 0)))\n"
            f"{put(first, f'(i64.add {got(first)} (i64.const 64))')}"
            f"(br_if $b{number} (i64.ge_u {got(first)} {after})) {put(mask, word)} (br $k{number})))\n"
            f"{printer.set(var, f'(i64.add {got(first)} (i64.ctz {got(mask)}))')}\n"
            f"{put(mask, f'(i64.and {got(mask)} (i64.sub {got(mask)} (i64.const 1)))')}\n"
            f"{back}{body()}\n(br $l{number})))"
        )

    def _top(self) -> str:
        """The address of the next list."""
        return self.printer.load("S", const(SCALARS["list_end"]))

    def _reset(self, mark: str) -> str:
        return self.printer.store("S", mark, const(SCALARS["list_end"]))

    def mark(self) -> str:
        """Print the start of a function that changes nothing: a local remembers the address of the next list."""
        self.marked = self.printer.fresh("h")
        return put(self.marked, self._top())

    def result(self, value: str, kind: str) -> str:
        """Print the result of a function that changes nothing, and free its temporary lists; if it is a list itself, they stay."""
        if not self.marked or kind not in ("int", "bits"):
            return value
        if kind == "bits":
            return f"(call $handed_out {got(self.marked)} {value})"
        held = self.printer.fresh("v")
        return f"(block (result i64) {put(held, value)} {self._reset(got(self.marked))} {got(held)})"


Sets = OneWord
