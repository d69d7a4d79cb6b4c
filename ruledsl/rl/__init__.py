"""Games as an environment in which programs learn."""

from ruledsl.rl.environment import Environment, env
from ruledsl.rl.observing import Observer

__all__ = ["Environment", "Observer", "env"]
