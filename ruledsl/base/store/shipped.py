"""Cache entries in the installed package, made by the build, in a folder that is never written to."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.system import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Callable

KNOWN = "_data/known"
"""Their folder in the package."""


class Shipped:
    """The entries of a folder in the package. They are as trustworthy as the program beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.is_open = folder.is_dir()
        """Does the package include any? A checkout does not."""
        self.fetch: Callable[[str], bytes | None] = lambda _: None
        """An alternative source for missing entries: the content of the file, or None."""

    def get(self, name: str) -> bytes | None:
        """The content under this name; None if there is none."""
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
        """Add an entry: only the build does."""
        (self._folder / name).write_bytes(zlib.compress(content, 9))


@cache
def shipped() -> Shipped:
    """The entries of this package."""
    return Shipped(PACKAGE / KNOWN)
