"""The tile of a question: the given one, or else the one under the cursor."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.play.bots import SEATS
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.reader import PositionError, shown
from ruledsl.play.views import sizes_of
from ruledsl.rules.packs.model import MARKS
from ruledsl.table.server.asking import form
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.bringing import brought
from ruledsl.table.server.views.other_times import region_data, why_data
from ruledsl.table.server.views.things import drawn_for, things_of
from ruledsl.table.server.views.view import view_data, view_of

if TYPE_CHECKING:
    from ruledsl.play.game import Game, Rules
    from ruledsl.play.views import SeatView
    from ruledsl.rules.packs.model import Composition, Tile, Words
    from ruledsl.table.workshop.standing import Standing

FORM = {"path": (form.text(400), False), "line": (form.number(), False), "tile": (form.text(200), False)}


def own_tiles(composition: Composition) -> list[Tile]:
    """The tiles of the edited pack."""
    own = composition.packs[-1].id
    return [tile for tile in composition.tiles.values() if tile.pack == own and not tile.copy_of]


def named(tiles: list[Tile], naming: Naming) -> list[dict[str, str]]:
    """Their ids, names and kinds."""
    return [{"id": tile.id, "name": naming.text(tile.names, tile.id), "kind": tile.kind} for tile in tiles]


def tile_asked(standing: Standing, composition: Composition, asked: dict[str, Any]) -> Tile | None:
    """The given `tile`; else the one whose beginning precedes the `line` of a file (`path`), the first of the file, or of the pack."""
    tiles, wanted = own_tiles(composition), asked.get("tile", "")
    path, line = asked.get("path", ""), asked.get("line", 1)
    here = sorted((t for t in tiles if standing.path_below(t.span) == path), key=lambda t: t.span.line)
    before = [t for t in here if t.span.line <= line]
    called = [t for t in tiles if t.id == wanted]
    return next(iter([*called, *before[-1:], *here, *tiles]), None)


# ── trying ──────────────────────────────────────────────────────────────────────
# A position to try a tile in, on a small map: the cost and yield of every region there, and why, under the current rules.


TRYING_FORM = {
    **FORM,
    "position": (form.maybe(lambda given: isinstance(given, dict)), False),
}
MINE = 0
NO_WORLD = "This pack has no map and no terrain by itself: say under `requires:` in `pack.yaml` which game it is played with."


def tried(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The given `position`, or one for the `tile`; its display; and `regions` with numbers and reasons.

    `choices` are the possible parts of a position. For an invalid one, `problems` give the errors, and the rest is missing.
    """
    rules = standing.rules(asked["pack"])
    if not rules.composition.words.terrains:
        return {"position": None, "choices": {}, "problems": [NO_WORLD]}
    language = asked.get("language", "en")
    choices = choices_of(rules, Naming(language))
    position = asked.get("position") or position_for(rules, tile_asked(standing, rules.composition, asked))
    answer: dict[str, Any] = {"position": position, "choices": choices}
    try:
        game = rules.position(position)
    except PositionError as problem:
        more = [f"and {problem.more:,} more"] if problem.more else []
        return {**answer, "problems": [_said(path, text) for path, text in problem.problems] + more}
    except GameError as problem:
        return {**answer, "problems": [str(problem)]}
    naming = Naming(language)
    view = view_of(game, MINE, naming)
    race = _acting(view)
    answer |= {
        "table": things_of(game, language, drawn_for(game)),
        "view": view_data(view, Course()),
        "people": race,
        "regions": {region: _region(view, race, region) for region in view["regions"]},
        "total": _why(view, "earnings", {"player": MINE}),
    }
    for region, options in _at_once(game, naming).items():
        answer["regions"][region]["options"] = options
    return answer


def _said(path: tuple[str | int, ...], text: str) -> str:
    return f"{shown(path)}: {text}" if path else text


# ── the parts of a position ──


def choices_of(rules: Rules, naming: Naming) -> dict[str, Any]:
    """Maps, tiles by their part in a position, and pieces: ids with names; bots; the small map, and the phase of conquests."""
    composition = rules.composition
    parts: dict[str, list[dict[str, Any]]] = {"races": [], "powers": [], "tiles": []}
    for id_, tile in composition.tiles.items():
        size = sum(sizes_of(composition, tile))
        named = {"id": id_, "name": naming.text(tile.names, id_), "size": size, "pack": tile.pack}
        if not tile.copy_of:
            parts[_place_of(composition, tile)].append(named)
    return {
        **parts,
        "bots": list(SEATS),
        "small": small_map(composition.words),
        "phase": _phase(rules),
        "maps": [
            {"id": board.id, "name": naming.text(board.names, board.id.replace("_", " "))}
            for board in composition.maps.values()
        ],
        "pieces": [
            {"id": id_, "name": naming.text(piece.names, id_.replace("_", " "))}
            for id_, piece in composition.pieces.items()
        ],
    }


def _place_of(composition: Composition, tile: Tile) -> str:
    """The part of a tile in a position: a people is a race with a power, all others lie in regions."""
    kind = composition.kinds[tile.kind]
    if kind.borne_by != "people":
        return "tiles"
    return "races" if kind.tray else "powers"


