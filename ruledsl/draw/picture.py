"""A map as one SVG text: ground with its patterns, coasts and borders, what is printed on regions.

It is the same for the same map, and safe to put into a page.

Nothing in it is a script or a style; texts of packs come only as ids of regions, which are letters and digits. Each region is a group with its id
(`data-region`), its outline (`data-outline`), the middle of the place where tokens lie (`data-x`, `data-y`) and the room around it (`data-r`);
each mark says its symbol and each ground its terrain (`data-trait`).
"""

from __future__ import annotations

from html import escape
from math import sqrt
from typing import TYPE_CHECKING

from ruledsl.draw.chosen import motifs_of
from ruledsl.draw.layout import shapes_of
from ruledsl.draw.outlines import Outlines, outlines_of
from ruledsl.draw.patterns import mark, pattern
from ruledsl.draw.places import CROWDED, FEWER, STEPS, place_of
from ruledsl.packs.maps.drawing import draw_faces, map_of_faces
from ruledsl.packs.maps.plan import MARKS

if TYPE_CHECKING:
    from ruledsl.draw.outlines import Point
    from ruledsl.draw.places import Place
    from ruledsl.packs.model import BoardMap, Composition, MapRegion

__all__ = ["map_svg"]

SCALE = 10
"""Units of the picture in a unit of maps."""
MARK = 2.9
"""How wide a mark is with what is free around it, in units of maps, on a board of the usual size; larger boards have larger ones."""
NUMBER = 2.4
PEN = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
USUAL, LARGEST = 84.0, 1.5
MARGIN = 2.2
"""Around the board, in units of maps."""


def map_svg(composition: Composition, board: BoardMap) -> str:
    """The picture. Of a map that is put together for each game from boards, one that it could be."""
    if board.draw:
        board = map_of_faces(board, draw_faces(board, lambda _: 0)) or board
    motifs = motifs_of(composition)
    shapes, size = shapes_of(board.regions, board.size)
    outlines = outlines_of(shapes, size)
    used = dict.fromkeys(motifs[region.traits[0]] for region in board.regions)
    big = min(max(1.0, sqrt(size[0] * size[1]) / USUAL), LARGEST)
    steps = FEWER if len(board.regions) > CROWDED else STEPS
    places = {
        region.id: place_of(
            shapes[region.id], big * (MARK * len(_symbols(region)) + NUMBER), big * MARK, steps
        )
        for region in board.regions
    }
    wide, high = size[0] * SCALE, size[1] * SCALE
    around = MARGIN * SCALE
    box = f"{-around:.0f} {-around:.0f} {wide + 2 * around:.0f} {high + 2 * around:.0f}"
    ids = [region.id for region in board.regions]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{box}" data-size="{big:.2f}" {PEN}>',
        "<defs>",
        *(pattern(motif) for motif in used),
        *(f'<path id="outline-{i}" d="{outlines.path(id_)}"/>' for i, id_ in enumerate(ids)),
        *(f'<clipPath id="inside-{i}"><use href="#outline-{i}"/></clipPath>' for i in range(len(ids))),
        '<g id="land">',
        *(f'<use href="#outline-{i}"/>' for i in range(len(ids))),
        "</g>",
        "</defs>",
        _water(box),
        '<g class="regions">',
        *(_region(i, region, motifs, places[region.id]) for i, region in enumerate(board.regions)),
        "</g>",
        _borders(board, outlines),
        _links(board, outlines, places),
        '<g class="marks">',
        *(_row(region, motifs, places[region.id], big) for region in board.regions),
        "</g>",
        "</svg>",
    ]
    return "".join(parts)


def _symbols(region: MapRegion) -> list[str]:
    return [trait for trait in region.traits[1:] if trait not in MARKS]


def _water(box: str) -> str:
    """What is around the land, with a paler shore."""
    x, y, wide, high = box.split()
    rings = ((46, 0.16), (30, 0.2), (16, 0.3))
    return (
        f'<g class="around"><rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="26" fill="#2f5873"/>'
        + "".join(f'<use href="#land" stroke="#9fd0dd" stroke-width="{w}" opacity="{o}"/>' for w, o in rings)
        + '<use href="#land" stroke="#1d2b33" stroke-width="7"/></g>'
    )


def _region(i: int, region: MapRegion, motifs: dict[str, str], place: Place) -> str:
    motif, path = motifs[region.traits[0]], f"#outline-{i}"
    x, y = place.at
    return (
        f'<g class="region" data-region="{escape(region.id)}" data-outline="{path}" data-x="{x * SCALE:.0f}" data-y="{y * SCALE:.0f}" '
        f'data-r="{place.free * SCALE:.0f}">'
        f'<use class="ground" data-trait="{escape(region.traits[0])}" href="{path}" fill="url(#pattern-{motif})"/>'
        f'<g clip-path="url(#inside-{i})"><use href="{path}" stroke="#fff8e0" stroke-width="17" opacity=".2"/>'
        f'<use href="{path}" stroke="#2a2118" stroke-width="8" opacity=".18"/></g></g>'
    )


def _borders(board: BoardMap, outlines: Outlines) -> str:
    """Lines between neighbours, and heavier ones between regions that touch and are none."""
    near = {region.id: set(region.borders) for region in board.regions}
    plain: list[str] = []
    walls: list[str] = []
    for edge, sides in outlines.sides.items():
        if len(sides) > 1:
            (plain if sides[1] in near[sides[0]] else walls).append(outlines.border(edge))
    lines = f'<path d="{"".join(plain)}" stroke="#fdf3d7" stroke-width="5.500" opacity=".55"/>'
    lines += f'<path d="{"".join(plain)}" stroke="#3a2d20" stroke-width="2.600"/>'
    if walls:
        lines += f'<path class="wall" d="{"".join(walls)}" stroke="#1b1620" stroke-width="9"/>'
    return f'<g class="borders">{lines}</g>'


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
    said = [f"{x * SCALE:.0f} {y * SCALE:.0f}" for x, y in (a, middle, b)]
    return f"M{said[0]}Q{said[1]} {said[2]}"


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
