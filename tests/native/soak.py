"""The long form of test_same.py: games of all packs, alone and mixed at random, native beside Python, for as long as it is told to.

With sets of one word, or of more than are needed. Where the engines part, the first function is named that says or does something else.
"""

import argparse
import random
import sys
import time
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import invariants
from native_games import content, native

from ruledsl import GameError, PackError
from ruledsl.compile.native.memory import words_needed
from ruledsl.engine.running.run import answer
from ruledsl.native.checked import Checked
from ruledsl.native.checked import compared as debugged
from ruledsl.native.machine import TooMuch
from ruledsl.native.programs import native_of
from ruledsl.native.reading import read
from ruledsl.native.writing import options_of, state_of

BOXES = sorted(path.parent.name for path in (Path(__file__).parents[2] / "rulesets").glob("*/pack.yaml"))


@lru_cache(24)
def machine_of(packs, words):
    return native_of(native(*packs)[0].code, words).machine()


def compared(packs, players, seed, words):
    """How many choices were the same; an assertion says what is not."""
    rules, _ = native(*packs)
    state = rules.new_game(players, seed).state.copy()
    machine = machine_of(packs, max(words, words_needed(state.board.size)))
    chance, made = random.Random(seed), 0
    read(machine, state)
    while state.pending is not None:
        where = f"{'+'.join(packs)}, {players} players, seed {seed}, choice {made}"
        assert options_of(machine) == state.pending.options, where
        invariants.conserved(state)
        if made % 25 == 0:
            found = state_of(machine)
            invariants.conserved(found)
            assert content(found) == content(state), where
        choice = chance.randrange(len(state.pending.options))
        answer(state, state.pending.options[choice])
        machine.call("answer", choice)
        made += 1
    assert content(state_of(machine)) == content(state), f"the end of {packs}, {players}, {seed}"
    return made


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
                choices += compared(packs, players, seed, chance.choice((1, 1, 2, 3)))
                games += 1
            except AssertionError:
                game = native(*packs)[0].new_game(players, seed)
                checked = Checked(game.rules.program, game.board)
                sys.stdout.write(f"{debugged(checked, game.state, random.Random(seed).randrange)}\n")
                raise
            except (GameError, PackError, TooMuch):
                left_out += 1
    sys.stdout.write(f"{games} games, {choices} choices: the same ({left_out} cannot be, or are too large)\n")


if __name__ == "__main__":
    main()
