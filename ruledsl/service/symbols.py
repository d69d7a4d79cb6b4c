"""What can be named: declarations of rules, words and entries of packs, names within one rule. Each has one identity wherever it is said."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ruledsl.check.program import ActionDef, DefineDef, EventDef, MemoryDef, PermissionDef, ValueDef
from ruledsl.check.typed.base import Var
from ruledsl.check.typed.meanings import Meaning, Reason, WordOf
from ruledsl.diagnostics import Span
from ruledsl.packs.model import Composition, Pack

__all__ = ["BUILT_IN", "LOCAL", "Occurrence", "Symbol", "entries_by_place", "entry_called", "symbol_of"]


class Symbol(NamedTuple):
    """`kind` is the author's word for what it is, `home` tells namesakes apart."""

    kind: str
    name: str
    home: str = ""


class Occurrence(NamedTuple):
    """A word at a place, what it is, and whether it is declared there."""

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
"""Words of the checker that are called otherwise here."""


def symbol_of(meaning: Meaning) -> Symbol | None:
    """What a word of a rule text is; None for what has no name of its own."""
    match meaning:
        case Var():
            return None if meaning.place is None else Symbol(LOCAL, meaning.name, str(meaning.place))
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
    """As its author calls it."""
    return name.partition("@")[0]


def entries_by_place(found: Composition) -> dict[Span, Symbol]:
    """The entries of packs by the places of their keys."""
    tables = (
        ("tile", {key: tile for key, tile in found.tiles.items() if not tile.copy_of}),
        ("piece", found.pieces),
        ("deck", found.decks),
        ("die", found.dice),
        ("kind", found.kinds),
        ("variant", found.variants),
        ("map", found.maps),
    )
    return {entry.span: Symbol(kind, key) for kind, table in tables for key, entry in table.items()}


def entry_called(kind: str, text: str, pack: Pack | None, found: Composition) -> Symbol | None:
    """The entry of a kind that a word means in a file of a pack: that of the pack itself, or the one there is."""
    tables: dict[str, Collection[str]] = {
        "tile": found.tiles,
        "piece": found.pieces,
        "deck": found.decks,
        "die": found.dice,
        "kind": found.kinds,
        "variant": found.variants,
        "map": found.maps,
    }
    own = f"{pack.id}/{text}" if pack else text
    short = text.rpartition("/")[2]
    for key in (own, text, short):
        if key in tables[kind]:
            return Symbol(kind, key)
    return None
