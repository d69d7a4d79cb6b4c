"""One finding as a value: where, what, how bad, what to do; and a list of them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile
from typing import Any, Final, Generic, Literal, NamedTuple, TypedDict, TypeVar, Unpack

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.diagnostics.codes import LATER, REFUSED_SINCE, all_pages
from ruledsl.base.plaintext import MARK

# ── suggest ─────────────────────────────────────────────────────────────────────
# The nearest name for a misspelt one, and what a run may spend on searches for advice.


MAX_WORD = 80
"""Longer words are not treated as misspellings and get no suggestion, which bounds the time."""
MAX_STEPS = 6
"""The most mistakes in a misspelt word."""
MOST_EFFORT = 600_000
"""What one run may spend, in characters that are read again; an author with more mistakes has another problem."""
GLANCES = 2
"""So many candidates at which a search only glances cost as much as one character; so does each pair of letters that it compares."""
MOST_LISTED = 100
"""The most names in one message, problems in one list, findings of one code in one file: of longer lists, the rest is counted."""
STEM = 4
"""Letters that words of one stem share at the beginning."""


class Purse:
    """What one run may spend on advice: on corrections, near words, and reading on after a mistake.

    Everything that searches for advice pays from the purse of its run (`Diagnostics.purse`), so that a flood of mistakes
    costs no more than one purse. When it is empty, findings say less.
    """

    __slots__ = ("_letters", "spent")

    def __init__(self) -> None:
        self.spent = 0
        self._letters: dict[str, frozenset[str]] = {}  # of candidates, which many words are compared with

    @property
    def is_empty(self) -> bool:
        """Was something refused, or is nothing left?"""
        return self.spent > MOST_EFFORT

    def pays(self, effort: int) -> bool:
        """May this much be spent? It is counted; what is refused empties the purse, so that equal runs end equally."""
        self.spent += effort
        return not self.is_empty

    def nearest(self, word: str, candidates: Collection[str], n: int = 1) -> list[str]:
        """The `n` best candidates that `word` may be a misspelling of, best first; none if nothing is near.

        Case, `-` for `_` and a plural `s` hardly count. Letters added, omitted, replaced or swapped with the
        next one count 1 each, up to a third of the word and `MAX_STEPS`. Among equally near ones, the one with the same
        first letter and length comes first.
        """
        if not word or len(word) > MAX_WORD or n < 1 or not self.pays(len(candidates) // GLANCES):
            return []
        plain = _plain(word)
        limit = max(1, min(len(plain) // 3, MAX_STEPS))
        near = [candidate for candidate in set(candidates) if self._may_be(word, plain, candidate, limit)]
        if not self.pays(len(near) * len(plain) * (2 * limit + 1)):
            return []
        scored: list[tuple[float, bool, int, str]] = []
        for candidate in near:
            score = _score(word, plain, candidate, limit)
            if score is not None:
                scored.append(
                    (score, plain[:1] != _plain(candidate)[:1], abs(len(word) - len(candidate)), candidate)
                )
        return [candidate for *_, candidate in sorted(scored)[:n]]

    def _may_be(self, word: str, plain: str, candidate: str, limit: int) -> bool:
        """Is a candidate worth comparing? Each mistake adds at most two letters that only one of them has."""
        if abs(len(word) - len(candidate)) > limit + 2 or len(candidate) > MAX_WORD:
            return False
        letters = self._letters.get(candidate)
        if letters is None:
            letters = self._letters[candidate] = frozenset(_plain(candidate))
        return len(letters.symmetric_difference(plain)) <= 2 * limit

    def of_one_stem(self, word: str, candidates: Collection[str]) -> str:
        """The candidate with the same beginning and a different ending, `conquest` for `conquer`; empty if there is none."""
        if not STEM < len(word) <= MAX_WORD or not self.pays(len(candidates) // GLANCES):
            return ""
        begun = [other for other in candidates if other[:STEM] == word[:STEM] and len(other) <= MAX_WORD]
        if not self.pays(len(begun) * len(word)):
            return ""
        alike = [
            (-length, len(other), other)
            for length, other in ((_beginning(word, other), other) for other in begun)
            if length * 3 >= max(len(word), len(other)) * 2
        ]
        return min(alike)[2] if alike else ""


def _beginning(first: str, second: str) -> int:
    """How many letters two words share at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def did_you_mean(suggestion: str) -> str:
    """A suggestion as a question: it is a word to write, or a question already."""
    return suggestion if suggestion.endswith("?") else f"Did you mean `{suggestion}`?"


