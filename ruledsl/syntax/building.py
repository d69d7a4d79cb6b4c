"""What the functions that build the tree share: a rule of the grammar with its children already built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ruledsl.diagnostics import Span

__all__ = ["Made", "Part", "find", "joined"]


@dataclass(slots=True)
class Part:
    """What is no node by itself: a word of the language (its kind is its terminal), a scope, a condition, a clause."""

    kind: str
    value: Any
    span: Span


@dataclass(slots=True)
class Made:
    """A rule of the grammar as it was matched. Children are nodes, `Word`s, `Part`s, or None where nothing stands."""

    name: str
    span: Span
    children: list[Any]
    ends: list[Span]  # of each child, with the brackets around it

    def __getitem__(self, index: int) -> Any:  # noqa: ANN401 - the grammar says what stands there
        return self.children[index]

    def find(self, kind: str) -> Any:  # noqa: ANN401 - the part's maker says what it holds
        """The value of the part of this kind, or None."""
        return find(self.children, kind)

    def several(self, *kinds: type) -> tuple[Any, ...]:
        """The children that are of these classes, in their order."""
        return tuple(child for child in self.children if isinstance(child, kinds))


def find(children: Sequence[Any], kind: str) -> Any:  # noqa: ANN401 - the part's maker says what it holds
    """The value of the part of this kind among these, or None."""
    return next((child.value for child in children if isinstance(child, Part) and child.kind == kind), None)


def joined(first: Span, last: Span) -> Span:
    """From the start of the one to the end of the other."""
    return Span(first.file, first.line, first.column, last.end_line, last.end_column)
