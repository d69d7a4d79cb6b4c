"""Plain text: what a text says, whichever editor, system or program stored it.

A byte order mark, the ends of lines and white space behind a text say nothing. Whatever reads a text back, or takes its digest, asks here.
"""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARK = "\ufeff"


def plain(text: str) -> str:
    """The text with LF line ends, without a byte order mark."""
    return text.removeprefix(MARK).replace("\r\n", "\n")


def plain_bytes(data: bytes) -> bytes:
    """The bytes of a text in UTF-8, valid or not, with LF line ends and without a byte order mark."""
    return data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")


def decoded(data: bytes) -> str:
    """The plain text in bytes. Raises `UnicodeDecodeError` if they are no UTF-8."""
    return plain_bytes(data).decode()


def encoding_advice(data: bytes) -> str:
    """What to do about bytes that are no UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "It looks like UTF-16, which `>` in Windows PowerShell writes: save the file as UTF-8."
    return "Save the file as UTF-8."


def rows_in(text: str) -> Iterator[str]:
    """The lines of a text of lines, each with its end; blank ones say nothing. Only the last line may lack its end."""
    return (row for row in io.StringIO(text) if row and not row.isspace())


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, with LF line ends, each with its number, from 1."""
    rows = ((number, plain_bytes(line)) for number, line in enumerate(lines, 1))
    return ((number, row) for number, row in rows if row and not row.isspace())


STEP = 2
"""The width of one indentation."""


def further_right(rows: Iterable[str], by: int = STEP) -> Iterator[str]:
    """The rows of a text, without their ends, indented further; blank ones stay as they are."""
    return (" " * by + row if row.strip() else row for row in rows)
