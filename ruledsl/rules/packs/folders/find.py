"""Finds packs: by path, among the packs of ruledsl, in packages that announce some, and in the user's folder.

The user's folder holds the user's own packs, as folders, and installed bundles (`ID-VERSION.ruledsl`), several versions side by side.
No name there hides a pack that was installed with a package.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.system import PACKAGE, user_data
from ruledsl.rules.packs.folders.files import BUNDLE, is_bundle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARK = "pack.yaml"
GROUP = "ruledsl.packs"
SENT = re.compile(rf"([a-z][a-z0-9_-]*?)(?:-([0-9]{{1,6}}(?:\.[0-9]{{1,6}}){{2}}))?{re.escape(BUNDLE)}")
"""The names of bundles in the user's folder: an id, and a version."""
_PLAIN = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){2}")


class Sent(NamedTuple):
    """A bundle in the user's folder, by its name; `version` is empty if the name has none."""

    id: str
    version: tuple[int, ...]
    path: Path

    @property
    def shown(self) -> str:
        """The version as a text."""
        return ".".join(map(str, self.version))


@cache
def official_folder() -> Path:
    """The packs of the checkout when run from one, otherwise the copy inside the installed package."""
    beside = PACKAGE.parent / "rulesets"
    return beside if beside.is_dir() else PACKAGE / "_data" / "rulesets"


def user_folder() -> Path | None:
    """`$RULEDSL_PACKS`, or `packs` in the user's data folder; None for a user without a home."""
    own = os.environ.get("RULEDSL_PACKS")
    if own:
        return Path(own)
    data = user_data()
    return data and data / "packs"


def announced() -> Iterator[tuple[str, Path]]:
    """The folders that installed packages announce, with the package and its version: a package whose folder holds packs, or an absolute path.

    No code of theirs is run or imported.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - whoever finds a pack before does without

    for point in entry_points(group=GROUP):
        who = f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.name
        if Path(point.value).is_absolute():
            yield who, Path(point.value)
            continue
        yield from ((who, folder) for folder in _folders_of(point.value))


def _folders_of(package: str) -> list[Path]:
    """The folders of a package, found without importing it or its parents; empty if it is no package."""
    from importlib.machinery import PathFinder  # noqa: PLC0415

    first, *rest = package.split(".")
    if not all(part.isidentifier() for part in (first, *rest)):
        return []
    spec = PathFinder.find_spec(first)
    return [Path(folder, *rest) for folder in (spec.submodule_search_locations or () if spec else ())]


def installed_folders() -> Iterator[Path]:
    """Folders of installed packs, which belong to no user."""
    if os.path.isdir(official_folder()):  # noqa: PTH112 - never raises
        yield official_folder()
    yield from (folder for _, folder in announced() if os.path.isdir(folder))  # noqa: PTH112


def is_installed(folder: str | Path) -> bool:
    """Is the folder of a pack among the installed ones?"""
    real = Path(os.path.realpath(folder))
    return any(real.is_relative_to(os.path.realpath(home)) for home in installed_folders())


def pack_folders() -> Iterator[Path]:
    """Folders of packs, in the order of search."""
    yield from installed_folders()
    own = user_folder()
    if own is not None and os.path.isdir(own):  # noqa: PTH112
        yield own


def find_pack(name: str) -> Path | None:
    """The folder of a pack, by path or by id (a folder may write `-` where the id has `_`); None if there is none.

    For a bundle, the folder that it is unpacked in.
    """
    try:
        return _found(name)
    except (OSError, ValueError):
        return None


def _found(name: str) -> Path | None:
    path = Path(name)
    if is_bundle(name):
        from ruledsl.rules.packs.folders.bundles import unpacked  # noqa: PLC0415 - hardly anybody unpacks one

        return unpacked(name)
    if is_path(name):
        if path.name == MARK:
            path = path.parent
        return path if path.is_dir() else None
    id_, at, _ = name.partition("@")
    folder = _below(id_, installed_folders() if at else pack_folders())
    if folder is not None:
        return None if at else folder
    return _sent(name) if id_ else None


def _below(id_: str, homes: Iterable[Path]) -> Path | None:
    """The folder of a pack in one of these folders."""
    for home in homes:
        for spelling in (id_, id_.replace("_", "-")) if id_ else ():
            if (home / spelling / MARK).is_file():
                return home / spelling
    return None


def is_folder(id_: str, *, installed: bool = False) -> bool:
    """Is a pack of this id found as a folder (if `installed`, one from a package), so that no bundle is?"""
    return _below(id_, installed_folders() if installed else pack_folders()) is not None


def _sent(name: str) -> Path | None:
    """The pack in a bundle of the user's folder; its id must match the name."""
    from ruledsl.rules.packs.folders.bundles import BundleError, unpacked  # noqa: PLC0415 - hardly anybody unpacks one

    for sent in sent_packs(name):
        with suppress(BundleError):
            folder = unpacked(str(sent.path))
            if folder.name == sent.id:
                return folder
    return None


