"""Symbols: declarations of rules, words and entries of packs, names within one rule. Each has one identity wherever it occurs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ruledsl.base.diagnostics import Span
from ruledsl.rules.check.typed.base import Var
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)
from ruledsl.rules.check.typed.meanings import Meaning, Reason, WordOf
from ruledsl.rules.packs.model import BoardMap, Composition, Deck, Die, Kind, Piece, Tile, Variant

Entry = Tile | Piece | Deck | Die | Kind | Variant | BoardMap


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


def _plain(name: str) -> str:
    """Its name as the author writes it."""
    return name.partition("@")[0]


def _tables(found: Composition) -> dict[str, Mapping[str, Entry]]:
    return {
        "tile": found.tiles,
        "piece": found.pieces,
        "deck": found.decks,
        "die": found.dice,
        "kind": found.kinds,
        "variant": found.variants,
        "map": found.maps,
    }


def entry_called(kind: str, text: str, pack: str, found: Composition) -> Symbol | None:
    """The entry of a kind that a word means in a file of a pack: that of the pack itself, or the only one; of `hole@frogs` the `hole`."""
    table, text = _tables(found)[kind], _plain(text)
    keys = (f"{pack}/{text}", text, text.rpartition("/")[2])
    return next((_symbol(kind, key, table[key]) for key in keys if key in table), None)


def entry_of(symbol: Symbol, found: Composition) -> Entry | None:
    """The entry of a symbol in a table of packs."""
    table = _tables(found).get(symbol.kind, {})
    return table.get(f"{symbol.home}/{symbol.name}") or table.get(symbol.name)


def _symbol(kind: str, key: str, entry: Entry) -> Symbol:
    """A symbol independent of the composition, where the key of one of two namesakes differs."""
    name = getattr(entry, "copy_of", "") or key
    return Symbol(kind, name.rpartition("/")[2], getattr(entry, "pack", ""))
