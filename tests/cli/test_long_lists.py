"""Lists of what is wrong end at a number, which is one for all of them."""

import json
from types import SimpleNamespace

import pytest

from ruledsl import load
from ruledsl.author.testkit.steps import Unmet
from ruledsl.author.testkit.values import MOST_RESULTS, Difference, Failure, Report, Result
from ruledsl.base.diagnostics import MOST_LISTED, Diagnostic, Span
from ruledsl.cli.commands.docs import report_data
from ruledsl.cli.screen.console import console
from ruledsl.cli.screen.report import show_report
from ruledsl.play.positions.reader import PositionError
from ruledsl.table.workshop import trying


def test_of_many_failed_scenarios_the_first_are_shown_and_the_rest_counted(capsys):
    found = [Diagnostic("C010", "error", f"failure {n}.", Span("x.yaml", n, 1, n, 2)) for n in range(1, 1001)]
    scenario = SimpleNamespace(name="x", file="x.yaml", pack="x")
    failed = [Result(scenario, 0, Failure(1, "over", True, False, one)) for one in found]
    report = Report([Result(scenario, 1)] * 5000 + failed)
    show_report(console(), report, quiet=False)
    told = capsys.readouterr().out
    assert told.count("failure ") == told.count("FAILED ") == MOST_LISTED
    assert f"and {1000 - MOST_LISTED} more failed" in told
    assert f"and {6000 - MOST_RESULTS - MOST_LISTED:,} more\n" in told
    data = report_data(report)
    assert (data["passed"], data["failed"]) == (5000, 1000)
    assert sum(not one["passed"] for one in data["results"]) == MOST_LISTED
    assert len(data["results"]) + data["more"] == 6000
    assert len(json.dumps(data)) < 500_000


def test_errors_of_packs_that_keep_scenarios_from_starting_are_a_list_that_ends():
    causes = tuple(Diagnostic("N001", "error", f"{n}", Span("x.yaml", n, 1, n, 2)) for n in range(1, 1001))
    scenario = SimpleNamespace(name="x", file="x.yaml", pack="x")
    report = Report([Result(scenario, 0, Failure(0, "packs", "", "", causes[0], causes=causes))] * 3)
    assert len(report.broken) == MOST_LISTED + 1
    assert "900 more places" in report.broken[-1].message


def test_a_step_lists_so_many_differences_and_no_more():
    differing = tuple(Difference((n,), 0, 1) for n in range(1000))
    assert (
        len(Unmet("C010", "1000 things are not as expected.", 0, 1, differences=differing).differences)
        == MOST_LISTED
    )


def test_the_workshop_counts_the_problems_of_a_position_that_it_does_not_list():
    smallworld = load("smallworld")
    position = {"players": 2, "regions": {f"nowhere_{n}": {} for n in range(1000)}}
    with pytest.raises(PositionError) as refused:
        smallworld.position(position)
    standing = SimpleNamespace(rules=lambda _pack: smallworld)
    told = trying.tried(standing, {"pack": "x", "position": position})["problems"]
    assert told[-1] == f"and {refused.value.more:,} more"
    assert len(told) == MOST_LISTED + 1
