"""The scenarios of a pack in its current form, and which of its rules they reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.author.testkit.comparing import where, written
from ruledsl.author.testkit.runner import Runner
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.scenarios.reading import find_scenarios
from ruledsl.table.workshop.jobs.findings import as_told

if TYPE_CHECKING:
    from ruledsl.author.testkit.values import Clause, Failure, Result
    from ruledsl.rules.scenarios.scenario import Scenario
    from ruledsl.table.workshop.standing import Standing

MOST_SHOWN = 300
MOST_LINES = 60
MOST_TEXT = 2000


def run(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """Each scenario with its result; the rules in files of the pack, and whether a scenario has reached them."""
    place = standing.place(asked["pack"])
    standing.rules(asked["pack"])
    diagnostics = Diagnostics(standing.desk.sources)
    scenarios = find_scenarios([place], diagnostics, standing.desk)
    runner = Runner(coverage=True, diagnostics=diagnostics, loading=standing.load)
    results = [runner.run(scenario) for scenario in scenarios]
    runner.rules((place,), {})
    clauses: dict[str, list[dict[str, Any]]] = {}
    for clause in runner.clauses([place]):
        clauses.setdefault(standing.path_below(clause.span), []).append(_clause(clause))
    return {
        "scenarios": [_result(standing, result) for result in results[:MOST_SHOWN]],
        "passed": sum(result.passed for result in results),
        "all": len(results),
        "problems": as_told(standing, diagnostics.sorted()),
        "clauses": clauses,
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {"line": clause.span.line, "reached": clause.exercised, "text": clause.text[:200]}


def _result(standing: Standing, result: Result) -> dict[str, Any]:
    scenario = result.scenario
    return {
        "name": scenario.name,
        "about": scenario.about[:400],
        "path": standing.path_below(scenario.span),
        "line": scenario.span.line,
        "failure": None
        if result.failure is None
        else _failure(standing, scenario, result.failure, result.trace),
    }


def _asked_for(scenario: Scenario, failure: Failure) -> str:
    """The subject of a failed step: the value that it asks for, or else its kind."""
    steps = (to_plain(scenario.node) or {}).get("steps") or []
    step = steps[failure.step - 1] if 0 < failure.step <= len(steps) else {}
    said = step.get(failure.kind) if isinstance(step, dict) else None
    return str(said.get("value", failure.kind)) if isinstance(said, dict) else failure.kind


def _failure(
    standing: Standing, scenario: Scenario, failure: Failure, trace: tuple[str, ...]
) -> dict[str, Any]:
    found = failure.diagnostic
    return {
        "step": failure.step,
        "kind": failure.kind,
        "text": found.message.partition("\n")[0][:MOST_TEXT],
        "path": standing.path_below(found.span),
        "line": found.span.line,
        "differences": [
            {
                "what": where(one.path) or _asked_for(scenario, failure),
                "expected": written(one.expected),
                "found": written(one.actual),
                "why": list(one.why[:MOST_LINES]),
            }
            for one in failure.differences[:MOST_LINES]
        ],
        "trace": [line[:MOST_TEXT] for line in trace[-MOST_LINES:]],
    }
