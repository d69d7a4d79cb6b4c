"""Every example of docs/scenarios.md is run."""

import re
from pathlib import Path

import pytest

from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.play.rules import load
from ruledsl.rules.packs.schema.scenarios import STEPS
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text
from ruledsl.rules.scenarios.reading import scenarios_in_text

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = [match.groups() for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]


def of(kind):
    return [text for _, word, text in BLOCKS if word == kind]


def run(text):
    diagnostics = Diagnostics()
    scenarios = scenarios_in_text(text, "docs/scenarios.md", "smallworld", diagnostics)
    assert not list(diagnostics), render_text(diagnostics.sorted())
    assert scenarios
    runner = Runner(diagnostics=diagnostics)
    for scenario in scenarios:
        result = runner.run(scenario)
        assert result.passed, render_text([result.failure.diagnostic])


@pytest.mark.parametrize("text", of("scenario"))
def test_scenarios_on_the_page(text):
    run(text)


@pytest.mark.parametrize("steps", of("steps"))
def test_steps_on_the_page_fit_the_first_scenario(steps):
    first, _, _ = of("scenario")[0].partition("    steps:\n")
    run(first + "    steps:\n" + "".join(f"      {line}\n" for line in steps.splitlines()))


@pytest.mark.parametrize("text", of("position"))
def test_positions_on_the_page(text):
    load("smallworld").position(to_plain(read_yaml_text(text, "page", Diagnostics())))


@pytest.mark.parametrize("text", [text for language, _, text in BLOCKS if language == "python"])
def test_code_on_the_page(text):
    exec(compile(text, "docs/scenarios.md", "exec"), {})  # noqa: S102 - our own page


def test_the_trace_on_the_page():
    diagnostics = Diagnostics()
    (scenario,) = scenarios_in_text(of("scenario")[0], "page", "smallworld", diagnostics)
    trace = Runner(diagnostics=diagnostics).run(scenario, trace=True).trace
    head = f"{scenario.name}:"
    (shown,) = (text for language, _, text in BLOCKS if language == "text" and text.startswith(head))
    lines = shown.splitlines()[1:]
    assert lines == [f"  {line}" for line in trace][: len(lines)]
    assert len(trace) == len(lines) + 1


def test_every_kind_of_step_has_an_example():
    shown = "".join(of("steps") + of("scenario"))
    assert [step for step in STEPS if f"- {step}:" not in shown] == []
