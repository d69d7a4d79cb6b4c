"""Policies learned by self-play, and their strength. Needs numpy, which `ruledsl[rl]` installs."""

from ruledsl.lab.training.practice import Practice, taught
from ruledsl.lab.training.strength import Strength, strength_of

__all__ = ["Practice", "Strength", "strength_of", "taught"]
