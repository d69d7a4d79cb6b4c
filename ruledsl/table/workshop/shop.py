"""The folder of a workshop: its packs and files, read and written there and nowhere else."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.base.plaintext import MARK, decoded, plain
from ruledsl.base.system import AS_IT_IS, NOT_BY_A_LINK, put_new
from ruledsl.rules.packs.folders.below import below, is_device
from ruledsl.table.server.asking import form
from ruledsl.table.server.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# ── draft ───────────────────────────────────────────────────────────────────────
# A pack in its current form, as a separate folder: for tables, whose rules must not change after their beginning.


@contextmanager
def drafted(shop: Shop, pack: str, texts: Mapping[str, str]) -> Iterator[Path]:
    """A temporary folder with the files of a pack; `texts` (by paths as in the shop) replace saved files."""
    start = f"{pack}/" if pack else ""
    files = {path: shop.read(path).text for path in shop.packs().get(pack, ())}
    files.update((path, text) for path, text in texts.items() if path.startswith(start))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / shop.folder_of(pack).name
        for path, text in files.items():
            place = home / path.removeprefix(start)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        yield home


HEAD = "pack.yaml"
MOST_BYTES = 1_000_000
MOST = f"{MOST_BYTES:,}"
"""The size limit of one file; no pack may have a larger one."""
LONGEST_PATH = 400
NEW = ""
"""The version of a file that does not exist yet."""
GOOD = re.compile(r"(?:[a-z0-9][a-z0-9_-]{0,60}/){1,4}[a-z0-9][a-z0-9_-]{0,60}\.yaml")
"""Permitted names of new files: folders and a name in lower case."""
HEAD_OF_ONE = re.compile(rf"[^/]+/{re.escape(HEAD)}")
"""The file with which a new pack begins."""
LONGEST_NAME = 255
"""Bytes of one part of a path that all systems accept."""


@dataclass(frozen=True, slots=True)
class Text:
    """The content of a file, with normalised line ends, and its version: while that is the same, so is the file."""

    path: str
    text: str
    version: str

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"path": self.path, "text": self.text, "version": self.version}


class Shop:
    """Paths are relative to the folder, separated by `/`. Anything impossible is `Refused`, and nothing has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))
        self._lock = threading.Lock()

    # ── contents ──

    def files(self) -> list[str]:
        """Every YAML file in the packs of the folder."""
        return [name for name in below(self.folder).files if self.pack_of(name) is not None]

    def packs(self) -> dict[str, list[str]]:
        """The packs: the path of each (empty for the folder itself), and the paths of its files, the `pack.yaml` first."""
        by_pack: dict[str, list[str]] = {}
        for name in self.files():
            by_pack.setdefault(self.pack_of(name) or "", []).append(name)
        for names in by_pack.values():
            names.sort(key=lambda name: (not name.endswith(HEAD), name))
        return dict(sorted(by_pack.items()))

    def pack_of(self, path: str) -> str | None:
        """The path of the pack that a file belongs to; None without one. A folder that is a pack itself contains no others."""
        if (self.folder / HEAD).is_file():
            return ""
        first, slash, _ = path.partition("/")
        return first if slash and (self.folder / first / HEAD).is_file() else None

    def place(self, path: str) -> Path:
        """The absolute path of a file, existing or not; `Refused` if it is outside this folder, or leads there by a link."""
        plain = path and "\0" not in path and len(path) <= LONGEST_PATH and is_plain(self.folder, path)
        place = self.folder / path if plain else self.folder
        if not plain or os.path.realpath(place) != str(place):
            raise Refused("table-004", "There is no such file in this workshop.")
        return place

    def folder_of(self, pack: str) -> Path:
        """The folder of a pack."""
        head = self.place(f"{pack}/{HEAD}" if pack else HEAD)
        if self.pack_of(f"{pack}/{HEAD}") != pack:
            raise Refused("table-004", "There is no such pack in this workshop.")
        return head.parent

    # ── reading and writing ──

    def read(self, path: str) -> Text:
        """Read an existing file."""
        place = self.place(path)
        if path not in self.files():
            raise Refused("table-004", "There is no such file in this workshop.")
        data = _bytes(place)
        return Text(path, _text(data), _version(data))

    def write(self, path: str, text: str, version: str) -> Text:
        """Replace a file, if it still has the version that the writer had read (`NEW` for one that must not exist)."""
        with self._lock:
            place = self.place(path)
            there = place.is_file()
            if not there and (version != NEW or not GOOD.fullmatch(path)):
                if version == NEW:
                    raise Refused(
                        "table-001", "A file of a pack is called like `folder/name.yaml`, in small letters."
                    )
                raise Refused("table-050", "The file is no longer there.")
            if not there and self.pack_of(path) is None and not HEAD_OF_ONE.fullmatch(path):
                raise Refused("table-004", "There is no such pack in this workshop.")
            if not there and any(map(is_device, path.split("/"))):
                raise Refused(
                    "table-001",
                    "`{path}` has a part that names a device on Windows; choose another name.",
                    path=path,
                )
            if there and (path not in self.files() or _version(_bytes(place)) != version):
                raise Refused("table-050", "The file has been changed by somebody else since it was read.")
            data = _styled(_bytes(place) if there else b"", text)
            if len(data) > MOST_BYTES:
                raise Refused("table-002", "A file of a pack has at most {most} bytes.", most=MOST)
            _put(place, data, new=not there)
            return Text(path, _text(data), _version(data))

    def has(self, files: dict[str, str]) -> bool:
        """Are these files there, with these texts?"""
        there = set(self.files())
        return there.issuperset(files) and all(
            self.read(path).text == _text(_styled(b"", text)) for path, text in files.items()
        )

    def add(self, files: dict[str, str]) -> list[Text]:
        """Write new files, all or none."""
        there = next((path for path in files if os.path.lexists(self.place(path))), None)
        if there is not None:
            raise Refused("table-050", "`{path}` already exists.", path=there)
        return self._write_all(files, {})

    def replace(self, pack: str, files: dict[str, str]) -> list[Text]:
        """Write the files of a pack in place of those that it has: all or none."""
        self.folder_of(pack)
        old = {path: self.read(path) for path in self.packs()[pack]}
        made = self._write_all(files, old)
        for path in old.keys() - files.keys():
            self._drop(path)
        return made

    def delete(self, pack: str) -> list[str]:
        """Delete the files of a pack, the `pack.yaml` last; returns their paths. Whatever else is in its folder stays."""
        self.folder_of(pack)
        paths = self.packs()[pack]
        for path in reversed(paths):
            self._drop(path)
        return paths

    def _write_all(self, files: dict[str, str], old: dict[str, Text]) -> list[Text]:
        """Write new files, or others in place of old ones: all or none."""
        made: list[Text] = []
        try:
            for path, text in sorted(files.items(), key=lambda file: not file[0].endswith(HEAD)):
                made.append(self.write(path, text, old[path].version if path in old else NEW))
        except Refused:
            for done in made:
                if done.path in old:
                    self.write(done.path, old[done.path].text, done.version)
                else:
                    self.place(done.path).unlink(missing_ok=True)
            raise
        return made

    def _drop(self, path: str) -> None:
        """Delete a file, and the folders that are empty then."""
        place = self.place(path)
        try:
            place.unlink(missing_ok=True)
        except OSError as problem:
            raise _unwritten(problem) from None
        with contextlib.suppress(OSError):
            for folder in place.parents[: path.count("/")]:
                folder.rmdir()


