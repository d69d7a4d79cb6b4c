"""Example learners, run as modules: `linear` needs only numpy, `ppo` torch, `sb3` sb3-contrib as well (docs/learning.md)."""
