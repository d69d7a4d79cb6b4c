"""Everything on which the result of loading packs depends, as keys of the cache.

A request has its own key, under which the cache stores the names of the packs that were seen for it. Their plain texts
make the second key, under which it stores the result. Neither contains paths or times.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.plaintext import plain_bytes
from ruledsl.base.system import PACKAGE
from ruledsl.language.syntax.grammarfile import grammar_text
from ruledsl.rules.packs.folders.below import below, is_test
from ruledsl.rules.packs.folders.files import read_bytes, shown_path
from ruledsl.rules.packs.folders.find import MARK, find_pack, is_path
from ruledsl.version import __version__

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

COMPILED_FROM = "compiled-from"
"""The file in the package's data with the digest of the sources, where there are no sources."""
OUTSIDE = ("author", "cli", "lab", "table")
"""Packages that affect neither the meaning of packs nor the format of the cache."""


LIBRARIES = re.compile(
    r"(jsonschema|lark|ruamel[._]yaml|ruamel[._]yaml[._]clib)-([^-]+)(?:-[^-]+)?\.(?:dist|egg)-info"
)
"""The names of the installed libraries that read packs."""


@dataclass(slots=True)
class Seen:
    """The requested packs, by name, with their folders; and the files in these, with digests of their plain texts.

    `whole` unless something could not be read, or changed meanwhile: then the results cannot be cached. If packs `may_lack`, a missing one has
    an empty folder.
    """

    packs: dict[str, str] = field(default_factory=dict)
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    whole: bool = True
    may_lack: bool = False

    def pack(self, name: str, folder: Path | None) -> None:
        """Record the folder that was found for a name."""
        self.whole &= folder is not None or self.may_lack
        if folder is not None or self.may_lack:
            self.packs[name] = str(folder or "")

    def file(self, folder: Path, path: Path, data: bytes | None) -> None:
        """Record the contents of a file."""
        self._note(str(folder), "/".join(path.parts[len(folder.parts) :]), data)

    def _note(self, folder: str, name: str, data: bytes | None) -> None:
        if data is None:
            self.whole = False
            return
        digest = hashlib.sha256(plain_bytes(data)).hexdigest()
        self.whole &= self.files.setdefault(folder, {}).setdefault(name, digest) == digest

    def beside(self, other: Seen) -> None:
        """Add what was seen of other packs."""
        self.whole &= other.whole
        self.packs |= {name: folder for name, folder in other.packs.items() if name not in self.packs}
        for folder, files in other.files.items():
            digests = self.files.setdefault(folder, {})
            self.whole &= all(digests.setdefault(name, digest) == digest for name, digest in files.items())

    def look(self, tests: Collection[str] = ()) -> None:
        """Read the files of these packs that nobody has read yet; scenarios only of the packs named `tests`."""
        with_tests = {self.packs[name] for name in tests if name in self.packs}
        for folder in self.folders:
            files = self.files.setdefault(folder, {})
            listing = below(folder)
            self.whole &= not listing.problems
            for name in listing.files:
                if name not in files and (folder in with_tests or not is_test(name)):
                    self._note(folder, name, read_bytes(os.path.join(folder, name), "", Diagnostics()))  # noqa: PTH118 - a text

    @property
    def folders(self) -> list[str]:
        """The folders of these packs, each once."""
        return [folder for folder in dict.fromkeys(self.packs.values()) if folder]

    @property
    def places(self) -> list[tuple[str, str]]:
        """The folders, each with the prefix of its files' display names."""
        return [(folder, shown_before(folder)) for folder in self.folders]

    def names(self, asked: Sequence[str]) -> list[int | str]:
        """The names of these packs; those from the request as their index."""
        return [asked.index(name) if name in asked else name for name in self.packs]

    def key(self, request: str) -> str:
        """The key of the result: contents, names of packs and files, and which of them are equal; no paths."""
        real: dict[str, int] = {}
        parts = [request]
        for name, folder in self.packs.items():
            there = os.path.realpath(folder) if folder else ""
            place = real.setdefault(there, len(real)) if folder else -1
            files = sorted(self.files.get(folder, {}).items())
            parts += [f"{called(name)}\0{os.path.basename(there)}\0{place}\0{len(files)}"]  # noqa: PTH119 - a text
            parts += [f"{path}\0{digest}" for path, digest in files]
        return digest_of(parts)


def seen_now(packs: Iterable[str], tests: Collection[str]) -> Seen:
    """The current contents of packs that an earlier process has seen (see `Seen.look`)."""
    seen = Seen(may_lack=True)
    for name in packs:
        seen.pack(name, find_pack(name))
    seen.look(tests)
    return seen


def shown_before(folder: str) -> str:
    """The prefix of the display names of files in a folder."""
    name = shown_path(Path(folder))
    return "" if name == "." else f"{name}/"


def called(name: str) -> str:
    """The name of a pack in a request, without its path."""
    return os.path.basename(os.path.realpath(name).removesuffix(f"{os.sep}{MARK}")) if is_path(name) else name  # noqa: PTH119 - a text


def folder_key(folder: str, program: str) -> str:
    """The key under which a program caches the files of a folder: its name, not its path."""
    return digest_of((program, os.path.basename(os.path.realpath(folder))))  # noqa: PTH119 - a text


@cache
def program_key() -> str:
    """This program, with its Python and the libraries that read packs: their contents, not their paths or times."""
    python = (sys.version, str(sys.implementation.cache_tag), str(sys.flags.optimize))
    return digest_of((sources_key(), *python, *_libraries()))


@cache
def sources_key() -> str:
    """This program alone: its sources, on any machine. A compiled one states what it was compiled from."""
    told = PACKAGE / "_data" / COMPILED_FROM
    if told.is_file():
        return told.read_text(encoding="utf-8")
    rooms = sorted(
        entry.path for entry in os.scandir(PACKAGE) if entry.is_dir() and entry.name not in OUTSIDE
    )
    digest = hashlib.sha256(grammar_text().encode())
    for path in (path for room in rooms for path in sorted(_sources(room))):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - two hundred files, read at every start
            data = plain_bytes(file.read())
        digest.update(f"{path[len(str(PACKAGE)) :]}\0{len(data)}\0".encode() + data)
    return digest_of((__version__, digest.hexdigest()))


def _libraries() -> list[str]:
    """The libraries that read packs, and their versions, from the names of their metadata folders, since the usual query takes longer."""
    versions: dict[str, str] = {}
    for path in sys.path:
        try:
            names = sorted(os.listdir(path))  # noqa: PTH208 - a text
        except OSError:
            continue
        for match in filter(None, map(LIBRARIES.fullmatch, names)):
            versions.setdefault(match[1].replace("_", "."), match[2])
    return [f"{name} {version}" for name, version in sorted(versions.items())]


def _sources(room: str) -> Iterator[str]:
    for folder, _, names in os.walk(room):
        yield from (f"{folder}{os.sep}{name}" for name in names if name.endswith(".py"))


def digest_of(parts: Iterable[str]) -> str:
    """Each part counts with its length, so that no other split gives the same digest."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()[:40]
