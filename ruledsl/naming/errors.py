"""What can go wrong when packs are loaded and games are played, each as one clear exception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.diagnostics import render_text

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic

__all__ = ["GameError", "PackError"]


class PackError(Exception):
    """Packs that cannot be played; `diagnostics` says why, all of it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__(render_text(diagnostics))


class GameError(ValueError):
    """A request that a game refuses; nothing has changed. `code` has a page (`ruledsl explain`)."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)
