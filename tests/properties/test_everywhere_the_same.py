"""The same packs, seed and choices give the same game in every process, whatever Python's hashes are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lengths import some

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import hashlib, json, strategies as ours
from lengths import seldom, some
for packs, board in some(ours.boards(), 2):
    for number in range(2):
        play = ours.Play(packs, board, 2 + number, number, number + 7, eager=bool(number))
        digest = hashlib.sha256()
        for game in play.walk(every=seldom(7)):
            options = [] if game.over else [(o.id, o.label) for o in game.decision.options]
            digest.update(json.dumps([game.hash, options], sort_keys=True).encode())
        digest.update(json.dumps([game.state.journal, [e.text for e in game.log], game.standings]).encode())
        print(*packs, board, number, len(game.choices), digest.hexdigest())
"""


@pytest.fixture(scope="module")
def here():
    return run("0")


def run(hash_seed):
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize("hash_seed", some(["1", "4294967295"]))
def test_another_process_plays_the_same_games(here, hash_seed):
    assert len(here.splitlines()) >= 9
    assert run(hash_seed) == here
