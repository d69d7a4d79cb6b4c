import pytest

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


@pytest.mark.parametrize("broken", [BROKEN, b"races: [", b"\xff\xfe", b""])
@pytest.mark.parametrize("option", [[], ["--check"]])
def test_what_is_broken_is_reported_and_stays(run, file, broken, option):
    file.write_bytes(broken)
    result = run("fmt", file, *option)
    assert (result.code, file.read_bytes()) == (1, broken)
    assert "error[" in result.out
    assert "imps.yaml" in result.out


def test_a_pack_by_its_name_stays_as_it_is_with_check(run):
    assert "files, " in run("fmt", "smallworld", "--check").out


def test_what_is_not_there(refused, tmp_path):
    assert "no/pack" in refused("fmt", "no/pack")
    assert "smallworld" in refused("fmt", "smalworld")
    assert "no files of packs" in refused("fmt", tmp_path)
