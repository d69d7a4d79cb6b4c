"""The text of a YAML file: decoded, and free of invisible characters."""

from __future__ import annotations

import codecs
import re

from ruledsl.base.diagnostics import Diagnostics, Span

HIDDEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Characters that no pack may contain.

Control characters, direction marks, line separators other than the usual ones."""


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
