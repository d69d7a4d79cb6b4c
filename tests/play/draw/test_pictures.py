"""Maps as pictures: well formed, the same every time, with every region in its place, and nothing in them that could run."""

import re
from dataclasses import replace
from itertools import combinations
from math import dist
from unittest import mock
from xml.etree.ElementTree import fromstring

import pytest
from lengths import seldom, some

import ruledsl
from ruledsl.play.draw import map_svg, outlines, places
from ruledsl.play.draw import outlines as layout
from ruledsl.play.draw.motifs import SHAPES
from ruledsl.play.draw.outlines import outlines_of
from ruledsl.play.draw.picture import motifs_of
from ruledsl.play.draw.places import place_of
from ruledsl.rules.packs.model import MARKS

GAMES = [
    ("smallworld",),
    ("underground",),
    ("warcraft",),
    ("smallworld", "sky_islands"),
    ("smallworld", "underground", "crossover"),
]
SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "defs", "g", "path", "use", "rect", "circle", "text", "pattern", "clipPath", "ellipse"}


@pytest.fixture(scope="module", params=some(GAMES, 2), ids=" ".join)
def composition(request):
    return ruledsl.load(*request.param).composition


@pytest.fixture(scope="module")
def pictures(composition):
    """Each map and its picture."""
    return [(board, map_svg(composition, board)) for board in composition.maps.values()]


def read(svg):
    return fromstring(svg)  # noqa: S314 - our own text


def regions_of(svg):
    return {g.get("data-region"): g for g in read(svg).iter(f"{SVG}g") if g.get("data-region")}


def test_a_map_has_the_same_picture_each_time(composition, pictures):
    for board, svg in pictures[:: seldom(1, 8)]:
        assert svg == map_svg(composition, board)


def test_each_map_has_a_picture_with_all_its_regions(pictures):
    for board, svg in pictures:
        found = regions_of(svg)
        if not board.draw:
            assert list(found) == [region.id for region in board.regions]
        for group in found.values():
            assert float(group.get("data-r")) > 10, "there is no room for a token"


def test_nothing_in_a_picture_can_run_or_is_from_elsewhere(pictures):
    for _, svg in pictures:
        for element in read(svg).iter():
            assert element.tag.removeprefix(SVG) in TAGS
            for name, value in element.attrib.items():
                assert not name.startswith("on")
                assert name != "style"
                assert not name.endswith("href") or value.startswith("#")


def test_what_is_printed_can_be_told_apart(composition):
    """Every terrain of a map has a motif that no other one has, and every symbol as well."""
    motifs = motifs_of(composition)
    for board in composition.maps.values():
        terrains = {region.traits[0] for region in board.regions}
        symbols = {trait for region in board.regions for trait in region.traits[1:]} - set(MARKS)
        assert len({motifs[word] for word in terrains}) == len(terrains)
        assert len({motifs[word] for word in symbols}) == len(symbols)


def lightness(colour):
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


@pytest.mark.parametrize("motif", SHAPES)
def test_ink_is_seen_on_its_ground(motif):
    shape = SHAPES[motif]
    assert abs(lightness(shape.ground) - lightness(shape.ink)) > 35


def test_a_map_without_a_drawing_is_drawn_as_a_graph():
    composition = ruledsl.load("smallworld").composition
    board = composition.maps["small_world_2p"]
    bare = replace(board, regions=[replace(region, at=None, shape=()) for region in board.regions])
    places = {
        id_: (float(g.get("data-x")), float(g.get("data-y")))
        for id_, g in regions_of(map_svg(composition, bare)).items()
    }
    assert all(dist(places[a], places[b]) > 130 for a, b in combinations(places, 2)), (
        "regions lie over each other"
    )


@pytest.mark.parametrize(
    ("points", "kept"),
    [
        ([(10, 10), (40, 10), (40, 25)], True),
        ([(10, 10), (10, 10), (40, 25)], False),
        ([(10, 10), (11, 10), (95, 95)], False),
        ([(10, 10), (40, 10), None], False),
    ],
)
def test_regions_without_a_shape_lie_at_their_points(points, kept):
    """Where all have one, no two the same, and none is lost in the sea."""
    composition = ruledsl.load("smallworld").composition
    board = composition.maps["small_world_2p"]
    regions = [
        replace(region, at=at, shape=(), borders=())
        for region, at in zip(board.regions, points, strict=False)
    ]
    drawn = regions_of(map_svg(composition, replace(board, regions=regions)))
    (ax, ay), (bx, by), (cx, cy) = ((float(g.get("data-x")), float(g.get("data-y"))) for g in drawn.values())
    assert (abs(ay - by) < 3 and abs(bx - cx) < 3 and abs((bx - ax) - 2 * (cy - by)) < 6) is kept


