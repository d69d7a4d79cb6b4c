"""Native and Python are one engine: the same options in the same order, and the same state, after every choice. Nothing is made or lost in either."""

import random

import invariants
import pytest
from lengths import seldom
from native_games import content, native

from ruledsl.engine.running.run import answer
from ruledsl.native.reading import read
from ruledsl.native.writing import options_of, state_of

TABLES = [
    (("smallworld",), 2),
    (("smallworld",), 5),
    (("underground",), 3),
    (("warcraft",), 4),
    (("sky_islands",), 3),
    (("crossover",), 4),
    (("smallworld", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"), 4),
    (("spiders_web", "underground", "tunnels"), 3),
    (("warcraft", "leaders", "tales", "smallworld"), 4),
    (("necromancer_island",), 3),
    (("blank-tiles", "smallworld"), 3),
]
LOOKED_AT = 9
"""States are compared after every so many choices; options after each."""
NATIVELY = seldom(1, of=LOOKED_AT)
"""So often the native state is looked at by itself; Python's is after every choice."""


@pytest.mark.parametrize(
    ("packs", "players"),
    TABLES,
    ids=lambda found: "+".join(found) if isinstance(found, tuple) else str(found),
)
def test_options_and_states_are_the_same_after_every_choice(packs, players):
    rules, machine = native(*packs)
    compared = 0
    for seed in range(3):
        state = rules.new_game(players, seed).state.copy()
        chance = random.Random(seed)
        read(machine, state)
        made = 0
        while state.pending is not None:
            assert options_of(machine) == state.pending.options
            assert machine.scalar("player") == state.pending.player
            invariants.conserved(state)
            if made % NATIVELY == 0:
                found = state_of(machine)
                invariants.conserved(found)
                assert content(found) == content(state)
                compared += 1
            choice = chance.randrange(len(state.pending.options))
            answer(state, state.pending.options[choice])
            machine.call("answer", choice)
            made += 1
        assert machine.scalar("kind") == 0
        assert content(state_of(machine)) == content(state)
    assert compared > 20


def test_a_state_in_the_middle_goes_out_and_in_again():
    rules, machine = native("smallworld")
    state = rules.new_game(4, 3).state.copy()
    chance = random.Random(3)
    for _ in range(100):
        answer(state, chance.choice(state.pending.options))
    read(machine, state)
    found = state_of(machine)
    assert found.pending is None
    assert content(found) == content(state)
