"""Games as text. Packs, start and choices are the authority; the state is the fast way back to the same point."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ruledsl.engine.run import EngineError, run
from ruledsl.engine.setup import first_state
from ruledsl.engine.state import State
from ruledsl.play.errors import GameError, PackError
from ruledsl.play.game import Game

if TYPE_CHECKING:
    from ruledsl.play.rules import Rules

__all__ = ["begin_again", "from_json", "to_json"]

FORMAT = "ruledsl game"
VERSION = 1
MOST_TEXT = 64_000_000


def to_json(game: Game) -> str:
    """A game as one JSON object, one key a line."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "packs": [{"id": i, "version": v, "digest": d} for i, v, d in game.rules.composition.identity],
        "asked_for": list(game.rules.asked_for),
        "variants": game.rules.composition.chosen,
        "start": game.start,
        "choices": game.choices,
        "hash": game.hash,
        "state": game.state.content(),
        "journal": game.state.journal,
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def begin_again(rules: Rules, start: dict[str, Any]) -> Game:
    """A new game from what an earlier one was begun from."""
    if "position" in start:
        return rules.position(start["position"])
    board = rules.map_for(start["players"], start["map"])
    state = first_state(rules.code, rules.board(board.id), start["players"], start["seed"])
    return Game.begin(rules, state, start)


def from_json(text: str, rules: Rules | None = None) -> Game:
    """The game in a text."""
    data = _parsed(text)
    if rules is None:
        rules = _rules_of(data)
    _check_packs(data, rules)
    try:
        return _restored(data, rules)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, EngineError) as problem:
        raise GameError("G021", "This saved game is damaged: what it says about its state does not hold together.") from problem


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > MOST_TEXT:
        raise GameError("G020", "This is too large to be a saved game.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise GameError("G020", f"This is no saved game: it is not whole JSON ({problem}).") from problem
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GameError("G020", "This is no saved game of ruledsl.")
    if data.get("version") != VERSION:
        raise GameError("G022", f"This game was saved in version {data.get('version')} of the format; this ruledsl reads version {VERSION}.")
    return data


def _rules_of(data: dict[str, Any]) -> Rules:
    from ruledsl.play.rules import load  # noqa: PLC0415 - rules make games

    names, variants = data.get("asked_for"), data.get("variants")
    if not isinstance(names, list) or not all(isinstance(n, str) for n in names) or not isinstance(variants, dict):
        raise GameError("G021", "This saved game is damaged: it does not say which packs it was played with.")
    try:
        return load(*names, variants=variants)
    except PackError as problem:
        raise GameError("G023", f"The packs of this game cannot be loaded:\n{problem}") from problem


def _check_packs(data: dict[str, Any], rules: Rules) -> None:
    saved = data.get("packs")
    if not isinstance(saved, list) or not all(isinstance(entry, dict) for entry in saved):
        raise GameError("G021", "This saved game is damaged: it does not say which packs it was played with.")
    now = {i: (v, d) for i, v, d in rules.composition.identity}
    for entry in saved:
        id_, version, digest = entry.get("id"), entry.get("version"), entry.get("digest")
        if id_ not in now:
            raise GameError("G023", f"This game needs the pack `{id_}` {version}, which is not among those loaded.")
        if now[id_] != (version, digest):
            raise GameError(
                "G024", f"The pack `{id_}` has changed since this game was saved: it was {version} ({digest}), it is {' ('.join(now[id_])})."
            )
    if data.get("variants") != rules.composition.chosen:
        raise GameError("G025", "This game was played with other variants than those that are switched on.")


def _restored(data: dict[str, Any], rules: Rules) -> Game:
    start = data["start"]
    reference = begin_again(rules, start).state
    state = State.from_content(rules.code, reference.board, reference.seats, data["state"])
    shapes = [len(state.G) == len(reference.G), len(state.Y) == len(reference.Y), len(state.R) == len(reference.R)]
    if not all(shapes) or len(state.P) % rules.code.people_width:
        raise ValueError("the state has another shape than this game")
    state.journal = None if data["journal"] is None else [tuple(entry) for entry in data["journal"]]
    game = Game(rules, state, start)
    if game.hash != data["hash"]:
        raise ValueError("the hash does not fit the state")
    game.choices = [int(index) for index in data["choices"]]
    run(state)
    game._past = [(0, 0, reference.copy())]  # noqa: SLF001 - a game restores its own past
    game._keep()  # noqa: SLF001
    return game
