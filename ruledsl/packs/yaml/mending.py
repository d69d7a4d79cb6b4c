"""What would mend a line that is no YAML: its colon, or quotes around its value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Fix

if TYPE_CHECKING:
    from ruledsl.packs.yaml.builder import Builder

__all__ = ["in_quotes", "with_colon"]

_NO_COLON = re.compile(r"\s*(?:- +)*(?P<key>[A-Za-z_][\w-]*)(?P<sign>(?: *=)?)(?= +[^\s#])")
_ALONE = re.compile(r"\s*(?:- +)*(?P<key>[A-Za-z_][\w-]*)\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(?:- +)*[\w-]+:\s+(?=[^\s'\"\[{|>&*!])")


def with_colon(builder: Builder, line: int) -> Fix | None:
    """The colon that is missing behind the first word of a line, which has a value or lines further in below it."""
    row = builder.rows[line]
    parted, alone = _NO_COLON.match(row), _ALONE.match(row)
    if parted:
        return Fix(builder.span((line, parted.end("key")), (line, parted.end("sign"))), ":")
    below = next((other for other in builder.rows[line + 1 :] if other.strip()), "")
    if alone and _depth(below) > _depth(row):
        return Fix(builder.span((line, alone.end("key")), (line, alone.end("key"))), ":")
    return None


def in_quotes(builder: Builder, line: int) -> Fix | None:
    """Quotes around the value of a line, which has none at its beginning."""
    row = builder.rows[line]
    key = _KEY.match(row)
    if key is None:
        return None
    value = re.sub(r"\s+#.*$", "", row[key.end() :]).rstrip()
    meant = f'"{value}"' if not set(value) & {'"', "\\"} else "'" + value.replace("'", "''") + "'"
    return Fix(builder.span((line, key.end()), (line, key.end() + len(value))), meant)


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())
