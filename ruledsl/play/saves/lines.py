"""The lines behind a saved game: what was chosen since it was saved, a line for each choice, so that a file can grow while a game is played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ruledsl.naming.errors import GameError

if TYPE_CHECKING:
    from ruledsl.play.match import Match

MOST_LINES = 10_000
"""So many lines stand behind a saved game, before it is saved anew."""
LONGEST = 200
"""Characters of a line."""
PART = 16
"""So much of the hash of the state stands behind a choice."""


def line_of_choice(game: Match) -> str:
    """The line about the last choice: which option it was, and the beginning of the hash of the state that it led to."""
    return json.dumps({"choice": game.choices[-1], "hash": game.hash[:PART]}) + "\n"


def line_of_undo(left: int) -> str:
    """The line that says that choices were taken back, and how many are left."""
    return json.dumps({"left": left}) + "\n"


def lines_in(text: str) -> tuple[list[dict[str, Any]], bool]:
    """The lines in what follows a saved game; and whether the last one broke off, which is then left out."""
    found: list[dict[str, Any]] = []
    *whole, last = text.split("\n", MOST_LINES + 1)
    if len(whole) > MOST_LINES:
        raise _damaged(len(whole), "there are not so many")
    for line in whole:
        entry = _entry(line)
        if entry is None:
            raise _damaged(len(found) + 1, "it cannot be read")
        found.append(entry)
    entry = _entry(last) if last else None
    if entry is not None:
        found.append(entry)
    elif len(last) > LONGEST:
        raise _damaged(len(found) + 1, "it cannot be read")
    return found, bool(last) and entry is None


def _entry(line: str) -> dict[str, Any] | None:
    if len(line) > LONGEST:
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    keys = {"choice": int, "hash": str} if isinstance(entry, dict) and "choice" in entry else {"left": int}
    fits = isinstance(entry, dict) and set(entry) == set(keys)
    return entry if fits and all(type(entry[key]) is kind for key, kind in keys.items()) else None


def followed(game: Match, lines: list[dict[str, Any]], *, stated: bool = True) -> None:
    """Make the choices of lines, except those that were taken back; they must lead where the lines say, if that is `stated` as it is today."""
    start = len(game.choices)
    made: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(lines, 1):
        if "choice" in line:
            made.append((number, line))
        elif not 0 <= line["left"] < start + len(made):
            raise _damaged(number, "more was taken back than there was")
        else:
            start = min(start, line["left"])
            del made[line["left"] - start :]
    if start < len(game.choices):
        game.go_back(start)
    for number, line in made:
        try:
            game.choose(line["choice"])
        except GameError as problem:
            raise _damaged(number, f"the choice cannot be made: {problem}") from problem
        if stated and game.hash[:PART] != line["hash"]:
            raise _damaged(number, "the choice leads to another state than it did")


def _damaged(number: int, what: str) -> GameError:
    return GameError(
        "G026", f"This saved game is damaged: it differs in line {number} of those behind it: {what}."
    )
