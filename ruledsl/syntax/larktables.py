"""What lark makes of the grammar, as plain data: the file `grammar/ruledsl.tables.json`, written by `python -m ruledsl.syntax.larktables`.

Only the file is needed to read rules. Lark is asked when it does not fit the grammar, which is when somebody works on the grammar.
"""

from __future__ import annotations

import json
from typing import Any

from lark import Lark
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from ruledsl.syntax.grammarfile import TABLES, fingerprint, folder, grammar_text

__all__ = ["tables_of", "written"]


def tables_of(text: str) -> dict[str, Any]:
    """The tables of a grammar: its words and signs, its rules, what each state of the automaton does.

    A rule is its name, how many symbols it takes from the stack, what makes something of them ("" for one that others take in, the rule's own name or
    alias otherwise), whether a single child is passed on as it is, and its children: numbers of symbols, [number] for all that such a helper
    holds, null for what is not there. A state does by terminal: go to that state, or, for -1 and below, reduce by rule 0 and so on.
    """
    parser = Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=True)
    spellings = {
        terminal.pattern.value: terminal.name
        for terminal in parser.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    return {
        "grammar": fingerprint(text),
        "words": {spelling: name for spelling, name in spellings.items() if spelling.isalpha()},
        "signs": {spelling: name for spelling, name in spellings.items() if not spelling.isalpha()},
        "rules": [_rule(rule) for rule in parser.rules],
        **_states(parser),
    }


def _rule(rule: Any) -> list[Any]:  # noqa: ANN401 - lark's own
    name = rule.origin.name
    helper = name.startswith("_") or name == "start"
    passes = bool(rule.options.expand1) and not rule.alias
    return [name, len(rule.expansion), "" if helper else rule.alias or name, passes, _children(rule)]


def _children(rule: Any) -> list[Any]:  # noqa: ANN401
    """Which symbols become children, and where something optional is missing."""
    found: list[Any] = []
    number = 0
    for missing in rule.options.empty_indices or [False] * len(rule.expansion):
        if missing:
            found.append(None)
            continue
        symbol = rule.expansion[number]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            found.append([number] if not symbol.is_term and symbol.name.startswith("_") else number)
        number += 1
    return found


def _states(parser: Lark) -> dict[str, Any]:
    """The states in the order in which they are met from the first one, so that the same grammar always gives the same file."""
    state: Any = parser.parse_interactive().parser_state
    table = state.parse_conf.parse_table
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    met = [table.start_states["start"]]
    numbers = {met[0]: 0}
    rows: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for old in met:  # grows while it is gone through
        row: dict[str, int] = {}
        goto: dict[str, int] = {}
        for name, (kind, argument) in sorted(table.states[old].items()):
            if kind is Shift:
                if argument not in numbers:
                    numbers[argument] = len(met)
                    met.append(argument)
                (row if name.isupper() else goto)[name] = numbers[argument]
            else:
                row[name] = ~rules[argument]
        rows.append(row)
        gotos.append(goto)
    return {"rows": rows, "gotos": gotos}


def written(tables: dict[str, Any]) -> str:
    """As it stands in the file: one rule and one state a line."""
    parts = []
    for key, value in tables.items():
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(item, separators=(",", ":")) for item in value)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    (folder() / TABLES).write_text(written(tables_of(grammar_text())), encoding="utf-8")
