"""What a command is doing, on the last line of a terminal, while it takes more than a moment."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AFTER = 1.0
"""Seconds after which it is shown."""
EVERY = 0.2
"""Seconds between two looks at what is going on."""


@contextmanager
def doing(what: str) -> Iterator[Callable[[str], None]]:
    """Show `what`, or what the yielded function was told last, with the seconds so far; only on a terminal. Nobody else writes meanwhile."""
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    line = _Line(what)
    line.start()
    try:
        yield line.tell
    finally:
        line.end()


class _Line(Thread):
    """Shows the line from a thread of its own, since the command itself is busy."""

    def __init__(self, what: str) -> None:
        super().__init__(daemon=True)
        self._what = what
        self._over = Event()

    def tell(self, what: str) -> None:
        """Something else is being done now."""
        self._what = what

    def end(self) -> None:
        """Remove the line."""
        self._over.set()
        self.join()

    def run(self) -> None:
        """Wait a moment, then show the line until it is over."""
        began = time.monotonic()
        if self._over.wait(AFTER):
            return
        from ruledsl.cli.output import clean  # noqa: PLC0415 - nearly never needed
        from ruledsl.cli.screen.console import console  # noqa: PLC0415

        with console(stderr=True).status("") as status:
            while True:
                status.update(f"{clean(self._what)} ({time.monotonic() - began:.0f} s; Ctrl-C stops it)")
                if self._over.wait(EVERY):
                    return
