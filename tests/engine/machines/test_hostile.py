"""Packs that mean harm, and programs made up at random: natively the same as in Python, or given up in time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from lengths import WHOLE

pytest.importorskip("wasmtime")

HERE = Path(__file__).parent
ENDS = ("same", "refused", "too much", "ran away in both")


@pytest.mark.parametrize(
    "what",
    [["loops", "numbers"], ["0", "8"]] if WHOLE else [["--every", "6", "numbers"], ["0", "2"]],
    ids="-".join,
)
def test_they_are_the_same_natively(what):
    done = subprocess.run(
        [sys.executable, HERE / "beside.py", *what], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one for one in found if one[1] == "same"]
    assert not [one for one in found if not one[1].startswith(ENDS)]
