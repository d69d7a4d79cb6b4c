"""Inspects a pack from somebody else: its contents, its authors and its findings. Nothing of it is run or stored yet."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruledsl.author.exchange.repository import files_in, repository_of
from ruledsl.author.exchange.web import NotInstalled, fetched, shown_url
from ruledsl.author.templates.texts import state_of_summary
from ruledsl.author.trial import tried
from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Diagnostics, visible
from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.base.uris import is_file, path_of
from ruledsl.play.draw import heads_of
from ruledsl.play.loading.validating import validate
from ruledsl.rules.packs.folders.below import below, is_test
from ruledsl.rules.packs.folders.bundles import LARGEST, BundleError, contents, packed, unpacked
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import BUNDLE, NoFile, read_at_most, reason, shown_as
from ruledsl.rules.packs.folders.find import MARK, find_pack, is_folder
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.nouns import nouns_of
from ruledsl.rules.packs.reading import digest_of_pack, read_head

if TYPE_CHECKING:
    from ruledsl.author.exchange.web import Reach
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import Pack

GIT: Final = "git+"
SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:(?://|:)")
LONGEST: Final = 200
"""The most characters of an origin."""
SHOWN: Final = 6
"""The most tiles of a pack that are shown before it is installed."""


class Faulty(Travelling, NotInstalled):
    """A pack with errors, or one whose trial fails; with all findings."""

    def __init__(self, message: str, findings: list[Diagnostic]) -> None:
        super().__init__(message)
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Parcel:
    """An installable pack: its bundle, and the data of its head. `origin` is its source, without secrets; `digest` as in saves."""

    data: bytes
    origin: str
    id: str
    version: str
    name: str
    digest: str
    files: int
    authors: tuple[str, ...]
    licence: str
    homepage: str
    requires: tuple[str, ...]

    @property
    def file(self) -> str:
        """The file name of its bundle."""
        return f"{self.id}-{self.version}{BUNDLE}"

    def as_dict(self) -> dict[str, Any]:
        """What somebody should know before installing it, as plain data."""
        return {
            "id": self.id,
            "version": self.version,
            "name": self.name,
            "digest": self.digest,
            "files": self.files,
            "bytes": len(self.data),
            "authors": list(self.authors),
            "licence": self.licence,
            "homepage": self.homepage,
            "requires": list(self.requires),
            "origin": self.origin,
        }


def parcel_from(source: str, reach: Reach) -> Parcel:
    """The pack at FILE, FOLDER, `https://…` or `git+https://…`, inspected. Raises `NotInstalled`, and `Faulty` for a pack with errors."""
    if source.startswith(GIT):
        repository = repository_of(source)
        commit, files = files_in(repository, reach)
        origin = str(repository) + ("" if commit == repository.tag else f" ({commit[:12]})")
        return _looked_at(_packed(files), origin)
    if is_file(source):
        path = path_of(source)
        if path is None:
            raise NotInstalled("This is the address of no file on this computer.")
        source = str(path)
    elif SCHEME.match(source):
        return opened(fetched(source, LARGEST, reach), shown_url(source))
    return _of_a_path(source)


def opened(data: bytes, origin: str, *, trial: bool = True) -> Parcel:
    """The pack in the bytes of a bundle, inspected; raises as `parcel_from`. Without a `trial` only its head is, which takes no time."""
    try:
        files = contents(data)
    except BundleError as problem:
        raise NotInstalled(f"This is no bundle that can be used: {problem}") from None
    return _looked_at(packed(files), origin, trial=trial)


def _of_a_path(path: str) -> Parcel:
    """The bundle at a path, or that of a pack's folder."""
    origin = os.path.realpath(path)
    if os.path.isdir(path):  # noqa: PTH112 - never raises
        if not (Path(path) / MARK).is_file():
            raise NotInstalled(f"There is no pack in the folder `{visible(path)}`: it needs a {MARK}.")
        there = below(path)
        wrong = [problem for problem in there.problems if problem.severity == "error"]
        if wrong:
            raise NotInstalled(f"`{visible('/'.join(wrong[0].parts))}`: {wrong[0].message}")
        try:
            return _looked_at(packed(there.contents()), origin)
        except (BundleError, OSError) as problem:
            raise NotInstalled(f"This pack cannot be put into one file: {problem}") from None
    try:
        data = read_at_most(path, LARGEST)
    except (OSError, NoFile, ValueError) as problem:
        raise NotInstalled(f"`{visible(path)[:200]}` cannot be read: {reason(problem)}.") from None
    if data is None:
        raise NotInstalled(f"`{visible(path)[:200]}` is larger than {LARGEST // 1_000_000} MB.")
    return opened(data, origin)


def _packed(files: dict[str, bytes]) -> bytes:
    try:
        return packed(files)
    except BundleError as problem:
        raise NotInstalled(f"There is no pack that can be used: {problem}") from None


# ── inspection ──


