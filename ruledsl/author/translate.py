"""The translations of a pack: what is missing, what is stale, and the rewritten file of a language.

A file of a language is YAML with the comments of translators' tools: `#.` stands before the text in the pack's own language, `#|` before what that
text was when it was translated, if it has changed since. Any other comment above a key belongs to the translator and stays there.
"""

from __future__ import annotations

import json
import re
from itertools import takewhile
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.base.diagnostics.diagnostic import applied
from ruledsl.base.plaintext import plain
from ruledsl.rules.packs.folders.below import below, is_test
from ruledsl.rules.packs.folders.find import MARK
from ruledsl.rules.packs.schema.schemas import file_schema
from ruledsl.rules.packs.translations import (
    FOLDER,
    OWN,
    is_translation,
    language_of,
    own_text,
    texts_of,
)
from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode, core_value
from ruledsl.rules.packs.yaml.reader import read_yaml_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ruledsl.rules.packs.model import Pack
    from ruledsl.rules.packs.translations import Path as Keys

SOURCE: Final = "#."
BEFORE: Final = "#|"
WIDTH: Final = 140
"""The most characters of a line of a comment."""
_PLAIN: Final = re.compile(r"[^\W\d_][^:#\[\]{}\"'`\n\\]*[^\s:#\[\]{}\"'`\\]|[^\W\d_]")
"""Texts that need no quotes: what begins with a letter and has no sign that means something to YAML."""


class Entry(NamedTuple):
    """A translated text, and the text that it translates as far as its comments say."""

    text: str
    of: str


@dataclass(slots=True)
class Language:
    """What a pack has in one language: by the keys that lead to it, each text; and by keys, each comment of a translator above them."""

    texts: dict[Keys, Entry] = field(default_factory=dict)
    comments: dict[Keys, list[str]] = field(default_factory=dict)
    tail: list[str] = field(default_factory=list)
    """The comments below everything."""


@dataclass(slots=True)
class Texts:
    """The texts of a pack: in its own language, in the order of its files, and in the others; and its files without the others."""

    folder: Path
    own: dict[Keys, str] = field(default_factory=dict)
    languages: dict[str, Language] = field(default_factory=dict)
    without: dict[Path, str] = field(default_factory=dict)
    """The files that have other languages beside their own: what they are without them."""
    stay: set[tuple[str, Keys]] = field(default_factory=set)
    """By language: the places of the texts that stay there, since a comment stands among them."""

    def missing(self, language: str) -> list[Keys]:
        """The places of the texts that have no translation."""
        there = self.languages.get(language, Language()).texts
        return [keys for keys in self.own if keys not in there and (language, keys) not in self.stay]

    def stale(self, language: str) -> list[Keys]:
        """The places of the texts that have changed since they were translated."""
        there = self.languages.get(language, Language()).texts
        return [
            keys
            for keys, text in self.own.items()
            if keys in there and there[keys].of not in ("", _line(text))
        ]

    def file(self, language: str) -> Path:
        """The file of a language."""
        return self.folder / FOLDER / f"{language}.yaml"


def texts_in(pack: Pack, packs: Iterable[Pack]) -> Texts:
    """The texts of one of these packs, which must be free of errors."""
    kinds = [kind for one in packs for kind in one.kinds.values()]
    form = file_schema(kinds, more=True)
    texts = Texts(Path(pack.folder))
    names = [name for name in below(pack.folder).files if name != MARK and not is_test(name)]
    for name in sorted(names, key=is_translation):
        path = texts.folder / name
        written = path.read_bytes().decode()
        root = read_yaml_text(written, name, Diagnostics())
        if not isinstance(root, MappingNode):
            continue
        if is_translation(name):
            language = texts.languages.setdefault(language_of(name), Language())
            rows = plain(written).split("\n")
            _read(root, rows, language)
            language.tail = _comments(rows)
        else:
            _read_own(root, form, texts, path, written)
    return texts


def _read_own(root: MappingNode, form: dict[str, Any], texts: Texts, path: Path, written: str) -> None:
    """The texts of a file in the pack's own language, and those that stand beside them in others."""
    fixes: list[Fix] = []
    for keys, node in texts_of(root, form):
        text = own_text(node)
        if not text:
            continue
        texts.own[keys] = text
        if isinstance(node, MappingNode) and len(node) > 1:
            others = [
                (key.text, other.text)
                for key, other in node
                if key.text != OWN and isinstance(other, ScalarNode)
            ]
            fix = _alone(node, written)
            if fix is None:
                texts.stay |= {(language, keys) for language, _ in others}
                continue
            fixes.append(fix)
            for language, other in others:
                texts.languages.setdefault(language, Language()).texts[keys] = Entry(other, _line(text))
    if fixes:
        texts.without[path] = applied(written, fixes)


