"""Without the passes that make it fast, a program does the same."""

import random

import pytest

from ruledsl.compile.build import compile_program
from ruledsl.engine.running.run import answer, run
from ruledsl.engine.state.setup import first_state
from ruledsl.play.rules import load

PACKS = [("smallworld",), ("underground",), ("warcraft",)]
CHOICES = 40


def played(code, rules, board, seats, seed):
    """What happens in the first choices of a game, and what it has come to."""
    state = first_state(code, board, seats, seed)
    chance = random.Random(seed)
    run(state)
    seen = []
    for _ in range(CHOICES):
        if state.pending is None:
            break
        options = state.pending.options
        seen.append(options)
        answer(state, options[chance.randrange(len(options))])
    content = state.content()
    content.pop("frames")
    journal = [entry[:2] + entry[4:] if entry[0] == 4 else entry for entry in state.journal]
    return seen, journal, content


@pytest.mark.parametrize("packs", PACKS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_goes_the_same_way_with_and_without_them(packs, seed):
    rules = load(*packs)
    board = rules.new_game(2, seed).state.board
    plain = compile_program(rules.program, lambda _number: None)
    assert played(plain, rules, board, 2, seed) == played(rules.code, rules, board, 2, seed)
