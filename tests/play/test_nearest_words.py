"""What a word of packs means is what is nearest: the own pack's, then that of a pack it needs; a stranger's is never in the way."""

import pytest
from scratch import RING, indented, race, write_pack

from ruledsl.base.errors import PackError
from ruledsl.play.rules import load

POSITION = {"players": 2, "map": RING, "phase": "conquests"}


def playing(rules, people, **more):
    base = {"race": people, "power": "alchemist", "player": 0, "at": {"a": 2}, "hand": 7, **more}
    return rules.position({**POSITION, "peoples": [base]})


def coins(game):
    return game.view(0)["players"][0]["coins"]


def gained(game, choice):
    before = coins(game)
    game.choose(choice)
    return coins(game) - before


RELIC = "pieces: {relic: {name: Relic, supply: 2}}\n"


def test_a_strangers_piece_is_not_in_the_way_of_a_kind(tmp_path):
    """Underground has a kind of tile called `relic`, and says so where any word could stand."""
    load("underground", write_pack(tmp_path, "p0", RELIC, requires=("core",)))
    load(write_pack(tmp_path, "p1", RELIC, requires=("core",)), "underground")


PIECES = "pieces: {{bell: {{name: Bell, supply: {n}}}}}\n"
USING = (
    "after my conquest:\n  move all bell from box to region\n  you gains (amount of bell in region) coins\n"
)


def test_each_means_its_own_piece_or_that_of_the_pack_it_needs(tmp_path):
    packs = [write_pack(tmp_path, f"p{n}", PIECES.format(n=n + 2)) for n in range(2)]
    needing = [
        write_pack(tmp_path, f"q{n}", race(name, USING), requires=("smallworld", f"p{n}"))
        for n, name in enumerate(("frogs", "toads"))
    ]
    for order in (packs + needing, packs[::-1] + needing[::-1]):
        rules = load(*order)
        assert gained(playing(rules, "frogs"), "conquer:b") == 2
        assert gained(playing(rules, "toads"), "conquer:b") == 3


def test_a_word_that_could_be_of_several_is_reported(tmp_path):
    packs = [write_pack(tmp_path, f"p{n}", PIECES.format(n=n + 2)) for n in range(2)]
    both = write_pack(tmp_path, "q", race("frogs", USING), requires=("smallworld", "p0", "p1"))
    with pytest.raises(PackError) as caught:
        load(*packs, both)
    assert "N025" in str(caught.value)
    assert "`p0/bell` or `p1/bell`" in str(caught.value)


def test_each_rolls_its_own_die(tmp_path):
    roll = "dice: {{luck: [{n}, {n}]}}\n" + race(
        "{name}", "after my conquest:\n  roll luck as pips\n  you gains pips coins\n"
    )
    packs = [
        write_pack(tmp_path, f"p{n}", roll.format(n=n + 2, name=name, Name=name))
        for n, name in enumerate(("frogs", "toads"))
    ]
    rules = load(*packs)
    assert gained(playing(rules, "frogs"), "conquer:b") == 2
    assert gained(playing(rules, "toads"), "conquer:b") == 3


def test_a_strangers_symbol_is_not_in_the_way_of_a_predicate(tmp_path):
    own = race(
        "frogs",
        "define region is misty = region is farmland\nafter my conquest if region is misty: you gains 3 coins\n",
    )
    symbol = "symbols: [misty]\n"
    packs = [write_pack(tmp_path, "p0", own), write_pack(tmp_path, "p1", symbol, requires=("core",))]
    for order in (packs, packs[::-1]):
        assert gained(playing(load(*order), "frogs"), "conquer:b") == 3


def test_a_strangers_value_is_not_in_the_way_of_a_word(tmp_path):
    own = "modes: [stormy]\n" + race(
        "frogs", "after my conquest if stormy is mode or mode is not stormy: you gains 3 coins\n"
    )
    value = "rules: |\n" + indented("value stormy = 3", 2)
    packs = [write_pack(tmp_path, "p0", own), write_pack(tmp_path, "p1", value, requires=("core",))]
    for order in (packs, packs[::-1]):
        assert gained(playing(load(*order), "frogs"), "conquer:b") == 3


def test_a_strangers_tile_is_not_in_the_way_of_a_name_of_ones_own(tmp_path):
    own = race(
        "frogs",
        "define hero of people = race of people\nafter my conquest if hero of me is frogs: you gains 3 coins\n",
    )
    tile = race("hero", "my region_income +1")
    packs = [write_pack(tmp_path, "p0", own), write_pack(tmp_path, "p1", tile)]
    for order in (packs, packs[::-1]):
        assert gained(playing(load(*order), "frogs"), "conquer:b") == 3
