"""What the parser needs to know of the grammar: the words of the language, the signs, the tables of the automaton."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from ruledsl.syntax.grammarfile import TABLES, fingerprint, folder, grammar_text

__all__ = ["LANGUAGE_VERSION", "RESERVED", "Grammar", "GrammarRule", "grammar"]

LANGUAGE_VERSION: Final = 1

# Words that can never be a name, because an expression could not tell them from one. Every other word of the language
# is a name wherever the grammar wants a name and could not want the word (`remember bonus on people: number`); but
# `number of` is always the counting, so that it is not taken for a call where it needs brackets.
RESERVED: Final = frozenset(
    "my me you here this it yes no none and or not is has if then else where some can but "
    "sum highest lowest reached "
    "of by for in to from with as on through".split()
)


class GrammarRule(NamedTuple):
    """A rule of the grammar, as `larktables` describes it; an `idle` one passes on all it has."""

    origin: str
    size: int
    maker: str
    passes: bool
    children: list[int | list[int] | None]
    idle: bool


@dataclass(frozen=True, slots=True)
class Grammar:
    """All of it is made from the grammar itself."""

    words: dict[str, str]  # `if` -> IF
    signs: dict[str, str]  # `:` -> COLON
    spelling: dict[str, str]  # IF -> `if`, COLON -> `:`
    rules: list[GrammarRule]
    rows: list[dict[str, int]]  # state -> terminal -> the state to go to, or ~rule to reduce by
    gotos: list[dict[str, int]]  # state -> what was reduced -> the state to go to


@cache
def grammar() -> Grammar:
    """The grammar, read when the first text is parsed."""
    tables = _tables(grammar_text())
    words, signs = tables["words"], tables["signs"]
    spelling = {name: spelled for table in (words, signs) for spelled, name in table.items()}
    rules = [GrammarRule._make([*rule, rule[1] == 1 and rule[3:] == [True, [0]]]) for rule in tables["rules"]]
    return Grammar(words, signs, spelling, rules, tables["rows"], tables["gotos"])


def _tables(text: str) -> dict[str, Any]:
    """As they lie beside the grammar; made anew, which takes a hundred times as long, if they are not those of this grammar."""
    try:
        kept: dict[str, Any] = json.loads((folder() / TABLES).read_bytes())
    except (OSError, ValueError):
        kept = {}
    if kept.get("grammar") == fingerprint(text):
        return kept
    from ruledsl.syntax.larktables import tables_of  # noqa: PLC0415 - lark is only needed here

    return tables_of(text)
