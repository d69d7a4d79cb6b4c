"""Rows in columns, as wide as the terminal. Rich's better tables would take a third of the time of a simple listing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap

import click

from ruledsl.base.diagnostics import visible, width_of
from ruledsl.cli.output import say
from ruledsl.cli.screen.console import PIPED, WIDEST

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
