"""Rules that run away while a bot tries things out: it answers all the same."""

import pytest

import ruledsl
from ruledsl.play.bots import bot, course, greedy, search

HEAD = 'id: runaway\nversion: 0.1.0\nlanguage: 1\nname: Runaway\nrequires: {smallworld: ">=0.1"}\n'
WITHOUT_END = "\n  repeat n times:\n    for each player in players: player gains 1 coins"
RULES = {
    "whatever is done": f"remember n on game: number = 900000\nbefore founding:{WITHOUT_END}",
    "at the end of a turn": f"remember n on game: number = 900000\nbefore scoring:{WITHOUT_END}",
    "in asking": "event again:\n  may again: do again\nbefore founding: do again",
}


@pytest.fixture(params=RULES)
def rules(request, tmp_path):
    text = "".join(f"  {line}\n" for line in RULES[request.param].splitlines())
    folder = tmp_path / "runaway"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "rules.yaml").write_text("rules: |\n" + text, encoding="utf-8")
    return ruledsl.load(str(folder))


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", ["greedy", "search:20"])
def test_a_bot_answers_where_rules_run_away(rules, name, native):
    if native:
        pytest.importorskip("wasmtime")
        rules.backend.wait()
    else:
        rules.backend.problem = "it is not wanted"
    game = rules.new_game(2, 1)
    assert 0 <= bot(name, 1).choose(game.view(game.decision.player)) < game.decision.count


@pytest.mark.parametrize("name", ["greedy", "search:20"])
@pytest.mark.parametrize("where", ["imagine", "again", "take", "finish"])
def test_the_first_option_where_nothing_can_be_tried(monkeypatch, name, where):
    class Nowhere(course.InPython):
        pass

    def lost(*_):
        raise course.Lost

    setattr(Nowhere, where, lost)
    for module in (greedy, search):
        monkeypatch.setattr(module, "course_of", Nowhere)
    game = ruledsl.load("smallworld").new_game(2, 1)
    assert bot(name, 1).choose(game.view(game.decision.player)) == 0


def test_positions_that_are_too_large_for_the_native_engine(monkeypatch):
    reading = pytest.importorskip("ruledsl.native.reading")
    rules = ruledsl.load("smallworld")
    rules.backend.wait()
    monkeypatch.setattr(reading.m, "MOST_SEATS", 1)
    game = rules.new_game(2, 1)
    view = game.view(game.decision.player)
    assert isinstance(course.course_of(view), course.InPython)
    assert 0 <= bot("greedy", 1).choose(view) < view.count
