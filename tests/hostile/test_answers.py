"""Answers that would take too long, in packs that validation takes: refused in a sentence, by whomever they are asked, and never a fault."""

import pytest
from hostile_pack import rules, write

import ruledsl
from ruledsl import GameError
from ruledsl.base.errors import EngineError
from ruledsl.engine.machines.games import Games
from ruledsl.engine.machines.questions import Questions
from ruledsl.play.explain import evaluator
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.check.names import Names
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views.other_times import region_data
from ruledsl.table.server.views.view import Views, view_data, view_of

LOOPS = """
value deep of player = sum of (sum of (sum of (number of a in regions where a is b) over b in regions) over c in regions) over d in regions
define deeper of player = deep of player + 1
value hidden of player = deep of player + coins of player
"""


@pytest.fixture(scope="module")
def rules_(tmp_path_factory):
    folder = tmp_path_factory.mktemp("answers") / "hostile"
    write(rules(LOOPS) | {"panels.yaml": "panels:\n  - {value: hidden, name: Deep}\n"}, folder)
    assert not [found for found in ruledsl.validate(str(folder)) if found.severity == "error"]
    return ruledsl.load(str(folder))


@pytest.fixture
def game(rules_):
    return rules_.new_game(2, 1)


QUESTIONS = {
    "a definition": lambda asked: asked.value("deeper", player=0),
    "a reason": lambda asked: asked.why("deep", player=0),
}


@pytest.mark.parametrize("what", QUESTIONS)
def test_what_takes_too_long_is_refused(game, what):
    for asked in (game, game.view(0)):
        with pytest.raises(GameError, match="cannot be worked out") as refused:
            QUESTIONS[what](asked)
        assert refused.value.code == "G006"


def test_tables_are_told_without_it(game):
    (panel,) = [panel for panel in game.view(0).panels if panel["value"] == "hidden"]
    assert panel["players"] == [game.value("hidden", player=0), None]  # the seat's own secret
    assert game.value("deep", player=0) > 1000  # what is not explained is asked of the engine
    assert view_data(view_of(game, 0, Naming("en")), Course())
    assert Views(game, Naming("en"), Course()).of(0)


def test_what_the_engine_cannot_work_out_is_no_fault_either(rules_, game, monkeypatch):
    def without_end(*_):
        raise EngineError("the rules repeat something without end")

    monkeypatch.setattr(Questions, "value", without_end)
    monkeypatch.setattr(Games, "answers", without_end)
    with pytest.raises(GameError, match="cannot be worked out"):
        game.value("deep", player=0)
    assert [None, None] in [row["players"] for row in game.view(0).panels]
    assert Views(game, Naming("en"), Course()).of(0)
    (row,) = ruledsl.simulate(rules_, games=1, players=2, seed=1, workers=1).rows
    assert "GameError: This cannot be worked out" in row["error"]


def test_several_answers_take_no_more_than_one(game, monkeypatch):
    spent = []

    class Counted(evaluator.Effort):
        def __init__(self):
            super().__init__()
            spent.append(self)

    monkeypatch.setattr(evaluator, "Effort", Counted)
    assert region_data(game.view(game.decision.player), game.board.ids[0])
    assert len(spent) <= 1


def test_names_are_looked_through_only_where_one_is_not_known(tmp_path, monkeypatch):
    """Of a thousand permissions with a prohibition each a million names would be looked at."""
    looked = []

    def noted(_names, *kinds):
        looked.append(kinds)
        yield from ()

    monkeypatch.setattr(Names, "of_kind", noted)
    write(rules("permission p of region by people\nforbid p as no if region is hill"), tmp_path / "hostile")
    ruledsl.validate(str(tmp_path / "hostile"))
    assert not looked
