"""Writes the grammars of colours for VS Code: `python editors/vscode/write_grammar.py`. The words come from the grammar and the vocabulary."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.vocabulary.builtins import BUILTINS

FOLDER = Path(__file__).parent / "syntaxes"
PRONOUNS = ("my", "me", "you", "here", "this", "it")
CONSTANTS = ("yes", "no", "none")


def words_of(names: object) -> str:
    """A pattern for some words."""
    return rf"\b(?:{'|'.join(sorted(set(map(str, names))))})\b"  # type: ignore[call-overload]


def rules() -> dict[str, Any]:
    """The colours of a rule text."""
    keywords = set(grammar().words) - {*PRONOUNS, *CONSTANTS}
    names = {builtin.name for builtin in BUILTINS} - set(grammar().words)
    patterns = [
        ("comment.line.number-sign", "#.*$"),
        ("variable.language", words_of(PRONOUNS)),
        ("constant.language", words_of(CONSTANTS)),
        ("keyword.control", words_of(keywords)),
        ("support.function", words_of(names)),
        ("constant.numeric", r"\b[0-9]+\b"),
        ("keyword.operator", r"[-+*/=]"),
        ("variable.other", r"\b[a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)?\b"),
    ]
    return {
        "name": "ruledsl",
        "scopeName": "source.ruledsl",
        "patterns": [{"name": f"{name}.ruledsl", "match": match} for name, match in patterns],
    }


def in_yaml() -> dict[str, Any]:
    """Rule texts in YAML: below `rules: |`, or on its line."""
    inside = [{"include": "source.ruledsl"}]
    key = {
        "2": {"name": "entity.name.tag.yaml"},
        "3": {"name": "punctuation.separator.key-value.mapping.yaml"},
    }
    return {
        "scopeName": "yaml.ruledsl.injection",
        "injectionSelector": "L:source.yaml",
        "patterns": [
            {
                "begin": r"^(\s*(?:- +)?)(rules)(:)\s*\|[-+0-9]*\s*$",
                "beginCaptures": key,
                "while": r"^(?:\1\s+|\s*$)",
                "contentName": "meta.embedded.ruledsl",
                "patterns": inside,
            },
            {
                "match": r"^(\s*(?:- +)?)(rules)(:)\s+(?![|>\s])(.*)$",
                "captures": {**key, "4": {"name": "meta.embedded.ruledsl", "patterns": inside}},
            },
        ],
    }


def written() -> dict[Path, str]:
    """What stands in the files."""
    found = {"ruledsl.tmLanguage.json": rules(), "yaml-rules.tmLanguage.json": in_yaml()}
    return {FOLDER / name: json.dumps(data, indent=2) + "\n" for name, data in found.items()}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")
