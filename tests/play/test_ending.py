"""`end game`: the rule in which it stands is done to its end, and nothing else."""

import random

import pytest
from other_states import after, begun, first_state
from scratch import write_pack

from ruledsl.engine.state import layout as at
from ruledsl.play.game import Game
from ruledsl.play.rules import load

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


@pytest.mark.parametrize("text", [SUDDEN, ON_THE_SPOT])
def test_such_a_game_can_be_saved_at_any_time(tmp_path, text):
    rules = load(write_pack(tmp_path, "saved", text))
    game, chance = rules.new_game(2, 5), random.Random(5)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        game.view(0)
    again = Game.from_json(game.to_json(), rules)
    assert again.over
    assert again.standings == game.standings
