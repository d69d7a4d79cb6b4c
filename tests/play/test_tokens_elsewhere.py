"""Race tokens that lie elsewhere as pieces: in regions of others, on tiles; each piece has its token aside, and none is made or lost."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

KIDNAPPERS = """
# Who loses a region to us leaves a hostage there, and gets it back when we lose the region.
remember family of region: people
before my conquest if holder of region is enemy of me:
  let loser be holder of region
  move 1 token of loser from region to region as hostage
  if region has hostage: set family of region to loser
my region_income +(amount of hostage in region)
before my eviction:
  move all hostage of (family of region) from region to hand of (family of region) as tokens
  set displaced of (family of region) to yes
"""
PROPHETS = """
# Prophets lie in regions of others, and on the badge of somebody.
after my conquest:
  may choose far from neighbours of region where holder of it is enemy of me:
    move 1 token of me from hand to far as prophet
  may preach: move 2 tokens of me from hand to this as prophet
before my readying:
  move all prophet of me to hand as tokens
before my decline:
  move 1 prophet of me from this to tray as tokens
"""
PIECES = "    pieces: {%s: {name: %s, supply: 4, symbol: x}}\n"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    text = race("kidnappers", KIDNAPPERS, number=9, tray=16).replace(
        "    rules:", PIECES % ("hostage", "Hostage") + "    rules:"
    )
    prophets = race("prophets", PROPHETS, number=9, tray=16).replace(
        "    rules:", PIECES % ("prophet", "Prophet") + "    rules:"
    )
    return load(
        "smallworld",
        write_pack(
            tmp_path_factory.mktemp("elsewhere"), "elsewhere", text + prophets.replace("races:\n", "")
        ),
    )


def begun(rules, seed=1, **more):
    one = {"race": "kidnappers", "player": 0, "at": {"a": 1}, "hand": 8}
    other = {"race": "prophets", "player": 1, "at": {"b": 2, "c": 2}, "hand": 5}
    return rules.position(
        {"players": 2, "map": RING, "seed": seed, "phase": "conquests", "peoples": [one, other], **more}
    )


def aside(game, race):
    return game.view(0)["aside"].get(race, 0)


def test_a_hostage_lies_where_it_was_taken(rules):
    game = begun(rules)
    trays = game.view(0)["trays"]
    game.choose("conquer:b")
    assert game.view(0)["regions"]["b"]["pieces"] == {"hostage": 1}
    assert aside(game, "prophets") == 1
    assert game.value("region_income", people="kidnappers", region="b") == 2
    assert game.view(0)["trays"]["prophets"] - trays["prophets"] in (0, 1)
    again = Game.from_json(game.to_json(), rules)
    assert again.hash == game.hash
    assert rules.position(position_of(game)).view(0)["aside"] == game.view(0)["aside"]


def test_no_more_go_than_there_are(rules):
    """Two are in hand, or four pieces in the box: what one side lacks the other does not give."""
    game = begun(rules, turn=1)
    game.choose("conquer:d")
    while game.decision.player == 1 and "yes" not in [option.id for option in game.decision.options]:
        game.choose(0)
    game.choose("yes")
    shown = game.view(0)
    assert aside(game, "prophets") == shown["tiles"].get("prophets", {}).get("pieces", {}).get(
        "prophet", 0
    ) + sum(place["pieces"].get("prophet", 0) for place in shown["regions"].values())


def test_each_piece_has_its_token_aside_and_none_is_made_or_lost(rules):
    most = 0
    for seed in range(part(8, 4)):
        chance, game = random.Random(seed), begun(rules, seed, turn=seed % 2)
        for _ in range(120):
            if game.over:
                break
            options = [option.id for option in game.decision.options]
            eager = [option for option in options if option.startswith(("conquer", "yes"))]
            game.choose(chance.choice((eager if chance.random() < 0.8 else []) or options))
            invariants.conserved(game.state)
            stock, waiting = game.view(0)["stock"], game.view(0)["aside"]
            assert 8 - stock["hostage"] - stock["prophet"] <= sum(waiting.values()), (
                "a rule may send pieces to the box alone"
            )
            most = max(most, sum(waiting.values()))
    assert most > 2


def test_both_printers_agree(rules):
    pytest.importorskip("wasmtime")
    for seed in range(part(6, 6)):
        assert compared(begun(rules, seed, turn=seed % 2).state, random.Random(seed).randrange, 100)


def test_it_is_said(rules):
    words = InWords(rules.program, Naming())
    assert (
        "put 1 token of the loser from the region to the region, each as a Hostage"
        in words.sentences("kidnappers")[0]
    )
    assert "move all tokens, each of which is a Prophet, into your hand" in words.sentences("prophets")[1]
