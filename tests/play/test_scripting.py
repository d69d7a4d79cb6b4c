"""What programs that play games ask for: numbers, pauses, who acts, many placements at once."""

import random

import pytest
from scratch import RING

import ruledsl
from ruledsl import Game, GameError
from ruledsl.base.errors import EngineError
from ruledsl.engine.machines.machine import Machine
from ruledsl.play.positions.export import position_of

PEOPLES = [
    {"race": "tritons", "power": "hill", "player": 0, "at": {"a": 3}, "hand": 4},
    {"race": "ratmen", "power": "flying", "player": 1, "at": {"d": 2}},
]
POSITION = {"players": 2, "map": RING, "phase": "conquests", "peoples": PEOPLES}


@pytest.fixture(scope="module")
def rules():
    return ruledsl.load("smallworld")


@pytest.fixture
def game(rules):
    return rules.position(POSITION)


# ── numbers ──


def test_a_value_is_what_is_explained(rules):
    chance = random.Random(3)
    game = rules.new_game(3, seed=3)
    for _ in range(120):
        peoples = [people["race"] for people in game.view(0)["peoples"]]
        for people in peoples:
            costs = game.costs(people)
            region = chance.choice(list(costs))
            assert costs[region] == game.value("conquest_cost", people=people, region=region)
            assert costs[region] == game.why("conquest_cost", people=people, region=region).result
            assert sorted(game.value("reach", people=people)) == sorted(
                game.why("reach", people=people).result
            )
        assert game.value("active", player=0) == game.why("active", player=0).result
        game.choose(chance.randrange(len(game.decision.options)))


def test_what_can_be_conquered_whatever_is_in_hand(game):
    assert game.conquerable("tritons") == ["b", "c"]
    assert game.conquerable("ratmen") == ["a", "b", "c"]
    assert game.why_not("conquer", "d").result is not True


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda g: g.value("conquest_costs", people="ratmen", region="a"), "Did you mean `conquest_cost`"),
        (lambda g: g.value("conquest_cost", people="ratmen"), "also needs region"),
        (lambda g: g.value("conquest_cost", people="ratmen", region="q"), "no region `q`"),
        (lambda g: g.costs("elves"), "No people 'elves'"),
        (lambda g: g.conquerable("elves"), "No people 'elves'"),
        (lambda g: g.run_until("scorin"), "Did you mean `scoring`"),
        (lambda g: g.choose("stop", until="scorin"), "Did you mean `scoring`"),
    ],
)
def test_what_cannot_be_asked(game, ask, said):
    before = game.hash
    with pytest.raises(GameError, match=said):
        ask(game)
    assert game.hash == before


@pytest.mark.parametrize(("role", "ask"), [("cost", "costs"), ("conquest", "conquerable")])
def test_packs_that_do_not_say_what_a_conquest_is(game, monkeypatch, role, ask):
    monkeypatch.delitem(game.rules.composition.roles, role)
    with pytest.raises(GameError, match="These packs do not say"):
        getattr(game, ask)("ratmen")


# ── pauses ──


def test_a_game_pauses_where_nobody_has_to_decide(game):
    game.choose("conquer:b")
    game.choose("stop")
    while game.decision.key == "ask.placing.region":
        game.choose("a", until="scoring")
        if game.paused:
            break
    assert game.paused
    assert not game.over
    view = game.view(0)
    assert view["decision"] is None
    assert view["turn"] == 0
    assert view["players"][0]["coins"] == 0
    assert game.value("earnings", player=0) == 3
    assert position_of(game)["phase"] == "scoring"
    with pytest.raises(GameError, match="paused"):
        game.choose(0)
    saved = Game.from_json(game.to_json(), game.rules)
    other = game.copy()
    game.go_on()
    assert game.view(0)["players"][0]["coins"] == 3
    assert game.decision.player == 1
    assert saved.hash == game.hash == game.replayed().hash
    assert other.paused
    other.undo()
    assert other.decision.key == "ask.placing.region"


@pytest.mark.parametrize("packs", [["smallworld"], ["underground"], ["warcraft"]])
def test_games_with_pauses_are_the_same_games(packs):
    rules = ruledsl.load(*packs)
    names = [
        event.name for event in rules.program.events if event.parent or event.name in ("turn", "refilling")
    ]
    chance = random.Random(5)
    game, plain = rules.new_game(2, 5), rules.new_game(2, 5)
    pauses = 0
    while not plain.over:
        pick = chance.randrange(len(plain.decision.options))
        plain.choose(pick)
        game.choose(pick, until=chance.choice(names))
        while game.paused:
            pauses += 1
            game.go_on(until=chance.choice(names))
        assert game.hash == plain.hash
        assert game.log == plain.log
    assert pauses > 10


