import json

import pytest

from ruledsl.rules.packs import known_packs

UGLY = b"races:\r\n  imps:\r\n    rules: |\r\n        my  reserve   +4  # more\r\n"
NEAT = b"races:\r\n  imps:\r\n    rules: |\r\n      my reserve +4  # more\r\n"
BROKEN = b"races:\n  imps:\n    rules: |\n        my my  reserve ++4\n"


@pytest.fixture
def file(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: imps\nversion: 0.1.0\nlanguage: 1\nname: {en: Imps}\n")
    path = tmp_path / "imps.yaml"
    path.write_bytes(UGLY)
    return path


def test_a_pack_is_laid_out_once(run, file):
    file.chmod(0o640)
    result = run("fmt", file.parent)
    assert (result.code, file.read_bytes()) == (0, NEAT)
    assert "changed: " in result.out
    assert "2 files, 1 changed" in result.out
    assert file.stat().st_mode & 0o777 == 0o640
    again = run("fmt", file.parent, file)
    assert (again.code, again.out) == (0, "2 files, 0 changed\n")
    assert len(list(file.parent.iterdir())) == 2


def test_check_changes_nothing(run, file):
    result = run("fmt", "--check", file)
    assert (result.code, file.read_bytes()) == (1, UGLY)
    assert "would change: " in result.out
    assert "imps.yaml" in result.out
    file.write_bytes(NEAT)
    assert run("fmt", "--check", file).code == 0


def test_programs_are_told_what_changes(run, file):
    ahead = run("fmt", "--check", file, "--format", "json")
    told = json.loads(ahead.out)
    assert (ahead.code, told["files"], told["diagnostics"], told["written"]) == (1, 1, [], False)
    assert [name.endswith("imps.yaml") for name in told["changed"]] == [True]
    assert file.read_bytes() == UGLY
    assert json.loads(run("fmt", file, "--format", "json").out) == told | {"written": True}
    assert file.read_bytes() == NEAT
    file.write_bytes(BROKEN)
    told = json.loads(run("fmt", file, "--format", "json").out)
    assert (told["changed"], told["diagnostics"][0]["severity"]) == ([], "error")


@pytest.mark.parametrize("broken", [BROKEN, b"races: [", b"\xff\xfe", b""])
@pytest.mark.parametrize("option", [[], ["--check"]])
def test_what_is_broken_is_reported_and_stays(run, file, broken, option):
    file.write_bytes(broken)
    result = run("fmt", file, *option)
    assert (result.code, file.read_bytes()) == (1, broken)
    assert "error[" in result.out
    assert "imps.yaml" in result.out


def test_nothing_is_to_be_done_in_the_packs_that_come_with_ruledsl(run):
    result = run("fmt", *known_packs(), "--check")
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith(" files, 0 to change\n")
    assert result.out.count("\n") == 1


def test_what_is_not_there(refused, tmp_path):
    assert "no/pack" in refused("fmt", "no/pack")
    assert "smallworld" in refused("fmt", "smalworld")
    assert "no pack in the folder" in refused("fmt", tmp_path)
    for name in ("a" * 3000, "a\0b", "", tmp_path / ("a" * 3000)):
        refused("fmt", name)


def test_a_part_of_a_pack_and_a_folder_of_packs(run, file):
    pack = file.parent / "several" / "mine"
    (pack / "races").mkdir(parents=True)
    (file.parent / "pack.yaml").rename(pack / "pack.yaml")
    file.rename(pack / "races" / "imps.yaml")
    assert "1 file, 1 to change" in run("fmt", pack / "races", "--check").out
    assert "2 files, 1 changed" in run("fmt", pack.parent).out


def test_what_is_in_no_pack_is_not_touched(refused, tmp_path):
    """Many a file of other programs has a text under `rules`."""
    path = tmp_path / "alerts.yaml"
    path.write_bytes(UGLY)
    for target in (path, tmp_path, "/", "."):
        assert "pack.yaml" in refused("fmt", target)
    assert path.read_bytes() == UGLY


def test_installed_packs_are_only_written_when_it_is_said_twice(run, refused, file, monkeypatch):
    monkeypatch.setattr("ruledsl.rules.packs.folders.find.official_folder", lambda: file.parent.parent)
    link = file.parent.parent / "link"
    link.symlink_to(file.parent)
    for target in (file.parent.name, file.parent, file, file.parent.parent, link):
        assert "--force" in refused("fmt", target)
        assert (run("fmt", target, "--check").code, file.read_bytes()) == (1, UGLY)
    assert run("fmt", file.parent.name, "--force").code == 0
    assert file.read_bytes() == NEAT


def test_links_are_not_followed_out_of_a_pack(run, file, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "alerts.yaml"
    outside.write_bytes(UGLY)
    file.write_bytes(NEAT)
    (file.parent / "alerts.yaml").symlink_to(outside)
    (file.parent / "all").symlink_to(outside.parent)
    (file.parent / "loop").symlink_to("loop")
    (file.parent / "round.yaml").symlink_to("round.yaml")
    result = run("fmt", file.parent)
    assert (result.code, outside.read_bytes()) == (1, UGLY)
    assert result.out.count("error[Y018]") == 2
    assert result.out.count("error[Y002]") == 1
