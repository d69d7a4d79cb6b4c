"""Games as a learning environment: the public names of `ruledsl.lab.rl` (docs/learning.md). Importing it registers the environments."""

from ruledsl.lab.rl import Environment, Observer, Solo, Tables, Vector, env

__all__ = ["Environment", "Observer", "Solo", "Tables", "Vector", "env"]