def is_plain(folder: PurePath, path: str) -> bool:
    """Does a path name a place below a folder in its one canonical form, on a system with such paths?"""
    parts = path.split("/")
    short = all(len(part.encode("utf-8", "replace")) <= LONGEST_NAME for part in parts)
    return short and (folder / path).parts == (*folder.parts, *parts)


def _bytes(place: Path) -> bytes:
    try:
        handle = os.open(place, os.O_RDONLY | AS_IT_IS | NOT_BY_A_LINK)
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise Refused("table-051", "This is not an ordinary file; the workshop leaves it as it is.")
            data = stream.read(MOST_BYTES + 1)
    except OSError as problem:
        raise Refused(
            "table-051", "The file cannot be read: {why}.", why=problem.strerror or str(problem)
        ) from None
    if len(data) > MOST_BYTES:
        raise Refused(
            "table-002", "The file is too large: files of packs have at most {most} bytes.", most=MOST
        )
    return data


def _text(data: bytes) -> str:
    try:
        return decoded(data)
    except UnicodeDecodeError:
        raise Refused("table-051", "This file is no text in UTF-8; it is left as it is.") from None


def _styled(old: bytes, text: str) -> bytes:
    """The text with the line ends, and the byte order mark, of the file."""
    text = plain(text)
    if b"\r\n" in old and old.count(b"\n") == old.count(b"\r\n"):
        text = text.replace("\n", "\r\n")
    if old.startswith(MARK.encode()):
        text = MARK + text
    return text.encode("utf-8", "replace")


def _version(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _put(place: Path, data: bytes, *, new: bool) -> None:
    """Write beside its place, then move it there."""
    trial = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o644 if new else place.stat().st_mode & 0o777
        handle, trial = tempfile.mkstemp(dir=place.parent, prefix=".workshop.")
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(trial).chmod(mode)
        if new:
            put_new(trial, place)
        else:
            Path(trial).replace(place)
    except OSError as problem:
        if trial is not None:
            with contextlib.suppress(OSError):
                Path(trial).unlink()
        raise _unwritten(problem) from None


def _unwritten(problem: OSError) -> Refused:
    if isinstance(problem, FileExistsError):
        return Refused("table-050", "This file already exists.")
    if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return Refused(
            "table-051",
            "The disk is full: nothing was saved. Your text is kept in this browser until there is room.",
        )
    return Refused("table-051", "The file cannot be written: {why}.", why=problem.strerror or str(problem))


# ── forms ───────────────────────────────────────────────────────────────────────
# The forms of the requests of the workshop's page.


MOST_TEXTS = 200
PATH = form.text(400)


def TEXT(given: Any) -> bool:  # noqa: ANN401, N802 - whatever came; used like the other checks
    """A text of a file."""
    return isinstance(given, str) and len(given) <= MOST_BYTES


def _texts(given: Any) -> bool:  # noqa: ANN401
    return (
        isinstance(given, dict)
        and len(given) <= MOST_TEXTS
        and all(PATH(path) and TEXT(text) for path, text in given.items())
    )


ASKED = {"job": (form.text(40), True), "pack": (PATH, True), "texts": (_texts, False)}
"""The keys of every question to a job; each job has more of its own."""
