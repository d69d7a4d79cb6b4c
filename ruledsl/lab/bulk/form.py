"""The form of games in lines: a header says once what all games of a series have in common, and a line is the rest of one game.

A record is a game with all keys, as older versions wrote it in each line: `whole` makes it of a header and a line.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.store.remembering import remembered
from ruledsl.play.naming.languages import STANDARD
from ruledsl.play.rulebook import ranks_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruledsl.lab.bulk.playing import Plan, Played
    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import Composition

FORM = "ruledsl_games"
"""The key that only headers have; its value is the version of the form."""
VERSION = 1
HEAD = ("packs", "variants", "seats")
"""What all games of a series have in common."""
PLAYER, COMBO = ("rank", "coins"), ("race", "power", "round")
"""The numbers of a player and of a combo before those that packs declare. Race and power are places among the `tiles` of the header."""
GROUPS = ("standings", "panels")
"""What packs declare of players."""


ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def text_of(record: Mapping[str, Any]) -> str:
    """A line of JSON, with its end."""
    return ENCODER.encode(record) + "\n"


def table_of(rules: Rules, plan: Plan) -> dict[str, Any]:
    """The common part of all games of a series."""
    packs = [{"id": i, "version": v, "digest": d} for i, v, d in rules.composition.identity]
    return {"packs": packs, "variants": rules.composition.chosen, "seats": list(plan.seats)}


def header_of(rules: Rules, plan: Plan) -> dict[str, Any]:
    """The header of a series."""
    return {
        FORM: VERSION,
        **table_of(rules, plan),
        "standings": [value.name for value in rules.deciding],
        "panels": [value.name for value in rules.shown],
        "measures": [value.name for value in rules.measures],
        "tiles": list(rules.program.tiles),
        **words_of(rules.composition),
    }


def words_of(composition: Composition) -> dict[str, dict[str, str]]:
    """What a game calls things in English: its `nouns`, and the `names` of what packs measure."""
    nouns = {noun: names[STANDARD] for noun, names in composition.nouns.items() if STANDARD in names}
    measured = (*composition.panels, *composition.measures)
    return {
        "nouns": nouns,
        "names": {one.value: one.names[STANDARD] for one in measured if STANDARD in one.names},
    }


def head_line(rules: Rules, plan: Plan) -> str:
    """The first line of a file of games."""
    return text_of(header_of(rules, plan))


# ── write ───────────────────────────────────────────────────────────────────────


class Places(NamedTuple):
    """Where the numbers of a line are: those of a player among its answers, in the order of the header, and tiles among those of the rules.

    `team` is the place of the number that is the same for those who win together, if there are teams.
    """

    decided: list[int]
    told: list[int]
    team: int | None
    tiles: dict[str | None, int]

    @classmethod
    def by(cls, rules: Rules) -> Places:
        """Those of some rules, computed once."""
        return remembered(rules.code, "places", lambda: cls._of(rules))

    @classmethod
    def _of(cls, rules: Rules) -> Places:
        reckoned = [value.index for value in rules.reckoned]
        decided, panels = (
            [reckoned.index(value.index) for value in some] for some in (rules.deciding, rules.shown)
        )
        team = None if rules.team is None else reckoned.index(rules.team.index)
        return cls(
            decided, decided + panels, team, {tile: place for place, tile in enumerate(rules.program.tiles)}
        )


def players_of(rules: Rules, players: int, played: Played) -> list[list[Any]]:
    """The result of each seat: `PLAYER`, the values that decide, the panels, and the combos. A combo has `COMBO` and its measures.

    A tile that the header does not name, such as one that lies face down, is there by its id.
    """
    (decided, told, team, tiles), (asked, numbers) = Places.by(rules), played.values
    width = asked.measures // players
    own = [numbers[start : start + width] for start in range(0, asked.measures, width)]
    teams = None if team is None else [row[team] for row in own]
    ranks = ranks_of([[row[place] for place in decided] for row in own], played.losers, teams)
    rows: list[list[Any]] = [
        [rank, coins, *[row[place] for place in told], []]
        for rank, coins, row in zip(ranks, played.coins, own, strict=True)
    ]
    measures, start = len(rules.measures), asked.measures
    for owner, race, power, began, _ in played.combos:
        there = [tiles.get(race, race), tiles.get(power, power), began]
        rows[owner][-1].append(there + numbers[start : start + measures])
        start += measures
    return rows


# ── read ────────────────────────────────────────────────────────────────────────


class Header(NamedTuple):
    """A header that was read: the `head` of all games, names of a player's numbers (by group) and of a combo's measures, and tiles."""

    head: dict[str, Any]
    groups: dict[str, list[str]]
    measures: list[str]
    tiles: list[str]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Header:
        """Raises `ValueError` if it is none of this version."""
        names = {key: data.get(key) for key in (*GROUPS, "measures", "tiles")}
        for key, some in names.items():
            if not isinstance(some, list) or not all(isinstance(name, str) for name in some):
                raise ValueError(f"`{key}` is no list of names")
        if data[FORM] != VERSION:
            raise ValueError(f"its form is not {VERSION}: a newer ruledsl wrote it")
        head = {key: data[key] for key in HEAD if key in data}
        return cls(head, {key: names[key] for key in GROUPS}, names["measures"], names["tiles"])  # type: ignore[arg-type, misc]


def whole(header: Header, game: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a line behind this header. Raises `ValueError` for what no line has."""
    before = {key: game[key] for key in ("game", "seed") if key in game}
    rest = {key: value for key, value in game.items() if key not in before}
    record = {**before, **header.head, **rest}
    if "players" in game:
        seats = header.head.get("seats")
        if (
            not isinstance(seats, list)
            or not isinstance(game["players"], list)
            or len(seats) != len(game["players"])
        ):
            raise ValueError("`players` are not those who sit there, in their order")
        record["players"] = [
            _player(header, at, seat, row)
            for at, (seat, row) in enumerate(zip(seats, game["players"], strict=True))
        ]
    return record


def _player(header: Header, player: int, seat: object, row: object) -> dict[str, Any]:
    count = len(PLAYER) + sum(map(len, header.groups.values()))
    if not isinstance(row, list) or len(row) != count + 1 or not isinstance(row[-1], list):
        raise ValueError("a player has other numbers than the header names")
    told = {"player": player, "seat": seat, **dict(zip(PLAYER, row, strict=False))}
    start = len(PLAYER)
    for group, names in header.groups.items():
        told[group] = dict(zip(names, row[start:], strict=False))
        start += len(names)
    return {**told, "combos": [_combo(header, combo) for combo in row[-1]]}


def _combo(header: Header, row: object) -> dict[str, Any]:
    if not isinstance(row, list) or len(row) != len(COMBO) + len(header.measures):
        raise ValueError("a people has other numbers than the header names")
    race, power, began, *measures = row
    return {
        "race": _tile(header, race),
        "power": _tile(header, power),
        "round": began,
        "measures": dict(zip(header.measures, measures, strict=True)),
    }


def _tile(header: Header, place: object) -> object:
    """The id of a tile; what is no place among the tiles is one already, or none."""
    if type(place) is not int:
        return place
    if not 0 <= place < len(header.tiles):
        raise ValueError("a people has a tile that the header does not name")
    return header.tiles[place]


def records_of(lines: Sequence[str]) -> list[dict[str, Any]]:
    """The records of whole lines, each behind its header, or as older versions wrote it. Raises `ValueError`."""
    records, header = [], None
    for line in lines:
        game = json.loads(line)
        if FORM in game:
            header = Header.of(game)
        else:
            records.append(game if header is None or "packs" in game else whole(header, game))
    return records
