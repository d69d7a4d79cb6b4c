"""What a bot would do for a seat, with that seat's knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.play.bots import Greedy
from ruledsl.play.views.view import SeatView

if TYPE_CHECKING:
    from ruledsl.play.game import Game

MOST = 3
ALWAYS = 0
"""The seed of its rollouts: asking twice gives the same answer."""


def advised(game: Game, seat: int) -> list[dict[str, Any]]:
    """The options that it considers best, the best one first, each with how far it is behind that one."""
    view = SeatView(game, seat)
    options = game.decision.options
    best = Greedy(ALWAYS).ranked(view)[:MOST]
    return [{"option": options[option].id, "behind": round(behind, 1)} for option, behind in best]
