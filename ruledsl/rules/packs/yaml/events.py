"""Reads a YAML text with ruamel.yaml, or reports its errors; the only user of ruamel.yaml.

It takes the events of the scanner one at a time, without recursion: too much nesting, too much content and forbidden features are noticed before
anything is built. No text can raise an exception; every error is a diagnostic with a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    ScalarEvent,
)

from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.rules.packs.yaml.builder import Builder, Place, Refused
from ruledsl.rules.packs.yaml.syntax import SyntaxProblem, report_syntax

_NO_CHARACTER = re.compile(r"\\U(?!000[0-9a-fA-F]|0010)[0-9a-fA-F]{8}")


def give_events(text: str, builder: Builder, name: str, diagnostics: Diagnostics) -> bool:
    """Pass all events of a text to the builder; False if the text cannot be read."""
    return _Reading(text, builder, name, diagnostics).whole()


class _Reading:
    """One reading of one text."""

    def __init__(self, text: str, builder: Builder, name: str, diagnostics: Diagnostics) -> None:
        self._text = text
        self._rows = builder.rows
        self._name = name
        self._diagnostics = diagnostics
        self._builder = builder
        self._documents = 0

    def whole(self) -> bool:
        """Read it."""
        if not self._no_directives(0):
            return False
        for event in self._events():
            self._take(event)
        return True

    def _events(self) -> Iterator[Any]:
        """The events of the text; any failure inside ruamel.yaml is a mistake in the text."""
        yaml = YAML(typ="safe", pure=True)
        events = yaml.parse(self._text)
        while True:
            try:
                event = next(events)
            except StopIteration:
                return
            except MarkedYAMLError as problem:
                report_syntax(self._syntax_problem(problem), self._builder, self._diagnostics)
                raise Refused from None
            except Exception as problem:  # noqa: BLE001 - a broken text makes ruamel.yaml raise all sorts of things
                report_syntax(self._unknown_problem(problem), self._builder, self._diagnostics)
                raise Refused from None
            yield event

    def _syntax_problem(self, problem: MarkedYAMLError) -> SyntaxProblem:
        context = _place(problem.context_mark) if problem.context_mark else None
        at = _place(problem.problem_mark) if problem.problem_mark else context or self._builder.last_place
        return SyntaxProblem(problem.context or "", problem.problem or "", at, context)

    def _unknown_problem(self, problem: Exception) -> SyntaxProblem:
        """An exception that ruamel.yaml did not expect itself.

        A `ValueError` comes from an escape for a character that does not exist.
        """
        last = self._builder.last_place
        escape = (
            _NO_CHARACTER.search(self._text, last.index)
            if isinstance(problem, (ValueError, OverflowError))
            else None
        )
        if escape is None:
            return SyntaxProblem("", "", last, None)
        return SyntaxProblem(
            "while scanning a double-quoted scalar", "", self._builder.moved(last, escape.end()), None
        )

    def _take(self, event: Any) -> None:
        match event:
            case DocumentStartEvent():
                self._start_document(event)
            case DocumentEndEvent():
                self._end_document(event)
            case AliasEvent():
                self._builder.alias(str(event.anchor), _place(event.start_mark))
            case ScalarEvent():
                self._check_properties(event)
                self._builder.scalar(event.value, event.style or "", event.start_mark, event.end_mark)
            case CollectionStartEvent():
                self._check_properties(event)
                self._builder.open(
                    _place(event.start_mark), is_mapping=event.__class__.__name__ == "MappingStartEvent"
                )
            case CollectionEndEvent():
                self._builder.close(_place(event.end_mark))
            case _:
                pass

    def _check_properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._builder.anchor(str(event.anchor), _place(event.start_mark))
        if event.ctag is not None:
            self._builder.tag(_place(event.start_mark))

    # ── documents ────────────────────────────────────────────────────────────

    def _start_document(self, event: DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            self._second_document(_place(event.start_mark))

    def _end_document(self, event: DocumentEndEvent) -> None:
        """Inspect what follows before the scanner does: there may be very many directives or document ends."""
        place = _place(event.end_mark)
        if not self._no_directives(place.line):
            raise Refused
        if event.explicit:
            for number, row in enumerate(self._rows[place.line + 1 :], start=place.line + 1):
                if row.strip() and not row.lstrip().startswith("#"):
                    self._second_document(Place(0, number, 0))

    def _second_document(self, place: Place) -> None:
        span = Span(self._name, place.line + 1, 1, place.line + 1, len(self._rows[place.line]) + 1)
        self._diagnostics.error(
            "Y007", "A second document begins here.", span, help="Put it into a file of its own."
        )
        raise Refused

    def _no_directives(self, line: int) -> bool:
        """Is the first non-empty line, from `line` on, no `%` directive?"""
        for number, row in enumerate(self._rows[line:], start=line + 1):
            if row.startswith("%"):
                span = Span(self._name, number, 1, number, len(row) + 1)
                advice = "Delete the line; a value that begins with `%` goes in quotes."
                self._diagnostics.error(
                    "Y016", "Lines that begin with `%` are not used here.", span, help=advice
                )
                return False
            if row.strip() and not row.lstrip().startswith("#"):
                return True
        return True


def _place(mark: Any) -> Place:
    return Place(mark.index, mark.line, mark.column)
