"""Tries every option in determinized games, and takes the one with the best position. All arithmetic is in integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.rollouts import DECIDES, Effort, horizon, rollouts_of

if TYPE_CHECKING:
    from ruledsl.engine.machines.rollouts import Rollouts
    from ruledsl.play.views.view import SeatView

TURNS, TURNS_OF_DIRECTION = 72, 720
"""Turns played for a choice, over all rollouts, and for one of direction: the cost depends little on the number of players."""
LEAST = 16
"""The least number of rollouts."""
WORLDS = 8
"""The number of determinized games."""


class Greedy:
    """Runs rollouts of each option with quick bots, mostly of the most promising ones, and some turns longer for choices of direction."""

    def __init__(self, seed: int = 0, patience: int = 1) -> None:
        self.seed = seed
        self.patience = patience

    def choose(self, view: SeatView) -> int:
        """The option with the best mean result; the first one if no rollout comes to an end."""
        if view.count == 1:
            return 0
        return self.best(rollouts_of(view), view.made)

    def ranked(self, view: SeatView) -> list[tuple[int, float]]:
        """All tried options with how far each is behind the best one (mean, in units of what decides the game), the best one first."""
        rollouts = rollouts_of(view)
        best = self.best(rollouts, view.made)
        tried = {option: lead / many for option, (lead, many) in enumerate(rollouts.tried()) if many}
        a_unit = DECIDES * max(1, rollouts.players - 1)  # a lead is counted over each of the others
        behind = {option: (tried.get(best, 0) - lead) / a_unit for option, lead in tried.items()} | {best: 0}
        return sorted(behind.items(), key=lambda one: (one[0] != best, one[1]))

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The same for the player who is asked in these rollouts, after `made` choices."""
        turns, direction = horizon(rollouts)
        trials = self.patience * max(LEAST, (TURNS_OF_DIRECTION if direction else TURNS) // turns)
        effort = Effort(trials, max(1, trials // WORLDS), turns)
        chance = Chance(self.seed, rollouts.player, made)
        return rollouts.best(chance.state, effort)
