"""Rules as data for the Small World family of board games.

The names below are loaded when they are first used, so that a program which only wants one of the rooms does not load all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ruledsl.version import __version__

if TYPE_CHECKING:
    from ruledsl.author.testkit.values import Report
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.base.errors import GameError, PackError
    from ruledsl.lab.series import COLUMNS, Series, read_games, simulate
    from ruledsl.lab.shown import Balance, Card, Picture, balance, card, picture, run_scenarios
    from ruledsl.play.decisions import Decision, Option
    from ruledsl.play.game import Game, Rules
    from ruledsl.play.loading.validating import validate
    from ruledsl.play.positions.export import position_of
    from ruledsl.play.positions.reader import PositionError
    from ruledsl.play.rules import load

__all__ = [
    "COLUMNS",
    "Balance",
    "Card",
    "Decision",
    "Diagnostic",
    "Game",
    "GameError",
    "Option",
    "PackError",
    "Picture",
    "PositionError",
    "Report",
    "Rules",
    "Series",
    "__version__",
    "balance",
    "card",
    "load",
    "picture",
    "position_of",
    "read_games",
    "run_scenarios",
    "simulate",
    "validate",
]

_ROOMS = {
    "COLUMNS": "lab.series",
    "Balance": "lab.shown",
    "Card": "lab.shown",
    "Decision": "play.decisions",
    "Diagnostic": "base.diagnostics",
    "Game": "play.game",
    "GameError": "base.errors",
    "Option": "play.decisions",
    "PackError": "base.errors",
    "Picture": "lab.shown",
    "PositionError": "play.positions.reader",
    "Report": "author.testkit.values",
    "Rules": "play.game",
    "Series": "lab.series",
    "balance": "lab.shown",
    "card": "lab.shown",
    "load": "play.rules",
    "picture": "lab.shown",
    "position_of": "play.positions.export",
    "read_games": "lab.series",
    "run_scenarios": "lab.shown",
    "simulate": "lab.series",
    "validate": "play.loading.validating",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a name may be of anything
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What is public, and nothing else."""
    return sorted(__all__)
