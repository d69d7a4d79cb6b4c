"""The known packs and their origins; installation and removal.

An installed pack is its bundle in the user's folder. A file beside it stores the origin, on which nothing depends.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruledsl.author.exchange.web import NotInstalled
from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Diagnostics, visible
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import BundleError, unpacked
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import NoFile, read_at_most, reason
from ruledsl.rules.packs.folders.find import (
    MARK,
    announced,
    is_folder,
    official_folder,
    sent_packs,
    user_folder,
)
from ruledsl.rules.packs.reading import digest_of_pack, read_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.author.exchange.inspect import Parcel
    from ruledsl.rules.packs.folders.find import Sent

ORIGINS: Final = "origins.json"
MOST_ORIGINS: Final = 1_000_000
"""Bytes of the file with the origins."""


@dataclass(frozen=True, slots=True)
class KnownPack:
    """A pack that can be named by its id. `source` is `ruledsl`, `package`, `folder` or `installed`; `origin` is the package or the address."""

    id: str
    version: str
    digest: str
    source: str
    origin: str
    place: str
    authors: tuple[str, ...] = ()
    licence: str = ""
    problem: str = ""
    """Why it cannot be used, or what is used instead."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {key: getattr(self, key) for key in self.__dataclass_fields__} | {
            "authors": list(self.authors)
        }


def every_pack() -> list[KnownPack]:
    """Every pack, in the order of precedence."""
    by_id: dict[str, KnownPack] = {}
    every: list[KnownPack] = []
    for pack in _all():
        first = by_id.setdefault(pack.id, pack)
        hidden = first is not pack and not pack.problem
        if hidden and pack.source == "installed" == first.source:
            every.append(_with(pack, f"used as {pack.id}@{pack.version}; {first.version} is newer"))
        else:
            every.append(
                _with(pack, f"hidden by the one of {first.origin or first.source}") if hidden else pack
            )
    return sorted(every, key=lambda pack: pack.id)


def _with(pack: KnownPack, problem: str) -> KnownPack:
    return KnownPack(**{key: getattr(pack, key) for key in pack.__dataclass_fields__} | {"problem": problem})


def _all() -> Iterator[KnownPack]:
    yield from _in(official_folder(), "ruledsl", "")
    for package, folder in announced():
        yield from _in(folder, "package", package)
    own = user_folder()
    if own is not None:
        yield from _in(own, "folder", "")
        origins = _origins(own)
        yield from (_sent(sent, origins.get(sent.path.name, "")) for sent in sent_packs())


def _in(home: Path, source: str, origin: str) -> Iterator[KnownPack]:
    for folder in sorted(path.parent for path in home.glob(f"*/{MARK}")):
        yield _pack_in(folder, folder.name.replace("-", "_"), source, origin, str(folder))


def _sent(sent: Sent, origin: str) -> KnownPack:
    place = str(sent.path)
    try:
        folder = unpacked(place)
    except BundleError as problem:
        return KnownPack(sent.id, sent.shown, "", "installed", origin, place, problem=str(problem))
    pack = _pack_in(folder, sent.id, "installed", origin, place)
    if pack.id != sent.id or folder.name != sent.id:
        return _with(pack, f"not found by its id, since its file is called `{visible(sent.path.name)}`")
    return pack


def _pack_in(folder: Path, id_: str, source: str, origin: str, place: str) -> KnownPack:
    head = read_head(folder, Diagnostics(), Seen())
    if head is None:
        return KnownPack(
            id_, "", "", source, origin, place, problem="it cannot be read; `ruledsl validate` says why"
        )
    try:
        files = below(folder).contents()
    except OSError as problem:
        return KnownPack(id_, head.version, "", source, origin, place, problem=reason(problem))
    return KnownPack(
        head.id, head.version, digest_of_pack(files), source, origin, place, head.authors, head.licence
    )


# ── installing and removing ──


def install(parcel: Parcel) -> Path | None:
    """Put a parcel into the user's folder; None if the same one is there already. Raises `NotInstalled`."""
    own = user_folder()
    if own is None:
        raise NotInstalled("Your folder for data is not to be found: name one for packs in `$RULEDSL_PACKS`.")
    if is_folder(parcel.id):
        raise NotInstalled(f"A folder `{parcel.id}` of your own lies in `{own}`: it would hide this pack.")
    place = own / parcel.file
    try:
        if os.path.lexists(place):
            if place.read_bytes() == parcel.data:
                return None
            raise NotInstalled(
                f"{parcel.id} {parcel.version} is installed already, with other contents: remove that one first."
            )
        own.mkdir(parents=True, exist_ok=True)
        _write(place, parcel.data)
        _remember(own, place.name, parcel.origin)
    except OSError as problem:
        raise NotInstalled(f"It cannot be written to `{own}`: {reason(problem)}.") from None
    return place


def remove(name: str) -> list[Path]:
    """Remove an installed pack, by its id, or by `ID@VERSION` where there are several versions. Raises `NotInstalled`."""
    installed = sent_packs(name) if name else []
    if not installed:
        raise NotInstalled(_not_removed(name))
    if len(installed) > 1:
        versions = ", ".join(f"`{s.id}@{s.shown}`" for s in installed if s.version)
        raise NotInstalled(f"There are several versions of `{installed[0].id}`: say which one ({versions}).")
    place = installed[0].path
    try:
        place.unlink()
        _remember(place.parent, place.name, "")
    except OSError as problem:
        raise NotInstalled(f"`{place}` cannot be removed: {reason(problem)}.") from None
    return [place]


def _not_removed(name: str) -> str:
    id_ = name.partition("@")[0].replace("-", "_")
    for pack in every_pack():
        if pack.id == id_ and pack.source != "installed":
            who = {"ruledsl": "comes with ruledsl", "package": f"comes with the package {pack.origin}"}
            why = who.get(pack.source, f"is a folder of your own, `{pack.place}`")
            return f"The pack `{id_}` {why}; it is not removed like this."
    return f"No pack `{visible(name)[:60]}` is installed."


def _origins(own: Path) -> dict[str, str]:
    """The origins of bundles by file, as far as they are known."""
    with suppress(OSError, ValueError, NoFile, RecursionError):
        data = json.loads(read_at_most(own / ORIGINS, MOST_ORIGINS) or b"{}")
        if isinstance(data, dict):
            return {name: visible(text) for name, text in data.items() if isinstance(text, str)}
    return {}


def _remember(own: Path, name: str, origin: str) -> None:
    """Store the origin of a bundle; drop those of bundles that no longer exist."""
    origins = {key: text for key, text in _origins(own).items() if (own / key).is_file()} | {name: origin}
    kept = {key: text for key, text in sorted(origins.items()) if text}
    _write(own / ORIGINS, json.dumps(kept, indent=1).encode() + b"\n")


def _write(place: Path, data: bytes) -> None:
    """Write beside its place, then move it there."""
    handle, trial = tempfile.mkstemp(dir=place.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(trial).chmod(0o644)
        Path(trial).replace(place)
    except BaseException:
        with suppress(OSError):
            Path(trial).unlink()
        raise
