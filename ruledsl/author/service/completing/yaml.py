"""Completion in YAML: the missing keys of an entry, and ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ruledsl.author.service.completing.habits import shipped_keys
from ruledsl.author.service.completing.spot import Item, YamlSpot
from ruledsl.author.service.describe import in_short
from ruledsl.author.service.outline import Symbol
from ruledsl.author.service.resolve import ENTRIES, RULED
from ruledsl.author.service.world import Reading
from ruledsl.base.dataclass import replace
from ruledsl.base.diagnostics import Span
from ruledsl.rules.check.lints.roles import ROLES
from ruledsl.rules.packs.folders.find import known_packs
from ruledsl.rules.packs.mentions import ITEM, KEY, kinds_at, known
from ruledsl.rules.packs.model import Composition
from ruledsl.rules.packs.schema.scenarios import MEMORY, whole_scenario_schema
from ruledsl.rules.packs.schema.schemas import file_schema, pack_schema
from ruledsl.rules.packs.translations import is_translation, translation_form
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, Node, SequenceNode

MOST_CHOICES = 500


def schema_of(name: str, reading: Reading | None) -> dict[str, Any]:
    """The schema of a file of a pack, by its path in the pack's folder."""
    if name == "pack.yaml":
        return pack_schema()
    if name.startswith("scenarios/"):
        return whole_scenario_schema()
    form = file_schema(reading.composition.kinds.values() if reading else ())
    return translation_form(form) if is_translation(name) else form


def items_in_yaml(spot: YamlSpot, name: str, reading: Reading, beside: Iterable[str] = ()) -> list[Item]:
    """The completions in the file of that name; `beside` are the regions of the map that is being written."""
    schemas = _at(schema_of(name, reading), spot.path)
    items: dict[str, Item] = {}
    for schema in schemas:
        for item in _keys(schema, spot) if spot.is_key else _values(schema):
            items.setdefault(item.text, item)
    if not spot.is_key and any(schema.get("type") == "array" for schema in schemas):
        inside = replace(spot, path=[*spot.path, ITEM])
        for item in items_in_yaml(inside, name, reading, beside):
            items.setdefault(f"[{item.text}]", item._replace(text=f"[{item.text}]"))
    for kind in kinds_at([*spot.path, KEY] if spot.is_key else spot.path, reading.plurals):
        if kind.startswith("+") and not is_translation(name):
            continue  # what is declared there gets a new name
        for item in _ids(kind.removeprefix("+"), spot, reading, beside):
            items.setdefault(item.text, item)
    return [item for text, item in items.items() if not spot.is_key or text not in spot.beside]


def _keys(schema: dict[str, Any], spot: YamlSpot) -> list[Item]:
    """The keys of a mapping: the required ones, then the most usual in shipped packs."""
    required, used = set(schema.get("required", ())), shipped_keys()[not spot.path]
    items = [Item(key, "key", form.get("means", "")) for key, form in schema.get("properties", {}).items()]
    return sorted(items, key=lambda item: (item.text not in required, -used[item.text]))


def about_key(root: Node, line: int, column: int, name: str, reading: Reading) -> tuple[str, Span] | None:
    """What a key at a place means, as Markdown, and the span of the key; None if none stands there, or if authors choose it themselves."""
    there = _key_at(root, line, column, [])
    if there is None:
        return None
    key, path = there
    for schema in _at(schema_of(name, reading), path):
        form = schema.get("properties", {}).get(key.text, schema.get("additionalProperties"))
        if isinstance(form, dict) and form.get("means"):
            needed = " (required)" if key.text in schema.get("required", ()) else ""
            return f"**{key.text}**{needed}: {form['means']}", key.span
    return None


def text_key_at(root: Node, line: int, column: int) -> KeyNode | None:
    """The key of a text at a place: `ask.site`, below `texts`."""
    key, path = _key_at(root, line, column, []) or (None, [])
    return key if path == ["texts"] else None


