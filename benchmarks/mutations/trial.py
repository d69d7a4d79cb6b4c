"""Copies of the tree in which tests run while something is changed."""

from __future__ import annotations

import os
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

__all__ = ["Result", "Tree"]

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".venv-lock", "__pycache__", ".*_cache", ".hypothesis", "node_modules", "build", "dist"
)
SITE = f"import os\n\nif {FOLDER!r} in os.environ:\n    from benchmarks.mutations.watching import begin\n\n    begin()\n"
"""What every process of a copy begins with: it does nothing if nothing is recorded."""
PASSED, FAILED = 0, 1


@dataclass(frozen=True)
class Result:
    """What became of a change: whether it was found, by which test (or how else), and how long that took, in seconds."""

    killed: bool
    by: str
    seconds: float


class Tree:
    """A copy of the tree, used by one process at a time; `tests` is a folder of tests to take instead of ours."""

    def __init__(self, folder: Path, tests: Path = ROOT / "tests") -> None:
        self.root = folder
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

    def with_change(self, file: str, text: str, tests: list[Test], seconds: float) -> Result:
        """Run some tests, the first ones first, while a file has another text, until one of them fails or so many seconds have passed."""
        path = self.root / file
        plain = self.text(file)
        began = time.monotonic()
        try:
            self._put(path, text)
            return self._judged(tests, seconds, began)
        finally:
            self._put(path, plain)

    @staticmethod
    def _put(path: Path, text: str) -> None:
        """Write a file so that no one takes what was compiled of it before."""
        path.write_text(text, encoding="utf-8")
        for kept in path.parent.glob(f"__pycache__/{path.stem}.*"):
            kept.unlink()

    def _judged(self, tests: list[Test], seconds: float, began: float) -> Result:
        chosen = self.root / "chosen.txt"
        chosen.write_text("\n".join(test.name for test in tests), encoding="utf-8")
        words = ["-x", "-q", "--tb=no", "-p", "benchmarks.mutations.choosing"]
        process = self.pytest([*words, *dict.fromkeys(test.file for test in tests)], {CHOSEN: str(chosen)})
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Result(killed=True, by="no end", seconds=round(time.monotonic() - began, 1))
        took = round(time.monotonic() - began, 1)
        if process.returncode == PASSED:
            return Result(killed=False, by="", seconds=took)
        named = [line.split()[1] for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        how = f"pytest ended with {process.returncode}"
        return Result(killed=True, by=named[0] if named else how, seconds=took)

    def pytest(self, words: Iterable[str], environment: dict[str, str]) -> subprocess.Popen[str]:
        """Begin pytest in this copy, in a session of its own."""
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
