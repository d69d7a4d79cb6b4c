"""What installed packs have and the loaded ones lack: which of them to require for a word that means nothing here."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.files import read_bytes, shown_path
from ruledsl.rules.packs.folders.find import MARK, find_pack, is_folder, known_packs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ruledsl.base.diagnostics import Sources
    from ruledsl.rules.packs.model import Pack

_LISTS: Final = re.compile(
    r"(?m)^(?:terrains|symbols|modes|ways|stages|piece_traits|tile_traits):\s*\[([^\]]*)\]"
)
_ENTRIES: Final = re.compile(r"(?m)^  ([a-z][a-z0-9_]*):")
_PIECES: Final = re.compile(r"(?m)^    pieces:\n((?:      .*\n|\s*\n)+)")
_PIECE: Final = re.compile(r"(?m)^      ([a-z][a-z0-9_]*):")
_DECLARED: Final = re.compile(
    r"(?m)^\s*(?:define (?:\w+ is )?|value |event |phase |permission |forbid \w+ as )([a-z][a-z0-9_]*)"
)
_PLURAL: Final = re.compile(r"(?m)^    plural: ([a-z][a-z0-9_]*)")
_REQUIRED: Final = re.compile(r"(?ms)^requires:\s*\{(.*?)\}")
_NAMED: Final = re.compile(r"([a-z][a-z0-9_]*)\s*:")


class Installed(NamedTuple):
    """An installed pack: its id and version, the ids of all that it requires, the words that it declares, and the ids of its entries."""

    id: str
    version: str
    brings: frozenset[str]
    words: frozenset[str]
    entries: frozenset[str]


@lru_cache(maxsize=64)
def _of_folder(folder: Path) -> Installed:
    """An installed pack, without reading more of it than words; installed packs do not change while somebody writes."""
    texts = [_text(path) for path in below(folder).of_rules]
    head = _text(folder / MARK)
    version = re.search(r"(?m)^version:\s*[\"']?([0-9]+\.[0-9]+)", head)
    words = frozenset(word for text in texts for word in _words(text))
    entries = frozenset(word for text in texts for word in _entries(text))
    brings: set[str] = set()
    for other in _required(head):
        there = find_pack(other)
        brings |= {other} | (_of_folder(there).brings if there is not None and there != folder else set())
    id_ = folder.name.replace("-", "_")
    return Installed(id_, version[1] if version else "0.1", frozenset(brings), words, entries)


def _text(path: Path) -> str:
    data = read_bytes(path, str(path), Diagnostics())
    return "" if data is None else data.decode("utf-8", "replace")


def _required(head: str) -> list[str]:
    match = _REQUIRED.search(head)
    return _NAMED.findall(match[1]) if match else []


def _words(text: str) -> Iterator[str]:
    for listed in _LISTS.findall(text):
        yield from re.findall(r"[a-z][a-z0-9_]*", listed)
    yield from _DECLARED.findall(text)
    yield from _PLURAL.findall(text)


def _entries(text: str) -> Iterator[str]:
    yield from _ENTRIES.findall(text)
    for pieces in _PIECES.findall(text):
        yield from _PIECE.findall(pieces)


def installed_packs() -> list[Installed]:
    """All installed packs, those that need least first. Finding them takes some milliseconds."""
    folders = [find_pack(name) for name in known_packs() if is_folder(name, installed=True)]
    packs = (_of_folder(folder) for folder in folders if folder is not None)
    return sorted(packs, key=lambda one: (len(one.brings), one.id))


def said_of(id_: str) -> str:
    """How `requires` names a pack, if it is installed: with the least version that is; empty otherwise."""
    one = next((one for one in installed_packs() if one.id == id_), None)
    return f'{one.id}: ">={one.version}"' if one else ""


def nearest_pack(text: str) -> str:
    """The installed pack that is called like this, whatever its letters: `Small World` is `smallworld`; empty if there is none."""
    plain = re.sub(r"[^a-z0-9]", "", text.lower())
    return next((one.id for one in installed_packs() if one.id.replace("_", "") == plain), "")


def game_for(key: str, words: Collection[str], pack: Pack, sources: Sources) -> tuple[str, Fix | None] | None:
    """What to require for this key of a pack that requires nothing, in a sentence, and the fix: the pack that has it, and most of its words."""
    installed = {one.id: one for one in installed_packs()}
    vocabulary: dict[str, frozenset[str]] = {}
    for one in installed.values():
        with_all = (one, *(installed[other] for other in one.brings if other in installed))
        if pack.id not in {other.id for other in with_all} and any(key in other.words for other in with_all):
            vocabulary[one.id] = frozenset().union(*(other.words for other in with_all))
    best = max(vocabulary, key=lambda id_: len(vocabulary[id_].intersection(words)), default="")
    if not best:
        return None
    return f"A pack says what it builds on, here `{best}`.", _requiring(installed[best], pack, sources)


def required_for(
    word: str, span: Span, packs: Sequence[Pack], installed: Sequence[Installed], sources: Sources
) -> tuple[str, Fix | None] | None:
    """What to require for a word that none of these packs has, in a sentence, and the fix of `pack.yaml`; None if no installed pack has it."""
    own = next((pack for pack in packs if span.file.startswith(f"{shown_path(Path(pack.folder))}/")), None)
    loaded = {pack.id for pack in packs}
    if own is None or own.id == word:
        return None
    needed = Counter(id_ for one in installed for id_ in one.brings)
    others = sorted((one for one in installed if one.id not in loaded), key=lambda one: -needed[one.id])
    there = [one for one in others if word in one.words] or [one for one in others if word in one.entries]
    one = next(iter(there), None)
    if one is None or own.id in one.brings:
        return None
    if not own.requires and "start" in own.roles:
        return f"A game that requires nothing declares its own words: `{word}` is of `{one.id}`.", None
    advice = f"`{word}` is of `{one.id}`: add it to `requires` in {MARK}."
    return advice, _requiring(one, own, sources)


def _requiring(one: Installed, own: Pack, sources: Sources) -> Fix | None:
    """The fix that adds a pack to those that are required; in place of them, if it brings all of them along."""
    file = shown_path(Path(own.folder) / MARK)
    entry = f'{one.id}: ">={one.version}"'
    lines = sources.lines(file)
    for number, line in enumerate(lines, start=1):
        match = re.match(r"(requires:\s*\{)([^}]*)(\})", line)
        if match:
            whole = own.requires.keys() <= one.brings or not match[2].strip()
            start, end = match.span(2)
            text = entry if whole else f"{entry}, "
            return Fix(Span(file, number, start + 1, number, (end if whole else start) + 1), text)
        if re.fullmatch(r"requires:\s*(#.*)?", line):
            return Fix(Span(file, number + 1, 1, number + 1, 1), f"  {entry}\n")
        if line.startswith("requires:"):
            return None
    last = next((n for n in range(len(lines), 0, -1) if lines[n - 1].strip()), 0)
    if not last:
        return None
    end = len(lines[last - 1]) + 1
    return Fix(Span(file, last, end, last, end), f"\nrequires: {{{entry}}}")
