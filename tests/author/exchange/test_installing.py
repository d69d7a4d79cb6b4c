"""Packs that somebody sent: looked at, shown, asked for once, kept beside other versions, found by saves, and removed."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import ruledsl
from ruledsl.author.exchange import inspect
from ruledsl.author.exchange.installed import every_pack
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.cli import main
from ruledsl.rules.packs import known_packs
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import packed
from ruledsl.rules.packs.folders.find import find_pack


def run(*words, typed=None):
    result = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def bundle(folder, place):
    place.write_bytes(packed(below(folder).contents()))
    return place


def digest(folder):
    return ruledsl.load(str(folder)).composition.packs[-1].digest


def test_a_friend_sends_a_bundle(own, make, untried, tmp_path):
    file = bundle(make(), tmp_path / "what-my-friend-sent")
    first = run("install", file, typed="y\n")
    assert first.exit_code == 0, first.output
    for word in (
        "Bogs (bogs 0.1.0)",
        "Ada, Grace",
        "MIT",
        "https://example.org/bogs",
        digest(make()),
        str(file),
    ):
        assert word in first.output
    assert len(untried) == 1
    assert sorted(path.name for path in own.iterdir()) == ["bogs-0.1.0.ruledsl", "origins.json"]
    assert ruledsl.validate("bogs") == []
    assert "bogs" in known_packs()
    again = run("install", file)  # nobody is asked twice
    assert again.exit_code == 0
    assert "already" in again.output


def test_whoever_says_no_or_nothing_has_nothing(own, make, untried, tmp_path):
    file = bundle(make(), tmp_path / "x.ruledsl")
    for typed in ("n\n", ""):
        result = run("install", file, typed=typed)
        assert result.exit_code == 2
        assert "Nothing was installed" in result.stderr
    result = run("install", file, "--yes", "--digest", "0" * 16)
    assert result.exit_code == 2
    assert digest(make()) in result.stderr
    assert not own.exists()
    assert run("install", file, "--yes", "--digest", digest(make())).exit_code == 0


def test_versions_lie_beside_each_other(own, make, untried):
    for version in ("0.9.0", "0.10.0", "1.0.0"):
        assert run("install", make(version=version), "--yes").exit_code == 0

    def version(name):
        return ruledsl.load(name).composition.packs[-1].version

    assert version("bogs") == "1.0.0"
    assert version("bogs@0.9.0") == "0.9.0"
    assert find_pack("bogs@0.1.0") is None
    for wanted, found in ((">=0.9", "0.10.0"), ("1", "1.0.0"), ("0.9.0", "0.10.0")):
        fens = make("fens", where=wanted, more="")
        text = (fens / "pack.yaml").read_text()
        (fens / "pack.yaml").write_text(text.replace("}", f", bogs: '{wanted}'}}"))
        (fens / "words.yaml").unlink()
        packs = ruledsl.load(str(fens)).composition.packs
        assert {pack.id: pack.version for pack in packs}["bogs"] == found
    assert "which one (`bogs@1.0.0`, `bogs@0.10.0`, `bogs@0.9.0`)" in run("remove", "bogs").stderr
    assert run("remove", "bogs@0.10.0").exit_code == 0
    listed = json.loads(run("packs", "--format", "json").output)["packs"]
    mine = {p["version"]: p["problem"] for p in listed if p["id"] == "bogs"}
    assert mine == {"1.0.0": "", "0.9.0": "used as bogs@0.9.0; 1.0.0 is newer"}
    changed = make(version="1.0.0", more="")
    assert "with other contents" in run("install", changed, "--yes").stderr


def test_a_save_finds_its_version_and_says_which_one_is_missing(own, make, untried):
    folder = make()
    (folder / "pack.yaml").write_text((folder / "pack.yaml").read_text().replace("core", "smallworld"))
    run("install", folder, "--yes")
    game = ruledsl.load("bogs").new_game(2, 7)
    text = game.to_json()
    newer = make(version="0.2.0")
    (newer / "pack.yaml").write_text((newer / "pack.yaml").read_text().replace("core", "smallworld"))
    run("install", newer, "--yes")
    assert ruledsl.Game.from_json(text).hash == game.hash
    run("remove", "bogs@0.1.0")
    with pytest.raises(ruledsl.GameError, match=r"`bogs` has changed.*it was 0.1.0 \(.*it is 0.2.0"):
        ruledsl.Game.from_json(text)
    run("remove", "bogs")
    with pytest.raises(ruledsl.GameError, match=r"needs the pack `bogs` 0.1.0.*`ruledsl install`"):
        ruledsl.Game.from_json(text)


def test_no_pack_hides_one_that_was_there(own, make, untried, tmp_path):
    for id_ in ("smallworld", "blank_tiles"):
        result = run("install", make(id_, more=""), "--yes")
        assert result.exit_code == 2
        assert "already has a pack" in result.stderr
    own.mkdir()
    shutil.copytree(make(), own / "bogs")
    assert "would hide this pack" in run("install", make(version="0.2.0"), "--yes").stderr
    bundle(make("core", more=""), own / "core-9.0.0.ruledsl")  # whoever copies one by hand
    assert "rulesets" in str(find_pack("core"))
    assert find_pack("core@9.0.0") is None
    (hidden,) = [pack for pack in every_pack() if pack.id == "core" and pack.source == "installed"]
    assert hidden.problem == "hidden by the one of ruledsl"


def test_a_bundle_that_was_copied_there_is_known(own, make):
    own.mkdir()
    bundle(make(), own / "bogs.ruledsl")
    bundle(make("fens", more=""), own / "swamp-0.1.0.ruledsl")
    (own / "broken-0.1.0.ruledsl").write_bytes(b"nothing")
    (own / "origins.json").write_text('{"bogs.ruledsl": "a\\u001b[31m", "x": 3}')
    assert ruledsl.validate("bogs") == []
    assert find_pack("fens") is None
    assert find_pack("swamp") is None
    (finding,) = ruledsl.validate("broken")
    assert finding.code == "P055"
    said = run("packs")
    assert said.exit_code == 0
    assert "fens 0.1.0: not found by its id, since its file is called `swamp-0.1.0.ruledsl`" in said.output
    assert "no bundle that can be used" in said.output
    assert "\x1b" not in said.output
    assert run("remove", "broken").exit_code == 0


@pytest.mark.parametrize(
    ("id_", "more", "said"),
    [
        ("bogs", 'authors: ["Ada\\e[31m"]\n', "has the wrong form"),
        ("bogs", 'authors: ["Ada\\ndigest 0"]\n', "has the wrong form"),
        ("bogs", "rules: my my\n", "There is no key"),
        ("con", "", "on a line of its own"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_installed(own, make, id_, more, said):
    result = run("install", make(id_, more=more), "--yes")
    assert result.exit_code in (1, 2)
    assert said in result.stderr
    assert "\x1b" not in result.stderr
    assert not own.exists()


def test_names_of_strangers_make_up_no_lines_of_their_own(own, make, untried):
    folder = make(more="")
    head = (folder / "pack.yaml").read_text()
    (folder / "pack.yaml").write_text(head.replace("Bogs", '"Bogs\\nlicence   MIT"'))
    said = run("install", folder, typed="y\n").output
    assert "\nlicence   not said\n" in said


def test_a_pack_whose_trial_fails(own, make, monkeypatch):
    found = Diagnostics()
    found.error("P056", "In the trial of this pack it took too long.", Span.nowhere("bogs"))
    monkeypatch.setattr(inspect, "tried", lambda _packs: found.sorted())
    result = run("install", make(), "--yes")
    assert result.exit_code == 1
    assert "P056" in result.stderr
    assert not own.exists()


def test_what_a_pack_needs_and_what_is_none(own, make, untried, tmp_path):
    fens = make("fens", more="")
    (fens / "pack.yaml").write_text((fens / "pack.yaml").read_text().replace("}", ", bogs: '>=0.1'}"))
    assert "needs the pack `bogs` >=0.1" in run("install", fens, "--yes").stderr
    (tmp_path / "x.ruledsl").write_bytes(packed({"pack.yaml": b"id: x\n"})[:-5])
    (tmp_path / "empty").mkdir()
    for source in (
        tmp_path / "x.ruledsl",
        tmp_path / "empty",
        "nowhere",
        "ftp://x/y",
        "file://host/x",
        "/dev/zero",
        "",
    ):
        result = run("install", source, "--yes")
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
    assert not own.exists()


def test_a_pack_with_a_real_trial_by_https(own, make, web, tmp_path):
    file = bundle(make(), tmp_path / "x.ruledsl")
    web.pages["/x.ruledsl?key=1"] = (200, {}, file.read_bytes())
    assert "local network" in run("install", f"{web.url}/x.ruledsl?key=1", "--yes").stderr
    result = run("install", f"{web.url}/x.ruledsl?key=1", "--yes", "--local")
    assert result.exit_code == 0, result.output
    assert [pack.origin for pack in every_pack() if pack.id == "bogs"] == [f"{web.url}/x.ruledsl"]
    assert run("install", file.as_uri(), "--yes").exit_code == 0
    assert Path(own / "bogs-0.1.0.ruledsl").read_bytes() == file.read_bytes()


def test_bundles_are_listed_and_never_written(own, make, untried, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = bundle(make(), tmp_path / "bogs.ruledsl")
    run("install", file, "--yes")
    assert run("list").output == run("packs").output
    assert run("list", "--format", "json").output == run("packs", "--format", "json").output
    for name in ("bogs", "bogs.ruledsl"):
        assert "bundles are not formatted" in run("fmt", name).stderr
        assert "bundles are not written" in run("validate", name, "--fix").stderr
