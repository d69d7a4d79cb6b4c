"""How paths are shown, and what is read of a file."""

import os
from pathlib import Path

import pytest

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.folders import files
from ruledsl.rules.packs.folders.files import read_bytes, shown_path, shown_paths
from ruledsl.rules.packs.yaml.nodes import MAX_BYTES

FILES = [
    "a/b/f.yaml",
    "a/b/g.yaml",
    "to_b/f.yaml",
    "a/to_f.yaml",
    "a/loop",
    "a/loop/f.yaml",
    "f.yaml",
    "./f.yaml",
    "a/../f.yaml",
    "nothing/f.yaml",
    "/etc/passwd",
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "a/b").mkdir(parents=True)
    for name in ("f.yaml", "a/b/f.yaml"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "to_b").symlink_to("a/b")
    (tmp_path / "a/to_f.yaml").symlink_to("b/f.yaml")
    (tmp_path / "a/loop").symlink_to("loop")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("stand", [".", "a", "/"])
def test_many_paths_are_shown_like_each_of_them(here, stand, monkeypatch):
    paths = [*map(Path, FILES), *(here / path for path in FILES)]
    monkeypatch.chdir(stand)
    assert shown_paths(paths) == [shown_path(path) for path in paths]


def test_a_path_is_shown_from_where_one_stands(here):
    paths = [here / "a/b/f.yaml", here / "a/to_f.yaml", here / "to_b/f.yaml"]
    assert set(shown_paths(paths)) == {"a/b/f.yaml"}
    assert shown_paths([here / "../f.yaml"]) == [str(here / "../f.yaml")]


@pytest.mark.parametrize("size", [0, 1, 70_000, MAX_BYTES])
def test_a_file_is_read_whole(here, size):
    (here / "f.yaml").write_bytes(b"x" * size)
    assert read_bytes("f.yaml", "f", Diagnostics()) == b"x" * size


@pytest.mark.parametrize("size", [90_000, MAX_BYTES + 5])
def test_a_file_that_grows_meanwhile_is_read_up_to_its_end_or_refused(here, size, monkeypatch):
    path = here / "f.yaml"
    opened = os.open

    def grown(*words, **more):
        path.write_bytes(b"x" * size)
        return opened(*words, **more)

    monkeypatch.setattr(files.os, "open", grown)
    diagnostics = Diagnostics()
    found = read_bytes(path, "f", diagnostics)
    if size > MAX_BYTES:
        assert found is None
        assert [one.code for one in diagnostics] == ["Y003"]
    else:
        assert found == b"x" * size
