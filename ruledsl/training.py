"""Policies learned by self-play: the public names of `ruledsl.lab.training` (docs/learning.md). Needs numpy, which `ruledsl[rl]` installs."""

from ruledsl.base.extras import need

need("rl")

from ruledsl.lab.training import Practice, Strength, strength_of, taught  # noqa: E402 - only with its packages

__all__ = ["Practice", "Strength", "strength_of", "taught"]
