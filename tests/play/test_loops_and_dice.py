"""Loops that end by themselves, draws of what fits, several dice, halves: what they do, in both printers, in saves and in words."""

import random

import pytest
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game, validate
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

NEWTS = """
remember count of player: number
after my abandon:
  roll 3 d6 as attack
  roll 2 d6 as defence asking next of you
  reroll attack where it is 1
  set count of you to 100 * first of attack + 10 * (second of attack) + third of attack
  you gain (highest of attack - lowest of defence) coins
  you gain (sum of attack * 10) coins
  you gain (number of attack where it is 6) coins
"""
TOADS = """
after my abandon:
  repeat until drawn is 6:
    roll d6 as drawn
"""
LOOPS = """
remember count of player: number
remember rest of player: number
after my abandon:
  repeat 20 times until caught is at least 5:
    roll d6 as caught
    add 1 to count of you
  for each spot in regions of me until it is farmland: add 1 to rest of you
  repeat until coins of you is at most 3: you pay 2 coins
  repeat until count of you is at least 9 or coins of you is 0: add 4 to count of you
"""
DRAWS = """
remember lot of player: number
after my abandon:
  draw turned from banners until turned is shiny
  lay turned on region
  draw fitting from banners where it is shiny
  return fitting to top of banners
  draw number_of_lot from 1 to 6
  set lot of you to number_of_lot
  draw piece_of_lot from pieces of turned
  if piece_of_lot is glint: add 10 to lot of you
  draw nobody from banners until it is none
  if nobody is none: add 100 to lot of you
"""
HALVES = """
remember down of player: number
remember up of player: number
remember thirds of player: number
remember below of player: number
remember ways of player: number
define start = first of (regions where it is hill)
define goal = regions where it is swamp
after my abandon:
  set down of you to half of hand of me rounded down
  set up of you to half of hand of me rounded up
  set thirds of you to (hand of me / 3) rounded up
  set below of you to half of (0 - hand of me) rounded up
  add (100 * (hops of start to goal through regions)) to ways of you
  add (10 * (hops of start to goal through (regions where it is forest))) to ways of you
  add (hops of start to goal through (regions where no)) to ways of you
"""
PACK = (
    "".join(
        race(id_, rules) + "\n" if not at else race(id_, rules).removeprefix("races:\n") + "\n"
        for at, (id_, rules) in enumerate(
            [("newts", NEWTS), ("loops", LOOPS), ("draws", DRAWS), ("halves", HALVES)]
        )
    )
    + """
  glints:
    name: Glints
    number: 5
    tray: 10
    traits: [shiny]
    pieces:
      glint: {name: Glint, supply: 1}
    rules: |
      my income +(amount of glint in region_of of me)
  gleams:
    name: Gleams
    number: 5
    tray: 10
    traits: [shiny]
    rules: my income +1
tile_traits: [shiny]
dice:
  d6: [1, 2, 3, 4, 5, 6]
rules: |
  define region_of of people = first of (regions of people)
"""
)


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    home = write_pack(tmp_path_factory.mktemp("loops"), "pond", PACK)
    assert not [one for one in validate(home) if one.severity == "error"]
    return load("smallworld", home)


def begun(rules, banner, **more):
    people = {"race": banner, "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": 4}
    return rules.position({"players": 2, "map": RING, "phase": "conquests", "peoples": [people], **more})


def after(rules, banner, **more):
    """The game after the people has abandoned a region, and what its player remembers then."""
    game = begun(rules, banner, **more)
    game.choose("abandon:b")
    return game, position_of(game)["memory"]["players"][0]


def coins(game):
    return position_of(game)["coins"][0]


def test_dice_lie_in_order_and_are_rolled_again(rules):
    # 1, 5, 2 in attack and 4, 3 in defence; the 1 is rolled again, and is 6.
    game, kept = after(rules, "newts", dice=[1, 5, 2, 4, 3, 6])
    assert kept["count@newts"] == 100 * 6 + 10 * 5 + 2
    assert coins(game) == (6 - 3) + (6 + 5 + 2) * 10 + 1


def test_a_loop_ends_when_its_condition_holds(rules):
    game, kept = after(rules, "loops", dice=[1, 2, 3, 6], coins=[10, 5])
    # Four rolls, then 4 at a time up to 12; of the regions a (hill) and b, only a is left.
    assert kept == {"count@loops": 12, "rest": 1}
    assert coins(game) == 2


def test_it_is_asked_after_each_pass(rules):
    # The first pass is made although there are no coins; the number of times is the most.
    game, kept = after(rules, "loops", dice=[1] * 20, coins=[1, 5])
    assert (coins(game), kept["count@loops"]) == (0, 24)


def test_a_draw_takes_what_fits(rules):
    decks = {"banners": ["elves", "orcs", "glints", "trolls", "gleams", "giants"]}
    game, kept = after(rules, "draws", dice=[4, 0], decks=decks)
    # Elves and Orcs go beneath; Gleams are taken from where they are, and return to the top.
    assert position_of(game)["decks"]["banners"] == ["gleams", "trolls", "giants", "elves", "orcs"]
    assert position_of(game)["regions"]["b"]["tiles"] == ["glints"]
    assert kept["lot"] == 5 + 10 + 100


def test_halves_round_as_written(rules):
    _, kept = after(rules, "halves")
    assert {name: kept[name] for name in ("down", "up", "thirds", "below")} == {
        "down": 2,
        "up": 3,
        "thirds": 2,
        "below": -2,
    }


def test_steps_through_some_regions_only(rules):
    # Through the forest it is as near as anywhere; through nothing there is no way, which is the number of regions.
    assert after(rules, "halves")[1]["ways"] == 224


@pytest.mark.parametrize("banner", ["newts", "loops", "draws", "halves"])
def test_both_printers_agree_and_saves_replay(rules, banner):
    for seed in range(3):
        game = begun(rules, banner, seed=seed, coins=[9, 9])
        assert compared(game.state, random.Random(seed).randrange, 40) > 10
        game.choose("abandon:b")
        assert Game.from_json(game.to_json(), rules).hash == game.hash
