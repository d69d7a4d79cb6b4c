"""Reads a YAML file into a tree of our own nodes.

No file can raise an exception; every error is a diagnostic with a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ruamel.yaml import YAML, events
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
from ruledsl.rules.packs.yaml.builder import TOO_MANY, Builder, Place, Refused
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, checked_text
from ruledsl.rules.packs.yaml.syntax import SyntaxProblem, report_syntax

if TYPE_CHECKING:
    from collections.abc import Callable


def read_yaml_text(text: str, display_name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a text, or None if it cannot be used.

    Errors go to `diagnostics`, under `display_name`.

    A duplicate key is an error too, but the tree is still returned (with the first of the two), so that more
    can be checked.
    """
    checked = checked_text(text, display_name, diagnostics)
    return None if checked is None else read_tree(checked, display_name, diagnostics)


def read_tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    """As `read_yaml_text`, for a checked text."""
    before = diagnostics.added
    tree = quick_tree(text, name, diagnostics)
    return tree if tree is not None or diagnostics.added > before else careful_tree(text, name, diagnostics)


def careful_tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a checked text, or None if it cannot be used; errors go to `diagnostics`, under this name.

    This reader takes any text, and says what is wrong with it.
    """
    builder = Builder(text, name, diagnostics)
    try:
        if not give_events(text, builder, name, diagnostics):
            return None
    except Refused:
        return None
    if builder.broken:
        return None
    if builder.root is None or builder.is_empty:
        diagnostics.error("Y006", "There is nothing in this file.", Span.nowhere(name))
        return None
    return builder.root


# ── quick ───────────────────────────────────────────────────────────────────────
# Reads plain texts with ruamel.yaml's scanner in C, where it is installed: it takes a tenth of the time.
#
# It differs from the scanner in Python: it accepts some texts that are no YAML (tabs, above all), refuses some that are, and its marks are not
# always the same. So it reads only plain texts, and only its success counts: `events` reads anything odd or wrong, and reports the errors. A
# property test verifies that both give equal trees.


try:
    from _ruamel_yaml import CParser
except ImportError:  # not built for every system
    CParser = None

IS_THERE: Final = CParser is not None

_ODD: Final = re.compile(
    r"""\t|^%            # tabs and directives
    |[|>][-+0-9]*\#      # what looks like a comment behind the mark of a block
    |^[ ]+$              # lines of spaces: how far a block is indented may hang on them
    |["'\]}]:[^ \n]      # a value close behind a key in quotes or brackets
    |[^\n]\Z             # no end of the last line
    |[\ue000]            # what stands for a question mark
    """,
    re.MULTILINE | re.VERBOSE,
)
_IN_WORDS: Final = re.compile(r"(?<=[\w).])\?")
"""Question marks inside words. The scanner in C takes one between brackets for the mark of a key, so another character replaces it."""
_STAND_IN: Final = "\ue000"


def quick_tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a plain text without errors; None for any other text, about which nothing is known then.

    An excess of nodes does go to `diagnostics`, since the slower reader would count the same.
    """
    if CParser is None or _ODD.search(text):
        return None
    heard = diagnostics.apart()
    builder = Builder(text, name, heard)
    try:
        _read(_IN_WORDS.sub(_STAND_IN, text), builder)
    except Exception:  # noqa: BLE001 - whatever else is wrong, another reader says it
        if [diagnostic.code for diagnostic in heard] == [TOO_MANY]:
            diagnostics.extend(heard)
        return None
    is_fine = not builder.broken and not heard.added and isinstance(builder.root, MappingNode)
    return builder.root if is_fine else None


def _read(text: str, builder: Builder) -> None:
    """Pass all events to the builder. Raises anything for errors and for features that packs do not use."""
    next_event: Callable[[], Any] = CParser(text).get_event
    has_stand_ins = _STAND_IN in text
    while (event := next_event()) is not None:
        kind = type(event)
        if kind is events.ScalarEvent:
            _check(event)
            value = event.value.replace(_STAND_IN, "?") if has_stand_ins else event.value
            builder.scalar(value, event.style or "", event.start_mark, event.end_mark)
        elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
            _check(event)
            builder.open(event.start_mark, is_mapping=kind is events.MappingStartEvent)
        elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
            builder.close(event.end_mark)
        elif (kind is events.DocumentStartEvent and builder.root is not None) or kind is events.AliasEvent:
            raise Refused


def _check(event: Any) -> None:
    if event.anchor is not None or event.tag is not None:
        raise Refused


# ── events ──────────────────────────────────────────────────────────────────────
# Reads a YAML text with ruamel.yaml, or reports its errors; the only user of ruamel.yaml.
#
# It takes the events of the scanner one at a time, without recursion: too much nesting, too much content and forbidden features are noticed before
# anything is built. No text can raise an exception; every error is a diagnostic with a place.


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
