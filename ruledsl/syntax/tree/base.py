"""What every node of the tree is, and names in it."""

from __future__ import annotations

from typing import ClassVar

from ruledsl.dataclass import dataclass, field
from ruledsl.diagnostics import Span

__all__ = ["Node", "Word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything in the tree; `span` is where it stands in the file.

    A kind that is a sentence of words, names and operands says so: `rule` is its rule in the grammar, `written` the sentence, with the
    level that each operand needs. Builder and printer live by that.
    """

    rule: ClassVar[str] = ""
    written: ClassVar[str] = ""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name where something is declared, referred to or bound."""

    text: str
