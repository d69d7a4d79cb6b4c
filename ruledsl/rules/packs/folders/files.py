"""The display names of files, and their contents: read with care, whatever a path names."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ruledsl.base.diagnostics import Diagnostics, Span, visible
from ruledsl.base.system import AS_IT_IS

BUNDLE = ".ruledsl"
"""The extension of bundles."""
ARCHIVE = ".zip"
"""The extension of archives of repositories, in which there may be a pack."""
MAX_BYTES = 1_000_000
"""Larger files are refused. A file of this size takes two or three seconds to read."""


_SHOWN_AS: dict[Path, str] = {}


def shown_as(folder: Path, name: str) -> None:
    """Display paths in a folder as if they were in a file of this name."""
    _SHOWN_AS[folder.resolve()] = name


def unpacked_from(path: Path) -> str:
    """The name of the bundle that a file was unpacked from, if it was: changes there are lost when this process ends."""
    real = Path(os.path.realpath(path))
    return next((name for folder, name in _SHOWN_AS.items() if real.is_relative_to(folder)), "")


def shown_path(path: Path) -> str:
    """The display name of a path: relative to the current directory, if it is below that; without hidden characters."""
    try:
        for folder, name in _SHOWN_AS.items():
            if path.resolve().is_relative_to(folder):
                return visible(f"{name}/{path.resolve().relative_to(folder).as_posix()}".removesuffix("/."))
        return visible(str(path.resolve().relative_to(Path.cwd())))
    except (ValueError, OSError, RuntimeError):
        return visible(str(path))


def shown_paths(files: list[Path]) -> list[str]:
    """The same for many files: each of their folders is resolved only once."""
    folders: dict[Path, str] = {}
    found: list[str] = []
    for path in files:
        if path.is_symlink():
            found.append(shown_path(path))
            continue
        if path.parent not in folders:
            folders[path.parent] = shown_path(path).removesuffix(visible(path.name))
        found.append(folders[path.parent] + visible(path.name))
    return found


def is_bundle(name: str) -> bool:
    """Is this the name of a bundle, or of an archive that may be one?"""
    return name.lower().endswith((BUNDLE, ARCHIVE)) and os.path.isfile(name)  # noqa: PTH113 - whatever the name is


class NoFile(ValueError):
    """No ordinary file, with what it is instead."""


def read_bytes(path: str | os.PathLike[str], name: str, diagnostics: Diagnostics) -> bytes | None:
    """The bytes of an ordinary file of at most `MAX_BYTES`; otherwise None and a diagnostic.

    Never waits on a pipe.
    """
    where = Span.nowhere(name)
    try:
        data = read_at_most(path, MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        diagnostics.error("Y001", "There is no such file.", where)
    except NoFile as problem:
        diagnostics.error("Y002", f"This is {problem}, not a file.", where, expected="a YAML file")
    except (OSError, ValueError) as problem:
        diagnostics.error("Y002", f"The file cannot be read: {reason(problem)}.", where)
    else:
        if data is None:
            message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
            diagnostics.error("Y003", message, where, help="Split it into several files of the pack.")
        return data
    return None


def read_at_most(path: str | os.PathLike[str], most: int) -> bytes | None:
    """The bytes of an ordinary file; None if there are more than `most`. Raises `OSError`, `NoFile`, or `ValueError` for an impossible name.

    It opens only ordinary files: opening alone can have an effect, or wait.
    """
    _check(os.stat(path))  # noqa: PTH116 - much quicker than by way of a path
    handle = os.open(path, os.O_RDONLY | AS_IT_IS)
    try:
        info = os.fstat(handle)
        _check(info)
        data = b""
        # A read of the largest permitted size would allocate that much, which takes longer than reading what there
        # is.
        room = min(info.st_size, most) + 1
        while info.st_size <= most and len(data) <= most and (more := os.read(handle, room)):
            data += more
        return data if max(info.st_size, len(data)) <= most else None
    finally:
        os.close(handle)


def _check(info: os.stat_result) -> None:
    if not stat.S_ISREG(info.st_mode):
        raise NoFile(_kind(info.st_mode))


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def reason(problem: OSError | ValueError) -> str:
    """Why a file cannot be read, as a clause of a sentence."""
    if isinstance(problem, PermissionError):
        return "it may not be opened"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[:1].lower() + problem.strerror[1:]
    return str(problem)
