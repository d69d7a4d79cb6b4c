"""Copies of the tree in which tests run while something is changed."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutations.choosing import CHOSEN
from benchmarks.mutations.near import Test
from benchmarks.mutations.watching import FOLDER

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".venv-lock", "__pycache__", ".*_cache", ".hypothesis", "node_modules", "build", "dist"
)
SITE = f"import os\n\nif {FOLDER!r} in os.environ:\n    from benchmarks.mutations.watching import begin\n\n    begin()\n"
"""What every process of a copy begins with: it does nothing if nothing is recorded."""
PASSED = 0
NAMED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)
SPARE, PATIENCE, CLOCK = 30, 5, 10
"""There is no end after so many seconds of the processor and so many times as many as without the change, or CLOCK times that by the clock."""


@dataclass(frozen=True)
class Result:
    """What became of a change: whether it was found, by which test (or how else), and how long that took, in seconds."""

    killed: bool
    by: str | None
    seconds: float


class Tree:
    """A copy of the tree, used by one process at a time; `tests` is a folder of tests to take instead of ours."""

    def __init__(self, folder: Path, tests: Path = ROOT / "tests") -> None:
        self.root = folder
        self.alone: dict[str, bool] = {}
        shutil.copytree(
            ROOT,
            folder,
            ignore=lambda at, names: {*LEFT_OUT(at, names), *(["tests"] if Path(at) == ROOT else [])},
        )
        shutil.copytree(tests, folder / "tests", ignore=LEFT_OUT)
        (folder / "sitecustomize.py").write_text(SITE, encoding="utf-8")

    def text(self, file: str) -> str:
        """A file as it is now."""
        return (self.root / file).read_text(encoding="utf-8")

    def with_change(self, file: str, text: str, tests: list[Test]) -> Result:
        """Run some tests, the first ones first, while a file has another text, until one of them fails; that one has to fail again, alone."""
        path, plain = self.root / file, self.text(file)
        began = time.monotonic()
        try:
            self._put(path, text)
            by = self._found_by(tests)
            alone = [test for test in tests if test.name == by]
            sure = not alone or self._found_by(alone) is not None
        finally:
            self._put(path, plain)
        sure = sure and self._passes(alone)
        seconds = round(time.monotonic() - began, 1)
        return Result(killed=by is not None and sure, by=by if sure else f"perhaps {by}", seconds=seconds)

    def _passes(self, alone: list[Test]) -> bool:
        """Whether a test passes alone when nothing is changed; it is tried once."""
        for test in alone:
            if test.name not in self.alone:
                self.alone[test.name] = self._found_by([test]) is None
        return all(self.alone[test.name] for test in alone)

    @staticmethod
    def _put(path: Path, text: str) -> None:
        """Write a file so that no one takes what was compiled of it before."""
        path.write_text(text, encoding="utf-8")
        for kept in path.parent.glob(f"__pycache__/{path.stem}.*"):
            kept.unlink()

    def _found_by(self, tests: list[Test]) -> str | None:
        """The first test that fails, or how else it ended; None if all pass."""
        chosen = self.root / "chosen.txt"
        chosen.write_text("\n".join(test.name for test in tests), encoding="utf-8")
        words = ["-x", "-q", "--tb=no", "-p", "benchmarks.mutations.choosing"]
        process = self.pytest([*words, *dict.fromkeys(test.file for test in tests)], {CHOSEN: str(chosen)})
        limit = int(SPARE + PATIENCE * sum(test.seconds for test in tests))
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
        try:
            output, _ = process.communicate(timeout=CLOCK * limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "no end"
        if process.returncode == PASSED:
            return None
        named = NAMED.search(output)
        return (
            named[1]
            if named
            else "no end"
            if process.returncode < 0
            else f"pytest ended with {process.returncode}"
        )

    def pytest(self, words: Iterable[str], environment: dict[str, str]) -> subprocess.Popen[str]:
        """Begin pytest in this copy, in a session of its own. Assertions stay as they are: else those of the package, a plugin, go, too."""
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--assert=plain", *words],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
