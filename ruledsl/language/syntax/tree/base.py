"""The base of all nodes of the tree, and names in it."""

from __future__ import annotations

from typing import ClassVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Span

__all__ = ["Node", "Word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node of the tree; `span` is its place in the file.

    A class that is a sentence of words, names and operands declares that: `rule` is its rule in the grammar, `written` the sentence, with the
    level that each operand needs. Builder and printer use these declarations.
    """

    rule: ClassVar[str] = ""
    written: ClassVar[str] = ""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name that is declared, referred to or bound."""

    text: str
