"""Games as text. Packs, start and choices are the authority; the state is the fast way back to the same point."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ruledsl.engine.limits import EngineError
from ruledsl.engine.run import run
from ruledsl.engine.state import State
from ruledsl.play.errors import GameError
from ruledsl.play.game import Game
from ruledsl.play.saved_packs import rules_of
from ruledsl.play.sound_journal import check_choices, check_journal
from ruledsl.play.soundness import check_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.rules import Rules

__all__ = ["begin_again", "from_json", "to_json"]

FORMAT = "ruledsl game"
VERSION = 1
MOST_TEXT = 8_000_000
"""Characters of a saved game; long ones have some ten thousand."""

START = {
    "map": str,
    "players": int,
    "seed": int,
    "analysis": bool,
    "sampled": bool,
    "position": dict,
    "seats": list,
    "dice": list,
}
LONGEST_NAME = 1000


def to_json(game: Game) -> str:
    """A game as one JSON object, one key a line."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "packs": [{"id": i, "version": v, "digest": d} for i, v, d in game.rules.composition.identity],
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
    return rules.new_game(
        start["players"], start["seed"], start["map"], analysis=start["analysis"], dice=start.get("dice", ())
    )


def from_json(text: str, rules: Rules | None = None, packs: Sequence[str] = ()) -> Game:
    """The game in a text; `packs` are those that are not found under their ids."""
    data = _parsed(text)
    if rules is None:
        rules = rules_of(data, packs)
    _check_packs(data, rules)
    try:
        return _restored(data, rules)
    except _BROKEN as problem:
        raise _damaged("what it says about its state does not hold together") from problem


_BROKEN = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError, EngineError)
"""What comes of a state that only looks like one."""


def _damaged(what: str) -> GameError:
    return GameError("G021", f"This saved game is damaged: {what}.")


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > MOST_TEXT:
        raise GameError("G020", "This is too large to be a saved game.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise GameError("G020", f"This is no saved game: it is not whole JSON ({problem}).") from problem
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GameError("G020", "This is no saved game of ruledsl.")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise GameError(
            "G022",
            f"This game was saved in version {str(version)[:20]} of the format; this ruledsl reads version {VERSION}.",
        )
    return data


def _is_name(word: Any) -> bool:
    return isinstance(word, str) and 0 < len(word) <= LONGEST_NAME and word.isprintable()


def _check_packs(data: dict[str, Any], rules: Rules) -> None:
    saved = data.get("packs")
    if not isinstance(saved, list) or not all(isinstance(entry, dict) for entry in saved):
        raise _damaged("it does not say which packs it was played with")
    now = {i: (v, d) for i, v, d in rules.composition.identity}
    for entry in saved:
        words = [entry.get(key) for key in ("id", "version", "digest")]
        if not all(map(_is_name, words)):
            raise _damaged("it does not say which packs it was played with")
        id_, version, digest = map(str, words)
        if id_ not in now:
            raise GameError(
                "G023", f"This game needs the pack `{id_}` {version}, which is not among those loaded."
            )
        if now[id_] != (version, digest):
            raise GameError(
                "G024",
                f"The pack `{id_}` has changed since this game was saved: "
                f"it was {version} ({digest}), it is {' ('.join(now[id_])}).",
            )
    if {entry["id"] for entry in saved} != set(now):
        raise GameError("G023", "This game was played with fewer packs than are loaded.")
    if data.get("variants") != rules.composition.chosen:
        raise GameError("G025", "This game was played with other variants than those that are switched on.")


def _restored(data: dict[str, Any], rules: Rules) -> Game:
    start = _start(data.get("start"))
    reference = begin_again(rules, start).state
    check_state(rules.code, reference.board, reference.seats, data["state"])
    state = State.from_content(rules.code, reference.board, reference.seats, _thawed(data["state"]))
    check_choices(data["choices"])
    check_journal(state, data["journal"])
    run(state)
    state.journal = None if data["journal"] is None else [tuple(map(_frozen, e)) for e in data["journal"]]
    game = Game(rules, state, start)
    if game.hash != data["hash"]:
        raise _damaged("its hash is not that of its state")
    game.choices = data["choices"]
    if not start.get("sampled"):
        game._past = [(0, len(reference.journal or ()), reference.copy())]  # noqa: SLF001 - a game restores its own past
    game._keep()  # noqa: SLF001
    return game


def _start(start: Any) -> dict[str, Any]:
    """What the game was begun from; a position is checked when it is set up."""
    if not isinstance(start, dict) or any(type(start[key]) is not START.get(key) for key in start):
        raise _damaged("it does not say how it began")
    if "position" not in start and not {"map", "players", "seed", "analysis"} <= set(start):
        raise _damaged("it does not say how it began")
    return start


def _thawed(content: dict[str, Any]) -> dict[str, Any]:
    """Sets and the rest of loops are lists in JSON and tuples in a state."""
    found = dict(content)
    for table in ("game", "players", "peoples", "regions"):
        found[table] = [_frozen(cell) for cell in content[table]]
    found["tiles"] = [(key, _frozen(value)) for key, value in content["tiles"]]
    found["frames"] = [[_frozen(slot) for slot in frame] for frame in content["frames"]]
    return found


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
