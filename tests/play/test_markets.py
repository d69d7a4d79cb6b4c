"""Markets of one, two and three tiles to a place: each tile lies beside the one before, by the memory with the role `partner`."""

from textwrap import indent

import pytest

from ruledsl import Game, PositionError, load, position_of
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import view_data

HEAD = "id: fair\nversion: 0.1.0\nlanguage: 3\nname: Fair\n"
FAIR = """\
stages: [here_now, away]
terrains: [land]
kinds:
  breed: {plural: breeds, name: breed, borne_by: people, tray: heads, fields: {heads: breed_size}}
  trick: {plural: tricks, name: trick, borne_by: people, fields: {skill: trick_skill}}
  charm: {plural: charms, name: charm, borne_by: people, fields: {luck: charm_luck}}
breeds:
  cats: {name: Cats, heads: 5}
  dogs: {name: Dogs, heads: 6}
tricks:
  leaping: {name: Leaping, skill: 2, rules: my strength +2}
  barking: {name: Barking, skill: 3, rules: my strength +3}
charms:
  golden: {name: Golden, luck: 1, rules: my strength +10}
  silver: {name: Silver, luck: 2, rules: my strength +20}
decks:
  all_breeds: {of: breed, hidden: true, deals: true}
  all_tricks: {of: trick, hidden: true, deals: true}
  all_charms: {of: charm, hidden: true, deals: true}
  stall: {of: [breed, charm]}
maps:
  table:
    name: Table
    players: [2]
    rounds: 4
    regions: {a: {terrain: land, borders: [b]}, b: {terrain: land}}
ends: rounds
coins: {open: true}
standings: [score]
roles: {start: game, turn: turn, market: stall%s}
rules: |
  value score of player = sum of (strength of it) over peoples of player
  value strength of people = 0
  remember next_to of tile: tile
  event game:
    phase filling:
      %s
    phase playing:
      repeat (rounds - round + 1) times:
        repeat (number of players) times until seat of turn_player is 0:
          do turn of turn_player
          set turn_player to next of turn_player
        add 1 to round
  event turn of player:
    phase buying:
      offer one to player
  action take of tile
    during buying
    from stall where kind of it is breed
    do:
      let trick be next_to of tile
      found people of tile with trick for player
      lay next_to of trick with people
  define people_of of player = first of (peoples of player)
  value tiles_held of people = number of tiles of people
  action wait
    during buying
    do: player gains 1 coin
"""
TRIPLES = """repeat 2 times:
        draw one from all_breeds
        draw trick from all_tricks
        draw charm from all_charms
        set next_to of one to trick
        set next_to of trick to charm
        return one to bottom of stall"""
SINGLES = """repeat 2 times:
        draw one from all_charms
        return one to bottom of stall"""


def fair(roles, filling, more=""):
    return load(
        texts={
            "pack.yaml": HEAD,
            "fair.yaml": FAIR % (roles, filling),
            "more.yaml": f"rules: |\n{indent(more, '  ')}",
        }
    )


@pytest.fixture(scope="module")
def triples():
    return fair(", partner: next_to", TRIPLES)


@pytest.fixture(scope="module")
def singles():
    return fair("", SINGLES)


PLACE = {"tiles": ["cats", "barking", "silver"], "coins": 2}


def test_three_tiles_lie_side_by_side_and_make_one_people(triples):
    game = triples.position({"players": 2, "market": [PLACE]})
    (place,) = view_data(game.view(0), Course())["market"]
    assert (place["tile"], place["beside"]) == ("cats", ["silver", "barking"])
    assert (place["name"], place["coins"], place["sizes"]) == ("Silver Barking Cats", 2, "2+3")
    game.choose("take:cats")
    assert game.value("strength", people="cats") == 23
    (people,) = view_data(game.view(1), Course())["peoples"]
    assert people["tiles"] == ["barking", "cats", "silver"]
    assert people["name"] == "Silver Barking Cats" == game.naming.people(game.state, 0)
    assert game.value("tiles_held", people="cats") == 3
    assert "silver" in str(game.why("strength", people="cats").as_dict())


CHANGES = {
    "return silver to bottom of all_charms": 3,
    "lay golden with people_of of turn_player": 33,
    "set power of people_of of turn_player to silver": 20,
    "set stage of people_of of turn_player to away": 0,
}


def test_what_becomes_of_a_further_tile():
    actions = "".join(f"action change_{n}\n  during buying\n  do: {rule}\n" for n, rule in enumerate(CHANGES))
    rules = fair("", TRIPLES, actions)
    cats = {"race": "cats", "power": "barking", "tiles": ["silver"], "player": 0}
    for n, (rule, strength) in enumerate(CHANGES.items()):
        game = rules.position({"players": 2, "phase": "buying", "peoples": [cats]})
        game.choose(f"change_{n}")
        assert game.value("score", player=0) == strength, rule
        again = rules.position(position_of(game))
        assert again.view(0).as_dict() == game.view(0).as_dict(), rule
        assert Game.from_json(game.to_json(), rules).hash == game.hash, rule


def test_one_tile_is_a_place_of_its_own(singles):
    game = singles.position(
        {"players": 2, "market": [{"tiles": ["silver"]}, {"tiles": ["golden"], "coins": 1}]}
    )
    places = view_data(game.view(0), Course())["market"]
    assert [(place["tile"], place["beside"], place["coins"]) for place in places] == [
        ("silver", [], 0),
        ("golden", [], 1),
    ]


@pytest.mark.parametrize("name", ["triples", "singles"])
def test_positions_come_back(name, request):
    rules = request.getfixturevalue(name)
    game = rules.new_game(2, 3)
    while not game.over:
        again = rules.position(position_of(game))
        assert again.view(0).as_dict() == game.view(0).as_dict()
        game.choose(0)


@pytest.mark.parametrize(
    ("name", "place", "path", "said"),
    [
        ("singles", {"tiles": ["silver", "golden"]}, ("market", 0), "Nothing lies beside"),
        ("triples", {"tiles": ["cats"], "race": "dogs"}, ("market", 0, "race"), "has them all"),
        ("triples", {"tiles": ["cats", "cats"]}, ("market", 0, "tiles", 1), "two places"),
        ("triples", {"tiles": ["cats", "catz"]}, ("market", 0, "tiles", 1), "cats"),
    ],
)
def test_markets_that_cannot_be(name, place, path, said, request):
    with pytest.raises(PositionError, match=said) as caught:
        request.getfixturevalue(name).position({"players": 2, "market": [place]})
    assert caught.value.path == path
