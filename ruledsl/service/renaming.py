"""Renaming everywhere at once; tried out before it is done, and refused if anything would be wrong that was right before."""

from __future__ import annotations

import re
from typing import Final

from ruledsl.diagnostics import Fix
from ruledsl.diagnostics.applying import applied
from ruledsl.service.index import Index
from ruledsl.service.symbols import BUILT_IN, Occurrence, Symbol
from ruledsl.syntax.parsing.grammar import RESERVED

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
REGION: Final = re.compile(r"[a-z0-9_]+")


class CannotRename(ValueError):
    """It is not renamed; says why, in a sentence."""


def may_rename(found: Occurrence | None, index: Index) -> Occurrence:
    """What is renamed if somebody wants to at this place; raises `CannotRename`."""
    if found is None:
        raise CannotRename("Nothing that has a name stands here.")
    if found.symbol.kind == BUILT_IN:
        raise CannotRename(f"`{found.symbol.name}` is a question to the game itself.")
    if not index.declared(found.symbol):
        raise CannotRename(f"It is not known where `{found.symbol.name}` is declared.")
    return found


def spelled(symbol: Symbol, new: str) -> str:
    """The new name, if it can be one; raises `CannotRename`."""
    pattern = REGION if symbol.kind == "region" else NAME
    if not pattern.fullmatch(new):
        raise CannotRename(
            f"`{new[:60]}` is no name: names are small letters, digits and `_`, a letter first."
        )
    if new in RESERVED:
        raise CannotRename(f"`{new}` is a word of the language.")
    return new


def edits_of(index: Index, symbol: Symbol, new: str) -> dict[str, list[Fix]]:
    """What is written where, by file; of `pack/name` only the name changes, and a parameter that was called after its type says that."""
    found: dict[str, list[Fix]] = {}
    old = symbol.name.rpartition("/")[2]
    is_alone = symbol.kind == "tile" and new not in index.reading.composition.tiles
    for span, *_ in index.by_symbol[symbol]:
        if span.line != span.end_line:
            raise CannotRename(f"`{old}` cannot be renamed at {span}.")
        last = span._replace(column=max(span.column, span.end_column - len(old)))
        if is_alone and span.file in index.tests:
            last = span  # a game says whose a tile is only where two are called alike
        text = f"{new} ({old})" if span in index.untyped else new
        found.setdefault(span.file, []).append(Fix(last, text))
    return found


def changed(text: str, edits: list[Fix], old: str) -> str:
    """The text with the new name in it; raises `CannotRename` if another one stands where the old one should."""
    rows = text.removeprefix("\ufeff").split("\n")
    for span, _ in edits:
        row = rows[span.line - 1] if span.line <= len(rows) else ""
        if row[span.column - 1 : span.end_column - 1].rpartition("/")[2] != old:
            raise CannotRename(f"`{old}` is written otherwise at {span}.")
    return applied(text, edits)
