"""Entries of the cache: bytes under a name. One that is damaged, or not ours, is as good as none; writing is all or nothing."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import time
from functools import lru_cache
from pathlib import Path

from ruledsl.store.folder import Untrusted, cache_folder, opened
from ruledsl.system import Held, not_mine

MAGIC = b"ruledsl cache 1\n"
DIGEST = hashlib.sha256().digest_size
LARGEST = 50_000_000
"""Bytes of one entry."""
MOST_BYTES = 100_000_000
MOST_ENTRIES = 400
"""What the folder holds at most; when it is more, the oldest entries go until it is three quarters of that."""
DAY = 86_400
_NAME = re.compile(r"[a-z-]+-[0-9a-f]{16,64}")
_TRIAL = "writing-"


class Store:
    """The entries of one folder. `problem` says why a folder that is there is not used; without a folder nothing is kept."""

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
        """Is anything kept here?"""
        return self._folder is not None

    def get(self, name: str) -> bytes | None:
        """What was kept under this name, if it is whole."""
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
        """Keep something under a name. When that fails there is one entry less, and nothing else happens."""
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
                with contextlib.suppress(OSError):  # a folder may be there to be read only
                    folder.touch(name)  # what is used is not old
            return file.read(min(info.st_size, LARGEST + len(MAGIC) + DIGEST))

    def _prune(self, folder: Held) -> None:
        """The oldest entries go when there are too many, and what an ended process left half written.

        What seems to be written tomorrow was written while the clock was wrong: it is the oldest of all, or nothing else would ever stay.
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
    """Of the name too: an entry counts only where it was put."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def store() -> Store:
    """The user's cache, as the environment says now."""
    return _store(cache_folder())


@lru_cache(maxsize=8)
def _store(folder: Path | None) -> Store:
    return Store(folder)
