"""Whatever callers give of a wrong type, they are told what was expected; what makes no sense is a `GameError`."""

import random
from pathlib import Path

import pytest

import ruledsl
from ruledsl import Game, GameError
from ruledsl.rules.packs.folders.find import official_folder

HUGE = 10**5000


@pytest.fixture(scope="module")
def rules():
    return ruledsl.load("smallworld")


@pytest.fixture(scope="module")
def game(rules):
    game = rules.new_game(2, 1)
    for _ in range(9):
        game.choose(0)
    return game


class Silent:
    def __repr__(self):
        raise ValueError


CALLS = {
    "load a list": (lambda g: ruledsl.load(["a", "b"]), "Packs are given one by one, not as a list"),
    "load a tuple": (lambda g: ruledsl.load(("a",)), "one by one"),
    "load a number": (lambda g: ruledsl.load(3), "A pack should be the id of a pack or the path of its folder, not int: 3"),
    "load nothing": (lambda g: ruledsl.load(None), "not NoneType: None"),
    "load bytes": (lambda g: ruledsl.load(b"core"), "not bytes: b'core'"),
    "load a list of variants": (lambda g: ruledsl.load("core", variants=["a=b"]), r"variants should be a mapping \(dict\), or None, not list"),
    "load a number as an option": (lambda g: ruledsl.load("core", variants={"a": 1}), "The option of the variant 'a' should be a text"),
    "load a number as a variant": (lambda g: ruledsl.load("core", variants={1: "a"}), "The name of a variant"),
    "validate a list": (lambda g: ruledsl.validate(["core"]), "one by one"),
    "validate a number": (lambda g: ruledsl.validate(3), "A pack should be"),
    "players as a text": (lambda g: g.rules.new_game("3"), r"players should be a whole number \(int\), not str: '3'"),
    "players as a flag": (lambda g: g.rules.new_game(True), "players should be a whole number"),
    "players as a fraction": (lambda g: g.rules.new_game(2.0), "players should be a whole number"),
    "a seed as a text": (lambda g: g.rules.new_game(2, seed="x"), "seed should be a whole number"),
    "a map as a number": (lambda g: g.rules.new_game(2, map=3), r"map should be a text \(str\), or None, not int: 3"),
    "analysis as a text": (lambda g: g.rules.new_game(2, analysis="no"), "analysis should be True or False"),
    "dice as a number": (lambda g: g.rules.new_game(2, dice=3), "dice should be a list of whole numbers"),
    "costs of a number": (lambda g: g.costs(3), "people should be a text"),
    "what a number can conquer": (lambda g: g.conquerable(3), "people should be a text"),
    "a value by number": (lambda g: g.value(3), "The name of a value"),
    "a phase by number": (lambda g: g.run_until(3), "The name of a phase"),
    "amounts as a list": (lambda g: g.place(["a"]), "Amounts should be a mapping"),
    "a place as a number": (lambda g: g.leave(3), "rest should be a text"),
    "a position as a text": (lambda g: g.rules.position("x"), "A position should be a mapping"),
    "a position as pairs": (lambda g: g.rules.position([("players", 2)]), "A position should be a mapping"),
    "no map": (lambda g: g.rules.map(None), "The id of a map should be a text"),
    "no board": (lambda g: g.rules.board(3), "The id of a map should be a text"),
    "choose nothing": (lambda g: g.choose(None), r"A choice should be an option, its id \(str\) or its place \(int\), not NoneType"),
    "choose a flag": (lambda g: g.choose(True), "A choice should be"),
    "choose a fraction": (lambda g: g.choose(0.0), "A choice should be"),
    "choose a list": (lambda g: g.choose([0]), "A choice should be"),
    "choose something silent": (lambda g: g.choose(Silent()), "not Silent: "),
    "choose something long": (lambda g: g.choose([["x" * 999] * 999] * 999), "A choice should be.{,200}$"),
    "a view for a text": (lambda g: g.view("0"), "player should be a whole number"),
    "a view for nobody": (lambda g: g.view(None), "player should be a whole number"),
    "a sample for a text": (lambda g: g.sample("0", 1), "player should be a whole number"),
    "a sample without a seed": (lambda g: g.sample(0, None), "seed should be a whole number"),
    "why a number": (lambda g: g.why(3), r"The name of a value should be a text \(str\), not int: 3"),
    "why not a number": (lambda g: g.why_not(3), "The name of an action should be a text"),
    "a game of bytes": (lambda g: Game.from_json(b"{}"), "A saved game should be a text"),
    "a game of a mapping": (lambda g: Game.from_json({}), "A saved game should be a text"),
    "a game with a name as rules": (lambda g: Game.from_json("{}", "core"), "rules should be Rules, from ruledsl.load, or None, not str"),
    "a game with one name as packs": (lambda g: Game.from_json("{}", packs="core"), "packs should be a list of ids or folders of packs, not str"),
    "a game with numbers as packs": (lambda g: Game.from_json("{}", packs=[3]), "packs should be a list"),
    "undo by number": (lambda g: g.undo(force=1), "force should be True or False"),
}  # fmt: skip
SENSELESS = {
    "no players": (lambda g: g.rules.new_game(0), "G012"),
    "very many players": (lambda g: g.rules.new_game(HUGE), "G012"),
    "an endless seed": (lambda g: g.rules.new_game(2, HUGE), "G013"),
    "an option too far": (lambda g: g.choose(99), "G001"),
    "an option before the first": (lambda g: g.choose(-1), "G001"),
    "an option very far": (lambda g: g.choose(HUGE), "G001"),
    "an unknown option": (lambda g: g.choose("x"), "G001"),
    "a view for another": (lambda g: g.view(2), "G003"),
    "a view for one very far": (lambda g: g.view(-HUGE), "G003"),
    "a sample for another": (lambda g: g.sample(2, 0), "G003"),
    "why of something": (lambda g: g.why("earnings", player=object()), "G003"),
    "why of a list": (lambda g: g.why("earnings", player=[0]), "G003"),
    "why of a mapping": (lambda g: g.why("conquest_cost", people={}, region=[]), "G003"),
    "why of a region very far": (lambda g: g.why("defence", region=HUGE), "G003"),
    "why of something silent": (lambda g: g.why("defence", region=Silent()), "G003"),
    "why not at a list": (lambda g: g.why_not("conquer", ["1"]), "G003"),
    "why not at something": (lambda g: g.why_not("conquer", object()), "G003"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_wrong_type_is_said(game, call):
    function, said = CALLS[call]
    before = game.to_json()
    with pytest.raises(TypeError, match=said) as caught:
        function(game)
    assert len(str(caught.value)) < 250
    assert game.to_json() == before


@pytest.mark.parametrize("call", SENSELESS)
def test_what_makes_no_sense_is_said(game, call):
    function, code = SENSELESS[call]
    before = game.to_json()
    with pytest.raises(GameError) as caught:
        function(game)
    assert caught.value.code == code
    assert game.to_json() == before


def test_paths_are_names_of_packs(game):
    folder = official_folder() / "core"
    assert ruledsl.load(Path(folder)).asked_for == (str(folder),)
    assert ruledsl.validate(Path(folder)) == ruledsl.validate(str(folder))
    assert Game.from_json(game.to_json(), packs=[Path(folder)]).hash == game.hash


def test_options_and_places_are_choices(rules):
    game, chance = rules.new_game(2, 1), random.Random(1)
    for number in range(30):
        option = chance.choice(game.decision.options)
        game.choose((option, option.id, option.index)[number % 3])
    assert len(game.choices) == 30
