"""Every construct that can go on and on, with 100, 1,000 and 10,000 links: a clean answer or a finding, in the time that is promised."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import from_grammar
from chains import CHAINS
from lengths import some
from trial import ENDS

HERE = Path(__file__).parent
COUNTS = (20, 100, 1000, 10_000)
STEP = 60
"""Of the chains that are packs one in so many is tried, with one number of links each; `make soak` tries all of them with each."""
SECOND, SECONDS_A_BYTE = 1.0, 5e-6
BUSY = 4
"""Where others compute beside it, or on a slower machine, processor time is longer."""


def lines_of(program, *words):
    """What a program says, line by line."""
    done = subprocess.run(
        [sys.executable, HERE / program, *map(str, words)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def beyond(found, step, official=0.0):
    """Did a step take longer than is promised?"""
    return found.get(step, 0) - official > BUSY * (SECOND + SECONDS_A_BYTE * found["size"])


def test_each_way_to_go_on_is_found():
    links = {" ".join([*first, "…", *behind]) for _, (first, behind), _ in from_grammar.loops()}
    assert {"NOT …", "MINUS …", "LPAR … RPAR", "… PLUS NAME", "… NOTHING _NL"} <= links
    assert len(links) >= 90


def test_what_the_grammar_repeats_is_read_or_refused():
    found = lines_of("from_grammar.py", *COUNTS)
    assert {one["count"] for one in found} == set(COUNTS)
    for one in found:
        assert set(one["end"]) <= set("LPRSY0123456789 "), one
        assert not beyond(one, "took"), one


def test_chains_of_packs_end_in_findings_or_games():
    names = some(sorted(CHAINS), STEP)
    found = lines_of("trial.py", *names, "--links", *COUNTS[1:])
    assert {one["name"] for one in found} == set(names)
    for one in found:
        assert one["end"] in ENDS, one
        assert not any(beyond(one, step, 1.5) for step in ("validate", "load", "new_game", "choice")), one
