"""The owner of the rule that is being written, by the keys above it."""

from __future__ import annotations

from pathlib import Path

from ruledsl.author.service.completing.spot import yaml_spot
from ruledsl.author.service.world import Reading
from ruledsl.rules.packs.model import Owner


def owner_at(rows: list[str], line: int, now: Reading, path: Path) -> Owner:
    """The pack, tile and piece that bring the rule at a line of a file."""
    pack = now.pack_of(path)
    id_ = pack.id if pack else ""
    keys = _keys(rows, line)
    tile = piece = ""
    for number, key in enumerate(keys[:-1]):
        if key in now.plurals and not number:
            tile = _called(keys[1], id_, list(now.composition.tiles))
        elif key == "pieces":
            piece = _called(keys[number + 1], id_, list(now.composition.pieces))
    return Owner(id_, tile, piece)


def _keys(rows: list[str], line: int) -> list[str]:
    """The keys that lead to the rule text that a line is in."""
    for number in range(line, 0, -1):
        found = yaml_spot(rows, number, len(rows[number - 1]) + 1).path
        if "rules" in found[-1:] or (number < line and "rules" in found):
            return found
    return []


def _called(text: str, pack: str, known: list[str]) -> str:
    """The key of a tile or piece in a pack, if it exists already."""
    return next((key for key in (f"{pack}/{text}", text) if key in known), "")
