"""Traversal of nodes: children, rebuilding with other parts, substitution."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.engine.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

N = TypeVar("N", bound="n.Node | n.Block")


def _fields(cls: type, *words: str) -> tuple[str, ...]:
    return tuple(
        name for name, kind in inspect.get_annotations(cls).items() if any(word in kind for word in words)
    )


KINDS = [
    cls
    for cls in vars(n).values()
    if inspect.isclass(cls) and issubclass(cls, n.Node) and hasattr(cls, "__dataclass_fields__")
]
"""All node classes."""


class _Fields(dict[type, tuple[str, ...]]):
    """The fields of a node class by declared type: those of the words above, and those that only whole programs have."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words

    def __missing__(self, cls: type) -> tuple[str, ...]:
        names = self[cls] = _fields(cls, *self.words)
        return names


_PARTS = _Fields(*n.PARTS, "Expr", "Block", "Cell", "Element")
_BLOCKS = _Fields("Block")
_BINDERS: dict[type, tuple[str, ...]] = {
    cls: tuple(name for name in _fields(cls, "Local") if "Expr" not in inspect.get_annotations(cls)[name])
    for cls in KINDS
}


def children(node: n.Node) -> list[n.Node]:
    """The direct children of a node, in order."""
    nodes: list[n.Node] = []
    for name in _PARTS[type(node)]:
        part = getattr(node, name)
        if type(part) is tuple:
            _inside(part, nodes)
        elif part is not None:
            nodes.append(part)
    return nodes


def _inside(part: tuple[Any, ...], into: list[n.Node]) -> None:
    for item in part:
        if type(item) is tuple:
            _inside(item, into)
        elif item is not None:
            into.append(item)


def walk(node: n.Node | n.Block) -> Iterator[n.Node]:
    """A node (or the nodes of a block) and all descendants."""
    todo: list[n.Node] = [*reversed(node)] if isinstance(node, tuple) else [node]
    while todo:
        current = todo.pop()
        yield current
        if _PARTS[type(current)]:
            todo += children(current)[::-1]


def statements(body: n.Block) -> Iterator[n.Stmt]:
    """The statements of a block, and of all blocks inside them."""
    for statement in body:
        yield statement
        for name in _BLOCKS[type(statement)]:
            part = getattr(statement, name)
            if name == "branches":
                for _, block in part:
                    yield from statements(block)
            elif part is not None:
                yield from statements(part)


def size(node: n.Node | n.Block) -> int:
    """The number of nodes."""
    return sum(1 for _ in walk(node))


def rebuilt(node: N, change: Callable[[Any], Any]) -> N:
    """A node (or block) with `change` applied to its direct children; the same object if nothing changes."""
    if isinstance(node, tuple):
        return _changed(node, change)  # type: ignore[return-value]
    kind = type(node)
    different: dict[str, Any] | None = None
    for name in _PARTS[kind]:
        old = getattr(node, name)
        if old is None:
            continue
        new = _changed(old, change) if type(old) is tuple else change(old)
        if new is not old:
            different = different or {}
            different[name] = new
    return _copied(node, different) if different else node


def _copied(node: Any, different: Mapping[str, Any]) -> Any:
    kind = type(node)
    new = object.__new__(kind)
    for name in kind.__dataclass_fields__:
        setattr(new, name, different[name] if name in different else getattr(node, name))
    return new


def _changed(part: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    new = []
    same = True
    for item in part:
        result = _changed(item, change) if type(item) is tuple else item if item is None else change(item)
        same = same and result is item
        new.append(result)
    return part if same else tuple(new)


def with_blocks(statement: n.Stmt, change: Callable[[n.Block], n.Block]) -> n.Stmt:
    """A statement with `change` applied to its direct blocks."""
    different: dict[str, Any] = {}
    for name in _BLOCKS[type(statement)]:
        part = getattr(statement, name)
        if name == "branches":
            different[name] = tuple((test, change(block)) for test, block in part)
        elif part is not None:
            different[name] = change(part)
    return _copied(statement, different) if different else statement


def each_statement(body: n.Block, change: Callable[[n.Stmt], n.Block]) -> n.Block:
    """A block with each statement replaced, innermost first."""

    def inside(block: n.Block) -> n.Block:
        return each_statement(block, change)

    return tuple(result for statement in body for result in change(with_blocks(statement, inside)))


def reads(node: n.Node | n.Block, *names: str) -> bool:
    """Is one of these locals read in the node?"""
    return any(type(part) is n.Local and part.name in names for part in walk(node))


def put_in(node: N, given: Mapping[str, n.Expr]) -> N:
    """The node with expressions substituted for locals."""

    def change(inner: Any) -> Any:
        if type(inner) is n.Local:
            return given.get(inner.name, inner)
        return rebuilt(inner, change)

    return change(node) if given else node


def binders(node: n.Node | n.Block) -> Iterator[n.Local]:
    """The locals that the node binds."""
    for part in walk(node):
        for name in _BINDERS[type(part)]:
            local = getattr(part, name)
            if local is not None:
                yield local


def renamed(node: N, fresh: Callable[[str], str]) -> N:
    """A copy with fresh names for all locals that it binds, so that a function can contain it twice."""
    names = {local.name: "" for local in binders(node)}
    if not names:
        return node
    given = {name: fresh(name.rpartition("__")[0] or name) for name in names}

    def change(inner: Any) -> Any:
        if type(inner) is n.Local:
            return n.Local(given[inner.name], inner.type) if inner.name in given else inner
        copy = rebuilt(inner, change)
        bound = {name: change(getattr(copy, name)) for name in _BINDERS[type(copy)] if getattr(copy, name)}
        return _copied(copy, bound) if bound else copy

    return _changed(node, change) if isinstance(node, tuple) else change(node)  # type: ignore[return-value]
