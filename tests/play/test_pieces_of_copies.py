"""Pieces of a copy's own: who borrows the tile of a people has a supply of its pieces beside that people, wherever a rule names them."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import RING, indented, write_pack

from ruledsl import Game, validate
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.play.explain.evaluator import Evaluator
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load
from ruledsl.rules.check import copies

MASONS = """
define forts of people (people) = regions of people where it has fort
event crumbling of people (people) with most (number):
  for each old in forts of people where amount of fort in old is at least most: move 1 fort from old to hand of people
after my conquest:
  move 1 fort from box to region
  move 1 fort from box to hand of me
  if number of (forts of me) is at least 3: do crumbling of me with 1
my income +(number of (forts of me))
my conquest_cost at least 1 if region is in neighbours of (forts of me)
forbid my conquer as walled if region has fort
action wall of region
  during conquests
  once per turn
  from forts of me where amount of fort with me is at least 1
  do: move 1 fort from hand of me to region
action mark
  during conquests
  if stock of fort is at least 1 and not (this has fort)
  do: move 1 fort from box to this
before my closing:
  for each kind in pieces of this where stock of kind is 0: move 1 kind from hand of me to box
"""
MIMICS = """
before my opening:
  do release of this for me
  let candidates be peoples where it is not me and stage of it is active
  choose copied from candidates
  let model be race of copied
  borrow model for this
  do onset of copy of this for me
"""
PACK = f"""
races:
  masons:
    name: {{en: Masons, de: Maurer}}
    number: 9
    tray: 14
    pieces:
      fort:
        name: {{en: Fort, de: Burg}}
        supply: 6
        symbol: f
        traits: [fragile]
        rules: |
          here defence +1
          here region_income +1
          before here conquest if amount of fort in region is at least 2: move 1 fort from region to hand of me
    rules: |
{indented(MASONS, 6)}
  mimics:
    name: {{en: Mimics, sv: Härmare}}
    number: 9
    tray: 14
    rules: |
{indented(MIMICS, 6)}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return load("smallworld", write_pack(tmp_path_factory.mktemp("copied"), "masons", PACK))


def begun(rules, seed=3, **more):
    """The Mimics have just copied the Masons, who have a fort in d and one in hand."""
    peoples = [
        {"race": "mimics", "player": 0, "hand": 11, "at": {"a": 1}},
        {"race": "masons", "player": 1, "hand": 2, "at": {"d": 2}, "pieces": {"fort": 1}},
    ]
    plain = {
        "players": 2,
        "map": RING,
        "seed": seed,
        "turn": 1,
        "phase": "closing",
        "peoples": peoples,
        "regions": {"d": {"pieces": {"fort": 1}}},
        "market": [{"race": "ratmen", "power": "flying"}],
    }
    game = rules.position(plain | more)
    game.choose("expand")
    return game


def forts(game, region):
    lying = position_of(game).get("regions", {}).get(region, {}).get("pieces", {})
    return lying.get("fort@mimics", 0), lying.get("fort", 0)


def lying(game, region):
    """The Mimics' forts in a region, and the Masons'."""
    there = position_of(game).get("regions", {}).get(region, {}).get("pieces", {})
    return there.get("fort@mimics", 0), there.get("fort", 0)


def in_hand(game, race):
    return next(people for people in position_of(game)["peoples"] if people["race"] == race).get("pieces", {})


def supply(game):
    stock = game.view(0)["stock"]
    return stock["fort@mimics"], stock["fort"]


def test_effects_and_definitions_and_actions_of_the_copy_mean_its_pieces(rules):
    game = begun(rules)
    game.choose("conquer:b")
    game.choose("conquer:c")
    assert [lying(game, region) for region in "bcd"] == [(1, 0), (1, 0), (0, 1)]
    assert (in_hand(game, "mimics"), in_hand(game, "masons")) == ({"fort@mimics": 2}, {"fort": 1})
    game.choose("wall@mimics:c")
    assert lying(game, "c") == (2, 0)
    game.choose("mark@mimics")
    assert position_of(game)["tiles"]["mimics"]["pieces"] == {"fort@mimics": 1}
    assert "mark@mimics" not in [option.id for option in game.decision.options], "it has one already"
    assert supply(game) == (1, 4)


