"""Packs that mean harm, or look as if they did: findings, games or clear refusals, never an exception, in bounded time and memory.

Each is tried in a process of its own (`trial.py`), so that what hangs or eats the machine fails a test and not the tests. How long each takes, beside
what may be taken, is said by `python -m benchmarks.hostile`; here only what hangs is a fault.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_pack import FAMILIES, HEAD, cases_of, rules, write
from lengths import WHOLE, some
from trial import ENDS

from ruledsl import load, validate
from ruledsl.engine.ir.lower import rules as lowering
from ruledsl.engine.ir.lower.rules import lowered

HERE = Path(__file__).parent
MEGABYTE = 1_000_000
STEP = 25
"""Of each family one case in so many is tried; `make soak` tries all of them."""
BASE, PER_MEGABYTE = 256, 50
"""MB of memory that any pack may take beyond what the official ones do, and for each MB of its text."""


def tried(families):
    """What came of every case of some families."""
    done = subprocess.run(
        [sys.executable, HERE / "trial.py", *([] if WHOLE else ["--every", str(STEP)]), *families],
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("families", [FAMILIES[n::3] for n in range(3)], ids="-".join)
def test_hostile_packs_do_no_harm(families):
    found = tried(families)
    wanted = [(family, name) for family in families for name in some(cases_of(family), STEP)]
    assert [(one["family"], one["name"]) for one in found] == wanted
    for one in found:
        assert one["end"] in ENDS, one
        assert one["memory"] < BASE + PER_MEGABYTE * one["size"] / MEGABYTE, one
        assert one["findings"] < 2000, one
        assert one["longest"] < 2000, one
        if one["family"] == "texts":
            assert one["end"] == "refused", one


def test_there_are_many_of_them():
    assert sum(len(cases_of(family)) for family in FAMILIES) >= 60


def test_many_prohibitions_stand_in_several_functions_that_forbid_the_same(tmp_path, monkeypatch):
    lines = [f"forbid conquer as no_{i} if hand of people is {1000 + i}" for i in range(9)]
    write(rules("\n".join(["forbid conquer as hills if region is hill", *lines])), tmp_path / "hostile")
    monkeypatch.setenv("RULEDSL_CACHE", "off")  # what was made before has them in one
    monkeypatch.setattr(lowering, "MOST_IN_ONE", 4)
    game = load(str(tmp_path / "hostile")).new_game(2, 1)
    assert sum("_part_" in name for name in lowered(game.rules.program).functions) > 2
    grounds = {region.id: region.traits[0] for region in game.board.map.regions}
    game.choose(0)
    conquered = {
        grounds[option.data["target"]] for option in game.decision.options if option.about == "region"
    }
    assert "swamp" in conquered
    assert "hill" not in conquered


# ── folders and names ──


@pytest.fixture
def pack(tmp_path):
    """A folder with a pack that is in order; a test adds something to it."""
    write({}, tmp_path / "hostile")
    return tmp_path / "hostile"


def errors(name):
    return [found.code for found in validate(str(name)) if found.severity == "error"]


def test_folders_without_packs_are_errors(tmp_path, pack):
    assert errors(tmp_path)
    assert errors(tmp_path / "nowhere")
    (pack / "pack.yaml").unlink()
    assert errors(pack)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "/", "a" * 5000, "~", "*", "core/../core/x", "a\nb", "é" * 300]
)
def test_names_that_are_no_packs_are_errors(name):
    assert errors(name)


def test_packs_that_require_each_other_are_an_error(tmp_path):
    for name, other in (("one", "two"), ("two", "one")):
        requires = f'{{{tmp_path / other}: "0.1"}}'
        head = HEAD.replace("id: hostile", f"id: {name}").replace('{smallworld: ">=0.1"}', requires)
        write({"pack.yaml": head}, tmp_path / name)
    assert errors(tmp_path / "one")


# ── files that are none ──

BYTES = {
    "Latin-1": "rules: Tribù\n".encode("latin-1"),
    "UTF-16": "rules: x\n".encode("utf-16"),
    "zeros": bytes(100_000),
    "a program": Path(sys.executable).read_bytes()[:900_000],
    "50 MB": b"# x\n" * 12_500_000,
}


@pytest.mark.parametrize("name", BYTES)
@pytest.mark.parametrize("file", ["pack.yaml", "more.yaml"])
def test_a_file_that_is_no_text_is_an_error(pack, name, file):
    (pack / file).write_bytes(BYTES[name])
    assert errors(pack)


needs_fifo = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")


@needs_fifo
@pytest.mark.parametrize(
    "file",
    ["pack.yaml", "more.yaml"],
)
def test_a_pipe_in_place_of_a_file_is_an_error(pack, file):
    (pack / file).unlink(missing_ok=True)
    os.mkfifo(pack / file)
    assert errors(pack)


def test_a_device_in_place_of_a_file_is_an_error(pack):
    if not Path("/dev/zero").exists():
        pytest.skip("no devices on this system")
    (pack / "more.yaml").symlink_to("/dev/zero")
    assert errors(pack)


@pytest.mark.parametrize("file", ["pack.yaml", "more.yaml"])
def test_a_link_to_itself_is_an_error(pack, file):
    (pack / file).unlink(missing_ok=True)
    (pack / file).symlink_to(pack / file)
    assert errors(pack)


def test_folders_that_contain_themselves_end(pack):
    (pack / "round").symlink_to(pack, target_is_directory=True)
    (pack / "up").symlink_to(pack.parent, target_is_directory=True)
    assert set(errors(pack)) == {"Y018"}


def test_a_folder_that_is_a_link_to_itself_is_an_error(pack):
    loop = pack.parent / "loop"
    loop.symlink_to(loop)
    assert errors(loop)


def test_a_folder_that_is_called_like_a_file_is_an_error(pack):
    (pack / "more.yaml").mkdir()
    assert errors(pack)
