"""What a bot would do in the place of a seat, on what that seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.play.bots import Greedy
from ruledsl.play.views.view import SeatView

if TYPE_CHECKING:
    from ruledsl.play.game import Game

MOST = 3
ALWAYS = 0
"""The seed of what it tries out: who asks twice hears the same."""


def advised(game: Game, seat: int) -> list[dict[str, Any]]:
    """The options that it thinks best, the best one first, each with how much less than from that one it expects."""
    view = SeatView(game, seat)
    options = game.decision.options
    best = Greedy(ALWAYS).ranked(view)[:MOST]
    return [{"option": options[option].id, "behind": round(behind, 1)} for option, behind in best]
