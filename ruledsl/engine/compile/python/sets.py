"""Prints bit sets as Python: one word each where that is enough, otherwise addresses of lists of words. Operands are texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm.memory import SCALARS
from ruledsl.engine.compile.wasm.sets import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.compile.wasm.memory import Memory


def sets_of(memory: Memory) -> OneWord:
    """How the sets of a program are printed."""
    return OneWord(memory) if memory.words == 1 else SeveralWords(memory)


def spent(members: str, weight: int) -> str:
    """The iterable of a loop whose iterations cost fuel (0: they cost none)."""
    return f"spending_(spend, {members}, {weight})" if weight else members


class OneWord:
    """A set is a number, its members are the bits."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def singles(self) -> list[int]:
        """All sets of one member; the last one, that of nobody, is empty."""
        return [*(1 << member for member in range(self.memory.regions)), 0]

    def constant(self, value: int) -> str:
        """A literal set."""
        return str(value) if value >= 0 else f"({value})"

    def few(self, word: str) -> str:
        """The set whose members are the bits of a number."""
        return word

    def combined(self, op: str, left: str, right: str) -> str:
        """Union (`|`), intersection (`&`) or difference (`-`)."""
        if right == "0":
            return "0" if op == "&" else left
        return f"({left} & ~{right})" if op == "-" else f"({left} {op} {right})"

    def complement(self, operand: str) -> str:
        """The complement of a set."""
        return f"(~{operand})"

    def has(self, members: str, item: str) -> str:
        """Is something in a set?"""
        return f"({members} >> ({item} & 63) & 1)"

    def same(self, left: str, right: str) -> str:
        """Are two sets equal?"""
        return f"({left} == {right})"

    def size(self, members: str) -> str:
        """The number of members."""
        return f"({members}).bit_count()"

    def first(self, members: str) -> str:
        """The lowest member of a non-empty set."""
        return f"lowest_({members})"

    # ── loops ──

    def iterate(self, members: str, weight: int, *, pure: bool) -> str:
        """The members in order, each at a cost in fuel; a `pure` loop changes nothing."""
        del pure
        return spent(f"MEMBERS[{members}]", weight)

    def filtered(self, var: str, loop: str) -> str:
        """The members for which the loop's body completes."""
        return f"sum([1 << {var} {loop}])"

    def union(self, term: str, loop: str) -> str:
        """The union of all sets of a loop."""
        return f"reduce_(or_, [{term} {loop}], 0)"

    def reached(self, start: str, var: str, members: str, term: str, weight: int) -> str:
        """The closure of a set under a step from each member."""
        del members
        return f"reached_({start}, lambda {var}: {term}, spend, {weight})"

    # ── temporary lists of functions ──

    def mark(self) -> Iterator[str]:
        """The start of a function that changes nothing."""
        yield from ()

    def result(self, value: str, kind: str) -> Iterator[str]:
        """The result of such a function."""
        del kind
        yield f"return {value}"


class SeveralWords(OneWord):
    """A set is the address of a list of words. Temporary lists are freed at the same points as in WebAssembly."""

    marked = False

    @property
    def top(self) -> int:
        """The word that holds the address of the next list."""
        return self.memory.arrays["S"].base // 8 + SCALARS["list_end"]

    @property
    def singles(self) -> list[int]:
        """See `OneWord`: all of these are prepared."""
        step = 8 + 8 * self.memory.words
        return [*(self.memory.singles + step * member for member in range(self.memory.regions)), 0]

    def constant(self, value: int) -> str:
        """See `OneWord`."""
        return str(self.memory.bits(value))

    def few(self, word: str) -> str:
        """See `OneWord`."""
        return f"few({word})"

    def combined(self, op: str, left: str, right: str) -> str:
        """See `OneWord`."""
        if right == "0":
            return "0" if op == "&" else left
        return f"{ {'|': 'together', '&': 'in_both', '-': 'leave_out'}[op] }({left}, {right})"

    def complement(self, operand: str) -> str:
        """See `OneWord`."""
        return self.combined("-", self.constant(EVERYTHING), operand)

    def has(self, members: str, item: str) -> str:
        """See `OneWord`."""
        return f"has_in_(W, {members}, {self.memory.words}, {item})"

    def same(self, left: str, right: str) -> str:
        """See `OneWord`."""
        return f"(are_same({left}, {right}) != 0)"

    def size(self, members: str) -> str:
        """See `OneWord`."""
        return f"members_of({members})"

    def first(self, members: str) -> str:
        """See `OneWord`."""
        return f"lowest_of({members})"

    def iterate(self, members: str, weight: int, *, pure: bool) -> str:
        """See `OneWord`."""
        found = spent(f"members_at_(W, {members})", weight)
        return f"rounds_(W, {self.top}, {found})" if pure else found

    def filtered(self, var: str, loop: str) -> str:
        """See `OneWord`."""
        return f"close_set(put_bits_(W, open_set(), ({var} {loop})))"

    def union(self, term: str, loop: str) -> str:
        """See `OneWord`."""
        return f"close_set(gathered_(put_all_in, open_set(), ({term} {loop})))"

    def reached(self, start: str, var: str, members: str, term: str, weight: int) -> str:
        """See `OneWord`."""
        step = self.union(term, f"for {var} in {self.iterate(members, weight, pure=True)}")
        return f"reached_words_({start}, lambda {members}: {step}, globals())"

    def mark(self) -> Iterator[str]:
        """See `OneWord`."""
        self.marked = True
        yield f"mark_ = W[{self.top}]"

    def result(self, value: str, kind: str) -> Iterator[str]:
        """See `OneWord`. Lists stay where they are."""
        if not self.marked or kind not in ("int", "bits"):
            yield f"return {value}"
        elif kind == "bits":
            yield f"return handed_out(mark_, {value})"
        else:
            yield f"found_ = {value}"
            yield f"W[{self.top}] = mark_"
            yield "return found_"
