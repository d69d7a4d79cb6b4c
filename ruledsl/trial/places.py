"""Where a trial is made: somewhere that can be ended from outside, and that takes no more time and memory than it may.

A process of its own here; where there are no processes, whoever runs this gives another place.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

Step = tuple[str, Callable[[], object]]
"""What is done, to go into a sentence, and how."""
WAIT = 8
"""So many times longer than its processor time may a step take by the clock."""


class Limits(NamedTuple):
    """Of each step: seconds of processor time; of all of them: MB of memory."""

    seconds: float
    memory: int


class Report(NamedTuple):
    """How a trial ended: in which step, or empty when all is done; `why` is `time`, `memory`, or what broke down."""

    step: str = ""
    why: str = ""


class Place(Protocol):
    """Somewhere to try packs."""

    def run(self, packs: Sequence[str], variants: Mapping[str, str], limits: Limits) -> Report:
        """Go through all steps with these packs."""
        ...


class ChildProcess:
    """A process of this Python. Where the system cannot bound its memory and processor time, it is ended when it takes too long."""

    def __init__(self, *words: str) -> None:
        self.words = words or ("-m", "ruledsl.trial.child")

    def run(self, packs: Sequence[str], variants: Mapping[str, str], limits: Limits) -> Report:
        """See `Place`."""
        asked = {"packs": list(packs), "variants": dict(variants), "limits": limits._asdict()}
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, *self.words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.getcwd(),  # noqa: PTH109 - packs may be named from here
        )
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - both are pipes
        with process:
            late = threading.Event()
            step, why = "beginning", ""
            try:
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                process.stdin.close()
                for line in _lines(process, limits.seconds * WAIT, late):
                    step, why = line["step"], line.get("why", "")
            except (OSError, ValueError, KeyError):
                why = ""
            finally:
                process.kill()
        if not step:
            return Report()
        return Report(step, "time" if late.is_set() else why or _reason(process.returncode))


def _lines(
    process: subprocess.Popen[bytes], seconds: float, late: threading.Event
) -> Iterator[dict[str, Any]]:
    """What the process says; it is ended when it says nothing for so long."""

    def end() -> None:
        late.set()
        process.kill()

    assert process.stdout is not None  # noqa: S101 - a pipe
    while True:
        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        line = process.stdout.readline()
        timer.cancel()
        if not line:
            return
        yield json.loads(line)


def _reason(code: int | None) -> str:
    """Why a process died."""
    import signal  # noqa: PLC0415 - only where one did

    # What compiles natively aborts when it gets no memory.
    ends = {-getattr(signal, "SIGXCPU", 0): "time", -signal.SIGABRT: "memory"}
    return (
        f"the process ended with {code}" if code is None else ends.get(code, f"the process ended with {code}")
    )
