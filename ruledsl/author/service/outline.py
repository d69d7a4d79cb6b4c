"""The outline of a file: its tables, their entries, and the declarations and effects of their rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.grammar import RESERVED, grammar
from ruledsl.language.syntax.lexer import read_lines
from ruledsl.rules.check.scope import Meaning, Reason, WordOf
from ruledsl.rules.check.typed.base import Var
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)
from ruledsl.rules.packs.filetrees import FileTree
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.model import BoardMap, Composition, Deck, Die, Kind, Piece, Tile, Variant
from ruledsl.rules.packs.schema.scenarios import whole_scenario_schema
from ruledsl.rules.packs.schema.schemas import Form, file_schema, pack_schema
from ruledsl.rules.packs.translations import FOLDER, translation_form
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


# ── symbols ─────────────────────────────────────────────────────────────────────
# Symbols: declarations of rules, words and entries of packs, names within one rule. Each has one identity wherever it occurs.


SymbolEntry = Tile | Piece | Deck | Die | Kind | Variant | BoardMap


class Symbol(NamedTuple):
    """`kind` is the author's word for it, `home` distinguishes namesakes."""

    kind: str
    name: str
    home: str = ""


class Occurrence(NamedTuple):
    """A word at a place, its symbol, and whether it is declared there."""

    span: Span
    symbol: Symbol
    declares: bool = False


BUILT_IN = "question to the game"
LOCAL = "name in this rule"
TYPE = "type"
_KINDS: dict[type, str] = {
    ValueDef: "value",
    MemoryDef: "memory",
    PermissionDef: "permission",
    ActionDef: "action",
}
_WORDS = {
    "trait": "trait of region",
    "question": BUILT_IN,
    "number": "number on tiles",
}
"""Words of the checker with another name here."""


def symbol_of(meaning: Meaning) -> Symbol | None:
    """The symbol of a word in a rule text; None if it has no name of its own."""
    match meaning:
        case Var():
            return None if meaning.place is None else Symbol(LOCAL, meaning.name, str(meaning.place))
        case WordOf(what="word"):
            return None
        case WordOf():
            return Symbol(_WORDS.get(meaning.what, meaning.what), meaning.text)
        case Reason():
            return Symbol("prohibition", meaning.text, str(meaning.permission.origin.span))
        case DefineDef():
            kind = "predicate" if meaning.is_predicate else "definition"
            return Symbol(kind, _plain(meaning.name), str(meaning.origin.span))
        case EventDef(action=ActionDef() as action):
            return symbol_of(action)
        case EventDef():
            kind = "event" if meaning.parent is None else "phase"
            return Symbol(kind, _plain(meaning.name), str(meaning.origin.span))
        case _:
            return Symbol(_KINDS[type(meaning)], _plain(meaning.name), str(meaning.origin.span))


def as_written(symbol: Symbol) -> str:
    """The name of a symbol as it stands in texts, perhaps behind that of its pack."""
    return symbol.name.rpartition("/")[2]


def _plain(name: str) -> str:
    """Its name as the author writes it."""
    return name.partition("@")[0]


def _tables(composition: Composition) -> dict[str, Mapping[str, SymbolEntry]]:
    return {
        "tile": composition.tiles,
        "piece": composition.pieces,
        "deck": composition.decks,
        "die": composition.dice,
        "kind": composition.kinds,
        "variant": composition.variants,
        "map": composition.maps,
    }


def entry_called(kind: str, text: str, pack: str, composition: Composition) -> Symbol | None:
    """The entry of a kind that a word means in a file of a pack: that of the pack itself, or the only one; of `hole@frogs` the `hole`."""
    table, text = _tables(composition)[kind], _plain(text)
    keys = (f"{pack}/{text}", text, text.rpartition("/")[2])
    return next((_symbol(kind, key, table[key]) for key in keys if key in table), None)


def entry_of(symbol: Symbol, composition: Composition) -> SymbolEntry | None:
    """The entry of a symbol in a table of packs."""
    table = _tables(composition).get(symbol.kind, {})
    return table.get(f"{symbol.home}/{symbol.name}") or table.get(symbol.name)


def _symbol(kind: str, key: str, entry: SymbolEntry) -> Symbol:
    """A symbol independent of the composition, where the key of one of two namesakes differs."""
    name = getattr(entry, "copy_of", "") or key
    return Symbol(kind, name.rpartition("/")[2], getattr(entry, "pack", ""))


# ── colouring ───────────────────────────────────────────────────────────────────
# The colours of rule texts: the role of each word, as far as it is known.


