"""Fixes for a value or key that does not fit its schema: the same thing, written differently."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.base.whole import is_whole
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.rules.packs.folders.elsewhere import nearest_pack, said_of
from ruledsl.rules.packs.schema import words
from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Collection

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.schema.faults import Fault
    from ruledsl.rules.packs.yaml.nodes import KeyNode, ScalarValue

FLAGS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ø": "oe", "å": "aa"})
"""How letters that ids cannot have are written without them."""
NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def types_of(wanted: str | list[str]) -> set[str]:
    """The types that a schema permits."""
    return {wanted} if isinstance(wanted, str) else {*wanted}


def retyped(node: Node, wanted: str | list[str]) -> Fix | None:
    """A value of the wrong type, written as one of the right types, if it is clear how."""
    names = types_of(wanted)
    if isinstance(node, MappingNode):
        return _unbraced(node) if "array" in names else None
    if isinstance(node, SequenceNode) and node.span.line == node.span.end_line and "array" not in names:
        only = node.items[0] if len(node.items) == 1 else None
        return Fix(node.span, only.text) if isinstance(only, ScalarNode) and "object" not in names else None
    if not isinstance(node, ScalarNode) or node.span.line != node.span.end_line or not node.text.strip():
        return None
    text = node.text.strip()
    if names & {"integer", "number"}:
        number = _number_meant(node.value, text)
        return Fix(node.span, number) if number else None
    if "boolean" in names:
        flag = FLAGS.get(text.casefold(), text.casefold())
        return Fix(node.span, flag) if flag in {"true", "false"} else None
    return Fix(node.span, _items_meant(text)) if "array" in names and _items_meant(text) else None


def _items_meant(text: str) -> str:
    """A list for items that are only listed, in brackets or with `and`, or for a few numbers from one to another; empty if it is none."""
    few = re.fullmatch(r"([0-9]) ?(?:-|–|to) ?([0-9])", text)
    if few is not None:
        return str([*range(int(few[1]), int(few[2]) + 1)])
    listed = re.sub(r",? (?:and|&|or) ", ", ", text.strip("()"))
    return f"[{listed}]" if re.fullmatch(r"[\w, ]+", listed) else ""


def _number_meant(value: ScalarValue, text: str) -> str:
    """The whole number that a value of another type stands for; empty if it is none for certain."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < LARGEST else ""
    plain = re.fullmatch(r"[~±+]?([0-9]+)(?:[.,;]| *[a-z]+)?", text)
    if plain:
        return plain[1]
    if re.fullmatch(r"[0-9]{1,3}(?:[_' ][0-9]{3})+", text):
        return re.sub("[_' ]", "", text)
    return str(NUMBERS.index(text.lower())) if text.lower() in NUMBERS else ""


def meant_value(node: Node, fault: Fault) -> Fix | None:
    """What is meant by a value of the wrong type, where the schema says more: its own form, its usual value, or a required pack."""
    if not isinstance(node, ScalarNode | SequenceNode) or node.span.line != node.span.end_line:
        return None
    names = types_of(fault.wanted)
    if "default" in fault.schema:
        return Fix(node.span, words.plain(fault.schema["default"]))
    if isinstance(node, ScalarNode) and "string" in names and "pattern" in fault.schema:
        meant = formed(node.text, fault, str(fault.schema["pattern"]))
        return Fix(node.span, meant) if meant else None
    if "object" in names and fault.schema.get("propertyNames", {}).get("names") == "pack":
        items = node.items if isinstance(node, SequenceNode) else (node,)
        packs = [said_of(nearest_pack(item.text)) for item in items if isinstance(item, ScalarNode)]
        return Fix(node.span, "{" + ", ".join(packs) + "}") if packs and all(packs) else None
    return None


def formed(text: str, fault: Fault, pattern: str = "") -> str:
    """A text in the form that is required, if little is wrong with it: capitals, a `v` before a version, a number too few; empty otherwise."""
    wanted = pattern or str(fault.wanted)
    plain = text.strip()
    if re.search(wanted, "A b"):
        return ""  # a sentence may stand there
    small = re.sub(r"[\s-]+", "_", plain).lower()
    number = re.match(r"[0-9]+(?:\.[0-9]+)*", plain)
    begun: tuple[str, ...] = (number[0],) if number else ()
    for meant in (
        small,
        *begun,
        plain.lstrip("vV "),
        f"{plain}.0",
        f"{plain.lstrip('vV ')}.0",
        f"{plain}.0.0",
    ):
        if meant != text and re.search(wanted, meant):
            return meant
    return ""


