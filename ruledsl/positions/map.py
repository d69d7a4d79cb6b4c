"""A map written in place, in the data of a position."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Span, nearest
from ruledsl.packs.maps.bounds import LETTERS, MOST_REGIONS, MOST_ROUNDS
from ruledsl.packs.maps.extending import changed
from ruledsl.packs.maps.joining import with_borders
from ruledsl.packs.maps.layout import together
from ruledsl.packs.maps.plan import MARKS, RegionEntry
from ruledsl.packs.model import BoardMap

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from ruledsl.packs.model import MapRegion, Words
    from ruledsl.positions.reader import Path, Reader

__all__ = ["IN_PLACE", "map_in_place"]

IN_PLACE = "(in place)"
"""The id of such a map: no map of a pack can have it."""

KEYS = ("rounds", "extends", "beside", "regions", "joins", "islands")
ROUNDS = 10
FARTHEST = 1000
"""Nothing is drawn farther across or down."""
MOST_CORNERS = 200
NOWHERE = Span.nowhere("position")

REMOVED = "removed"


def map_in_place(
    reader: Reader,
    data: dict[str, Any],
    words: Words,
    players: int,
    find: Callable[[Path, Any], BoardMap | None],
) -> BoardMap:
    """The map; a border that only one side names counts for both. `find` gives a map of the packs, and reports one that is not there."""
    reader.mapping(("map",), data, KEYS)
    base = find(("map", "extends"), data["extends"]) if data.get("extends") is not None else None
    beside = _beside(reader, data.get("beside"), find)
    rounds = reader.number(
        ("map", "rounds"), data.get("rounds"), base.rounds if base else ROUNDS, 1, MOST_ROUNDS
    )
    given = _given(reader, data, words)
    if not given and base is None and not beside and not reader.problems:
        reader.problem(("map", "regions"), "A map has at least one region.")
    own = changed(base.regions if base else [], _entries(reader, given, base, words))
    parts = [("", own)] * bool(own) + [(letters, other.regions) for letters, other in beside.items()]
    if sum(len(regions) for _, regions in parts) > MOST_REGIONS:
        reader.problem(("map",), f"A map has at most {MOST_REGIONS} regions with those of other maps.")
        parts = []
    regions, size = together(parts)
    if not _names_differ(reader, regions):
        regions = []
    near = {region.id: set(region.borders) for region in regions}
    joins = [pair for pair in _known_joins(base, beside) if near.keys() >= set(pair)]
    more = _joins(reader, data.get("joins"), near)
    for one, other in (*joins, *more):
        near[one].discard(other)
        near[other].discard(one)
    return BoardMap(
        IN_PLACE,
        "",
        {},
        (players,),
        rounds,
        with_borders(regions, more),
        NOWHERE,
        size,
        islands=_islands(reader, data.get("islands"), near),
        joins=(*joins, *more),
    )


def _known_joins(base: BoardMap | None, beside: dict[str, BoardMap]) -> Iterator[tuple[str, str]]:
    """Those of the other maps."""
    yield from base.joins if base else ()
    for letters, other in beside.items():
        yield from ((letters + one, letters + another) for one, another in other.joins)


def _beside(reader: Reader, data: Any, find: Callable[[Path, Any], BoardMap | None]) -> dict[str, BoardMap]:
    """Maps of the packs by the letters before the names of their regions."""
    path: Path = ("map", "beside")
    found = {}
    for letters, id_ in reader.mapping(path, data).items():
        if not re.fullmatch(LETTERS, letters):
            reader.problem((*path, letters), "Up to 20 small letters are expected here.")
        other = find((*path, letters), id_) if id_ is not None else None
        if other is not None:
            found[letters] = other
    return found


def _given(reader: Reader, data: dict[str, Any], words: Words) -> dict[str, Any]:
    """The regions that are written out."""
    path: Path = ("map", "regions")
    regions = reader.mapping(path, data.get("regions"))
    if words.terrains and len(regions) <= MOST_REGIONS:
        return regions
    reader.problem(
        path,
        f"A map has at most {MOST_REGIONS} regions." if words.terrains else "These packs have no terrains.",
    )
    return {}


def _names_differ(reader: Reader, regions: list[MapRegion]) -> bool:
    """Has each region a name of its own?"""
    twice = [id_ for id_, times in Counter(region.id for region in regions).items() if times > 1]
    if twice:
        reader.problem(("map", "beside"), f"Two regions are called `{twice[0]}`.")
    return not twice


def _joins(reader: Reader, data: Any, near: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Pairs of regions that do not touch."""
    found: list[tuple[str, str]] = []
    for path, item in reader.items(("map", "joins"), data):
        ends = [reader.word(where, id_, "region", near) for where, id_ in reader.items(path, item)]
        if isinstance(item, list) and len(ends) != 2:  # noqa: PLR2004
            reader.problem(path, "Two regions are joined.")
        elif len(ends) == 2 and all(ends):  # noqa: PLR2004
            one, other = ends
            if one == other:
                reader.problem(path, "A region does not border itself.")
            elif other in near[one]:
                reader.problem(path, f"`{one}` and `{other}` border each other already.")
            else:
                found.append((one, other))
                near[one].add(other)
                near[other].add(one)
    return found


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


