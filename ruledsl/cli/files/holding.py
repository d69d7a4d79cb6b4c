"""Locks a saved game for one command: two would overwrite each other's choices."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from ruledsl.base.system import AS_IT_IS, NOT_BY_A_LINK, lock, take_away
from ruledsl.cli.files.writing import place_of, refused
from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FLAGS = os.O_RDWR | os.O_CREAT | AS_IT_IS | NOT_BY_A_LINK


@contextlib.contextmanager
def held(file: str | None) -> Iterator[None]:
    """Lock a file (or None) for this process; refuses one that another process has locked.

    The lock is a file beside it, since the saved game itself is replaced at each write. A killed process leaves the lock file behind, unlocked.
    """
    if file is None:
        yield
        return
    place = place_of(file)
    beside = place.with_name(f".{place.name[:200]}.played")
    try:
        handle = _locked(beside)
    except BlockingIOError:
        raise Refusal(f"`{file}` is being played: another command keeps its game there.") from None
    except OSError as problem:
        raise refused(file, problem) from None
    try:
        yield
    finally:
        take_away(beside, handle)


def _locked(beside: Path) -> int:
    """The lock file, open and locked; its previous owner may just have deleted it."""
    while True:
        handle = os.open(beside, FLAGS, 0o600)
        try:
            lock(handle)
            if beside.exists() and os.path.samestat(os.fstat(handle), beside.stat()):
                return handle
        except OSError as problem:
            os.close(handle)
            raise BlockingIOError(*problem.args) from None
        os.close(handle)
