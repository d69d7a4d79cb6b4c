"""Many games at once: what to play, the outcome of each as plain data, and the processes that play them."""

from ruledsl.bulk.plan import Plan, seed_of
from ruledsl.bulk.workers import Died, lines_of

__all__ = ["Died", "Plan", "lines_of", "seed_of"]
