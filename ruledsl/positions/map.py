"""A map written in place, in the data of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Span, nearest
from ruledsl.packs.model import BoardMap, MapRegion

if TYPE_CHECKING:
    from ruledsl.packs.model import Words
    from ruledsl.positions.reader import Path, Reader

__all__ = ["IN_PLACE", "map_in_place"]

IN_PLACE = "(in place)"
"""The id of such a map: no map of a pack can have it."""

ROUNDS = 10
MOST_ROUNDS = 99
MOST_REGIONS = 400


def map_in_place(reader: Reader, data: dict[str, Any], words: Words, players: int) -> BoardMap:
    """The map; a border that only one side names counts for both."""
    reader.mapping(("map",), data, ("rounds", "regions", "islands"))
    rounds = reader.number(("map", "rounds"), data.get("rounds"), ROUNDS, 1, MOST_ROUNDS)
    path: Path = ("map", "regions")
    regions = reader.mapping(path, data.get("regions"))
    if not regions:
        reader.problem(path, "A map has at least one region.")
    if len(regions) > MOST_REGIONS or not words.terrains:
        reader.problem(
            path,
            f"A map has at most {MOST_REGIONS} regions."
            if words.terrains
            else "These packs have no terrains.",
        )
        regions = {}
    borders: dict[str, set[str]] = {id_: set() for id_ in regions}
    traits = {
        id_: _region((*path, id_), id_, entry, reader, words, borders) for id_, entry in regions.items()
    }
    nowhere = Span.nowhere("position")
    found = [
        MapRegion(
            id_, tuple(traits[id_]), tuple(other for other in regions if other in borders[id_]), nowhere
        )
        for id_ in regions
    ]
    islands = _islands(reader, data.get("islands"), borders)
    return BoardMap(IN_PLACE, "", {}, (players,), rounds, found, nowhere, islands=islands)


def _islands(reader: Reader, data: Any, borders: dict[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Lists of regions. An island has all to which a border leads from one of its regions; no region is on two."""
    found: list[tuple[str, ...]] = []
    for path, item in reader.items(("map", "islands"), data):
        named = [
            (where, reader.word(where, id_, "region", borders)) for where, id_ in reader.items(path, item)
        ]
        island = _with_neighbours([id_ for _, id_ in named if id_], borders)
        for where, id_ in named:
            if any(id_ in other for other in found):
                reader.problem(
                    where,
                    f"`{id_}` is on another island already: it is named there, or a border leads to it.",
                )
        found.append(tuple(sorted(island)))
    return tuple(found)


def _with_neighbours(start: list[str], borders: dict[str, set[str]]) -> set[str]:
    found, edge = set(start), list(start)
    while edge:
        for other in borders[edge.pop()] - found:
            found.add(other)
            edge.append(other)
    return found


def _region(
    path: Path, id_: str, data: Any, reader: Reader, words: Words, borders: dict[str, set[str]]
) -> list[str]:
    """Its traits, the terrain first; its borders are entered for both sides."""
    entry = reader.mapping(path, data, ("terrain", "symbols", "entry", "edge", "borders"))
    for where, other in reader.items((*path, "borders"), entry.get("borders")):
        if str(other) == id_:
            reader.problem(where, "A region does not border itself.")
        elif reader.word(where, other, "region", borders):
            borders[id_].add(str(other))
            borders[str(other)].add(id_)
    if "terrain" not in entry:
        if not nearest("terrain", list(entry)):
            reader.problem(path, "A region has a terrain.")
        return [next(iter(words.terrains))]
    traits = [reader.word((*path, "terrain"), entry["terrain"], "terrain", words.terrains)]
    for where, symbol in reader.items((*path, "symbols"), entry.get("symbols")):
        traits.append(reader.word(where, symbol, "symbol", words.symbols))
    marks = [mark for mark in ("entry", "edge") if reader.flag((*path, mark), entry.get(mark))]
    traits += [reader.word((*path, mark), mark, "symbol", words.symbols) for mark in marks]
    return [traits[0] or next(iter(words.terrains)), *(trait for trait in traits[1:] if trait)]
