"""Writes the grammars of colours for VS Code: `python editors/vscode/write_grammar.py`. The words come from the grammar and the vocabulary."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ruledsl.language.syntax.colours import patterns

FOLDER = Path(__file__).parent / "syntaxes"
SCOPES = {
    "comment": "comment.line.number-sign",
    "pronoun": "variable.language",
    "constant": "constant.language",
    "keyword": "keyword.control",
    "question": "support.function",
    "number": "constant.numeric",
    "operator": "keyword.operator",
    "name": "variable.other",
}


def rules() -> dict[str, Any]:
    """The colours of a rule text."""
    return {
        "name": "ruledsl",
        "scopeName": "source.ruledsl",
        "patterns": [
            {"name": f"{SCOPES[kind]}.ruledsl", "match": match} for kind, match in patterns().items()
        ],
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
