"""The colours of rule texts: the words of the grammar in classes, and Pygments' lexer of them. Editors get theirs from the same rows (`editors/`)."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Text

from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.vocabulary.builtins import BUILTINS

PRONOUNS = frozenset("my me you here this it".split())
CONSTANTS = frozenset("yes no none".split())
TOKENS = {
    "comment": Comment.Single,
    "pronoun": Name.Builtin.Pseudo,
    "constant": Keyword.Constant,
    "keyword": Keyword,
    "question": Name.Builtin,
    "number": Number.Integer,
    "operator": Operator,
    "name": Name,
}
"""The classes of words, in the order in which they are tried, with their tokens in Pygments."""


def _one_of(words: set[str] | frozenset[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def patterns() -> dict[str, str]:
    """A regular expression for each class of words, in the order in which they are tried. Questions are those to the engine (`tokens of`)."""
    words = set(grammar().words)
    return {
        "comment": r"#.*$",
        "pronoun": _one_of(PRONOUNS),
        "constant": _one_of(CONSTANTS),
        "keyword": _one_of(words - PRONOUNS - CONSTANTS),
        "question": _one_of({builtin.name for builtin in BUILTINS} - words),
        "number": r"\b[0-9]+\b",
        "operator": r"[-+*/=]",
        "name": r"\b[a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)?\b",
    }


class RuleLexer(RegexLexer):  # type: ignore[misc]
    """Rule texts, for whatever colours with Pygments (Sphinx, MkDocs, `pygmentize -l ruledsl`); an entry point of this package."""

    name = "ruledsl"
    aliases: ClassVar[list[str]] = ["ruledsl", "rules"]
    url = "https://pypi.org/project/ruledsl/"
    tokens: ClassVar[dict[str, list[tuple[str, object]]]] = {
        "root": [(pattern, TOKENS[kind]) for kind, pattern in patterns().items()] + [(r"\s+|.", Text)]
    }
