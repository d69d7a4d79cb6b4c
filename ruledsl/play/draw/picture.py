"""A map as one SVG text: ground with its patterns, coasts and borders, the printed marks of regions.

It is the same for the same map, and safe to embed in a page.

It contains no script and no style; the only texts of packs are ids of regions, which are letters and digits. Each region is a group with its id
(`data-region`), its outline (`data-outline`), the middle of the place for tokens (`data-x`, `data-y`) and the room around it (`data-r`);
each mark has its symbol and each ground its terrain (`data-trait`), each border the regions on its sides (`data-between`). Borders on which
something can lie are groups like regions that no pointer reaches: a spot in the middle of the border.
"""

from __future__ import annotations

import re
from html import escape
from itertools import cycle
from math import hypot, sqrt
from typing import TYPE_CHECKING
from zlib import crc32

from ruledsl.language.vocabulary.motifs import MOTIFS, MOTIFS_OF_SYMBOLS, MOTIFS_OF_TERRAINS
from ruledsl.play.draw.motifs import SHAPES, ground, mark, motif, pattern
from ruledsl.play.draw.outlines import Outlines, outlines_of, shapes_of
from ruledsl.play.draw.places import CROWDED, place_of, scattered, steps_for
from ruledsl.rules.packs.maps.drawing import draw_faces, map_of_faces
from ruledsl.rules.packs.model import MARKS, border_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ruledsl.play.draw.outlines import Point
    from ruledsl.play.draw.places import Place
    from ruledsl.rules.packs.model import BoardMap, Composition, MapRegion


SCALE = 10
"""Units of the picture in a unit of maps."""
MARK = 2.9
"""The width of a mark with its margin, in units of maps, on a board of the usual size; larger boards have larger ones."""
NUMBER = 2.4
PEN = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
USUAL, LARGEST = 84.0, 1.5
MARGIN = 3.6
"""The margin around the board, in units of maps."""
FRAME = 12
"""The width of the frame, in units of the picture."""
LOOSE = 1.15
MANY = 24
"""On a map with more regions, motifs lie farther apart."""
OUTLINED = re.compile(r'data-region="([^"]+)" data-outline="([^"]+)" data-x="(-?[0-9]+)" data-y="(-?[0-9]+)"')
SPOT = 1.9
"""The radius of the spot of a border, in units of maps."""
SMALLER = 0.8
"""The size of scattered motifs on a board of the usual size."""


def map_svg(composition: Composition, board: BoardMap, *, with_borders: bool = False) -> str:
    """The picture; `with_borders` if something can lie on these. For a map that is drawn from boards for each game, an example."""
    if board.draw:
        board = map_of_faces(board, draw_faces(board, lambda _: 0)) or board
    motifs = motifs_of(composition)
    shapes, size = shapes_of(board.regions, board.size)
    outlines = outlines_of(shapes, size)
    used = dict.fromkeys(motifs[region.traits[0]] for region in board.regions)
    big = min(max(1.0, sqrt(size[0] * size[1]) / USUAL), LARGEST)
    crowded = len(board.regions) > CROWDED
    steps = steps_for(len(board.regions))
    places = {
        region.id: place_of(
            tuple(shapes[region.id]), big * (MARK * len(_symbols(region)) + NUMBER), big * MARK, steps
        )
        for region in board.regions
    }
    wide, high = size[0] * SCALE, size[1] * SCALE
    around = MARGIN * SCALE
    box = f"{-around:.0f} {-around:.0f} {wide + 2 * around:.0f} {high + 2 * around:.0f}"
    links = _links(board, outlines, places)
    # Between islands they lie in the water; where regions have shapes, one may lead across others.
    in_water = not any(region.shape for region in board.regions)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{box}" data-size="{big:.2f}" {PEN}>',
        _defined(board, outlines, used, None if crowded else big * SMALLER),
        _water(box),
        links if in_water else "",
        '<g class="regions">',
        *(_region(i, region, motifs, places[region.id]) for i, region in enumerate(board.regions)),
        "</g>",
        "" if crowded else _scattered(board, motifs, shapes, places, big),
        _borders(board, outlines),
        "" if in_water else links,
        _spots(board, outlines, places, big * SPOT * SCALE) if with_borders else "",
        '<g class="marks">',
        *(_row(region, motifs, places[region.id], big) for region in board.regions),
        "</g>",
        "</svg>",
    ]
    return "".join(parts)


def with_owners(svg: str, owners: Mapping[str, str]) -> str:
    """A picture of a map (`map_svg`) with a tint, and a disc, in the colour of their owner on regions, by id."""
    parts = [
        f'<use href="{path}" fill="{owners[id_]}" opacity=".5"/>'
        f'<circle cx="{x}" cy="{y}" r="26" fill="{owners[id_]}" stroke="#fff8e6" stroke-width="6"/>'
        for id_, path, x, y in OUTLINED.findall(svg)
        if id_ in owners
    ]
    return svg.removesuffix("</svg>") + f'<g class="owners">{"".join(parts)}</g></svg>'


