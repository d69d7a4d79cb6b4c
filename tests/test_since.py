"""`make test SINCE=main` begins with the files of tests that are near to what changed (`benchmarks/mutations/since.py`)."""

import base64
import json
import subprocess
import zlib

import pytest

from benchmarks.mutations import since

CODE = "ruledsl/rules/check/x.py"
BEFORE = "def one():\n    return 1\n\n\nclass Two:\n    def two(self):\n        return 2\n"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A tree under git with tests of three folders."""
    for file in (
        CODE,
        "tests/rules/check/test_same.py",
        "tests/rules/test_around.py",
        "tests/play/test_far.py",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(BEFORE, encoding="utf-8")
    for words in ("init -q", "add .", "-c user.name=x -c user.email=x@x commit -qm x"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    monkeypatch.setattr(since, "ROOT", tmp_path)
    monkeypatch.setattr(since, "KEPT", tmp_path / ".mutations")
    since.nearest.cache_clear()
    yield tmp_path
    since.nearest.cache_clear()


def test_nothing_is_near_to_nothing(checkout):
    assert since.nearest("HEAD") == []


def test_what_is_no_revision_is_said(checkout):
    with pytest.raises(pytest.UsageError, match="nowhere"):
        since.nearest("nowhere")


def test_without_records_the_folder_decides(checkout):
    (checkout / CODE).write_text(BEFORE.replace("2\n", "3\n"), encoding="utf-8")
    assert since.nearest("HEAD") == ["tests/rules/check/test_same.py", "tests/rules/test_around.py"]


def test_what_runs_a_changed_function_comes_before_its_folder(checkout):
    records = checkout / ".mutations"
    records.mkdir()
    (records / "functions.json").write_text(json.dumps({CODE: [".one", ".Two.two"]}))
    lines = []
    for test, ran in (("play/test_far.py", b"\1\0\1"), ("rules/test_around.py", b"\1\1\0")):
        told = base64.b85encode(zlib.compress(ran)).decode()
        record = {"kind": "test", "name": f"tests/{test}::test_x", "seconds": 0.1, "ran": told}
        lines.append(json.dumps({**record, "passed": True}))
    (records / "tests-all.jsonl").write_text("\n".join(lines))
    (checkout / CODE).write_text("# a line more\n" + BEFORE.replace("2\n", "3\n"), encoding="utf-8")
    (checkout / "tests/rules/test_new.py").touch()
    assert since._changed_functions("HEAD", CODE) == ["", ".Two.two"]
    (checkout / CODE).write_text(BEFORE.replace("2\n", "3\n"), encoding="utf-8")
    assert since.nearest("HEAD") == [
        "tests/rules/test_new.py",
        "tests/play/test_far.py",
        "tests/rules/check/test_same.py",
        "tests/rules/test_around.py",
    ]
