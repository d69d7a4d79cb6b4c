"""The output of commands, on streams that may lack characters. Nothing else writes to them, except the console for tables and maps."""

from __future__ import annotations

import codecs
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NEAR = "ruledsl.near"
"""The codec error handler that replaces a missing character by the nearest ASCII text, or a question mark."""
ESCAPED = "ruledsl.escaped"
"""The codec error handler that replaces a missing character by an escape of JSON."""

LONGEST_WORD = 200
_SIGNS = {"→": ">", "·": ".", "×": "x", "…": "...", "–": "-", "—": "-", "“": '"', "”": '"', "’": "'"}


def say(text: str = "", *, err: bool = False, end: str = "\n", styled: bool = False) -> None:
    """Write a text with its end, and flush it. Unless it is `styled`, it cannot control the terminal."""
    stream = sys.stderr if err else sys.stdout
    stream.write((text if styled else _seen(text)) + end)
    stream.flush()


def say_data(text: str, *, end: str = "\n") -> None:
    """Write JSON, or lines of it. Characters that the stream lacks, or a terminal would hide or obey, become escapes: the data stays the same."""
    text = _replaced(text, _units)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    say(text.encode(encoding, ESCAPED).decode(encoding), end=end, styled=True)


def say_file(text: str, *, end: str = "\n") -> None:
    """Write the text of a file (a picture, a page, a difference): as it is, unless somebody reads it on a terminal."""
    say(text, end=end, styled=not sys.stdout.isatty())


def clean(text: str) -> str:
    """A sentence that may quote anything, without hidden characters, and with long words truncated."""
    words = _seen(text).split(" ")
    return " ".join(f"{word[:LONGEST_WORD]}…" if len(word) > LONGEST_WORD else word for word in words)


def _seen(text: str) -> str:
    return _replaced(text, _visible)


def _visible(char: str) -> str:
    from ruledsl.base.diagnostics import visible  # noqa: PLC0415 - nearly never needed

    return visible(char)


def _replaced(text: str, by: Callable[[str], str]) -> str:
    """The same lines, with other texts for the characters that a terminal would hide or obey."""
    lines = text.split("\n")
    if all(map(str.isprintable, lines)):
        return text
    return "\n".join(
        line if line.isprintable() else "".join(c if c.isprintable() else by(c) for c in line)
        for line in lines
    )


def _near(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return "".join(map(_plain, problem.object[problem.start : problem.end])), problem.end


def _plain(char: str) -> str:
    """A similar text in ASCII. Letters have none: another letter would make another word."""
    if "\u2500" <= char <= "\u257f":
        return "-" if char in "─━═" else "|" if char in "│┃║" else "+"
    return _SIGNS.get(char, "?")


def _escaped(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return _units(problem.object[problem.start : problem.end]), problem.end


def _units(text: str) -> str:
    """Escapes of JSON for all characters of a text."""
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


codecs.register_error(NEAR, _near)
codecs.register_error(ESCAPED, _escaped)
