"""Reads a YAML file into a tree of our own nodes; the only user of ruamel.yaml.

The events of ruamel.yaml's scanner are put together here, one at a time, without recursion: what is too deep,
too much or not allowed is noticed before anything is built of it. Nothing in a file can raise an exception;
everything wrong is a diagnostic with a place.
"""

from __future__ import annotations

import os
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

from ruledsl.diagnostics import Diagnostics, Span
from ruledsl.packs.nodes import Node
from ruledsl.packs.yamlbuilder import MAX_DEPTH, MAX_NODES, Builder, Place, Refused, ScalarToken
from ruledsl.packs.yamlfiles import MAX_BYTES, check_text, decode, read_bytes
from ruledsl.packs.yamlsyntax import SyntaxProblem, report_syntax

_NO_CHARACTER = re.compile(r"\\U(?!000[0-9a-fA-F]|0010)[0-9a-fA-F]{8}")

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_NODES", "read_yaml", "read_yaml_text"]


def read_yaml(path: str | os.PathLike[str], display_name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a file, or None when it cannot be used.

    What is wrong goes to `diagnostics`, under `display_name`.

    A key written twice is an error too, but the tree is still given (with the first of the two), so that more
    can be checked.
    """
    data = read_bytes(path, display_name, diagnostics)
    text = None if data is None else decode(data, display_name, diagnostics)
    return None if text is None else read_yaml_text(text, display_name, diagnostics)


def read_yaml_text(text: str, display_name: str, diagnostics: Diagnostics) -> Node | None:
    """As `read_yaml`, for a text at hand."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
        diagnostics.error(
            "Y003", message, Span.nowhere(display_name), help="Split it into several files of the pack."
        )
        return None
    diagnostics.sources.add(display_name, text)
    if not check_text(text, display_name, diagnostics):
        return None
    return _Reading(text, display_name, diagnostics).result()


class _Reading:
    """One reading of one text."""

    def __init__(self, text: str, name: str, diagnostics: Diagnostics) -> None:
        self._text = text
        self._rows = text.split("\n")
        self._name = name
        self._diagnostics = diagnostics
        self._builder = Builder(text, self._rows, name, diagnostics)
        self._documents = 0

    def result(self) -> Node | None:
        if not self._no_directives(0):
            return None
        try:
            for event in self._events():
                self._take(event)
        except Refused:
            return None
        if self._builder.broken:
            return None
        if self._builder.root is None or self._builder.is_empty:
            self._diagnostics.error("Y006", "There is nothing in this file.", Span.nowhere(self._name))
            return None
        return self._builder.root

    def _events(self) -> Iterator[Any]:
        """The events of the text; whatever goes wrong inside ruamel.yaml is a mistake in the text."""
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
        """Something that ruamel.yaml did not expect itself.

        A `ValueError` comes from an escape for a character that does not exist.
        """
        last = self._builder.last_place
        escape = (
            _NO_CHARACTER.search(self._text, last.offset)
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
                start, end = _place(event.start_mark), _place(event.end_mark)
                self._builder.scalar(ScalarToken(event.value, event.style or "", start, end))
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
        """Look at what follows before the scanner does: there may be very many directives or document ends."""
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
        """Whether the first line with something on it, from `line` on, is no `%` directive."""
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
