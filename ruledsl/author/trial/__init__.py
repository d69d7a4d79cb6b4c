"""Trials: packs of strangers go through every operation on packs before anybody uses them.

They reveal what validation cannot foresee, within limits of time and memory, and without harm from crashes (`docs/security.md`). `steps.py` has
the operations, `places.py` the place, `outcome.py` the results.
"""

from ruledsl.author.trial.outcome import needs_trial, tried

__all__ = ["needs_trial", "tried"]
