"""What every node of the tree is, and names in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruledsl.diagnostics import Span

__all__ = ["Node", "Word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything in the tree; `span` is where it stands in the file."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name where something is declared, referred to or bound."""

    text: str
