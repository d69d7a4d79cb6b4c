"""A tile is in one place: in a deck, on the map, with a people, or set aside; whatever a rule does with it. Both engines say the same."""

import random

import pytest
from scratch import RING, race, write_pack

from ruledsl import load
from ruledsl.native.checked import Checked, compared
from ruledsl.positions.export import position_of

NEWTS = {"race": "newts", "power": "alchemist", "player": 0, "at": {"a": 2}, "hand": 7}
ORCS = {"race": "orcs", "power": "forest", "player": 1, "at": {"d": 2}}
WHENEVER = "action try\n  during conquests\n  once per turn\n  do:\n"


def tried(rule, tmp_path):
    rules = load("smallworld", write_pack(tmp_path, "pond", race("newts", WHENEVER + f"    {rule}\n")))
    game = rules.position(
        {
            "players": 2,
            "map": RING,
            "phase": "conquests",
            "peoples": [NEWTS, ORCS],
            "decks": {"badges": ["merchant", "hill", "swamp"]},
        }
    )
    game.choose("try")
    pytest.importorskip("wasmtime")
    assert isinstance(
        compared(Checked(rules.program, game.board), game.state, random.Random(1).randrange), int
    )
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


@pytest.mark.parametrize(
    ("rule", "where"),
    [
        ("set power of me to merchant", {"merchant": ["newts"], "alchemist": []}),
        ("set power of me to forest", {"forest": ["newts"], "alchemist": []}),
        ("set power of me to alchemist", {"alchemist": ["newts"]}),
        ("set power of me to orcs", {"alchemist": ["newts"], "orcs": ["orcs"]}),
        ("set power of me to newts", {"alchemist": ["newts"], "newts": ["newts"]}),
        ("set power of me to none", {"alchemist": []}),
        (
            "exchange power of me with power of (holder of (first of (regions where it is swamp)))",
            {"forest": ["newts"], "alchemist": ["orcs"]},
        ),
        ("return power of me to top of badges", {"alchemist": ["badges"]}),
        ("lay power of me on a", {"alchemist": ["map"]}),
        ("lay orcs on a", {"orcs": ["orcs"]}),
        ("found others of orcs with merchant for you", {"orcs": ["orcs"], "merchant": ["badges"]}),
        ("found others of elves with forest for you", {"elves": ["elves"], "forest": ["elves"]}),
        ("found others of elves with elves for you", {"elves": ["elves"]}),
        ("found others of elves with newts for you", {"elves": ["elves"], "newts": ["newts"]}),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_where_tiles_are(tmp_path, rule, where):
    game = tried(rule.replace(" on a", " on (first of regions of me)"), tmp_path)
    assert {tile: places(game, tile) for tile in where} == where


@pytest.mark.parametrize("tile", ["merchant", "forest", "orcs"])
def test_the_position_is_read_back(tmp_path, tile):
    read_back(tried(f"set power of me to {tile}", tmp_path))
