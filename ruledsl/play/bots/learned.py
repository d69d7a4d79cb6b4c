"""Follows a learned policy (`ruledsl train`), without rollouts and without looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.rollouts import rollouts_of
from ruledsl.play.bots.unlearned import policy_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.machines.rollouts import Rollouts
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.views.view import SeatView


class Learned:
    """Chooses the option with the greatest feature weight. Without a `policy`, it uses the one for the packs of the game."""

    def __init__(self, seed: int = 0, policy: Policy | None = None) -> None:
        self.seed = seed
        self.policy = policy

    def choose(self, view: SeatView) -> int:
        """The option with the greatest weight; among equals the first one."""
        return 0 if view.count == 1 else self.best(rollouts_of(view), view.made)

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The same for the player who is asked in these rollouts, after `made` choices."""
        rollouts.go_by(self.weights_for(rollouts.machine))
        return rollouts.weighed(Chance(self.seed, rollouts.player, made).state)

    def weights_for(self, machine: Machine) -> Mapping[str, int]:
        """The weights of features in the games of a machine."""
        if self.policy is None:
            self.policy = policy_of(machine.code)
        return self.policy.weights
