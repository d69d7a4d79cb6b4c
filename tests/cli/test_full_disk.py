"""A disk that is full (here: files may not grow beyond a length) while games and what is said of them are written: nothing that was there is lost."""

import os
import resource
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "ruledsl.cli"]
WORDS = ("smallworld", "--games", "8", "--seats", "random,random", "--seed", "5", "--workers", "1")


def with_room_for(most, *words):
    """A command in a process whose files may have so many bytes."""
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        # What Python compiles would be cut off, and kept like that.
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = tmp_path_factory.mktemp("whole") / "games.jsonl"
    subprocess.run([*COMMAND, "simulate", *WORDS, "-o", file], check=True, capture_output=True)
    return file


def test_games_that_found_room_are_kept_and_gone_on_with(whole, tmp_path):
    file, most = tmp_path / "games.jsonl", len(whole.read_bytes()) // 2
    done = with_room_for(most, "simulate", *WORDS, "-o", file)
    assert done.returncode == 2
    kept = file.read_text()
    there = kept.count("\n") - 1
    assert 0 < there < 8
    assert whole.read_text().startswith(kept)
    assert kept.endswith("\n")
    said = (
        f"`{file}` cannot be written: File too large. {there} of 8 games are in {file}, each on a whole line."
    )
    assert done.stderr.endswith(f"ruledsl: {said}\n")
    subprocess.run([*COMMAND, "simulate", *WORDS, "-o", file, "--resume"], check=True, capture_output=True)
    assert file.read_text() == whole.read_text()


def test_a_page_that_was_there_stays(whole, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("mine")
    done = with_room_for(10_000, "study", whole, "-o", page, "--force")
    assert (done.returncode, page.read_text()) == (2, "mine")
    assert "cannot be written" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_folder_that_cannot_be_made(whole, tmp_path, refused):
    (tmp_path / "file").write_text("")
    for option in ("--tables", "--rows"):
        assert "Not a directory" in refused("study", whole, option, tmp_path / "file" / "inside")
        assert "File exists" in refused("study", whole, option, tmp_path / "file")
