import pytest
from playthroughs import GAMES, ROOT

from ruledsl.author.testkit.recording import replayed


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_plays_as_it_was_written(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert replayed(text) == text
