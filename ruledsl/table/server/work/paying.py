"""Who pays for the work in progress: the connection that asked for it.

Tasks inherit the payer of whoever starts them, so nothing passes it along. Where there are no connections (in tests, in a browser), nobody pays.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterator

# ── patience ────────────────────────────────────────────────────────────────────
# A limit on the processor time of one question, for work that checks between its parts.


CLOCK = getattr(time, "thread_time", time.monotonic)
"""Not every system measures the time of a thread; those that do not have only one."""
SECONDS = 0.5
"""Official packs take half of it at most. A part in progress is finished: each is a choice and a view, which have their own limits."""


class Patience:
    """A limit that starts now, in this thread. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = CLOCK) -> None:
        self.clock = clock
        self.until = clock() + SECONDS

    @property
    def is_over(self) -> bool:
        """Is the time used up?"""
        return self.clock() > self.until


Result = TypeVar("Result")


class Purse(Protocol):
    """An account."""

    def keep(self, size: int) -> None:
        """Count bytes that are kept for it (negative: no more). `Refused` if it has too many."""


class Payer(Protocol):
    """A connection, or what stands for one."""

    @property
    def account(self) -> Purse:
        """What pays; many connections may have the same one."""
        ...

    @property
    def key(self) -> str:
        """What takes turns in queues."""
        ...

    def pay(self, seconds: float, waited: float = 0.0) -> None:
        """Subtract processor time of the event loop; others have `waited` for it, longer if the machine was busy."""


PAYER: ContextVar[Payer | None] = ContextVar("payer", default=None)
"""Who pays for what this task does."""


def asker(otherwise: str = "") -> str:
    """Whose turn the work of this task takes; `otherwise` if nobody pays."""
    payer = PAYER.get()
    return otherwise if payer is None else payer.key


def keeper() -> Callable[[int], None]:
    """What counts the bytes that are kept for this task's payer, see `Purse.keep`; the same one for the whole task."""
    payer = PAYER.get()
    return (lambda _size: None) if payer is None else payer.account.keep


@contextmanager
def paid_by(payer: Payer | None) -> Iterator[None]:
    """Make everything within be done for one payer, also in tasks started there. It pays for the time that this takes."""
    token, began = PAYER.set(payer), _now()
    try:
        yield
    finally:
        PAYER.reset(token)
        if payer is not None:
            _pay(payer, began)


def _now() -> tuple[float, float]:
    return CLOCK(), time.perf_counter()


def _pay(payer: Payer, began: tuple[float, float]) -> None:
    seconds, waited = _now()
    payer.pay(seconds - began[0], waited - began[1])


async def timed(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine, whose steps on the event loop the payer pays; it does not pay for waiting."""
    payer = PAYER.get()
    return await (work if payer is None else _Steps(work, payer))


class _Steps:
    """A coroutine, with each of its steps timed."""

    def __init__(self, work: Coroutine[Any, Any, Result], payer: Payer) -> None:
        self._work = work
        self._payer = payer

    def __await__(self) -> Generator[Any, Any, Any]:
        step, given = self._work.send, None
        while True:
            began = _now()
            try:
                waits = step(given)
            except StopIteration as end:
                return end.value
            finally:
                _pay(self._payer, began)
            try:
                step, given = self._work.send, (yield waits)
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as problem:  # noqa: BLE001 - it belongs to the coroutine
                step, given = self._work.throw, problem
