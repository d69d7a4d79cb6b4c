"""What there is to say about a name: what it is, how it is declared, what it is worth at first, everything that changes it and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.check.program import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    Origin,
    PermissionDef,
    Program,
    ValueDef,
)
from ruledsl.check.typed.base import Var
from ruledsl.check.typed.meanings import Meaning, Reason
from ruledsl.diagnostics import Sources, Span
from ruledsl.packs.model import Composition, Tile
from ruledsl.service.symbols import BUILT_IN, Symbol
from ruledsl.vocabulary.builtins import builtins_named

__all__ = ["about", "in_short"]

MOST_CHANGES = 12
LANGUAGE = "en"


def in_short(symbol: Symbol, meaning: Meaning | None, found: Composition) -> str:
    """One line about a name."""
    if symbol.kind == BUILT_IN:
        return "; ".join(dict.fromkeys(b.doc for b in builtins_named(symbol.name)))
    match meaning:
        case DefineDef(is_predicate=True):
            return f"{symbol.kind}: {_shape(symbol.name, meaning)}"
        case ValueDef() | DefineDef():
            return f"{symbol.kind}, {meaning.type}: {_shape(symbol.name, meaning)}"
        case EventDef() | PermissionDef():
            return f"{symbol.kind}: {_shape(symbol.name, meaning)}"
        case MemoryDef():
            return f"memory of a {meaning.on}, {meaning.type}"
        case ActionDef():
            return f"action of the phase {meaning.phase.name}, by {meaning.origin.owner}"
        case Var():
            return f"a {meaning.type}"
        case Reason():
            return f"prohibition of {meaning.permission.name}"
    tile = found.tiles.get(symbol.name) if symbol.kind == "tile" else None
    if tile is not None:
        summary = tile.summary.get(LANGUAGE, "")
        return f"{tile.kind}: {tile.names.get(LANGUAGE, symbol.name)}" + (f". {summary}" if summary else "")
    piece = found.pieces.get(symbol.name) if symbol.kind == "piece" else None
    return f"piece: {piece.names.get(LANGUAGE, symbol.name)}" if piece is not None else symbol.kind


def about(
    symbol: Symbol, meaning: Meaning | None, declared: Sequence[Span], program: Program, sources: Sources
) -> str:
    """All of it, as Markdown."""
    found = program.composition
    parts = [f"**{symbol.name}**: {in_short(symbol, meaning, found)}"]
    if isinstance(meaning, ValueDef | DefineDef | MemoryDef | EventDef | PermissionDef | ActionDef):
        head = sources.line(meaning.origin.span.file, meaning.origin.span.line)
        if head is not None:
            parts.append(f"```ruledsl\n{head.strip().removeprefix('rules: ')}\n```")
        parts.append(f"declared by {meaning.origin.owner}, {meaning.origin.span}")
    elif declared and not isinstance(meaning, Var):
        parts.append(f"declared in {declared[0]}")
    tile = found.tiles.get(symbol.name) if symbol.kind == "tile" else None
    if tile is not None:
        parts.append(_numbers(tile))
    changes = list(_changes(meaning))
    if changes:
        lines = [f"- {_line(said, origin, sources)}" for said, origin in changes[:MOST_CHANGES]]
        if len(changes) > MOST_CHANGES:
            lines.append(f"- and {len(changes) - MOST_CHANGES} more")
        parts.append("\n".join([f"{_heading(meaning)}:", *lines]))
    return "\n\n".join(part for part in parts if part)


def _shape(name: str, declared: ValueDef | DefineDef | EventDef | PermissionDef) -> str:
    """How it is asked, with its parameters."""
    parts = [
        f"{prep} {param.name}" + (f" ({param.type})" if param.name != str(param.type) else "")
        for prep, param in zip(declared.preps, declared.params, strict=True)
    ]
    if isinstance(declared, DefineDef) and declared.is_predicate and parts:
        return " ".join([parts[0].strip(), "is", name, *parts[1:]])
    return " ".join([name, *parts])


def _numbers(tile: Tile) -> str:
    return ", ".join(f"{key} {value}" for key, value in tile.fields.items())


def _heading(meaning: Meaning | None) -> str:
    match meaning:
        case ValueDef():
            return "Changed by"
        case PermissionDef():
            return "Forbidden and permitted by"
        case Reason():
            return "Forbidden and lifted by"
    return "Watched by"


def _changes(meaning: Meaning | None) -> Iterator[tuple[str, Origin]]:
    """Everything that other rules do with it."""
    match meaning:
        case ValueDef():
            yield from (("", rule.origin) for rule in meaning.modifiers)
        case EventDef():
            yield from ((rule.moment, rule.origin) for rule in meaning.triggers)
        case PermissionDef():
            yield from (("forbid", rule.origin) for rule in meaning.forbids)
            yield from (("permit", rule.origin) for rule in meaning.permits)
        case Reason():
            permission = meaning.permission
            yield from (("forbid", r.origin) for r in permission.forbids if r.reason == meaning.text)
            yield from (("permit", r.origin) for r in permission.permits if r.reason == meaning.text)
        case ActionDef():
            event, permission_of = meaning.watched, meaning.permission
            yield from ((r.moment, r.origin) for r in (event.triggers if event else ()))
            yield from (("forbid", r.origin) for r in (permission_of.forbids if permission_of else ()))


def _line(said: str, origin: Origin, sources: Sources) -> str:
    text = sources.line(origin.span.file, origin.span.line) or said
    return f"`{text.strip()}` ({origin.owner}, {origin.span})"
