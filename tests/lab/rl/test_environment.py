"""PettingZoo's own tests, and what is observed."""

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from ruledsl.rl import Solo, Vector, env

BOXES = ("smallworld", "underground", "warcraft", "crossover")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("box", BOXES)
def test_the_api_of_pettingzoo(box, capsys):
    api_test(env(box), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("box", BOXES)
def test_the_checker_of_gymnasium(box):
    check_env(Solo(box), skip_render_check=True)


@pytest.mark.parametrize("box", BOXES)
def test_many_tables_are_in_their_spaces(box):
    """Any actions may come: an action that is none is the last one that is an option, so games are short."""
    vector = Vector(box, num_envs=3)
    seen, infos = vector.reset(seed=1)
    vector.action_space.seed(1)
    ended = 0
    while not ended:
        assert vector.observation_space.contains(seen)
        assert infos["seat"].tolist() == [0, 1, 0]
        seen, rewards, over, cut, infos = vector.step(vector.action_space.sample())
        assert [part.shape for part in (rewards, over, cut)] == [(3,)] * 3
        assert not cut.any()
        assert not rewards[~over].any()
        ended += over.sum()
    assert infos["_final_obs"].tolist() == over.tolist()
    for final in infos["final_obs"][over]:
        assert vector.single_observation_space.contains(final)
        assert not final["action_mask"].any()


def test_one_seat_against_bots():
    table, chance = Solo("smallworld", opponents="learned", seat=None), np.random.default_rng(1)
    seen, _ = table.reset(seed=4)
    over, choices = False, 0
    while not over:
        assert (seen["action_mask"] == table.action_masks()).all()
        seen, reward, over, cut, _ = table.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        choices += 1
        assert over or (not cut and not reward)
    assert reward in (-0.5, 0, 0.5)
    assert choices > 20


def test_no_option_is_ever_left_out():
    """With three actions there are two options on a page; the pages together show all of them, and each can be taken."""
    table = env("smallworld", most_options=3)
    table.reset(seed=1)
    ids = [option.id for option in table.game.decision.options]
    assert len(ids) == 6
    for page in range(4):
        rows = table.observe("seat_0")["options"]
        places = rows[:, table.observer.option_fields.index("place")].tolist()
        assert places == [2 * (page % 3), 2 * (page % 3) + 1, 0]
        assert table.action_mask.tolist() == [1, 1, 1]
        table.step(2)
        assert not table.game.choices
    table.step(1)
    assert table.game.choices == [3]  # the second one of the second page
    table.step(table.action_mask.tolist().index(1))
    assert len(table.game.choices) == 2


@pytest.mark.filterwarnings("ignore")
def test_seeds():
    seed_test(lambda: env("smallworld", players=3), num_cycles=40)


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (lambda table: table.step(None), "a whole number from 0, and not None"),
        (lambda table: table.step(1.5), "a whole number from 0, and not 1.5"),
        (lambda table: table.step(63), "63"),
        (lambda table: table.observe("seat_2"), "'seat_2', but: seat_0, seat_1"),
        (lambda table: env("smallworld").step(0), "reset"),
        (lambda table: env("smallworld").last(), "reset"),
    ],
)
def test_what_makes_no_sense_is_a_sentence_and_changes_nothing(does, said):
    table = env("smallworld")
    table.reset(seed=1)
    before = table.game.hash
    with pytest.raises((TypeError, ValueError), match=said):
        does(table)
    assert table.game.hash == before


def test_a_game_is_played_and_parted():
    table, chance = env("underground", players=3), np.random.default_rng(1)
    table.reset(seed=3)
    last = {}
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        assert not cut
        if over:
            last[agent] = reward
        else:
            assert seen["action_mask"].sum() == table.game.decision.count
        table.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert sum(last.values()) == pytest.approx(0)
    assert max(last.values()) == pytest.approx(2 / 3)


def named(fields, row):
    return dict(zip(fields, row.tolist(), strict=True))


