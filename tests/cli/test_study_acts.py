"""What a designer can act on: sentences of `study`, from games in which the answer is known."""

import json
import random

import pytest

pytest.importorskip("polars")
pytest.importorskip("plotly")

from ruledsl.lab.study.acting import acts_of, studied
from ruledsl.lab.study.fields import Labels
from ruledsl.lab.study.page import page_of
from ruledsl.lab.study.results import read_results
from ruledsl.lab.study.tables import rows_of

HEADER = {
    "ruledsl_games": 1,
    "packs": [{"id": "smallworld", "version": "0.1.0", "digest": "abc"}],
    "variants": {},
    "seats": ["learned", "learned"],
    "standings": ["victory"],
    "panels": [],
    "measures": ["price"],
    "tiles": ["orcs", "elves", "trolls", "flying", "stout"],
}


def games(count=400, *, begins=0.0, leads=0.0, dear=0.0, seed=1):
    """Lines of games for two in which beginning, the lead after round 2 of 4, and what was paid bring so much; trolls are hardly taken."""
    chance = random.Random(seed)
    yield HEADER
    for number in range(count):
        prices = [chance.randrange(4), chance.randrange(4)]
        half = [chance.randrange(20), chance.randrange(20)]
        scores = [
            60 + chance.randrange(9) + dear * price + leads * coins
            for price, coins in zip(prices, half, strict=True)
        ]
        scores[0] += begins
        scores = [round(score) for score in scores]
        ranks = [1 + (scores[1] > scores[0]), 1 + (scores[0] > scores[1])]
        races = [2 if chance.random() < 0.01 else chance.randrange(2) for _ in range(2)]
        yield {
            "game": number,
            "seed": number,
            "map": "small_world_2p",
            "rounds": 4,
            "decisions": 100 + number % 50,
            "choices": "",
            "course": {"decisions": 100, "options": 400, "coins": [half, half, half, scores]},
            "players": [
                [ranks[seat], scores[seat], scores[seat], [[races[seat], 3 + seat, 1, prices[seat]]]]
                for seat in range(2)
            ],
        }


def acts(tmp_path, lines, minutes=None, kinds=None):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    results = read_results([str(file)])
    tables = studied(rows_of(results))
    labels = Labels({}, "victory", kinds)
    assert "<h2>What to act on</h2>" in page_of(results, tables)
    return {act.title: act for act in acts_of(tables, labels, minutes)}


@pytest.mark.parametrize(
    ("begins", "verdict"),
    [(0, "Nothing shows that beginning matters"), (-6, "give the first seat"), (6, "give the others")],
)
def test_the_first_seat(tmp_path, begins, verdict):
    act = acts(tmp_path, games(begins=begins))["The first seat"]
    assert verdict in act.sentence
    if begins:
        given = float(act.sentence.split(verdict)[1].split()[0])
        assert given == pytest.approx(abs(begins), abs=1)


@pytest.mark.parametrize(
    ("leads", "verdict"),
    [(0, "who is behind can still win"), (3, "From round 1 on three of four games are settled")],
)
def test_snowballing(tmp_path, leads, verdict):
    act = acts(tmp_path, games(leads=leads))["Snowballing"]
    assert verdict in act.sentence
    assert act.table["round"].to_list() == [1, 2, 3, 4]
    assert act.table["wins"][3] == 1.0


@pytest.mark.parametrize(
    ("dear", "verdict"), [(3, "could ask more"), (-3, "could ask less"), (0, "prices its")]
)
def test_the_price_curve(tmp_path, dear, verdict):
    act = acts(tmp_path, games(dear=dear))["The price curve"]
    assert verdict in act.sentence
    assert act.table["price"].to_list() == [0, 1, 2, 3]


def test_dead_tiles_include_those_that_nobody_took(tmp_path):
    kinds = {
        "orcs": "race",
        "elves": "race",
        "trolls": "race",
        "humans": "race",
        "flying": "power",
        "sword": "relic",
    }
    act = acts(tmp_path, games(), kinds=kinds)["Dead tiles"]
    assert act.sentence.startswith("These bots hardly ever take Humans (0 of 400 games), Trolls (")
    assert "Sword" not in act.sentence
    even = acts(tmp_path, (line for line in games() if "game" not in line or line["game"] < 3))["Dead tiles"]
    assert even.sentence.startswith("No tile is dead")


def test_decisions_a_minute(tmp_path):
    told = acts(tmp_path, games(count=50), minutes=25)["Length"].sentence
    assert "A game has 124 decisions" in told or "A game has 125 decisions" in told
    assert "In 25 minutes these are 5.0 decisions a minute: one every 12 seconds." in told
    assert "`--minutes` says" in acts(tmp_path, games(count=50))["Length"].sentence


def test_games_without_courses_say_what_they_can(tmp_path):
    lines = [{key: value for key, value in line.items() if key != "course"} for line in games(count=10)]
    assert set(acts(tmp_path, lines)) == {"The first seat", "Length", "Dead tiles"}
