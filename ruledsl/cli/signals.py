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
from typing import TYPE_CHECKING

import click

from ruledsl.cli.output import NEAR, clean, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.game import Rules

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


# ── refusal ─────────────────────────────────────────────────────────────────────
# Refusals of commands: one sentence on the error stream and an exit code. 0 is success, 1 is "found something", 2 is misuse.


FOUND = 1
MISUSE = 2
FEW = 12
"""The most names that help in a sentence."""


class Refusal(click.ClickException):
    """An impossible request, as one sentence."""

    exit_code = MISUSE


class Finding(Refusal):
    """Something is wrong with the input, rather than with the request."""

    exit_code = FOUND


def one_of(given: str, names: list[str], what: str, otherwise: str = "") -> str:
    """An existing name; else a refusal with the nearest one, with all if there are few, or with what `otherwise` leads on."""
    if given in names:
        return given
    from ruledsl.base.diagnostics import hinted, there_are  # noqa: PLC0415 - only when something is wrong

    few = there_are(names) if len(names) <= FEW else otherwise
    raise Refusal(hinted(f"There is no {what} `{given}`.", given, names, few))


def packs_exist(packs: tuple[str, ...]) -> None:
    """Refuse unknown packs."""
    from ruledsl.rules.packs.folders.find import find_pack, known_packs, no_pack_in, why_not  # noqa: PLC0415 - `--help` does without

    for name in packs:
        if find_pack(name) is None:
            if why := why_not(name) or no_pack_in(name):
                raise Refusal(why)
            if "/" in name or "\\" in name:
                raise Refusal(f"There is no folder `{name}`; a pack is a folder with a pack.yaml.")
            lists = "`ruledsl packs` lists those that it knows; one of your own is a folder with a pack.yaml."
            one_of(name, known_packs(), "pack", lists)


def rules_for(packs: tuple[str, ...], variants: Mapping[str, str] | None = None) -> Rules:
    """The rules of some packs; their errors go to the error stream."""
    from ruledsl.base.errors import PackError  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.screen.progress import doing  # noqa: PLC0415
    from ruledsl.play.rules import load  # noqa: PLC0415

    packs_exist(packs)
    names = " and ".join(packs)
    try:
        with doing(f"{names}: rules are read and compiled"):
            return load(*packs, variants=variants)
    except PackError as problem:
        errors = [d for d in problem.diagnostics if d.severity == "error"]
        if all(d.code in ("P007", "P008") for d in errors):
            raise Refusal(_sentence(errors[0])) from None
        say(str(problem), err=True)
        raise Finding(f"Fix these errors before you play {names}.") from None


def _sentence(diagnostic: Diagnostic) -> str:
    from ruledsl.base.diagnostics import did_you_mean  # noqa: PLC0415 - only when something is wrong

    if diagnostic.suggestion:
        return f"{diagnostic.message} {did_you_mean(diagnostic.suggestion)}"
    return (
        f"{diagnostic.message} There are: {diagnostic.expected}."
        if diagnostic.expected
        else diagnostic.message
    )
