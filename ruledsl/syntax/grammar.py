"""Where the grammar is found, and what is made of it: lark's tables, the words of the language, the signs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from lark import Lark
from lark.lexer import PatternStr

__all__ = ["LANGUAGE_VERSION", "RESERVED", "Grammar", "grammar", "grammar_text"]

LANGUAGE_VERSION: Final = 1
FILE: Final = "ruledsl.lark"

# Words that can never be a name, because an expression could not tell them from one. Every other word of the language
# is a name wherever the grammar wants a name and could not want the word (`remember bonus on people: number`); but
# `number of` is always the counting, so that it is not taken for a call where it needs brackets.
RESERVED: Final = frozenset(
    "my me you here this it yes no none and or not is has if then else where some can but "
    "sum highest lowest reached "
    "of by for in to from with as on through".split()
)


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the parser needs to know of the grammar; all of it is read from the grammar itself."""

    lark: Lark
    words: dict[str, str]  # `if` -> IF
    signs: dict[str, str]  # `:` -> COLON
    spelling: dict[str, str]  # IF -> `if`, COLON -> `:`


def grammar_text() -> str:
    """The grammar: of the checkout when run from one, otherwise the copy inside the installed package."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "grammar", package / "_data" / "grammar"):
        path = folder / FILE
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(f"The grammar {FILE} is missing from this installation of ruledsl")


@cache
def grammar() -> Grammar:
    """Lark's tables, built when the first text is parsed (about 0.15 seconds) and kept."""
    lark = Lark(grammar_text(), parser="lalr", propagate_positions=True, maybe_placeholders=True)
    words: dict[str, str] = {}
    signs: dict[str, str] = {}
    for terminal in lark.terminals:
        if isinstance(terminal.pattern, PatternStr):
            spelling = terminal.pattern.value
            (words if spelling.isalpha() else signs)[spelling] = terminal.name
    spelling_of = {name: spelling for table in (words, signs) for spelling, name in table.items()}
    return Grammar(lark, words, signs, spelling_of)
