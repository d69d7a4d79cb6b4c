"""Tree to text in one canonical layout; parsing that text gives the same tree.

* Two spaces for each step of indentation; lines of at most 110 columns where they can be broken in brackets.
* A block of one simple effect stays on its colon's line if it fits there; so does a single rule of one line behind a
  guard. Everything else stands indented below, and so does what stood there before.
* The clauses of an action in the order `during`, `once`, `from`, `if`, `do`.
* The brackets that are needed, those around `not (a is b)` and around what is more than a word behind a sign or as an amount, and those
  that the author put around more than a word.
* Comments on lines of their own stand before the line that followed them, or at the end of the block that they were as far in as; the
  others stand behind the line they stood on.
  Where there were blank lines, one stays.
"""

from __future__ import annotations

from ruledsl.language.syntax import tree
from ruledsl.language.syntax.printing.effects import effect
from ruledsl.language.syntax.printing.entries import Entries, laid_out
from ruledsl.language.syntax.printing.expressions import args_parts, flat, joined
from ruledsl.language.syntax.printing.statements import (
    change_parts,
    limit_parts,
    param_text,
    phase,
    statement,
    type_text,
)
from ruledsl.language.syntax.tree import Node


def to_text(node: Node) -> str:
    """The canonical text of a tree or of any part of it. A whole document ends with a line end."""
    if isinstance(node, tree.Document):
        entries = Entries(node.comments)
        for one in node.statements:
            statement(one, 0, entries)
        text = laid_out(entries.lines, entries.place(node.comments))
        return text + "\n" if text else ""
    if isinstance(node, tree.Expr):
        return flat(node)
    part = _part(node)
    if part is not None:
        return part
    entries = Entries()
    if isinstance(node, tree.Block):
        for effect_inside in node.effects:
            effect(effect_inside, 0, entries)
    elif isinstance(node, tree.Phase):
        phase(node, 0, entries)
    elif isinstance(node, tree.Statement):
        statement(node, 0, entries)
    elif isinstance(node, tree.Effect):
        effect(node, 0, entries)
    return laid_out(entries.lines, ())


def _part(node: Node) -> str | None:
    """Text of a node that is neither a line nor an expression."""
    match node:
        case tree.Word() | tree.Comment():
            return node.text
        case tree.Arg():
            return joined(args_parts([node])).strip()
        case tree.Members():
            return flat(tree.Some(node, span=node.span)).removeprefix("some ")
        case tree.Amount():
            return "all" if node.value is None else flat(node.value)
        case tree.Change():
            return joined(change_parts(node))
        case tree.Limit():
            return joined(limit_parts(node))
        case tree.TypeRef():
            return type_text(node)
        case tree.Param():
            return param_text(node).strip()
    return None
