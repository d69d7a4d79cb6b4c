"""A tile is in one place: in a deck, on the map, with a people, or set aside; whatever a rule does with it. Both engines say the same."""

import random

import pytest
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import load
from ruledsl.play.positions.export import position_of

NEWTS = {"race": "newts", "power": "alchemist", "player": 0, "at": {"a": 2}, "hand": 7}
ORCS = {"race": "orcs", "power": "forest", "player": 1, "at": {"d": 2}}
CASES = {
    "set power of me to merchant": {"merchant": ["newts"], "alchemist": []},
    "set power of me to forest": {"forest": ["newts"], "alchemist": []},
    "set power of me to alchemist": {"alchemist": ["newts"]},
    "set power of me to none": {"alchemist": []},
    "exchange power of me with power of (holder of (first of (regions where it is swamp)))": {
        "forest": ["newts"],
        "alchemist": ["orcs"],
    },
    "return power of me to top of badges": {"alchemist": ["badges"]},
    "return race of me to top of banners": {"newts": ["banners"], "alchemist": []},
    "return orcs to bottom of banners": {"orcs": ["banners"], "forest": []},
    "lay power of me on a": {"alchemist": ["map"]},
    "lay orcs on a": {"orcs": ["orcs"]},
    "found others of orcs with merchant for you": {"orcs": ["orcs"], "merchant": ["badges"]},
    "found others of elves with forest for you": {"elves": ["elves"], "forest": ["elves"]},
}
"""Rules, and where the tiles that they name are then."""
WHENEVER = "action try_{}\n  during conquests\n  once per turn\n  do:\n    {}\n"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """Newts that may do everything that is tried here."""
    actions = "".join(
        WHENEVER.format(n, rule.replace(" on a", " on (first of regions of me)"))
        for n, rule in enumerate(CASES)
    )
    return load("smallworld", write_pack(tmp_path_factory.mktemp("packs"), "pond", race("newts", actions)))


def begun(rules):
    return rules.position(
        {
            "players": 2,
            "map": RING,
            "phase": "conquests",
            "peoples": [NEWTS, ORCS],
            "decks": {"badges": ["merchant", "hill", "swamp"]},
        }
    )


def tried(rules, rule):
    game = begun(rules)
    game.choose(f"try_{list(CASES).index(rule)}")
    pytest.importorskip("wasmtime")
    assert compared(game.state, random.Random(1).randrange)
    return game


def places(game, tile):
    """Where a tile is, in words."""
    g, view = game.state, game.view(0)
    index = game.rules.program.tiles.index(tile)
    found = [game.rules.program.decks[n] for n, deck in enumerate(g.decks) if index in deck]
    found += ["map"] * g.laid.count(index)
    return found + [p["race"] for p in view["peoples"] for what in ("race", "power") if p[what] == tile]


def read_back(game):
    again = game.rules.position(position_of(game))
    assert again.view(0).as_dict() == game.view(0).as_dict()


@pytest.mark.parametrize("rule", CASES)
def test_where_tiles_are(rules, rule):
    game = tried(rules, rule)
    assert {tile: places(game, tile) for tile in CASES[rule]} == CASES[rule]


@pytest.mark.parametrize("tile", ["merchant", "forest"])
def test_the_position_is_read_back(rules, tile):
    read_back(tried(rules, f"set power of me to {tile}"))


def test_a_people_leaves_with_its_banner(rules):
    """Its tokens are back in their tray, and the game goes on without it."""
    game = tried(rules, "return orcs to bottom of banners")
    assert [people["race"] for people in game.view(0)["peoples"]] == ["newts"]
    assert game.view(0)["trays"]["orcs"] == game.rules.composition.tiles["orcs"].fields["tray"]
    assert game.view(0)["regions"]["d"]["holder"] is None
    read_back(game)
