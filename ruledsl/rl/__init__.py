"""Games as a learning environment."""

from ruledsl.rl.environment import Environment, env
from ruledsl.rl.many import Tables
from ruledsl.rl.names import register
from ruledsl.rl.observing import Observer
from ruledsl.rl.solo import Solo
from ruledsl.rl.vector import Vector

__all__ = ["Environment", "Observer", "Solo", "Tables", "Vector", "env"]

register()
