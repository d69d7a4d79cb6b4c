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


def classes() -> dict[str, list[str]]:
    """The words of each class. Questions are those to the engine (`tokens of`)."""
    words = set(grammar().words)
    questions = {builtin.name for builtin in BUILTINS} - words
    return {
        "pronoun": sorted(PRONOUNS),
        "constant": sorted(CONSTANTS),
        "keyword": sorted(words - PRONOUNS - CONSTANTS),
        "question": sorted(questions),
    }


def patterns() -> dict[str, str]:
    """A regular expression for each class of words and signs, in the order in which they are tried."""
    return {
        "comment": r"#.*$",
        **{kind: rf"\b(?:{'|'.join(words)})\b" for kind, words in classes().items()},
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
