"""What earlier versions wrote and packed goes on to work (docs/versions.md). The files beside this are never written anew."""

import json
from pathlib import Path

import pytest

import ruledsl
from ruledsl.cli.app import COMMANDS
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import packed
from ruledsl.rules.packs.folders.find import find_pack

HERE = Path(__file__).parent
VERSIONS = sorted(path.name for path in HERE.iterdir() if (path / "game.json").is_file())
PUBLIC = {
    "Decision", "Diagnostic", "Game", "GameError", "Option", "PackError", "PositionError", "Rules",
    "load", "position_of", "validate",
}  # fmt: skip
"""What `ruledsl` had in version 0.1: it may have more."""


@pytest.mark.parametrize("version", VERSIONS)
def test_a_bundle_a_save_and_rows_go_on_to_work(version):
    folder = HERE / version
    bundle = str(folder / "burrows.ruledsl")
    assert [found for found in ruledsl.validate(bundle) if found.severity == "error"] == []
    rules = ruledsl.load(bundle)
    (pack,) = rules.composition.packs
    assert (pack.id, pack.version, pack.digest) == ("burrows", "1.0.0", "0b06e0cdccdd5628")
    unpacked = find_pack(bundle)
    assert packed(below(unpacked).contents()) == (folder / "burrows.ruledsl").read_bytes()
    text = (folder / "game.json").read_text(encoding="utf-8")
    game = ruledsl.Game.from_json(text, packs=[bundle])
    assert game.hash == game.replayed().hash  # the saved state is read, and the choices lead to it
    if json.loads(text)["version"] == json.loads(game.to_json())["version"]:
        assert game.hash == json.loads(text)["hash"]
    while not game.over:
        game.choose(0)
    old = ruledsl.read_games(folder / "games.jsonl")
    assert len(old) == 3
    for now, then in zip(
        ruledsl.simulate(rules, games=3, players=2, seed=5, workers=1).rows, old.rows, strict=True
    ):
        assert {key: now[key] for key in then} == then  # there may be more in a row


def test_what_was_public_is_there():
    assert set(ruledsl.__all__) >= PUBLIC
    assert {"play", "resume", "replay", "simulate", "validate", "test", "bundle"} <= COMMANDS.keys()
