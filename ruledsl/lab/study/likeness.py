"""The behaviour of a tile in positions, compared with every other tile of its kind in the same positions.

Positions are generated: a people with the tile on some connected regions, a rival on others, conquests in progress. In each of them a tile shows
what regions cost, which ones it can attack, what they yield, what its own regions cost the rival, and which actions there are; then some turns
are played with the first option each time, which shows the tile's own effects.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.errors import GameError
from ruledsl.play.match import by_region, conquerable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.play.game import Game, Rules
    from ruledsl.rules.packs.model import BoardMap

POSITIONS = 8
TRIES = 40
"""The most positions to generate in the search for those that plain tiles can have."""
PLAYERS, LANDS, IN_HAND, TOGETHER = 2, 4, 5, 2
TURNS, MOST_CHOICES = 3, 120
"""Turns to play, and the most choices in them."""
PARTS = ("cost", "reach", "income", "defence", "actions", "course", "number")
"""Average differences: a region, in tokens, shares of regions, coins, tokens; kinds of actions; the value that decides the game after some turns,
and the printed number, both for each region held."""
SIGNED = ("cost", "reach", "income", "defence")
"""Parts with a number for each region."""


class Likeness(NamedTuple):
    """Another tile, its total distance (0: the same behaviour), and its differences in each of the `PARTS`.

    `more` says by how much the compared tile has more than it, on average: in `SIGNED` parts, in the units of positions (`number` in tokens).
    """

    tile: str
    off: float
    parts: dict[str, float]
    more: dict[str, float]


class Behaviour(NamedTuple):
    """The behaviour of a tile in a position: numbers for all regions, for its own, and the names of actions."""

    cost: list[int]
    reach: list[int]
    income: list[int]
    defence: list[int]
    actions: frozenset[str]
    course: list[int]


def alike(rules: Rules, tile: str, seed: int = 0) -> list[Likeness]:
    """The other tiles of its kind, the most similar first. Raises `GameError` G003 for a tile that is no part of a people."""
    tiles = rules.composition.tiles
    kind = tiles[tile].kind
    others = [key for key, other in tiles.items() if other.kind == kind and not other.copy_of and key != tile]
    asked = list(_positions(rules, tile, seed))
    own = _shown(rules, tile, asked)
    if not own:
        raise GameError("G003", f"`{tile}` cannot be compared: it stands in no position as part of a people.")
    likenesses = []
    for other in others:
        both = _in_both(own, _shown(rules, other, asked))
        if both:
            parts, more = _parts(both), _more(both)
            more["number"] = _number(rules, tile) - _number(rules, other)
            parts["number"] = abs(more["number"]) / LANDS
            likenesses.append(Likeness(other, sum(parts.values()), parts, more))
    return sorted(likenesses, key=lambda one: (one.off, one.tile))


def _number(rules: Rules, tile: str) -> int:
    """The printed number: tokens."""
    return next(iter(rules.composition.tiles[tile].fields.values()), 0)


def _races(rules: Rules) -> list[str]:
    """Tiles with a tray, of which peoples consist, those with the fewest rules first."""
    composition = rules.composition
    races = [
        key
        for key, tile in composition.tiles.items()
        if composition.kinds[tile.kind].tray and not tile.copy_of
    ]
    rules_of = rules.code.tile_rules
    numbers = {key: place for place, key in enumerate(rules.program.tiles)}
    return sorted(
        races, key=lambda key: len(rules_of[numbers[key]].entries) if numbers[key] in rules_of else 0
    )


def _positions(rules: Rules, tile: str, seed: int) -> Iterator[dict[str, object]]:
    """Positions without the given tile that the plainest tiles can have."""
    races = [race for race in _races(rules) if race != tile]
    chance, yielded = Random(seed), 0
    for number in range(TRIES):
        board = rules.map_dealt(PLAYERS, seed + number, None)
        own, rival = _lands(board, chance)
        position = {
            "players": PLAYERS,
            "map": board.id,
            "phase": "conquests",
            "peoples": [
                {"race": races[0], "player": 0, "at": dict.fromkeys(own, 1), "hand": IN_HAND},
                {"race": races[1], "player": 1, "at": dict.fromkeys(rival, TOGETHER)},
            ],
        }
        if _set_up(rules, position) is not None:
            yield position
            yielded += 1
            if yielded == POSITIONS:
                return


def _lands(board: BoardMap, chance: Random) -> tuple[list[str], list[str]]:
    """Two groups of connected regions."""
    near = {region.id: set(region.borders) for region in board.regions}
    for one, borders in list(near.items()):
        for other in borders & near.keys():
            near[other].add(one)
    free, groups = set(near), []
    for _ in range(2):
        group = [chance.choice(sorted(free))] if free else []
        while len(group) < LANDS and (
            edge := sorted({r for one in group for r in near[one]} & free - set(group))
        ):
            group.append(chance.choice(edge))
        free -= set(group)
        groups.append(group)
    return groups[0], groups[1]


def _set_up(rules: Rules, position: Mapping[str, object]) -> Game | None:
    try:
        return rules.position(position)
    except GameError:
        return None


def _shown(rules: Rules, tile: str, positions: list[dict[str, object]]) -> dict[int, Behaviour]:
    """The behaviour of a tile, by position; positions that it cannot have are missing."""
    composition = rules.composition
    key = "race" if composition.kinds[composition.tiles[tile].kind].tray else "power"
    behaviours = {}
    for number, position in enumerate(positions):
        own, rival = (dict(people) for people in position["peoples"])  # type: ignore[attr-defined]
        own[key] = tile
        if rival["race"] == tile:
            rival["race"] = next(race for race in _races(rules) if race not in (own["race"], tile))
        game = _set_up(rules, {**position, "peoples": [own, rival]})
        if game is not None and not game.over:
            behaviours[number] = _behaviour(game, own, rival)
    return behaviours


def _behaviour(game: Game, own: Mapping[str, object], rival: Mapping[str, object]) -> Behaviour:
    people, other = str(own["race"]), str(rival["race"])
    cost, reach = by_region(game, "cost", people), set(conquerable(game, people))
    income, defence = by_region(game, "region_income", people), by_region(game, "cost", other)
    lands = list(own["at"])  # type: ignore[call-overload]
    actions = frozenset(str(option.data.get("action", option.id)) for option in game.decision.options)
    return Behaviour(
        list(cost.values()),
        [int(region in reach) for region in cost],
        [income[region] for region in lands],
        [defence[region] for region in lands],
        actions,
        _course(game),
    )


def _course(game: Game) -> list[int]:
    """The deciding value of each player after some turns in which everybody takes the first option."""
    turns, turn = 0, _turn(game)
    for _ in range(MOST_CHOICES):
        if turn is None or turns == TURNS:
            break
        game.choose(0)
        now = _turn(game)
        turns, turn = turns + (now != turn), now
    decides = game.rules.reckoned[0]
    return [game.measure(decides, player) for player in range(PLAYERS)]


def _turn(game: Game) -> tuple[int, int] | None:
    return None if game.over else (game.round, game.decision.player)


Both = list[tuple[Behaviour, Behaviour]]


def _in_both(own: Mapping[int, Behaviour], other: Mapping[int, Behaviour]) -> Both:
    """The behaviours in the positions that both tiles can have."""
    return [(own[number], other[number]) for number in own.keys() & other.keys()]


def _parts(both: Both) -> dict[str, float]:
    """The average differences."""
    parts = {name: fmean(fmean(map(abs, _less(name, *pair))) for pair in both) for name in SIGNED}
    courses = [sum(map(abs, _less("course", *pair))) for pair in both]
    parts["course"] = fmean(courses) / LANDS
    parts["actions"] = fmean(len(one.actions ^ two.actions) for one, two in both)
    return parts


def _more(both: Both) -> dict[str, float]:
    """How much more the first ones have, on average."""
    return {name: fmean(fmean(_less(name, *pair)) for pair in both) for name in SIGNED}


def _less(name: str, one: Behaviour, two: Behaviour) -> list[int]:
    return [a - b for a, b in zip(getattr(one, name), getattr(two, name), strict=True)]
