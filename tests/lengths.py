"""How much of a long test is done: all of it in `make soak`, a part in `make test`."""

import os
from itertools import product

WHOLE = os.environ.get("RULEDSL_SOAK") == "1"


def part(count, of=12):
    """So many of `count` examples, games or seeds."""
    return count if WHOLE else max(1, count // of)


def some(things, of=8):
    """Every so many of a list, the first one among them."""
    return list(things) if WHOLE else list(things)[::of]


def seldom(step, of=4):
    """What is looked at after every `step` choices, games or lines is looked at so much more seldom."""
    return step if WHOLE else step * of


def crossed(*lists):
    """Each thing of a list with each of the others; in part, each thing once or more, with any of the others."""
    if WHOLE:
        return list(product(*lists))
    return [tuple(things[n % len(things)] for things in lists) for n in range(max(map(len, lists)))]
