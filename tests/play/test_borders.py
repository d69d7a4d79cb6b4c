"""Borders as places: pieces, tiles and tokens that are none lie there, everybody sees them, and no border is a region."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game, GameError, PositionError
from ruledsl.cli.screen.boardview import board_of
from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load
from ruledsl.table.server.views.view import region_text

FENCES = """
before my redeployment:
  up to 2 times may choose edge from borders of first of regions of me where not (it has fence):
    move 1 fence from box to edge
after my conquest:
  choose far from neighbours of region
  lay this on border between region and far
  move 1 token of me from hand to border between region and far
  move 1 token of me from region to border between region and far
  move 1 token of me from hand to border between region and far as guard
before my opening:
  for each edge in sites of guard: move all guard from edge to hand of me as tokens
conquest_cost +(sum of (amount of fence in border between region and it) over regions of people)
my conquest_cost -1 if some edge in borders of region where site of this is edge
after my eviction:
  for each edge in borders of region where it has fence: move 1 fence from edge to box
"""
PIECES = """    pieces:
      guard: {name: Guard, supply: 6, symbol: g}
      fence: {name: Fence, supply: 4, symbol: "=", rules: here defence +5}
"""
TEXTS = "texts:\n  name.far: {en: the far one, da: den anden, fi: toinen, it: l'altra, 'no': den andre, sv: den andra}\n"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    text = race("fencers", FENCES, number=9, tray=16) + PIECES + TEXTS
    return load("smallworld", write_pack(tmp_path_factory.mktemp("borders"), "fencers", text))


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """The same on a map whose regions and borders are more than the bits of a word."""
    regions = {
        f"r{n}": {"terrain": "hill", "entry": n < 4, "borders": [f"r{m}" for m in (n + 1, n + 7) if m < 40]}
        for n in range(40)
    }
    text = race("fencers", FENCES, number=9, tray=16) + PIECES
    rules = load("smallworld", write_pack(tmp_path_factory.mktemp("wide"), "fencers", text))
    return lambda seed: begun(rules, seed, {"regions": regions})


def begun(rules, seed, map_="small_world_2p"):
    market = [{"race": "fencers", "power": "berserk"}, {"race": "ratmen", "power": "flying"}]
    return rules.position({"players": 2, "map": map_, "seed": seed, "market": market, "setting_out": True})


def placed(rules, **more):
    peoples = [
        {"race": "fencers", "player": 0, "at": {"b": 2}},
        {"race": "orcs", "player": 1, "at": {"a": 1}, "hand": 9},
    ]
    return rules.position(
        {"players": 2, "map": RING, "turn": 1, "phase": "conquests", "peoples": peoples, **more}
    )


def test_none_is_made_or_lost_and_all_is_kept(rules):
    most = 0
    for seed in range(part(6, 3)):
        chance, game = random.Random(seed), begun(rules, seed)
        borders = set(game.state.board.ids) - set(game.state.board.regions)
        for turn in range(200):
            if game.over:
                break
            options = [option.id for option in game.decision.options]
            game.choose(chance.choice([one for one in options if one == "take:fencers"] or options))
            invariants.conserved(game.state)
            seen = game.view(0)["regions"]
            assert seen == game.view(1)["regions"]
            assert all(seen[id_]["holder"] is None and not seen[id_]["tokens"] for id_ in borders)
            most = max(most, sum(bool(seen[id_]["pieces"] or seen[id_]["tiles"]) for id_ in borders))
            if turn % 20 == 0 and not game.over:
                assert Game.from_json(game.to_json(), rules, replay=False).hash == game.hash
                if game.decision.rule == "core: conquests":
                    assert rules.position(position_of(game)).view(0)["regions"] == seen
    assert most > 2


@pytest.mark.parametrize("of", ["rules", "wide"])
def test_both_printers_do_the_same_on_borders(of, request):
    pytest.importorskip("wasmtime")
    made = request.getfixturevalue(of)
    for seed in range(part(4, 2)):
        game = made(seed) if of == "wide" else begun(made, seed)
        assert compared(game.state, random.Random(seed).randrange, 80)


def test_what_lies_on_a_border_counts_for_those_beside_it(rules):
    """What the rules of a piece say of the region where it lies concerns no region."""
    free, fenced = placed(rules), placed(rules, regions={"a-b": {"pieces": {"fence": 2}}})
    cost = [game.value("conquest_cost", people="orcs", region="b") for game in (free, fenced)]
    assert cost == [4, 6]
    assert fenced.value("conquest_cost", people="orcs", region="c") == free.value(
        "conquest_cost", people="orcs", region="c"
    )
    fenced.choose("conquer:b")
    assert fenced.view(0)["regions"]["a-b"]["pieces"] == {"fence": 1}, "the evicted take one away"


def test_a_border_is_no_region(rules):
    """Nobody stands on one, and none is asked where regions are asked."""
    game = placed(rules, phase="opening")
    assert not [option.id for option in game.decision.options if "-" in option.id]
    with pytest.raises(PositionError, match=r"at\.a-b: There is no region `a-b`"):
        placed(rules, peoples=[{"race": "fencers", "player": 0, "at": {"a-b": 2}}])
    with pytest.raises(PositionError, match=r"regions\.a-d: There is no region `a-d`"):
        placed(rules, regions={"a-d": {"pieces": {"fence": 1}}})


def test_they_are_drawn_and_named(rules):
    game = placed(rules, phase="redeployment", turn=0, regions={"b-d": {"pieces": {"fence": 3}}})
    view = game.view(1)
    assert 'data-region="b-d"' in view.picture()
    assert "3 Fence" in view.picture()
    told = region_text(rules, view.naming, view, "b-d", None)
    assert told == "border b-d, Fence ×3"
    assert board_of(rules.composition, view.map, view.naming, view).lines(40)[-1].plain.split() == [
        "b-d",
        "=3",
    ]
    game.choose("a-b")
    assert game.log[-1].text.endswith("border a-b")


def test_games_without_such_rules_have_none(rules):
    assert not load("smallworld").program.has_borders
    assert rules.program.has_borders
    board = load("smallworld").board("small_world_2p")
    assert board.ids == board.regions


def test_too_many_borders_are_refused(rules):
    near = {
        f"r{n}": {"terrain": "hill", "entry": True, "borders": [f"r{m}" for m in range(n + 1, 70)]}
        for n in range(70)
    }
    with pytest.raises(GameError, match="70 regions and 2415 borders"):
        placed(rules, map={"regions": near}, peoples=[])


def test_they_are_said(rules):
    said = " ".join(InWords(rules.program, Naming("en")).sentences("fencers"))
    for part_of_it in (
        "you may choose a border of the first region you hold without a Fence: put a Fence from the box onto the border",
        "put 1 token from your hand onto the region's border with the far one, each as a Guard",
        "for each border of the region with a Fence, return a Fence from the border to the box",
    ):
        assert part_of_it in said
    for language in ("da", "fi", "it", "no", "sv"):
        assert InWords(rules.program, Naming(language)).card("fencers", "")[0] == language
