"""Renames everywhere at once; tries it first, and refuses if that would introduce an error."""

from __future__ import annotations

import re
from typing import Final

from ruledsl.author.service.index import Index
from ruledsl.author.service.symbols import BUILT_IN, Occurrence, Symbol
from ruledsl.base.diagnostics import Fix
from ruledsl.base.diagnostics.applying import applied
from ruledsl.language.syntax.parsing.grammar import RESERVED

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
REGION: Final = re.compile(r"[a-z0-9_]+")


class CannotRename(ValueError):
    """The rename is refused, for the reason in the sentence."""


def may_rename(found: Occurrence | None, index: Index) -> Occurrence:
    """What a rename at this place would rename; raises `CannotRename`."""
    if found is None:
        raise CannotRename("Nothing that has a name stands here.")
    if found.symbol.kind == BUILT_IN:
        raise CannotRename(f"`{found.symbol.name}` is a question to the game itself.")
    if not index.declared(found.symbol):
        raise CannotRename(f"It is not known where `{found.symbol.name}` is declared.")
    return found


def spelled(symbol: Symbol, new: str) -> str:
    """The new name, if it is valid; raises `CannotRename`."""
    pattern = REGION if symbol.kind == "region" else NAME
    if not pattern.fullmatch(new):
        raise CannotRename(
            f"`{new[:60]}` is no name: names are small letters, digits and `_`, a letter first."
        )
    if new in RESERVED:
        raise CannotRename(f"`{new}` is a word of the language.")
    return new


def edits_of(index: Index, symbol: Symbol, new: str) -> dict[str, list[Fix]]:
    """The edits by file; in `pack/name` only the name changes, and a parameter named after its type gets that type."""
    found: dict[str, list[Fix]] = {}
    old = symbol.name.rpartition("/")[2]
    is_alone = symbol.kind == "tile" and new not in index.reading.composition.tiles
    for span, *_ in index.by_symbol[symbol]:
        if span.line != span.end_line:
            raise CannotRename(f"`{old}` cannot be renamed at {span}.")
        last = span._replace(column=max(span.column, span.end_column - len(old)))
        if is_alone and span.file in index.tests:
            last = span  # a game names a tile's owner only if two tiles share the name
        text = f"{new} ({old})" if span in index.untyped else new
        found.setdefault(span.file, []).append(Fix(last, text))
    return found


def changed(text: str, edits: list[Fix], old: str) -> str:
    """The text with the new name; raises `CannotRename` if the old name is not where it should be."""
    rows = text.removeprefix("\ufeff").split("\n")
    for span, _ in edits:
        row = rows[span.line - 1] if span.line <= len(rows) else ""
        if row[span.column - 1 : span.end_column - 1].rpartition("/")[2] != old:
            raise CannotRename(f"`{old}` is written otherwise at {span}.")
    return applied(text, edits)
