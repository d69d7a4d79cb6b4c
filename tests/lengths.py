"""How much of a long test is done: all of it in `make soak`, a part in `make test`."""

import os

WHOLE = os.environ.get("RULEDSL_SOAK") == "1"


def part(count, of=5):
    """So many of `count` examples, games or seeds."""
    return count if WHOLE else max(1, count // of)


def some(things, of=4):
    """Every so many of a list, the first one among them."""
    return list(things) if WHOLE else list(things)[::of]
