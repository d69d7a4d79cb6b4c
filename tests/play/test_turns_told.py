"""Turns are those of the event with the role `turn`, with or without a text of the pack."""

import worlds

from ruledsl import load
from ruledsl.play.runner import play

TEXT = '  event.turn: {en: "{player} begins a turn"}\n'


class First:
    """Always the first option."""

    def choose(self, view):
        return len(view.decision.options) - 1


def without_text(folder):
    for name, text in worlds.files().items():
        assert name != "world.yaml" or TEXT in text
        (folder / name).write_text(text.replace(TEXT, ""), encoding="utf-8")
    return load(str(folder))


def test_turns_without_a_text_are_told(tmp_path):
    rules = without_text(tmp_path)
    game, told = rules.new_game(2), []
    play(game, [First(), First()], lambda _game, turn: told.append((turn.number, turn.player)))
    assert told == [(0, None), *((n + 1, n % 2) for n in range(10))]
    turns = [entry.text for entry in game.log if entry.key == "event.turn"]
    assert turns[:2] == ["Player 1 begins a turn", "Player 2 begins a turn"]
    assert len(turns) == 10
