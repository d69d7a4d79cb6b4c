"""A policy learned by self-play: what it goes by, that it is the same natively and in Python, that it learns, and what is refused."""

import json
import re

import pytest

pytest.importorskip("numpy")

import numpy as np
from click.testing import CliRunner

import ruledsl
from ruledsl.base.errors import GameError
from ruledsl.cli.app import main
from ruledsl.engine.compile.wasm.memory import Features
from ruledsl.lab.bulk import ProcessPool
from ruledsl.lab.training import Practice, strength_of, taught
from ruledsl.lab.training import practice as together
from ruledsl.lab.training.strength import Watched
from ruledsl.play.bots import Learned
from ruledsl.play.bots.policy import Policy, policy_for, policy_of
from ruledsl.play.views import SeatView

OTHERS = (
    "amazons",
    "dwarves",
    "elves",
    "ghouls",
    "halflings",
    "humans",
    "orcs",
    "ratmen",
    "skeletons",
    "trolls",
)


@pytest.fixture(scope="module")
def rules():
    return ruledsl.load("smallworld")


def told(watched, option):
    """The names of the features of an option of the first game."""
    seen = watched.look()
    names = list(watched.features.names())
    start = int(seen.lengths[:option].sum())
    return {names[place] for place in seen.features[start : start + int(seen.lengths[option])]}


def test_options_are_described_in_words_of_the_packs(rules):
    """The first offer is of the market; then regions at the edge, which cost what `why` says."""
    watched = Watched(rules, 1, 2, 1)
    game = rules.new_game(2, 1)
    first = [option.id.removeprefix("take:") for option in game.decision.options]
    assert [{f"tile {race}", f"place take {n}"} <= told(watched, n) for n, race in enumerate(first)] == [
        True
    ] * 6
    watched.batch.step([0])
    game.choose(0)
    option = game.decision.options[0]
    region = option.data["target"]
    (terrain, *_) = next(one.traits for one in rules.map_for(2, None).regions if one.id == region)
    found = told(watched, 0)
    assert f"trait conquer {terrain}" in found
    cost = game.why("conquest_cost", people="orcs", region=region).result
    assert f"cost conquer {cost}" in found
    assert {"holder conquer nobody's 0", "near conquer 0", "left conquer 9"} <= found


def test_every_feature_has_a_name_of_its_own(rules):
    features = Features(rules.backend.code)
    assert len(set(features.names())) == features.count


def test_it_takes_what_weighs_most_wherever_the_program_runs(rules):
    alone = ruledsl.load("smallworld")
    alone.backend.problem = "it is not wanted"
    taken = []
    for one in (rules, alone):
        game, found = one.new_game(2, 3), []
        while not game.over and len(found) < 40:
            found.append(Learned(5).choose(SeatView(game, game.decision.player)))
            game.choose(found[-1])
        taken.append(found)
    assert taken[0] == taken[1]
    assert len(set(taken[0])) > 3
    weights = {"tile amazons": 1000}
    game = rules.new_game(2, 1)
    there = [option.id for option in game.decision.options]
    assert (
        Learned(0, Policy((), 0, {f"tile {there[4].removeprefix('take:')}": 7})).choose(SeatView(game, 0))
        == 4
    )
    assert (
        Learned(0, Policy((), 0, {} if "take:amazons" in there else weights)).choose(SeatView(game, 0)) == 0
    )


def test_it_learns(rules):
    """From nothing, in a few seconds, it comes to win nearly always against chance."""
    practice = Practice(rules, 3, seats=[2])
    before = strength_of(rules, practice.policy(), "random", 20, 1)
    for _ in range(24):
        practice.go_on()
    policy = practice.policy()
    assert practice.games > 500
    assert strength_of(rules, policy, "random", 20, 1).share > max(0.85, before.share)
    again = Practice(rules, 3, seats=[2])
    again.begin_with(policy)
    assert again.policy().weights == policy.weights


