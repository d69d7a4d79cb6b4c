"""Hostile packs tried, each in a process of its own: how long each step takes, and how much memory all of it.

`python trial.py [--every N] FAMILY …`, or `CHAIN … --links N …`, prints a line of JSON for every case, or every Nth of a family: its name, the size
of its text, seconds of processor time for `validate`, `load`, `new_game` and the longest choice, the peak of memory in MB, and how it ended. The
processes are bounded, so that what hangs is killed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # where what all tests share is

from chains import CHAINS
from hostile_pack import FAMILIES, cases_of, write
from lengths import crossed

import ruledsl
from ruledsl.base.errors import GameError, PackError

ENDS = ("refused", "refused by load", "refused to begin", "a choice was refused", "played")
MOST_CHOICES = 60
CPU_SECONDS = 30
"""For one step. Far more than anything takes, also where a machine is slow: it is there so that what hangs is killed."""
MEMORY = 2 << 30


def bounded():
    """From now on this process may take some seconds more."""
    until = math.ceil(time.process_time()) + CPU_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


def timed(found, key, work):
    """The outcome of some work; its processor time goes into `found`."""
    bounded()
    start = time.process_time()
    try:
        return work()
    finally:
        found[key] = round(max(found.get(key, 0.0), time.process_time() - start), 3)


def begun(rules, seed):
    """A game in which what the pack brings is in play: its race, if it has one, and its map."""
    maps, tiles = rules.composition.maps, rules.composition.tiles
    map_id = next((m for m in maps if 2 in maps[m].players and maps[m].pack == "hostile"), None)
    if "otters" not in tiles:
        return rules.new_game(2, seed, map_id)
    peoples = [
        {"race": "otters", "player": 0, "hand": 9},
        {"race": "humans", "player": 1, "at": {"5": 1, "6": 1}},
    ]
    return rules.position(
        {"players": 2, "peoples": peoples, "phase": "readying", "acting": "otters", "seed": seed}
    )


def tried(folder, seed, found):
    """Validate, load, begin and play a little; how it ended."""
    findings = timed(found, "validate", lambda: ruledsl.validate(folder))
    errors = [d for d in findings if d.severity == "error"]
    found["codes"] = sorted({d.code for d in errors})
    found["findings"] = len(findings)
    found["longest"] = max((len(d.message) for d in findings), default=0)
    if errors:
        return "refused"
    try:
        rules = timed(found, "load", lambda: ruledsl.load(folder))
        game = timed(found, "new_game", lambda: begun(rules, seed))
    except PackError:
        return "refused by load"
    except GameError as problem:
        found["error"] = str(problem)[:200]
        return "refused to begin"
    chance = random.Random(seed)
    for _ in range(MOST_CHOICES):
        if game.over:
            break
        index = chance.randrange(len(game.decision.options))
        try:
            timed(found, "choice", lambda index=index: game.choose(index))
        except GameError as problem:
            found["error"] = str(problem)[:200]
            return "a choice was refused"
    timed(found, "save", game.to_json)
    return "played"


def tried_alone(work):
    """What `work` says, done in a process of its own that is bounded; how it died, if it did."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        bounded()
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        found = {}
        try:
            found["end"] = work(found)
        except BaseException as problem:  # noqa: BLE001 - whatever it is, it is what is looked for
            found["end"] = f"{type(problem).__name__}: {problem}"[:300]
        found["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        os.write(writing, json.dumps(found).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(said) if said else {"end": f"died of {os.waitstatus_to_exitcode(status)}"}


def tried_case(make):
    """One case in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        size = write(make(), Path(folder) / "hostile")
        found = tried_alone(lambda found: tried(str(Path(folder) / "hostile"), 1, found))
    return {"size": size, **found}


def main():
    """The families that are named, or all; or chains (`chains.py`)."""
    os.environ["RULEDSL_CACHE"] = "off"
    ruledsl.validate("smallworld")  # what is read here is read for all of them
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--links", type=int, nargs="+")
    words = parser.parse_args()
    if words.links:
        chains = crossed(words.names or sorted(CHAINS), words.links)
        cases = [(f"chains of {count}", name, partial(CHAINS[name], count)) for name, count in chains]
    else:
        cases = [
            (family, name, make)
            for family in words.names or FAMILIES
            for name, make in list(cases_of(family).items())[:: words.every]
        ]
    for family, name, make in cases:
        sys.stdout.write(json.dumps({"family": family, "name": name, **tried_case(make)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
