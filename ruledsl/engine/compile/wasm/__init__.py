"""The representation as WebAssembly, together with the engine that runs it. Optional: without it games run as Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

__all__ = ["engine_sources"]


def engine_sources() -> Iterator[tuple[str, str]]:
    """The names and texts of the engine's sources."""
    from importlib.resources import files  # noqa: PLC0415 - only where something is compiled

    yield from _sources(files("ruledsl.engine.cells"))


def _sources(folder: Traversable) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".py") and entry.name != "__init__.py":
            yield entry.name.removesuffix(".py"), entry.read_text(encoding="utf-8")
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(entry)
