"""Where packs are found: a path, the packs that come with ruledsl, packages that announce some, a folder of the user's own."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.packs.folders.files import is_bundle
from ruledsl.system import user_data

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "MARK",
    "find_pack",
    "installed_folders",
    "is_installed",
    "is_path",
    "known_packs",
    "pack_around",
    "pack_folders",
    "user_folder",
    "why_not",
]

MARK = "pack.yaml"
GROUP = "ruledsl.packs"


@cache
def official_folder() -> Path:
    """The packs of the checkout when run from one, otherwise the copy inside the installed package."""
    package = Path(__file__).resolve().parents[2]
    beside = package.parent / "rulesets"
    return beside if beside.is_dir() else package / "_data" / "rulesets"


def user_folder() -> Path | None:
    """`$RULEDSL_PACKS`, or `packs` in the user's folder for data; None for somebody without a home."""
    own = os.environ.get("RULEDSL_PACKS")
    if own:
        return Path(own)
    data = user_data()
    return data and data / "packs"


def _announced() -> Iterator[Path]:
    """What installed packages announce: the name of a package whose folder holds packs, or an absolute path. Nothing of theirs is run."""
    from importlib.machinery import PathFinder  # noqa: PLC0415 - whoever finds a pack before does without
    from importlib.metadata import entry_points  # noqa: PLC0415

    for point in entry_points(group=GROUP):
        if Path(point.value).is_absolute():
            yield Path(point.value)
            continue
        spec = PathFinder.find_spec(point.value)
        yield from map(Path, spec.submodule_search_locations or ()) if spec else ()


def installed_folders() -> Iterator[Path]:
    """Folders whose subfolders are packs that were installed: they are nobody's own."""
    for folders in ((official_folder(),), _announced()):
        yield from (folder for folder in folders if os.path.isdir(folder))  # noqa: PTH112 - never raises


def is_installed(folder: str | Path) -> bool:
    """Does the folder of a pack lie among those that were installed?"""
    real = Path(os.path.realpath(folder))
    return any(real.is_relative_to(os.path.realpath(home)) for home in installed_folders())


def pack_folders() -> Iterator[Path]:
    """Folders whose subfolders are packs, in the order in which they are searched."""
    yield from installed_folders()
    own = user_folder()
    if own is not None and os.path.isdir(own):  # noqa: PTH112
        yield own


def find_pack(name: str) -> Path | None:
    """The folder of a pack, by path or by id (a folder may write `-` where the id has `_`); None if there is none.

    Of a bundle, the folder that it is unpacked in.
    """
    try:
        return _found(name)
    except (OSError, ValueError):
        return None


def _found(name: str) -> Path | None:
    path = Path(name)
    if is_bundle(name):
        from ruledsl.packs.folders.bundles import unpacked  # noqa: PLC0415 - hardly anybody unpacks one

        return unpacked(name)
    if is_path(name):
        if path.name == MARK:
            path = path.parent
        return path if path.is_dir() else None
    spellings = (name, name.replace("_", "-")) if name else ()
    for folder in pack_folders():
        for spelling in spellings:
            if (folder / spelling / MARK).is_file():
                return folder / spelling
    return None


def is_path(name: str) -> bool:
    """Does a name of a pack say where it is, a folder or a bundle? Else it is an id."""
    path = Path(name)
    return is_bundle(name) or path.name != name or name.startswith(".") or (path / MARK).is_file()


def why_not(name: str) -> str:
    """Why a bundle is no pack, in a sentence; empty if it is no bundle, or one that can be used."""
    if is_bundle(name):
        from ruledsl.packs.folders.bundles import BundleError, unpacked  # noqa: PLC0415 - as above

        try:
            unpacked(name)
        except BundleError as problem:
            return str(problem)
    return ""


def pack_around(path: Path) -> Path | None:
    """The folder of the pack in which something lies, wherever links lead; None if it lies in none."""
    real = Path(os.path.realpath(path))
    return next((folder for folder in (real, *real.parents) if os.path.isfile(folder / MARK)), None)  # noqa: PTH113 - never raises


def known_packs() -> list[str]:
    """The names of the folders of all packs that can be named without a path."""
    found = {path.parent.name for folder in pack_folders() for path in folder.glob(f"*/{MARK}")}
    return sorted(found)
