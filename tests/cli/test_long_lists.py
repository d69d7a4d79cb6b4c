"""Lists of what is wrong end at a number, which is one for all of them."""

from types import SimpleNamespace

import pytest

from ruledsl import load
from ruledsl.base.diagnostics import MOST_LISTED, Diagnostic, Span
from ruledsl.cli.screen.console import console
from ruledsl.cli.screen.report import show_failures
from ruledsl.play.positions.reader import PositionError
from ruledsl.table.workshop import trying


def test_of_many_failed_scenarios_the_first_are_shown_and_the_rest_counted(capsys):
    found = [Diagnostic("C010", "error", f"failure {n}.", Span("x.yaml", n, 1, n, 2)) for n in range(1, 1001)]
    results = [
        SimpleNamespace(failure=SimpleNamespace(causes=(), diagnostic=one), trace=(), name="x")
        for one in found
    ]
    show_failures(console(), SimpleNamespace(problems=[], broken=[], results=results, failures=[]))
    told = capsys.readouterr().out
    assert told.count("failure ") == MOST_LISTED
    assert f"and {1000 - MOST_LISTED} more failed" in told


def test_the_workshop_counts_the_problems_of_a_position_that_it_does_not_list():
    smallworld = load("smallworld")
    position = {"players": 2, "regions": {f"nowhere_{n}": {} for n in range(1000)}}
    with pytest.raises(PositionError) as refused:
        smallworld.position(position)
    standing = SimpleNamespace(rules=lambda _pack: smallworld)
    told = trying.tried(standing, {"pack": "x", "position": position})["problems"]
    assert told[-1] == f"and {refused.value.more:,} more"
    assert len(told) == MOST_LISTED + 1