def runs_away(machine, name, *args):
    """Rules do, as they go on from a pause."""
    if name == "begin":
        raise EngineError("the rules do not come to an end")
    return call(machine, name, *args)


call = Machine.call


def test_a_choice_that_cannot_be_carried_out_after_a_pause_is_taken_back(rules, monkeypatch):
    game = rules.position(
        {**POSITION, "peoples": [{**PEOPLES[0], "at": {"a": 1, "b": 1}, "hand": 1}, PEOPLES[1]]}
    )
    before = game.hash
    game.choose("stop", until="redeployment")
    assert game.paused
    monkeypatch.setattr("ruledsl.engine.machines.machine.Machine.call", runs_away)
    with pytest.raises(GameError, match="cannot be carried out"):
        game.go_on()
    assert (game.hash, game.choices) == (before, [])
    assert game.decision.key == "ask.conquests.conquests"


def test_run_until(rules):
    game = rules.new_game(2, 1)
    assert not game.run_until("scoring")
    assert game.run_until("scoring", lambda g: 0)
    assert game.paused
    assert game.choices
    assert game.run_until("turn", lambda g: 0)
    assert not game.run_until("departure", lambda g: len(g.decision.options) - 1) or game.paused
    while game.run_until("turn", lambda g: 0):
        pass
    assert game.over
    game.go_on()
    assert game.over


# ── who acts, and what is asked ──


def test_who_acts_and_what_is_asked(game):
    assert game.decision.people == "tritons"
    assert game.decision.key == "ask.conquests.conquests"
    beginning = game.rules.position({key: entry for key, entry in POSITION.items() if key != "phase"})
    assert beginning.decision.people is None


@pytest.mark.parametrize("packs", [["warcraft"], ["smallworld", "underground", "warcraft", "crossover"]])
def test_a_key_names_the_tile_whatever_is_loaded(packs):
    position = {
        "players": 2,
        "map": {
            "regions": {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "hill"}}
        },
        "phase": "conquests",
        "peoples": [
            {
                "race": "gnomes",
                "power": "beast_master",
                "player": 0,
                "at": {"a": 3, "b": 2},
                "pieces": {"beast": 1},
            }
        ],
    }
    if len(packs) > 1:
        position["peoples"][0]["race"] = "warcraft/gnomes"
    game = ruledsl.load(*packs).position(position)
    game.run_until(
        "finishing",
        lambda g: "stop" if g.decision.kind == "offer" else "a" if "den" not in g.decision.key else "b",
    )
    game.undo()
    assert game.decision.key == "ask.warcraft/beast_master.after_redeployment.den"


def test_what_was_taken_back_is_made_again_until_another_choice(rules):
    game = rules.new_game(2, seed=1, analysis=True)
    hashes = []
    for _ in range(6):
        hashes.append(game.hash)
        game.choose(0)
    hashes.append(game.hash)
    for left in reversed(range(6)):
        game.undo()
        assert game.hash == hashes[left]
    half = game.copy()
    for done in range(1, 7):
        game.redo()
        assert game.hash == hashes[done]
        half.redo() if done < 3 else None
    half.choose(0)
    for other in (game, half, ruledsl.Game.from_json(half.to_json(), rules)):
        with pytest.raises(ruledsl.GameError, match="nothing to make again"):
            other.redo()
    game.undo()
    game.go_back(1)
    with pytest.raises(ruledsl.GameError, match="nothing to make again"):
        game.redo()


# ── many placements at once ──


@pytest.fixture
def placing(game):
    game.choose("conquer:b")
    game.choose("stop")
    return game


def tokens(game):
    return {id_: region["tokens"] for id_, region in game.view(0)["regions"].items()}


def test_so_many_are_placed(placing):
    placing.place({"a": 3, "b": 1})
    assert tokens(placing) == {"a": 4, "b": 2, "c": 0, "d": 2}
    placing.place({"b": 1})
    assert placing.decision.player == 1
    assert tokens(placing) == {"a": 4, "b": 3, "c": 0, "d": 2}


@pytest.mark.parametrize("amounts", [{"a": 99}, {"a": 1, "d": 1}, {"q": 1}])
def test_all_are_placed_or_none(placing, amounts):
    before = placing.hash, list(placing.choices), len(placing.log)
    with pytest.raises(GameError):
        placing.place(amounts)
    assert (placing.hash, placing.choices, len(placing.log)) == before
    with pytest.raises(TypeError):
        placing.place({"a": "1"})


