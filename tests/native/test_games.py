"""Games that are played inside are those that Python plays."""

import pytest
from native_games import native

import ruledsl
from ruledsl.bulk import outcome as outcomes
from ruledsl.bulk.outcome import outcome
from ruledsl.bulk.plan import Plan
from ruledsl.bulk.playing import Opening, in_python, natively
from ruledsl.native import backend, course


def rows(packs, seats, games, monkeypatch, *, natively):
    rules, _ = native(*packs)
    if natively:
        assert rules.backend.wait() is not None, rules.backend.problem
    else:
        monkeypatch.setattr(outcomes, "natively", lambda *_: None)
    plan = Plan(packs, (), seats, 7)
    return [outcome(rules, plan, number) for number in games]


@pytest.mark.parametrize(
    ("packs", "players"),
    [(("smallworld",), 4), (("warcraft",), 3), (("crossover",), 2), (("sky_islands",), 4)],
)
def test_rows_of_simulate_are_the_same(packs, players, monkeypatch):
    seats = ("random",) * players
    inside = rows(packs, seats, range(6), monkeypatch, natively=True)
    assert inside == rows(packs, seats, range(6), monkeypatch, natively=False)
    assert all("error" not in row for row in inside)


@pytest.mark.parametrize(
    ("packs", "seats"),
    [
        (("smallworld",), ("greedy", "random", "greedy")),
        (("underground", "spiders_web"), ("greedy", "greedy")),
        (("warcraft",), ("search:20", "greedy")),
    ],
)
def test_rows_of_bots_that_think_are_the_same(packs, seats, monkeypatch):
    inside = rows(packs, seats, range(2), monkeypatch, natively=True)
    assert inside == rows(packs, seats, range(2), monkeypatch, natively=False)
    assert all("error" not in row for row in inside)


def test_their_state_stays_inside(monkeypatch):
    rules, _ = native("smallworld")
    rules.backend.wait()
    found = []
    monkeypatch.setattr(course, "read", found.append)
    monkeypatch.setattr(outcomes, "in_python", found.append)
    assert outcome(rules, Plan(("smallworld",), (), ("random", "greedy"), 1), 0)["decisions"] > 0
    assert not found


@pytest.mark.parametrize("number", range(3))
def test_the_same_openings(number):
    rules, _ = native("smallworld")
    rules.backend.wait()
    plan, opening = (
        Plan(("smallworld",), (), ("greedy", "greedy"), 3),
        Opening(frozenset(["giants", "hill"]), 2),
    )
    inside = natively(rules, plan, number, opening)
    alone = in_python(rules, plan, number, opening)
    assert (inside.given_up, inside.combos[:2]) == (alone.given_up, alone.combos[:2])
    assert inside.given_up or inside.choices == alone.choices


def test_a_map_that_is_too_large_is_played_in_python(monkeypatch):
    rules = ruledsl.load("smallworld")
    plan = Plan(("smallworld",), (), ("random",) * 3, 1)
    rules.backend.wait()
    assert natively(rules, plan, 1) is not None
    monkeypatch.setattr(backend, "MOST_WORDS", 0)
    monkeypatch.setattr(rules.backend, "_own", backend._OfThread())
    rules.backend._natives.clear()
    assert natively(rules, plan, 1) is None
    assert "error" not in outcome(rules, plan, 0)
