"""Plain data as bytes and back.

`marshal` supports plain values and code objects only. It trusts its input, so it only reads entries of the user's own folder.
"""

from __future__ import annotations

import marshal
from typing import Any

OLD = 2
"""The version of `marshal` that writes the same bytes for equal data, whatever refers to it, and that every Python reads."""


def to_bytes(value: Any, version: int = marshal.version) -> bytes:  # noqa: ANN401 - it says so itself if it cannot
    """Plain data, and code, as bytes. Raises `ValueError` for anything else."""
    return marshal.dumps(value, version)


def from_bytes(data: bytes) -> Any:  # noqa: ANN401 - whoever wrote it knows
    """The data from bytes. Malformed bytes raise some exception."""
    return marshal.loads(data)  # noqa: S302 - from the user's own folder
