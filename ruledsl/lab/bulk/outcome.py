"""One game of a series, played to its end, and its record."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.build import compile_program
from ruledsl.lab.bulk.playing import Plan, Played, play_one, seed_of
from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.play.game import Rules
from ruledsl.play.rulebook import standings_of
from ruledsl.rules.check.typed import Const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.lab.bulk.playing import Change
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef
    from ruledsl.rules.packs.model import Composition, Tile

SHORT = 32
"""Hexadecimal digits of the digest of the choices."""


def outcome(rules: Rules, plan: Plan, number: int) -> dict[str, Any]:
    """Play the game of this number; returns its record as plain data. Any failure is under `error`."""
    seed = seed_of(plan.seed, number)
    record: dict[str, Any] = {"game": number, "seed": seed, **table_of(rules, plan)}
    played = play_one(rules, plan, seed)
    if played.error:
        record["error"] = played.error
    if played.map:
        record |= {"map": played.map, "rounds": played.round, "decisions": len(played.choices)}
        record["choices"] = digest(played.choices)
    if not played.error:
        record["course"] = course_of(plan, played)
        record["players"] = _players(rules, plan, played)
    return record


def course_of(plan: Plan, played: Played) -> dict[str, Any]:
    """What the game was like: choices with several options, the options of all these, and everybody's coins at the end of each round."""
    course, players = played.course, range(len(plan.seats))
    coins = [*course.coins[1:], [played.coins(player) for player in players]]
    return {"decisions": course.decisions, "options": course.options, "coins": coins}


def digest(choices: list[int]) -> str:
    """A digest of the choices of a game, written as JSON without blanks: the same packs, seed and digest mean the same game."""
    text = str(choices).replace(" ", "")
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]


def table_of(rules: Rules, plan: Plan) -> dict[str, Any]:
    """The common part of all games of a series."""
    packs = [{"id": i, "version": v, "digest": d} for i, v, d in rules.composition.identity]
    return {"packs": packs, "variants": rules.composition.chosen, "seats": list(plan.seats)}


def _players(rules: Rules, plan: Plan, played: Played) -> list[dict[str, Any]]:
    """The result of everybody, by seat."""
    values = played.values
    rows = {row["player"]: row for row in standings_of(rules, len(plan.seats), played.value)}
    measures = [(value.name, value.index) for value in rules.measures]
    taken: list[list[dict[str, Any]]] = [[] for _ in plan.seats]
    for owner, race, power, began, people in played.combos:
        measured = {name: values[index, people] for name, index in measures}
        taken[owner].append({"race": race, "power": power, "round": began, "measures": measured})
    return [
        {
            "player": player,
            "seat": seat,
            "rank": rows[player]["rank"],
            "coins": played.coins(player),
            "standings": {value.name: values[value.index, player] for value in rules.deciding},
            "panels": {value.name: values[value.index, player] for value in rules.shown},
            "combos": taken[player],
        }
        for player, seat in enumerate(plan.seats)
    ]


# ── changed ─────────────────────────────────────────────────────────────────────
# Rules with changed numbers on tiles, for trials without writing a file.
#
# The numbers of a tile are those printed on it, and those to which its rules give a name (`define harvest = 2`).


def numbers(rules: Rules, tile: str) -> dict[str, int]:
    """The numbers of a tile that can change, by name: printed ones, then named ones."""
    printed = rules.composition.tiles[tile].fields
    return printed | {
        name: one.value for name, (_, one) in _named(rules.program, tile).items() if name not in printed
    }


def _named(program: Program, tile: str) -> dict[str, tuple[DefineDef, Const]]:
    """Definitions of a tile that are a plain number, and that number."""
    return {
        define.name: (define, define.body)
        for define in program.defines
        if define.origin.owner.tile == tile and isinstance(define.body, Const) and define.type == NUMBER
    }


def changed(rules: Rules, changes: Sequence[Change]) -> Rules:
    """These rules with other numbers. They must not be used afterwards, since definitions change in place.

    If the number is that of a tile's tokens, its tray grows or shrinks by as much.
    """
    if not changes:
        return rules
    composition = rules.composition
    tiles = dict(composition.tiles)
    for change in changes:
        if change.field not in tiles[change.tile].fields:
            define, number = _named(rules.program, change.tile)[change.field]
            define.body = replace(number, value=change.value)
            continue
        for key, tile in tiles.items():
            if change.tile in (key, tile.copy_of):
                tiles[key] = _with(composition, tile, change)
    # It has its own identity, so that nothing cached for the printed numbers is reused.
    packs = [replace(pack, digest=f"{pack.digest} {_mark(changes)}") for pack in composition.packs]
    other = replace(composition, tiles=tiles, packs=packs)
    program = replace(rules.program, composition=other)
    return Rules(rules.asked_for, other, compile_program(program), rules.findings)


def _with(composition: Composition, tile: Tile, change: Change) -> Tile:
    tray = composition.kinds[tile.kind].tray
    fields = {**tile.fields, change.field: change.value}
    if tray and change.field != tray:
        fields[tray] = max(0, fields.get(tray, 0) + change.value - tile.fields.get(change.field, 0))
    return replace(tile, fields=fields)


def _mark(changes: Sequence[Change]) -> str:
    return " ".join(f"{change.tile}.{change.field}={change.value}" for change in changes)
