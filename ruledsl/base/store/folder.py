"""The folder of the cache, and its trust: its contents are executed, so nobody else may be able to write there."""

from __future__ import annotations

import os
from pathlib import Path

from ruledsl.base.system import OWNERS, Held, below_home, not_mine, user_cache

VARIABLE = "RULEDSL_CACHE"
OFF = "off"


class Untrusted(Exception):
    """A folder that is not used, with the reason."""


def cache_folder() -> Path | None:
    """`$RULEDSL_CACHE`, or `ruledsl` in the user's cache folder; None if it is switched off or not available."""
    given = os.environ.get(VARIABLE)
    if given == OFF:
        return None
    if given:
        return Path(given)
    return user_cache()


def opened(folder: Path) -> Held:
    """The folder, created if necessary. On systems with file owners it must be ours; elsewhere it must be inside the user's own folders.

    Raises `Untrusted` if others own it or can write to it, `OSError` if it is not available.
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
