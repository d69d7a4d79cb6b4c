"""Values that hang on nothing but what is printed on the board: they are worked out once for each board, and looked up from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import walk
from ruledsl.vocabulary.types import NUMBER, REGION

if TYPE_CHECKING:
    from ruledsl.check.program import ValueDef

__all__ = ["is_printed"]

_PLAIN = (t.Const, t.VarRef, t.HasTrait, t.Not, t.Logic, t.Math, t.Order, t.Either)


def is_printed(value: ValueDef) -> bool:
    """A number of a region that only rules of packs change, all of them by terrains and symbols."""
    if value.type != NUMBER or [param.type for param in value.params] != [REGION] or not value.modifiers:
        return False
    if any(rule.origin.owner.tile or rule.origin.owner.piece for rule in value.modifiers):
        return False
    parts = [value.base]
    for rule in value.modifiers:
        parts += [rule.change, *([rule.condition] if rule.condition is not None else [])]
    return all(_asks_the_board(node) for node in walk(*parts))


def _asks_the_board(node: object) -> bool:
    return isinstance(node, _PLAIN) or (isinstance(node, t.Ask) and node.builtin.code == "terrain")
