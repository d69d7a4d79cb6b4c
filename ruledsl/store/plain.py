"""Plain data as bytes and back.

`marshal` knows plain values and code objects, and nothing else. It trusts what it reads, so only entries of the user's own folder are given to it.
"""

from __future__ import annotations

import marshal
from typing import Any

__all__ = ["from_bytes", "to_bytes"]


def to_bytes(value: Any) -> bytes:  # noqa: ANN401 - it says so itself if it cannot
    """Plain data, and code, as bytes. Raises `ValueError` for anything else."""
    return marshal.dumps(value)


def from_bytes(data: bytes) -> Any:  # noqa: ANN401 - whoever wrote it knows
    """What was made bytes of. Bytes of another kind raise some exception."""
    return marshal.loads(data)  # noqa: S302 - from the user's own folder
