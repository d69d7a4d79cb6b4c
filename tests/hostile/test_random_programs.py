"""A few of the programs that `soak.py` goes through for an hour."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from lengths import part
from trial import ENDS

HERE = Path(__file__).parent
GROUPS, EACH = part(6), 5
PROGRAM = """
import json, os, sys
os.environ["RULEDSL_CACHE"] = "off"
sys.path.insert(0, {here!r})
from soak import trial_of
for seed in range({first}, {first} + {each}):
    print(json.dumps([seed, trial_of(seed)]))
"""


@pytest.mark.parametrize("group", range(GROUPS))
def test_programs_made_up_at_random_do_no_harm(group):
    program = PROGRAM.format(here=str(HERE), first=group * EACH, each=EACH)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    wrong = [line for line in done.stdout.splitlines() if json.loads(line)[1]["end"] not in ENDS]
    assert not wrong
    assert len(done.stdout.splitlines()) == EACH