def _entries(
    reader: Reader, given: dict[str, Any], base: BoardMap | None, words: Words
) -> tuple[RegionEntry, ...]:
    """What is said of regions: those that are new, and those of the map that is extended."""
    old = dict.fromkeys(region.id for region in base.regions) if base else {}
    gone = {id_ for id_, data in given.items() if data == REMOVED}
    for id_ in sorted(gone - old.keys()):
        reader.problem(("map", "regions", id_), "There is no region of this name that can be removed.")
    known = {id_: None for id_ in (*old, *given) if id_ not in gone}
    return tuple(
        RegionEntry(id_, NOWHERE, removed=True)
        if id_ in gone
        else _region(reader, id_, data, known, words, new=id_ not in old)
        for id_, data in given.items()
        if id_ not in gone - old.keys()
    )


def _region(
    reader: Reader, id_: str, data: Any, known: Collection[str], words: Words, *, new: bool
) -> RegionEntry:
    """One region as it is written. A new one has a terrain."""
    path: Path = ("map", "regions", id_)
    entry = reader.mapping(path, data, ("terrain", "symbols", "entry", "edge", "borders", "shape"))
    borders = []
    for where, other in reader.items((*path, "borders"), entry.get("borders")):
        if str(other) == id_:
            reader.problem(where, "A region does not border itself.")
        elif reader.word(where, other, "region", known):
            borders.append(str(other))
    terrain = None
    if "terrain" in entry:
        terrain = reader.word((*path, "terrain"), entry["terrain"], "terrain", words.terrains)
    elif new and not nearest("terrain", list(entry)):
        reader.problem(path, "A region has a terrain.")
    symbols = [
        reader.word(where, symbol, "symbol", words.symbols)
        for where, symbol in reader.items((*path, "symbols"), entry.get("symbols"))
    ]
    return RegionEntry(
        id_,
        NOWHERE,
        terrain or (next(iter(words.terrains)) if new or terrain == "" else None),
        tuple(filter(None, symbols)) if "symbols" in entry else None,
        tuple(_mark(reader, (*path, mark), entry.get(mark), mark, words) for mark in MARKS),
        tuple(borders) if "borders" in entry else None,
        shape=_shape(reader, (*path, "shape"), entry.get("shape")),
    )


def _shape(reader: Reader, path: Path, data: Any) -> tuple[tuple[int, int], ...]:
    """The corners of a region, in whole numbers."""
    found: list[tuple[int, int]] = []
    for where, item in reader.items(path, data):
        point = [reader.number(axis, value, 0, 0, FARTHEST) for axis, value in reader.items(where, item)]
        if len(point) == 2:  # noqa: PLR2004 - across and down
            found.append((point[0], point[1]))
        elif isinstance(item, list):
            reader.problem(where, "A corner is two numbers: how far across, and how far down.")
    if 0 < len(found) < 3 or len(found) > MOST_CORNERS:  # noqa: PLR2004 - a triangle
        reader.problem(path, f"A shape has 3 to {MOST_CORNERS} corners.")
        return ()
    return tuple(found)


def _mark(reader: Reader, path: Path, data: Any, mark: str, words: Words) -> bool | None:
    if data is None:
        return None
    return reader.flag(path, data) and bool(reader.word(path, mark, "symbol", words.symbols))
