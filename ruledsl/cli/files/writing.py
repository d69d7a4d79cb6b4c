"""Writes files beside their place and then moves them there, so that a file is always complete."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from ruledsl.cli.refusal import Refusal


def can_write(file: str | os.PathLike[str]) -> None:
    """Refuse a place where no file can be written, before any work."""
    place = place_of(file)
    try:
        handle, trial = tempfile.mkstemp(dir=place.parent, prefix=_prefix(place))
        os.close(handle)
        Path(trial).unlink()
    except OSError as problem:
        raise refused(file, problem) from None


def write_whole(file: str | os.PathLike[str], text: str | bytes, *, private: bool = False) -> None:
    """Write a text, or bytes, unchanged. Refuses if that fails; an existing file is then still there.

    A new `private` file is readable only by its owner.
    """
    data = text.encode() if isinstance(text, str) else text
    _write(file, data, 0o600 if private else 0o666 & ~_umask())


def write_bytes(file: str | os.PathLike[str], data: bytes) -> None:
    """The same for bytes."""
    _write(file, data, 0o666 & ~_umask())


def _write(file: str | os.PathLike[str], data: bytes, mode: int) -> None:
    place = place_of(file)
    try:
        _put(place, data, mode)
    except OSError as problem:
        raise refused(file, problem) from None


def place_of(file: str | os.PathLike[str]) -> Path:
    """The real path of an existing or possible file: nothing else, such as a device, is ever replaced."""
    try:
        place = Path(os.path.realpath(file))
        mode = os.lstat(place).st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not os.path.isdir(place.parent):  # noqa: PTH112 - never raises
            raise Refusal(f"There is no folder `{place.parent}` to write `{place.name}` in.") from None
        return place
    except (OSError, ValueError) as problem:
        raise refused(file, problem) from None
    if stat.S_ISDIR(mode):
        raise Refusal(f"`{file}` is a folder, not a file.")
    if not stat.S_ISREG(mode):
        raise Refusal(f"`{file}` is not an ordinary file; ruledsl writes nothing there.")
    if not os.access(place, os.W_OK):
        raise Refusal(f"`{file}` cannot be written: it may only be read.")
    return place


def _put(place: Path, data: bytes, mode: int) -> None:
    """`mode` applies to a new file."""
    trial = None
    try:
        if place.exists():
            mode = place.stat().st_mode & 0o777
        handle, trial = tempfile.mkstemp(dir=place.parent, prefix=_prefix(place))
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(trial).chmod(mode)
        Path(trial).replace(place)
    except BaseException:
        if trial is not None:
            with contextlib.suppress(OSError):
                Path(trial).unlink()
        raise


def _prefix(place: Path) -> str:
    """A temporary name beside its place, within the limits of names."""
    return f".{place.name[:50]}."


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def refused(file: str | os.PathLike[str], problem: OSError | ValueError) -> Refusal:
    """The refusal if nothing can be written there."""
    return Refusal(f"`{file}` cannot be written: {getattr(problem, 'strerror', None) or problem}.")
