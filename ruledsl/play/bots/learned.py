"""Follows a learned policy (`ruledsl train`), without trials and without looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.course import course_of
from ruledsl.play.bots.policy import policy_for

if TYPE_CHECKING:
    from ruledsl.native.course import NativeCourse
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.views.view import SeatView

__all__ = ["Learned"]


class Learned:
    """Chooses the option with the greatest feature weight. Without a `policy`, it uses the one for the packs of the game."""

    def __init__(self, seed: int = 0, policy: Policy | None = None) -> None:
        self.seed = seed
        self.policy = policy

    def choose(self, view: SeatView) -> int:
        """The option with the greatest weight; among equals the first one."""
        return 0 if view.count == 1 else self.best(course_of(view), view.made)

    def best(self, course: NativeCourse, made: int) -> int:
        """The same for whoever is asked there, when so many choices were made."""
        if self.policy is None:
            self.policy = policy_for(pack.id for pack in course.machine.code.program.composition.packs)
        course.go_by(self.policy.weights)
        return course.weighed(Chance(self.seed, course.player, made).state)
