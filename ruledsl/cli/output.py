"""The output of commands, on streams that may lack characters. Nothing else writes to them, except the console for tables and maps."""

from __future__ import annotations

import codecs
import sys

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
    """Write JSON: characters that the stream lacks become escapes, so that the data stays the same."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    say(text.encode(encoding, ESCAPED).decode(encoding), end=end)


def clean(text: str) -> str:
    """A sentence that may quote anything, without hidden characters, and with long words truncated."""
    words = _seen(text).split(" ")
    return " ".join(f"{word[:LONGEST_WORD]}…" if len(word) > LONGEST_WORD else word for word in words)


def _seen(text: str) -> str:
    lines = text.split("\n")
    if all(map(str.isprintable, lines)):
        return text
    from ruledsl.base.diagnostics import visible  # noqa: PLC0415 - nearly never needed

    return "\n".join(map(visible, lines))


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
    units = problem.object[problem.start : problem.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)), problem.end


codecs.register_error(NEAR, _near)
codecs.register_error(ESCAPED, _escaped)
