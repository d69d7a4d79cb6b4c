"""The output of commands, on streams that may lack characters. Nothing else writes to them, except the console for tables and maps."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from ruledsl.base.diagnostics import visible, width_of

if TYPE_CHECKING:
    from rich.console import Console

NEAR = "ruledsl.near"
"""The codec error handler that replaces a missing character by the nearest ASCII text, or a question mark."""
ESCAPED = "ruledsl.escaped"
"""The same for JSON, where an escape can replace it."""

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


# ── console ─────────────────────────────────────────────────────────────────────
# The console, and the colours of players and terrains.


PIPED = 100
"""The width for output that is no terminal."""
WIDEST = 120

_PLAYERS = ("#ffd75f", "#87d7ff", "#ff8787", "#87ff87", "#d7afff", "#ffaf5f", "#5fffd7", "#ffafd7")
_GROUNDS = ("#3c3c40", "#4a3a22", "#1c3d1f", "#3a2b40", "#4f4a1c", "#12324f", "#1b4a68", "#552222", "#20504a")
"""Colours by the order in which packs declare terrains: the first is rock, the second earth, then woods, bog, corn, deep and shallow water …"""


def console(*, stderr: bool = False) -> Console:
    """A console as wide as the terminal; plain and with a fixed width for a pipe or a file."""
    from rich.console import Console  # noqa: PLC0415 - `--help` does without

    stream = sys.stderr if stderr else sys.stdout
    made = Console(
        file=stream, highlight=False, markup=False, emoji=False, width=None if stream.isatty() else PIPED
    )
    made.width = min(made.width, WIDEST)
    return made


def drawn() -> Console:
    """A console without output, for `picture_of`."""
    from io import StringIO  # noqa: PLC0415 - hardly anybody wants one

    from rich.console import Console  # noqa: PLC0415

    return Console(
        file=StringIO(),
        record=True,
        width=PIPED,
        highlight=False,
        markup=False,
        emoji=False,
        color_system="truecolor",
    )


def picture_of(console: Console, title: str) -> str:
    """Its output as SVG without external resources, the same for the same text."""
    svg = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=title), flags=re.DOTALL)
    return re.sub(r"(?m)^\s*\n", "", svg).replace("Fira Code, monospace", "ui-monospace, monospace")


def wipe(console: Console) -> None:
    """Clear a terminal with its scrollback."""
    if console.is_terminal:
        console.file.write("\x1b[2J\x1b[3J\x1b[H")
        console.file.flush()


def player_colour(player: int) -> str:
    """The colour of a player's peoples."""
    return _PLAYERS[player % len(_PLAYERS)]


def ground(terrain: int) -> str:
    """The background of a terrain, by number."""
    return _GROUNDS[terrain % len(_GROUNDS)]


# ── columns ─────────────────────────────────────────────────────────────────────
# Rows in columns, as wide as the terminal. Rich's better tables would take a third of the time of a simple listing.


GAP = 2
NARROWEST = 20
"""The least width of the last column, however narrow the terminal."""


class Page:
    """Lines that are printed together, in colours where a terminal supports them."""

    def __init__(self) -> None:
        on_terminal = sys.stdout.isatty()
        self.colours = on_terminal and not os.environ.get("NO_COLOR")
        self.width = min(WIDEST, shutil.get_terminal_size().columns) if on_terminal else PIPED
        self.lines: list[str] = []

    def line(self, text: str = "", *, bold: bool = False, dim: bool = False) -> None:
        """Add a sentence, or a heading."""
        self.lines.append(self._styled(visible(text), bold=bold, dim=dim))

    def columns(self, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int]) -> None:
        """Add rows below their column headings; some columns are aligned on the `right`. The first one is emphasised, the last one is wrapped."""
        widths = [max(map(width_of, column)) for column in zip(heads, *rows, strict=True)]
        room = self.width - sum(widths[:-1]) - GAP * len(widths)
        widths[-1] = min(widths[-1], max(NARROWEST, room))
        self.lines += [self._styled("".join(line), dim=True) for line in _lines(heads, widths, right)]
        for row in rows:
            for first, *others in _lines(row, widths, right):
                self.lines.append(self._styled(first, fg="cyan") + "".join(others))

    def say(self) -> None:
        """Print the page."""
        say("\n".join(self.lines), styled=True)

    def _styled(self, text: str, *, fg: str | None = None, bold: bool = False, dim: bool = False) -> str:
        return click.style(text, fg=fg, bold=bold, dim=dim) if self.colours else text


def _lines(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> Iterator[list[str]]:
    """The lines of a row, cell by cell; below the first one there is only the last cell."""
    *front, last = row
    for line in wrap(last, widths[-1]) or [""]:
        cells = zip([*front, line], widths, strict=True)
        yield [
            _filled(visible(cell), width, at_right=place in right)
            for place, (cell, width) in enumerate(cells)
        ]
        front = [""] * len(front)


def _filled(cell: str, width: int, *, at_right: bool) -> str:
    space = " " * (width - width_of(cell))
    return (space + cell if at_right else cell + space) + " " * GAP