def _defined(board: BoardMap, outlines: Outlines, used: Iterable[str], scattered_at: float | None) -> str:
    """The definitions: motifs (at this size where they are scattered, else as part of their ground), grounds, outlines."""
    many = range(len(board.regions))
    parts = [
        "<defs>",
        *(motif(name, scattered_at or 1.0) for name in used),
        *((ground if scattered_at else pattern)(name) for name in used),
        *(f'<path id="outline-{i}" d="{outlines.path(board.regions[i].id)}"/>' for i in many),
        *(f'<clipPath id="inside-{i}"><use href="#outline-{i}"/></clipPath>' for i in many),
        '<g id="land">',
        *(f'<use href="#outline-{i}"/>' for i in many),
        "</g>",
        "</defs>",
    ]
    return "".join(parts)


def _symbols(region: MapRegion) -> list[str]:
    return [trait for trait in region.traits[1:] if trait not in MARKS]


def _water(box: str) -> str:
    """The water around the land, with a paler shore."""
    x, y, wide, high = box.split()
    rings = ((46, 0.16), (30, 0.2), (16, 0.3))
    in_x, in_y, in_wide, in_high = (
        int(x) + FRAME,
        int(y) + FRAME,
        int(wide) - 2 * FRAME,
        int(high) - 2 * FRAME,
    )
    return (
        f'<g class="around"><rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="24" fill="#d9c08c"/>'
        f'<rect x="{in_x - 3}" y="{in_y - 3}" width="{in_wide + 6}" height="{in_high + 6}" rx="17" fill="#7a5a2e"/>'
        f'<rect x="{in_x}" y="{in_y}" width="{in_wide}" height="{in_high}" rx="15" fill="#35637f"/>'
        + "".join(f'<use href="#land" stroke="#9fd0dd" stroke-width="{w}" opacity="{o}"/>' for w, o in rings)
        + '<use href="#land" stroke="#eef8f6" stroke-width="24" stroke-dasharray="5 17" opacity=".55"/>'
        + '<use href="#land" stroke="#1d2b33" stroke-width="7"/></g>'
    )


def _region(i: int, region: MapRegion, motifs: dict[str, str], place: Place) -> str:
    name, path = motifs[region.traits[0]], f"#outline-{i}"
    x, y = place.at
    return (
        f'<g class="region" data-region="{escape(region.id)}" data-outline="{path}" data-x="{x * SCALE:.0f}" data-y="{y * SCALE:.0f}" '
        f'data-r="{place.free * SCALE:.0f}">'
        f'<use class="ground" data-trait="{escape(region.traits[0])}" data-motif="{name}" href="{path}" fill="url(#pattern-{name})"/>'
        f'<g clip-path="url(#inside-{i})"><use href="{path}" x="4" y="5" stroke="#fffbe8" stroke-width="16" opacity=".3"/>'
        f'<use href="{path}" x="-3" y="-4" stroke="#1d150c" stroke-width="14" opacity=".26"/></g></g>'
    )


def _scattered(
    board: BoardMap,
    motifs: dict[str, str],
    shapes: Mapping[str, Sequence[Point]],
    places: dict[str, Place],
    big: float,
) -> str:
    """The motif of each region scattered over it, in the order of painting."""
    loose = LOOSE * max(1.0, sqrt(len(board.regions) / MANY))
    marks = []
    for region in board.regions:
        name = motifs[region.traits[0]]
        row = (big * (MARK * len(_symbols(region)) + NUMBER), big * MARK)
        apart = SHAPES[name].apart * big * SMALLER * loose / SCALE
        points = scattered(shapes[region.id], places[region.id], row, apart, crc32(region.id.encode()))
        marks += [
            f'<use href="#motif-{name}{"" if i % 3 else "-b"}" x="{x * SCALE:.0f}" y="{y * SCALE:.0f}"/>'
            for i, (x, y) in enumerate(points)
        ]
    return f'<g class="motifs" opacity=".75">{"".join(marks)}</g>'


def _borders(board: BoardMap, outlines: Outlines) -> str:
    """Lines between neighbours, and heavier ones between adjacent regions that are no neighbours.

    Each has its regions (`data-between`), including invisible ones at the end of the land.
    """
    near = {region.id: set(region.borders) for region in board.regions}
    seams: dict[tuple[str, ...], list[str]] = {}
    for edge, sides in outlines.sides.items():
        seams.setdefault(tuple(sorted(sides)), []).append(outlines.border(edge))
    kinds: dict[str, list[str]] = {"plain": [], "wall": [], "rim": []}
    for between, curves in seams.items():
        kind = "rim" if len(between) == 1 else "plain" if between[1] in near[between[0]] else "wall"
        kinds[kind].append(f'<path data-between="{escape(" ".join(between))}" d="{"".join(curves)}"/>')
    lines = [
        f'<defs><g id="seams">{"".join(kinds["plain"])}</g>{"".join(kinds["rim"])}</defs>',
        '<use href="#seams" stroke="#fdf3d7" stroke-width="5.500" opacity=".55"/>',
        '<use href="#seams" stroke="#3a2d20" stroke-width="2.600"/>',
    ]
    if kinds["wall"]:
        lines.append(f'<g class="wall" stroke="#1b1620" stroke-width="9">{"".join(kinds["wall"])}</g>')
    return f'<g class="borders">{"".join(lines)}</g>'


