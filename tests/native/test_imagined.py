"""Games that could be the real one, made up natively: the same as in Python, bit for bit, whoever is asked and whatever is half done."""

import random

import pytest

pytest.importorskip("wasmtime")

from lengths import some
from native_games import content, native

from ruledsl.compile.native.memory import SLOT
from ruledsl.native.reading import read
from ruledsl.native.writing import options_of, state_of
from ruledsl.play.views.view import SeatView

PACKS = [
    ("smallworld",),
    ("underground",),
    ("warcraft",),
    ("smallworld", "underground", "warcraft", "crossover"),
    ("smallworld", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"),
    ("smallworld", "leaders", "necromancer_island", "spiders_web"),
    ("smallworld", "tales", "tunnels", "sky_islands"),
    ("blank-tiles",),
]


@pytest.mark.parametrize("packs", PACKS, ids="+".join)
@pytest.mark.parametrize("seed", some(range(4)))
def test_the_same_is_made_up(packs, seed):
    rules, machine = native(*packs)
    assert machine.plan.imagines
    place = machine.plan.end
    machine.grow(place + SLOT)
    game, chance = rules.new_game(2 + seed % 2, seed), random.Random(seed)
    while not game.over:
        if len(game.choices) % 3 == seed % 3:
            view, luck = SeatView(game, game.decision.player), chance.randrange(1 << 31)
            made_up = view.sample(luck).state
            for state in (view.standing, game.state):
                read(machine, state)
                machine.call("imagine", luck)
                assert content(state_of(machine)) == content(made_up)
                assert options_of(machine) == made_up.pending.options
        game.choose(chance.randrange(game.decision.count))
