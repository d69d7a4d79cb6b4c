import json

import pytest

from ruledsl.play.bots import bot
from ruledsl.play.rules import load
from ruledsl.play.runner import play


@pytest.fixture(params=[0, 1, 40, 10_000])
def saved(request, tmp_path):
    game = load("smallworld").new_game(2, seed=3)
    play(game, [bot("random", 3)] * 2, None, until=request.param)
    path = tmp_path / "5 Evening.json"
    path.write_text(game.to_json())
    return path


def test_a_recorded_game_is_a_scenario_that_passes(run, saved, tmp_path):
    made = tmp_path / "evening.yaml"
    result = run("test", "--record", saved, "-o", made)
    assert result.code == 0, result.err
    assert "game_5_evening:" in made.read_text()
    assert run("test", made).out.endswith("1 passed, 0 failed\n")
    assert run("test", "--record", saved).out == made.read_text()


def test_what_cannot_be_recorded(refused, tmp_path):
    assert "cannot be read" in refused("test", "--record", tmp_path / "no.json")
    (tmp_path / "x.json").write_text(json.dumps({}))
    assert "no saved game" in refused("test", "--record", tmp_path / "x.json")
    assert "PACK" in refused("test")
    assert "--record" in refused("test", "smallworld", "-o", "x.yaml")
    assert "cannot be read" in refused("test", "smallworld", "--record", "x.json")
