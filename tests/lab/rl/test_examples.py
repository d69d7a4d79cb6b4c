"""The example learners that need packages of their own, tried in the long form where these are installed (`docs/learning.md`)."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from lengths import WHOLE

pytestmark = pytest.mark.skipif(not WHOLE, reason="minutes: make soak")


@pytest.mark.parametrize(
    ("module", "needs", "args"),
    [
        ("ppo", "torch", ["--updates", "16"]),
        ("sb3", "sb3_contrib", ["--choices", "65536"]),
    ],
)
def test_example_learners_learn(module, needs, args):
    """They come to beat random bots, and say so."""
    pytest.importorskip(needs)
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", f"ruledsl.lab.examples.{module}", *args]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    won = [float(share) for share in re.findall(r"won ([0-9.]+) of the last games", run.stdout)]
    assert len(won) > 10
    assert won[-1] > max(0.65, won[2])
