"""Lark's tables of the grammar, as plain data. The build writes them beside the grammar (`hatch_build.py`).

Lark serializes its tables itself; `Lark.save` would do the same with a pickle.
"""

from __future__ import annotations

import json
import os
from typing import Any

from lark import Lark, __version__
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ruledsl.language.syntax.grammarfile import TABLES, fingerprint, folder, grammar_text


def tables_of(text: str) -> dict[str, Any]:
    """The tables of a grammar, marked with the grammar and lark's version."""
    made = Lark(text, parser="lalr", maybe_placeholders=True)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["parser"]["parser"] = _in_order(data["parser"]["parser"])
    tables = {"grammar": fingerprint(text), "by": __version__, "memo": memo, "data": data}
    plain: dict[str, Any] = json.loads(json.dumps(tables))
    return plain


def _in_order(automaton: dict[str, Any]) -> dict[str, Any]:
    """Number states in order of discovery, and replace symbols by names: lark iterates over sets, so its own numbers vary."""
    names, states = automaton["tokens"], automaton["states"]
    symbols = {name: number for number, name in enumerate(sorted(names.values()))}
    numbers = {state: number for number, state in enumerate(automaton["start_states"].values())}
    met, rows = list(numbers), {}
    for state in met:  # grows during the loop
        row = sorted((names[symbol], reduces, target) for symbol, (reduces, target) in states[state].items())
        for _, reduces, target in row:
            if not reduces and target not in numbers:
                numbers[target] = len(met)
                met.append(target)
        rows[numbers[state]] = {
            symbols[name]: (reduces, target if reduces else numbers[target]) for name, reduces, target in row
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
