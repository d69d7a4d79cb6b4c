"""Files written beside their place and then moved there, so that a file is always whole."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from ruledsl.cli.refusal import Refusal

__all__ = ["put_in_place", "write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a text as it is, line ends too. Refuses if it cannot be written."""
    try:
        put_in_place(Path(os.path.realpath(path)), text)
    except OSError as problem:
        raise Refusal(f"`{path}` cannot be written: {problem.strerror or problem}.") from None


def put_in_place(place: Path, text: str, *, private: bool = False) -> None:
    """Write a file; if that fails (`OSError`), what was there before is still there. A new `private` file is for its owner alone."""
    trial = None
    try:
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o600 if private else 0o666 & ~_umask()
        handle, trial = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        Path(trial).chmod(mode)
        Path(trial).replace(place)
    except OSError:
        if trial is not None:
            with contextlib.suppress(OSError):
                Path(trial).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
