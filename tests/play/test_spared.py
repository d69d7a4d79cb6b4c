"""A value asked despite something: as if the rules of this piece, or of this tile, did not change it."""

import random

import pytest
from printers import compared
from scratch import write_pack

from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

PACK = """\
pieces:
  hatch: {name: Hatch, supply: 9, symbol: H, rules: here immune becomes yes}
  dome: {name: Dome, supply: 9, symbol: D, rules: here immune becomes yes}
places:
  vault: {name: Vault, rules: "always: here immune becomes yes"}
races:
  otters:
    name: Otters
    number: 5
    tray: 12
    rules: |
      permit my conquer despite immune if some kind in pieces of region where not (immune of region despite kind)
  beavers:
    name: Beavers
    number: 5
    tray: 12
    rules: "my income +(3 + income of me despite this)"
rules: |
  define opened of region = tiles of region where not (immune of region despite it)
  remember after_all of game: number
  after turn:
    for each region in regions:
      if immune of region despite hatch: add 1 to after_all
      if some opened of region: add 100 to after_all
"""
MAP = {
    "regions": {
        "a": {"terrain": "mudpool", "entry": True, "borders": ["b", "c", "d"]},
        "b": {"terrain": "mudpool"},
        "c": {"terrain": "mudpool"},
        "d": {"terrain": "mudpool"},
    },
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spared")
    return load("underground", write_pack(folder, "spared", PACK, requires=("underground",)))


@pytest.fixture
def game(rules):
    return rules.position(
        {
            "players": 2,
            "map": {"rounds": 2, **MAP},
            "phase": "conquests",
            "peoples": [
                {"race": "otters", "player": 0, "hand": 9, "at": {"a": 1}},
                {"race": "beavers", "player": 1, "hand": 0, "at": {"d": 1}},
            ],
            "regions": {
                "b": {"pieces": {"hatch": 1}},
                "c": {"pieces": {"hatch": 1, "dome": 1}},
                "d": {"tiles": ["vault"]},
            },
        }
    )


def test_one_source_is_lifted_and_two_are_not(game):
    offered = {option.id for option in game.decision.options}
    assert {"conquer:b", "conquer:c", "conquer:d"} & offered == {"conquer:b"}
    assert "immune" in str(game.view(0).why_not("conquer", "c")).lower()


def test_engine_and_explanation_agree(game):
    """Of three immune regions two are so without the Hatch, and one is not without its place."""
    assert game.value("opened", region="d") == ["vault"]
    assert game.value("opened", region="b") == []
    while game.round == 1:
        game.choose(0)
    assert game.view(0)["memory"]["after_all"] == 2 * (2 + 100)
    assert game.value("income", people="beavers") == game.why("income", people="beavers").result == 3


def test_the_rules_say_so(rules):
    words = InWords(rules.program, Naming())
    assert "is not immune without" in words.sentences("otters")[0]
    assert "without" in words.sentences("beavers")[0]
    for language in ("it", "da", "fi", "no", "sv"):
        assert "without" not in "".join(InWords(rules.program, Naming(language)).sentences("otters"))


def test_both_printers_say_the_same(game):
    pytest.importorskip("wasmtime")
    assert compared(game.state, random.Random(3).randrange, 60)
