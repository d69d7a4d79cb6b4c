"""Where the cache is, and whether it may be trusted: what lies in it is run, so nobody else may be able to write there."""

from __future__ import annotations

import os
from pathlib import Path

from ruledsl.system import OWNERS, Held, below_home, not_mine, user_cache

VARIABLE = "RULEDSL_CACHE"
OFF = "off"


class Untrusted(Exception):
    """A folder that is not used; says why."""


def cache_folder() -> Path | None:
    """`$RULEDSL_CACHE`, or `ruledsl` in the user's folder for caches; None when it is switched off or cannot be had."""
    given = os.environ.get(VARIABLE)
    if given == OFF:
        return None
    if given:
        return Path(given)
    return user_cache()


def opened(folder: Path) -> Held:
    """The folder, which is made if it is not there. Where files have owners it must be ours; elsewhere it must lie among the user's own.

    Raises `Untrusted` for one that others own or can write, `OSError` for one that cannot be had.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    held = Held(folder)
    problem = not_mine(held.stat())
    if not OWNERS and not below_home(folder):
        problem = "it is not among your own folders, where nobody else can write"
    if problem:
        held.close()
        raise Untrusted(f"The cache `{folder}` is not used: {problem}.")
    return held
