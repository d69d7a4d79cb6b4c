"""The adversary: `python tests/hostile/soak.py --minutes 60 [--seed N]`, each pack in a process of its own that is bounded.

In turn a program made up at random, validated, loaded and played a little (`trial.py`), and, every so often, a chain of some construct with a length
by chance, or two of them in one pack, through every step (`steps.py`), native beside Python. The seeds of those that hang, die, raise what they must
not, or lose something when they are saved are printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from chains import CHAINS  # noqa: E402 - found by the path above
from hostile_pack import write  # noqa: E402
from random_programs import program  # noqa: E402
from steps import gone_through_alone  # noqa: E402
from trial import ENDS, tried, tried_alone  # noqa: E402

EVERY = 3
"""So often is one of them a chain."""


def trial_of(seed):
    """What came of one program."""
    with tempfile.TemporaryDirectory() as folder:
        write(program(seed), Path(folder) / "hostile")
        return tried_alone(lambda found: tried(str(Path(folder) / "hostile"), seed, found))


def adversary_of(seed):
    """What came of a chain, or of two in one pack."""
    chance = random.Random(seed)
    names = chance.sample(sorted(CHAINS), chance.choice((1, 1, 2)))
    files = {}
    for name in names:
        made = CHAINS[name](int(10 ** chance.uniform(0.5, 4)))
        files |= {f"{len(files)}-{path}" if path in files else path: text for path, text in made.items()}
    with tempfile.TemporaryDirectory() as folder:
        write(files, Path(folder) / "hostile")
        return {**gone_through_alone(str(Path(folder) / "hostile")), "chains": names}


def tried_with(seed):
    """One or the other."""
    return adversary_of(seed) if seed % EVERY == 0 else trial_of(seed)


def main():
    """Until the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1_000_000)
    words = parser.parse_args()
    os.environ["RULEDSL_CACHE"] = "off"
    end, seed, wrong = time.monotonic() + 60 * words.minutes, words.seed, 0
    ends, longest = {}, {}
    while time.monotonic() < end:
        found = tried_with(seed)
        ends[found["end"]] = ends.get(found["end"], 0) + 1
        for key in ("validate", "load", "new_game", "choice", "memory"):
            if found.get(key, 0) > longest.get(key, (0, 0))[0]:
                longest[key] = found[key], seed
        if found["end"] not in (*ENDS, "fine"):
            wrong += 1
            sys.stdout.write(f"seed {seed}: {found}\n")
            sys.stdout.flush()
        seed += 1
    sys.stdout.write(f"{seed - words.seed} programs: {ends}; the longest, with their seeds: {longest}\n")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
