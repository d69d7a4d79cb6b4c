"""Packs in one file: the same pack always gives the same bytes; reading assumes that a stranger made them.

A bundle is a zip file of the files of one pack, without compression. A bundle from elsewhere may be compressed, up to a limit. It is unpacked
into a temporary folder of this process, and written nowhere else. An archive of a repository, with its only pack in a folder, counts as the bundle
of that pack: only the files of the pack are read.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import stat
import struct
import tempfile
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import visible
from ruledsl.base.plaintext import plain_bytes
from ruledsl.rules.packs.folders.below import ENDINGS, is_device
from ruledsl.rules.packs.folders.files import MOST_BYTES, MOST_FILES, NoFile, read_at_most, reason, shown_as

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST: Final = 2 * MOST_BYTES
"""Bytes of the file itself, and of its contents in total."""
LARGEST_INSIDE: Final = 1_000_000
"""Bytes of one file in it."""
DIRECTORY: Final = 300 * MOST_FILES
"""Bytes of its directory."""
MOST_TIMES: Final = 60
"""The largest compression ratio of a file (except small ones)."""
SMALL: Final = 20_000
DEEPEST: Final = 8
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_. -]{0,99}")
END: Final = struct.Struct("<4s4H2LH")
END_MARK: Final = b"PK\x05\x06"
LONG_END: Final = b"PK\x06\x07"
LONGEST_COMMENT: Final = 200
"""Bytes behind an archive; GitHub writes the name of a commit there."""
TIME: Final = (1980, 1, 1, 0, 0, 0)
MARK: Final = "pack.yaml"
_DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, OSError),
    *(ValueError, LookupError, ArithmeticError),
)
"""Exceptions from reading a malformed archive: offsets before its beginning, names that are no text."""

_folders: dict[str, Path] = {}
"""The folders that bundles are unpacked in. They last as long as this process, since rules name files in them."""


class BundleError(ValueError):
    """A file that cannot be used as a bundle, with the reason as a sentence."""


# ── writing ──


def packed(files: Mapping[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    """The bundle of the plain texts of these files, by their names in the pack. Raises `BundleError` if it could not be read back.

    With compression (`how`), the bytes may differ between machines.
    """
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, plain_bytes(files[name]), how)
    made = data.getvalue()
    contents(made)
    return made


# ── reading ──


def unpacked(name: str) -> Path:
    """The folder with the contents of a bundle, the same for the same bytes. Raises `BundleError`."""
    try:
        data = read_at_most(name, LARGEST)
    except (OSError, NoFile, ValueError) as problem:
        raise BundleError(f"The bundle `{name}` cannot be read: {reason(problem)}.") from None
    if data is None:
        raise BundleError(f"The bundle `{name}` is larger than {LARGEST // 1_000_000} MB.")
    try:
        folder = _folder_of(data)
    except BundleError as problem:
        raise BundleError(f"The file `{name}` is no bundle that can be used: {problem}") from None
    shown_as(folder, name)
    return folder


def laid_out(files: Mapping[str, bytes]) -> Path:
    """A folder with these files of a pack, as if from their bundle; the same for the same files. Raises `BundleError`."""
    return _folder_of(packed(files))


def _folder_of(data: bytes) -> Path:
    """The folder of a bundle, by its bytes. Nothing is kept of one that cannot be used: each is read again."""
    key = hashlib.sha256(data).hexdigest()
    if key not in _folders:
        _folders[key] = _written(contents(data))
    return _folders[key]


def _written(files: dict[str, bytes]) -> Path:
    room = tempfile.mkdtemp(prefix="ruledsl-")
    atexit.register(_removed, room, os.getpid())
    folder = Path(room) / id_in(files)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def _removed(room: str, owner: int) -> None:
    """Remove a temporary folder when the process ends that made it; a copy of this process (`os.fork`) leaves it alone."""
    if os.getpid() == owner:
        shutil.rmtree(room, ignore_errors=True)


def id_in(files: Mapping[str, bytes]) -> str:
    """The name of the folder of a pack with these files: the pack's id, if a folder can have that name."""
    head = files[MARK]
    match = re.search(rb"^id:[ ]*([\"']?)([a-z][a-z0-9_]{0,60})\1[ \t]*(?:[ ]#.*)?\r?$", head, re.MULTILINE)
    return match[2].decode() if match and not is_device(match[2].decode()) else "pack"


