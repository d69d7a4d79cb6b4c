"""Games as a learning environment: the public names of `ruledsl.lab.rl` (docs/learning.md). Importing it registers the environments."""

from ruledsl.base.extras import need

need("rl")

from ruledsl.lab.rl import Environment, Observer, Solo, Tables, Vector, env  # noqa: E402 - only with its packages

__all__ = ["Environment", "Observer", "Solo", "Tables", "Vector", "env"]
