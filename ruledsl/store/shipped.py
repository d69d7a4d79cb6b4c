"""What the installed package brings along: entries as the cache has them, which the build made, in a folder that nobody writes to."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

__all__ = ["KNOWN", "Shipped", "shipped"]

KNOWN = "_data/known"
"""Where they lie in the package."""


class Shipped:
    """The entries of a folder of the package. They are as trustworthy as the program, which lies beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.is_open = folder.is_dir()
        """Does the package bring anything along? A checkout does not."""

    def get(self, name: str) -> bytes | None:
        """What was put under this name; None if nothing was."""
        try:
            return zlib.decompress((self._folder / name).read_bytes()) if self.is_open else None
        except (OSError, zlib.error):
            return None

    def put(self, name: str, content: bytes) -> None:
        """Put something there: only the build does."""
        (self._folder / name).write_bytes(zlib.compress(content, 9))


@cache
def shipped() -> Shipped:
    """What this package brings along."""
    return Shipped(Path(__file__).resolve().parents[1] / KNOWN)
