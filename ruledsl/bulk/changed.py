"""Rules with other numbers on their tiles than are printed there: what is tried out without a file being written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.compile.build import compile_program
from ruledsl.play.game import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.bulk.plan import Change
    from ruledsl.packs.model import Composition, Tile

__all__ = ["changed"]


def changed(rules: Rules, changes: Sequence[Change]) -> Rules:
    """The same rules with these numbers. Where the number says how many tokens a tile brings, its tray grows or shrinks by as much."""
    if not changes:
        return rules
    composition = rules.composition
    tiles = dict(composition.tiles)
    for change in changes:
        for key, tile in tiles.items():
            if change.tile in (key, tile.copy_of):
                tiles[key] = _with(composition, tile, change)
    # It has an identity of its own, so that nothing that is kept for the printed numbers is taken for it.
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
