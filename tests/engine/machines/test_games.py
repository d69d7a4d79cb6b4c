"""Games that are played inside are those that are played choice by choice."""

from collections import Counter

import pytest
from native_games import native

from ruledsl.lab.bulk import playing
from ruledsl.lab.bulk.outcome import outcome
from ruledsl.lab.bulk.playing import Opening, Plan, inside, one_by_one
from ruledsl.play.bots import simple


def rows(packs, seats, games, monkeypatch, *, natively):
    rules, _ = native(*packs)
    if not natively:
        monkeypatch.setattr(playing, "inside", lambda *_: None)
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
    monkeypatch.setattr(simple, "place", lambda *standing: found.append(standing))
    monkeypatch.setattr(playing, "one_by_one", found.append)
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


@pytest.mark.parametrize("tile", ["giants", "hill"])
def test_a_tile_is_seated_in_every_game(tile):
    rules, _ = native("smallworld")
    plan, opening = Plan(("smallworld",), (), ("random",) * 3, 3), Opening(frozenset([tile]), 3, seated=True)
    seats = set()
    for seed in range(9):
        game = inside(rules, plan, seed, opening)
        assert not game.given_up
        assert opening.of(game.combos)[game.seated].has(opening.tiles)
        seats.add(game.seated)
    assert seats == {0, 1, 2}


def test_a_combo_is_seated_in_every_game():
    """Each seat has it as often, and nobody who began before has one of its tiles."""
    rules, _ = native("smallworld")
    plan = Plan(("smallworld",), (), ("random",) * 3, 3)
    opening = Opening(frozenset(["giants"]), 3, seated=True, beside=frozenset(["hill"]))
    seats = Counter()
    for seed in range(30):
        game = inside(rules, plan, seed, opening)
        assert not game.given_up
        first = opening.of(game.combos)
        assert (first[game.seated].race, first[game.seated].power) == ("giants", "hill")
        assert opening.takers(game.combos) == [game.seated]
        seats[game.seated] += 1
    assert seats == {0: 10, 1: 10, 2: 10}


def test_badges_of_a_seated_tile_come_as_often_as_by_chance():
    rules, _ = native("smallworld")
    plan, tile = Plan(("smallworld",), (), ("random",) * 2, 3), "giants"
    partners = {True: Counter(), False: Counter()}
    for seated in (True, False):
        opening = Opening(frozenset([tile]), 2, seated=seated)
        for seed in range(300 if seated else 2000):
            game = inside(rules, plan, seed, opening)
            first = opening.of(game.combos)
            for player in [seed % 2] if seated else opening.takers(game.combos):
                partners[seated][first[player].power] += 1
    powers = partners[False].keys() | partners[True].keys()
    chi = sum(
        (partners[True][p] * partners[False].total() - partners[False][p] * partners[True].total()) ** 2
        / (partners[True].total() * partners[False].total() * (partners[True][p] + partners[False][p]))
        for p in powers
    )
    assert partners[True].total() == 300
    assert chi < 45  # 19 degrees of freedom: by chance once in a thousand
