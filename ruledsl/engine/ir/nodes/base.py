"""The base of all nodes."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

Type = Literal["int", "bits", "list", "rules"]


class Node:
    """An expression or a statement.

    A node class is declared once: its fields are its parts, with their types (`PARTS`), and its `text` is its printed form. The traversal
    (`walk`), the printed text (`text`) and the checks (`verify`) follow from that.
    """

    __slots__ = ()
    text: ClassVar[str]

    def __init_subclass__(cls, text: str = "") -> None:
        if text:
            cls.text = text


class Expr(Node):
    """A pure expression; `type` is the type of its value, a number by default."""

    __slots__ = ()
    type: Type = "int"


class Stmt(Node):
    """A statement."""

    __slots__ = ()


Block = tuple[Stmt, ...]

Int: TypeAlias = Expr
Bits: TypeAlias = Expr
Rules: TypeAlias = Expr
Plain: TypeAlias = Expr
Members: TypeAlias = Expr
Set: TypeAlias = Expr

PARTS: Final[dict[str, tuple[Type, ...]]] = {
    "Int": ("int",),
    "Bits": ("bits",),
    "Rules": ("rules",),
    "Plain": ("int", "bits"),
    "Members": ("bits", "list"),
    "Set": ("bits", "list"),
}
"""The possible types of a part, by its declaration; an `Expr` may have any type."""
