"""The roles of a node's fields: one row for each class, so that readers need not know the classes.

A new class declares its row once; a class without a row, or with a field that its row omits, fails on import.
"""

from __future__ import annotations

from typing import Final

from ruledsl.base.dataclass import dataclass

__all__ = ["CHANCE", "NOTHING", "Row", "expect_row"]

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
    said = {row.asks, row.raises, row.within, *row.writes, *row.conditions, row.amount, row.binds}
    for name, annotation in vars(kind).get("__annotations__", {}).items():
        told = {
            "EventDef": name in said,
            "Spot": name in said,
            "Var": row.binds != NOTHING or kind.__name__ == "VarRef",
        }
        known = told.get(annotation.partition(" |")[0], annotation not in _ASKED or name in said)
        if not known or (name in ("condition", "amount") and name not in said):
            message = f"the row of {kind.__name__} does not say what its `{name}` is for"
            raise TypeError(message)