def _spots(board: BoardMap, outlines: Outlines, places: dict[str, Place], radius: float) -> str:
    """The spots of borders: in the middle of the border, or else halfway between the regions."""
    seams: dict[frozenset[str], list[Point]] = {}
    for ((ax, ay), (bx, by)), sides in outlines.sides.items():
        seams.setdefault(frozenset(sides), []).append(((ax + bx) / 2, (ay + by) / 2))
    spots = []
    for one, other in board.borders:
        points = seams.get(frozenset((one, other))) or [places[one].at, places[other].at]
        x, y = (sum(along) / len(points) for along in zip(*points, strict=True))
        if frozenset((one, other)) in seams:
            x, y = min(points, key=lambda point: hypot(point[0] - x, point[1] - y))
        id_, r = escape(border_id(one, other)), round(radius)
        spots.append(
            f'<g class="region border" data-region="{id_}" data-outline="#spot-{id_}" data-x="{x * SCALE:.0f}" data-y="{y * SCALE:.0f}" '
            f'data-r="{r}" pointer-events="none"><path id="spot-{id_}" d="M{x * SCALE - r:.0f} {y * SCALE:.0f}'
            f'a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0"/></g>'
        )
    return f'<g class="spots">{"".join(spots)}</g>'


def _links(board: BoardMap, outlines: Outlines, places: dict[str, Place]) -> str:
    """Dashed lines between neighbours whose outlines do not touch."""
    touching = {frozenset(sides) for sides in outlines.sides.values() if len(sides) > 1}
    corners = {id_: {end for edge, _ in pieces for end in edge} for id_, pieces in outlines.around.items()}
    lines = []
    for region in board.regions:
        for other in region.borders:
            apart = frozenset((region.id, other)) not in touching and not corners[region.id] & corners[other]
            if region.id < other and apart:
                lines.append(_bow(places[region.id].at, places[other].at))
    if not lines:
        return ""
    return (
        f'<g class="links"><path d="{"".join(lines)}" stroke="#1d2b33" stroke-width="6" opacity=".55"/>'
        f'<path d="{"".join(lines)}" stroke="#fff3cf" stroke-width="3" stroke-dasharray="2 9"/></g>'
    )


def _bow(a: Point, b: Point) -> str:
    dx, dy = b[0] - a[0], b[1] - a[1]
    middle = ((a[0] + b[0]) / 2 - dy * 0.14, (a[1] + b[1]) / 2 + dx * 0.14)
    points = [f"{x * SCALE:.0f} {y * SCALE:.0f}" for x, y in (a, middle, b)]
    return f"M{points[0]}Q{points[1]} {points[2]}"


def _row(region: MapRegion, motifs: dict[str, str], place: Place, big: float) -> str:
    """The number of a region and its symbols."""
    symbols = _symbols(region)
    first = -MARK * len(symbols) / 2 * SCALE
    number = (
        f'<text x="{first:.0f}" y="5" font-size="15" font-family="Georgia, serif" font-weight="700" text-anchor="middle" fill="#2a2118" '
        f'stroke="#fff6dc" stroke-width="3.500" paint-order="stroke">{escape(region.id)}</text>'
    )
    at = [first + (NUMBER / 2 + MARK / 2 + MARK * i) * SCALE for i in range(len(symbols))]
    marks = "".join(mark(word, motifs[word], x) for x, word in zip(at, symbols, strict=True))
    x, y = place.row
    return f'<g transform="translate({x * SCALE:.0f} {y * SCALE:.0f}) scale({big:.2f})">{number}{marks}</g>'


def motifs_of(composition: Composition) -> dict[str, str]:
    """A motif for each terrain and symbol of some packs; what several packs call the same looks the same."""
    words = composition.words
    named = {
        word: motif
        for word, motif in composition.drawing.items()
        if word in words.region_traits and motif in MOTIFS
    }
    symbols = [word for word in words.symbols if word not in words.terrains]
    motifs = _filled(named, words.terrains, MOTIFS_OF_TERRAINS)
    return _filled(motifs, symbols, MOTIFS_OF_SYMBOLS)


def _filled(named: Mapping[str, str], words: Iterable[str], motifs: Sequence[str]) -> dict[str, str]:
    taken = set(named.values())
    free = cycle([motif for motif in motifs if motif not in taken] or motifs)
    return {**named, **{word: next(free) for word in words if word not in named}}
