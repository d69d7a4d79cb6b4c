"""Formats the rule texts of pack files in the one canonical layout. Everything else in a file stays the same, byte for byte.

A rule text after `|` stays there, indented by two more spaces than its key. One on the line of its key stays there if it is still one line,
otherwise it moves below, after `|`. A rule text with errors does not change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.plaintext import MARK, STEP
from ruledsl.language.syntax import parse, to_text
from ruledsl.rules.packs.entries import inexact
from ruledsl.rules.packs.fields import entry_list
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, Node, ScalarNode, SequenceNode
from ruledsl.rules.packs.yaml.reader import read_yaml_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.language.syntax.tree import Document

_OWN_INDENT = re.compile(r"\|[-+]?[1-9]")
_NOT_PLAIN = re.compile(r":(\s|$)|\s#")


class _RuleText(NamedTuple):
    """A rule text in a file; `flow` if it is between brackets, where nothing can stand below."""

    key: KeyNode
    node: ScalarNode
    flow: bool


def formatted(text: str, name: str, diagnostics: Diagnostics) -> str:
    """The text of a pack file in the canonical layout; its errors go to `diagnostics`, under `name`.

    Unreadable parts do not change. Formatting is idempotent and preserves the trees of the rules; if it did not, the text would be
    returned unchanged.
    """
    mark = MARK if text.startswith(MARK) else ""
    plain = text.removeprefix(MARK)
    root = read_yaml_text(plain, name, diagnostics)
    if not isinstance(root, MappingNode):
        return text
    rows = plain.split("\n")
    for rule_text in sorted(
        _rule_texts(root, rows), key=lambda rule_text: rule_text.node.span.start, reverse=True
    ):
        document = _document(rule_text.node, diagnostics)
        if document is not None and (document.statements or document.comments):
            _lay_out(rule_text, to_text(document).rstrip("\n"), rows)
    made = "\n".join(rows)
    return mark + made if made == plain or _meaning(made, name) == _meaning(plain, name) else text


def _document(node: ScalarNode, diagnostics: Diagnostics) -> Document | None:
    """The tree of a rule text, if it has no errors."""
    if not node.exact:
        inexact(node, diagnostics)
        return None
    problems = diagnostics.apart()
    document = parse(node.text, problems, node.position, node.span.file)
    diagnostics.extend(problems)
    return None if problems.has_errors else document


# ── the places of rule texts ──


def _rule_texts(root: MappingNode, rows: list[str]) -> Iterator[_RuleText]:
    """The rule texts that `entries` reads: those of the file, of its tiles and pieces, and of the pieces of tiles."""
    outside = _is_flow(root, rows)
    yield from _of_entry(root, rows, flow=outside)
    for _, table in root:
        for entry in _entries(table):
            flow = outside or _is_flow(table, rows) or _is_flow(entry, rows)
            yield from _of_entry(entry, rows, flow=flow)
            pieces = entry.get("pieces")
            for piece in _entries(pieces):
                inside = flow or _is_flow(pieces, rows) or _is_flow(piece, rows)
                yield from _of_entry(piece, rows, flow=inside)


def _entries(node: Node | None) -> Iterator[MappingNode]:
    if isinstance(node, MappingNode):
        yield from (entry for _, entry in node if isinstance(entry, MappingNode))


def _of_entry(entry: MappingNode, rows: list[str], *, flow: bool) -> Iterator[_RuleText]:
    """`rules:` and `rules_when:`."""
    key, node = entry.key("rules"), entry.get("rules")
    if key is not None and isinstance(node, ScalarNode):
        yield _RuleText(key, node, flow)
    several = entry.get("rules_when")
    for item in entry_list(several):
        key, node = item.key("rules"), item.get("rules")
        if key is not None and isinstance(node, ScalarNode):
            yield _RuleText(key, node, flow or _is_flow(several, rows) or _is_flow(item, rows))


def _is_flow(node: Node | None, rows: list[str]) -> bool:
    """Is a mapping or list written in brackets?"""
    return node is not None and rows[node.span.line - 1][node.span.column - 1 :][:1] in ("[", "{")


# ── the new text ──


def _lay_out(rule_text: _RuleText, text: str, rows: list[str]) -> None:
    """Put the text of one rule text into the rows of its file. Earlier rows keep their numbers."""
    node, head = rule_text.node, rule_text.node.span.line - 1
    end = "\r" if rows[head].endswith("\r") else ""
    if node.style == "literal":
        first, last = node.lines[0][1] - 1, _last_row(node)
        rows[first : last + 1] = _block(text, _margin(rule_text, rows, last), end)
        return
    before, after = rows[head][: node.span.column - 1], rows[head][node.span.end_column - 1 :]
    quote = {"single": "'", "double": '"'}.get(node.style, "")
    if "\n" not in text and (quote or not _NOT_PLAIN.search(text)):
        rows[head] = f"{before}{quote}{text}{quote}{after}"
    elif not rule_text.flow:
        margin = rule_text.key.span.column - 1 + STEP
        rows[head : head + 1] = [f"{before}|{after}", *_block(text, margin, end)]


def _block(text: str, margin: int, end: str) -> list[str]:
    return [(" " * margin + line if line else "") + end for line in text.split("\n")]


def _last_row(node: ScalarNode) -> int:
    """The last non-empty row of a block."""
    texts = node.text.split("\n")
    last = max(number for number, line in enumerate(texts) if line.strip())
    return node.lines[last][1] - 1


def _margin(rule_text: _RuleText, rows: list[str], last: int) -> int:
    """Two more than the key, unless the header says something else or the comment below would become part of the block."""
    node, margin = rule_text.node, rule_text.key.span.column - 1 + STEP
    present = max(column for _, _, column in node.lines) - 1
    if _OWN_INDENT.match(rows[node.span.line - 1][node.span.column - 1 :]):
        return present
    below = next((row for row in rows[last + 1 :] if row.strip()), "")
    is_comment = below.lstrip().startswith("#")
    return present if is_comment and len(below) - len(below.lstrip()) >= margin else margin


def _meaning(text: str, name: str) -> Any:
    """The whole meaning of a file: its values, with the trees of its rule texts in place."""
    root = read_yaml_text(text, name, Diagnostics())
    if not isinstance(root, MappingNode):
        return None
    rules = {id(rule_text.node) for rule_text in _rule_texts(root, text.split("\n"))}

    def written(node: Node) -> Any:
        match node:
            case MappingNode():
                return [(key.text, written(value)) for key, value in node]
            case SequenceNode():
                return [written(item) for item in node]
            case _ if id(node) in rules and (document := _document(node, Diagnostics())) is not None:
                return document.statements, sorted(comment.text for comment in document.comments)
        return node.value

    return written(root)