def ends_of(path):
    """Where the curves of a path begin and end."""
    (x, y), *curves = [[int(n) for n in re.findall(r"-?\d+", part)] for part in path.strip("MZ").split("c")]
    found = {(x, y)}
    for *_, dx, dy in curves:
        x, y = x + dx, y + dy
        found.add((x, y))
    return found


def test_both_sides_of_a_border_are_one_line():
    shapes = {
        "a": [(0, 0), (30, 0), (30, 40), (0, 40)],
        "b": [(30, 0), (60, 0), (60, 20), (30, 20)],
        "c": [(30, 20), (60, 20), (60, 40), (30, 40)],
    }
    outlines = outlines_of(shapes, (60, 40))
    shared = {edge: sides for edge, sides in outlines.sides.items() if len(sides) > 1}
    assert shared == {
        ((30, 0), (30, 20)): ["a", "b"],
        ((30, 20), (30, 40)): ["a", "c"],
        ((30, 20), (60, 20)): ["b", "c"],
    }
    for edge, sides in shared.items():
        ends = ends_of(outlines.border(edge))
        for region in sides:
            assert ends <= ends_of(outlines.path(region))


def test_tokens_lie_in_the_widest_part():
    place = place_of(((0, 0), (10, 0), (10, 18), (40, 18), (40, 38), (0, 38)), 6, 3)
    assert 8 < place.free <= 15
    assert place.at[1] > 18


# ── maps of strangers ──


def counted(module, name, work):
    """How often a function of a module is called by some work."""
    with mock.patch.object(module, name, wraps=getattr(module, name)) as called:
        work()
    return called.call_count


def field_of(composition, many, *, shaped):
    """A map of so many regions in rows."""
    board = composition.maps["small_world_2p"]
    wide = round(many**0.5)
    regions = [
        replace(
            board.regions[n % len(board.regions)],
            id=str(n + 1),
            borders=tuple(str(m + 1) for m in (n - wide, n - 1, n + 1, n + wide) if 0 <= m < many),
            at=None,
            shape=tuple((10.0 * (n % wide + i), 10.0 * (n // wide + j)) for i, j in SQUARE) if shaped else (),
        )
        for n in range(many)
    ]
    return replace(board, regions=regions, size=(10.0 * wide, 10.0 * (many // wide)))


SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))


@pytest.mark.parametrize(
    ("shaped", "module", "step", "each"), [(True, places, "_clearance", 700), (False, layout, "_apart", 4000)]
)
def test_more_regions_are_no_more_work_each(shaped, module, step, each):
    composition = ruledsl.load("smallworld").composition
    for many in (100, 225):
        board = field_of(composition, many, shaped=shaped)
        assert 0 < counted(module, step, lambda board=board: map_svg(composition, board)) < each * many


def looked_at(shapes):
    """How many corners are looked at for the sides of some regions, and of how many."""
    corners = [point for shape in shapes for point in shape]
    along = outlines._Along(corners)
    before = along.left
    for shape in shapes:
        along.ring(list(shape))
    return before - along.left, len(corners)


def test_corners_that_are_far_away_are_not_looked_at():
    shapes = [[(x + i, y + j) for i, j in SQUARE] for x in range(40) for y in range(40)]
    looks, corners = looked_at(shapes)
    assert looks < 30 * corners


def test_thousands_of_corners_along_one_line_are_not_all_joined():
    shapes = [[(0, n), (0, 4000 - n), (1, 0)] for n in range(1500)]
    looks, corners = looked_at(shapes)
    assert looks < 2 * outlines.LOOKS * corners


def test_long_borders_on_a_large_board_have_no_more_curves_than_can_be_seen():
    shapes = {str(n): [(0, n), (999, n + 1), (999, n)] for n in range(900)}
    found = outlines_of(shapes, (1000, 1000))
    assert sum(map(len, found.curves.values())) < 4 * outlines.MOST_BENT


@pytest.mark.parametrize(
    "shape",
    [
        [(5, 5)] * 3,
        [(0, 0), (9, 0), (5, 0)],
        [(0, 0), (9, 9), (0, 9), (9, 0)],
        [(-500, -500), (2, 2), (-1000, 7)],
    ],
)
def test_shapes_that_are_none_are_drawn_somehow(shape):
    composition = ruledsl.load("smallworld").composition
    board = composition.maps["small_world_2p"]
    first, *others = board.regions
    svg = map_svg(composition, replace(board, regions=[replace(first, shape=tuple(shape)), *others]))
    assert len(regions_of(svg)) == len(board.regions)


def test_the_largest_board_of_the_boxes_is_small_to_send():
    rules = ruledsl.load("warcraft")
    board = rules.new_game(players=5, seed=3).state.board.map
    svg = map_svg(rules.composition, board)
    assert len(board.regions) >= 45
    assert len(svg.encode()) < 150_000