def sent_packs(name: str = "") -> list[Sent]:
    """The bundles in the user's folder, or those of an id (`wy`), or of one version of it (`wy@0.1.0`). The newest of each id comes first."""
    own = user_folder()
    id_, _, version = name.partition("@")
    wanted = id_.replace("-", "_"), tuple(map(int, version.split("."))) if _PLAIN.fullmatch(version) else None
    if own is None or (version and wanted[1] is None):
        return []
    bundles = [
        Sent(
            match[1].replace("-", "_"), tuple(map(int, (match[2] or "").split("."))) if match[2] else (), path
        )
        for path in (own.iterdir() if os.path.isdir(own) else ())  # noqa: PTH112 - never raises
        if (match := SENT.fullmatch(path.name)) and path.is_file()
    ]
    fitting = [s for s in bundles if wanted[0] in ("", s.id) and wanted[1] in (None, s.version)]
    return sorted(fitting, key=lambda sent: (sent.id, [-number for number in sent.version] or [1], sent.path))


def is_path(name: str) -> bool:
    """Is a name of a pack a path, of a folder or a bundle? Else it is an id."""
    path = Path(name)
    return is_bundle(name) or path.name != name or name.startswith(".") or (path / MARK).is_file()


def why_not(name: str) -> str:
    """Why a bundle is no pack, in a sentence; empty if it is no bundle, or a usable one. An id means a bundle in the user's folder."""
    bundles = [name] if is_bundle(name) else [str(sent.path) for sent in sent_packs(name)] if name else []
    for bundle in bundles:
        from ruledsl.rules.packs.folders.bundles import BundleError, unpacked  # noqa: PLC0415 - as above

        try:
            unpacked(bundle)
        except BundleError as problem:
            return str(problem)
    return ""


def no_pack_in(name: str) -> str:
    """Why a path leads to no pack, in a sentence; empty if nothing is there."""
    path = Path(name)
    if path.is_file():
        return f"`{name}` is a file: a pack is a folder with a {MARK}, or a bundle."
    if not path.is_dir():
        return ""
    inside = min((mark.parent for mark in path.glob(f"*/{MARK}")), default=None)
    more = f"packs lie below it, such as `{inside}`" if inside else "`ruledsl new pack` makes one"
    return f"There is no pack in the folder `{name}`: it needs a {MARK}; {more}."


def pack_around(path: Path) -> Path | None:
    """The folder of the pack that contains a path, wherever links lead; None if there is none."""
    real = Path(os.path.realpath(path))
    return next((folder for folder in (real, *real.parents) if os.path.isfile(folder / MARK)), None)  # noqa: PTH113 - never raises


def known_packs() -> list[str]:
    """The names of all packs that can be named without a path: their folders, or the ids in the names of bundles."""
    names = {path.parent.name for folder in pack_folders() for path in folder.glob(f"*/{MARK}")}
    return sorted(names | {sent.id for sent in sent_packs()})
