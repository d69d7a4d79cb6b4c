"""Games that bots try out: natively and in Python they come to the same, and so do the bots."""

import random
from functools import cache

import pytest
from lengths import WHOLE, crossed, some

pytest.importorskip("wasmtime")

from test_wide import grid

import ruledsl
from ruledsl.play.bots import Think, bot, search
from ruledsl.play.bots.policy import Policy
from ruledsl.play.bots.simple import Chance, rollouts_of
from ruledsl.play.views import SeatView


@cache
def ready(pack):
    """Rules with a native form."""
    return ruledsl.load(pack)


def moments(rules, players, seed, every):
    """A game from time to time, on its way by chance."""
    game, chance = rules.new_game(players, seed), random.Random(seed)
    while not game.over:
        if len(game.choices) % every == 0:
            yield game
        game.choose(chance.randrange(game.decision.count))


BOTS = ["greedy", "search:24", "search:200"] if WHOLE else ["greedy", "search:60"]


@pytest.mark.parametrize(
    ("pack", "name"), some(crossed(["smallworld", "underground", "warcraft"], BOTS), of=2)
)
def test_bots_choose_the_same(pack, name):
    natively, alone = ready(pack), ruledsl.load(pack)
    alone.backend.problem = "it is not wanted"
    moves = [
        [bot(name, 5).choose(SeatView(game, game.decision.player)) for game in moments(rules, 2, 9, every=9)]
        for rules in (natively, alone)
    ]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) > 1
    assert alone.backend.name == "python"


def test_guided_trials_are_the_same_wherever_they_run():
    natively, alone = ready("smallworld"), ruledsl.load("smallworld")
    alone.backend.problem = "it is not wanted"
    found = []
    for rules in (natively, alone):
        game = rules.new_game(2, 4)
        found.append([])
        for _ in range(4):
            found[-1].append(bot("guided:3", 5).choose(SeatView(game, game.decision.player)))
            game.choose(found[-1][-1])
    assert found[0] == found[1]
    assert any(found[0])


def test_without_a_policy_guided_is_search(monkeypatch):
    def choices(name):
        return [bot(name, 5).choose(SeatView(game, game.decision.player)) for game in games]

    games = [game.copy() for game in moments(ready("smallworld"), 2, 3, every=15)]
    led = choices("guided:60")
    monkeypatch.setattr(search, "policy_of", lambda _code: Policy((), 0, {}))
    assert choices("guided:60") == choices("search:60") != led


@pytest.mark.skipif(not WHOLE, reason="bots that think, run as Python: make soak")
def test_bots_choose_the_same_on_a_large_board(tmp_path):
    folder = grid(tmp_path, 90)
    natively, alone = (ruledsl.load("smallworld", folder) for _ in range(2))
    alone.backend.problem = "it is not wanted"
    moves = []
    for rules in (natively, alone):
        game, chance, found = rules.new_game(3, 2, "board"), random.Random(2), []
        for made in range(45):
            if made % 22 == 0:
                found.append(bot("greedy", 5).choose(SeatView(game, game.decision.player)))
            game.choose(chance.randrange(game.decision.count))
        moves.append(found)
    assert moves[0] == moves[1]


def test_a_search_stops_when_one_option_is_left():
    """What is given up is surely worse, so that the rest of the time would change nothing, or hardly ever: here, nothing."""
    rules, trials = ready("smallworld"), 700
    spared = 0
    for game in moments(rules, 2, 9, every=9):
        view = SeatView(game, game.decision.player)
        if view.count == 1:
            continue
        found = []
        for patient in (False, True):
            rollouts, asked = rollouts_of(view), []
            more = Think(trials).more(trials)

            def until_the_end(done, left, more=more, asked=asked, patient=patient):
                asked.append(done)
                return more(done, 2 if patient else left)

            found.append(rollouts.search(Chance(1, rollouts.player, view.made).state, 2, 8, until_the_end))
            spared += trials - asked[-1]
        assert found[0] == found[1]
    assert spared > trials
