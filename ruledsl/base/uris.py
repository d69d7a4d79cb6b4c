"""Addresses of files (`file:` URIs) and their paths: the only place where one becomes the other.

Programs write the address of one file in many ways: with `%20` or a space, `c%3A` or `C:`, an `é` as one character or as two, with or
without `//localhost`. All of them mean one path here.
"""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path, PurePath, PureWindowsPath
from typing import Final
from urllib.parse import quote_from_bytes, unquote_to_bytes

SCHEME: Final = "file:"
HERE: Final = ("", "localhost")
"""The hosts that are this computer."""
SYSTEM: Final = type(PurePath())
"""The paths of this computer."""


def is_file(uri: str) -> bool:
    """Is this the address of a file, on whichever computer?"""
    return uri[: len(SCHEME)].lower() == SCHEME


def path_of(uri: str) -> Path | None:
    """The absolute path at an address, spelled as on the disk; None if it is no file that this computer has."""
    plain = plain_path_of(uri)
    return None if plain is None else _as_stored(Path(plain))


def plain_path_of(uri: str, system: type[PurePath] = SYSTEM) -> PurePath | None:
    """The absolute path at an address, as a given system writes it, without a look at the disk; None if it is no file that the computer has."""
    if not is_file(uri):
        return None
    rest = uri[len(SCHEME) :].partition("#")[0].partition("?")[0]
    host = ""
    if rest.startswith("//"):
        host, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    try:
        host, name = (os.fsdecode(unquote_to_bytes(part)) for part in (host, rest))
    except ValueError:
        return None
    if "\0" in host + name or not name.startswith("/"):
        return None
    if issubclass(system, PureWindowsPath):
        return _of_windows(host, name)
    return system("/" + name.lstrip("/")) if host.lower() in HERE else None


def _of_windows(host: str, name: str) -> PurePath | None:
    """A drive, or the share of a computer; `name` begins with a slash."""
    if host.lower() not in HERE:
        name = f"//{host}{name}"
    elif not name.startswith("//"):
        name = name[1:2].upper() + name[2:]
    path = PureWindowsPath(name)
    return path if path.is_absolute() else None


def _as_stored(path: Path) -> Path:
    """A path with each name as its folder has it, of two that differ only in how they compose characters."""
    if str(path).isascii():
        return path
    stored = Path(path.anchor)
    for name in path.parts[1:]:
        stored /= name if name.isascii() else _stored_name(stored, name)
    return stored


def _stored_name(folder: Path, name: str) -> str:
    try:
        names = os.listdir(folder)  # noqa: PTH208 - texts
    except OSError:
        return name
    alike = [name, *sorted(other for other in names if _composed(other) == _composed(name))]
    return name if name in names else alike[-1]


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def uri_of(path: PurePath) -> str:
    """The address of an absolute path."""
    name = path.as_posix()
    if path.drive.startswith(("//", "\\\\")):
        return SCHEME + quoted(name)
    drive = path.drive
    return f"{SCHEME}//{'/' if drive else ''}{drive}{quoted(name[len(drive) :])}"


def quoted(name: str) -> str:
    """A path, separated by `/`, as a part of an address."""
    return quote_from_bytes(name.encode("utf-8", "surrogateescape" if _is_of_disk(name) else "replace"))


def _is_of_disk(name: str) -> bool:
    """Are all of its surrogates bytes of a file's name that are no UTF-8?"""
    return not any("\ud800" <= char <= "\udfff" and not "\udc80" <= char <= "\udcff" for char in name)


def reference_to(name: str, system: type[PurePath] = SYSTEM) -> str:
    """The address of a file by the name that findings show; that of a relative name is relative too."""
    path = system(name)
    return uri_of(path) if path.is_absolute() else quoted(path.as_posix())


def in_one_spelling(uri: str) -> str:
    """One spelling for all ways to write the address of a file; an address of anything else as it is."""
    path = plain_path_of(uri)
    return uri if path is None else uri_of(SYSTEM(_composed(str(path))))
