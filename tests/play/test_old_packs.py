"""What was valid in the first weeks of `language: 1`: it goes on to be understood, or a sentence says what to write instead."""

import invariants
import pytest
from scratch import race, write_pack

from ruledsl import load, validate
from ruledsl.play.positions.export import position_of

SCENARIO = """
scenarios:
  the_last_region:
    about: A race that is nowhere any more is said to be `null`.
    covers: [newts]
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: hill}}}
      phase: conquests
      peoples: [{race: newts, player: 0, hand: 5, at: {a: 1}}, {race: ratmen, player: 1, stage: declined, at: {b: 1}}]
    steps:
      - choose: "conquer:b"
      - state: {peoples: {ratmen: null}, trays: {ratmen: 13}}
"""


def test_a_people_that_is_gone_is_null(tmp_path):
    home = write_pack(tmp_path, "pond", race("newts", "my income +1"))
    (tmp_path / "pond/scenarios").mkdir()
    (tmp_path / "pond/scenarios/newts.yaml").write_text(SCENARIO, encoding="utf-8")
    assert [found.code for found in validate(home) if found.severity == "error"] == []


OUTSIDE = """
after my mustering: move 2 token of me from outside to hand
before my finishing if round is 2: move 1 token of me from hand to outside
after my finishing if round is 2: move 1 token of me from (first of (regions of me)) to outside
before my opening if round is 3: move 2 token of me from outside to first of (regions of me)
before my opening if round is 4: move all token of me from (first of (regions of me)) to outside
after my finishing if round is 4: move all token of me from tray to outside
before my opening if round is 5: move 1 token of me from outside to tray
after my readying if round is 6: move 1 token of me from hand to outside
"""


def test_outside_goes_on_being_read(tmp_path):
    """Tokens of no tray; whoever names the place is told what to write."""
    home = write_pack(tmp_path, "pond", race("newts", OUTSIDE, number=9, tray=16))
    found = [found for found in validate(home) if found.code not in ("R050", "R051")]
    assert {(found.code, found.severity, found.excerpt.count("^")) for found in found} == {
        ("N028", "warning", len("outside"))
    }
    assert all("stand_in" in found.message for found in found)
    rules = load(home)
    position = {
        "players": 2,
        "map": {
            "regions": {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "hill"}}
        },
        "market": [{"race": "newts", "power": "alchemist"}],
        "peoples": [{"race": "ratmen", "player": 1, "at": {"b": 1}}],
    }
    game = rules.position(position)
    held = {}
    while game.round < 8 and not game.over:
        invariants.check(game)
        ids = [option.id for option in game.decision.options]
        if "expand" in ids and game.decision.player == 0:
            held[game.round] = held_of(game, "newts")
        wished = ("take:newts", "conquer:a", "expand", "a")
        game.choose(next((place for place, id_ in enumerate(ids) if id_ in wished), len(ids) - 1))
    # Two more than the 13 of the combo; one less, two more; all of a region, of which three stood in; all of the tray, one of them back; one in hand.
    assert held == {2: (15, 0), 3: (16, 0), 4: (3, 10), 5: (3, 12), 6: (3, 12), 7: (2, 13)}


def held_of(game, race):
    """How many tokens of a race are in hand or on the map, how many are set aside."""
    found = game.view(0)
    (people,) = (people for people in found["peoples"] if people["race"] == race)
    held = sum(region["tokens"] for region in found["regions"].values() if region["holder"] == race)
    return people["hand"] + held, found["aside"].get(race, 0)


SWEEPING = """
after my conquest:
  for each other in peoples where it is enemy of me: do departure of other
before departure: owner of people gains 5 coins
"""


def test_a_people_that_departs_gives_up_what_it_holds(tmp_path):
    """What swept a people from the map was `do departure`; by that name the last moment of any people is still watched."""
    home = write_pack(tmp_path, "pond", race("newts", SWEEPING))
    (found,) = [found for found in validate(home) if found.code != "R050"]
    assert (found.code, found.severity, found.suggestion) == ("N028", "warning", "clearing")
    assert found.excerpt.count("^") == len("departure")
    position = {
        "players": 2,
        "map": {
            "regions": {
                "a": {"terrain": "hill", "borders": ["b"]},
                "b": {"terrain": "hill"},
                "c": {"terrain": "hill"},
            }
        },
        "phase": "conquests",
        "peoples": [
            {"race": "newts", "player": 0, "hand": 5, "at": {"a": 1}},
            {"race": "ratmen", "player": 1, "at": {"c": 2}},
        ],
    }
    game = load(home).position(position)
    game.choose("conquer:b")
    after = position_of(game)
    assert [people["race"] for people in after["peoples"]] == ["newts"]
    assert after["coins"] == [0, 5]


FLIGHT = """
action fly of region
  during conquests
  once per turn
  from frontier of me where can conquer of it by me
  do:
    roll reinforcement as pips
    do venture of region by me with pips from this
    if holder of region is not me: stop conquests
after my last_attack if holder of region is not me: you gains 3 coins
"""


@pytest.mark.parametrize("attempt", ["fly:b", "reinforce:b"])
def test_an_attempt_that_falls_short_is_known_by_who_holds_the_region(tmp_path, attempt):
    """A failed attempt was an attack that was beaten back; now it is none, and whoever asks for the holder sees the same."""
    home = write_pack(tmp_path, "pond", race("newts", FLIGHT))
    position = {
        "players": 2,
        "map": {"regions": {"a": {"terrain": "hill", "borders": ["b"]}, "b": {"terrain": "mountain"}}},
        "phase": "conquests",
        "dice": [0],
        "peoples": [{"race": "newts", "player": 0, "hand": 1, "at": {"a": 1}}],
    }
    game = load(home).position(position)
    game.choose(attempt)
    after = position_of(game)
    assert "b" not in after["peoples"][0]["at"]
    assert after["phase"] != "conquests"
    assert after["coins"][0] == 3 * (attempt == "reinforce:b") + (after["turn"] == 1)
