"""What a tile or a pack declares is its own: packs that were written apart go together, whatever names they chose."""

import pytest
from scratch import RING, indented, race, write_pack

from ruledsl import Game
from ruledsl.base.errors import PackError
from ruledsl.play.rules import load

LUCK = """\
remember luck of people: number
define bounty_paid of people = {coins} * (luck of people)
value fare of people for region = {coins}
event windfall of people:
  (owner of people) gains bounty_paid of people coins
after my conquest:
  add 1 to my luck
  do windfall of me
my conquest_cost +0 if fare of me for region is 7
"""
FROGS = race("frogs", LUCK.format(coins=1))
CRICKETS = "powers:\n  crickets:\n    name: Crickets\n    number: 4\n    rules: |\n" + indented(
    LUCK.format(coins=2), 6
)
TEXTS = "texts:\n  event.windfall: '{{people}}: {word}'\n"
PEOPLE = {"race": "frogs", "power": "crickets", "player": 0, "at": {"a": 2}, "hand": 7}
POSITION = {"players": 2, "map": RING, "phase": "conquests", "peoples": [PEOPLE]}


def packs(folder, *texts):
    """Packs called `p0`, `p1`, … with these texts."""
    return [write_pack(folder, f"p{number}", text) for number, text in enumerate(texts)]


@pytest.fixture
def rules(tmp_path):
    return load(*packs(tmp_path, FROGS + TEXTS.format(word="ribbit"), CRICKETS + TEXTS.format(word="chirp")))


def coins(game):
    return game.view(0)["players"][0]["coins"]


def test_each_has_a_memory_a_value_and_an_event_of_that_name(rules):
    game = rules.position(POSITION)
    before = coins(game)
    game.choose("conquer:b")
    assert coins(game) - before == 1 + 2
    assert {memory.name for memory in rules.program.memories if memory.name.startswith("luck")} == {
        "luck@frogs",
        "luck@crickets",
    }


def test_each_has_texts_of_its_own(rules):
    game = rules.position(POSITION)
    game.choose("conquer:b")
    said = " ".join(entry.text for entry in game.log)
    assert "ribbit" in said
    assert "chirp" in said


def test_a_position_says_whose_memory_it_sets(rules):
    people = {**PEOPLE, "memory": {"luck@frogs": 3}}
    game = rules.position({**POSITION, "peoples": [people]})
    before = coins(game)
    game.choose("conquer:b")
    assert coins(game) - before == 4 + 2


def test_saved_games_keep_them_apart(rules):
    game = rules.position(POSITION)
    game.choose("conquer:b")
    again = Game.from_json(game.to_json(), rules)
    assert again.hash == game.hash


def test_from_elsewhere_the_one_who_declares_it_is_named(tmp_path):
    third = race("toads", "my region_income +1 if frogs/luck of me is 1 and crickets/luck of me is 1")
    load(*packs(tmp_path, FROGS, CRICKETS, third))


def test_a_name_that_could_be_of_several_is_reported(tmp_path):
    third = race("toads", "my region_income +1 if luck of me is 1")
    with pytest.raises(PackError) as caught:
        load(*packs(tmp_path, FROGS, CRICKETS, third))
    text = str(caught.value)
    assert "N025" in text
    assert "`frogs/luck` or `crickets/luck`" in text


@pytest.mark.parametrize("first", [0, 1])
def test_what_one_pack_declares_is_nearer_to_the_packs_that_need_it(tmp_path, first):
    """Whichever of the two comes first."""
    folders = packs(
        tmp_path, "rules: |\n  value forfeit of people = 3\n", "rules: |\n  value forfeit of people = 5\n"
    )
    needs = write_pack(
        tmp_path,
        "p2",
        race("toads", "after my conquest: you gains forfeit of me coins"),
        requires=("smallworld", "p0"),
    )
    rules = load(*folders[:: 1 if first else -1], needs)
    game = rules.position({**POSITION, "peoples": [{**PEOPLE, "race": "toads", "power": "alchemist"}]})
    before = coins(game)
    game.choose("conquer:b")
    assert coins(game) - before == 3


def test_a_name_of_ones_own_hides_that_of_a_required_pack(tmp_path):
    """Rules of others go on to mean theirs."""
    text = "value conquest_cost of people = 3\nmy income +(conquest_cost of me)"
    rules = load(*packs(tmp_path, race("toads", text)))
    assert {value.name for value in rules.program.values} >= {"conquest_cost", "conquest_cost@toads"}
    game = rules.position({**POSITION, "peoples": [{**PEOPLE, "race": "toads", "power": "alchemist"}]})
    assert game.why("conquest_cost", people="toads", region="b").result == 2
    assert game.why("conquest_cost@toads", people="toads").result == 3


JUMP = """\
rules: |
  action jump
    during conquests
    once per turn
    do: turn_player gains {coins} coins
"""


def test_packs_have_actions_of_one_name(tmp_path):
    rules = load("smallworld", *packs(tmp_path, JUMP.format(coins=1), JUMP.format(coins=2)))
    game = rules.position({**POSITION, "peoples": [{**PEOPLE, "race": "elves", "power": "alchemist"}]})
    names = {option.id for option in game.decision.options if option.id.startswith("jump")}
    assert names == {"jump@p0", "jump@p1"}
    before = coins(game)
    game.choose("jump@p1")
    assert coins(game) - before == 2
    assert game.why_not("jump@p0").result is True


SWITCH = """\
variants:
  weather:
    options: [fine, stormy]
    name: Weather
{map}
rules_when:
  - when: {{weather: stormy}}
    rules: |
      before turn: player gains {coins} coins
"""
ISLE = "maps:\n  isle:\n    name: Isle\n    players: [2]\n    rounds: ROUNDS\n    regions:\n" + indented(
    "a: {terrain: hill, entry: true, borders: [b]}\nb: {terrain: forest, entry: true, borders: [a]}", 6
)


def test_variants_and_maps_of_one_id_are_those_of_the_pack(tmp_path):
    folders = packs(
        tmp_path, *(SWITCH.format(map=ISLE.replace("ROUNDS", str(n + 4)), coins=n) for n in (1, 2))
    )
    rules = load(*folders, variants={"p1/weather": "stormy"})
    assert rules.composition.chosen["weather"] == "fine"
    assert [rules.composition.maps[id_].rounds for id_ in ("isle", "p1/isle")] == [5, 6]
    game = rules.new_game(players=2, map="p1/isle", seed=1)
    assert "gains 2 coins" in " ".join(entry.text for entry in game.log)


PICK = """\
action pick_{word}
  during conquests
  do:
    choose site from regions of me
    you gains 1 coins
"""


@pytest.mark.parametrize(("word", "prompt"), [("frog", "Which pond?"), ("cricket", "Which meadow?")])
def test_texts_of_choices_of_one_name_are_those_of_the_pack(tmp_path, word, prompt):
    frogs = race("frogs", PICK.format(word="frog")) + "texts: {ask.site: 'Which pond?'}\n"
    crickets = (
        "powers:\n  crickets:\n    name: Crickets\n    number: 4\n    rules: |\n"
        + indented(PICK.format(word="cricket"), 6)
        + "texts: {ask.site: 'Which meadow?'}\n"
    )
    game = load(*packs(tmp_path, frogs, crickets)).position(
        {**POSITION, "peoples": [{**PEOPLE, "at": {"a": 2, "b": 1}}]}
    )
    game.choose(f"pick_{word}")
    assert game.decision.prompt == prompt
