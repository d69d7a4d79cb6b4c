"""Games as a learning environment."""

from ruledsl.lab.rl.environment import Environment, env
from ruledsl.lab.rl.many import Tables
from ruledsl.lab.rl.names import register
from ruledsl.lab.rl.observing import Observer
from ruledsl.lab.rl.solo import Solo, Vector

__all__ = ["Environment", "Observer", "Solo", "Tables", "Vector", "env"]

register()
