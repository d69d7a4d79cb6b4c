"""Values that hang on nothing secret: those that are said to be open are answered to everybody, and alike by both readers of the rules."""

import random
from pathlib import Path

import pytest

from ruledsl import load
from ruledsl.engine.state.hidden import EVERYBODY
from ruledsl.play.explain.why import answering
from ruledsl.play.views import game_for
from ruledsl.rules.check.knowledge import curious_tiles

PACKS = [
    ("smallworld",),
    ("underground",),
    ("crossover",),
    ("warcraft",),
    ("smallworld", "cursed", "leaders", "tales"),
]


@pytest.mark.parametrize("packs", PACKS, ids=" ".join)
def test_what_is_open_is_answered_to_everybody(packs):
    rules = load(*packs)
    open_ = [v for v in rules.program.values if v.index in rules.openness.everybodys]
    own = [v for v in rules.program.values if v.index in rules.openness.owners]
    assert {"regions_held", "tie_break"} <= {value.name for value in open_}
    assert {value.name for value in own} == {"victory"}
    face_up = {v.name for v in rules.program.values if v.index in rules.openness.face_up}
    assert {"conquest_cost", "region_income", "victory"} | {value.name for value in open_} <= face_up
    of_players = [value for value in open_ if [p.type.name for p in value.params] == ["player"]]
    assert of_players
    game, chance = rules.new_game(2, 3), random.Random(1)
    while not game.over and len(game.choices) < 150:
        if len(game.choices) % 25 == 0:
            known = game_for(game, EVERYBODY, 0)
            answer = answering(known, EVERYBODY)
            for value in of_players:
                for player in range(2):
                    quick = known.measure(value, player)
                    assert answer(value, player) == quick == game.measure(value, player)
            for value in own:
                assert answer(value, 0) is None
                for player in range(2):
                    own_answer = answering(game_for(game, player, 0), player)(value, player)
                    assert own_answer == game.measure(value, player)
        game.choose(chance.randrange(len(game.decision.options)))


@pytest.mark.parametrize(
    ("packs", "curious"),
    [
        (("underground",), {"adventurous"}),
        (("warcraft",), {"archaeologist"}),
        (("warcraft", str(Path(__file__).parents[2] / "lab" / "rl" / "seers")), {"archaeologist", "seers"}),
    ],
    ids=["underground", "warcraft", "seers"],
)
def test_tiles_whose_rules_look_at_the_map(packs, curious):
    """The printed coin more for each relic, artifact or place is all in which tiles that lie there matter to incomes."""
    assert curious_tiles(load(*packs).program, ["conquest_cost", "region_income", "victory"]) == curious


def test_a_rule_for_everybody_that_looks_at_the_map(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: seers\nversion: 0.1.0\nlanguage: 1\nname: Seers\n")
    (tmp_path / "world.yaml").write_text("rules: region_income +(number of tiles of region)\n")
    program = load("underground", str(tmp_path)).program
    found = curious_tiles(program, ["region_income"]), curious_tiles(program, ["conquest_cost"])
    assert found == (None, frozenset())
