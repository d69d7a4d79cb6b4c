"""One hostile pack tried in a process of its own: how long each step takes, and how much memory all of it.

`python trial.py FOLDER [SEED]` prints a line of JSON: seconds of processor time for `validate`, `load`, `new_game` and the longest choice, the peak of memory in MB,
and how it ended. The process is bounded, so that what hangs is killed.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time

MOST_CHOICES = 60
CPU_SECONDS = 20
MEMORY = 3 << 30


def timed(found, key, work):
    """The outcome of some work; its processor time goes into `found`."""
    start = time.process_time()
    try:
        return work()
    finally:
        found[key] = round(max(found.get(key, 0.0), time.process_time() - start), 3)


def memory():
    """The most that this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


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
    import ruledsl
    from ruledsl.play.errors import GameError, PackError

    findings = timed(found, "validate", lambda: ruledsl.validate(folder))
    errors = [d for d in findings if d.severity == "error"]
    found["codes"] = sorted({d.code for d in errors})
    found["findings"] = len(findings)
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


def main():
    """One trial."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    found = {}
    found["end"] = tried(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1, found)
    found["memory"] = memory()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
