"""Maps and boards as entries of pack files, from nodes to values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.whole import is_number, is_whole
from ruledsl.rules.packs.fields import enter, names, number, places_of, plain, scalars, table
from ruledsl.rules.packs.model import BoardMap, Face, MapPlan, MapRegion, Mention, RegionEntry
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.packs.model import Pack


def _point(value: Any) -> tuple[float, float] | None:
    if isinstance(value, list) and len(value) == 2 and all(is_number(part) for part in value):  # noqa: PLR2004
        return float(value[0]), float(value[1])
    return None


def read_boards(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    """The boards under `boards:`."""
    for id_, span, entry in table(node):
        regions = [_region(*item) for item in table(entry.get("regions"))]
        size, sheet = str(plain(entry, "size", "")), str(plain(entry, "sheet", ""))
        joins = _joins(entry.get("joins"))
        plan = MapPlan(joins=joins) if joins else None
        name, places = names(entry.get("name")), places_of(entry, "size")
        face = Face(id_, pack.id, name, size, sheet, regions, span, plan=plan, places=places)
        enter(pack.faces, id_, face, "board", span, diagnostics)


def read_maps(node: Node, pack: Pack, diagnostics: Diagnostics) -> None:
    """The maps under `maps:`."""
    for id_, span, entry in table(node):
        pack.incomplete |= not isinstance(entry.get("regions"), MappingNode | None)
        enter(pack.maps, id_, read_map(id_, pack.id, span, entry), "map", span, diagnostics)


def read_map(id_: str, pack: str, span: Span, entry: MappingNode) -> BoardMap:
    """One map as written, with references unresolved."""
    plan = _plan(entry)
    extends = plan is not None and plan.extends is not None
    regions = [] if extends else [_region(*item) for item in table(entry.get("regions"))]
    players, draw = plain(entry, "players", ()), plain(entry, "draw", None)
    return BoardMap(
        id_,
        pack,
        names(entry.get("name")),
        tuple(filter(is_whole, players)) if isinstance(players, list) else (),
        number(entry, "rounds", 0),
        regions,
        span,
        _point(plain(entry, "size", None)) or (100.0, 70.0),
        {size: many for size, many in draw.items() if is_whole(many)} if isinstance(draw, dict) else {},
        plan=plan,
        places=places_of(entry, "draw"),
    )


def _plan(entry: MappingNode) -> MapPlan | None:
    """The plan of a map that is built from others."""
    if not any(key in entry for key in ("extends", "beside", "joins")):
        return None
    extends, beside, regions = entry.get("extends"), entry.get("beside"), entry.get("regions")
    return MapPlan(
        Mention(extends.text, extends.span) if isinstance(extends, ScalarNode) else None,
        tuple(_region_entry(key.text, key.span, node) for key, node in regions)
        if isinstance(regions, MappingNode)
        else (),
        tuple(
            (key.text, Mention(node.text, node.span)) for key, node in beside if isinstance(node, ScalarNode)
        )
        if isinstance(beside, MappingNode)
        else (),
        _joins(entry.get("joins")),
    )


def _joins(node: Node | None) -> tuple[tuple[Mention, Mention], ...]:
    """Pairs of regions."""
    pairs = node.items if isinstance(node, SequenceNode) else ()
    mentions = [tuple(Mention(end.text, end.span) for end in scalars(pair)) for pair in pairs]
    return tuple((ends[0], ends[1]) for ends in mentions if len(ends) == 2)  # noqa: PLR2004


def _region_entry(id_: str, span: Span, node: Node) -> RegionEntry:
    """A region in a map that extends another: its changes. A single word removes it."""
    if not isinstance(node, MappingNode):
        return RegionEntry(id_, span, removed=True)
    shape = _region(id_, span, node)
    marks = [plain(node, mark, None) for mark in ("entry", "edge")]
    return RegionEntry(
        id_,
        span,
        str(plain(node, "terrain", "")) if "terrain" in node else None,
        tuple(item.text for item in scalars(node.get("symbols"))) if "symbols" in node else None,
        tuple(mark if isinstance(mark, bool) else None for mark in marks),
        shape.borders if "borders" in node else None,
        shape.at,
        shape.shape,
    )


def _region(id_: str, span: Span, entry: MappingNode) -> MapRegion:
    traits = [str(plain(entry, "terrain", "")), *(item.text for item in scalars(entry.get("symbols")))]
    traits += [flag for flag in ("entry", "edge") if plain(entry, flag, default=False) is True]
    borders = tuple(item.text for item in scalars(entry.get("borders")))
    shape = plain(entry, "shape", None)
    points = [_point(value) for value in shape] if isinstance(shape, list) else []
    return MapRegion(
        id_,
        tuple(traits),
        borders,
        span,
        _point(plain(entry, "at", None)),
        tuple(point for point in points if point is not None),
        places_of(entry, "terrain", "symbols", "borders"),
    )
