"""Keys that belong to the key above them but begin in its column: read as its contents, and reported once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.rules.packs.schema import words
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_plain

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.schema.faults import Fault

STEP: Final = 2
MOST: Final = 12
"""The most keys that are tried as contents of another one."""
EFFORT: Final = 2_000
"""The cost of comparing a tree with its schema once more, in characters read."""

Path = tuple[str | int, ...]


def indented(root: Node, schema: dict[str, Any], diagnostics: Diagnostics) -> Node:
    """The tree with such keys where they belong: under a key without a value, if that leaves fewer faults."""
    found = _faults(root, schema)
    for fault in found:
        if fault.rule != "type" or fault.instance is not None or not fault.path:
            continue
        parent = _at(root, fault.path[:-1])
        if isinstance(parent, MappingNode):
            made = _best(root, parent, fault.path, schema, diagnostics)
            root = root if made is None else made
    return root


def _best(
    root: Node, parent: MappingNode, path: Path, schema: dict[str, Any], diagnostics: Diagnostics
) -> Node | None:
    """The tree with those keys under the one at this path that leave the fewest faults, which are reported; None if no move helps."""
    at = parent.keys().index(str(path[-1]))
    least, best, count = _weight(root, schema), None, 0
    for number in range(1, min(MOST, len(parent) - at - 1) + 1):
        if not _are_aligned(parent, at, at + number, diagnostics) or not diagnostics.is_worth(EFFORT):
            break
        tree = _put(root, path[:-1], _below(parent, at, number))
        weight = _weight(tree, schema)
        if weight < least:
            least, best, count = weight, tree, number
    if best is not None:
        _report(parent, at, count, diagnostics)
    return best


def _faults(root: Node, schema: dict[str, Any]) -> list[Fault]:
    from ruledsl.rules.packs.schema.faults import faults  # noqa: PLC0415 - nearly all data fits

    return list(faults(to_plain(root), schema))


def _weight(root: Node, schema: dict[str, Any]) -> int:
    from ruledsl.rules.packs.schema.faults import weight_of  # noqa: PLC0415 - likewise

    return weight_of(to_plain(root), schema)


def _are_aligned(parent: MappingNode, first: int, other: int, diagnostics: Diagnostics) -> bool:
    """Do two keys begin their lines, in the same column?"""
    places = [parent.entries[number][0].span for number in (first, other)]
    line = diagnostics.sources.line(places[1].file, places[1].line) or ""
    return places[0].column == places[1].column and not line[: places[1].column - 1].strip()


def _below(parent: MappingNode, at: int, number: int) -> MappingNode:
    """A mapping with some of its keys moved under the one before them."""
    entries = parent.entries
    moved = entries[at + 1 : at + 1 + number]
    span = moved[0][0].span._replace(
        end_line=moved[-1][1].span.end_line, end_column=moved[-1][1].span.end_column
    )
    made = (entries[at][0], MappingNode(moved, span))
    return replace(parent, entries=(*entries[:at], made, *entries[at + 1 + number :]))


def _report(parent: MappingNode, at: int, number: int, diagnostics: Diagnostics) -> None:
    key, first = parent.entries[at][0], parent.entries[at + 1][0]
    last = parent.entries[at + number]
    end_line = max(last[0].span.end_line, last[1].span.end_line)
    file = first.span.file
    rows = [diagnostics.sources.line(file, line) or "" for line in range(first.span.line, end_line + 1)]
    several = len(rows) > 1
    meant = "\n".join(" " * STEP + row if row.strip() else row for row in rows)
    what = "From here on the lines belong" if several else "This line belongs"
    diagnostics.error(
        "Y020",
        f"{what} to `{words.short(key.text)}:` above, and {'are' if several else 'is'} not indented.",
        first.span,
        help=f"Indent {'them' if several else 'it'} by two more spaces.",
        labels=[(key.span, "what belongs to this key is missing")],
        fix=Fix(Span(file, first.span.line, 1, end_line, len(rows[-1]) + 1), meant),
    )


def _at(node: Node, path: Path) -> Node | None:
    for step in path:
        if isinstance(node, MappingNode) and str(step) in node:
            node = node.get(str(step)) or node
        elif isinstance(node, SequenceNode) and isinstance(step, int):
            node = node[step]
        else:
            return None
    return node


def _put(node: Node, path: Path, new: Node) -> Node:
    """The tree with a node replaced."""
    if not path:
        return new
    match node:
        case MappingNode():
            pairs = ((k, _put(v, path[1:], new) if k.text == str(path[0]) else v) for k, v in node)
            return replace(node, entries=tuple(pairs))
        case SequenceNode():
            items = (_put(v, path[1:], new) if n == path[0] else v for n, v in enumerate(node))
            return replace(node, items=tuple(items))
        case ScalarNode():
            return node