def _key_at(node: Node, line: int, column: int, path: list[str]) -> tuple[KeyNode, list[str]] | None:
    """The key at a place, with the path of the mapping that it stands in."""
    if isinstance(node, SequenceNode):
        inside = (_key_at(item, line, column, [*path, "[]"]) for item in node)
        return next((one for one in inside if one is not None), None)
    for key, value in node if isinstance(node, MappingNode) else ():
        if key.span.start <= (line, column) <= key.span.end:
            return key, path
        below = _key_at(value, line, column, [*path, key.text])
        if below is not None:
            return below
    return None


def _at(schema: dict[str, Any], path: list[str]) -> list[dict[str, Any]]:
    """The schemas at a path of keys."""
    now = [schema]
    for step in path:
        below: list[dict[str, Any]] = []
        for way in _ways(now):
            if step == "[]":
                below.append(way.get("items", {}))
            else:
                more = way.get("additionalProperties")
                inside = way.get("properties", {}).get(step, more if isinstance(more, dict) else None)
                below += [inside] if isinstance(inside, dict) else []
        now = below
    return list(_ways(now))


def _ways(schemas: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each schema with all its alternatives."""
    for schema in schemas:
        yield schema
        for name in ("anyOf", "oneOf"):
            yield from _ways(schema.get(name, ()))
        for name in ("then", "else"):
            if name in schema:
                yield from _ways([schema[name]])


def _values(schema: dict[str, Any]) -> Iterator[Item]:
    for value in schema.get("enum", ()):
        yield Item(str(value).lower() if isinstance(value, bool) else str(value), "value")
    if schema.get("type") == "boolean":
        yield from (Item(value, "value") for value in ("true", "false"))


def _ids(kind: str, spot: YamlSpot, reading: Reading, beside: Iterable[str]) -> Iterator[Item]:
    composition = reading.composition
    key = spot.path[-1] if spot.path else ""
    if kind in RULED or kind.startswith(MEMORY):
        yield from _declared(kind, key, spot, reading)
    elif kind == "region":
        yield from (Item(region, "region", "region of this map") for region in beside)
    elif kind == "explained":
        reasons = dict.fromkeys(forbid.reason for forbid in reading.program.forbids)
        yield from (Item(reason, "prohibition", "prohibition") for reason in reasons)
    elif kind == "pack":
        yield from (Item(name, "pack", "a pack") for name in known_packs())
    elif kind == "option" and key in composition.variants:
        yield from (
            Item(option, "option", f"option of {key}") for option in composition.variants[key].options
        )
    else:
        there = (
            reading.program.pieces if kind == "piece" else known(kind, composition) or ()
        )  # with those of copies
        words = [word for word in there if _is_one(word, composition)]
        for text in words[:MOST_CHOICES]:
            yield Item(text, kind, in_short(Symbol(ENTRIES.get(kind, kind), text), None, composition))


def _is_one(word: str, composition: Composition) -> bool:
    """Is it the main name of a tile, rather than an alias or a copy?"""
    tile = composition.tiles.get(word)
    return not tile.copy_of if tile is not None else "/" not in word


def _declared(kind: str, key: str, spot: YamlSpot, reading: Reading) -> Iterator[Item]:
    """Values, phases and other declarations of rules that fit there."""
    program = reading.program
    if spot.path[:1] == ["roles"] and key in ROLES:
        yield from (
            Item(name, "name", ROLES[key].what) for name in dict.fromkeys(ROLES[key].fitting(program))
        )
    elif kind == "phase":
        yield from (Item(e.name, "phase", "phase") for e in program.events if e.parent is not None)
    elif kind == "action":
        yield from (Item(a.name, "action", "action") for a in program.actions)
    elif kind.startswith(MEMORY):
        noun = kind.removeprefix(MEMORY)
        known_there = (memory for memory in program.memories if memory.on.name == noun)
        yield from (Item(memory.name, "memory", f"{kind}, {memory.type}") for memory in known_there)
    else:
        for value in program.values:
            yield Item(value.name, "value", f"value, {value.type}")
