"""Strengths by the model of Bradley and Terry: against figures that others have published, and against what makes a likelihood greatest."""

import math
import random

import numpy as np
import pytest

from ruledsl.lab.study import tables
from ruledsl.lab.study.tables import errors, fitted

BASEBALL = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
"""Wins of seven teams of the American League in 1987 (Agresti, "Categorical Data Analysis", 1990): Milwaukee to Baltimore."""
BESIDE_THE_LAST = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0]


def made_up(size, games, seed):
    """Wins of combos that are more and less good, few of which have met; each has won and lost a little against all."""
    chance = random.Random(seed)
    good = [chance.gauss(0, 1) for _ in range(size)]
    wins = [[0 if one == other else 1 / size for other in range(size)] for one in range(size)]
    for _ in range(games):
        one, other = chance.sample(range(size), 2)
        if chance.random() > 1 / (1 + math.exp(good[other] - good[one])):
            one, other = other, one
        wins[other][one] += 1
    return wins


def test_strengths_are_those_that_were_published():
    found = fitted(BASEBALL)
    assert [one - found[-1] for one in found] == pytest.approx(BESIDE_THE_LAST, abs=0.001)
    assert sum(found) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("won", "lost"), [(1, 1), (3, 1), (250, 2)])
def test_of_two_the_odds_are_the_wins(won, lost):
    found = fitted([[0, won], [lost, 0]])
    assert found[0] - found[1] == pytest.approx(math.log(won / lost))
    error = math.sqrt((won + lost) / (won * lost)) / 2  # each is half as far from 0 as from the other
    assert errors([[0, won], [lost, 0]], found) == pytest.approx([error, error])


def test_one_alone_is_the_average():
    assert (fitted([[0.0]]), errors([[0.0]], [0.0])) == ([0.0], [0.0])


def test_of_many_combos_the_scale_has_those_of_the_most_games(monkeypatch):
    rows = [("orcs", 1), ("elves", 2), ("orcs", 1), ("trolls", 2), ("trolls", 1), ("humans", 2)]
    games = [
        {"seed": number // 2, "race": race, "power": "", "rank": rank}
        for number, (race, rank) in enumerate(rows)
    ]
    first = pytest.importorskip("polars").DataFrame(games)
    assert tables.strengths(first)["race"].sort().to_list() == ["elves", "humans", "orcs", "trolls"]
    monkeypatch.setattr(tables, "MOST", 2)
    found = tables.strengths(first)
    assert found["race"].to_list() == ["orcs", "trolls"]
    assert found["games"].to_list() == [2, 2]
    assert found["met"].to_list() == [1, 1]


@pytest.mark.parametrize(("size", "games"), [(3, 20), (12, 4), (40, 600), (80, 30)])
def test_nothing_is_likelier(size, games):
    """Where the likelihood is greatest each has won as often as was to be expected, and nowhere else; errors are by its curvature there."""
    wins = made_up(size, games, seed=size)
    found = fitted(wins)
    strengths, won = np.array(found), np.array(wins)
    met = won + won.T
    chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    assert (met * chance).sum(axis=1) == pytest.approx(won.sum(axis=1), rel=1e-4)
    weights = met * chance * (1 - chance)
    information = np.diag(weights.sum(axis=1)) - weights
    assert errors(wins, found) == pytest.approx(np.sqrt(np.diag(np.linalg.pinv(information))), rel=1e-6)
