"""Many games at once: the plan, the outcome of each as plain data, and the processes that play them."""

from ruledsl.lab.bulk.playing import Change, Plan, seed_of
from ruledsl.lab.bulk.workers import Died, ProcessPool, cores, lines_of

__all__ = ["Change", "Died", "Plan", "ProcessPool", "cores", "lines_of", "seed_of"]
