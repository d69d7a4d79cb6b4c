"""Places in files.

A `Span` is a stretch of a file, `Sources` keeps the texts for excerpts.
"""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a file. Lines and columns count from 1, columns in characters.

    The end is the place after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def nowhere(cls, file: str) -> Span:
        """A whole file, without a line: all its numbers are 0."""
        return cls(file, 0, 0, 0, 0)

    @property
    def is_nowhere(self) -> bool:
        """Does this name a file only?"""
        return self.line == 0

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """Line and column after the last character."""
        return self.end_line, self.end_column

    def __str__(self) -> str:
        return self.file if self.is_nowhere else f"{self.file}:{self.line}:{self.column}"


def merge(first: Span, second: Span) -> Span:
    """The smallest span that contains both. Spans of different files cannot be merged: the first one wins.

    A span without a line adds nothing.
    """
    if first.file != second.file or second.is_nowhere:
        return first
    if first.is_nowhere:
        return second
    return Span(first.file, *min(first.start, second.start), *max(first.end, second.end))


def visible(text: str) -> str:
    """A name or sentence of any content: characters that are invisible, or would control a terminal, become escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


class Sources:
    """The texts of the files read so far, by their names in spans; `editions` are the editions of the language in which they are written."""

    __slots__ = ("_lines", "editions")

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}
        self.editions: dict[str, int] = {}

    def add(self, file: str, text: str) -> None:
        """Store the text of a file; lines may end in LF or CRLF.

        A second text of the same name replaces the first.
        """
        self._lines[file] = [line.removesuffix("\r") for line in text.split("\n")]

    def line(self, file: str, number: int) -> str | None:
        """A line of a file by its number from 1, without its end; None if there is no such line."""
        lines = self._lines.get(file)
        if lines is None or not 1 <= number <= len(lines):
            return None
        return lines[number - 1]

    def lines(self, file: str) -> list[str]:
        """The lines of a file, without their ends; empty for an unknown file."""
        return self._lines.get(file, [])

    def files(self) -> list[str]:
        """The known files, sorted."""
        return sorted(self._lines)

    def __contains__(self, file: object) -> bool:
        return file in self._lines
