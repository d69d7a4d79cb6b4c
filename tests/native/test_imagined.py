"""Games that could be the real one, made up natively: the same as in Python, bit for bit, whoever is asked and whatever is half done."""

import random

import pytest

pytest.importorskip("wasmtime")

from lengths import seldom, some
from native_games import content, native

from ruledsl.native.programs import native_of
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


ALL_WORLDS = ("crossover", "warcraft", "sky_islands", "leaders", "tales")


def compared(machine, game, seed, every):
    """Made up at every few choices of a game by chance, from what a seat knows and from what is; how often."""
    assert machine.plan.imagines
    chance, times = random.Random(seed), 0
    while not game.over:
        if len(game.choices) % every == seed % every:
            view, luck = SeatView(game, game.decision.player), chance.randrange(1 << 31)
            made_up = view.sample(luck).state
            for state in (view.standing, game.state):
                read(machine, state)
                machine.call("imagine", luck)
                assert content(state_of(machine)) == content(made_up)
                assert options_of(machine) == made_up.pending.options
            times += 1
        game.choose(chance.randrange(game.decision.count))
    return times


@pytest.mark.parametrize("packs", PACKS, ids="+".join)
@pytest.mark.parametrize("seed", some(range(4)))
def test_the_same_is_made_up(packs, seed):
    rules, machine = native(*packs)
    assert compared(machine, rules.new_game(2 + seed % 2, seed), seed, seldom(3, 2)) > 10


@pytest.mark.parametrize("packs", some(PACKS, 2), ids="+".join)
def test_the_same_is_made_up_with_sets_of_several_words(packs):
    rules, _ = native(*packs)
    machine = native_of(rules.code, 2).machine()
    assert compared(machine, rules.new_game(3, 5), 5, every=7) > 10


def test_the_same_is_made_up_for_all_worlds_on_islands():
    rules, _ = native(*ALL_WORLDS)
    game = rules.new_game(5, 7, "islands_5p")
    machine = rules.backend.wait(rules.board("islands_5p")).machine()
    assert compared(machine, game, 7, every=11) > 10