def test_what_is_observed_is_what_the_seat_knows():
    """Coins that others have in hand are what they gained and paid, with what this seat began with."""
    table = env("smallworld")
    table.reset(seed=1)
    for _ in range(30):
        table.step(0)
    game, observer = table.game, table.observer
    view, seen = game.view(1), table.observe("seat_1")
    known = named(observer.table_fields, seen["table"])
    assert (known["round"], known["rounds_left"]) == (game.round, view["rounds"] - game.round)
    assert known["victory_0"] == game.value("victory", player=1)
    assert known["earnings_1"] == game.value("earnings", player=0)
    mine = [people for people in view["peoples"] if people["player"] == 1]
    assert known["regions_0"] == sum(len(people["regions"]) for people in mine) > 0
    assert observer.tiles[known["race_0"]] in {people["race"] for people in mine}
    for row, (id_, region) in zip(seen["regions"], view["regions"].items(), strict=True):
        there = named(observer.region_fields, row)
        held = [people for people in view["peoples"] if id_ in people["regions"]]
        assert there["tokens"] == region["tokens"] * bool(held)
        assert {observer.tiles[there[what]] for what in ("race", "power")} == {
            name or "" for people in held for name in (people["race"], people["power"])
        } | ({""} if not held else set())
        assert there["mine"] + there["my_past"] == sum(people["player"] == 1 for people in held)
        assert {kind: there[kind] for kind in region["pieces"]} == region["pieces"]


def test_options_are_told_by_what_they_do():
    table = env("smallworld")
    table.reset(seed=1)
    observer = table.observer
    rows, count = table.observe(table.agent_selection)["options"], table.game.decision.count
    assert not rows[count:].any()
    for place, (row, option) in enumerate(zip(rows, table.game.decision.options, strict=False)):
        told = named(observer.option_fields, row)
        assert (observer.sorts[told["sort"]], told["place"]) == ("take", place)
        assert f"take:{observer.tiles[told['tile']]}" == option.id
    table.step(0)
    seen = table.observe(table.agent_selection)
    told = named(observer.option_fields, seen["options"][0])
    target, people = table.game.decision.options[0].data["target"], table.game.view(0)["peoples"][0]["race"]
    cost = table.game.why("conquest_cost", people=people, region=target).result
    assert told["cost"] == cost
    region = named(observer.region_fields, seen["regions"][told["region"] - 1])
    assert (region["target"], region["cost"]) == (1, cost)


def test_tiles_are_told_by_their_rules():
    """What these rules change is said in their own files; alike ones are alike, and no tile is nothing."""
    observer = env("smallworld").observer
    table, fields = observer.rules_of_tiles, observer.rule_fields
    told = {tile: named(fields, row) for tile, row in zip(observer.tiles, table, strict=True)}
    assert told["amazons"]["changes reserve +"] == 4
    assert told["amazons"]["field number"] == 6
    assert told["merchant"]["changes region_income +"] == told["merchant"]["kind power"] == 1
    assert told["mounted"]["changes conquest_cost -"] == told["commando"]["changes conquest_cost -"] == 1
    assert (told["mounted"]["looks at hill"], told["commando"]["looks at hill"]) == (1, 0)
    assert not table[0].any()
    assert table[1:].any(axis=1).all()


def test_what_is_printed_is_told_once():
    table = env("smallworld")
    game = table.rules.new_game(2, 1)
    traits, near = table.observer.printed(game.board)
    assert (near == near.T).all()
    assert near.any(axis=1).all()
    assert traits.any(axis=1).all()


@pytest.mark.parametrize("box", BOXES)
def test_two_worlds_that_differ_in_secrets_are_observed_alike(box):
    table = env(box)
    table.reset(seed=5)
    for _ in range(25):
        table.step(0)
    agent = table.agent_selection
    other = env(box, rules=table.rules)
    other.reset(seed=5)
    other.game = table.game.copy()
    other.game.state.G[3] ^= 0xFFFF
    hidden = [
        deck
        for deck, secret in zip(other.game.state.decks, other.game.state.code.hidden, strict=True)
        if secret
    ]
    for deck in hidden:
        deck.reverse()
    mine, theirs = table.observe(agent), other.observe(agent)
    assert all((mine[name] == theirs[name]).all() for name in mine)
