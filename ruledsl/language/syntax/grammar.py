"""Facts about the grammar without a parser: keywords, signs, and the tables to make a parser from."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final

from ruledsl.base.dataclass import dataclass
from ruledsl.base.store import store
from ruledsl.language.syntax.grammarfile import TABLES, fingerprint, folder, grammar_text

# Words that can never be a name, because an expression could not tell them from one. Every other keyword
# is a name wherever the grammar expects a name and could not expect the keyword (`remember bonus of people: number`);
# but
# `number of` always counts, so that it is not taken for a call where it needs brackets.
RESERVED: Final = frozenset(
    "my me you here this it yes no none and or not is has if then else where some can but "
    "sum highest lowest reached "
    "of by for in to from with as on through".split()
)

_MEANING: Final = re.compile(r'^[A-Z]+: "([a-z]+)" +// (.+)$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Grammar:
    """The keywords and signs of the grammar."""

    words: dict[str, str]  # `if` -> IF
    signs: dict[str, str]  # `:` -> COLON
    spelling: dict[str, str]  # IF -> `if`, COLON -> `:`


@cache
def grammar() -> Grammar:
    """The grammar, read on demand."""
    terminals = [made for made in tables()["memo"].values() if made["__type__"] == "TerminalDef"]
    patterns = {made["name"]: made["pattern"] for made in terminals}
    spelling = {name: made["value"] for name, made in patterns.items() if made["__type__"] == "PatternStr"}
    names = {spelled: name for name, spelled in spelling.items()}
    words = {spelled: name for spelled, name in names.items() if spelled.isalpha()}
    return Grammar(
        words, {spelled: name for spelled, name in names.items() if spelled not in words}, spelling
    )


@cache
def meanings() -> dict[str, str]:
    """The meaning of each keyword, from the grammar's comments."""
    return dict(_MEANING.findall(grammar_text()))


@cache
def tables() -> dict[str, Any]:
    """Lark's tables of the grammar: from beside it, or from the cache; computed, which takes much longer, if neither fits this grammar."""
    text = grammar_text()
    name = f"grammar-{fingerprint(text)}"
    data = tables_beside() or _of(text, store().get(name) or b"")
    if data is None:
        from ruledsl.language.syntax.larktables import tables_of  # noqa: PLC0415 - who only asks for words does not need lark

        data = tables_of(text)
        store().put(name, json.dumps(data).encode())
    return data


def tables_beside() -> dict[str, Any] | None:
    """The tables beside the grammar, if they fit it."""
    try:
        return _of(grammar_text(), (folder() / TABLES).read_bytes())
    except OSError:
        return None


def _of(text: str, stored: bytes) -> dict[str, Any] | None:
    """Stored tables, if they fit this grammar."""
    try:
        data = json.loads(stored)
    except ValueError:
        return None
    return data if isinstance(data, dict) and data.get("grammar") == fingerprint(text) else None
