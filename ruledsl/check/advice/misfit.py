"""Something of another type than is needed: the small words that are taken for one another, and the text that would mend it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.check.names import Names, an
from ruledsl.check.program import DefineDef
from ruledsl.diagnostics import Fix, Span
from ruledsl.syntax import tree as s
from ruledsl.vocabulary.types import PEOPLE, PLAYER, TRAIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.check.scope import Scope
    from ruledsl.check.typed import TExpr
    from ruledsl.diagnostics import Diagnostics
    from ruledsl.vocabulary.types import Type

__all__ = ["one_for_set", "one_in_set", "other_preposition", "other_pronoun", "parted", "said_with_is"]

SWAPS = {(PEOPLE, PLAYER): ("you", "me"), (PLAYER, PEOPLE): ("me", "you")}
"""By what is needed and what is there: the pronoun that is written, and the one that is meant."""


def _written(span: Span, diagnostics: Diagnostics) -> str:
    """The text at a span of one line; empty if it is not known."""
    line = diagnostics.sources.line(span.file, span.line)
    return line[span.column - 1 : span.end_column - 1] if line and span.line == span.end_line else ""


def other_pronoun(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> str:
    """`me` for `you` or the other way round, if that is what would fit."""
    found, meant = SWAPS.get((expected, actual), ("", ""))
    return meant if found and _written(span, diagnostics) == found else ""


def _between(first: Span, last: Span, word: str, new: str, diagnostics: Diagnostics) -> Fix | None:
    """The fix that writes `new` for a word that stands between two spans on one line."""
    line = diagnostics.sources.line(first.file, first.line)
    if line is None or first.end_line != last.line:
        return None
    start = first.end_column - 1
    found = re.search(rf"\b{word}\b", line[start : last.column - 1])
    if found is None:
        return None
    at = start + found.start() + 1
    return Fix(Span(first.file, last.line, at, last.line, at + len(found[0])), new)


def one_in_set(node: s.Compare, left: TExpr, right: TExpr, names: Names) -> bool:
    """Is one thing compared with a set of such things? That is reported: it may be in it."""
    if not right.type.is_set or right.type.element != left.type:
        return False
    word = "is in" if node.op == "is" else "is not in"
    names.diagnostics.error(
        "T014",
        f"{an(str(left.type)).capitalize()} is not {an(str(right.type))}, but may be in it.",
        node.right.span,
        expected=f"`{word}` before it",
        fix=_between(node.left.span, node.right.span, node.op, word, names.diagnostics),
    )
    return True


def said_with_is(node: s.Compare, said: s.Name | s.Call, scope: Scope, names: Names) -> bool:
    """Does something that is no set stand behind `is in`, although it is said of things with `is`? That is reported."""
    word = said.text if isinstance(said, s.Name) else said.name.text
    owner = scope.origin.owner
    traits = (names.words[TRAIT], names.piece_traits, names.tile_traits)
    is_trait = any(word in words for words in traits) and not names.asked(word, owner)
    is_predicate = any(d.is_predicate for d in names.meant(word, owner, DefineDef))
    if word in scope.locals or not (is_trait or is_predicate):
        return False
    right = node.op.removesuffix(" in")
    names.diagnostics.error(
        "T014",
        f"`{word}` is no set in which something could be: it is said of a thing with `{right}`.",
        said.span,
        expected=f"`{right}` before it",
        fix=_between(node.left.span, said.span, node.op, right, names.diagnostics),
    )
    return True


def other_preposition(arg: s.Arg, prep: str, diagnostics: Diagnostics) -> Fix | None:
    """The fix that writes this preposition before an argument."""
    start = arg.span._replace(end_line=arg.span.line, end_column=arg.span.column)
    return _between(start, arg.value.span, arg.prep, prep, diagnostics)


def parted(
    needed: int, preps: Sequence[str], args: Sequence[s.Arg], scope: Scope, diagnostics: Diagnostics
) -> Fix | None:
    """`cost of people of region`: the second `of` is another preposition, since `people` is asked nothing."""
    last = args[-1].value if args else None
    if not isinstance(last, s.Call) or len(args) + len(last.args) != needed or len(last.args) != 1:
        return None
    if last.name.text not in scope.locals:
        return None
    return _between(last.name.span, last.args[0].value.span, "of", preps[-1], diagnostics)


def one_for_set(node: s.Compare, kind: Type, diagnostics: Diagnostics) -> None:
    """What is compared with a set is taken for the set with that one member, which is hardly ever meant."""
    word = "is in" if node.op == "is" else "is not in"
    diagnostics.warning(
        "T013",
        f"A set is compared with one {kind} here: they are the same only if the set has nothing else in it.",
        node.span,
        expected=f"`{word}` with the set behind it, or `only of` before the set",
    )
