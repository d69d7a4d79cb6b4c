"""Cases as data: `cases/*.txt`, each with rule texts, the tree they make and the diagnostics they get.

    === the name of the case
    my income +1
    --- tree
    Modifier scope="my" name=income
    …
    --- diagnostics
    1:1-1:3 L003 message | expected | suggestion | help

A name that ends in `@` shows where every node stands. `python tests/language/syntax/regenerate.py` writes what comes out now.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.syntax import parse, tree

FOLDER = Path(__file__).parent / "cases"


@dataclass
class Case:
    file: str
    name: str
    text: str
    tree: str
    diagnostics: str

    @property
    def id(self):
        return f"{self.file}: {self.name}"


def all_cases():
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in cases_in(path)]


def cases_in(path):
    _, *parts = f"\n{path.read_text(encoding='utf-8')}".split("\n=== ")
    for part in parts:
        name, _, rest = part.partition("\n")
        text, _, rest = f"{rest}\n".partition("\n--- tree\n")
        shown, _, found = f"\n{rest}".partition("\n--- diagnostics\n")
        yield Case(path.stem, name, text, shown.strip(), found.strip())


def outcome(text, name):
    """The tree and the diagnostics of a text, as they are written in a case."""
    diagnostics = Diagnostics()
    document = parse(text, diagnostics)
    nodes = [*document.statements, *document.comments]
    shown = "\n".join(dump(node, places=name.endswith("@")) for node in nodes)
    return shown, "\n".join(line(diagnostic) for diagnostic in diagnostics)


def line(diagnostic):
    parts = [diagnostic.message, diagnostic.expected, diagnostic.suggestion, diagnostic.help]
    while not parts[-1]:
        parts.pop()
    return f"{stretch(diagnostic.span)} {diagnostic.code} {' | '.join(parts)}"


def stretch(span):
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def dump(node, depth=0, *, places=False):
    """A node on a line with its words and plain values; the nodes in it below, indented."""
    head = type(node).__name__ + (f" {stretch(node.span)}" if places else "")
    below = []
    for field in fields(node):
        value = getattr(node, field.name)
        if not field.compare or value is None or value == ():
            continue
        if isinstance(value, tree.Word):
            head += f" {field.name}={value.text}" + (f" {stretch(value.span)}" if places else "")
        elif isinstance(value, tree.Node):
            below.append(f"{field.name}: {dump(value, depth + 1, places=places)}")
        elif isinstance(value, tuple):
            below.extend(f"{field.name}: {member}" for member in members(value, depth, places=places))
        else:
            head += f' {field.name}="{value}"' if isinstance(value, str) else f" {field.name}={value}"
    return "\n".join([head, *(f"{'  ' * (depth + 1)}{part}" for part in below)])


def members(values, depth, *, places):
    for value in values:
        if isinstance(value, tuple):
            yield from members(value, depth, places=places)
        else:
            yield dump(value, depth + 1, places=places)
