"""Hostile packs that are kept with what is expected of each (`kept.yaml`), through every step; and some chains of every construct."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from kept import cases
from lengths import WHOLE, some

HERE = Path(__file__).parent
BASE, PER_MEGABYTE = 256, 50
PROGRAM = """
import json, sys
sys.path.insert(0, {here!r})
from kept import gone_through_all
for found in gone_through_all({names!r}):
    print(json.dumps(found))
"""


def looked_at(names):
    """What came of these cases, each in a process of its own that is bounded."""
    program = PROGRAM.format(here=str(HERE), names=names)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_there_are_forty_of_them():
    assert len(cases()) >= 40
    assert len({case["name"] for case in cases()}) == len(cases())


@pytest.mark.parametrize("group", range(3 if WHOLE else 1))
def test_kept_packs_go_through_every_step(group):
    known = {case["name"]: case for case in cases()}
    names = list(known)[group::3] if WHOLE else some(list(known)[1:], 28)
    found = looked_at(names)
    assert [one["name"] for one in found] == names
    for one in found:
        assert one["end"] == "fine", one
        assert one["codes"] == known[one["name"]]["codes"], one
        assert one["memory"] < 2 * BASE + PER_MEGABYTE * one["size"] / 1_000_000, one
