"""In which order declarations are checked, and what to say of those that hang on themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.check.program import DefineDef, ValueDef
from ruledsl.syntax import tree as s
from ruledsl.syntax.visitor import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.check.declare import Declarations
    from ruledsl.check.program import PermissionDef
    from ruledsl.diagnostics import Diagnostics

__all__ = ["in_order", "report_circle", "unread"]

Declared = ValueDef | DefineDef

_DECLARATION = re.compile(
    r"^[ \t]*(?:value|define|permission|event|phase|remember)[ \t]+(?:[a-z0-9_]+[ \t]+is[ \t]+)?([a-z0-9_]+)",
    re.MULTILINE,
)


def unread(text: str) -> Iterator[str]:
    """The names that a rule text seems to declare, also in statements that cannot be read."""
    return (found[1] for found in _DECLARATION.finditer(text))


def in_order(todo: Declarations) -> list[Declared]:
    """Values and definitions, each after those that its text mentions, so that the check of one never goes deep into others."""
    texts: dict[Declared, Iterable[s.Node]] = {
        **{value: [n for n in (node.base, node.against) if n] for value, node in todo.values.items()},
        **{define: [node.body] for define, node in todo.defines.items()},
    }
    named: dict[str, list[Declared]] = {}
    for declared in texts:
        named.setdefault(declared.name.partition("@")[0], []).append(declared)
    order: list[Declared] = []
    met: set[Declared] = set()
    for first in texts:
        waiting = [(first, False)]
        while waiting:
            declared, done = waiting.pop()
            if done:
                order.append(declared)
            elif declared not in met:
                met.add(declared)
                waiting.append((declared, True))
                words = (word.rpartition("/")[2] for node in texts[declared] for word in _words(node))
                waiting += [(other, False) for word in words for other in named.get(word, ())]
    return order


def _words(node: s.Node) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, s.Name | s.Word):
            yield part.text


def report_circle(chain: Sequence[ValueDef | DefineDef | PermissionDef], diagnostics: Diagnostics) -> None:
    """Report that each of these hangs on the next one, and the last on the first."""
    names = " → ".join(f"`{member.name}`" for member in (*chain, chain[0]))
    labels = [(member.origin.span, f"`{member.name}` is declared here") for member in chain[1:]]
    message = f"`{chain[0].name}` hangs on itself, so it has no answer: {names}."
    diagnostics.error("R002", message, chain[0].origin.span, labels=labels)
