"""Limits on the size of a rule text. A larger one gets a diagnostic and is not parsed."""

from __future__ import annotations

from typing import Final

MAX_TEXT: Final = 200_000  # characters of one rule text
MAX_LINE: Final = 1_000  # characters of one line
MAX_BRACKETS: Final = 50  # nested brackets
MAX_BRACKET_LINES: Final = 200  # lines between a bracket and its end
MAX_INDENTS: Final = 12  # nested blocks
MAX_OPERATORS: Final = (
    100  # words and signs that join expressions, in one line (with what continues it in brackets)
)
MAX_DEPTH: Final = 150  # nested nodes of the tree
MAX_DIGITS: Final = 6  # of a number
MAX_FAULTS: Final = 50  # errors reported in one text; the rest is not read
