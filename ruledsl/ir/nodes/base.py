"""What every node is."""

from __future__ import annotations

from typing import Literal

__all__ = ["Block", "Expr", "Node", "Stmt", "Type"]


Type = Literal["int", "bits", "list", "answers", "rules"]


class Node:
    """An expression or a statement."""

    __slots__ = ()


class Expr(Node):
    """What is worked out and changes nothing; `type` says what it comes to."""

    __slots__ = ()
    type: Type


class Stmt(Node):
    """What is done."""

    __slots__ = ()


Block = tuple[Stmt, ...]
