"""A plugin of pytest: the files of tests that are near to what changed since a revision come first (`make test SINCE=main`).

Near are files that changed themselves, then those that run a changed function, as far as that was recorded (`python -m benchmarks.mutations
--count 0`), then those in the folder of the same name. All others follow in their order.
"""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from itertools import zip_longest
from pathlib import PurePosixPath

import pytest

from benchmarks.mutations.changes import functions_of
from benchmarks.mutations.near import Near
from benchmarks.mutations.trial import ROOT
from benchmarks.mutations.watching import names_of

KEPT = ROOT / ".mutations"
SECONDS = 30
"""Of the processor, for the tests of one changed function."""
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
BESIDE = {"rulesets": "rules/packs", "grammar": "language"}
"""Folders whose tests are in a folder of another name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--since`."""
    parser.addoption(
        "--since",
        default="HEAD",
        help="the files of tests near to what changed since this revision come first",
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say what comes first."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    files = nearest(session.config.getoption("since"))
    if reporter is not None and files:
        more = f" and {len(files) - 5} more" if files[5:] else ""
        reporter.write_line(f"first, near to what changed: {' '.join(files[:5])}{more}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The nearest file first."""
    place = {file: number for number, file in enumerate(nearest(config.getoption("since")))}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(place)))


@cache
def nearest(revision: str) -> list[str]:
    """The files of tests that are near to what changed since a revision, committed or not; the nearest first."""
    changed = _git("diff", "--name-only", revision) + _git("ls-files", "--others", "--exclude-standard")
    files = [file for file in sorted(set(changed.split())) if (ROOT / file).exists()]
    tests = [file for file in files if PurePosixPath(file).match("test_*.py")]
    return list(dict.fromkeys([*tests, *_running(revision, files), *_beside(files)]))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603, S607 - our own words
    if done.returncode:
        raise pytest.UsageError(f"--since: {done.stderr.strip()}")
    return done.stdout


def _running(revision: str, files: list[str]) -> list[str]:
    """The files with tests that run what changed: the nearest of each function, then the second of each, and so on."""
    near = Near.recorded(KEPT)
    if near is None:
        return []
    tests = [
        near.to(file, near.number(file, name), SECONDS)
        for file in files
        if file in near.first
        for name in _changed_functions(revision, file)
    ]
    return [test.file for tier in zip_longest(*tests) for test in tier if test is not None]


def _changed_functions(revision: str, file: str) -> list[str]:
    """The names of the functions of a file that a change touches; an empty name for what is in none."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = list(zip(functions_of(tree), names_of(tree), strict=True))
    found = {}
    for start, count in HUNK.findall(_git("diff", "-U0", revision, "--", file)):
        for line in range(int(start), int(start) + max(1, int(count or 1))):
            around = [name for node, name in functions if node.lineno <= line <= (node.end_lineno or 0)]
            found[max(around, key=len, default="")] = None
    return list(found)


def _beside(files: list[str]) -> list[str]:
    """The files of tests in folders that are called as those of what changed are; those in the deepest folders first."""
    places = {_place(file) for file in files}
    shared: dict[str, int] = {}
    for test in sorted((ROOT / "tests").rglob("test_*.py")):
        folder = test.relative_to(ROOT / "tests").parent.parts
        depth = max((_shared(folder, place) for place in places), default=0)
        if depth:
            shared[test.relative_to(ROOT).as_posix()] = depth
    return sorted(shared, key=lambda file: -shared[file])


def _place(file: str) -> tuple[str, ...]:
    first, *rest = PurePosixPath(file).parent.parts or ("",)
    return tuple(rest) if first in ("ruledsl", "tests") else (*BESIDE.get(first, first).split("/"), *rest)


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
