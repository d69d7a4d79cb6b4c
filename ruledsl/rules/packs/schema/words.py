"""Plain words for the requirements of a JSON Schema and for what it finds instead."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ruledsl.rules.packs.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_plain

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Purse

NEVER: dict[str, Any] = {"not": {}}
"""The schema that nothing fits."""

MAX_LISTED = 12
"""The most possible words in a list."""
MAX_TEXT = 40
"""Longer texts are truncated in messages."""

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "object": "keys with values",
    "array": "a list",
    "null": "nothing",
}
_SIZES = {
    "minItems": ("at least", "item"),
    "maxItems": ("at most", "item"),
    "minProperties": ("at least", "key"),
    "maxProperties": ("at most", "key"),
    "minLength": ("at least", "character"),
    "maxLength": ("at most", "character"),
}
_OTHERWISE = {
    "equals": "is",
    "equal": "is",
    "land": "terrain",
    "type": "terrain",
    "kind": "terrain",
    "landscape": "terrain",
    "neighbours": "borders",
    "neighbors": "borders",
    "adjacent": "borders",
    "next_to": "borders",
    "icons": "symbols",
    "icon": "symbol",
    "tokens": "number tray",
    "count": "number supply",
    "quantity": "supply number",
    "amount": "supply",
    "badge": "number",
    "banner": "number",
    "total": "tray",
    "max": "tray",
    "title": "name",
    "label": "name",
    "description": "summary",
    "text": "summary",
    "abilities": "rules",
    "ability": "rules",
    "effect": "rules",
    "effects": "rules",
    "tags": "traits",
    "properties": "traits",
    "depends": "requires",
    "dependencies": "requires",
    "creatures": "races",
    "turns": "rounds",
    "seats": "players",
    "start": "entry",
    "border": "borders",
}
"""Synonyms that people write, and the keys they mean."""

_GLUED = re.compile(r"[A-Za-z_][\w-]*:[^\s/].*")


# ── small words ──────────────────────────────────────────────────────────────


def short(text: str) -> str:
    """The beginning of a text, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def capital(sentence: str) -> str:
    """With a capital letter, unless it begins with a quotation."""
    return sentence[:1].upper() + sentence[1:]


def plain(value: Any) -> str:
    """A value as it is written in YAML."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def and_list(keys: list[str]) -> str:
    """``a`, `b` and `c``."""
    return joined([f"`{key}`" for key in keys])


def joined(parts: list[str]) -> str:
    """``a`, `b` and `c``, of parts in quotes already."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _or_list(parts: list[str]) -> str:
    shown = parts[:MAX_LISTED]
    if len(parts) > MAX_LISTED:
        return ", ".join(shown) + f" or one of {len(parts) - MAX_LISTED} more"
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]


# ── requirements ─────────────────────────────────────────────────────────


def types(wanted: str | list[str]) -> str:
    """One or more types of JSON Schema."""
    names = [wanted] if isinstance(wanted, str) else wanted
    if "number" in names:
        names = [name for name in names if name != "integer"]
    return _or_list([_TYPES.get(name, name) for name in names])


def options(values: list[str]) -> str:
    """The possible words."""
    return _or_list([f"`{value}`" for value in values]) if values else ""


def range_of(rule: str, value: Any, schema: dict[str, Any]) -> str:
    """The possible numbers."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if rule in {"minimum", "maximum"} and low is not None and high is not None:
        return f"a number from {plain(low)} to {plain(high)}"
    limits = {
        "minimum": "at least",
        "maximum": "at most",
        "exclusiveMinimum": "more than",
        "exclusiveMaximum": "less than",
        "multipleOf": "a multiple of",
    }
    return f"{limits[rule]} {plain(value)}"


def size_of(rule: str, value: Any) -> str:
    """The possible sizes."""
    limit, thing = _SIZES[rule]
    return f"{limit} {value} {thing}" + ("" if value == 1 else "s")


def rule_of(rule: str, value: Any, schema: dict[str, Any]) -> str:
    """The required form of a text: the schema's own description if it has one."""
    if "description" in schema:
        return str(schema["description"])
    if rule == "enum":
        return options([plain(option) for option in value])
    return f"a text that matches `{value}`" if rule == "pattern" else ""


