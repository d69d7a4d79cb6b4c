"""Rules with changed numbers on tiles, for trials without writing a file.

The numbers of a tile are those printed on it, and those to which its rules give a name (`define harvest = 2`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.engine.compile.build import compile_program
from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.play.game import Rules
from ruledsl.rules.check.typed import Const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.lab.bulk.plan import Change
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef
    from ruledsl.rules.packs.model import Composition, Tile


def numbers(rules: Rules, tile: str) -> dict[str, int]:
    """The numbers of a tile that can change, by name: printed ones, then named ones."""
    printed = rules.composition.tiles[tile].fields
    return printed | {
        name: one.value for name, (_, one) in _named(rules.program, tile).items() if name not in printed
    }


def _named(program: Program, tile: str) -> dict[str, tuple[DefineDef, Const]]:
    """Definitions of a tile that are a plain number, and that number."""
    return {
        define.name: (define, define.body)
        for define in program.defines
        if define.origin.owner.tile == tile and isinstance(define.body, Const) and define.type == NUMBER
    }


def changed(rules: Rules, changes: Sequence[Change]) -> Rules:
    """These rules with other numbers. They must not be used afterwards, since definitions change in place.

    If the number is that of a tile's tokens, its tray grows or shrinks by as much.
    """
    if not changes:
        return rules
    composition = rules.composition
    tiles = dict(composition.tiles)
    for change in changes:
        if change.field not in tiles[change.tile].fields:
            define, number = _named(rules.program, change.tile)[change.field]
            define.body = replace(number, value=change.value)
            continue
        for key, tile in tiles.items():
            if change.tile in (key, tile.copy_of):
                tiles[key] = _with(composition, tile, change)
    # It has its own identity, so that nothing cached for the printed numbers is reused.
    packs = [replace(pack, digest=f"{pack.digest} {_mark(changes)}") for pack in composition.packs]
    other = replace(composition, tiles=tiles, packs=packs)
    program = replace(rules.program, composition=other)
    return Rules(rules.asked_for, other, compile_program(program), rules.findings)


def _with(composition: Composition, tile: Tile, change: Change) -> Tile:
    tray = composition.kinds[tile.kind].tray
    fields = {**tile.fields, change.field: change.value}
    if tray and change.field != tray:
        fields[tray] = max(0, fields.get(tray, 0) + change.value - tile.fields.get(change.field, 0))
    return replace(tile, fields=fields)


def _mark(changes: Sequence[Change]) -> str:
    return " ".join(f"{change.tile}.{change.field}={change.value}" for change in changes)
