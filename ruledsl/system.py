"""What systems have in different ways: flags of files, folders held by a handle, locks, threads, politeness, places of a user.

Nothing else asks which system this is, nor uses what only one of them has (`mypy --platform win32` in `make soak` holds that).
Windows has no owners and no modes of files, no pipes or devices among them, no folders relative to which files are opened, and no `nice`.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

AS_IT_IS: int = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags to open a file with: its bytes are as they are, a pipe is not waited for, and no other program inherits it."""
NOT_BY_A_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""A flag not to open what a link leads to, where there is one."""
OWNERS = sys.platform != "win32"
"""Does a file say whose it is, and who may write it?"""
OTHERS_WRITE = 0o022
ONE_THREAD = sys.platform == "emscripten"
"""Is there but one thread, and no other process? So it is in a browser."""


def not_mine(info: os.stat_result) -> str:
    """Why a file or folder, by what it says of itself, is not ours alone to write; empty if it is, or does not say."""
    if sys.platform != "win32":
        if info.st_uid != os.getuid():
            return "it belongs to somebody else"
        if info.st_mode & OTHERS_WRITE:
            return "others can write there"
    return ""


# ── where a user has what ──


def user_cache() -> Path | None:
    """The folder of ruledsl among the user's caches; None for somebody without a home."""
    return _of_the_user("XDG_CACHE_HOME", ".cache", "user_cache_path")


def user_data() -> Path | None:
    """The folder of ruledsl among the user's data; None for somebody without a home."""
    return _of_the_user("XDG_DATA_HOME", ".local/share", "user_data_path")


def _of_the_user(variable: str, usual: str, asked: str) -> Path | None:
    """On Linux in two lines: every command asks for the cache, and importing platformdirs is a twentieth of what a command takes."""
    try:
        if sys.platform == "linux" or sys.platform == "emscripten":
            given = os.environ.get(variable, "")
            return (Path(given) if os.path.isabs(given) else Path.home() / usual) / "ruledsl"  # noqa: PTH117 - a text
        else:  # noqa: RET505 - the reader of types knows only branches
            import platformdirs  # noqa: PLC0415

            found: Path = getattr(platformdirs, asked)("ruledsl", appauthor=False)
            return found if found.is_absolute() else None
    except (RuntimeError, ValueError, KeyError):
        return None


def below_home(folder: Path) -> bool:
    """Does a folder lie among a user's own, wherever links lead? What lies there is kept from others by the system."""
    data = user_data()
    homes = [] if data is None else [Path.home(), data.parent]
    real = Path(os.path.realpath(folder))
    return any(real.is_relative_to(os.path.realpath(home)) for home in homes)


# ── files and folders ──


class Held:
    """A folder, held by a handle: whatever happens to its name later, files are looked for in this one.

    On Windows it has only its name. `OSError` if it cannot be had.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._handle: int | None = None
        if sys.platform != "win32":
            self._handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def close(self) -> None:
        """It is not needed any more."""
        if self._handle is not None:
            os.close(self._handle)

    def stat(self) -> os.stat_result:
        """What the folder says of itself."""
        return os.stat(self._folder if self._handle is None else self._handle)  # noqa: PTH116 - a handle

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """A handle of a file in it, which is opened as it is and never by a link."""
        return os.open(self._at(name), flags | AS_IT_IS | NOT_BY_A_LINK, mode, dir_fd=self._handle)

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """Everything in it."""
        with os.scandir(self._folder if self._handle is None else self._handle) as entries:
            yield from entries

    def replace(self, name: str, target: str) -> None:
        """Give a file another name; what had it before is gone."""
        os.replace(self._at(name), self._at(target), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        """Remove a file."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def touch(self, name: str) -> None:
        """A file was used now."""
        os.utime(self._at(name), dir_fd=self._handle)

    def _at(self, name: str) -> str:
        return os.path.join(self._folder, name) if self._handle is None else name  # noqa: PTH118 - a text


def put_new(trial: str, place: Path) -> None:
    """Move a finished file to a place where there must be none. `FileExistsError` if somebody was quicker."""
    if sys.platform == "win32":
        os.rename(trial, place)  # noqa: PTH104 - replaces nothing there
    elif ONE_THREAD:  # a browser has no second name for a file, and nobody else who could be quicker
        if place.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place))
        os.rename(trial, place)  # noqa: PTH104
    else:
        os.link(trial, place)
        os.unlink(trial)  # noqa: PTH108


def may_wait(handle: int) -> None:
    """A pipe that was opened without waiting is waited for when it is written."""
    if sys.platform != "win32":
        os.set_blocking(handle, True)


def lock(handle: int) -> None:
    """Lock a file for as long as it is open, where files can be locked. `OSError` if somebody else has.

    Windows keeps everybody else from what is locked, so there it is a byte beyond all that is written.
    """
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            here = os.lseek(handle, 0, os.SEEK_CUR)
            try:
                os.lseek(handle, 0x7FFF_0000, os.SEEK_SET)
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(handle, here, os.SEEK_SET)
        else:
            import fcntl  # noqa: PLC0415

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as problem:
        raise OSError(problem.errno, "another command is just writing it") from None
    except OSError:
        return


def take_away(file: Path, handle: int) -> None:
    """Delete a locked file of ours, and close it. Where an open file cannot be deleted, somebody may be quicker with the next lock; then it stays."""
    if sys.platform == "win32":
        os.close(handle)
    with suppress(OSError):
        file.unlink()
    if sys.platform != "win32":
        os.close(handle)


def files_at_once(wanted: int, others: int) -> int:
    """So many files this process can have open beside `others`: those that are `wanted`, or as many as the system lets it have."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        may = wanted + others if hard == resource.RLIM_INFINITY else min(wanted + others, hard)
        if soft != resource.RLIM_INFINITY and soft < may:
            resource.setrlimit(resource.RLIMIT_NOFILE, (may, hard))
            soft = may
        if soft != resource.RLIM_INFINITY:
            wanted = max(min(wanted, soft - others), 1)
    return wanted


def bound_memory(most: int) -> None:
    """So many bytes for this process, where the system can say so: elsewhere only time is bounded, by whoever waits."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def bound_time(seconds: float) -> None:
    """From now on so much processor time for this process, of all its threads; where that cannot be said, see `bound_memory`."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        end = int(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def bounds_of_a_child(memory: int, seconds: float) -> dict[str, Any]:
    """How a program of others is begun (words for `Popen`) so that it, and what it begins, has so many bytes and so much time; see `bound_memory`."""

    def bound() -> None:
        bound_memory(memory)
        bound_time(seconds)

    return {"preexec_fn": bound, "start_new_session": True} if sys.platform != "win32" else {}


def end_child(process: subprocess.Popen[bytes]) -> None:
    """End a program that was begun with such bounds, with all that it began."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


# ── politeness ──

BEGUN_POLITELY = 0
"""What a process that computes is begun with (`creationflags`) so that others go first, where it cannot say so itself."""
if sys.platform == "win32":
    import subprocess

    BEGUN_POLITELY = subprocess.BELOW_NORMAL_PRIORITY_CLASS


def give_way(by: int) -> None:
    """Others go before this process from now on, by so many steps of `nice`; on Windows it was begun like that, a browser does not say it."""
    if sys.platform != "win32" and not ONE_THREAD:
        os.nice(by)
