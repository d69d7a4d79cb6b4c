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
    assert "--record" in refused("test", "smallworld", "--name", "x")
    assert "cannot be read" in refused("test", "smallworld", "--record", "x.json")


def game_after(choices):
    game = load("smallworld").new_game(2, seed=3)
    play(game, [bot("random", 3)] * 2, None, until=choices)
    return game


@pytest.mark.parametrize(("until", "last"), [(5, 2), (40, 6), (57, 1)])
def test_the_last_choices_become_steps(run, tmp_path, until, last):
    game = game_after(until)
    (tmp_path / "game.json").write_text(game.to_json())
    made = tmp_path / "tests.yaml"
    for name in ("one", "two"):
        assert (
            run("test", "--record", tmp_path / "game.json", "--name", name, "--last", last, "-o", made).code
            == 0
        )
    text = made.read_text()
    assert text.count("- choose: ") >= 2 * last
    assert "- state: {" in text
    assert run("test", made).out.endswith("2 passed, 0 failed\n")


def test_a_file_keeps_what_is_in_it(run, refused, tmp_path):
    (tmp_path / "game.json").write_text(game_after(5).to_json())
    record = ("test", "--record", tmp_path / "game.json", "--name")
    made = tmp_path / "tests.yaml"
    run(*record, "one", "-o", made)
    mine = "# mine\n" + made.read_text().replace("    about:", "    # kept\n    about:").rstrip("\n")
    made.write_text(mine)
    run(*record, "two", "-o", made)
    assert made.read_text().startswith(f"{mine}\n\n  two:\n")
    assert "one of this name" in refused(*record, "two", "-o", made)
    assert "no name" in refused(*record, "Two Three")
    assert "Only 5 choices" in refused(*record, "three", "--last", 6)
    made.write_text("races: {}\n")
    assert "no file of scenarios" in refused(*record, "three", "-o", made)
    assert made.read_text() == "races: {}\n"


def test_a_moment_of_a_game_that_is_played(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed = "1\nrecord first_combo 1\nrecord first_combo x y\nrecord\nrecord elsewhere more.yaml\nquit\n"
    out = run(
        "play", "smallworld", "--players", "2", "--seats", "human,human", "--seed", "5", typed=typed
    ).out
    assert "Recorded as `first_combo` in first_combo.yaml, with the last choice." in out
    assert "Under which name?" in out
    assert run("test", tmp_path / "first_combo.yaml", tmp_path / "more.yaml").out.endswith(
        "2 passed, 0 failed\n"
    )


def test_a_pack_of_ones_own_takes_the_scenario_in(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("new", "pack", "imps", "--requires", "smallworld")
    run("play", "imps", "--players", "2", "--seats", "human,human", typed="record start\nquit\n")
    assert "start:" in (tmp_path / "imps/scenarios/recorded.yaml").read_text()
    assert run("test", "imps").out.endswith("1 passed, 0 failed\n")
