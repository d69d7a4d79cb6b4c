"""Every scenario of every official pack passes; those of a file are one test."""

from functools import cache
from pathlib import Path

import pytest

from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.scenarios.reading import find_scenarios

ROOT = Path(official_folder())
FILES = sorted(ROOT.glob("*/scenarios/**/*.yaml"))
PACKS = sorted({path.relative_to(ROOT).parts[0] for path in FILES})


@cache
def scenarios_of(pack):
    """The scenarios of a pack by file, and what is wrong with its files; read when one of them is asked for, not when tests are collected."""
    found, by_file = Diagnostics(), {}
    for scenario in find_scenarios([str(ROOT / pack)], found):
        by_file.setdefault(Path(scenario.file).resolve(), []).append(scenario)
    return by_file, found


@pytest.fixture(scope="module")
def runner():
    return Runner()


@pytest.mark.parametrize("pack", PACKS)
def test_every_file_of_scenarios_can_be_read(pack):
    by_file, found = scenarios_of(pack)
    assert not list(found), render_text(found.sorted())
    assert by_file.keys() == {path.resolve() for path in FILES if path.is_relative_to(ROOT / pack)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.relative_to(ROOT).parts[0]}-{path.stem}")
def test_scenarios(runner, path):
    by_file, found = scenarios_of(path.relative_to(ROOT).parts[0])
    runner.sources = found.sources
    results = [runner.run(scenario) for scenario in by_file[path.resolve()]]
    failed = [result.failure.diagnostic for result in results if not result.passed]
    assert results
    assert not failed, render_text(failed)
