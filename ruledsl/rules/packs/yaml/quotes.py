"""Unpaired curly quotes: letters to YAML, but a slip of the author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.yaml.nodes import Node

OPENS, CLOSES = "“", "”"
LOW = "„"
"""In some languages `“` closes this quote."""
OF_RULES = "rules"


def stray_quotes(text: str, root: Node, diagnostics: Diagnostics) -> None:
    """Report those in the tree of a file with this text. Texts under `rules` have their own check."""
    if OPENS in text or CLOSES in text:
        _look(root, diagnostics)


def _look(node: Node, diagnostics: Diagnostics) -> None:
    match node:
        case MappingNode():
            for key, value in node:
                if key.text != OF_RULES:
                    _look(value, diagnostics)
        case SequenceNode():
            for item in node.items:
                _look(item, diagnostics)
        case ScalarNode(text=text) if LOW not in text and text.count(OPENS) != text.count(CLOSES):
            opens = text.count(OPENS) > text.count(CLOSES)
            sign, other = (OPENS, CLOSES) if opens else (CLOSES, OPENS)
            at = text.rindex(sign) if opens else text.index(sign)
            span = node.span_of(at, at + 1)
            message = f"The quote `{sign}` in this text has no `{other}`."
            fix = Fix(span, "") if node.exact else None
            diagnostics.warning("Y022", message, span, expected=f"`{other}` as well, or neither", fix=fix)
