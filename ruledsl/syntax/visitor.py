"""Going over a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from ruledsl.syntax.tree import Node

__all__ = ["children", "walk"]


_PARTS: Final[dict[type[Node], tuple[str, ...]]] = {}
"""The fields of each class of nodes that may hold nodes, filled as they are met."""


def _parts(kind: type[Node]) -> tuple[str, ...]:
    known = _PARTS.get(kind)
    if known is None:
        known = _PARTS[kind] = tuple(part.name for part in fields(kind) if part.name != "span")
    return known


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside this one, in the order of the text."""
    for name in _parts(type(node)):
        part = getattr(node, name)
        if isinstance(part, Node):
            yield part
        elif isinstance(part, tuple):
            yield from _inside(part)


def _inside(parts: tuple[object, ...]) -> Iterator[Node]:
    for part in parts:
        if isinstance(part, Node):
            yield part
        elif isinstance(part, tuple):
            yield from _inside(part)


def walk(node: Node) -> Iterator[Node]:
    """This node and all nodes below it, each before its children; without recursion."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(children(current))))
