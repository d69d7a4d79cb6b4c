"""The exceptions of loading packs and playing games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import render_text
from ruledsl.base.diagnostics.travelling import Travelling

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostic


class EngineError(RuntimeError):
    """The rules of a composition ran away (in a cascade that the checks did not foresee)."""


class PackError(Travelling):
    """Packs with errors; `diagnostics` holds all findings."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__(render_text(diagnostics))


class GameError(Travelling, ValueError):
    """A request that a game refuses; nothing has changed. `code` has a page (`ruledsl explain`)."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class _Answering:
    """A context for questions to rules: one that takes too long is refused with a sentence."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if isinstance(problem, EngineError):
            raise GameError("G006", f"This cannot be worked out: {problem}.") from problem


ANSWERING = _Answering()
