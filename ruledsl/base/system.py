"""Differences between operating systems: file flags, folders held by a handle, locks, threads, priorities, user folders.

Nothing else asks which system this is, or uses features of a single one (`mypy --platform win32` in `make soak` verifies that).
Windows has no owners and no modes of files, no pipes or devices among them, no folders relative to which files are opened, and no `nice`.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of this program."""
AS_IT_IS: int = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags for opening a file: binary, without waiting for a pipe, and not inherited by other programs."""
NOT_BY_A_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""A flag that refuses symbolic links, where it exists."""
OWNERS = sys.platform != "win32"
"""Do files have owners and permissions?"""
OTHERS_WRITE = 0o022
ONE_THREAD = sys.platform == "emscripten"
"""Is there only one thread, and no other process, as in a browser?"""


def not_mine(info: os.stat_result) -> str:
    """Why a file or folder, by its status, is not writable by us alone; empty if it is, or if that is unknown."""
    if sys.platform != "win32":
        if info.st_uid != os.getuid():
            return "it belongs to somebody else"
        if info.st_mode & OTHERS_WRITE:
            return "others can write there"
    return ""


# ── user folders ──


def user_cache() -> Path | None:
    """The folder of ruledsl in the user's cache; None for a user without a home."""
    return _of_the_user("XDG_CACHE_HOME", ".cache", "user_cache_path")


def user_data() -> Path | None:
    """The folder of ruledsl in the user's data; None for a user without a home."""
    return _of_the_user("XDG_DATA_HOME", ".local/share", "user_data_path")


def _of_the_user(variable: str, usual: str, asked: str) -> Path | None:
    """Two lines for Linux: every command needs the cache, and importing platformdirs takes a twentieth of a command's time."""
    try:
        if sys.platform == "linux" or sys.platform == "emscripten":
            given = os.environ.get(variable, "")
            return (Path(given) if os.path.isabs(given) else Path.home() / usual) / "ruledsl"  # noqa: PTH117 - a text
        else:  # noqa: RET505 - the reader of types knows only branches
            import platformdirs  # noqa: PLC0415

            folder: Path = getattr(platformdirs, asked)("ruledsl", appauthor=False)
            return folder if folder.is_absolute() else None
    except (RuntimeError, ValueError, KeyError):
        return None


def below_home(folder: Path) -> bool:
    """Is a folder inside the user's home, wherever links lead? The system protects such a folder from others."""
    data = user_data()
    homes = [] if data is None else [Path.home(), data.parent]
    real = Path(os.path.realpath(folder))
    return any(real.is_relative_to(os.path.realpath(home)) for home in homes)


# ── files and folders ──


class Held:
    """A folder, held by a handle: files are looked up in this one, whatever happens to its name later.

    On Windows only the name is held. `OSError` if it is not available.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._handle: int | None = None
        if sys.platform != "win32":
            self._handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def close(self) -> None:
        """Close the handle."""
        if self._handle is not None:
            os.close(self._handle)

    def stat(self) -> os.stat_result:
        """The status of the folder."""
        return os.stat(self._folder if self._handle is None else self._handle)  # noqa: PTH116 - a handle

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """A handle of a file in it, opened in binary mode and never by a link."""
        return os.open(self._at(name), flags | AS_IT_IS | NOT_BY_A_LINK, mode, dir_fd=self._handle)

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """All entries."""
        with os.scandir(self._folder if self._handle is None else self._handle) as entries:
            yield from entries

    def replace(self, name: str, target: str) -> None:
        """Rename a file, replacing an existing one."""
        os.replace(self._at(name), self._at(target), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        """Remove a file."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def touch(self, name: str) -> None:
        """Mark a file as used now."""
        os.utime(self._at(name), dir_fd=self._handle)

    def _at(self, name: str) -> str:
        return os.path.join(self._folder, name) if self._handle is None else name  # noqa: PTH118 - a text


def put_new(trial: str, place: Path) -> None:
    """Move a finished file to a new place. `FileExistsError` if somebody was faster."""
    if sys.platform == "win32":
        os.rename(trial, place)  # noqa: PTH104 - replaces nothing there
    elif ONE_THREAD:  # a browser has no hard links, and nobody else who could be faster
        if place.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place))
        os.rename(trial, place)  # noqa: PTH104
    else:
        os.link(trial, place)
        os.unlink(trial)  # noqa: PTH108


def may_wait(handle: int) -> None:
    """Make writes to a pipe wait, which was opened without waiting."""
    if sys.platform != "win32":
        os.set_blocking(handle, True)


def lock(handle: int) -> None:
    """Lock a file until it is closed, where files can be locked. `OSError` if it is locked already.

    On Windows a lock keeps everybody else from the locked bytes, so it locks a byte beyond the content.
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
    """Delete a locked file of ours, and close it. Where an open file cannot be deleted, somebody may lock it first; then it stays."""
    if sys.platform == "win32":
        os.close(handle)
    with suppress(OSError):
        file.unlink()
    if sys.platform != "win32":
        os.close(handle)


def files_at_once(wanted: int, others: int) -> int:
    """The number of files that this process can have open besides `others`: `wanted`, or as many as the system permits."""
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


@contextmanager
def files_as_before() -> Iterator[None]:
    """Afterwards this process may have as many files open as before."""
    if sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415 - not on every system

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def bound_memory(most: int) -> None:
    """Limit the memory of this process, where the system supports that: elsewhere only time is limited, by the waiting process."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def bound_time(seconds: float) -> None:
    """Limit the processor time of this process, over all its threads; where that is impossible, see `bound_memory`."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        end = int(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def bounds_of_a_child(memory: int, seconds: float) -> dict[str, Any]:
    """Arguments of `Popen` that limit the memory and time of a program and its children; see `bound_memory`."""

    def bound() -> None:
        bound_memory(memory)
        bound_time(seconds)

    return {"preexec_fn": bound, "start_new_session": True} if sys.platform != "win32" else {}


def end_child(process: subprocess.Popen[bytes]) -> None:
    """Kill a program that was started with such limits, and its children."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """What this thread starts meanwhile does not hear of Ctrl-C, where systems pass that on; this process hears of it afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ── priority ──

BEGUN_POLITELY = 0
"""The `creationflags` of a computing process with low priority, where it cannot set that itself."""
if sys.platform == "win32":
    import subprocess

    BEGUN_POLITELY = subprocess.BELOW_NORMAL_PRIORITY_CLASS


def give_way(by: int) -> None:
    """Others go before this process from now on, by so many steps of `nice`; on Windows it was begun like that, a browser does not say it."""
    if sys.platform != "win32" and not ONE_THREAD:
        os.nice(by)
