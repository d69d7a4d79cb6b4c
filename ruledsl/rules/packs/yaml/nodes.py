"""The tree of a YAML file: plain values, each with its place in the file.

There are three kinds of nodes: mapping, list, scalar. Nothing here knows how the file was read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Span

ScalarValue = str | int | float | bool | None

Style = Literal["plain", "single", "double", "literal", "folded"]
"""The style of a scalar: plain, in `'`, in `"`, after `|`, after `>`."""

TextLine = tuple[int, int, int]
"""The place of a line of a scalar's text: its offset in the text, the line and the column in the file (from 1)."""


class KeyNode(NamedTuple):
    """A key of a mapping. A number is its text as written."""

    text: str
    span: Span


class ScalarNode(NamedTuple):
    """A single value. `text` is its text, without quotes and block indentation.

    `value` is its value in YAML 1.2.

    `exact` if every character of `text` is in the file as it is, so that `position` is right for
    each of them.
    """

    value: ScalarValue
    text: str
    style: Style
    span: Span
    lines: tuple[TextLine, ...] = ()

    @property
    def exact(self) -> bool:
        """Is `position` exact: for a plain or quoted text on one line without escapes, or a `|` block?"""
        return bool(self.lines)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of a character of `text`.

        The end of the text is the end of its last line, before the line break.

        For a scalar that is not `exact`, the place where it begins.
        """
        if not self.lines:
            return self.span.start
        last = len(self.text) - 1 if self.text.endswith("\n") else len(self.text)
        offset = min(max(offset, 0), last)
        start, line, column = self.lines[bisect_left(self.lines, (offset + 1, 0, 0)) - 1]
        return line, column + offset - start

    def span_of(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`; of the whole scalar when it is not `exact`.

        A line break at the end is not part of it.
        """
        if not self.lines:
            return self.span
        if end > start and self.text[end - 1 : end] == "\n":
            end -= 1
        return Span(self.span.file, *self.position(start), *self.position(max(start, end)))


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        """An empty list is a node, too."""
        return True

    def __getitem__(self, index: int) -> Node:
        return self.items[index]


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Keys with values, in the order of the file. Keys are unique."""

    entries: tuple[tuple[KeyNode, Node], ...]
    span: Span
    _index: dict[str, tuple[KeyNode, Node]] = field(init=False, repr=False, compare=False)
    """Built on demand: most mappings are only read in order."""

    def _entry(self, key: str) -> tuple[KeyNode, Node] | None:
        try:
            index = self._index
        except AttributeError:
            index = {entry[0].text: entry for entry in self.entries}
            object.__setattr__(self, "_index", index)
        return index.get(key)

    def get(self, key: str) -> Node | None:
        """The value of a key.

        None when there is no such key (a key without a value has a scalar whose `value` is None).
        """
        entry = self._entry(key)
        return entry[1] if entry else None

    def key(self, key: str) -> KeyNode | None:
        """The key itself, for its place."""
        entry = self._entry(key)
        return entry[0] if entry else None

    def keys(self) -> list[str]:
        """The texts of the keys, in order."""
        return [key.text for key, _ in self.entries]

    def __iter__(self) -> Iterator[tuple[KeyNode, Node]]:
        return iter(self.entries)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._entry(key) is not None

    def __len__(self) -> int:
        return len(self.entries)

    def __bool__(self) -> bool:
        """An empty mapping is a node, too."""
        return True


Node = MappingNode | SequenceNode | ScalarNode


def to_plain(node: Node) -> Any:
    """The tree as dictionaries, lists and values, without places."""
    match node:
        case MappingNode():
            return {key.text: to_plain(value) for key, value in node.entries}
        case SequenceNode():
            return [to_plain(item) for item in node.items]
        case ScalarNode():
            return node.value


def with_texts(node: Node, texts: Mapping[Span, str]) -> Node:
    """The tree with the texts of keys and scalars at these places replaced."""
    match node:
        case MappingNode():
            pairs = [
                (key._replace(text=texts.get(key.span, key.text)), with_texts(value, texts))
                for key, value in node.entries
            ]
            return MappingNode(tuple(pairs), node.span)
        case SequenceNode():
            return SequenceNode(tuple(with_texts(item, texts) for item in node.items), node.span)
    new = texts.get(node.span_of(0, len(node.text)) if node.exact else node.span)
    return node if new is None else node._replace(text=new, value=new)


def words_in(node: Node) -> set[str]:
    """All words in a tree that could be names."""
    match node:
        case MappingNode():
            keys = {key.text for key, _ in node.entries}
            return keys.union(*(words_in(value) for _, value in node.entries))
        case SequenceNode():
            return set().union(*map(words_in, node.items))
    return set(re.findall("[a-z][a-z0-9_]*", node.text))
