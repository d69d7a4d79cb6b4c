"""Is the id of an option one that there could be at all? Where a scenario says that something is no option, it should at least be something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.diagnostics import hinted
from ruledsl.naming.actions import MARK
from ruledsl.naming.errors import GameError
from ruledsl.vocabulary.types import NUMBER, PEOPLE, PLAYER, Type

if TYPE_CHECKING:
    from ruledsl.play.game import Game

__all__ = ["unknown"]

ALWAYS = ("stop", "none", "yes", "no")


def unknown(game: Game, id_: str) -> str:
    """Why no decision of this game could have an option of this id; empty if one could: an action, or a noun of any sort."""
    program = game.rules.program
    nouns = {*ALWAYS, *game.state.board.ids, *program.tiles, *program.pieces, *program.traits, *program.decks}
    if id_ in nouns or id_.lstrip("-").isdigit():
        return ""
    called, _, target = id_.partition(":")
    name, *tiles = called.split(MARK)
    actions = [action for action in program.actions if action.name == name]
    if not actions:
        return _no_such(
            "action" if target else "action, region nor tile", name, [a.name for a in program.actions]
        )
    for tile in tiles:
        if tile not in program.tiles:
            return _no_such("tile", tile, program.tiles)
    wording = [_aimed(game, action.target.type if action.target else None, target) for action in actions]
    return "" if "" in wording else wording[-1]


def _no_such(what: str, word: str, known: list[str]) -> str:
    return hinted(f"There is no {what} `{word}`.", word, known)


def _aimed(game: Game, kind: Type | None, target: str) -> str:
    """Why an action cannot be aimed at this. Any race could be a people."""
    if not target or kind is None:
        return "It is not aimed at anything." if target else ""
    if kind in (NUMBER, PLAYER):
        return "" if target.lstrip("-").isdigit() else f"`{target}` is no {kind.name}."
    if kind == PEOPLE:
        tiles = game.rules.program.tiles
        return "" if target in tiles else _no_such("race", target, tiles)
    try:
        game.naming.value_of(game.state, kind, target)
    except GameError as problem:
        return str(problem)
    return ""
