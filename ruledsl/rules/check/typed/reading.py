"""Generic questions to nodes, answered by their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruledsl.rules.check.typed.row import CHANCE, NOTHING, Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.rules.check.typed.base import TEffect, TExpr, Var
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, MemoryDef, PermissionDef, ValueDef
    from ruledsl.rules.check.typed.effects import Spot

__all__ = [
    "amount_of",
    "asked_in",
    "bound_in",
    "conditions_in",
    "given_in",
    "raised_in",
    "written_in",
]

Node = Any
"""A part of the tree of any kind; anything that is no node has none of these properties."""
_NONE: Final = Row()


def _row(node: Node) -> Row:
    found: Row = getattr(node, "row", _NONE)
    return found


def asked_in(node: Node) -> ValueDef | DefineDef | PermissionDef | MemoryDef | None:
    """The value, definition, permission or memory that a node asks."""
    name = _row(node).asks
    return getattr(node, name) if name else None


def raised_in(node: Node) -> EventDef | None:
    """The event that a node raises."""
    name = _row(node).raises
    return getattr(node, name) if name else None


def written_in(node: Node) -> tuple[Spot, ...]:
    """The places that a node writes."""
    spots = (getattr(node, name) for name in _row(node).writes)
    return tuple(spot for spot in spots if spot is not None)


def bound_in(node: Node) -> Var | None:
    """The variable that the node binds."""
    return node.var if _row(node).binds != NOTHING else None


def given_in(node: Node) -> Iterator[tuple[Var, TExpr | None]]:
    """The variables that a node fills, its own and the parameters of what it asks or raises, each with its source (None for chance)."""
    var, called = bound_in(node), raised_in(node) or asked_in(node)
    if var is not None:
        name = _row(node).binds
        yield var, getattr(node, name) if name != CHANCE else None
    args = getattr(node, "args", None)
    if called is not None and args is not None:
        yield from zip(called.params, args, strict=True)  # type: ignore[union-attr]  # memories take no arguments


def conditions_in(node: Node) -> Iterator[TExpr]:
    """The conditions that a node's result or effect depends on."""
    for name in _row(node).conditions:
        found = getattr(node, name)
        if isinstance(found, tuple):  # of branches, with their bodies
            yield from (condition for condition, _ in found)
        elif found is not None:
            yield found


def amount_of(node: TExpr | TEffect) -> TExpr | None:
    """The amount of an effect, if it has one."""
    name = _row(node).amount
    return getattr(node, name) if name else None
