"""Plays the games of a series on a cluster: an existing scheduler of Dask distributes them, and repeats those of lost workers."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING, Any

from ruledsl.base.extras import need
from ruledsl.lab.bulk.playing import all_take_anything
from ruledsl.lab.bulk.workers import Died, chunk_of
from ruledsl.rules.packs.folders.find import find_pack, is_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.lab.bulk.workers import Line, Lines, WorkPiece
    from ruledsl.play.game import Rules

QUICK, SLOW = 100, 4
"""Games in one task: of random bots, and of others. A task costs the scheduler about a millisecond."""
AHEAD = 4
"""The tasks in progress for each thread of the cluster."""
PATIENCE = 20
"""Seconds for the scheduler to answer."""
LOOK = 2
"""Seconds without a game after which it checks for workers."""
RECOUNT = 10
"""Seconds after which workers are counted again: some may have joined."""
NO_WORKER = 600
"""Seconds to wait for a worker: a cluster may be starting, or recovering."""

_ONE_AT_A_TIME = threading.Lock()


class NoCluster(Exception):
    """There is no scheduler, or it does not answer, with the reason."""


def cluster_at(address: str) -> Any:  # noqa: ANN401 - a client of Dask
    """The cluster whose scheduler has this address (`tcp://host:8786`); `NoCluster` if there is none."""
    need("cluster")
    import distributed  # noqa: PLC0415 - an extra

    try:
        with _quiet():
            asyncio.run(_greeted(address))
            return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as problem:
        reason = " ".join(str(problem).split())[:200] or f"nothing came within {PATIENCE} seconds"
    except Exception:  # noqa: BLE001 - whatever is made of what somebody else says
        reason = "what listens there does not speak as Dask does"
    raise NoCluster(f"There is no scheduler at `{address}` that answers ({reason}).")


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's log: everything important is reported here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


async def _greeted(address: str) -> None:
    """Check that the listener speaks Dask's protocol. A client would wait for ever."""
    from distributed import Security  # noqa: PLC0415 - an extra
    from distributed.comm.core import connect  # noqa: PLC0415

    words = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, timeout=PATIENCE, **words), PATIENCE)
    comm.abort()


def lines_of_cluster(
    client: Any,  # noqa: ANN401
    rules: Rules,
    plan: Plan,
    games: Sequence[int],
    tell: Callable[[str], None],
) -> Lines:
    """The lines of these games, in order, the same as from `lines_of`. `Died` if the cluster goes away, or has other packs.

    `tell` gets messages about waiting.
    """
    identity = tuple(rules.composition.identity)
    plan = replace(plan, packs=tuple(map(_from_anywhere, plan.packs)))
    size = QUICK if all_take_anything(plan) else SLOW
    pieces = ((plan, identity, games[start : start + size]) for start in range(0, len(games), size))
    tasks = (client.submit(_piece, piece, pure=False) for piece in pieces)
    with _quiet():
        try:
            if games:  # otherwise nobody waits for a worker
                yield from _played(client, tasks, tell)
        finally:
            client.close(timeout=5)


def _played(client: Any, tasks: Iterator[Any], tell: Callable[[str], None]) -> Lines:  # noqa: ANN401
    """The results of these tasks; as many are in progress as keep every thread busy."""
    waiting: deque[Any] = deque()
    try:
        room, counted = _threads(client, tell) * AHEAD, time.monotonic()
        waiting.extend(islice(tasks, room))
        while waiting:
            lines = _result(waiting.popleft(), client, tell)
            if time.monotonic() > counted + RECOUNT:
                room, counted = _threads(client, tell) * AHEAD, time.monotonic()
            waiting.extend(islice(tasks, max(0, room - len(waiting))))
            yield from lines
    except Died:
        raise
    except Exception as problem:  # noqa: BLE001 - whatever Dask raises when it is lost
        reason = " ".join(str(problem).split())[:200]
        raise Died(f"The cluster does not go on ({type(problem).__name__}: {reason}).") from None
    finally:
        for task in waiting:
            task.release()


def _from_anywhere(pack: str) -> str:
    """A pack's absolute path, if it is named by a path: workers run in other folders."""
    return str(Path(pack).absolute()) if is_path(pack) else pack


def _threads(client: Any, tell: Callable[[str], None]) -> int:  # noqa: ANN401
    """The number of threads of all workers, as soon as there is one. `Died` if none joins."""
    until = time.monotonic() + NO_WORKER
    told = False
    while True:
        threads = sum(client.sync(client.scheduler.ncores, callback_timeout=PATIENCE).values())
        if threads:
            return int(threads)
        if not told:
            tell(
                f"The cluster has no worker; waiting for one, for {NO_WORKER // 60} minutes (Ctrl-C ends it)."
            )
            told = True
        if time.monotonic() > until:
            raise Died(f"The cluster had no worker for {NO_WORKER // 60} minutes.")
        time.sleep(LOOK)


def _result(task: Any, client: Any, tell: Callable[[str], None]) -> list[Line]:  # noqa: ANN401
    """The result of a task, while there are workers, or while one may join."""
    while True:
        try:
            lines: list[Line] = task.result(timeout=LOOK)
        except TimeoutError:
            if task.status == "error":
                raise
            _threads(client, tell)
        else:
            return lines


# ── inside a worker ──


def _piece(piece: WorkPiece) -> list[Line]:
    """Play some games. A worker may have several threads, and a native machine serves one at a time."""
    plan, _, _ = piece
    with _ONE_AT_A_TIME:
        for pack in plan.packs:
            if find_pack(pack) is None:
                raise Died(
                    f"A worker ({gethostname()}) has no pack `{pack}`: every worker needs it at this place."
                )
        try:
            return chunk_of(piece)
        except Died:
            raise Died(
                f"A worker ({gethostname()}) has other packs, or another ruledsl, than this machine."
            ) from None
