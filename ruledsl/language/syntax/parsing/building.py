"""The common parts of tree-building functions: a matched rule with its children already built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ruledsl.base.diagnostics import Span
from ruledsl.language.syntax.text.source import Source
from ruledsl.language.syntax.tree import Node

Placed = tuple[Any, int, int, Any]
"""Something with the offsets of its start and end, including brackets around it (-1 if it is empty), and its reading."""


class Part:
    """A value that is no node by itself: a keyword (its kind is its terminal), a scope, a condition, a clause."""

    __slots__ = ("_end", "_source", "_start", "kind", "value")

    def __init__(self, kind: str, value: Any, source: Source, start: int, end: int) -> None:  # noqa: ANN401 - its maker says
        self.kind = kind
        self.value = value
        self._source = source
        self._start = start
        self._end = end

    @property
    def span(self) -> Span:
        """Its span, which most parts never need."""
        return self._source.span(self._start, self._end)


class Made:
    """A matched rule of the grammar. Children are nodes, `Word`s, `Part`s, or None for absent ones."""

    __slots__ = ("_end", "_placed", "_source", "_start", "children", "name")

    def __init__(self, name: str, source: Source, start: int, end: int, placed: list[Placed]) -> None:
        self.name = name
        self.children = [child for child, _, _, _ in placed]
        self._source = source
        self._start = max(start, 0)
        self._end = max(end, 0)
        self._placed = placed

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self._source.span(self._start, self._end)

    @property
    def ends(self) -> list[Span]:
        """The spans of the children, including brackets around them."""
        return [self._source.span(start, end) for _, start, end, _ in self._placed]

    def __getitem__(self, index: int) -> Any:  # noqa: ANN401 - the grammar says what stands there
        return self.children[index]

    def part(self, kind: str, value: Any) -> Part:  # noqa: ANN401 - who asks for the part knows what it holds
        """A part with the span of this rule."""
        return Part(kind, value, self._source, self._start, self._end)

    def find(self, kind: str) -> Any:  # noqa: ANN401 - the part's maker says what it holds
        """The value of the part of this kind, or None."""
        return find(self.children, kind)

    def several(self, *kinds: type) -> tuple[Any, ...]:
        """The children of these classes, in order."""
        return tuple(child for child in self.children if isinstance(child, kinds))


def sentence(kind: type[Node]) -> Callable[[Made], Node]:
    """The builder of nodes of a sentence class: its fields are the operands, in order."""
    return lambda made: kind(*made.several(Node), span=made.span)


def find(children: Sequence[Any], kind: str) -> Any:  # noqa: ANN401 - the part's maker says what it holds
    """The value of the first part of this kind, or None."""
    for child in children:
        if isinstance(child, Part) and child.kind == kind:
            return child.value
    return None
