"""Author mistakes as values: a `Diagnostic` is one finding with its place, `Diagnostics` collects them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.diagnostics.editions import LATER, REFUSED_SINCE
from ruledsl.base.diagnostics.excerpt import excerpt_of
from ruledsl.base.diagnostics.span import Sources, Span
from ruledsl.base.diagnostics.suggest import Purse

Severity = Literal["error", "warning", "note"]

Label = tuple[Span, str]
"""A second place of a diagnostic, with its relation to it."""


class Fix(NamedTuple):
    """A fix: this text in place of `span` (an empty span means an insertion)."""

    span: Span
    text: str


MAX_PER_CODE = 100
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
    more than replace the text at `span` with the suggestion; `correction` is either.
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
            found.severity == "error"
            and found.span.file == span.file
            and span.start <= found.span.start < span.end
            for found in self._items
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
        for found in self._items:
            places.setdefault((found.span.file, found.code, found.severity), []).append(found.span)
            last[found.code, found.severity] = found.span
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
