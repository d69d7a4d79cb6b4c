"""Many files in one: a line of JSON with their offsets, then all of them, compressed together (`static/python.js` reads it too)."""

from __future__ import annotations

import gzip
import json
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SMALLEST = 9


def packed(files: Mapping[str, bytes]) -> bytes:
    """Deterministic for the same files, by path. Similar files are adjacent, which compresses better."""
    names = sorted(files, key=lambda name: (PurePosixPath(name).suffix, name))
    head = json.dumps({name: len(files[name]) for name in names}, separators=(",", ":"))
    return gzip.compress(
        b"\n".join((head.encode(), b"".join(files[name] for name in names))), SMALLEST, mtime=0
    )


def unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in it. `ValueError` or `OSError` if it is malformed."""
    head, _, rest = gzip.decompress(data).partition(b"\n")
    begin = 0
    for name, length in json.loads(head).items():
        yield name, rest[begin : begin + length]
        begin += length
