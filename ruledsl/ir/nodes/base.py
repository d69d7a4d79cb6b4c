"""What every node is."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

Type = Literal["int", "bits", "list", "rules"]


class Node:
    """An expression or a statement.

    A kind of node is declared once: its fields say what its parts are and what they have to come to (`PARTS`), its `text` how it is printed.
    From that follows how it is gone over (`walk`), printed (`text`) and checked (`verify`).
    """

    __slots__ = ()
    text: ClassVar[str]

    def __init_subclass__(cls, text: str = "") -> None:
        if text:
            cls.text = text


class Expr(Node):
    """What is worked out and changes nothing; `type` says what it comes to: a number, where nothing else is said."""

    __slots__ = ()
    type: Type = "int"


class Stmt(Node):
    """What is done."""

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
"""What a part has to come to, by what its field is declared as; an `Expr` may come to anything."""
