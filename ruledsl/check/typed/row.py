"""What the fields of a node are for: one row for each kind, by which readers go over nodes without knowing their kinds.

Whoever adds a kind says it there once; a kind without a row, or with a field that its row has forgotten, fails when it is imported.
"""

from __future__ import annotations

from typing import Final

from ruledsl.dataclass import dataclass

__all__ = ["CHANCE", "NOTHING", "Row", "expect_row"]

NOTHING: Final = "nothing"
CHANCE: Final = ""


@dataclass(frozen=True, slots=True)
class Row:
    """By their names: the field of what a pack declares that a node `asks`, of the event that it `raises`, or in whose course it stands (`within`).

    Those of the places that it `writes`; what its variable goes over or is given (`binds`: `CHANCE` for what no expression says, `NOTHING` if
    it has none, or only reads one); those of its `conditions`, and that of its `amount`.
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
    """Has a kind of node a row that speaks of all its fields?"""
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
