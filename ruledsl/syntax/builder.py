"""Lark's tree to ours. One function for each name of the grammar, found by that name; no recursion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from lark import Token
from lark import Tree as LarkTree

from ruledsl.diagnostics import Span
from ruledsl.syntax import build_effects, build_expressions, build_statements
from ruledsl.syntax.building import Made, Part
from ruledsl.syntax.source import Source
from ruledsl.syntax.tree import Statement, Word

__all__ = ["MAKERS", "build"]

Maker = Callable[[Made], Any]

MAKERS: Final[dict[str, Maker]] = {
    **build_expressions.MAKERS,
    **build_effects.MAKERS,
    **build_statements.MAKERS,
}

# Rules whose children become more than one node: their spans need those of the children with brackets.
SPREAD: Final = frozenset({"or_expr", "and_expr", "call", "my", "args"})


@dataclass(slots=True)
class _Open:
    """A node of lark's tree whose children are being built."""

    tree: LarkTree[Token]
    span: Span
    children: list[Any]


def build(tree: LarkTree[Token], source: Source) -> list[Statement]:
    """The statements of a parsed text; raises `Fault` for what the grammar allows and the language does not."""
    waiting = [_opened(tree, source)]
    while True:
        node = waiting[-1]
        if len(node.children) < len(node.tree.children):
            child = node.tree.children[len(node.children)]
            if isinstance(child, LarkTree):
                waiting.append(_opened(child, source))
            else:
                node.children.append(_leaf(child, source))
            continue
        waiting.pop()
        if not waiting:
            return node.children
        made = Made(node.tree.data, node.span, node.children, [])
        if node.tree.data in SPREAD:
            made.ends = [_outer(child, source) for child in node.tree.children]
        waiting[-1].children.append(MAKERS[node.tree.data](made))


def _opened(tree: LarkTree[Token], source: Source) -> _Open:
    meta = tree.meta
    span = source.span(0, 0) if meta.empty else source.span(meta.start_pos, meta.end_pos)
    return _Open(tree, span, [])


def _outer(child: LarkTree[Token] | Token, source: Source) -> Span:
    """Where a child stands with the brackets around it, which its own span leaves out."""
    meta: Any = child.meta if isinstance(child, LarkTree) else child
    start = getattr(meta, "container_start_pos", meta.start_pos)
    return source.span(start, getattr(meta, "container_end_pos", meta.end_pos))


def _leaf(child: Token | None, source: Source) -> Word | Part | None:
    if child is None:
        return None
    span = source.span(child.start_pos or 0, child.end_pos or 0)
    return Word(str(child), span=span) if child.type == "NAME" else Part(child.type, str(child), span)
