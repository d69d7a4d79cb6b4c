"""Bit sets as Python's text: one word each where that is enough, otherwise places of lists of words. Operands are texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import SCALARS
from ruledsl.compile.native.sets import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.compile.native.memory import Memory


def sets_of(memory: Memory) -> OneWord:
    """How the sets of a program are printed."""
    return OneWord(memory) if memory.words == 1 else SeveralWords(memory)


def spent(members: str, weight: int) -> str:
    """What a loop goes over, where each round counts for so many (0: it does not count)."""
    return f"spending_(spend, {members}, {weight})" if weight else members


class OneWord:
    """A set is a number, its members are the bits."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def singles(self) -> list[int]:
        """The sets of one member, by that; the last one, that of nobody, is empty."""
        return [*(1 << member for member in range(self.memory.regions)), 0]

    def constant(self, value: int) -> str:
        """A set that is written out."""
        return str(value) if value >= 0 else f"({value})"

    def few(self, word: str) -> str:
        """The set with the members that the bits of a number say."""
        return word

    def combined(self, op: str, left: str, right: str) -> str:
        """Together (`|`), in both (`&`), or without (`-`)."""
        if right == "0":
            return "0" if op == "&" else left
        return f"({left} & ~{right})" if op == "-" else f"({left} {op} {right})"

    def complement(self, operand: str) -> str:
        """All that is not in a set."""
        return f"(~{operand})"

    def has(self, members: str, item: str) -> str:
        """Is something in a set?"""
        return f"({members} >> ({item} & 63) & 1)"

    def same(self, left: str, right: str) -> str:
        """Are two sets the same?"""
        return f"({left} == {right})"

    def size(self, members: str) -> str:
        """How many members."""
        return f"({members}).bit_count()"

    def first(self, members: str) -> str:
        """The lowest member of a set that is not empty."""
        return f"lowest_({members})"

    # ── loops ──

    def iterate(self, members: str, weight: int, *, pure: bool) -> str:
        """The members in order, each of which counts for so many rounds; a `pure` loop changes nothing."""
        del pure
        return spent(f"MEMBERS[{members}]", weight)

    def filtered(self, var: str, loop: str) -> str:
        """Those members for which a loop comes to its end."""
        return f"sum([1 << {var} {loop}])"

    def union(self, term: str, loop: str) -> str:
        """The members of all sets of a loop."""
        return f"reduce_(or_, [{term} {loop}], 0)"

    def reached(self, start: str, var: str, members: str, term: str, weight: int) -> str:
        """A set, and what its members lead to."""
        del members
        return f"reached_({start}, lambda {var}: {term}, spend, {weight})"

    # ── what functions leave behind ──

    def mark(self) -> Iterator[str]:
        """At the beginning of a function that changes nothing."""
        yield from ()

    def result(self, value: str, kind: str) -> Iterator[str]:
        """What such a function says."""
        del kind
        yield f"return {value}"


class SeveralWords(OneWord):
    """A set is the place of a list of words; what is worked out on the way is forgotten where it is for WebAssembly."""

    marked = False

    @property
    def top(self) -> int:
        """The word that says where the next list is made."""
        return self.memory.arrays["S"].base // 8 + SCALARS["list_end"]

    @property
    def singles(self) -> list[int]:
        """See `OneWord`: all of these lie ready."""
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