def _alone(node: MappingNode, written: str) -> Fix | None:
    """Texts by language, written as the one text of the pack's own language behind its key; None if a comment would be lost."""
    own = node.get(OWN)
    rows = plain(written).split("\n")
    first = node.span.line - 1
    if not isinstance(own, ScalarNode) or any("#" in row for row in rows[first : node.span.end_line]):
        return None
    text, span = json.dumps(own.text, ensure_ascii=False) if "," in own.text else _scalar(own.text), node.span
    if rows[first][: span.column - 1].strip():
        return Fix(span, text)
    above = rows[first - 1].rstrip()
    if not above.endswith(":"):
        return None
    return Fix(Span(span.file, first, len(above) + 1, span.end_line, span.end_column), f" {text}")


def _read(root: MappingNode, rows: Sequence[str], language: Language, keys: Keys = ()) -> None:
    """The texts and comments of a file of translations."""
    for key, node in root:
        path = (*keys, key.text)
        above = _comments(rows[: key.span.line - 1]) if _is_first(key.span, rows) else []
        mine = [row for row in above if not row.startswith((SOURCE, BEFORE))]
        if isinstance(node, ScalarNode) or rows[node.span.line - 1][node.span.column - 1 :].startswith("{"):
            behind = rows[node.span.end_line - 1][node.span.end_column - 1 :].strip()
            mine += [behind] if behind.startswith("#") else []
        if mine:
            language.comments[path] = mine
        if isinstance(node, MappingNode):
            _read(node, rows, language, path)
        elif isinstance(node, ScalarNode) and node.value is not None:
            earlier = [row for row in above if row.startswith(BEFORE)]
            of = earlier or [row for row in above if row.startswith(SOURCE)]
            language.texts[path] = Entry(node.text, _line(" ".join(row[len(SOURCE) :] for row in of)))


def _is_first(span: Span, rows: Sequence[str]) -> bool:
    """Does nothing stand before this key on its line? Comments above a line belong to its first key."""
    return not rows[span.line - 1][: span.column - 1].strip()


def _comments(rows: Sequence[str]) -> list[str]:
    """The comments at the end of these lines, in order; empty lines among them do not count."""
    stripped = [row.strip() for row in rows]
    above = takewhile(lambda row: not row or row.startswith("#"), reversed(stripped))
    return [row for row in above if row][::-1]


def _line(text: str) -> str:
    return " ".join(text.split())


# ── writing ─────────────────────────────────────────────────────────────────────


def written(texts: Texts, language: str, *, missing: bool) -> str:
    """The file of a language: its texts in the order of the pack, above each what it translates.

    A text that is not translated has an empty place if `missing`.
    """
    there = texts.languages.get(language, Language())
    rows: list[str] = []
    open_: Keys = ()
    places = {*there.texts, *(texts.missing(language) if missing else ())}
    listed = {keys: own for keys, own in texts.own.items() if keys in places}
    listed |= {keys: "" for keys in there.texts if keys not in listed}
    for keys, own in _together(listed):
        common = len([*takewhile(lambda pair: pair[0] == pair[1], zip(open_, keys[:-1], strict=False))])
        for depth in range(common, len(keys) - 1):
            rows += _commented(there, keys[: depth + 1])
            rows.append(f"{'  ' * depth}{_scalar(keys[depth])}:")
        open_ = keys[:-1]
        rows += _text(there, keys, own)
    return "\n".join([*rows, *there.tail]) + "\n"


def _text(there: Language, keys: Keys, own: str) -> Iterator[str]:
    """The lines of one text."""
    margin = "  " * (len(keys) - 1)
    entry = there.texts.get(keys)
    yield from _commented(there, keys)
    yield from (f"{margin}{SOURCE} {row}" for row in wrap(own, WIDTH))
    if entry is not None and entry.of not in ("", _line(own)):
        yield from (f"{margin}{BEFORE} {row}" for row in wrap(entry.of, WIDTH))
    yield f"{margin}{_scalar(keys[-1])}:" + (f" {_scalar(entry.text)}" if entry is not None else "")


def _commented(there: Language, keys: Keys) -> Iterator[str]:
    yield from (f"{'  ' * (len(keys) - 1)}{row}" for row in there.comments.get(keys, ()))


def _together(own: Mapping[Keys, str]) -> Iterator[tuple[Keys, str]]:
    """The texts, with those of one section and of one entry side by side, in the order of the first of each."""
    order: dict[Keys, int] = {}
    for keys in own:
        for depth in range(len(keys)):
            order.setdefault(keys[: depth + 1], len(order))
    yield from sorted(own.items(), key=lambda item: [order[item[0][: n + 1]] for n in range(len(item[0]))])


def _scalar(text: str) -> str:
    """A text as YAML, with quotes where it needs them."""
    is_plain = _PLAIN.fullmatch(text) and core_value(text) == text and not text.startswith("- ")
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def files_of(texts: Texts, wanted: str = "") -> dict[Path, str]:
    """What the files of a pack become when other languages have files of their own; in that of the `wanted` one every text has a place."""
    files = dict(texts.without)
    for language in sorted({*texts.languages, wanted} - {""}):
        files[texts.file(language)] = written(texts, language, missing=language == wanted)
    return files
