"""Runs the scenarios of packs as tests of pytest: `pytest --ruledsl` collects the files in `scenarios` in the folders of packs.

Nothing else of ruledsl is imported before there is such a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ruledsl.base.diagnostics.travelling import Travelling

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ruledsl.author.testkit import Result, Runner
    from ruledsl.rules.scenarios.reading import Scenario

OPTION = "--ruledsl"


class ScenarioFailed(Travelling):
    """A scenario failed."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.name)
        self.result = result


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--ruledsl`."""
    parser.getgroup("ruledsl").addoption(OPTION, action="store_true", help="Run the scenarios of packs, too.")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a file of scenarios."""
    if not parent.config.getoption(OPTION) or file_path.suffix not in (".yaml", ".yml"):
        return None
    from ruledsl.rules.packs.folders.find import pack_around  # noqa: PLC0415 - only where somebody asks for it

    pack = pack_around(file_path)
    if pack is None or file_path.resolve().relative_to(pack).parts[0] != "scenarios":
        return None
    made: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return made


class ScenarioFile(pytest.File):
    """A file with scenarios, each of which is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Read them; an invalid file is an error of its own."""
        from ruledsl.author.testkit import Runner  # noqa: PLC0415
        from ruledsl.base.diagnostics import Diagnostics, render_text  # noqa: PLC0415 - as above
        from ruledsl.rules.scenarios.reading import find_scenarios  # noqa: PLC0415

        diagnostics = Diagnostics()
        scenarios = find_scenarios([str(self.path)], diagnostics)
        if diagnostics.has_errors:
            raise self.CollectError(render_text(diagnostics.sorted()))
        runner = Runner(coverage=False, diagnostics=Diagnostics())
        for scenario in scenarios:
            item: ScenarioItem = ScenarioItem.from_parent(self, name=scenario.name)
            item.scenario, item.runner = scenario, runner
            item.funcargs = {}
            yield item


class ScenarioItem(pytest.Item):
    """One scenario."""

    scenario: Scenario
    runner: Runner
    funcargs: dict[str, object]
    """No fixtures: other plugins read this."""

    def runtest(self) -> None:
        """Run the scenario."""
        result = self.runner.run(self.scenario)
        if not result.passed:
            raise ScenarioFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401 - pytest
        """The differences, and their place, as `ruledsl test` shows them."""
        if isinstance(excinfo.value, ScenarioFailed) and excinfo.value.result.failure is not None:
            from ruledsl.base.diagnostics import render_text  # noqa: PLC0415

            return render_text([excinfo.value.result.failure.diagnostic])
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Its place in the file."""
        return self.path, self.scenario.span.line - 1, f"scenario: {self.name}"
