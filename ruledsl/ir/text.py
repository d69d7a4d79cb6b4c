"""The representation as text, for people and for tests: every kind of node has one template, its `text`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.ir.module import Function

__all__ = ["text_of"]


def text_of(thing: n.Node | Function) -> str:
    """An expression, a statement or a function. Marks of what is counted stand behind."""
    if isinstance(thing, n.Expr):
        return _line(thing)
    if isinstance(thing, n.Stmt):
        return "\n".join(_statement(thing, 0))
    assert not isinstance(thing, n.Node)  # noqa: S101 - expressions and statements are all the kinds there are
    params = ", ".join(param.name for param in thing.params)
    return "\n".join([f"{thing.name}({params}):", *_block(thing.body, 1)]) + "\n"


def _line(node: n.Node) -> str:
    parts = {name: _part(name, getattr(node, name)) for name in node.__dataclass_fields__}  # type: ignore[attr-defined]
    if isinstance(node, n.Do) and node.into is not None:
        parts["into"] += " = "
    marks = [name for name in ("declinable",) if getattr(node, name, False)]
    if getattr(node, "weight", 0):
        marks.append(f"counted {node.weight}")  # type: ignore[attr-defined]
    if isinstance(node, n.Fact) and node.index < 0:
        parts["index"] = ""
    found = node.text.format(**parts).replace("[]", "").rstrip()
    return " ".join([found, *marks])


def _part(name: str, part: Any) -> str:
    if isinstance(part, n.Node):
        return _line(part)
    if isinstance(part, tuple) and name == "args":
        return ", ".join("all" if arg is None else _line(arg) for arg in part)
    if name == "bearer":
        return f" for ({_part('args', part)})" if part else ""
    return "" if part is None else str(part)


def _block(body: n.Block, depth: int) -> Iterator[str]:
    for statement in body:
        yield from _statement(statement, depth)


def _statement(node: n.Stmt, depth: int) -> Iterator[str]:
    space = "  " * depth
    if isinstance(node, n.If):
        for number, (test, body) in enumerate(node.branches):
            yield f"{space}{'elif' if number else 'if'} {_line(test)}:"
            yield from _block(body, depth + 1)
    else:
        yield space + _line(node)
        yield from _block(getattr(node, "body", None) or (), depth + 1)
    if otherwise := getattr(node, "otherwise", ()):
        yield f"{space}else:"
        yield from _block(otherwise, depth + 1)
