import pytest

import ruledsl
from ruledsl.play.bots import bot
from ruledsl.play.runner import Recorded, play


@pytest.fixture(scope="module")
def rules():
    return ruledsl.load("smallworld")


class Undoing:
    """Takes a choice back when it is asked for the fourth time, or a whole turn when for the twentieth."""

    def __init__(self, game):
        self.game = game
        self.count = 0
        self.inner = bot("random", 1)

    def choose(self, view):
        self.count += 1
        if self.count in (4, 20):
            for _ in range(self.count - 3):
                self.game.undo(force=True)
            return None
        return self.inner.choose(view)


def _told(rules, seats, seed=1, until=None):
    turns = []
    game = rules.new_game(2, seed)
    seats = seats(game) if callable(seats) else seats
    play(game, seats, lambda _game, turn: turns.append(turn), until=until)
    return game, turns


def test_every_turn_is_told_once(rules):
    game, turns = _told(rules, [bot("random", 1)] * 2)
    assert [turn.player for turn in turns if turn.player is not None] == [0, 1] * 10
    assert [turn.round for turn in turns if turn.player is not None] == [
        r for r in range(1, 11) for _ in (0, 1)
    ]
    assert sum(len(turn.entries) for turn in turns) == len(game.log)


def test_what_was_taken_back_is_not_told(rules):
    game, turns = _told(rules, lambda game: [Undoing(game), bot("random", 1)])
    last = {turn.number: turn for turn in turns}.values()
    assert [entry.key for turn in last for entry in turn.entries] == [entry.key for entry in game.log]


def test_recorded_choices_give_the_same_game(rules):
    game, turns = _told(rules, [bot("random", 1)] * 2)
    again, told = _told(rules, [Recorded(game.choices)] * 2)
    assert again.hash == game.hash
    assert told == turns


def test_a_game_that_goes_on_is_told_from_the_turn_it_is_in(rules):
    game, _ = _told(rules, [bot("random", 1)] * 2, until=30)
    turns = []
    play(game, [bot("random", 1)] * 2, lambda _game, turn: turns.append(turn))
    assert turns[0].player is not None
    assert [t.number for t in turns] == list(range(turns[0].number, 21))
