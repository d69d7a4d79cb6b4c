"""Rule texts of several lines without `|` after their key, or with `>` instead: reported, and read as if `|` were there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Fix, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics

KEY: Final = "rules"
_BARE = re.compile(rf"^(?P<before>[ ]*(?:- +)*){KEY}:(?P<mark>[ \t]+>[-+0-9]*)?[ \t]*(?:#.*)?$")
_RULE = re.compile(r"\s*[a-z]\w* +[^\s:#]")
"""A line that begins with two words, as no line of YAML in this place does."""
_OTHER_TEXT = re.compile(r":\s+[|>][-+0-9]*\s*(?:#.*)?$")


def with_marks(text: str, name: str, diagnostics: Diagnostics) -> str:
    """The text with each missing `|` inserted and reported under `name`; no line moves."""
    if f"{KEY}:" not in text:
        return text
    rows = text.split("\n")
    for number, row in enumerate(rows):
        found = _BARE.match(row)
        if found is None or not _is_rules(list(_below(rows, number, len(found["before"])))):
            continue
        if found["mark"]:
            _unfold(rows, number, found.end("mark"), name, diagnostics)
            continue
        start = len(found["before"]) + 1
        at = start + len(KEY) + 1
        diagnostics.error(
            "P021",
            "Rules of several lines are written after `|`.",
            Span(name, number + 1, start, number + 1, at),
            expected=f"`{KEY}: |`",
            fix=Fix(Span(name, number + 1, at, number + 1, at), " |"),
        )
        rows[number] = f"{row[: at - 1]} |{row[at - 1 :]}"
    return "\n".join(rows)


def _unfold(rows: list[str], number: int, end: int, name: str, diagnostics: Diagnostics) -> None:
    """Replace a folding mark, which ends in that column, by `|`."""
    start = rows[number].index(">") + 1
    mark = Span(name, number + 1, start, number + 1, end + 1)
    diagnostics.error(
        "P021",
        "Write a rule text after `|`: after `>`, its lines would be joined.",
        mark,
        expected=f"`{KEY}: |`",
        suggestion="|",
    )
    rows[number] = rows[number].replace(">", "|", 1)


def _below(rows: list[str], number: int, depth: int) -> Iterator[str]:
    """The lines that belong to a key."""
    for row in rows[number + 1 :]:
        if row.strip():
            if len(row) - len(row.lstrip()) <= depth:
                return
            yield row


def _is_rules(rows: list[str]) -> bool:
    return any(map(_RULE.match, rows)) and not any(map(_OTHER_TEXT.search, rows))
