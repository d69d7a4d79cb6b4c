"""The games of our own that stand without core: whole games, positions at any question, bots, secrets, tables in every language."""

import json
import random
import re

import pytest

from ruledsl import PositionError, load, position_of, simulate
from ruledsl.author.book import rulebook
from ruledsl.play.bots.simple import Greedy, Random
from ruledsl.play.naming.languages import LANGUAGES
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.runner import play
from ruledsl.rules.packs.model import NO_COINS
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import view_data, view_of

GAMES = ("stormholds", "lantern_night")


@pytest.fixture(scope="module", params=GAMES)
def rules(request):
    return load(request.param)


def of_the_table(data):
    """What lies somewhere, whoever comes to act."""
    return {key: entry for key, entry in data.items() if key not in ("phase", "acting")}


def walked(rules, players, seed):
    """A game of random choices, at each question."""
    game, chance = rules.new_game(players, seed), random.Random(seed)
    while not game.over:
        yield game
        game.choose(chance.randrange(len(game.decision.options)))
    yield game


def test_nothing_is_said_against_them(rules):
    assert not rules.findings


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_can_stand_at_any_question(rules, players):
    for place, game in enumerate(walked(rules, players, players)):
        if place % 5 == 0 and not game.over:
            data = position_of(game)
            again = rules.position(data)
            assert of_the_table(position_of(again)) == of_the_table(data)
    assert game.standings[0]["rank"] == 1


def test_bots_beat_chance(rules):
    won = 0
    for seed in range(24):
        game = rules.new_game(2, seed)
        bots = [Greedy(seed), Random(seed)] if seed % 2 else [Random(seed), Greedy(seed)]
        play(game, bots)
        best = [row["player"] for row in game.standings if row["rank"] == 1]
        won += best == [1 - seed % 2]
    assert won >= 16


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_speak_each_language_and_of_no_other_game(rules, language):
    naming, english = Naming(language), Naming("en")
    for place, game in enumerate(walked(rules, 3, 11)):
        if place % 20 == 0 or game.over:
            data = view_data(view_of(game, None, naming), Course())
            data["log"] = [entry.text for entry in game.told_as(naming).log]
            text = json.dumps({key: data[key] for key in ("status", "log", "panels", "standings", "regions")})
            assert not re.search(
                r"\b(races?|combos?|banners?|badges?|coins?|powers?|declin\w+|conque\w+)\b", text
            )
    said = {one: game.told_as(one).log[-1].text for one in (naming, english)}
    assert language == "en" or said[naming] != said[english]


def test_a_study_speaks_of_no_other_game(rules):
    pytest.importorskip("polars")
    pytest.importorskip("plotly")
    page = simulate(rules, games=12, players=3, workers=1).page()
    said = re.sub(r"(?s)<(script|style).*?</\1>|<[^>]+>", "\n", page)
    assert not re.search(
        r"(?i)\b(races?|combos?|banners?|badges?|coins?|tokens?|powers?|declin\w+|conque\w+)\b|\[[a-z]", said
    )
    assert ("at the end of each round" in said) is (rules.composition.coins != NO_COINS)


def test_bids_are_nobody_elses_business():
    game = load("lantern_night").new_game(3, 5)
    game.choose("4")
    assert [player["memory"].get("bid") for player in game.view(0)["players"]] == [4, None, None]
    for seat in (1, 2):
        assert [player["memory"].get("bid") for player in game.view(seat)["players"]] == [None, None, None]
        assert "in secret" in game.view(seat).log[-1].text
    assert [player["coins"] for player in game.view(2)["players"]] == [0, 0, 0]


def test_errors_of_positions_speak_of_the_game():
    crew = {"race": "gulls", "player": 0, "at": {"1": 30}}
    with pytest.raises(PositionError, match="30 crew fighters are more than the box has: 24"):
        load("stormholds").position({"players": 2, "peoples": [crew]})


def test_stormholds_ends_when_somebody_holds_all_beacons():
    """At their next turn, if nobody has taken one back: what is left of the storms is not played."""
    position = {
        "players": 2,
        "map": "gale_island",
        "phase": "marching",
        "round": 3,
        "peoples": [
            {"race": "gulls", "player": 0, "at": {"3": 2, "6": 1, "9": 1, "2": 1}},
            {"race": "seals", "player": 1, "at": {"14": 3}},
        ],
    }
    game = load("stormholds").position(position)
    game.choose("none")
    while not game.over:
        assert game.decision.player == 1
        last = game.decision.ids[-1]
        game.choose(last if last in ("stop", "none") else 0)
    assert game.round == 4
    assert [row["player"] for row in game.standings] == [0, 1]


def test_the_book_tells_the_game(rules):
    page = rulebook(rules, [rules.composition.packs[0].id])
    assert "What the game is about" in page
    assert "with the race that bears it" not in page
