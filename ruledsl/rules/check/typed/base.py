"""The base of all parts of the checked tree, and its variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from ruledsl.base.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.language.vocabulary.types import Type

__all__ = ["CHANCE", "NOTHING", "Row", "TBlock", "TEffect", "TExpr", "Var", "expect_row"]

# ── row ─────────────────────────────────────────────────────────────────────────
# The roles of a node's fields: one row for each class, so that readers need not know the classes.
#
# A new class declares its row once; a class without a row, or with a field that its row omits, fails on import.


NOTHING: Final = "nothing"
CHANCE: Final = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Fields by role: the declaration that a node `asks`, the event that it `raises`, or during which it runs (`within`).

    The places that it `writes`; what its variable iterates over or gets (`binds`: `CHANCE` for no expression, `NOTHING` if
    it has none, or only reads one); its `conditions`, and its `amount`.
    """

    asks: str = ""
    raises: str = ""
    within: str = ""
    writes: tuple[str, ...] = ()
    binds: str = NOTHING
    conditions: tuple[str, ...] = ()
    amount: str = ""


_ASKED: Final = frozenset({"ValueDef", "DefineDef", "PermissionDef", "MemoryDef"})


def expect_row(kind: type) -> None:
    """Does the row of a class cover all its fields?"""
    row = vars(kind).get("row")
    if not isinstance(row, Row):
        message = f"{kind.__name__} has no row"
        raise TypeError(message)
    in_row = {row.asks, row.raises, row.within, *row.writes, *row.conditions, row.amount, row.binds}
    for name, annotation in vars(kind).get("__annotations__", {}).items():
        told = {
            "EventDef": name in in_row,
            "Spot": name in in_row,
            "Var": row.binds != NOTHING or kind.__name__ == "VarRef",
        }
        covered = told.get(annotation.partition(" |")[0], annotation not in _ASKED or name in in_row)
        if not covered or (name in ("condition", "amount") and name not in in_row):
            message = f"the row of {kind.__name__} does not say what its `{name}` is for"
            raise TypeError(message)


@dataclass(eq=False, slots=True)
class Var:
    """Something with a name in a rule text: a parameter, a local, a member of a set. Variables are compared by identity, not by name.

    `place` is where it is declared, if there is such a place.
    """

    name: str
    type: Type
    place: Span | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TExpr:
    """A typed expression; `row` describes its fields."""

    row: ClassVar[Row]

    type: Type
    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        expect_row(cls)


@dataclass(frozen=True, slots=True, kw_only=True)
class TEffect:
    """A checked effect; `row` describes its fields."""

    row: ClassVar[Row]

    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        expect_row(cls)


TBlock = tuple[TEffect, ...]
