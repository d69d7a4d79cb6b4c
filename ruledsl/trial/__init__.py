"""What is offered runs: packs of strangers are taken through all that is done with packs before anybody else needs them.

What validation cannot foresee shows there, in a place that is bounded: time, memory, and what breaks down (`docs/security.md`). `steps.py` says what
is done, `places.py` where, `outcome.py` what comes of it.
"""

from ruledsl.trial.outcome import needs_trial, tried

__all__ = ["needs_trial", "tried"]
