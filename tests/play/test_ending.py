"""`end game`: the rule in which it stands is done to its end, and nothing else."""

import random

import pytest
from other_states import after, begun, first_state
from scratch import write_pack

from ruledsl.engine.state import layout as at
from ruledsl.lab.bulk.outcome import line_of
from ruledsl.lab.bulk.playing import Plan
from ruledsl.play.game import Game
from ruledsl.play.rules import load
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.view import view_data

SUDDEN = """\
rules: |
  remember ends of game: number
  event finale:
    end game
    add 1 to ends
  event climax:
    add 10 to ends
    do finale
    add 100 to ends
  after scoring if round is 2: do climax
  after climax: add 1000 to ends
  after finale: add 10000 to ends
  before turn if ends is more than 0: add 100000 to ends
"""
ON_THE_SPOT = """\
rules: |
  remember ends of game: number
  after scoring if round is 2:
    end game
    for each other in players: add coins of other to ends
    may linger asking player: set ends to 0
  after scoring if round is 2: set ends to -1
"""

LOST = """\
rules: |
  after scoring if round is 2:
    for each other in opponents of player: other gains 50 coins
    end game lost by opponents of player
"""
ALL_LOST = """\
rules: |
  after scoring if round is 2: end game lost by players
"""


def ended(rules, code, seed):
    """The state of a game that is over."""
    state = first_state(code, rules.board(next(iter(rules.composition.maps))), 2, seed)
    chance = random.Random(seed)
    state = begun(state)
    while state.pending is not None:
        state = after(state, chance.randrange(len(state.pending.options)))
    return state


def ends(state):
    memory = next(m for m in state.code.program.memories if m.name == "ends")
    return state.G[state.code.layout.cells[memory.index]]


def test_the_event_in_which_it_stands_is_the_last_thing_that_happens(tmp_path):
    rules = load(write_pack(tmp_path, "sudden", SUDDEN))
    state = ended(rules, rules.code, 3)
    assert (ends(state), state.G[at.ROUND], state.frames) == (11, 2, [])


def test_what_stands_behind_it_in_its_rule_is_done(tmp_path):
    rules = load(write_pack(tmp_path, "spot", ON_THE_SPOT))
    state = ended(rules, rules.code, 4)
    coins = sum(state.Y[player * rules.code.player_width + at.COINS] for player in range(2))
    assert state.G[at.ROUND] == 2
    assert ends(state) in (0, coins)


@pytest.mark.parametrize(("text", "ranks"), [(LOST, [1, 3, 3]), (ALL_LOST, [3, 3, 3])])
def test_whoever_has_lost_is_last_whatever_they_have(tmp_path, text, ranks):
    rules = load(write_pack(tmp_path, "lost", text))
    game, chance = rules.new_game(3, 5), random.Random(5)
    while not game.over:
        assert not any("lost" in row for row in game.standings)
        game.choose(chance.randrange(len(game.decision.options)))
    assert [row["rank"] for row in game.standings] == ranks
    assert ["lost" in row for row in game.standings] == [rank == 3 for rank in ranks]
    assert [row["victory"] for row in game.standings[1:]] == sorted(
        (row["victory"] for row in game.standings[1:]), reverse=True
    )
    assert game.view(0).standings == game.standings
    assert Game.from_json(game.to_json(), rules).standings == game.standings
    seen = view_data(game.view(1), Course())
    assert [row.get("lost", False) for row in seen["standings"]] == [rank == 3 for rank in ranks]
    assert ("Everybody has lost" in seen["status"]) == (text is ALL_LOST)


def test_lines_of_games_and_bots_know_who_has_lost(tmp_path):
    rules = load(write_pack(tmp_path, "lost", LOST))
    for seats in (("random", "random"), ("greedy", "random")):
        line = line_of(rules, Plan(("lost",), (), seats, 7), 0)
        (loser,) = line["lost"]
        assert [row[0] for row in line["players"]] == [2 if seat == loser else 1 for seat in range(2)]


@pytest.mark.parametrize("text", [SUDDEN, ON_THE_SPOT, LOST])
def test_such_a_game_can_be_saved_at_any_time(tmp_path, text):
    rules = load(write_pack(tmp_path, "saved", text))
    game, chance = rules.new_game(2, 5), random.Random(5)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        game.view(0)
    again = Game.from_json(game.to_json(), rules)
    assert again.over
    assert again.standings == game.standings
