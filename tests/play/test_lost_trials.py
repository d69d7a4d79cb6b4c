"""Rules that run away while a bot tries things out: it answers all the same."""

import pytest

import ruledsl
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.play.bots import bot, simple

HEAD = 'id: runaway\nversion: 0.1.0\nlanguage: 1\nname: Runaway\nrequires: {smallworld: ">=0.1"}\n'
WITHOUT_END = "\n  repeat n times:\n    for each player in players: player gains 1 coins"
RULES = {
    "whatever is done": f"remember n of game: number = 900000\nbefore founding:{WITHOUT_END}",
    "at the end of a turn": f"remember n of game: number = 900000\nbefore scoring:{WITHOUT_END}",
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


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("name", ["greedy", "search:20"])
def test_a_bot_answers_where_rules_run_away(rules, name, backend):
    if backend == "native":
        pytest.importorskip("wasmtime")
    else:
        rules.backend.problem = "it is not wanted"
    assert rules.backend.name == backend
    game = rules.new_game(2, 1)
    assert 0 <= bot(name, 1).choose(game.view(game.decision.player)) < game.decision.count


def test_positions_that_are_too_large_for_sets_of_one_word(monkeypatch):
    rules = ruledsl.load("smallworld")
    game = rules.new_game(2, 1)
    view = game.view(game.decision.player)
    before, asked = simple.place, []

    def place(machine, state):
        asked.append(machine.plan.words)
        if machine.plan.words == 1:
            raise TooMuch
        before(machine, state)

    monkeypatch.setattr(simple, "place", place)
    assert 0 <= bot("greedy", 1).choose(view) < view.count
    assert asked == [1, 2]
