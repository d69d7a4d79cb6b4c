"""Reads plain texts with ruamel.yaml's scanner in C, where it is installed: it takes a tenth of the time.

It differs from the scanner in Python: it accepts some texts that are no YAML (tabs, above all), refuses some that are, and its marks are not
always the same. So it reads only plain texts, and only its success counts: `events` reads anything odd or wrong, and reports the errors. A
property test verifies that both give equal trees.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ruamel.yaml import events

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs.yaml.builder import TOO_MANY, Builder, Refused
from ruledsl.rules.packs.yaml.nodes import MappingNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.rules.packs.yaml.nodes import Node

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
        if [found.code for found in heard] == [TOO_MANY]:
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
