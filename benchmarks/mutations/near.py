"""Which tests are near to a function: those that run it, and of these those that take little time and run little else."""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.mutations.watching import first_of


@dataclass(frozen=True)
class Test:
    """A test that passes when nothing is changed: its name, what it takes (in seconds of the processor), and what it runs."""

    name: str
    seconds: float
    ran: bytes

    @cached_property
    def breadth(self) -> int:
        """How many functions it runs."""
        return sum(self.ran)

    @property
    def file(self) -> str:
        """The file that it is in."""
        return self.name.partition("::")[0]

    @property
    def function(self) -> str:
        """What it is one of many cases of, maybe."""
        return self.name.partition("[")[0]


NAMES = "functions.json"
"""The file beside the records with the functions of the code that they were made of."""


class Near:
    """What was recorded of the tests in a folder (`recording.py`), asked about places in the code; `functions`: those of each file, by name."""

    def __init__(self, records: Path, functions: dict[str, list[str]]) -> None:
        self.functions, self.first = functions, first_of(functions)
        self.files: dict[str, float] = {}
        self.tests: list[Test] = []
        lines = [
            line
            for path in sorted(records.glob("tests-*.jsonl"))
            for line in path.read_text("utf-8").splitlines()
        ]
        for line in lines:
            record = json.loads(line)
            if record["kind"] == "file":
                self.files[record["name"]] = record["seconds"]
            elif record["passed"]:
                ran = zlib.decompress(base64.b85decode(record["ran"]))
                self.tests.append(Test(record["name"], record["seconds"], ran))

    @classmethod
    def recorded(cls, records: Path) -> Near | None:
        """What a folder has, if there is anything."""
        names = records / NAMES
        return cls(records, json.loads(names.read_text("utf-8"))) if names.exists() else None

    def number(self, file: str, name: str) -> int:
        """The number of a function in its file, by its name; 0 if it was not there."""
        return self.functions[file].index(name) + 1 if name in self.functions[file] else 0

    def to(self, file: str, function: int, seconds: float) -> list[Test]:
        """The nearest tests that take so long together, file by file; if none runs the function, those of the module, or of the folder."""
        room = file.split("/")[1]
        chosen: dict[str, list[Test]] = defaultdict(list)
        for test in self._in_order(self._running(file, function), room):
            cost = test.seconds + (0 if test.file in chosen else self.files.get(test.file, 0))
            if cost <= seconds:
                seconds -= cost
                chosen[test.file].append(test)
        return [test for tests in chosen.values() for test in tests]

    def _running(self, file: str, function: int) -> list[Test]:
        start = self.first[file]
        found = [test for test in self.tests if test.ran[start + function]] if function else []
        place = file
        while not found and place != "ruledsl":
            numbers = [n for n, name in self._names.items() if name.startswith(place)]
            found = [test for test in self.tests if any(test.ran[n] for n in numbers)]
            place = place.rpartition("/")[0]
        return found

    @cached_property
    def _names(self) -> dict[int, str]:
        """The functions, by number, with the file of each."""
        starts = [*self.first.values(), len(self.tests[0].ran)]
        ends = starts[1:]
        spans = zip(self.first, starts, ends, strict=False)
        return {number: name for name, start, end in spans for number in range(start + 1, end)}

    @staticmethod
    def _in_order(tests: list[Test], room: str) -> list[Test]:
        """The best case of each test, then the second best of each, …; those of the room first."""
        cases: dict[str, int] = defaultdict(int)
        keyed: list[tuple[int, bool, int, Test]] = []
        for test in sorted(tests, key=lambda test: (test.seconds + 0.01) * (test.breadth + 20)):
            cases[test.function] += 1
            keyed.append((cases[test.function], not test.name.startswith(f"tests/{room}/"), len(keyed), test))
        return [test for *_, test in sorted(keyed, key=lambda key: key[:3])]