def said_otherwise(node: MappingNode, missing: list[str]) -> Fix | None:
    """The missing key for a synonym of it that stands there."""
    for name in node.keys():  # noqa: SIM118 - not a dictionary
        key, meant = node.key(name), words.said_otherwise(name, missing)
        if key and meant:
            return Fix(key.span, meant)
    return None


def apart(key: KeyNode | None, value: Node | None, free: Collection[str]) -> Fix | None:
    """`terrain: lake` for `terrain:lake` and `terrain=lake`."""
    match = re.fullmatch(r"(\w+) *(?::|=) *(.+)", key.text) if key else None
    if (
        key is None
        or match is None
        or match[1] not in free
        or not isinstance(value, ScalarNode)
        or value.text
    ):
        return None
    return Fix(key.span, f"{match[1]}: {match[2]}")


def without_sign(fault: Fault) -> str:
    """The number without its sign, if that is in range; empty otherwise."""
    number = fault.instance
    if not isinstance(number, int) or not is_whole(number) or number >= 0:
        return ""
    in_range = fault.schema.get("minimum", 0) <= -number <= fault.schema.get("maximum", LARGEST)
    return str(-number) if in_range else ""


def left_out(before: Node, item: Node) -> Fix | None:
    """The fix that leaves out an item behind another one on its line."""
    if before.span.end_line != item.span.end_line:
        return None
    return Fix(Span(item.span.file, *before.span.end, *item.span.end), "")


def named_items(node: Node, fault: Fault, diagnostics: Diagnostics) -> Fix | None:
    """Entries under their ids for a list of them: `otters:` for `- id: otters` and for `- otters:`."""
    if not isinstance(node, SequenceNode) or "object" not in types_of(fault.wanted):
        return None
    firsts = [item.entries[0] for item in node.items if isinstance(item, MappingNode) and item.entries]
    rows = _rows(node, diagnostics)
    if len(firsts) < len(node.items) or not rows:
        return None
    for key, value in firsts:
        number = key.span.line - node.span.line
        match = re.fullmatch(r"( *)- +(?:id: *(\w+)( *#.*)?|(.*))", rows[number])
        is_id = key.text == "id" and isinstance(value, ScalarNode)
        if match is None or is_id != bool(match[2]) or not (is_id or isinstance(value, MappingNode)):
            return None
        rows[number] = match[1] + (f"{match[2]}:{match[3] or ''}" if is_id else match[4])
    return Fix(Span(node.span.file, node.span.line, 1, node.span.line + len(rows), 1), "\n".join(rows) + "\n")


def as_lines(node: Node, key: KeyNode | None, fault: Fault, diagnostics: Diagnostics) -> Fix | None:
    """A text of several lines for a list of them, one below the other: `|` behind the key, and no signs of a list."""
    if not isinstance(node, SequenceNode) or key is None or types_of(fault.wanted) != {"string"}:
        return None
    rows = _rows(node, diagnostics)
    head = (diagnostics.sources.line(key.span.file, key.span.line) or "").rstrip()
    plain = [re.sub(r"^ *- +", "", row) for row in rows]
    is_below = node.span.line == key.span.line + 1 and head.endswith(":")
    if not is_below or any(row in {line, ""} for row, line in zip(rows, plain, strict=True)):
        return None
    indent = " " * (key.span.column + 1)
    whole = Span(key.span.file, key.span.line, 1, key.span.line + len(rows), len(rows[-1]) + 1)
    return Fix(whole, "\n".join([f"{head} |", *(indent + line for line in plain)]))


def _rows(node: Node, diagnostics: Diagnostics) -> list[str]:
    """The lines of a value of several lines, without empty ones at the end."""
    span = node.span
    rows = [diagnostics.sources.line(span.file, line) or "" for line in range(span.line, span.end_line + 1)]
    while rows and (not rows[-1].strip() or len(rows[-1]) - len(rows[-1].lstrip()) < span.column - 1):
        rows.pop()
    return rows


def _unbraced(node: MappingNode) -> Fix | None:
    """A list in braces instead of brackets: words without values."""
    span, words_ = node.span, node.keys()
    values = [node.get(word) for word in words_]
    if span.line != span.end_line or not all(isinstance(v, ScalarNode) and not v.text for v in values):
        return None
    return Fix(span, f"[{', '.join(words_)}]")


def as_id(name: str, fault: Fault) -> str:
    """A key in the form of ids, if that is required: lower case, words joined with `_`, letters from a to z."""
    letters = unicodedata.normalize("NFKD", name.strip().casefold().translate(LETTERS))
    plain = re.sub(r"[\s-]+", "_", "".join(one for one in letters if not unicodedata.combining(one)))
    return plain if fault.rule == "pattern" and plain != name and re.search(str(fault.wanted), plain) else ""