def contents(data: bytes) -> dict[str, bytes]:
    """The contents of a bundle, by name. Raises `BundleError` with a clause that continues a sentence."""
    has_comment = _look_at_the_end(data)
    files: dict[str, bytes] = {}
    left = LARGEST
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            home, entries = _of_the_pack(archive.infolist(), has_comment=has_comment)
            _names(entries)
            for entry in entries:
                content = _content(archive, entry, left)
                left -= len(content)
                files[entry.filename.removeprefix(home)] = content
    except BundleError:
        raise
    except _DAMAGED:
        raise BundleError("it is damaged.") from None
    return files


def _look_at_the_end(data: bytes) -> bool:
    """Check the size of its directory before reading that. Returns whether a comment is behind it, as in archives of repositories."""
    start = data.rfind(END_MARK, max(0, len(data) - END.size - LONGEST_COMMENT))
    end = data[start : start + END.size] if start >= 0 else b""
    if len(end) < END.size:
        raise BundleError("it does not end like one.")
    _, disk, other, here, count, size, _, comment = END.unpack(end)
    if len(data) - start - END.size != comment:
        raise BundleError("it does not end like one.")
    if LONG_END in data[max(0, start - 20) : start] or disk or other or here != count:
        raise BundleError("it is of a sort that is not read here.")
    if count > MOST_FILES or size > DIRECTORY:
        raise BundleError(f"there are more than {MOST_FILES} files in it, or their names are too long.")
    return bool(comment)


def _of_the_pack(entries: list[zipfile.ZipInfo], *, has_comment: bool) -> tuple[str, list[zipfile.ZipInfo]]:
    """The folder of the pack in an archive, and the entries of its files; of a bundle all are."""
    home = _home_of_the_pack([entry.filename for entry in entries])
    if home:
        return home, [entry for entry in entries if _is_of_the_pack(entry.filename, home)]
    if has_comment:
        raise BundleError("it does not end like one.")
    return home, entries


def _home_of_the_pack(names: list[str]) -> str:
    """The folder of the only pack in an archive, with its `/`; empty for a bundle, whose files are those of the pack."""
    if MARK in names:
        return ""
    homes = [name.removesuffix(MARK) for name in names if name.endswith(f"/{MARK}")]
    homes = sorted(one for one in homes if not any(one != other and one.startswith(other) for other in homes))
    if not homes:
        raise BundleError(f"there is no `{MARK}` in it.")
    if len(homes) > 1:
        some = ", ".join(f"`{visible(home)[:60]}`" for home in homes[:3])
        more = f" and {len(homes) - 3} more" if len(homes) > 3 else ""  # noqa: PLR2004 - as many as are named
        raise BundleError(
            f"there are {len(homes)} packs in it ({some}{more}): unpack it, and name the folder of one of them."
        )
    return homes[0]


def _is_of_the_pack(name: str, home: str) -> bool:
    """Is this a file that the folder of a pack would give? Other files of its repository are not read."""
    inside = name.removeprefix(home)
    hidden = any(part.startswith(".") and part not in {".", ".."} for part in inside.split("/"))
    return name.startswith(home) and name.endswith(ENDINGS) and not hidden


def _names(entries: list[zipfile.ZipInfo]) -> None:
    """Check that no name leads elsewhere or occurs twice (in any case), and that no file is the folder of another one."""
    seen: set[str] = set()
    folders: set[str] = set()
    for entry in entries:
        name = entry.filename
        parts = name.split("/")
        fine = all(NAME.fullmatch(part) and not part.endswith((".", " ")) for part in parts)
        if not fine or entry.orig_filename != name or len(parts) > DEEPEST or not name.endswith(ENDINGS):
            raise BundleError(f"a file in it is called {entry.orig_filename[:60]!a}.")
        if any(map(is_device, parts)):
            raise BundleError(f"`{name}` in it is called like a device of Windows.")
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if entry.is_dir() or kind not in {0, stat.S_IFREG}:
            raise BundleError(f"`{name}` in it is not an ordinary file.")
        if entry.flag_bits & 0x1 or entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise BundleError(f"`{name}` in it is packed in a way that is not read here.")
        if name.casefold() in seen:
            raise BundleError(f"`{name}` is in it twice.")
        seen.add(name.casefold())
        folders |= {"/".join(parts[:deep]).casefold() for deep in range(1, len(parts))}
    for name in seen & folders:
        raise BundleError(f"`{name}` in it is a file and a folder.")


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> bytes:
    """The bytes of one file, never more than permitted, whatever the directory says."""
    most = min(LARGEST_INSIDE, left, max(SMALL, MOST_TIMES * entry.compress_size))
    if entry.file_size > most:
        raise BundleError(f"`{entry.filename}` in it is too large, or packed too tightly.")
    with archive.open(entry) as stream:
        content = stream.read(most + 1)
    if len(content) != entry.file_size:
        raise BundleError(f"`{entry.filename}` in it is not as large as it says.")
    return content
