"""Policies learned by self-play, and how strong they are. Needs numpy, which `ruledsl[rl]` brings."""

from ruledsl.training.practice import Practice
from ruledsl.training.strength import Strength, strength_of

__all__ = ["Practice", "Strength", "strength_of"]
