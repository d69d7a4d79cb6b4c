"""Traversal of trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Final

from ruledsl.language.syntax.tree import (
    Act,
    AtOnce,
    Choose,
    Draw,
    ForEach,
    InTurn,
    Let,
    MayChoose,
    Members,
    Node,
    Param,
    Reached,
    Roll,
    Word,
)

_NAMING: Final = (AtOnce, Choose, Draw, ForEach, InTurn, Let, MayChoose, Param, Reached, Roll)
"""The classes of nodes whose `name` is a new one."""

_PARTS: Final[dict[type[Node], tuple[str, ...]]] = {}
"""For each class, the fields that may hold nodes, found on demand."""


def _parts(kind: type[Node]) -> tuple[str, ...]:
    parts = _PARTS.get(kind)
    if parts is None:
        parts = _PARTS[kind] = tuple(part.name for part in fields(kind) if part.name != "span")
    return parts


def children(node: Node) -> list[Node]:
    """The nodes directly inside this one, in the order of the text."""
    nodes: list[Node] = []
    for name in _parts(type(node)):
        part = getattr(node, name)
        if isinstance(part, Node):
            nodes.append(part)
        elif type(part) is tuple:
            _inside(part, nodes)
    return nodes


def _inside(parts: tuple[object, ...], nodes: list[Node]) -> None:
    for part in parts:
        if isinstance(part, Node):
            nodes.append(part)
        elif type(part) is tuple:
            _inside(part, nodes)


def walk(node: Node) -> Iterator[Node]:
    """This node and all nodes below it, each before its children; without recursion."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += children(current)[::-1]


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with `change` applied to each node, innermost first; unchanged nodes are shared."""
    new: dict[str, object] = {}
    for name in _parts(type(node)):
        part = getattr(node, name)
        other = _mapped_part(part, change)
        if other is not part:
            new[name] = other
    return change(replace(node, **new) if new else node)  # type: ignore[arg-type]  # the parts are of their own kinds


def _mapped_part(part: object, change: Callable[[Node], Node]) -> object:
    if isinstance(part, Node):
        return mapped(part, change)
    if isinstance(part, tuple):
        made = tuple(_mapped_part(inner, change) for inner in part)
        return made if any(new is not old for new, old in zip(made, part, strict=True)) else part
    return part


def bound_by(node: Node) -> Word | None:
    """The name that a node binds: that of a local, a parameter or a member; None if it binds none."""
    match node:
        case Act(binds=word) | Members(binder=word):
            return word
        case _ if isinstance(node, _NAMING):
            return node.name
    return None
