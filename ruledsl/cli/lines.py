"""Lines that are written one after another, to a file or to the standard output; whatever happens, a file holds whole lines only."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, BinaryIO, Self

import click

from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Lines"]


class Lines:
    """Where the lines go: a file of this name, or the standard output (None). `count` lines have been written."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.count = 0
        self._whole = 0
        self._file: BinaryIO | None = None

    @property
    def on_terminal(self) -> bool:
        """Does somebody see them as they come?"""
        return self.name is None and sys.stdout.isatty()

    def __enter__(self) -> Self:
        if self.name is not None:
            try:
                self._file = open(self.name, "wb", buffering=0)  # noqa: PTH123 - unbuffered, so that we know what is in it
            except (OSError, ValueError) as problem:
                raise self._refused(problem) from None
        return self

    def write(self, line: str) -> None:
        """One line, with its end."""
        if self._file is None:
            click.echo(line, nl=False)
        else:
            try:
                self._write(self._file, line.encode())
            except OSError as problem:
                raise self._refused(problem) from None
        self.count += 1

    def _write(self, file: BinaryIO, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]
        self._whole += len(data)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is None:
            return
        with contextlib.suppress(OSError), self._file:  # a pipe cannot be cut
            if kind is not None:
                os.ftruncate(self._file.fileno(), self._whole)

    def _refused(self, problem: Exception) -> Refusal:
        said = getattr(problem, "strerror", None) or str(problem)
        return Refusal(f"`{self.name}` cannot be written: {said}.")
