"""How the paths of files are shown, and what is in them: read with care, whatever a path names."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["MAX_BYTES", "read_bytes", "reason", "shown_path", "shown_paths"]

MAX_BYTES = 1_000_000
"""Larger files are refused. A file of this size takes two or three seconds to read."""


def shown_path(path: Path) -> str:
    """A path as it is shown: relative to where one stands, if it lies below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):
        return str(path)


def shown_paths(files: list[Path]) -> list[str]:
    """The same for many files: each folder that they lie in is resolved only once."""
    folders: dict[Path, str] = {}
    found: list[str] = []
    for path in files:
        if path.is_symlink():
            found.append(shown_path(path))
            continue
        if path.parent not in folders:
            folders[path.parent] = shown_path(path).removesuffix(path.name)
        found.append(folders[path.parent] + path.name)
    return found


def read_bytes(path: str | os.PathLike[str], name: str, diagnostics: Diagnostics) -> bytes | None:
    """The bytes of an ordinary file of at most `MAX_BYTES`; otherwise None and a diagnostic.

    Never waits on a pipe.
    """
    where = Span.nowhere(name)
    try:
        info = os.stat(path)  # noqa: PTH116 - much quicker than by way of a path
        if not stat.S_ISREG(info.st_mode):
            diagnostics.error(
                "Y002", f"This is {_kind(info.st_mode)}, not a file.", where, expected="a YAML file"
            )
            return None
        if info.st_size > MAX_BYTES:
            _too_large(where, diagnostics)
            return None
        data = _read(path)
    except (FileNotFoundError, NotADirectoryError):
        diagnostics.error("Y001", "There is no such file.", where)
        return None
    except (OSError, ValueError) as problem:
        diagnostics.error("Y002", f"The file cannot be read: {reason(problem)}.", where)
        return None
    if len(data) > MAX_BYTES:
        _too_large(where, diagnostics)
        return None
    return data


def _read(path: str | os.PathLike[str]) -> bytes:
    """At most one byte more than allowed, so that a file that grows meanwhile is noticed."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            message = "it is not a file any more"
            raise ValueError(message)
        data = b""
        # Asking for as much as there may be would make room for it, which takes longer than reading what there is.
        while len(data) <= MAX_BYTES and (more := os.read(handle, min(info.st_size, MAX_BYTES) + 1)):
            data += more
        return data
    finally:
        os.close(handle)


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def reason(problem: OSError | ValueError) -> str:
    """Why a file cannot be had, to go on a sentence."""
    if isinstance(problem, PermissionError):
        return "it may not be opened"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[:1].lower() + problem.strerror[1:]
    return str(problem)


def _too_large(where: Span, diagnostics: Diagnostics) -> None:
    message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
    diagnostics.error("Y003", message, where, help="Split it into several files of the pack.")
