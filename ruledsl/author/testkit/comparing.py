"""Expected and actual values side by side, in the words of a scenario file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.play.naming.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.author.testkit.values import Difference

LONGEST = 400
NARROW = 48
"""The largest width for side-by-side values; wider ones are shown below each other."""


def written(value: Any) -> str:
    """A value as in a scenario file, on one line."""
    match value:
        case None:
            text = "null"
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            text = "[" + ", ".join(map(written, value)) + "]"
        case _:
            text = " ".join(str(value).split())
    return text if len(text) < LONGEST else text[:LONGEST] + " …"


def seat(player: int) -> str:
    """A player by the number in scenarios, counted from 0, with the name in the log."""
    return f"`player: {player}` ({word('player', 'en').format(n=player + 1)})"


def where(path: Sequence[str | int], quote: str = "") -> str:
    """The path to something in a step; players, counted from 0 there, have their names in the log."""
    said = f"{quote}{'.'.join(map(str, path))}{quote}"
    match path:
        case ["players", int(player), *_]:
            return f"{said} ({word('player', 'en').format(n=player + 1)})"
    return said


def beside(differences: Sequence[Difference]) -> str:
    """All differences: one as two lines, several as a table; empty if there are none."""
    rows = [(".".join(map(str, one.path)), written(one.expected), written(one.actual)) for one in differences]
    if not rows:
        return ""
    if len(rows) == 1:
        return f"expected: {rows[0][1]}\nfound:    {rows[0][2]}"
    if any(len(side) > NARROW for row in rows for side in row):
        return "\n".join(f"{what}:\n  expected: {left}\n  found:    {right}" for what, left, right in rows)
    rows = [("", "expected", "found"), *rows]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{what:{widths[0]}}  {left:{widths[1]}}  {right}" for what, left, right in rows)


def reasons(differences: Sequence[Difference]) -> str:
    """The reasons of the differing values, each under a line that names it; empty if none are known."""
    lines: list[str] = []
    for one in differences:
        if one.why:
            what = where(one.path)
            lines += [f"why {what} is {written(one.actual)}:" if what else "why:"]
            lines += [f"  {line}" for line in one.why]
    return "\n".join(lines)
