"""What the outcome of loading packs depends on, as keys of the cache.

What was asked for has a key of its own, under which the cache keeps the packs that were found for it. Their contents, every byte of them, make the
second key, under which it keeps what came of them.
"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs.folders.below import below, is_test
from ruledsl.packs.folders.files import read_bytes
from ruledsl.packs.folders.find import find_pack
from ruledsl.syntax.parsing.grammarfile import grammar_text
from ruledsl.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["Seen", "program_key", "request_key", "seen_now"]

OUTSIDE = ("bulk", "cli", "draw", "lsp", "serve", "service", "study", "templates", "testkit", "trial")
"""Rooms that have no say in what packs mean, nor in how that is kept."""


@dataclass(slots=True)
class Seen:
    """The packs that were asked for, by name, with their folders; the files in these, with digests of their contents.

    `whole` unless something could not be read, or changed meanwhile: then nothing may be concluded from what was seen.
    """

    packs: dict[str, str] = field(default_factory=dict)
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    whole: bool = True

    def pack(self, name: str, folder: Path | None) -> None:
        """This is what was found under a name."""
        self.whole &= folder is not None
        if folder is not None:
            self.packs[name] = str(folder)

    def file(self, folder: Path, path: Path, data: bytes | None) -> None:
        """This is what is in a file."""
        self._note(str(folder), "/".join(path.parts[len(folder.parts) :]), data)

    def _note(self, folder: str, name: str, data: bytes | None) -> None:
        if data is None:
            self.whole = False
            return
        digest = hashlib.sha256(data).hexdigest()
        self.whole &= self.files.setdefault(folder, {}).setdefault(name, digest) == digest

    def look(self, *, tests: bool) -> None:
        """Look at the files of these packs that nobody has read yet; at those that hold no rules only if `tests`."""
        for folder, files in self.files.items():
            found = below(folder)
            self.whole &= not found.problems
            for name in found.files:
                if name not in files and (tests or not is_test(name)):
                    self._note(folder, name, read_bytes(os.path.join(folder, name), "", Diagnostics()))  # noqa: PTH118 - a text

    def key(self, request: str) -> str:
        """The key of what comes of them."""
        found = [request, *(f"{name}\0{_place(folder)}" for name, folder in sorted(self.packs.items()))]
        for folder, files in sorted(self.files.items()):
            found += [folder, *(f"{path}\0{digest}" for path, digest in sorted(files.items()))]
        return _hash(found)


def seen_now(packs: Mapping[str, str], *, tests: bool) -> Seen | None:
    """What there is to see now of packs that were found earlier (see `Seen.look`); None if they are not found there any more."""
    seen = Seen()
    for name, folder in packs.items():
        found = find_pack(name)
        if found is None or str(found) != folder:
            return None
        seen.pack(name, found)
        seen.files[folder] = {}
    seen.look(tests=tests)
    return seen if seen.whole else None


def request_key(packs: Sequence[str], variants: Mapping[str, str]) -> str:
    """The key of what is asked for: by whom (program, Python, libraries), where, and what."""
    return _hash((program_key(), _here(), *packs, "", *(f"{k}={v}" for k, v in variants.items())))


def _here() -> str:
    """Where one stands; nowhere if that folder is gone."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


@cache
def program_key() -> str:
    """This program, as it is on the disk, with its Python and the state of the libraries that are installed beside it."""
    package = Path(__file__).resolve().parents[2]
    libraries = [f"{path} {os.stat(path).st_mtime_ns}" for path in sys.path if _holds_libraries(path)]  # noqa: PTH116 - a text
    rooms = sorted(
        entry.path for entry in os.scandir(package) if entry.is_dir() and entry.name not in OUTSIDE
    )
    digest = hashlib.sha256(grammar_text().encode())
    for path in (path for room in rooms for path in sorted(_sources(room))):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - two hundred files, read at every start
            data = file.read()
        digest.update(f"{path}\0{len(data)}\0".encode() + data)
    python = (sys.version, str(sys.implementation.cache_tag), str(sys.flags.optimize))
    return _hash((__version__, *python, *libraries, digest.hexdigest()))


def _sources(room: str) -> Iterator[str]:
    for folder, _, names in os.walk(room):
        yield from (f"{folder}{os.sep}{name}" for name in names if name.endswith(".py"))


def _holds_libraries(path: str) -> bool:
    return path.endswith(("site-packages", "dist-packages")) and Path(path).is_dir()


def _place(folder: str) -> str:
    """Where a folder really is: two names for one folder are one pack."""
    return f"{folder}\0{os.path.realpath(folder)}"


def _hash(parts: Iterable[str]) -> str:
    """Each part counts with its length, so that none can pass for the end of one and the beginning of the next."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()[:40]