def test_tokens_are_left_as_they_stand(rules):
    peoples = [{**PEOPLES[0], "at": {"a": 3, "b": 2}, "hand": 2}, PEOPLES[1]]
    game = rules.position({**POSITION, "peoples": peoples})
    game.choose("stop")
    other = game.copy()
    assert not game.leave()
    assert game.decision.key == "ask.placing.region"
    assert {id_: n for id_, n in tokens(game).items() if n} == {"a": 3, "b": 2, "d": 2}
    assert game.leave("b")
    assert {id_: n for id_, n in tokens(game).items() if n} == {"a": 3, "b": 4, "d": 2}
    other.choose("b")
    assert other.leave("a")
    assert {id_: n for id_, n in tokens(other).items() if n} == {"a": 5, "b": 2, "d": 2}
    assert game.replayed().hash == game.hash


@pytest.fixture
def driven_out(rules):
    """Two peoples of one player have lost a region each in the other one's turn, and place what is left of them."""
    ring = {**RING["regions"], **{id_: {"terrain": "swamp", "borders": ["c"]} for id_ in "efg"}}
    ghouls = {
        "race": "ghouls",
        "power": "swamp",
        "player": 1,
        "stage": "declined",
        "at": {"c": 3, "e": 1, "f": 1},
    }
    peoples = [
        {**PEOPLES[0], "at": {"a": 1}, "hand": 10},
        {**PEOPLES[1], "at": {"b": 3, "d": 1, "g": 1}},
        ghouls,
    ]
    game = rules.position({**POSITION, "map": {"regions": ring}, "peoples": peoples})
    for choice in ("conquer:b", "conquer:c"):
        game.choose(choice)
    assert game.leave("a")
    return game


def test_what_was_driven_out_is_placed_for_each_people(driven_out):
    stood = tokens(driven_out)
    assert not driven_out.leave()
    assert tokens(driven_out) == stood
    assert driven_out.leave("d")
    assert tokens(driven_out) == {**stood, "d": 3}
    assert driven_out.leave("e")
    assert tokens(driven_out) == {**stood, "d": 3, "e": 3}
    assert driven_out.decision.key == "ask.opening.opening"


def test_no_more_are_placed_than_one_people_has(driven_out):
    with pytest.raises(GameError, match="Only 2 of 3"):
        driven_out.place({"d": 3})


def test_how_many_can_be_placed_is_known(rules, placing, driven_out):
    """Not what is in hand: one people after the other places its tokens, and the Amazons keep some."""
    assert placing.view(0).room() == 5
    assert driven_out.view(driven_out.decision.player).room() == 2
    amazons = {"race": "amazons", "power": "stout", "player": 0, "at": {"a": 1, "b": 1}, "hand": 6}
    game = rules.position({**POSITION, "peoples": [amazons, PEOPLES[1]]})
    assert game.view(0).room() == 0
    game.choose("stop")
    assert game.view(0).room() == 2
    game.place({"a": 2})
    assert game.view(0).room() == 0


def test_there_is_nothing_to_leave(game):
    with pytest.raises(GameError, match="to be placed"):
        game.leave()


# ── dice, trays, names ──


def test_a_new_game_rolls_what_it_is_told(rules):
    game = rules.new_game(2, 3, dice=[3, 0, 3])
    assert game.start["dice"] == [3, 0, 3]
    chance, rolls = random.Random(8), []
    while len(rolls) < 3:
        ids = [option.id for option in game.decision.options]
        dared = [id_ for id_ in ids if id_.startswith("reinforce")]
        game.choose(chance.choice(dared or ids))
        rolls = [entry.args["face"] for entry in game.log if entry.key == "roll"]
    assert rolls == [3, 0, 3]
    assert game.replayed().hash == game.hash
    assert Game.from_json(game.to_json(), rules).hash == game.hash
    assert "dice" not in rules.new_game(2, 3).start


@pytest.mark.parametrize("dice", [[7], [0, -1]])
def test_dice_have_faces(rules, dice):
    with pytest.raises(GameError, match="No die has the face"):
        rules.new_game(2, dice=dice)


def test_trays_are_public(game):
    for player in range(2):
        trays = game.view(player)["trays"]
        assert trays["tritons"] == 4
        assert trays["elves"] == 11


def test_what_scripts_need_comes_from_ruledsl(game):
    assert ruledsl.position_of(game) == position_of(game)
    with pytest.raises(ruledsl.PositionError):
        game.rules.position({})
