"""How deep a tree is, so that whoever goes over it by recursion is safe."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.syntax.text.limits import MAX_DEPTH
from ruledsl.syntax.tree import Node
from ruledsl.syntax.visitor import children

__all__ = ["too_deep"]


def too_deep(nodes: Iterable[Node]) -> bool:
    """Whether more nodes stand above one another than are allowed."""
    level = list(nodes)
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            return True
        level = [child for node in level for child in children(node)]
    return False
