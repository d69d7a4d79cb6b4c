"""Whole games: nothing is made or lost, everything agrees, and they end."""

from __future__ import annotations

import invariants
import pytest
import strategies as ours
from hypothesis import given, settings
from lengths import part, seldom

from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.state import SLOTS

MOST_DECISIONS = 120
"""More than this in one turn means that a rule runs in a circle. The longest ones seen have about thirty."""


class Turns:
    """That no turn goes on for ever."""

    def __init__(self):
        self.turn, self.decisions = None, 0

    def look(self, game):
        now = game.state.G[at.ROUND], game.state.G[at.TURN_PLAYER]
        self.turn, self.decisions = now, self.decisions + 1 if now == self.turn else 1
        assert self.decisions <= MOST_DECISIONS, f"{self.decisions} decisions in one turn"


class Placements:
    """That every placement lowers the hand."""

    def __init__(self):
        self.placing = None

    def look(self, game):
        state = game.state
        frame = state.frames[-1] if state.frames else [0]
        if state.code.proc_names[frame[0]] != "placing":
            self.placing = None
            return
        hand = state.P[frame[SLOTS] * state.code.people_width + at.HAND]
        assert self.placing is None or self.placing[0] is not frame or hand < self.placing[1]
        self.placing = frame, hand


@settings(max_examples=part(60, 20))
@given(ours.plays())
def test_everything_holds_together_in_every_game_to_its_end(play):
    turns, placements = Turns(), Placements()
    for number, game in enumerate(play.walk()):
        if game.over or number % seldom(1) == 0:  # what is made or lost stays so
            invariants.check(game)
        turns.look(game)
        placements.look(game)
    assert game.round == game.state.board.rounds
    assert [row["rank"] for row in game.standings] == sorted(row["rank"] for row in game.standings)
    assert sorted(row["player"] for row in game.standings) == list(range(game.players))


SPOILT = {
    "race_tokens": lambda g: g.T.update({first_race(g) * g.code.tile_width + at.TRAY: -1}),
    "pieces": lambda g: g.stock.__setitem__(0, g.stock[0] - 1),
    "coins": lambda g: g.Y.__setitem__(at.COINS, g.Y[at.COINS] + 1),
    "lands": lambda g: g.P.__setitem__(at.LAND, g.P[at.LAND] ^ 1),
    "garrisons": lambda g: g.R.__setitem__(first_land(g) * g.code.region_width + 1, 0),
    "living": lambda g: g.G.__setitem__(at.LIVE, g.G[at.LIVE] ^ 1),
    "where_pieces_lie": lambda g: g.kmask.__setitem__(0, g.kmask[0] ^ 1),
    "tiles": lambda g: g.decks[0].append(g.decks[0][0]),
    "every_tile": lambda g: g.decks[0].pop(),
    "lent": lambda g: g.T.update({first_race(g) * g.code.tile_width + at.BORROWED: first_race(g)}),
    "pieces_of_tiles": lambda g: g.stock.__setitem__(unborne(g), 0),
    "last_rows": lambda g: g.P.__setitem__(-1, 77),
    "numbers": lambda g: g.G.__setitem__(at.TURN_PLAYER, 12),
}


def first_race(g):
    return next(tile for tile, tray in enumerate(g.code.trays) if tray)


def unborne(g):
    """A kind of piece whose tile nobody bears."""
    ask = Questions(g)
    return next(kind for kind, tile in enumerate(g.code.brought_by) if tile >= 0 and ask("bringer", tile) < 0)


def first_land(g):
    return next(region for region in range(g.board.size) if g.R[region * g.code.region_width] >= 0)


@pytest.mark.parametrize("name", SPOILT)
def test_the_invariants_notice_what_is_spoilt(name):
    play = ours.Play(("smallworld", "underground"), "underground_3p", 3, 5, 5, eager=True)
    game = play.after(60)
    invariants.check(game)
    SPOILT[name](game.state)
    with pytest.raises(AssertionError, match=name):
        invariants.check(game)
