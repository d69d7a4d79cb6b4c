"""Writes lines one after another, to a file or to the standard output; a file always consists of whole lines."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from typing import TYPE_CHECKING, BinaryIO, Self

from ruledsl.base.system import AS_IT_IS, lock, may_wait
from ruledsl.cli.output import say_data
from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType


class Lines:
    """The target of the lines: a file of this name, or the standard output (None). It has `count` lines.

    `force` overwrites an existing file, `resume` continues it: it receives the existing lines, of which the last one may be incomplete, and returns
    the number of complete ones, or refuses. An incomplete line is then cut off.
    """

    def __init__(
        self, name: str | None, *, force: bool = True, resume: Callable[[Iterable[bytes]], int] | None = None
    ) -> None:
        self.name = name
        self.count = 0
        self._force, self._resume = force, resume
        self._whole = 0
        self._file: BinaryIO | None = None

    @property
    def on_terminal(self) -> bool:
        """Do the lines go to a terminal?"""
        return self.name is None and sys.stdout.isatty()

    def __enter__(self) -> Self:
        if self.name is not None:
            try:
                self._file = _opened(self.name, read=self._resume is not None)
                self._begin(self._file)
            except BaseException as problem:
                if self._file is not None:
                    self._file.close()
                if isinstance(problem, OSError | ValueError):
                    raise self._refused(problem) from None
                raise
        return self

    def _begin(self, file: BinaryIO) -> None:
        """Start after the kept part of a file; pipes and devices have nothing to keep."""
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            if self._resume is not None:
                raise Refusal(f"`{self.name}` is not an ordinary file: `--resume` cannot continue it.")
            return
        if self._resume is not None:
            with open(file.fileno(), "rb", closefd=False) as reader:
                self.count = self._resume(self._lines_of(reader))
        elif status.st_size and not self._force:
            raise Refusal(f"`{self.name}` already exists: `--resume` continues it, `--force` overwrites it.")
        os.ftruncate(file.fileno(), self._whole)
        os.lseek(file.fileno(), self._whole, os.SEEK_SET)

    def _lines_of(self, reader: BinaryIO) -> Iterator[bytes]:
        for line in reader:
            if line.endswith(b"\n"):
                self._whole += len(line)
            yield line

    def write(self, line: str) -> None:
        """Write one line, with its end."""
        if self._file is None:
            say_data(line, end="")
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
        with contextlib.suppress(OSError), self._file:  # a pipe cannot be truncated
            if kind is not None:
                os.ftruncate(self._file.fileno(), self._whole)

    def _refused(self, problem: Exception) -> Refusal:
        message = getattr(problem, "strerror", None) or str(problem)
        return Refusal(f"`{self.name}` cannot be written: {message}.")


def _opened(name: str, *, read: bool) -> BinaryIO:
    """Open a file that nobody else is writing; a pipe or device as it is. A pipe without a reader is refused (`OSError`) instead of waited for."""
    handle = os.open(name, (os.O_RDWR if read else os.O_WRONLY) | os.O_CREAT | AS_IT_IS, 0o666)
    file = open(handle, "wb", buffering=0)  # noqa: PTH123, SIM115 - unbuffered, so that we know what is in it
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            lock(handle)
        else:
            may_wait(handle)
    except OSError:
        file.close()
        raise
    return file
