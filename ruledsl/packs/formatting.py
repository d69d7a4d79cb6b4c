"""Pack files with their rule texts in the one canonical layout. Everything outside of the rule texts stays as it is, byte for byte.

A rule text after `|` keeps its place and is indented two spaces below its key; one on the line of its key stays there if it fits, and is
put after `|` if it does not. A rule text with errors stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs.entries import entry_list, inexact
from ruledsl.packs.nodes import MappingNode, Node, ScalarNode, to_plain
from ruledsl.packs.yamlreader import read_yaml_text
from ruledsl.syntax import parse, to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.packs.nodes import KeyNode
    from ruledsl.syntax.tree import Document

__all__ = ["formatted"]

WIDTH = 110
"""A rule text on the line of its key is as long as that; longer ones stand below."""
STEP = 2
MARK = "\ufeff"

_OWN_INDENT = re.compile(r"\|[-+]?[1-9]")


class _RuleText(NamedTuple):
    """A rule text in a file; `flow` says that it lies between braces, where nothing can stand below."""

    key: KeyNode
    node: ScalarNode
    flow: bool


def formatted(text: str, name: str, diagnostics: Diagnostics) -> str:
    """The text of a pack file in the canonical layout; what is wrong in it goes to `diagnostics`, under `name`.

    What cannot be read stays as it is. Formatting twice is formatting once, and the trees of the rules are the same before and after.
    """
    mark = MARK if text.startswith(MARK) else ""
    plain = text.removeprefix(MARK)
    root = read_yaml_text(plain, name, diagnostics)
    if not isinstance(root, MappingNode):
        return text
    rows = plain.split("\n")
    for found in sorted(_rule_texts(root), key=lambda found: found.node.span.start, reverse=True):
        document = _document(found.node, diagnostics)
        if document is not None and document.span.start != document.span.end:
            _lay_out(found, to_text(document).rstrip("\n"), rows)
    made = "\n".join(rows)
    return mark + made if _same(root, made, name) else text


def _document(node: ScalarNode, diagnostics: Diagnostics) -> Document | None:
    """The tree of a rule text, if nothing is wrong with it."""
    if not node.exact:
        inexact(node, diagnostics)
        return None
    problems = Diagnostics()
    problems.sources = diagnostics.sources
    document = parse(node.text, problems, node.position, node.span.file)
    diagnostics.extend(problems)
    return None if problems.has_errors else document


# ── where rule texts are ──


def _rule_texts(root: MappingNode) -> Iterator[_RuleText]:
    """As `entries` finds them: those of the file, of its tiles and pieces, and of the pieces of tiles."""
    yield from _of_entry(root, flow=root.flow)
    for _, table in root:
        for entry in _mappings(table):
            flow = root.flow or table_flow(table) or entry.flow
            yield from _of_entry(entry, flow=flow)
            pieces = entry.get("pieces")
            for piece in _mappings(pieces):
                yield from _of_entry(piece, flow=flow or table_flow(pieces) or piece.flow)
