"""Policies learned by self-play, and their strength. Needs numpy, which `ruledsl[rl]` installs."""

from ruledsl.training.practice import Practice
from ruledsl.training.strength import Strength, strength_of
from ruledsl.training.together import taught

__all__ = ["Practice", "Strength", "strength_of", "taught"]