def unknown_keys(keys: list[str], schema: dict[str, Any]) -> list[str]:
    """The keys that a schema with `additionalProperties: false` does not allow."""
    allowed = schema.get("properties", {})
    patterns = [re.compile(pattern) for pattern in schema.get("patternProperties", {})]
    return [
        key for key in keys if key not in allowed and not any(pattern.search(key) for pattern in patterns)
    ]


def said_otherwise(name: str, free: list[str]) -> str:
    """The key that a synonym means: the first that can stand there and does not yet."""
    return next((meant for meant in _OTHERWISE.get(name.casefold(), "").split() if meant in free), "")


# ── findings ────────────────────────────────────────────────────────────


def owner(path: tuple[str | int, ...]) -> str:
    """The name of the thing at a path."""
    if not path:
        return "this file"
    last = path[-1]
    return f"`{short(last)}`" if isinstance(last, str) else "this item"


def found(node: Node) -> str:
    """What a node is, in words."""
    match node:
        case MappingNode():
            return "a group of keys" if node.entries else "an empty group of keys"
        case SequenceNode():
            return "a list" if node.items else "an empty list"
        case ScalarNode(value=None):
            return "nothing"
        case ScalarNode(value=bool()):
            return f"`{node.text}`"
        case ScalarNode(value=int()) | ScalarNode(value=float()):
            return f"the number {short(node.text)}"
    return f"the text `{short(node.text)}`" if node.text.strip() else "an empty text"


def count(node: Node) -> str:
    """The size of a mapping or list, in words."""
    match node:
        case MappingNode():
            size, thing = len(node.entries), "key"
        case SequenceNode():
            size, thing = len(node.items), "item"
        case _:
            return "something else"
    return f"{size or 'no'} {thing}" + ("" if size == 1 else "s")


def identity(node: Node) -> str:
    """Equal for nodes with the same meaning."""
    return json.dumps(to_plain(node), sort_keys=True, ensure_ascii=False)


def type_advice(node: Node, wanted: str | list[str], purse: Purse) -> str:
    """Advice for a value of the wrong type."""
    names = [wanted] if isinstance(wanted, str) else wanted
    if isinstance(node, MappingNode) and names == ["array"]:
        return f"Write a list: `[{short(', '.join(node.keys()))}]`."
    if not isinstance(node, ScalarNode):
        return "" if {"array", "object"} & set(names) else "Write one value here."
    if isinstance(node.value, str):
        return _text_advice(node, names, purse)
    if isinstance(node.value, float) and "integer" in names:
        return "A whole number is written without a point or an exponent."
    if node.value is not None and "string" in names:
        return "Put it in quotes if it is meant as a text."
    return "Write a list, also for one item: `[…]`." if "array" in names and node.value is not None else ""


def _text_advice(node: ScalarNode, names: list[str], purse: Purse) -> str:
    if "object" in names and _GLUED.fullmatch(node.text.split("\n")[0]):
        return "Is a space missing after the colon?"
    if "object" in names and re.fullmatch("[a-z][a-z0-9_]*", node.text):
        return f"Write `{node.text}:` on a line of its own below, and what belongs to it below that."
    if node.style in {"single", "double"} and {"integer", "number", "boolean"} & set(names):
        return "Write it without quotes."
    if "boolean" in names and node.text.casefold() in {"yes", "no", "on", "off", "y", "n"}:
        return "Flags in pack files are written `true` and `false`."
    if "boolean" in names and purse.nearest(node.text, ["true", "false"]):
        return "Flags are written in small letters."
    return "Write a list, also for one item: `[…]`." if "array" in names else ""
