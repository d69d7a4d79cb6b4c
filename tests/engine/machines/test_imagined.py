"""Games that could be the real one: the same from what is as from what a seat knows, by both printers, with sets of any width, whoever is asked."""

import random
import threading

import pytest

pytest.importorskip("wasmtime")

from lengths import seldom, some
from native_games import content, native
from printers import state_on

from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.backend import native_of, python_of
from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.reading import Reader
from ruledsl.play.views import SeatView, game_for

PACKS = [
    ("smallworld",),
    ("underground",),
    ("warcraft",),
    ("smallworld", "underground", "warcraft", "crossover"),
    ("smallworld", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"),
    ("smallworld", "leaders", "necromancer_island", "spiders_web"),
    ("smallworld", "tales", "tunnels", "sky_islands"),
    ("blank-tiles", "smallworld"),
]


ALL_WORLDS = ("crossover", "warcraft", "sky_islands", "leaders", "tales")


def compared(machine, game, seed, every):
    """Made up at every few choices of a game by chance, from what is, and by `machine` from that and from what a seat knows; how often."""
    chance, times = random.Random(seed), 0
    while not game.over:
        if len(game.choices) % every == seed % every:
            view, luck = SeatView(game, game.decision.player), chance.randrange(1 << 31)
            made_up = game_for(game, view.seat, luck).state
            for state in (view.standing, game.state):
                place(machine, state)
                machine.call("imagine", luck)
                assert content(state_on(machine)) == content(made_up)
                assert Reader(machine).options() == made_up.pending.options
            times += 1
        game.choose(chance.randrange(game.decision.count))
    return times


@pytest.mark.parametrize("packs", PACKS, ids="+".join)
@pytest.mark.parametrize("seed", some(range(4)))
def test_the_same_is_made_up(packs, seed):
    rules, machine = native(*packs)
    assert compared(machine, rules.new_game(2 + seed % 2, seed), seed, seldom(3)) > 3


@pytest.mark.parametrize("packs", some(PACKS, 2), ids="+".join)
def test_the_same_is_made_up_with_sets_of_several_words(packs):
    rules, _ = native(*packs)
    machine = native_of(rules.code, 2).machine()
    assert compared(machine, rules.new_game(3, 5), 5, every=7) > 10


@pytest.mark.parametrize("packs", some(PACKS, 2), ids="+".join)
def test_the_same_is_made_up_by_the_program_as_python(packs):
    rules, _ = native(*packs)
    machine = python_of(rules.code).machine()
    assert compared(machine, rules.new_game(3, 6), 6, every=17) > 4


def test_what_is_kept_of_a_game_is_read_in_any_thread():
    rules, _ = native("smallworld")
    game = rules.new_game(4, 3)
    for _ in range(60):
        game.choose(game.decision.count // 2)
    there, then = game.block.state(), game.state.content()
    while not game.over:
        game.choose(0)
    found = []
    reader = threading.Thread(target=lambda: found.append(there.content()))
    reader.start()
    reader.join()
    assert found == [then] != [game.state.content()]


def test_the_same_is_made_up_for_all_worlds_on_islands():
    rules, _ = native(*ALL_WORLDS)
    game = rules.new_game(5, 7, "islands_5p")
    machine = rules.backend.machine(words_needed(game.board.size))
    assert compared(machine, game, 7, every=11) > 10
