"""Maps that nobody can enter, and regions that nobody can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.types import REGION, set_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ValueDef
    from ruledsl.rules.packs.model import BoardMap, MapRegion


def regions_can_be_reached(program: Program, diagnostics: Diagnostics) -> None:
    """In every connected group of regions, a race can enter at least one: by an entry, or by a trait that rules mention."""
    ways, open_ways = _ways_in(program), _ways_for_all(program)
    for board in program.composition.maps.values():
        groups = _groups(board)
        reached = [any(ways & set(region.traits) for region in group) for group in groups]
        if not any(open_ways & set(region.traits) for region in board.regions):
            message = f"Nobody can enter the map `{board.id}`: none of its regions is an entry."
            diagnostics.warning("P034", message, board.span, expected="`entry: true` in at least one region")
            continue
        for group, fine in zip(groups, reached, strict=True):
            if not fine:
                names = ", ".join(region.id for region in group)
                message = f"Nobody can reach region {names}: no border and no entry leads there."
                diagnostics.warning("P033", message, group[0].span)


def _ways_in(program: Program) -> set[str]:
    """Entries, and the traits of the regions that rules add to a set."""
    found = {"entry"}
    for rule in program.modifiers:
        if rule.value.type == set_of(REGION) and rule.op in ("also", "becomes"):
            found |= {node.word for node in walk(rule.change) if isinstance(node, t.HasTrait)}
    for first, second, _ in program.composition.words.equivalents:
        found |= {first, second} if found & {first, second} else set()
    return found


def _ways_for_all(program: Program) -> set[str]:
    """Entries, and the traits of the regions that rules of packs add to those by which one enters the map."""
    landing = {value for value in program.values if _speaks_of_entries(value)}
    found = {"entry"}
    for rule in program.modifiers:
        owner = rule.origin.owner
        if rule.value in landing and rule.op in ("also", "becomes") and not (owner.tile or owner.piece):
            found |= {node.word for node in walk(rule.change) if isinstance(node, t.HasTrait)}
    for first, second, _ in program.composition.words.equivalents:
        found |= {first, second} if found & {first, second} else set()
    return found


def _speaks_of_entries(value: ValueDef) -> bool:
    """Is it a question whose answer begins with the entries of the map?"""
    waiting, met = [value.base], {value.name}
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, t.HasTrait) and node.word == "entry":
                return True
            asked = node.value if isinstance(node, t.ValueOf) else None
            if asked is not None and asked.name not in met and asked.type == set_of(REGION):
                met.add(asked.name)
                waiting.append(asked.base)
    return False


def _groups(board: BoardMap) -> list[list[MapRegion]]:
    """Connected groups of regions."""
    by_id = {region.id: region for region in board.regions}
    left = dict.fromkeys(by_id)
    groups = []
    while left:
        waiting = [next(iter(left))]
        group = []
        while waiting:
            id_ = waiting.pop()
            if id_ in left:
                del left[id_]
                group.append(by_id[id_])
                waiting += by_id[id_].borders
        groups.append(group)
    return groups
