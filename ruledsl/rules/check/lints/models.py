"""What is left of the model in a tile that was copied and not changed all through: its pieces, modes, actions, names and summaries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix
from ruledsl.language.vocabulary.types import MODE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Pack, Tile


def copies_are_changed(program: Program, diagnostics: Diagnostics) -> None:
    """Checks the tiles of each pack against those of the packs that it requires."""
    shared = tuple(clauses(program))
    moved = {name for clause in shared for name in _moved(clause, program)}
    anything = {clause.origin.owner.pack for clause in shared if _moves_any(clause)}
    for pack in program.composition.packs:
        _called_alike(pack, program, diagnostics)
        _actions(pack, program, diagnostics)
        _modes(pack, shared, program, diagnostics)
        for tile in pack.tiles.values():
            unmoved = [piece for piece in tile.pieces if piece not in moved]
            if unmoved and pack.id not in anything:
                _pieces(tile, unmoved, shared, program, diagnostics)


def _moved(clause: Clause, program: Program) -> set[str]:
    """The pieces that a clause moves, by name, outside of their own rules."""
    return {program.pieces[kind] for kind in _kinds(clause)}


def _kinds(clause: Clause) -> set[int]:
    moves = (node for node in clause.nodes if isinstance(node, t.TMovePieces | t.TMoveTokens))
    return {node.kind.value for node in moves if isinstance(node.kind, t.Const)}


def _moves_any(clause: Clause) -> bool:
    """Does a clause move pieces that it does not name?"""
    return any(
        isinstance(node, t.TMovePieces) and not isinstance(node.kind, t.Const) for node in clause.nodes
    )


def _pieces(
    tile: Tile, unmoved: list[str], shared: tuple[Clause, ...], program: Program, diagnostics: Diagnostics
) -> None:
    """Report pieces of a tile that nothing moves; if it moves those of another tile, there."""
    pieces = program.composition.pieces
    for clause in shared:
        owner = clause.origin.owner
        if owner.pack != tile.pack or owner.tile != tile.id or owner.piece:
            continue
        for kind in _kinds(clause):
            moved = pieces[program.pieces[kind]]
            if moved.tile not in ("", tile.id):
                _of_another(moved.id, moved.tile, unmoved[0], tile, clause, diagnostics)
                return
    for name in unmoved:
        piece = pieces.get(name)
        if piece is not None and piece.tile == tile.id and piece.pack == tile.pack:
            diagnostics.warning(
                "R061",
                f"Nothing places `{name}`: no rule moves it out of the box.",
                piece.span,
                expected=f"a rule that does, as in `move 1 {name} from box to region`",
            )


def _of_another(
    name: str, theirs: str, own: str, tile: Tile, clause: Clause, diagnostics: Diagnostics
) -> None:
    """Report a rule that moves a piece of another tile, while the tile's own is never moved."""
    span, fix, at = clause.origin.span, None, clause.origin.span
    for node in clause.nodes:
        if isinstance(node, t.TMovePieces):
            at = node.span
            break
    rows = [diagnostics.sources.line(span.file, line) for line in range(span.line, span.end_line + 1)]
    if all(row is not None for row in rows) and rows:
        text = "\n".join(row or "" for row in rows)
        text = text[: len(text) - len(rows[-1] or "") + span.end_column - 1][span.column - 1 :]
        fix = Fix(span, re.sub(rf"\b{re.escape(name)}\b", own, text))
    diagnostics.warning(
        "R060",
        f"This moves `{name}`, a piece of `{theirs}`, and nothing ever moves `{own}`, the piece of `{tile.id}`.",
        at,
        expected=f"`{own}`",
        fix=fix,
    )


def _called_alike(pack: Pack, program: Program, diagnostics: Diagnostics) -> None:
    """Report names and summaries that a tile shares with an earlier one, of the pack or of one that it requires, under another id."""
    required = program.composition.known_to(pack.id) - {pack.id}
    others = [tile for one in program.composition.packs if one.id in required for tile in one.tiles.values()]
    texts = {text: other for other in reversed(others) for text in _texts(other)}
    for tile in pack.tiles.values():
        for key, text in _texts(tile):
            other = texts.setdefault((key, text), tile)
            if other.id != tile.id:
                span = tile.places.get(("key", key), tile.span)
                message = f"`{tile.id}` has the same {key} as `{other.id}` of {other.pack}: “{text}”"
                diagnostics.warning("R062", message, span, expected=f"a {key} of its own")


def _texts(tile: Tile) -> list[tuple[str, str]]:
    """What players read of a tile, by key."""
    texts = (("name", tile.names.get("en", "")), ("summary", tile.summary.get("en", "")))
    return [(key, text) for key, text in texts if text]


def _actions(pack: Pack, program: Program, diagnostics: Diagnostics) -> None:
    """Report actions of different tiles of a pack with one name and therefore one text."""
    first: dict[str, str] = {}
    for action in program.actions:
        tile = action.origin.owner.tile
        if action.origin.owner.pack != pack.id or not tile or f"action.{action.name}" not in pack.texts:
            continue
        if first.setdefault(action.name, tile) != tile:
            message = f"`{action.name}` is an action of `{first[action.name]}`, too, and players read one text for both."
            diagnostics.warning(
                "R066", message, action.origin.span, expected="another name, with a text of its own"
            )


def _modes(pack: Pack, shared: tuple[Clause, ...], program: Program, diagnostics: Diagnostics) -> None:
    """Report a mode of a tile in a required pack, where the pack declares one that nothing uses."""
    used = {program.modes[node.value] for clause in shared for node in _modes_in(clause)}
    unused = {span.file: mode for mode, span in pack.words.modes.items() if mode not in used}
    if not unused:
        return
    theirs = {
        mode: one.id for one in program.composition.packs for mode in one.words.modes if one is not pack
    }
    bases = {one.id for one in program.composition.packs if not one.tiles}
    for clause in shared:
        if clause.origin.owner.pack != pack.id:
            continue
        for node in _modes_in(clause):
            mode = program.modes[node.value]
            own = unused.get(node.span.file, "")
            if own and mode in theirs and theirs[mode] not in bases:
                message = (
                    f"`{mode}` is a mode of {theirs[mode]}, and nothing uses `{own}`, which is declared here."
                )
                diagnostics.warning("R063", message, node.span, expected=f"`{own}`", suggestion=own)


def _modes_in(clause: Clause) -> Iterator[t.Const]:
    return (node for node in clause.nodes if isinstance(node, t.Const) and node.type == MODE)
