"""Where the cache is, and whether it may be trusted: what lies in it is run, so nobody else may be able to write there."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

__all__ = ["OFF", "VARIABLE", "Untrusted", "cache_folder", "opened", "own"]

VARIABLE = "RULEDSL_CACHE"
OFF = "off"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class Untrusted(Exception):
    """A folder that is not used; says why."""


def cache_folder() -> Path | None:
    """`$RULEDSL_CACHE`, or `ruledsl` in the user's folder for caches; None when it is switched off or cannot be had."""
    given = os.environ.get(VARIABLE)
    if given == OFF or not hasattr(
        os, "getuid"
    ):  # without owners of files there is no telling who can write there
        return None
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "ruledsl"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home.joinpath(*(("Library", "Caches") if sys.platform == "darwin" else (".cache",)), "ruledsl")


def opened(folder: Path) -> int:
    """A handle of the folder, which is made if it is not there. Whatever happens to its name later, the handle stays with this folder.

    Raises `Untrusted` for one that others own or can write, `OSError` for one that cannot be had.
    """
    folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    info = os.fstat(handle)
    if not own(info):
        os.close(handle)
        whose = "others can write there" if info.st_uid == os.getuid() else "it belongs to somebody else"
        raise Untrusted(f"The cache `{folder}` is not used: {whose}.")
    return handle


def own(info: os.stat_result) -> bool:
    """Is this ours, and ours alone to write?"""
    return info.st_uid == os.getuid() and not info.st_mode & OTHERS_WRITE
