"""Games that were saved by earlier versions go on. Their pack lies beside them and is never changed."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from ruledsl import Game, GameError, load
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text

FOLDER = Path(__file__).parent / "saves"
OLD = [path for path in sorted(FOLDER.glob("version_*/*.json")) if path.stem != "sampled"]
SEEN_FILE = FOLDER / "version_1" / "seen.yaml"
SEEN = to_plain(read_yaml_text(SEEN_FILE.read_text(encoding="utf-8"), "seen.yaml", Diagnostics()))


@pytest.fixture(scope="module")
def rules():
    before = Path.cwd()
    os.chdir(FOLDER)
    try:
        return load(f".{os.sep}burrows")
    finally:
        os.chdir(before)


def seen(game):
    """What was written down of a game when it was saved."""
    return {
        "choices": len(game.choices),
        "began": game.began,
        "options": [] if game.over else [option.id for option in game.decision.options],
        "log": len(game.log),
        "last": game.log[-1].text if game.log else "",
        "standings": [[row["player"], row["rank"], row["score"]] for row in game.standings],
    }


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
@pytest.mark.parametrize("replay", [True, False])
def test_an_old_save_is_the_game_that_it_was(rules, path, replay):
    game = Game.from_json(path.read_text(), rules, replay=replay)
    assert seen(game) == SEEN[path.stem]
    chance = random.Random(1)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
    assert Game.from_json(game.to_json(), rules).hash == game.hash == game.replayed().hash
    while game.choices:
        game.undo(force=True)


def test_there_are_old_saves_of_every_kind(rules):
    found = [Game.from_json(path.read_text(), rules) for path in OLD]
    assert {game.began for game in found} == {"game", "position"}
    assert {game.over for game in found} == {True, False}
    assert any(game.state.used for game in found)
    assert any(isinstance(slot, tuple) for game in found for frame in game.state.frames for slot in frame)


SAMPLED = FOLDER / "version_1" / "sampled.json"


def test_an_old_sample_is_refused(rules):
    with pytest.raises(GameError, match="a sample that an earlier ruledsl saved"):
        Game.from_json(SAMPLED.read_text(), rules)


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["state"]["players"].__setitem__(0, data["state"]["players"][0] + 500),
        lambda data: data["state"]["used"].append([1 << 41, 1]),
        lambda data: data.update(hash="0" * 64),
    ],
)
def test_an_old_save_that_was_tampered_with_is_refused(rules, path, change):
    data = json.loads(path.read_text())
    change(data)
    with pytest.raises(GameError, match="damaged"):
        Game.from_json(json.dumps(data), rules)
