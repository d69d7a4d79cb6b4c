"""The lines after a saved game: the choices since it was saved, a line each, so that a file can grow while a game is played."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import rows_in

if TYPE_CHECKING:
    from ruledsl.play.match import Match

MOST_LINES = 10_000
"""The most lines after a saved game, before it is saved again."""
LONGEST = 200
"""The most characters of a line."""
BEGUN = re.compile(r"\{[ -~]*")
"""The form of a line that broke off while it was written."""
PART = 16
"""Characters of the state's hash in the line of a choice."""


def line_of_choice(game: Match) -> str:
    """The line of the last choice: its option, and the beginning of the hash of the state that followed."""
    return json.dumps({"choice": game.choices[-1], "hash": game.hash[:PART]}) + "\n"


def line_of_undo(left: int) -> str:
    """The line of an undo, with the number of choices left."""
    return json.dumps({"left": left}) + "\n"


def lines_in(text: str) -> tuple[list[dict[str, Any]], bool]:
    """The lines after a saved game; and whether the last one was incomplete, which is then left out."""
    found: list[dict[str, Any]] = []
    for number, row in enumerate(rows_in(text), 1):
        if number > MOST_LINES:
            raise _damaged(number, "there are not so many")
        line = row.strip()
        entry = _entry(line)
        if entry is None and (row.endswith("\n") or len(line) > LONGEST or not BEGUN.fullmatch(line)):
            raise _damaged(number, "it cannot be read")
        if entry is None:
            return found, True
        found.append(entry)
    return found, False


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
    """Make the choices of lines, except those that were taken back. If `stated`, the states must have the hashes in the lines."""
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