def test_events_of_the_copy_mean_its_pieces(rules):
    game = begun(rules, regions={"b": {"pieces": {"fort": 1}}, "d": {"pieces": {"fort": 1}}})
    for region in "bcd":
        game.choose(f"conquer:{region}")
    assert [lying(game, region) for region in "bcd"] == [(0, 0)] * 3, "crumbled, as three of the copy's"
    assert supply(game)[0] == 0
    assert in_hand(game, "mimics") == {"fort@mimics": 6}
    assert supply(game)[1] == 5, "fragile ones go with their region"


def theirs(rules, **more):
    """It is the Masons' turn; the Mimics still have their rules."""
    peoples = [
        {"race": "mimics", "player": 0, "at": {"a": 1, "b": 1}},
        {"race": "masons", "player": 1, "hand": 9, "at": {"c": 1, "d": 1}},
    ]
    fortified = {"a": {"pieces": {"fort@mimics": 1}}, "b": {"pieces": {"fort@mimics": 2, "fort": 1}}}
    plain = {"turn": 0, "peoples": peoples, "tiles": {"mimics": {"borrows": "masons"}}, "regions": fortified}
    return begun(rules, **(plain | more))


def test_rules_of_the_pieces_count_for_each_kind(rules):
    game = theirs(rules)
    ours, both = (game.value("conquest_cost", people="masons", region=region) for region in "ab")
    assert (ours, both) == (2 + 1 + 1, 2 + 1 + 3)
    assert [game.value("region_income", people="mimics", region=region) for region in "ab"] == [2, 4]
    assert "Fort (Mimics)" in str(game.why("conquest_cost", people="masons", region="a"))
    assert "walled" in str(game.why_not("conquer", "b"))
    assert game.why_not("conquer", "a").result is True, "there is a fort, but none of theirs"
    game.choose("conquer:a")
    game.choose("stop")


def test_triggers_of_the_pieces_run_for_the_copy(rules):
    game = theirs(rules, regions={"b": {"pieces": {"fort@mimics": 2}}})
    game.choose("conquer:b")
    assert in_hand(game, "mimics") == {"fort@mimics": 1}
    assert lying(game, "b") == (0, 1)
    assert supply(game) == (5, 4), "one in hand; of theirs one in b and one in hand"


def test_what_it_has_leaves_with_the_copy(rules):
    game = begun(rules)
    for choice in ("conquer:b", "mark@mimics", "stop"):
        game.choose(choice)
    while game.decision.player == 0:
        game.choose(0)
    game.choose("decline")
    assert supply(game)[0] == 6, "nobody is left to copy"
    assert lying(game, "d") == (0, 0), "the Masons in decline have none"


def values_agree(game):
    """Every value of a people or its regions is the same, compiled and explained."""
    evaluator, g = Evaluator(game.state), game.state
    for value in g.code.program.values:
        kinds = [str(param.type) for param in value.params]
        for people in bits(g.G[at.LIVE]) if kinds in (["people"], ["people", "region"]) else ():
            for args in [(people, region) for region in range(g.board.size)] if kinds[1:] else [(people,)]:
                assert evaluator.ask.value(value.index, *args) == evaluator.answers.value(value, args).result


def test_none_is_made_or_lost_and_all_is_kept(rules):
    most = 0
    for seed in range(part(6, 3)):
        chance, game = random.Random(seed), begun(rules, seed)
        for turn in range(150):
            if game.over:
                break
            game.choose(chance.randrange(len(game.decision.options)))
            invariants.check(game)
            most = max(most, 6 - supply(game)[0])
            if turn % 30 == 0 and not game.over:
                values_agree(game)
                assert Game.from_json(game.to_json(), rules, replay=False).hash == game.hash
                if game.decision.rule == "core: conquests":
                    assert rules.position(position_of(game)).view(0)["tiles"] == game.view(0)["tiles"]
    assert most > 2


def test_both_printers_copy_the_same(rules):
    pytest.importorskip("wasmtime")
    for seed in range(part(4, 2)):
        assert compared(begun(rules, seed).state, random.Random(seed).randrange, 100)


def test_they_are_called_by_both_names_in_every_language(rules):
    names = rules.composition.pieces["fort@mimics"].names
    assert names == {"en": "Fort (Mimics)", "de": "Burg (Mimics)", "sv": "Fort (Härmare)"}


def test_there_are_not_too_many_kinds(tmp_path, monkeypatch):
    home = write_pack(tmp_path, "masons", PACK)
    monkeypatch.setattr(copies, "MOST_PIECES", 10)
    (found,) = validate(home)
    assert (found.code, found.severity) == ("P012", "error")
    assert "With those of copies" in found.message
