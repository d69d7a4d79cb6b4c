"""What the installed package brings along: entries as the cache has them, which the build made, in a folder that nobody writes to."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

KNOWN = "_data/known"
"""Where they lie in the package."""


class Shipped:
    """The entries of a folder of the package. They are as trustworthy as the program, which lies beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.is_open = folder.is_dir()
        """Does the package bring anything along? A checkout does not."""
        self.fetch: Callable[[str], bytes | None] = lambda _: None
        """What is not in the folder may be had elsewhere: as its file would be, or None."""

    def get(self, name: str) -> bytes | None:
        """What was put under this name; None if nothing was."""
        if not self.is_open:
            return None
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            data = self.fetch(name) or b""
        try:
            return zlib.decompress(data)
        except zlib.error:
            return None

    def put(self, name: str, content: bytes) -> None:
        """Put something there: only the build does."""
        (self._folder / name).write_bytes(zlib.compress(content, 9))


@cache
def shipped() -> Shipped:
    """What this package brings along."""
    return Shipped(Path(__file__).resolve().parents[1] / KNOWN)
