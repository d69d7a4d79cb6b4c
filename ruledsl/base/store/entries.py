"""Entries of the cache: bytes under a name. Damaged or foreign ones count as missing; writes are atomic."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import re
import stat
import time
import zlib
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from ruledsl.base.system import OWNERS, PACKAGE, Held, below_home, not_mine, user_cache

# ── folder ──────────────────────────────────────────────────────────────────────
# The folder of the cache, and its trust: its contents are executed, so nobody else may be able to write there.


VARIABLE = "RULEDSL_CACHE"
OFF = "off"
SIZE = "RULEDSL_CACHE_SIZE"
"""The environment variable: the most megabytes in the folder."""


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


# ── building ────────────────────────────────────────────────────────────────────
# Garbage collection while building many objects, and while holding them.


GARBAGE: Final = (20_000, 50, 200)
"""Rare garbage collection (`gc.set_threshold`)."""


def much_is_held() -> None:
    """Collect garbage rarely from now on: a full collection would stop the program for half a second."""
    gc.set_threshold(*GARBAGE)


@contextlib.contextmanager
def much_is_built() -> Iterator[None]:
    """While very many objects are created and hardly any is dropped, garbage collection finds nothing and takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


MAGIC = b"ruledsl cache 1\n"
DIGEST = hashlib.sha256().digest_size
LARGEST = 50_000_000
"""The most bytes of one entry."""
MOST_BYTES = 100_000_000
MOST_ENTRIES = 400
"""The usual limits of the folder; beyond them, the oldest entries are deleted until it has three quarters of that."""
MEGABYTE, ENTRIES = 1_000_000, 4
"""With another limit, so many entries for each megabyte."""
DAY = 86_400
WHILE = 300
"""Seconds after which a use of an entry is noted again. A process that writes much within an hour must not drive out what is read all the time."""
_NAME = re.compile(r"[a-z-]+-[0-9a-f]{16,64}")
_TRIAL = "writing-"


def limits() -> tuple[int, int]:
    """The most entries and the most bytes. `Untrusted` if the variable is no number."""
    given = os.environ.get(SIZE)
    if given is None:
        return MOST_ENTRIES, MOST_BYTES
    if not re.fullmatch(r"[0-9]{1,9}", given):
        raise Untrusted(
            f"The cache is not used: `{SIZE}` is `{given[:20]}`, which is no number of megabytes."
        )
    return ENTRIES * int(given), MEGABYTE * int(given)


class Store:
    """The entries of one folder. `problem` says why an existing folder is not used; without a folder nothing is stored."""

    def __init__(self, folder: Path | None) -> None:
        self.problem = ""
        self._folder: Held | None = None
        if folder is not None:
            try:
                limits()
                self._folder = opened(folder)
            except Untrusted as problem:
                self.problem = str(problem)
            except (OSError, ValueError):
                self._folder = None

    @property
    def is_open(self) -> bool:
        """Is the cache in use?"""
        return self._folder is not None

    def get(self, name: str) -> bytes | None:
        """The content under this name, if it is intact."""
        if self._folder is None:
            return None
        try:
            data = self._read(self._folder, name)
        except OSError:
            return None
        head, rest = len(MAGIC), len(MAGIC) + DIGEST
        if data[:head] != MAGIC or data[head:rest] != _digest(name, data[rest:]):
            return None
        return data[rest:]

    def put(self, name: str, content: bytes) -> None:
        """Store content under a name. If that fails, the entry is merely missing."""
        if self._folder is None or len(content) > LARGEST or not _NAME.fullmatch(name):
            return
        trial = f"{_TRIAL}{os.getpid():x}-{os.urandom(6).hex()}"
        try:
            handle = self._folder.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            with open(handle, "wb") as file:  # noqa: PTH123 - an open handle
                file.write(MAGIC + _digest(name, content) + content)
            self._folder.replace(trial, name)
            self._prune(self._folder)
        except OSError:
            self._remove(self._folder, trial)

    def _read(self, folder: Held, name: str) -> bytes:
        handle = folder.open(name, os.O_RDONLY)
        with open(handle, "rb") as file:  # noqa: PTH123 - an open handle
            info = os.fstat(handle)
            if not stat.S_ISREG(info.st_mode) or not_mine(info):
                return b""
            if abs(time.time() - info.st_mtime) > WHILE:
                with contextlib.suppress(OSError):  # the folder may be read-only
                    folder.touch(name)  # marks it as recently used
            return file.read(min(info.st_size, LARGEST + len(MAGIC) + DIGEST))

    def _prune(self, folder: Held) -> None:
        """Delete the oldest entries beyond the limits, and unfinished files of killed processes.

        An entry with a time in the future was written with a wrong clock: it counts as the oldest, or it would outlive all others.
        """
        entries = []
        now = time.time()
        for entry in folder.entries():
            with contextlib.suppress(OSError):
                info = entry.stat(follow_symlinks=False)
                if entry.name.startswith(_TRIAL) and abs(now - info.st_mtime) > DAY:
                    self._remove(folder, entry.name)
                elif _NAME.fullmatch(entry.name):
                    written = info.st_mtime if info.st_mtime - now <= DAY else 0
                    entries.append((written, info.st_size, entry.name))
        total = sum(size for _, size, _ in entries)
        most, most_bytes = limits()
        if len(entries) <= most and total <= most_bytes:
            return
        entries.sort(reverse=True)
        while entries and (len(entries) > most * 3 // 4 or total > most_bytes * 3 // 4):
            _, size, name = entries.pop()
            total -= size
            self._remove(folder, name)

    def _remove(self, folder: Held, name: str) -> None:
        with contextlib.suppress(OSError):
            folder.remove(name)


def _digest(name: str, content: bytes) -> bytes:
    """A digest that includes the name: an entry counts only under its own."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def store() -> Store:
    """The user's cache, by the current environment."""
    return _store(cache_folder())


@lru_cache(maxsize=8)
def _store(folder: Path | None) -> Store:
    return Store(folder)


# ── shipped ─────────────────────────────────────────────────────────────────────
# Entries in the installed package, made by the build, in a folder that is never written to.


KNOWN = "_data/known"
"""Their folder in the package."""


class Shipped:
    """The entries of a folder in the package. They are as trustworthy as the program beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.is_open = folder.is_dir()
        """Does the package include any? A checkout does not."""
        self.fetch: Callable[[str], bytes | None] = lambda _: None
        """An alternative source for missing entries: the content of the file, or None."""

    def get(self, name: str) -> bytes | None:
        """The content under this name; None if there is none."""
        if not self.is_open:
            return None
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            data = self.fetch(name) or b""
        try:
            return zlib.decompress(data)
        except zlib.error:
            return None

    def put(self, name: str, content: bytes) -> None:
        """Add an entry: only the build does."""
        (self._folder / name).write_bytes(zlib.compress(content, 9))


@cache
def shipped() -> Shipped:
    """The entries of this package."""
    return Shipped(PACKAGE / KNOWN)
