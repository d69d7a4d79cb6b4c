"""Rules as data for the Small World family of board games."""

from ruledsl.diagnostics import Diagnostic
from ruledsl.play.decisions import Decision, Option
from ruledsl.play.errors import GameError, PackError
from ruledsl.play.game import Game
from ruledsl.play.rules import Rules, load, validate

__all__ = ["Decision", "Diagnostic", "Game", "GameError", "Option", "PackError", "Rules", "__version__", "load", "validate"]

__version__ = "0.1.0"
