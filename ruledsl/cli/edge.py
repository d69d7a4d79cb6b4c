"""The program's interface to the operating system.

Streams that are closed, full or limited in characters; signals; and failures that are no bugs of ruledsl.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from types import FrameType

from ruledsl.cli.output import NEAR, clean, say

STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
SIGNALS = ("SIGTERM", "SIGHUP")
OUTPUT = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""Errors that concern the output."""


class Ended(KeyboardInterrupt):
    """A signal that ends the program, which then cleans up and saves as after Ctrl-C. `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def prepare() -> None:
    """Set up a process that only runs a command: three open streams that accept every character, and signals that end it in good order."""
    for name, mode in STREAMS.items():
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if mode == "r" else NEAR)
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise Ended(number)


def silence() -> None:
    """Silence Python's complaint about a stream that cannot be flushed at exit: nobody would read it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                handle = os.open(os.devnull, os.O_WRONLY)
                os.dup2(handle, stream.fileno())
                os.close(handle)
        except ValueError:  # closed by ourselves
            pass


def trouble(problem: OSError | MemoryError) -> str:
    """The system's refusal, as a sentence; empty for a closed reader (`| head`), which is no error."""
    if isinstance(problem, MemoryError):
        return "There is not enough memory for this."
    if problem.errno == errno.EPIPE:
        return ""
    reason = problem.strerror or str(problem)
    if isinstance(problem.filename, str | bytes):
        return f"`{os.fsdecode(problem.filename)}`: {reason}."
    # Anything else that is written has a name.
    what = "The output cannot be written" if problem.errno in OUTPUT else "The system refuses"
    return f"{what}: {reason}."


def complain(sentence: str) -> None:
    """Print an error, if there is a stream for it."""
    with contextlib.suppress(OSError):
        say(f"ruledsl: {clean(sentence)}", err=True)
