"""The place of a trial: killable from outside, with limits of time and memory.

Here it is a separate process; where there are no processes, the caller provides another place.
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
"""A step: its name within a sentence, and its function."""
WAIT = 8
"""The limit of a step's wall-clock time relative to its processor time."""


class Limits(NamedTuple):
    """Limits: seconds of processor time for each step, MB of memory for all."""

    seconds: float
    memory: int


class Report(NamedTuple):
    """The end of a trial: the failed step, or empty if all succeeded; `why` is `time`, `memory`, or the error."""

    step: str = ""
    why: str = ""


class Place(Protocol):
    """A place to try packs."""

    def run(self, packs: Sequence[str], variants: Mapping[str, str], limits: Limits) -> Report:
        """Run all steps with these packs."""
        ...


class ChildProcess:
    """A process of this Python. Where the system cannot limit its memory and processor time, it is killed when it takes too long."""

    def __init__(self, *words: str) -> None:
        self.words = words or ("-m", "ruledsl.author.trial.child")

    def run(self, packs: Sequence[str], variants: Mapping[str, str], limits: Limits) -> Report:
        """Run all steps with these packs in a child process; it is killed when a step takes longer than `WAIT` allows."""
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
    """The output of the process, which is killed after this long without output."""

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

    # Native compilers abort when memory runs out.
    ends = {-getattr(signal, "SIGXCPU", 0): "time", -signal.SIGABRT: "memory"}
    return (
        f"the process ended with {code}" if code is None else ends.get(code, f"the process ended with {code}")
    )