def there_are(names: Iterable[str]) -> str:
    """The existing names, as a sentence."""
    return f"There are: {listed(names) or 'none'}."


def listed(names: Iterable[str], most: int = MOST_LISTED) -> str:
    """Names with commas between them; of many only the first, and how many more there are."""
    all_of_them = list(names)
    more = f" and {len(all_of_them) - most:,} more" if len(all_of_them) > most else ""
    return ", ".join(all_of_them[:most]) + more


def hinted(
    message: str, word: str, candidates: Collection[str], otherwise: str = "", purse: Purse | None = None
) -> str:
    """A message about an unknown word, with the nearest known one; or `otherwise` if none is near.

    Without a `purse`, it is the only message of its run.
    """
    near = (purse or Purse()).nearest(word, candidates)
    hint = did_you_mean(near[0]) if near else otherwise
    return f"{message} {hint}" if hint else message


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _score(word: str, plain: str, candidate: str, limit: int) -> float | None:
    """The distance of a candidate, None if it is too far."""
    other = _plain(candidate)
    if plain == other:
        return 0.0 if word == candidate else 0.1
    if _singular(plain) == _singular(other):
        return 0.5
    steps = distance(plain, other, limit)
    swapped = "_" in plain and sorted(plain.split("_")) == sorted(other.split("_"))
    if steps > limit and not swapped:
        return None
    return float(min(steps, limit))


def _singular(word: str) -> str:
    parts = word.split("_")
    return "_".join(part.removesuffix("s") if len(part) > 2 else part for part in parts)  # noqa: PLR2004 - `is` is no plural


def distance(first: str, second: str, limit: int) -> int:
    """Damerau-Levenshtein distance with swapped neighbours; `limit + 1` as soon as it exceeds `limit`."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    far = limit + 1
    before: list[int] = []
    previous = [min(j, far) for j in range(len(second) + 1)]
    for i, letter in enumerate(first, start=1):
        low, high = max(1, i - limit), min(len(second), i + limit)
        row = [far] * (len(second) + 1)
        row[0] = min(i, far)
        for j in range(low, high + 1):
            other = second[j - 1]
            best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            row[j] = min(best, far)
        if min(row) == far:
            return far
        before, previous = previous, row
    return previous[-1]


# ── span ────────────────────────────────────────────────────────────────────────
# Places in files.
#
# A `Span` is a stretch of a file, `Sources` keeps the texts for excerpts.


class Span(NamedTuple):
    """A stretch of a file. Lines and columns count from 1, columns in characters.

    The end is the place after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def nowhere(cls, file: str) -> Span:
        """A whole file, without a line: all its numbers are 0."""
        return cls(file, 0, 0, 0, 0)

    @property
    def is_nowhere(self) -> bool:
        """Does this name a file only?"""
        return self.line == 0

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """Line and column after the last character."""
        return self.end_line, self.end_column

    @property
    def behind(self) -> Span:
        """The empty place after the last character, where something can be added."""
        return Span(self.file, *self.end, *self.end)

    def __str__(self) -> str:
        return self.file if self.is_nowhere else f"{self.file}:{self.line}:{self.column}"


def merge(first: Span, second: Span) -> Span:
    """The smallest span that contains both. Spans of different files cannot be merged: the first one wins.

    A span without a line adds nothing.
    """
    if first.file != second.file or second.is_nowhere:
        return first
    if first.is_nowhere:
        return second
    return Span(first.file, *min(first.start, second.start), *max(first.end, second.end))