def position_for(rules: Rules, tile: Tile | None) -> dict[str, Any]:
    """A position to try a tile in: its people in hand, an opponent, the small map, in the phase of conquests."""
    composition = rules.composition
    own = composition.packs[-1].id
    originals = [one for one in composition.tiles.values() if not one.copy_of]
    races = [one for one in originals if _place_of(composition, one) == "races"]
    part = "" if tile is None else _place_of(composition, tile)
    mine = tile if part == "races" else next(iter(races), None)
    power = tile if part == "powers" else None
    other = next((race for race in races if race is not mine and race.pack != own), None)
    peoples = [
        _people(composition, player, race, power)
        for player, race, power in ((MINE, mine, power), (1, other, None))
        if race
    ]
    phase = _phase(rules)
    return {
        "players": 2,
        "map": small_map(composition.words),
        "setting_out": True,
        **({"phase": phase} if phase and mine is not None else {}),
        "peoples": peoples,
        "regions": {},
        "analysis": True,
    }


def _people(composition: Composition, player: int, race: Tile, power: Tile | None) -> dict[str, Any]:
    """A people with its usual number of tokens in hand."""
    size = sum(sum(sizes_of(composition, tile)) for tile in (race, power) if tile)
    army = min(size, race.fields.get(composition.kinds[race.kind].tray, 0))
    bearer = {"race": race.id, "power": power.id} if power else {"race": race.id}
    return {**bearer, "player": player, "hand": army, "at": {}}


def _phase(rules: Rules) -> str:
    """The phase in which regions are conquered; empty if the packs do not name it."""
    wanted = rules.composition.roles.get("conquest", "")
    return next((action.phase.name for action in rules.program.actions if action.name == wanted), "")


# ── numbers and reasons ──


def _acting(view: SeatView) -> str:
    """The people that is asked, or else the first of this seat."""
    asking = view.decision
    own = [people["race"] for people in view["peoples"] if people["player"] == MINE]
    acting = asking.people if asking is not None and asking.player == MINE else None
    return acting or next(iter(own), "")


def _region(view: SeatView, race: str, region: str) -> dict[str, Any]:
    """Everything about a region as at a table, and its yield at the end of a turn for the people that holds it, or could conquer it."""
    about = region_data(view, region)
    has_yield = about["cost"] is not None or view["regions"][region]["holder"] == race
    income = _why(view, "region_income", {"people": race or None, "region": region}) if has_yield else None
    return {**about, "income": income, "options": []}


def _why(view: SeatView, role: str, ids: dict[str, Any]) -> dict[str, Any] | None:
    """Why the value with a role is what it is, with parameters chosen by type; None if there is none, or no answer."""
    value = view.rules.program.value(view.rules.composition.roles.get(role, ""))
    if value is None or None in ids.values():
        return None
    try:
        return why_data(view, value.name, {param.name: ids[param.type.name] for param in value.params})
    except (GameError, KeyError):
        return None


def _at_once(game: Game, naming: Naming) -> dict[str, list[dict[str, Any]]]:
    """The effects of the options about regions, by region."""
    if game.over or game.decision.player != MINE:
        return {}
    does = brought(game, MINE, naming)
    effects: dict[str, list[dict[str, Any]]] = {}
    for option in game.told_as(naming).decision.options:
        if option.about == "region" and option.id in does:
            region = str(option.data.get("target", option.data.get("value")))
            effects.setdefault(region, []).append({"id": option.id, "label": option.label, **does[option.id]})
    return effects


FEW = 12
"""With fewer regions every terrain appears twice: many rules are about neighbours of the same terrain."""
HALF, SIDE = 10, 6
"""Half the width of a hexagon, and half the length of one of its sides, before all of them are made to fit."""
BOARD = (100.0, 70.0)
"""The size of a map in place."""
RIM = 2.0
"""The water around all hexagons."""


def small_map(words: Words) -> dict[str, Any]:
    """A map in place for a position: rows of hexagons; those at the rim are entries."""
    terrains = list(words.terrains)
    grounds = terrains * (2 if len(terrains) < FEW else 1)
    symbols = [symbol for symbol in words.symbols if symbol not in MARKS and symbol not in words.terrains]
    wide = round(len(grounds) ** 0.5)
    marks = [mark for mark in MARKS if mark in words.symbols]
    rows = -(-len(grounds) // wide)
    regions: dict[str, Any] = {}
    for place, terrain in enumerate(grounds):
        row, column = divmod(place, wide)
        rim = row == 0 or place + wide >= len(grounds) or column in (0, wide - 1)
        regions[str(place + 1)] = {
            "terrain": terrain,
            "symbols": [],
            "borders": [str(other + 1) for other in _next(row, column, wide) if other < len(grounds)],
            "shape": _hexagon(row, column, wide, rows),
            **dict.fromkeys(marks if rim else (), True),
        }
    for symbol, region in zip(symbols, cycle(regions.values()), strict=False):
        region["symbols"].append(symbol)
    return {"regions": regions}


def _next(row: int, column: int, wide: int) -> list[int]:
    """The regions to the right and below; every other row is shifted to the right by half a region."""
    below = [column - 1 + row % 2, column + row % 2]
    right = [row * wide + column + 1] * (column + 1 < wide)
    return right + [(row + 1) * wide + other for other in below if 0 <= other < wide]


def _hexagon(row: int, column: int, wide: int, rows: int) -> list[list[int]]:
    """One of `rows` with `wide` hexagons each, which together fill the board as far as they keep their form. Positions have whole numbers only."""
    across, down = HALF * (2 * wide + (rows > 1)), SIDE * (3 * rows + 1)
    size = min((BOARD[0] - 2 * RIM) / across, (BOARD[1] - 2 * RIM) / down)
    left, top = (BOARD[0] - size * across) / 2, (BOARD[1] - size * down) / 2
    x, y = 1 + 2 * column + row % 2, 2 + 3 * row
    ways = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return [
        [round(left + size * HALF * (x + right)), round(top + size * SIDE * (y + low))] for right, low in ways
    ]
