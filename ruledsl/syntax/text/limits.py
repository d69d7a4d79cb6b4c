"""How big a rule text may be. Whatever is bigger is refused by a diagnostic, before it is parsed."""

from __future__ import annotations

from typing import Final

MAX_TEXT: Final = 200_000  # characters of one rule text
MAX_LINE: Final = 1_000  # characters of one line
MAX_BRACKETS: Final = 50  # brackets inside one another
MAX_BRACKET_LINES: Final = 200  # lines between a bracket and its end
MAX_INDENTS: Final = 12  # blocks inside one another
MAX_OPERATORS: Final = (
    100  # words and signs that join expressions, in one line (with what continues it in brackets)
)
MAX_DEPTH: Final = 150  # nodes of the tree above one another
MAX_DIGITS: Final = 6  # of a number
MAX_FAULTS: Final = 50  # faults reported of one text; then the rest is left unread