def part_of(whole: Span, part: str, sources: Sources) -> Span:
    """The place of a part of a text on one line; that of the whole text if it is unknown."""
    line = sources.line(whole.file, whole.line) or ""
    start = line.find(part, whole.column - 1)
    if start < 0 or whole.line != whole.end_line:
        return whole
    return whole._replace(column=start + 1, end_column=start + 1 + len(part))


def visible(text: str) -> str:
    """A name or sentence of any content: characters that are invisible, or would control a terminal, become escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


class Sources:
    """The texts of the files read so far, by their names in spans; `editions` are the editions of the language in which they are written."""

    __slots__ = ("_lines", "editions")

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}
        self.editions: dict[str, int] = {}

    def add(self, file: str, text: str) -> None:
        """Store the text of a file; lines may end in LF or CRLF.

        A second text of the same name replaces the first.
        """
        self._lines[file] = [line.removesuffix("\r") for line in text.split("\n")]

    def apart(self) -> Sources:
        """The same texts, for a run in which some of them become others."""
        copy = Sources()
        copy._lines.update(self._lines)
        copy.editions.update(self.editions)
        return copy

    def line(self, file: str, number: int) -> str | None:
        """A line of a file by its number from 1, without its end; None if there is no such line."""
        lines = self._lines.get(file)
        if lines is None or not 1 <= number <= len(lines):
            return None
        return lines[number - 1]

    def lines(self, file: str) -> list[str]:
        """The lines of a file, without their ends; empty for an unknown file."""
        return self._lines.get(file, [])

    def files(self) -> list[str]:
        """The known files, sorted."""
        return sorted(self._lines)

    def __contains__(self, file: object) -> bool:
        return file in self._lines


# ── excerpt ─────────────────────────────────────────────────────────────────────
# Excerpts: the lines of a span with the span underlined, as plain text.


MAX_LINES = 3
"""How many lines of a long span are shown."""
MAX_WIDTH = 120
"""How many characters of a long line are shown."""

_UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def printable(text: str) -> str:
    """`text` without characters that could affect a terminal.

    A tab becomes a space, other control characters a replacement character.
    """
    return _UNPRINTABLE.sub(lambda match: " " if match.group() == "\t" else "\N{REPLACEMENT CHARACTER}", text)


def excerpt_of(sources: Sources, span: Span) -> str:
    """The first lines of `span`, each with `^^^^` under its part of the span.

    Empty if the text is not known.
    """
    rows = _rows(sources, span)
    indents = [len(text) - len(text.lstrip()) for text, start, _ in rows if text.strip() and start >= 0]
    cut = min([*indents, *(start for _, start, _ in rows)], default=0)
    shown: list[str] = []
    for text, start, end in rows:
        line, first, last = _cropped(text[cut:], start - cut, end - cut)
        shown.append(printable(line.rstrip()))
        shown.append(_underline(line, first, last))
    if rows and span.end_line - span.line >= len(rows) and span.end != (span.line + len(rows), 1):
        shown.append("…")
    return "\n".join(shown)


def _rows(sources: Sources, span: Span) -> list[tuple[str, int, int]]:
    """The lines to show with the offsets between which each is underlined.

    Lines without an underlined part are left out.
    """
    rows: list[tuple[str, int, int]] = []
    for number in range(span.line, min(span.end_line, span.line + MAX_LINES - 1) + 1):
        raw = sources.line(span.file, number)
        if raw is None:
            break
        start = span.column - 1 if number == span.line else len(raw) - len(raw.lstrip())
        end = span.end_column - 1 if number == span.end_line else len(raw.rstrip())
        start = min(start, len(raw))
        if number == span.line or end > start:
            rows.append((raw, start, max(end, start)))
    return rows


def _cropped(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A window of a long line around its underlined part."""
    if len(text) <= MAX_WIDTH:
        return text, start, end
    left = max(0, min(start - MAX_WIDTH // 3, len(text) - MAX_WIDTH))
    right = left + MAX_WIDTH
    before, after = "…" if left else "", "…" if right < len(text) else ""
    shift = len(before) - left
    return before + text[left:right] + after, start + shift, min(end, right) + shift


def _underline(text: str, start: int, end: int) -> str:
    """Carets below `text[start:end]`, at least one, in the columns of a terminal."""
    marked = text[start:end]
    return " " * width_of(text[:start]) + "^" * max(
        1, width_of(marked), end - start if end > len(text) else 0
    )


def width_of(text: str) -> int:
    """The number of terminal columns of `text`."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


# ── diagnostic ──────────────────────────────────────────────────────────────────
# Author mistakes as values: a `Diagnostic` is one finding with its place, `Diagnostics` collects them.


Severity = Literal["error", "warning", "note"]

Label = tuple[Span, str]
"""A second place of a diagnostic, with its relation to it."""


class Fix(NamedTuple):
    """A fix: this text in place of `span` (an empty span means an insertion)."""

    span: Span
    text: str


MAX_PER_CODE = MOST_LISTED
"""The most diagnostics of one code that are kept for one file; the rest are counted."""
MAX_ALIKE = 300
"""The most of one code that are kept for all files together, so that a flood of one hides no other."""
MAX_TOGETHER = 1_000
"""The most that are kept in total."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, complete in itself.

    `message` is one or more full sentences. `expected` names what could be there ("a region"). `suggestion` is the text to write instead of the
    text at `span`, shown as "Did you mean …?". `help` is advice in sentences. `excerpt` is the text at `span`, underlined. `fix` is a fix that does
    more than replace the text at `span` with the suggestion; `correction` is either. `others` are further fixes, the most likely first: they are
    tried if that one does not put its line right, and nobody is shown them.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    expected: str = ""
    suggestion: str = ""
    labels: tuple[Label, ...] = ()
    excerpt: str = ""
    help: str = ""
    fix: Fix | None = None
    others: tuple[Fix, ...] = ()

    @property
    def correction(self) -> Fix | None:
        """The most likely fix, for a program to apply; None if there is none."""
        if self.fix is not None or not self.suggestion or self.span.is_nowhere:
            return self.fix
        return Fix(self.span, self.suggestion)

    @property
    def sort_key(self) -> tuple[str | int, ...]:
        """Sorts by file, line, column and code; the rest only makes the order reproducible."""
        at = self.span
        place = (at.file, at.line, at.column, self.code, at.end_line, at.end_column)
        return (*place, self.severity, self.message, self.expected, self.suggestion, self.help)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, without empty fields."""
        data: dict[str, Any] = {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "span": self.span._asdict(),
        }
        for name in ("expected", "suggestion", "help", "excerpt"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        if self.labels:
            data["labels"] = [{"span": span._asdict(), "message": text} for span, text in self.labels]
        if self.correction is not None:
            data["fix"] = {"span": self.correction.span._asdict(), "text": self.correction.text}
        return data

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False)


class More(TypedDict, total=False):
    """Keyword arguments of `error`, `warning` and `note`: see `Diagnostic`."""

    expected: str
    suggestion: str
    help: str
    labels: Iterable[Label]
    fix: Fix | None
    others: Iterable[Fix]


def _made(code: str, severity: Severity, message: str, span: Span, more: More) -> Diagnostic:
    return Diagnostic(
        code,
        severity,
        message,
        span,
        expected=more.get("expected", ""),
        suggestion=more.get("suggestion", ""),
        labels=tuple(more.get("labels", ())),
        help=more.get("help", ""),
        fix=more.get("fix"),
        others=tuple(more.get("others", ())),
    )


class Diagnostics:
    """Collects diagnostics while a pack is read and checked. Equal ones are kept once.

    It cuts floods of one kind in one file, of one kind in many files, and of all kinds together.
    `nearest` finds suggestions and `is_worth` accounts for any other effort, both from the `purse` of the run.
    `added` counts all that came, so that one can tell whether a step found anything.
    """

    __slots__ = ("_alike", "_counts", "_items", "_seen", "added", "purse", "sources")

    def __init__(self, sources: Sources | None = None, purse: Purse | None = None) -> None:
        self.sources = Sources() if sources is None else sources
        self.purse = Purse() if purse is None else purse
        self.added = 0
        self._items: list[Diagnostic] = []
        self._seen: set[tuple[str, Severity, Span, str]] = set()
        self._counts: dict[tuple[str, str, Severity], int] = {}
        self._alike: dict[tuple[str, Severity], int] = {}

    def apart(self) -> Diagnostics:
        """An empty collector for a part of the same run: with the same sources, and the same purse."""
        return Diagnostics(self.sources, self.purse)

    def is_worth(self, characters: int) -> bool:
        """May this many characters be read again for the sake of findings? They are counted."""
        return self.purse.pays(characters)

    def nearest(self, word: str, candidates: Collection[str], n: int = 1) -> list[str]:
        """The candidates that a word may be a misspelling of, see `Purse.nearest`."""
        return self.purse.nearest(word, candidates, n)

    def lists(self, code: str, severity: Severity, file: str) -> bool:
        """Would one more finding of this code in this file be kept? If not, it needs no advice."""
        return (
            self._counts.get((file, code, severity), 0) < MAX_PER_CODE
            and self._alike.get((code, severity), 0) < MAX_ALIKE
            and len(self._items) < MAX_TOGETHER
        )

    def error(self, code: str, message: str, span: Span, **more: Unpack[More]) -> None:
        """Add an error: the pack cannot be used. If a file of an earlier edition takes part, what is refused only since then is a warning."""
        since = REFUSED_SINCE.get(code, 0)
        places = (span, *(place for place, _ in more.get("labels", ())))
        if not since or min(self.sources.editions.get(place.file, since) for place in places) >= since:
            self.add(_made(code, "error", message, span, more))
            return
        more["help"] = " ".join(filter(None, (more.get("help", ""), LATER.format(edition=since))))
        self.add(_made(code, "warning", message, span, more))

    def warning(self, code: str, message: str, span: Span, **more: Unpack[More]) -> None:
        """Add a warning: the pack can be used, but probably does not say what was meant."""
        self.add(_made(code, "warning", message, span, more))

    def note(self, code: str, message: str, span: Span, **more: Unpack[More]) -> None:
        """Add a note: something worth knowing."""
        self.add(_made(code, "note", message, span, more))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, with an excerpt if it has none and its source is known."""
        self.added += 1
        identity = (diagnostic.code, diagnostic.severity, diagnostic.span, diagnostic.message)
        kind = (diagnostic.span.file, diagnostic.code, diagnostic.severity)
        count = self._counts.get(kind, 0)
        if not self.lists(diagnostic.code, diagnostic.severity, diagnostic.span.file):
            self._counts[kind] = count + 1
            return
        if identity in self._seen:
            return
        self._counts[kind] = count + 1
        self._alike[kind[1:]] = self._alike.get(kind[1:], 0) + 1
        self._seen.add(identity)
        if not diagnostic.excerpt:
            diagnostic = replace(diagnostic, excerpt=excerpt_of(self.sources, diagnostic.span))
        self._items.append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Does any finding make the pack unusable?"""
        return any(severity == "error" for _, _, severity in self._counts)

    def has_error_in(self, span: Span) -> bool:
        """Is there an error between the beginning and the end of a span?"""
        return any(
            finding.severity == "error"
            and finding.span.file == span.file
            and span.start <= finding.span.start < span.end
            for finding in self._items
        )

    @property
    def error_count(self) -> int:
        """The number of errors, including those that were cut."""
        return sum(count for (_, _, severity), count in self._counts.items() if severity == "error")

    def sorted(self) -> list[Diagnostic]:
        """All of them by file, line, column and code.

        Where a flood was cut, a note says how many more there are.
        """
        return sorted([*self._items, *self._cut_notes()], key=lambda diagnostic: diagnostic.sort_key)

    def _cut_notes(self) -> Iterator[Diagnostic]:
        """One for each file with a flood of its own, and one for each code with too many in too many files."""
        places: dict[tuple[str, str, Severity], list[Span]] = {}
        last: dict[tuple[str, Severity], Span] = {}
        for finding in self._items:
            places.setdefault((finding.span.file, finding.code, finding.severity), []).append(finding.span)
            last[finding.code, finding.severity] = finding.span
        elsewhere: dict[tuple[str, Severity], int] = {}
        for (file, code, severity), count in self._counts.items():
            spans = places.get((file, code, severity), [])
            more = count - len(spans)
            if more and len(spans) == MAX_PER_CODE:
                message = (
                    f"At least {more} more places in this file have this {severity}; they are not listed."
                )
                yield Diagnostic(code, "note", message, spans[-1])
            elif more:
                last.setdefault((code, severity), Span.nowhere(file))
                elsewhere[code, severity] = elsewhere.get((code, severity), 0) + more
        for (code, severity), more in elsewhere.items():
            message = f"At least {more} more places in other files have this {severity}; they are not listed."
            yield Diagnostic(code, "note", message, last[code, severity])

    def __iter__(self) -> Iterator[Diagnostic]:
        """In the order in which they were found."""
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __bool__(self) -> bool:
        """A collector is true even when it is empty: ask `len` or `has_errors`."""
        return True


# ── quiet ───────────────────────────────────────────────────────────────────────
# Silences: comments beside a line that accept certain warnings there, with a reason.
#
# `# quiet R030: as printed` stands at the end of the line of the warning, or on a line of its own above it, in YAML and in rule texts. Errors
# cannot be silenced, and a silence without an effect, or without a reason, is a finding itself.


SILENCE: Final = re.compile(
    r"(?:^|(?<=\s))#\s*quiet\b(?P<codes>(?:[\s,]+[A-Za-z]\d{3})*)\s*(?P<colon>:?)(?P<reason>.*)"
)
WORD: Final = "quiet"
NO_ERROR: Final = "error"


@dataclass(slots=True)
class _Silence:
    """A comment, its line, and its codes. `used` are those of findings on that line."""

    span: Span
    line: int
    codes: list[str]
    reason: str
    used: set[str]


def quieted(
    findings: Iterable[Diagnostic], sources: Sources, own: Iterable[str] = (), *, whole: bool = False
) -> list[Diagnostic]:
    """The findings except silenced ones, in order; and findings about silences in the files `own`.

    Needless silences are reported only in a `whole` check: errors prevent lints from running, whose warnings are then missing.
    """
    findings, files = list(findings), set(own)
    silences: dict[tuple[str, int], list[_Silence]] = {}
    for file in sorted(files | {one.span.file for one in findings}):
        for silence in _silences(sources, file):
            silences.setdefault((file, silence.line), []).append(silence)
    if not silences:
        return findings
    kept: list[Diagnostic] = []
    refused: list[Diagnostic] = []
    for one in findings:
        beside = [s for s in silences.get((one.span.file, one.span.line), ()) if one.code in s.codes]
        for silence in beside:
            silence.used.add(one.code)
        if one.severity == NO_ERROR:
            refused += [_no_error(silence, one) for silence in beside]
        if one.severity == NO_ERROR or not any(silence.reason for silence in beside):
            kept.append(one)
    heard = Diagnostics(sources)
    for (file, _), those in silences.items():
        for silence in those if file in files else ():
            _judge(silence, heard, whole=whole)
    heard.extend(fault for fault in refused if fault.span.file in files)
    return sorted([*kept, *heard.sorted()], key=lambda one: one.sort_key)


def _silences(sources: Sources, file: str) -> Iterator[_Silence]:
    lines = sources.lines(file)
    if not any(WORD in text for text in lines):
        return
    below = len(lines)
    for number in range(len(lines), 0, -1):
        text = lines[number - 1]
        match = SILENCE.search(text) if WORD in text else None
        if match is not None and (match["codes"] or match["colon"]):
            codes = [code.upper() for code in re.findall(r"[A-Za-z]\d{3}", match["codes"])]
            reason = match["reason"].strip() if match["colon"] else ""
            span = Span(file, number, match.start() + 1, number, len(text.rstrip()) + 1)
            alone = not text[: match.start()].strip()
            yield _Silence(span, below if alone else number, codes, reason, set())
        if text.strip()[:1] not in ("", "#"):
            below = number


def _judge(silence: _Silence, heard: Diagnostics, *, whole: bool) -> None:
    expected = "`# quiet CODE: reason`"
    if not silence.codes:
        heard.warning("Q003", "This silence names no code.", silence.span, expected=expected)
        return
    unknown = [code for code in silence.codes if code not in all_pages()]
    for code in unknown:
        near = heard.nearest(code, list(all_pages()))
        advice = did_you_mean(near[0]) if near else ""
        heard.warning("Q003", f"There is no code `{code}`.", silence.span, help=advice)
    if not silence.reason:
        message = "This silence says no reason, so it silences nothing."
        heard.warning("Q002", message, silence.span, expected=expected)
    needless = [code for code in silence.codes if code not in silence.used and code not in unknown]
    if needless and whole:
        message = f"Nothing here is {', '.join(needless)}: this silence is needless."
        fix = Fix(silence.span, "") if needless == silence.codes else None
        heard.warning("Q001", message, silence.span, fix=fix)


def _no_error(silence: _Silence, error: Diagnostic) -> Diagnostic:
    message = f"{error.code} is an error here, and an error cannot be silenced."
    return Diagnostic("Q004", "warning", message, silence.span)


# ── kept ────────────────────────────────────────────────────────────────────────
# Memoised answers, together with their findings.


_T = TypeVar("_T")


class Kept(Generic[_T]):
    """Recent results, reused for equal inputs. Their findings are reported each time."""

    MOST: Final = 3
    """The most answers, the latest one first."""

    def __init__(self) -> None:
        self._answers: list[tuple[object, _T, list[Diagnostic]]] = []

    def __call__(self, of: object, make: Callable[[Diagnostics], _T], diagnostics: Diagnostics) -> _T:
        """The result of `make`, which depends only on `of`, an object that nobody changes afterwards."""
        answer = next((earlier for earlier in self._answers if earlier[0] == of), None)
        if answer is None:
            heard = diagnostics.apart()
            made = make(heard)
            # The place of a finding is the same then, but not the rest of its line.
            answer = of, made, [replace(finding, excerpt="") for finding in heard.sorted()]
        if not diagnostics.purse.is_empty:  # with an empty one, its findings may say less than they could
            others = [earlier for earlier in self._answers if earlier is not answer]
            self._answers = [answer, *others][: self.MOST]
        diagnostics.extend(answer[2])
        return answer[1]


# ── applying ────────────────────────────────────────────────────────────────────
# Applies fixes to texts.


OLD_NAMES = frozenset({"N028"})
"""Codes of renamed names."""

SAFE = frozenset(
    "L004 L005 L006 L008 L009 L010 L015 L017 L018 L019 L020 L021 L022 L025 L027 L038 "
    "N027 N028 P021 P043 S003 T003 T014 Y014 Y021 Y024".split()
)
"""Codes whose fixes preserve the meaning, so that they can be applied without asking. A misspelt name is not among them: only its author knows
which of several was meant."""


def applied(text: str, fixes: Iterable[Fix]) -> str:
    """The text with these fixes applied; of two that touch each other only the first. Line ends stay as they are."""
    mark = MARK if text.startswith(MARK) else ""
    lines = text.removeprefix(MARK).split("\n")
    chosen: list[Fix] = []
    for fix in sorted(set(fixes), key=lambda fix: (*fix.span.start, *fix.span.end, fix.text)):
        if _is_inside(fix.span, lines) and (not chosen or chosen[-1].span.end < fix.span.start):
            chosen.append(fix)
    for fix in reversed(chosen):
        at = fix.span
        before, after = lines[at.line - 1][: at.column - 1], lines[at.end_line - 1][at.end_column - 1 :]
        lines[at.line - 1 : at.end_line] = [before + fix.text + after]
    return mark + "\n".join(lines)


def _is_inside(span: Span, lines: list[str]) -> bool:
    """Does the text have such a place?"""
    if not 1 <= span.line <= span.end_line <= len(lines) or span.start > span.end:
        return False
    ends = [lines[number - 1].removesuffix("\r") for number in (span.line, span.end_line)]
    return span.column - 1 <= len(ends[0]) and span.end_column - 1 <= len(ends[1])
