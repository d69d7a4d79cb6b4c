"""Facts about the grammar without a parser: keywords, signs, and the tables to make a parser from."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from lark import Lark, __version__
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ruledsl.base.dataclass import dataclass
from ruledsl.base.store import store
from ruledsl.base.system import PACKAGE

# ── grammarfile ─────────────────────────────────────────────────────────────────
# The place of the grammar and of its tables.


FILE = "ruledsl.lark"
TABLES = "ruledsl.tables.json"


def folder() -> Path:
    """The folder in the checkout when run from one, otherwise the copy inside the installed package."""
    for found in (PACKAGE.parent / "grammar", PACKAGE / "_data" / "grammar"):
        if (found / FILE).is_file():
            return found
    raise FileNotFoundError(f"The grammar {FILE} is missing from this installation of ruledsl")


def grammar_text() -> str:
    """The grammar."""
    return (folder() / FILE).read_text(encoding="utf-8")


def fingerprint(text: str) -> str:
    """The identity of a grammar."""
    return hashlib.sha256(text.encode()).hexdigest()


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
    found = tables_beside() or _of(text, store().get(name) or b"")
    if found is None:
        found = tables_of(text)
        store().put(name, json.dumps(found).encode())
    return found


def tables_beside() -> dict[str, Any] | None:
    """The tables beside the grammar, if they fit it."""
    try:
        return _of(grammar_text(), (folder() / TABLES).read_bytes())
    except OSError:
        return None


def _of(text: str, stored: bytes) -> dict[str, Any] | None:
    """Stored tables, if they fit this grammar."""
    try:
        found = json.loads(stored)
    except ValueError:
        return None
    return found if isinstance(found, dict) and found.get("grammar") == fingerprint(text) else None


# ── larktables ──────────────────────────────────────────────────────────────────
# Lark's tables of the grammar, as plain data. The build writes them beside the grammar (`hatch_build.py`).
#
# Lark serializes its tables itself; `Lark.save` would do the same with a pickle.


def tables_of(text: str) -> dict[str, Any]:
    """The tables of a grammar, marked with the grammar and lark's version."""
    made = Lark(text, parser="lalr", maybe_placeholders=True)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["parser"]["parser"] = _in_order(data["parser"]["parser"])
    tables = {"grammar": fingerprint(text), "by": __version__, "memo": memo, "data": data}
    found: dict[str, Any] = json.loads(json.dumps(tables))
    return found


def _in_order(automaton: dict[str, Any]) -> dict[str, Any]:
    """Number states in order of discovery, and replace symbols by names: lark iterates over sets, so its own numbers vary."""
    names, states = automaton["tokens"], automaton["states"]
    symbols = {name: number for number, name in enumerate(sorted(names.values()))}
    numbers = {state: number for number, state in enumerate(automaton["start_states"].values())}
    met, rows = list(numbers), {}
    for state in met:  # grows during the loop
        row = sorted((names[symbol], reduces, found) for symbol, (reduces, found) in states[state].items())
        for _, reduces, found in row:
            if not reduces and found not in numbers:
                numbers[found] = len(met)
                met.append(found)
        rows[numbers[state]] = {
            symbols[name]: (reduces, found if reduces else numbers[found]) for name, reduces, found in row
        }
    ends = {
        key: {name: numbers[state] for name, state in automaton[key].items()}
        for key in ("start_states", "end_states")
    }
    return {"tokens": {number: name for name, number in symbols.items()}, "states": rows, **ends}


def lark_of(tables: dict[str, Any], lexer: type, callbacks: object) -> Lark:
    """The parser from these tables, with this lexer; `callbacks` has a function for each name of the grammar."""
    data, automaton = tables["data"], tables["data"]["parser"]["parser"]
    states = {int(state): _numbered(row) for state, row in automaton["states"].items()}
    automaton = {**automaton, "states": states, "tokens": _numbered(automaton["tokens"])}
    lexing = {**data["parser"]["lexer_conf"], "lexer_type": lexer}
    options = {**data["options"], "lexer": lexer, "transformer": callbacks}
    parser = {**data["parser"], "lexer_conf": lexing, "parser": automaton}
    return Lark.load(
        {"memo": _numbered(tables["memo"]), "data": {**data, "options": options, "parser": parser}}
    )


def _numbered(table: dict[str, Any]) -> dict[int, Any]:
    """JSON has no numeric keys."""
    return {int(key): value for key, value in table.items()}


def put_down() -> None:
    """Write them beside the grammar, atomically."""
    place, text = folder() / TABLES, grammar_text()
    content = json.dumps(tables_of(text), separators=(",", ":"))
    unfinished = place.with_suffix(f".{os.getpid()}")
    unfinished.write_text(content, encoding="utf-8")
    unfinished.replace(place)
