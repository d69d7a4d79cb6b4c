"""Games as a learning environment."""

from ruledsl.rl.environment import Environment, env
from ruledsl.rl.many import Tables
from ruledsl.rl.observing import Observer

__all__ = ["Environment", "Observer", "Tables", "env"]
