"""Whether a tile is fair: bot games, some at each question, until the requested number is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.base.system import give_way
from ruledsl.lab.bulk.plan import Plan
from ruledsl.lab.study.beside import Beside
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.asking import form
from ruledsl.table.workshop.jobs.tiles import FORM as FORM_OF_TILES
from ruledsl.table.workshop.jobs.tiles import named, own_tiles, tile_asked

if TYPE_CHECKING:
    from ruledsl.play.game import Rules
    from ruledsl.table.workshop.standing import Standing

FORM = {**FORM_OF_TILES, "games": (form.number(20_000), True)}
AT_ONCE = 2.0
"""Seconds of one question; then it reports its progress."""
PLAYERS = 3
BOT = "random"
SEED = 0
LOWEST = 19
"""The lowest priority on this computer."""


class Scales:
    """Keeps the games of the last tile as long as its rules do not change."""

    def __init__(self) -> None:
        self._last: Beside | None = None

    def weigh(self, standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
        """The results of this many games, or of those that there is time for now: `done` says whether these are all."""
        give_way(LOWEST)
        rules, naming = standing.rules(asked["pack"]), Naming(asked.get("language", "en"))
        found = {"tiles": named(own_tiles(rules.composition), naming)}
        tile = tile_asked(standing, rules.composition, asked)
        if tile is None:
            return {**found, "done": True, "problem": "There is no tile in this pack yet."}
        beside = self._last
        if beside is None or beside.rules is not rules or beside.tile != tile.id:
            plan = Plan(rules.asked_for, (), (BOT,) * _players(rules), SEED)
            beside = self._last = Beside(rules, plan, tile.id)
        if asked["games"]:
            rules.backend.program()
            beside.play(asked["games"], AT_ONCE)
        return found | _told(beside, asked["games"], naming)


def _players(rules: Rules) -> int:
    """The usual number of players, or the next number with a map."""
    there = {count for board in rules.composition.maps.values() for count in board.players if count > 1}
    if not there:
        raise GameError("G011", "No map of these packs is for two players or more.")
    return min(there, key=lambda count: (abs(count - PLAYERS), count))


def _told(beside: Beside, games: int, naming: Naming) -> dict[str, Any]:
    composition = beside.rules.composition
    own = composition.packs[-1].id
    box = frozenset(id_ for id_ in beside.wins if composition.tiles[id_].pack != own)
    level = beside.level(box)
    found = {
        "tile": beside.tile,
        "players": len(beside.plan.seats),
        "games": beside.games,
        "done": beside.games >= games or bool(beside.problem),
        "problem": beside.problem,
        "level": level.value,
        "others": None,
        "rows": sorted((_row(beside, id_, naming) for id_ in beside.wins), key=lambda row: -row["wins"]),
    }
    if beside.tile in beside.wins and box:
        others = beside.others(box)
        found["others"] = {"low": others.low, "high": others.high}
    return found


def _row(beside: Beside, id_: str, naming: Naming) -> dict[str, Any]:
    tile, tally = beside.rules.composition.tiles[id_], beside.wins[id_]
    low, high = beside.interval(id_)
    return {
        "id": id_,
        "name": naming.text(tile.names, id_),
        "own": tile.pack == beside.rules.composition.packs[-1].id,
        "games": tally.count,
        "wins": tally.mean,
        "low": low,
        "high": high,
    }
