"""Questions for a number that are confused with each other: `number of`, `amount of`, `tokens of`, `troops of`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.language.vocabulary.types import ANY_SET, DECK, NUMBER, PEOPLE, PIECE, UNKNOWN

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.language.syntax import tree as s
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.check.typed import TExpr

_NUMBER = "number"
_OF_ONE = {("tokens", PEOPLE): "troops", ("amount", ANY_SET): _NUMBER}
"""By the name of a question and the only thing that it is asked of: the question that is meant."""


def no_set(node: s.Count, counted: TExpr, names: Names) -> bool:
    """Report something after `number of` that is no set: a number already, or pieces."""
    kind, binder = counted.type, node.members.binder
    if kind.is_set or kind in (DECK, UNKNOWN):
        return False
    if kind == PIECE or (binder is not None and binder.text in names.words[PIECE]):
        message, fix = "Pieces are counted with `amount of`.", Fix(_first(node.span, _NUMBER), "amount")
        names.diagnostics.error("T014", message, node.span, expected="`amount`", fix=fix)
        return True
    if kind == NUMBER and binder is None:
        whole, what = node.span, counted.span
        span = whole._replace(end_line=what.line, end_column=what.column)
        message = "This is a number already: leave out `number of`."
        names.diagnostics.error("T014", message, span, fix=Fix(span, ""))
        return True
    return False


def other_question(name: str, asked: TExpr, span: Span) -> Fix | None:
    """The fix that asks one thing what was meant, where `name` needs more."""
    kind: Type = ANY_SET if asked.type.is_set else asked.type
    meant = _OF_ONE.get((name, kind))
    return Fix(_first(span, name), meant) if meant else None


def _first(span: Span, word: str) -> Span:
    """Where an expression begins with a word."""
    return span._replace(end_line=span.line, end_column=span.column + len(word))
