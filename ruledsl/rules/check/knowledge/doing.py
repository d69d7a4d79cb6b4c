"""What the rules of tiles change and react to, in numbers that any pack has: tiles are alike as far as their rules are, whatever their names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, constant
from ruledsl.rules.check.typed.declarations import ActionDef, ForbidDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.rules.check.graph import Clause
    from ruledsl.rules.check.program import Program

DOES = {
    t.TCoins: "coins",
    t.TMoveTokens: "tokens",
    t.TMovePieces: "pieces",
    t.TChoose: "choices",
    t.TMay: "choices",
    t.TRoll: "dice",
    t.TOffer: "offers",
}
"""Effects by what they are about."""
LARGEST = 32767


class Doing(NamedTuple):
    """`names` of features, and for each tile those that it has, with a number.

    That is how many rules have it, by how much they change a value, or what is printed on the tile (`field number`).
    """

    names: tuple[str, ...]
    tiles: Mapping[str, Mapping[str, int]]


def doing_of(program: Program) -> Doing:
    """The features of the rules of all tiles, in the order of their names; numbers that 16 bits cannot hold are cut off."""
    found: dict[str, Counter[str]] = {tile: Counter() for tile in program.tiles}
    for tile in program.tiles:
        printed = program.composition.tiles[tile]
        found[tile].update([f"kind {printed.kind}", *(f"trait {trait}" for trait in printed.traits)])
        found[tile].update({f"field {field}": number for field, number in printed.fields.items()})
        found[tile]["brings pieces"] += len(printed.pieces)
    for clause in clauses(program):
        tile = clause.origin.owner.tile
        if tile in found:
            for name, number in _of_clause(clause):
                found[tile][name] += number
            found[tile].update(f"stage {program.stages[stage]}" for stage in clause.origin.stages or ())
    rows = {
        tile: {name: max(-LARGEST, min(number, LARGEST)) for name, number in row.items() if number}
        for tile, row in found.items()
    }
    return Doing(tuple(sorted({name for row in rows.values() for name in row})), rows)


def _of_clause(clause: Clause) -> Iterator[tuple[str, int]]:
    """What a rule changes or awaits, and what it looks at."""
    match clause.what:
        case ModifierDef(value=value, op=op, change=change):
            yield f"changes {value.name} {op}", constant(change) or 1
        case TriggerDef(event=event, moment=moment):
            yield f"{moment} {event.name}", 1
        case ForbidDef(permission=permission):
            yield f"forbids {permission.name}", 1
        case PermitDef(permission=permission):
            yield f"permits {permission.name}", 1
        case ActionDef(phase=phase):
            yield f"action in {phase.name}", 1
        case _:
            pass
    looked = {_looked_at(node) for node in clause.nodes} | {DOES.get(type(node), "") for node in clause.nodes}
    yield from ((name, 1) for name in sorted(looked - {""}))


def _looked_at(node: object) -> str:
    """A printed word, or a value, that a rule asks for."""
    if isinstance(node, t.HasTrait):
        return f"looks at {node.word}"
    if isinstance(node, t.ValueOf):
        return f"asks {node.value.name}"
    return ""
