"""Tests as data: the scenarios of packs, run against their rules, with the rules that no scenario used."""

from ruledsl.author.testkit.runner import Runner, run_scenarios
from ruledsl.author.testkit.values import Clause, Failure, Report, Result
from ruledsl.rules.scenarios.reading import Scenario

__all__ = ["Clause", "Failure", "Report", "Result", "Runner", "Scenario", "run_scenarios"]
