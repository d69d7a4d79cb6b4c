"""Where the grammar is found, and what is made of it: lark's tables, the words of the language, the signs."""

from __future__ import annotations

import hashlib
import io
import sys
from dataclasses import dataclass
from functools import cache
from typing import Final

import lark
from lark import Lark
from lark.lexer import PatternStr

from ruledsl.cache import store
from ruledsl.syntax.grammarfile import grammar_text

__all__ = ["LANGUAGE_VERSION", "RESERVED", "Grammar", "grammar"]

LANGUAGE_VERSION: Final = 1

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


@cache
def grammar() -> Grammar:
    """Lark's tables, made when the first text is parsed."""
    tables = _lark(grammar_text())
    words: dict[str, str] = {}
    signs: dict[str, str] = {}
    for terminal in tables.terminals:
        if isinstance(terminal.pattern, PatternStr):
            spelling = terminal.pattern.value
            (words if spelling.isalpha() else signs)[spelling] = terminal.name
    spelling_of = {name: spelling for table in (words, signs) for spelling, name in table.items()}
    return Grammar(tables, words, signs, spelling_of)


def _lark(text: str) -> Lark:
    """From the cache if they are there: building the tables takes eight times as long as loading them."""
    key = f"{lark.__version__} {sys.version} {text}"
    name = f"grammar-{hashlib.sha256(key.encode()).hexdigest()[:40]}"
    kept = store().get(name)
    if kept is not None:
        try:
            return Lark.load(io.BytesIO(kept))
        except Exception:  # noqa: BLE001, S110 - whatever an entry is, if it cannot be read it is none
            pass
    built = Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=True)
    if store().is_open:
        out = io.BytesIO()
        built.save(out)
        store().put(name, out.getvalue())
    return built
