"""One program, two printers: after each choice the memory holds the same bytes, whether WebAssembly or Python has run. Nothing is made or lost."""

import random

import invariants
import pytest
from lengths import part, seldom, some
from native_games import native
from printers import compared

WORLDS = (
    (("smallworld",), 4, 1),
    (("spiders_web", "underground", "tunnels"), 3, 1),
    (("warcraft", "leaders", "tales", "smallworld"), 4, 1),
    (("sky_islands",), 6, 1),
    (("smallworld", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"), 4, 2),
    (("necromancer_island",), 4, 3),
    (("crossover", "warcraft", "sky_islands", "leaders", "tales"), 5, 8),
)
LOOKED_AT = seldom(1, of=20)


@pytest.mark.parametrize(("packs", "players", "words"), some(WORLDS, 3))
def test_both_printers_write_the_same_bytes(packs, players, words):
    rules, _ = native(*packs)

    def seen(made, state):
        if made % LOOKED_AT == 0:
            invariants.conserved(state)

    for seed in range(part(2)):
        state = rules.new_game(players, seed).state
        assert compared(state, random.Random(seed).randrange, words=words, seen=seen) > 100
