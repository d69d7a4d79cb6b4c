"""Rules as data for the Small World family of board games.

The names below are loaded when they are first used, so that a program which only wants one of the rooms does not load all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ruledsl.version import __version__

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.naming.errors import GameError, PackError
    from ruledsl.play.decisions import Decision, Option
    from ruledsl.play.game import Game, Rules
    from ruledsl.play.rules import load, validate
    from ruledsl.positions.export import position_of
    from ruledsl.positions.reader import PositionError

__all__ = [
    "Decision",
    "Diagnostic",
    "Game",
    "GameError",
    "Option",
    "PackError",
    "PositionError",
    "Rules",
    "__version__",
    "load",
    "position_of",
    "validate",
]

_ROOMS = {
    "Decision": "play.decisions",
    "Diagnostic": "diagnostics",
    "Game": "play.game",
    "GameError": "naming.errors",
    "Option": "play.decisions",
    "PackError": "naming.errors",
    "PositionError": "positions.reader",
    "Rules": "play.game",
    "load": "play.rules",
    "position_of": "positions.export",
    "validate": "play.rules",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a name may be of anything
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
