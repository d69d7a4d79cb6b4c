"""The games of a series played on a cluster: an existing scheduler of Dask gives them out, and brings back those of workers that are lost."""

from __future__ import annotations

import logging
import threading
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any

from ruledsl.bulk.crew import Died
from ruledsl.bulk.playing import all_take_anything
from ruledsl.bulk.workers import chunk_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.bulk.plan import Plan
    from ruledsl.bulk.workers import Line, Lines, Piece
    from ruledsl.play.game import Rules

__all__ = ["NoCluster", "cluster_at", "lines_of_cluster"]

QUICK, SLOW = 100, 4
"""Games that are given out together: of bots that take anything, and of others. A task costs the scheduler about a millisecond."""
AHEAD = 4
"""So many pieces for each thread of the cluster are given out at a time."""
PATIENCE = 20
"""Seconds for the scheduler to answer."""

_ONE_AT_A_TIME = threading.Lock()


class NoCluster(Exception):
    """There is no scheduler, or it cannot be asked; says why."""


def cluster_at(address: str) -> Any:  # noqa: ANN401 - a client of Dask
    """The cluster whose scheduler has this address (`tcp://host:8786`); `NoCluster` if there is none."""
    try:
        import distributed  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise NoCluster("The package distributed is not installed: pip install 'ruledsl[cluster]'.") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is said here
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as problem:
        reason = " ".join(str(problem).split())[:200]
        raise NoCluster(f"There is no scheduler at `{address}` that answers ({reason}).") from None


def lines_of_cluster(client: Any, rules: Rules, plan: Plan, games: Sequence[int]) -> Lines:  # noqa: ANN401
    """The lines of these games, in their order, the same as `lines_of` gives. `Died` if the cluster goes away, or has other packs."""
    identity = tuple(rules.composition.identity)
    size = QUICK if all_take_anything(plan) else SLOW
    pieces = ((plan, identity, games[start : start + size]) for start in range(0, len(games), size))
    tasks = (client.submit(_piece, piece, pure=False) for piece in pieces)
    waiting: deque[Any] = deque()
    try:
        threads = max(1, sum(client.nthreads().values()))
        waiting.extend(islice(tasks, threads * AHEAD))
        while waiting:
            found = waiting.popleft().result()
            waiting.extend(islice(tasks, 1))
            yield from found
    except Died:
        raise
    except Exception as problem:  # noqa: BLE001 - whatever Dask raises when it is lost
        reason = " ".join(str(problem).split())[:200]
        raise Died(f"The cluster does not go on ({type(problem).__name__}: {reason}).") from None
    finally:
        for task in waiting:
            task.release()
        client.close(timeout=5)


# ── inside a worker ──


def _piece(piece: Piece) -> list[Line]:
    """Some games. A worker may have several threads, and a native machine belongs to one at a time."""
    with _ONE_AT_A_TIME:
        return chunk_of(piece)
