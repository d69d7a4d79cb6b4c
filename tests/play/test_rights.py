"""Actions that say who may take them: the right of a player, whichever of its peoples has the tile, or of everybody."""

import random

import pytest
from lengths import part
from printers import compared
from scratch import write_pack

from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

STABLE = """
always:
  action ride of region by you
    during conquests
    once per turn
    from regions where can conquer of it by people despite unreachable
    if hand of people is at least conquest_cost of people for region
    do: do attack of region by people with (conquest_cost of people for region) as ordinary
  action toll_road of region by turn_player
    during conquests
    once per turn
    from neighbours of here where can conquer of it by people despite unreachable
    if hand of people is at least conquest_cost of people for region
    do:
      owner of people pays 1 coin to you
      do attack of region by people with (conquest_cost of people for region) as ordinary
  action stay by me
    during conquests
    once per turn
    do: you gain 1 coin
  action blessing by you
    during opening
    if round is 1
    do: you gain 2 coins
"""
PLACE = "places:\n  stable:\n    name: Griffin Stable\n    rules: |\n" + "".join(
    f"      {line}\n" for line in STABLE.strip().splitlines()
)
MAP = {
    "regions": {
        "a": {"terrain": "black_mountain", "entry": True, "borders": ["b"]},
        "b": {"terrain": "mudpool", "borders": ["c"]},
        "c": {"terrain": "mushroom_forest", "borders": ["d"]},
        "d": {"terrain": "mushroom_forest"},
    },
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return load(
        "underground",
        write_pack(tmp_path_factory.mktemp("rights"), "stables", PLACE, requires=("underground",)),
    )


def begun(rules, holder, turn=0):
    """Player 0 has a race in decline in d, with the Stable if it is the holder, and an active one in a; player 1 a race in c."""
    old, new = (
        {"race": "drow", "player": 0, "at": {"d": 2}, "stage": "declined"},
        {"race": "flames", "player": 0},
    )
    rival = {"race": "kraken", "player": 1, "at": {"b": 2}}
    return rules.position(
        {
            "players": 2,
            "map": MAP,
            "turn": turn,
            "coins": [5, 5],
            "phase": "conquests",
            "peoples": [old, {**new, "at": {"a": 1}, "hand": 6}, {**rival, "hand": 6}],
            "regions": {holder: {"tiles": ["stable"]}},
        }
    )


def offered(game):
    return {option.id.partition(":")[0] for option in game.decision.options}


def test_the_player_has_the_right_although_a_race_in_decline_holds_the_place(rules):
    game = begun(rules, "d")
    assert {"ride", "toll_road"} <= offered(game)
    assert "stay" not in offered(game), (
        "without `by you` it is the right of the race in decline, which does not act"
    )
    game.choose("ride:c")
    assert game.view(0)["regions"]["c"]["holder"] == "flames"
    assert "ride" not in offered(game)


def test_nobody_else_has_it_but_for_what_is_everybodys(rules):
    game = begun(rules, "d", turn=1)
    assert offered(game) >= {"toll_road"}
    assert not {"ride", "stay"} & offered(game)
    assert "owner of" in str(game.why_not("ride", "c"))
    before = [game.view(seat)["players"][seat]["coins"] for seat in (0, 1)]
    game.choose("toll_road:c")
    after = [game.view(seat)["players"][seat]["coins"] for seat in (0, 1)]
    assert (after[0] - before[0], after[1] - before[1]) == (1, -1)


def test_the_rules_say_whose_right_it_is(rules):
    sentences = InWords(rules.program, Naming()).sentences("stable")
    ride, toll, stay, _ = sentences
    assert ride.startswith("During your conquests, once per turn, you may choose a region")
    assert "the player whose turn it is may choose" in toll
    assert "pays you 1 coin" in toll
    assert stay.startswith("During your conquests")


def test_both_printers_offer_the_same(rules):
    pytest.importorskip("wasmtime")
    for seed in range(part(4, 4)):
        assert compared(begun(rules, "d").state, random.Random(seed).randrange, 60)
