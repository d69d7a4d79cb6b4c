"""A plugin of pytest: of each test, which functions it ran, how long it took the processor, and whether it passed, as a line of JSON."""

from __future__ import annotations

import base64
import json
import os
import resource
import sys
import zlib
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutations.watching import RECORDS, begin

RAN = begin() or sys.exit("python -m benchmarks.mutations begins this")
FAILED: set[str] = set()


def _seconds() -> float:
    """Of the processor, of this process and of those that it waited for."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def _recorded(kind: str, name: str) -> Generator[None, Any, Any]:
    RAN.clear()
    before = _seconds()
    try:
        return (yield)
    finally:
        ran = base64.b85encode(zlib.compress(RAN.read(), 9)).decode()
        record = {"kind": kind, "name": name, "seconds": round(_seconds() - before, 3), "ran": ran}
        record["passed"] = name not in FAILED
        with Path(os.environ[RECORDS]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """What happens when a file is collected."""
    if isinstance(collector, pytest.Module):
        return (yield from _recorded("file", collector.nodeid))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """What happens in a test, from its first fixture to the last."""
    return (yield from _recorded("test", item.nodeid))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tests that fail without any change, or are left out, tell nothing."""
    if not report.passed:
        FAILED.add(report.nodeid)
