"""One game of a series, played to its end, as its line says it, or as a record."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.base.store.remembering import remembered
from ruledsl.engine.compile.build import compile_program
from ruledsl.lab.bulk.form import Header, header_of, players_of, whole
from ruledsl.lab.bulk.playing import Plan, Played, play_one, seed_of
from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.play.game import Rules
from ruledsl.rules.check.typed import Const
from ruledsl.rules.packs.model import NO_COINS

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
    return whole(
        remembered(rules.code, Header, lambda: Header.of(header_of(rules, plan)), plan.seats),
        line_of(rules, plan, number),
    )


def line_of(rules: Rules, plan: Plan, number: int) -> dict[str, Any]:
    """Play the game of this number; returns what its line says beside the header. Any failure is under `error`."""
    seed = seed_of(plan.seed, number)
    played = play_one(rules, plan, seed)
    line: dict[str, Any] = {"game": number, "seed": seed}
    if played.error:
        line["error"] = played.error
    if played.map:
        line |= {"map": played.map, "rounds": played.round, "decisions": len(played.choices)}
        line["choices"] = digest(played.choices)
    if not played.error:
        line["course"] = course_of(rules, played)
        if played.losers:
            line["lost"] = sorted(played.losers)
        line["players"] = players_of(rules, len(plan.seats), played)
    return line


def course_of(rules: Rules, played: Played) -> dict[str, Any]:
    """What the game was like: choices with several options, the options of all these, and everybody's coins at the end of each round.

    Where a game has none there is no round to tell of.
    """
    decisions, options, begun = played.course
    rounds = [] if rules.composition.coins == NO_COINS else [*begun[1:], list(played.coins)]
    return {"decisions": decisions, "options": options, "coins": rounds}


DIGITS = [b"%d" % number for number in range(256)]
"""Nearly all choices, as text."""


def digest(choices: list[int]) -> str:
    """A digest of the choices of a game, written as JSON without blanks: the same packs, seed and digest mean the same game."""
    try:
        text = b",".join(map(DIGITS.__getitem__, choices))
    except IndexError:
        text = b",".join(b"%d" % choice for choice in choices)
    return hashlib.sha256(b"[%b]" % text).hexdigest()[:SHORT]


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
