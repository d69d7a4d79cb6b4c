"""The long form of test_printers.py: games of all packs, alone and mixed at random, WebAssembly beside Python, for as long as it is told to.

With sets of one word, or of more than are needed.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import invariants
from native_games import native
from printers import compared

from ruledsl import GameError, PackError
from ruledsl.engine.machines.machine import TooMuch

BOXES = sorted(path.parent.name for path in (Path(__file__).parents[3] / "rulesets").glob("*/pack.yaml"))


def one_game(packs, players, seed, words):
    """How many choices were the same; an assertion says what is not."""
    rules, _ = native(*packs)

    def seen(made, state):
        if made % 25 == 0:
            invariants.conserved(state)

    state = rules.new_game(players, seed).state
    return compared(state, random.Random(seed).randrange, words=words, seen=seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    chance, until = random.Random(given.seed), time.monotonic() + 60 * given.minutes
    games = choices = left_out = 0
    while time.monotonic() < until:
        packs = tuple(chance.sample(BOXES, chance.randint(1, 4)))
        for _ in range(5):
            players, seed = chance.randint(2, 5), chance.getrandbits(30)
            try:
                choices += one_game(packs, players, seed, chance.choice((1, 1, 2, 3)))
                games += 1
            except AssertionError:
                sys.stdout.write(f"{'+'.join(packs)}, {players} players, seed {seed}\n")
                raise
            except (GameError, PackError, TooMuch):
                left_out += 1
    sys.stdout.write(f"{games} games, {choices} choices: the same ({left_out} cannot be, or are too large)\n")


if __name__ == "__main__":
    main()
