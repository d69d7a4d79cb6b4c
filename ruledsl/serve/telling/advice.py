"""What a bot would do for a seat, with that seat's knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.bots import Greedy
from ruledsl.play.views.view import SeatView

if TYPE_CHECKING:
    from ruledsl.play.game import Game

MOST = 3
ALWAYS = 0
"""The seed of its rollouts: asking twice gives the same answer."""


def advised(game: Game, seat: int) -> list[str]:
    """The ids of the options that it considers best, the best one first."""
    view = SeatView(game, seat)
    options = game.decision.options
    return [options[option].id for option in Greedy(ALWAYS).ranked(view)[:MOST]]