def test_several_cores_go_on_from_the_average_of_what_they_learned(rules, monkeypatch):
    monkeypatch.setattr(together, "ROUND", 0.2)
    practice = Practice(rules, 5, seats=[2])
    before, turns = practice.knowledge, taught(practice, 2)
    alone = []
    monkeypatch.setattr(
        ProcessPool,
        "results",
        lambda _crew, work, pieces: [alone.append(work(one)) or alone[-1] for one in pieces],
    )
    next(turns)
    turns.close()
    one, other = alone
    now = practice.knowledge
    assert np.allclose(now.arrays[0], (one.arrays[0] + other.arrays[0]) / 2)
    assert not np.allclose(one.arrays[0], other.arrays[0])
    assert now.made - before.made == one.made + other.made > 0
    assert not np.allclose(now.arrays[0], before.arrays[0])


def test_tiles_that_were_not_learned_are_weighed_like_those_with_such_rules():
    """Goblins, like Tritons, pay less for some regions."""
    rules = ruledsl.load("smallworld", "cursed")
    weights = policy_of(rules.backend.code).weights
    learned = policy_for(pack.id for pack in rules.composition.packs).weights
    assert learned.items() <= weights.items()
    added = {name for name in weights if name not in learned}
    assert {"tile goblins", "tile kobolds", "bearer conquer goblins"} <= added
    assert all(any(word in rules.program.tiles for word in name.split()) for name in added)
    alike, others = learned["tile tritons"], [learned.get(f"tile {tile}", 0) for tile in OTHERS]
    assert min([alike, *others]) <= weights["tile goblins"] <= max([alike, *others])
    assert abs(weights["tile goblins"] - alike) < abs(weights["tile goblins"] - max(others))
    alone = ruledsl.load("smallworld")
    assert (
        policy_of(alone.backend.code).weights
        == policy_for(pack.id for pack in alone.composition.packs).weights
    )


def test_what_comes_with_ruledsl_plays_well(rules):
    policy = policy_for(pack.id for pack in rules.composition.packs)
    assert strength_of(rules, policy, "random", 12, 1).share > 0.9


EMPTY = {"packs": [], "choices": 0, "weights": {}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"packs": [], "choices": 0}',
        '{"packs": [], "choices": 0, "weights": {"a": 1.5}}',
        '{"packs": [], "choices": NaN, "weights": {}, "tiles": {}}',
        '{"packs": [], "choices": 0, "weights": {"a": true}, "tiles": {}}',
        '{"packs": [], "choices": 0, "weights": {}, "tiles": {"a": null}}',
        json.dumps(EMPTY | {"tiles": {f"t{n}": {"rules": "", "does": {}} for n in range(2_001)}}),
        "[" * 100_000,
    ],
)
def test_what_is_no_policy_is_refused(text):
    with pytest.raises(GameError, match="no policy") as refused:
        Policy.read(text, "mine.json")
    assert refused.value.code == "G051"


def test_train_keeps_a_policy_that_learned_goes_by(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(
        "ruledsl.lab.training.practice.LEAST", 1
    )  # on a busy machine a second is a step or two
    run = CliRunner().invoke(
        main, ["train", "smallworld", "--seconds", "1", "--trials", "2", "--workers", "1"]
    )
    assert run.exit_code == 0, run.output
    assert "against greedy" in run.output
    (kept,) = (tmp_path / "ruledsl" / "policies").iterdir()
    weights = json.loads(kept.read_text())["weights"]
    known = policy_for(["core", "smallworld"]).weights
    assert weights
    assert {name: known[name] for name in weights} == weights
    run = CliRunner().invoke(main, ["train", "smallworld", "--explain"])
    assert run.output.count("\n") == 21
    assert "Learned in" in run.output
    assert re.search(r"^[×÷] [0-9.,]+ +(conquer|taking|placing: choose: region) ", run.output, re.MULTILINE)
