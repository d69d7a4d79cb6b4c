"""The text of a YAML file.

Read with care (whatever the path names), decoded, and free of characters nobody can see.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path

from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["HIDDEN", "MAX_BYTES", "check_text", "decode", "read_bytes"]

MAX_BYTES = 1_000_000
"""Larger files are refused. A file of this size takes two or three seconds to read."""

HIDDEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Characters that no pack may hold.

Control characters, direction marks, line separators other than the usual ones.
"""


def read_bytes(path: str | os.PathLike[str], name: str, diagnostics: Diagnostics) -> bytes | None:
    """The bytes of an ordinary file of at most `MAX_BYTES`; otherwise None and a diagnostic.

    Never waits on a pipe.
    """
    where = Span.nowhere(name)
    try:
        info = Path(path).stat()
        if not stat.S_ISREG(info.st_mode):
            diagnostics.error(
                "Y002", f"This is {_kind(info.st_mode)}, not a file.", where, expected="a YAML file"
            )
            return None
        if info.st_size > MAX_BYTES:
            _too_large(where, diagnostics)
            return None
        data = _read(path)
    except (FileNotFoundError, NotADirectoryError):
        diagnostics.error("Y001", "There is no such file.", where)
        return None
    except (OSError, ValueError) as problem:
        diagnostics.error("Y002", f"The file cannot be read: {_reason(problem)}.", where)
        return None
    if len(data) > MAX_BYTES:
        _too_large(where, diagnostics)
        return None
    return data


def _read(path: str | os.PathLike[str]) -> bytes:
    """At most one byte more than allowed, so that a file that grows meanwhile is noticed."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:  # noqa: PTH123 - an open handle
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            message = "it is not a file any more"
            raise ValueError(message)
        return file.read(MAX_BYTES + 1)


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def _reason(problem: OSError | ValueError) -> str:
    if isinstance(problem, PermissionError):
        return "it may not be opened"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[:1].lower() + problem.strerror[1:]
    return str(problem)


def _too_large(where: Span, diagnostics: Diagnostics) -> None:
    message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
    diagnostics.error("Y003", message, where, help="Split it into several files of the pack.")


def decode(data: bytes, name: str, diagnostics: Diagnostics) -> str | None:
    """The text of UTF-8 bytes, without a byte order mark; None and a diagnostic at the first wrong byte."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
    diagnostics.sources.add(name, data.decode(errors="replace"))
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode()) + 1
    byte = data[len(before)]
    wide = data[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
    advice = "It looks like UTF-16: save the file as UTF-8." if wide else "Save the file as UTF-8."
    diagnostics.error(
        "Y004",
        f"This is not UTF-8: byte 0x{byte:02X}.",
        Span(name, line, column, line, column + 1),
        help=advice,
    )
    return None


def check_text(text: str, name: str, diagnostics: Diagnostics) -> bool:
    """Report every line with hidden characters; True when there are none. `text` has LF line ends."""
    if not HIDDEN.search(text):
        return True
    for number, row in enumerate(text.split("\n"), start=1):
        found = HIDDEN.search(row)
        if found:
            column = found.start() + 1
            span = Span(name, number, column, number, column + 1)
            message = f"There is a character here that cannot be seen: U+{ord(found.group()):04X}."
            diagnostics.error("Y005", message, span, help="Delete it, and type the line again if need be.")
    return False
