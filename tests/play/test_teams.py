"""Players who win together, by the value with the role `team`."""

from pathlib import Path

import pytest

from ruledsl import load, simulate
from ruledsl.play.rulebook import ranks_of
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import view_data

ROPES = Path(__file__).parents[1] / "ropes"


@pytest.fixture(scope="module")
def rules():
    return load(str(ROPES))


def played(rules, *pulls):
    game = rules.new_game(len(pulls), 1)
    while not game.over:
        game.choose(str(pulls[game.decision.player]))
    return game


def test_nothing_is_said_against_it(rules):
    assert not [found for found in rules.findings if found.severity != "note"]


def test_a_team_wins_together(rules):
    rows = {row["player"]: row for row in played(rules, 0, 2, 3, 0).standings}
    assert [rows[player]["rank"] for player in range(4)] == [1, 3, 1, 3]
    assert [rows[player]["team"] for player in range(4)] == [0, 1, 0, 1]


def test_tables_say_who_has_won(rules):
    data = view_data(played(rules, 0, 2, 3, 0).view(1), Course())
    assert [row["rank"] for row in data["standings"]] == [1, 1, 3, 3]
    assert [row["team"] for row in data["standings"]] == [0, 0, 1, 1]


def test_statistics_and_bots_are_by_team(rules):
    series = simulate(rules, games=24, players=4, seats="greedy,random,greedy,random", workers=1)
    assert not len(series.failed)
    wins = [0, 0, 0, 0]
    for row in series.seats.iter_rows(named=True):
        wins[row["seat"]] += row["wins"]
    assert wins[0] == wins[2] >= 10
    assert wins[1] == wins[3]


@pytest.mark.parametrize(
    ("results", "losers", "teams", "ranks"),
    [
        ([[4], [3], [4]], (), None, [1, 3, 1]),
        ([[4], [3], [4]], (0,), None, [3, 2, 1]),
        ([[1], [3], [9], [3]], (), [0, 1, 0, 1], [1, 3, 1, 3]),
        ([[1], [3], [9], [3]], (2,), [0, 1, 0, 1], [3, 1, 3, 1]),
        ([[1], [3], [9], [3]], (0, 2), [0, 1, 0, 1], [4, 1, 4, 1]),
        ([[1], [2], [2], [1]], (), [0, 0, 1, 1], [1, 1, 1, 1]),
    ],
)
def test_ranks(results, losers, teams, ranks):
    assert ranks_of(results, losers, teams) == ranks
