"""Games that are played inside are those that are played choice by choice."""

import pytest
from native_games import native

from ruledsl.bulk import outcome as outcomes
from ruledsl.bulk.opening import Opening
from ruledsl.bulk.outcome import outcome
from ruledsl.bulk.plan import Plan
from ruledsl.bulk.playing import inside, one_by_one
from ruledsl.native import rollouts


def rows(packs, seats, games, monkeypatch, *, natively):
    rules, _ = native(*packs)
    if not natively:
        monkeypatch.setattr(outcomes, "inside", lambda *_: None)
    plan = Plan(packs, (), seats, 7)
    return [outcome(rules, plan, number) for number in games]


@pytest.mark.parametrize(
    ("packs", "players"),
    [(("smallworld",), 4), (("warcraft",), 3), (("crossover",), 2), (("sky_islands",), 4)],
)
def test_rows_of_simulate_are_the_same(packs, players, monkeypatch):
    seats = ("random",) * players
    there = rows(packs, seats, range(6), monkeypatch, natively=True)
    assert there == rows(packs, seats, range(6), monkeypatch, natively=False)
    assert all("error" not in row for row in there)


@pytest.mark.parametrize(
    ("packs", "seats"),
    [
        (("smallworld",), ("greedy", "random", "greedy")),
        (("underground", "spiders_web"), ("greedy", "greedy")),
        (("warcraft",), ("search:20", "greedy")),
        (("smallworld",), ("learned", "random", "learned")),
        (("warcraft",), ("learned", "greedy")),
    ],
)
def test_rows_of_bots_that_think_are_the_same(packs, seats, monkeypatch):
    there = rows(packs, seats, range(2), monkeypatch, natively=True)
    assert there == rows(packs, seats, range(2), monkeypatch, natively=False)
    assert all("error" not in row for row in there)


def test_their_state_stays_inside(monkeypatch):
    rules, _ = native("smallworld")
    found = []
    monkeypatch.setattr(rollouts, "read", found.append)
    monkeypatch.setattr(outcomes, "one_by_one", found.append)
    assert outcome(rules, Plan(("smallworld",), (), ("random", "greedy"), 1), 0)["decisions"] > 0
    assert not found


@pytest.mark.parametrize("number", range(3))
def test_the_same_openings(number):
    rules, _ = native("smallworld")
    plan, opening = (
        Plan(("smallworld",), (), ("greedy", "greedy"), 3),
        Opening(frozenset(["giants", "hill"]), 2),
    )
    there = inside(rules, plan, number, opening)
    alone = one_by_one(rules, plan, number, opening)
    assert (there.given_up, there.combos[:2]) == (alone.given_up, alone.combos[:2])
    assert there.given_up or there.choices == alone.choices
