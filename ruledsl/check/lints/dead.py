"""Tiles whose every rule speaks of terrains, symbols or pieces that no map and no pack has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import Clause, clauses, walk
from ruledsl.check.program import DefineDef, EventDef, ValueDef
from ruledsl.vocabulary.types import REGION

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["tiles_find_their_terrain"]


def tiles_find_their_terrain(program: Program, diagnostics: Diagnostics) -> None:
    """Every tile has a rule that can come true on some map that is loaded."""
    composition = program.composition
    if not composition.maps:
        return
    present = _present(program)
    rules: dict[str, list[set[str]]] = {}
    for clause in clauses(program):
        tile = clause.origin.owner.tile
        if tile and not isinstance(clause.what, ValueDef | DefineDef | EventDef):
            rules.setdefault(tile, []).append(_traits(clause))
    for tile, spoken in rules.items():
        if all(traits and not traits & present for traits in spoken):
            missing = " and ".join(f"`{trait}`" for trait in sorted(set().union(*spoken)))
            message = f"`{tile}` does nothing: no map has {missing}."
            diagnostics.warning("R026", message, composition.tiles[tile].span)


def _present(program: Program) -> set[str]:
    words = program.composition.words
    found = {
        trait
        for board in program.composition.maps.values()
        for region in board.regions
        for trait in region.traits
    }
    while True:
        more = {b for pair in words.equivalents for a, b in (pair[:2], pair[1::-1]) if a in found} - found
        if not more:
            return found
        found |= more


def _traits(clause: Clause) -> set[str]:
    """The terrains and symbols that a rule speaks of, also by way of definitions."""
    found: set[str] = set()
    waiting = list(clause.roots)
    seen: set[int] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, t.HasTrait) and node.noun.type == REGION:
                found.add(node.word)
            elif isinstance(node, t.Defined) and id(node.define) not in seen:
                seen.add(id(node.define))
                waiting.append(node.define.body)
    return found