COLOURS: Final = (
    "keyword",
    "variable",
    "property",
    "function",
    "event",
    "enumMember",
    "type",
    "class",
    "number",
    "operator",
    "comment",
)
"""The kinds of colours, in the order of their numbers."""
_OF_KIND: Final = {
    "name in this rule": "variable",
    "memory": "variable",
    "value": "property",
    "number on tiles": "property",
    BUILT_IN: "function",
    "definition": "function",
    "predicate": "function",
    "permission": "function",
    "event": "event",
    "phase": "event",
    "action": "event",
    "tile": "class",
    "piece": "class",
    "kind": "class",
    "deck": "class",
    "map": "class",
    TYPE: "type",
}


class Colour(NamedTuple):
    """A stretch of a line, its colour, and whether it is declared there."""

    span: Span
    what: str
    declares: bool = False


def colours_of_text(
    node: ScalarNode, symbols: Mapping[tuple[int, int], tuple[Symbol, bool]]
) -> Iterator[Colour]:
    """The colours of a rule text; `symbols` are its names by their start."""
    if not node.exact:
        return
    lines, remarks = read_lines(node.text)
    pieces = [(piece.kind, piece.text, piece.start, piece.end) for line in lines for piece in line.pieces]
    pieces += [("comment", remark.text, remark.start, remark.end) for remark in remarks]
    for kind, text, start, end in sorted(pieces, key=lambda piece: piece[2]):
        span = node.span_of(start, end)
        symbol = symbols.get(span.start)
        if symbol is not None and kind == "word" and text not in RESERVED:
            yield Colour(span, _OF_KIND.get(symbol[0].kind, "enumMember"), symbol[1])
        elif kind in ("comment", "number"):
            yield Colour(span, kind)
        elif kind == "sign" and text not in "():":
            yield Colour(span, "operator")
        elif kind in ("word", "reserved", "lone") and text in grammar().words:
            yield Colour(span, "keyword")


def words_of_text(node: ScalarNode) -> Iterator[tuple[Span, str]]:
    """Every word of a rule text with its place."""
    for line in read_lines(node.text)[0] if node.exact else ():
        for piece in line.pieces:
            if piece.kind in ("word", "reserved", "lone"):
                yield node.span_of(piece.start, piece.end), piece.text


def colours_of_names(
    names: Mapping[tuple[int, int], tuple[Symbol, bool]], spans: Mapping[tuple[int, int], Span]
) -> Iterator[Colour]:
    """The colours of names in YAML."""
    for start, (symbol, declares) in names.items():
        yield Colour(spans[start], _OF_KIND.get(symbol.kind, "enumMember"), declares)


# ── schema ──────────────────────────────────────────────────────────────────────
# The JSON Schema of the files of a composition, for editors that know YAML only.


DRAFT = "http://json-schema.org/draft-07/schema#"


def schema_for_editors(kinds: Iterable[Kind], what: str) -> Form:
    """The schema of pack files (`pack`), of `pack.yaml` (`head`), of scenarios or of languages, with the meaning of every key.

    The kinds of tiles that packs declare are keys in it. Its `$id` is relative, so that it may lie anywhere.
    Only ruledsl itself knows which of their words exist.
    """
    if what == "head":
        schema = pack_schema()
    elif what == "scenarios":
        schema = whole_scenario_schema()
    else:
        schema = file_schema(kinds)
        schema = translation_form(schema) if what == FOLDER else schema
    return {"$schema": DRAFT, "$id": f"{what}.json", "title": f"ruledsl {what}", **_described(schema)}


def write_schemas(folder: Path, packs: Sequence[str]) -> None:
    """Write the schemas of the files of packs into a folder, one for each kind of file, with the kinds of tiles of these packs."""
    kinds = [kind for pack in load_packs(packs, Diagnostics()) for kind in pack.kinds.values()]
    for what in ("pack", "head", "scenarios", FOLDER):
        text = json.dumps(schema_for_editors(kinds, what), ensure_ascii=False, indent=2)
        (folder / f"{what}.json").write_text(text + "\n", encoding="utf-8")


def _described(form: Form) -> Form:
    """A schema for editors: its descriptions are the meanings of keys, unless they say how a text is written. It lacks what words name."""
    told = {"description": form["means"]} if "means" in form else {}
    return told | {
        word: _inside(word, value) for word, value in form.items() if word not in ("means", "names")
    }


def _inside(word: str, value: object) -> object:
    """The value of a keyword. The keys under `properties` are those of files."""
    if isinstance(value, list):
        return [_inside("", item) for item in value]
    if not isinstance(value, dict):
        return value
    if word == "properties":
        return {key: _described(form) for key, form in value.items()}
    return _described(value)
