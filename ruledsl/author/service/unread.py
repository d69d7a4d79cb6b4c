"""Where a name stands in what cannot be read: in a rule or an entry with an error, in a file or a pack that cannot be read at all.

The index has no meaning for such words, so a rename would leave them behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruledsl.author.service.outline import LOCAL, Symbol, as_written
from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Span
from ruledsl.rules.packs.folders.files import shown_path

if TYPE_CHECKING:
    from ruledsl.author.service.index import Index
    from ruledsl.author.service.world import World

COMMENT: Final = re.compile(r"(^|\s)#.*")


def unread_mentions(
    world: World, index: Index, symbol: Symbol, errors: Iterable[Diagnostic]
) -> Iterator[Span]:
    """The places of a name in faulty parts of these packs that have no meaning there; `errors` are all of the packs."""
    old = as_written(symbol)
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    rows_of = _Faulty(world, index, symbol)
    wrong: dict[str, list[Span]] = {}
    for error in errors:
        if error.severity == "error":
            wrong.setdefault(error.span.file, []).append(error.span)
    for path in _files(world):
        shown = shown_path(path)
        indexed = {(o.span.line, o.span.end_column) for o in index.in_file(shown)}
        rows = world.lines(path)
        spans = [
            Span(shown, number, match.start() + 1, number, match.end() + 1)
            for number, row in enumerate(rows, 1)
            for match in word.finditer(COMMENT.sub("", row))
            if (number, match.end() + 1) not in indexed
        ]
        faulty = rows_of.file(path, rows, wrong.get(shown, [])) if spans else set()
        yield from (span for span in spans if span.line in faulty)


def _files(world: World) -> list[Path]:
    """The files of the packs, and those of the pack itself even if its head cannot be read."""
    files = [*world.files(tests=False), *world.files(tests=True)]
    own = Path(world.packs[-1])
    there = {path.resolve() for path in files}
    return files + [path for path in world.overlay.below(own).paths if path.resolve() not in there]


class _Faulty:
    """The rows of files in which words may have no meaning because of an error."""

    def __init__(self, world: World, index: Index, symbol: Symbol) -> None:
        self._world, self._symbol = world, symbol
        self._rules = [rule.span for pack in index.reading.packs for rule in pack.rules]
        self._used = {(o.span.file, o.span.line) for o in index.by_symbol.get(symbol, ())}
        self._read = {path.resolve() for tests in (False, True) for path in world.files(tests=tests)}

    def file(self, path: Path, rows: list[str], errors: list[Span]) -> set[int]:
        """The numbers of these rows: all of them if the file is not read as a whole."""
        is_local = self._symbol.kind == LOCAL
        if not is_local and (path.resolve() not in self._read or self._is_broken(path)):
            return set(range(1, len(rows) + 1))
        numbers: set[int] = set()
        for error in errors:
            rule = next(
                (span for span in self._rules if span.file == error.file and _holds(span, error)), None
            )
            if rule is not None and self._symbol.kind != "region":
                numbers |= self._of_statement(rule, rows, error.line)
            elif rule is None and not is_local:
                numbers |= set(_block(rows, error.line, _indent(rows[max(error.line, 1) - 1])))
        return numbers

    def _is_broken(self, path: Path) -> bool:
        diagnostics = Diagnostics()
        tree = self._world.tree(path, diagnostics)
        return tree is None or diagnostics.has_errors

    def _of_statement(self, rule: Span, rows: list[str], at: int) -> set[int]:
        """The rows of the statement in which an error is; of a name in one rule, only if it is that rule."""
        inside = [n for n in range(rule.line, min(rule.end_line, len(rows)) + 1) if rows[n - 1].strip()]
        below = [n for n in inside if n > rule.line] or inside
        base = min(_indent(rows[n - 1]) for n in below)
        start = max((n for n in below if n <= at and _indent(rows[n - 1]) <= base), default=inside[0])
        numbers = {n for n in _block(rows, start, base) if n <= rule.end_line}
        is_mine = self._symbol.kind != LOCAL or any((rule.file, n) in self._used for n in numbers)
        return numbers if is_mine else set()


def _holds(span: Span, other: Span) -> bool:
    return span.line <= other.line <= span.end_line


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _block(rows: list[str], start: int, indent: int) -> Iterator[int]:
    """A row and those below that are further in."""
    yield max(start, 1)
    for number in range(max(start, 1) + 1, len(rows) + 1):
        if rows[number - 1].strip() and _indent(rows[number - 1]) <= indent:
            return
        yield number
