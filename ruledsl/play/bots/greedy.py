"""Tries every option on games that could be this one, and takes the one with the best position. All arithmetic is in whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.rollouts import DECIDES, Effort, horizon, rollouts_of

if TYPE_CHECKING:
    from ruledsl.native.rollouts import Rollouts
    from ruledsl.play.views.view import SeatView

TURNS, TURNS_OF_DIRECTION = 72, 720
"""So many turns are tried out for a choice, all trials together, and for one of direction: what it costs hangs little on the number of players."""
LEAST = 16
"""Trials there are at least."""
WORLDS = 8
"""In so many games that could be this one."""


class Greedy:
    """Plays each option out with quick bots, most often those that look best, and choices of direction for some turns more."""

    def __init__(self, seed: int = 0, patience: int = 1) -> None:
        self.seed = seed
        self.patience = patience

    def choose(self, view: SeatView) -> int:
        """The option with the best outcome on average; the first one if no trial comes to an end."""
        if view.count == 1:
            return 0
        return self.best(rollouts_of(view), view.made)

    def ranked(self, view: SeatView) -> list[tuple[int, float]]:
        """All tried options with how far each is behind the best one (in what decides the game, on average), the best one first."""
        rollouts = rollouts_of(view)
        best = self.best(rollouts, view.made)
        tried = {option: lead / many for option, (lead, many) in enumerate(rollouts.tried()) if many}
        a_unit = DECIDES * max(1, rollouts.players - 1)  # a lead is counted over each of the others
        behind = {option: (tried.get(best, 0) - lead) / a_unit for option, lead in tried.items()} | {best: 0}
        return sorted(behind.items(), key=lambda one: (one[0] != best, one[1]))

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The same for whoever is asked there, when so many choices were made."""
        turns, direction = horizon(rollouts)
        trials = self.patience * max(LEAST, (TURNS_OF_DIRECTION if direction else TURNS) // turns)
        effort = Effort(trials, max(1, trials // WORLDS), turns)
        chance = Chance(self.seed, rollouts.player, made)
        return rollouts.best(chance.state, effort)