def _looked_at(data: bytes, origin: str, *, trial: bool = True) -> Parcel:
    """Its head, its findings and its trial, from the bundle."""
    with tempfile.TemporaryDirectory(prefix="ruledsl-") as room:
        place = Path(room, f"sent{BUNDLE}")
        place.write_bytes(data)
        folder = unpacked(str(place))
    shown_as(folder, f"sent{BUNDLE}")
    diagnostics = Diagnostics()
    head = read_head(folder, diagnostics, Seen())
    if head is None or diagnostics.has_errors:
        raise _faulty(diagnostics.sorted())
    shown_as(folder, f"{head.id}-{head.version}{BUNDLE}")
    _needs(head, folder)
    errors = _errors(str(folder)) if trial else []
    if errors:
        raise _faulty(errors)
    files = contents(data)
    return Parcel(
        data,
        visible(origin)[:LONGEST],
        head.id,
        head.version,
        _line(head.names.get("en", head.id)),
        digest_of_pack(files),
        len(files),
        tuple(map(_line, head.authors)),
        _line(head.licence),
        _line(head.homepage),
        tuple(head.requires),
    )


def _errors(folder: str) -> list[Diagnostic]:
    return [finding for finding in validate(folder) if finding.severity == "error"] or tried((folder,))


def tiles_in(data: bytes, naming: Naming) -> list[dict[str, Any]]:
    """The cards of a bundle's first tiles, in these words: names, numbers, what they do, and heads. Their rules are not read."""
    with tempfile.TemporaryDirectory(prefix="ruledsl-") as room:
        place = Path(room, f"sent{BUNDLE}")
        place.write_bytes(data)
        packs = load_packs((str(unpacked(str(place))),), Diagnostics())
    if not packs:
        return []
    pack, kinds = packs[-1], {id_: kind for pack in packs for id_, kind in pack.kinds.items()}
    heads, nouns = heads_of(pack, kinds), nouns_of(packs)
    own = [nouns.said_in(tile) for tile in pack.tiles.values() if not tile.copy_of][:SHOWN]
    return [
        {
            "id": tile.id,
            "name": _line(naming.text(tile.names, tile.id)),
            "kind": _line(naming.text(nouns.said(kinds[tile.kind].names), tile.kind)),
            "summary": _line(naming.text(tile.summary, "")),
            "numbers": [
                tile.fields[field.key] for field in kinds[tile.kind].fields if field.key in tile.fields
            ],
            "head": heads.get(tile.id),
        }
        for tile in own
    ]


def _needs(head: Pack, folder: Path) -> None:
    """Check that it can be found by its id once it is installed, and that its requirements exist."""
    if folder.name != head.id:
        raise NotInstalled(
            f"Its id `{head.id}` cannot be that of a file; `id: …` stands on a line of its own."
        )
    if is_folder(head.id, installed=True):
        raise NotInstalled(
            f"ruledsl or another package already has a pack `{head.id}`: it would hide this one."
        )
    for other, version in head.requires.items():
        if find_pack(other) is None:
            raise NotInstalled(
                f"It needs the pack `{visible(other)[:60]}` {visible(version)[:20]}, which is not here: install that one first."
            )


def _faulty(findings: list[Diagnostic]) -> Faulty:
    first = next((one for one in findings if one.severity == "error"), None)
    detail = f"; the first is {first.span}: {first.message}" if first else ""
    return Faulty(f"The pack has errors{detail}", findings)


def _line(text: str) -> str:
    """A stranger's text as one line without hidden characters."""
    return visible(" ".join(text.split()))[:LONGEST]


# ── publishing ──────────────────────────────────────────────────────────────────
# What a pack lacks that others look for before they install it.


def missing_in(folder: Path) -> list[str]:
    """A sentence for each missing thing of a pack without errors; empty if it can be published."""
    head = read_head(folder, Diagnostics(), Seen())
    (pack,) = load_packs((str(folder),), Diagnostics())[-1:] or (head,)
    if head is None or pack is None:
        return []
    needed = [
        ("`authors` in pack.yaml says who made it.", head.authors),
        (
            "`licence` in pack.yaml says what others may do with it, such as `MIT` or `CC-BY-4.0`.",
            head.licence,
        ),
        ("`homepage` in pack.yaml says where it is found and who is told of mistakes.", head.homepage),
        (
            "`sources` in pack.yaml says what its rules stand on: a rulebook, a review, a reading of your own.",
            pack.sources,
        ),
        ("scenarios show that its rules do what they should (`ruledsl new scenario`).", _tests(folder)),
    ]
    silent = [
        tile.id for tile in pack.tiles.values() if state_of_summary(tile) != "told" and not tile.copy_of
    ]
    if silent:
        more = f" and {len(silent) - 1} more" if len(silent) > 1 else ""
        needed.append((f"`summary` says what a tile does in a sentence: `{silent[0]}`{more} has none.", ()))
    return [sentence for sentence, there in needed if not there]


def _tests(folder: Path) -> list[str]:
    return [name for name in below(folder).files if is_test(name)]
