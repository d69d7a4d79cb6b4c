"""Entries of the cache: bytes under a name. Damaged or foreign ones count as missing; writes are atomic."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import time
from functools import lru_cache
from pathlib import Path

from ruledsl.base.store.folder import Untrusted, cache_folder, opened
from ruledsl.base.system import Held, not_mine

MAGIC = b"ruledsl cache 1\n"
DIGEST = hashlib.sha256().digest_size
LARGEST = 50_000_000
"""The most bytes of one entry."""
MOST_BYTES = 100_000_000
MOST_ENTRIES = 400
"""The limits of the folder; beyond them, the oldest entries are deleted until it has three quarters of that."""
DAY = 86_400
_NAME = re.compile(r"[a-z-]+-[0-9a-f]{16,64}")
_TRIAL = "writing-"


class Store:
    """The entries of one folder. `problem` says why an existing folder is not used; without a folder nothing is stored."""

    def __init__(self, folder: Path | None) -> None:
        self.problem = ""
        self._folder: Held | None = None
        if folder is not None:
            try:
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
            if abs(time.time() - info.st_mtime) > DAY:
                with contextlib.suppress(OSError):  # the folder may be read-only
                    folder.touch(name)  # marks it as recently used
            return file.read(min(info.st_size, LARGEST + len(MAGIC) + DIGEST))

    def _prune(self, folder: Held) -> None:
        """Delete the oldest entries beyond the limits, and unfinished files of killed processes.

        An entry with a time in the future was written with a wrong clock: it counts as the oldest, or it would outlive all others.
        """
        found = []
        now = time.time()
        for entry in folder.entries():
            with contextlib.suppress(OSError):
                info = entry.stat(follow_symlinks=False)
                if entry.name.startswith(_TRIAL) and abs(now - info.st_mtime) > DAY:
                    self._remove(folder, entry.name)
                elif _NAME.fullmatch(entry.name):
                    written = info.st_mtime if info.st_mtime - now <= DAY else 0
                    found.append((written, info.st_size, entry.name))
        total = sum(size for _, size, _ in found)
        if len(found) <= MOST_ENTRIES and total <= MOST_BYTES:
            return
        found.sort(reverse=True)
        while found and (len(found) > MOST_ENTRIES * 3 // 4 or total > MOST_BYTES * 3 // 4):
            _, size, name = found.pop()
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
