"""Packs that mean harm, or that nobody meant, WebAssembly beside Python: `python beside.py [--every N] loops numbers …` or `python beside.py 0 12`.

Prints a line of JSON for each: what came of it, and in how many seconds of processor time. In a process of its own, so that what hangs fails a test.
"""

import json
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1]), str(HERE.parents[1] / "hostile")]
os.environ["RULEDSL_CACHE"] = "off"

from hostile_pack import cases_of, write  # noqa: E402 - found by the path above
from printers import compared  # noqa: E402
from random_programs import program  # noqa: E402
from trial import begun  # noqa: E402

import ruledsl  # noqa: E402
from ruledsl.base.errors import EngineError  # noqa: E402
from ruledsl.engine.machines.machine import TooMuch  # noqa: E402

CHOICES = 60
CPU_SECONDS = 120
MEMORY = 32 << 30
"""Of addresses: an instance reserves some gigabytes of these and uses few of them."""


def beside(files, seed):
    """What came of it: `same`, or why there was nothing to compare; an assertion says what differs."""
    with tempfile.TemporaryDirectory() as folder:
        write(files, Path(folder) / "hostile")
        try:
            rules = ruledsl.load(str(Path(folder) / "hostile"))
            state = begun(rules, seed).state
        except (ruledsl.PackError, ruledsl.GameError) as problem:
            return f"refused: {type(problem).__name__}"
        return played(rules, state, seed)


def played(rules, state, seed):
    """What both printers make of it, choice by choice."""
    try:
        compared(state, random.Random(seed).randrange, CHOICES)
    except TooMuch:
        return "too much"
    except EngineError:
        return "runs away"
    return "same"


def main():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    given, every = sys.argv[1:], 1
    if given[0] == "--every":
        every, given = int(given[1]), given[2:]
    if given[0].isdigit():
        cases = {f"program {seed}": (lambda seed=seed: program(seed)) for seed in range(*map(int, given))}
    else:
        cases = {name: make for family in given for name, make in cases_of(family).items()}
    for number, (name, make) in list(enumerate(cases.items()))[::every]:
        start = time.process_time()
        found = beside(make(), number)
        sys.stdout.write(json.dumps([name, found, round(time.process_time() - start, 2)]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
