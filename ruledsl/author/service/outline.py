"""The outline of a file: its tables, their entries, and the declarations and effects of their rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruledsl.base.diagnostics import Span
from ruledsl.language.syntax import tree as s
from ruledsl.rules.packs.filetrees import FileTree
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, Node, ScalarNode, SequenceNode

TABLES = frozenset("kinds decks dice pieces boards maps regions variants texts scenarios".split())
RULES = ("rules", "rules_when")


class Entry(NamedTuple):
    """A line of the outline: its name and kind, its whole span and the span of its name."""

    name: str
    kind: str
    span: Span
    place: Span
    inside: tuple[Entry, ...] = ()


def outline(tree: FileTree, plurals: frozenset[str], rules: dict[tuple[int, int], s.Document]) -> list[Entry]:
    """The outline of a file; `rules` are its rule texts, by their start."""
    root = tree.root
    return [_entry(key, node, plurals, rules) for key, node in root] if isinstance(root, MappingNode) else []


def _entry(
    key: KeyNode, node: Node, plurals: frozenset[str], rules: dict[tuple[int, int], s.Document]
) -> Entry:
    span = _both(key.span, node.span)
    inside: tuple[Entry, ...] = ()
    if key.text in RULES:
        inside = tuple(_statements(node, rules))
    elif isinstance(node, MappingNode) and (key.text in TABLES or key.text in plurals):
        inside = tuple(_entry(name, value, plurals, rules) for name, value in node)
    elif isinstance(node, MappingNode):
        parts = ("regions", "pieces", *RULES)
        inside = tuple(_entry(name, value, plurals, rules) for name, value in node if name.text in parts)
    kind = "rules" if key.text in RULES else "table" if key.text in TABLES | plurals else "entry"
    return Entry(key.text, kind, span, key.span, inside)


def _statements(node: Node, rules: dict[tuple[int, int], s.Document]) -> Iterator[Entry]:
    """The statements of a rule text, or of those in a list."""
    if isinstance(node, SequenceNode):
        for item in node:
            text = item.get("rules") if isinstance(item, MappingNode) else None
            if text is not None:
                yield from _statements(text, rules)
    elif isinstance(node, ScalarNode) and node.span.start in rules:
        for statement in rules[node.span.start].statements:
            yield _statement(statement)


def _statement(node: s.Statement) -> Entry:
    match node:
        case s.Guard():
            inside = tuple(_statement(rule) for rule in node.rules)
            return Entry(f"{node.stage.text}:", "guard", node.span, node.stage.span, inside)
        case s.Trigger():
            return Entry(f"{node.moment} {_scoped(node)}", "trigger", node.span, node.name.span)
        case s.Modifier():
            return Entry(f"{_scoped(node)} {node.change.op}", "modifier", node.span, node.name.span)
        case s.Forbid():
            return Entry(f"forbid {_scoped(node)} as {node.reason.text}", "forbid", node.span, node.name.span)
        case s.Permit():
            return Entry(
                f"permit {_scoped(node)} despite {node.reason.text}", "permit", node.span, node.name.span
            )
        case s.Event():
            phases = (item for item in node.body if isinstance(item, s.Phase))
            inside = tuple(Entry(p.name.text, "phase", p.span, p.name.span) for p in phases)
            return Entry(node.name.text, "event", node.span, node.name.span, inside)
        case _:
            return Entry(node.name.text, type(node).__name__.lower(), node.span, node.name.span)


def _scoped(node: s.Trigger | s.Modifier | s.Forbid | s.Permit) -> str:
    return f"{node.scope} {node.name.text}".strip()


def _both(first: Span, last: Span) -> Span:
    return Span(first.file, *first.start, *max(first.end, last.end))
