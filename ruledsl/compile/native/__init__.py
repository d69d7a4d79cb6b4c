"""The representation as WebAssembly, with the engine that runs it. An extra: without it everything works as before."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["runtime_sources"]


def runtime_sources() -> Iterator[tuple[str, str]]:
    """The names and texts of the engine's own sources."""
    folder = files("ruledsl.compile.native")
    entries = [folder / "shared.py", *(folder / "runtime").iterdir()]
    for entry in sorted(entries, key=lambda entry: entry.name):
        if entry.name.endswith(".py"):
            yield entry.name.removesuffix(".py"), entry.read_text(encoding="utf-8")
