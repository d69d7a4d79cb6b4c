"""Pieces of copies: what a people's tile brings exists once more for each tile that may borrow it from that people.

Both tiles are then in play together, so their pieces must not be the same. A tile that is borrowed from elsewhere (the market, the map) lends its
pieces with its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import replace
from ruledsl.language.vocabulary.types import PIECE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk
from ruledsl.rules.check.knowledge import all_given
from ruledsl.rules.packs.folders.files import MOST_PIECES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.graph import Clause, Part
    from ruledsl.rules.check.knowledge import TileHolder
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef
    from ruledsl.rules.packs.model import Composition, Names, Piece

    Sources = dict[TileHolder, list[t.TExpr]]
    Lent = dict[tuple[str, bool], Span]

OF_PEOPLES = {"race": True, "power": False}
"""The questions for the tiles of a people: do these tiles have race tokens?"""
BETWEEN = "@"
"""Between the kind of a piece and the tile for whose copy it is."""
PRIME = "'"
"""Behind the sign of a piece, for that of a copy."""


def add_copies(program: Program, clauses: Iterable[Clause], diagnostics: Diagnostics) -> None:
    """Add the pieces of copies to a checked program and its composition, after all others."""
    lent = _lent(program, clauses)
    composition = program.composition
    copies: dict[str, Piece] = {}
    for (borrower, with_tokens), span in lent.items():
        copied = [key for key in program.pieces if _is_copied(composition, key, borrower, with_tokens)]
        if len(composition.pieces) + len(copies) + len(copied) > MOST_PIECES:
            message = f"With those of copies these packs have more than {MOST_PIECES:,} kinds of pieces."
            diagnostics.error("P012", message, span, expected=f"at most {MOST_PIECES:,}")
            return
        copies |= {f"{key}{BETWEEN}{borrower}": _copy(composition, key, borrower) for key in copied}
    composition.pieces |= copies
    program.pieces += copies


def copies_of(composition: Composition) -> dict[int, list[tuple[str, int]]]:
    """For each kind of piece that has copies: the tiles for whose copies they are, and their kinds."""
    number = {key: kind for kind, key in enumerate(composition.pieces)}
    copies: dict[int, list[tuple[str, int]]] = {}
    for key, piece in composition.pieces.items():
        if piece.copied_by:
            copies.setdefault(number[piece.copy_of], []).append((piece.copied_by, number[key]))
    return copies


def meaning_copies(program: Program, copies: dict[int, Any]) -> set[DefineDef | EventDef]:
    """The definitions and events of tiles that name a piece with copies, or use one that does: their callers say for which tile they run."""
    inside: dict[DefineDef | EventDef, list[Part]] = {}
    if copies:
        inside |= {one: list(walk(one.body)) for one in program.defines if one.origin.owner.tile}
        inside |= {one: list(walk(*one.body)) for one in program.events if one.origin.owner.tile}
    meaning: set[DefineDef | EventDef] = set()
    grown = -1
    while grown < len(meaning):
        grown = len(meaning)
        meaning |= {
            one for one, nodes in inside.items() if any(_means(node, copies, meaning) for node in nodes)
        }
    return meaning


def _means(node: Part, copies: dict[int, Any], meaning: set[DefineDef | EventDef]) -> bool:
    match node:
        case t.Const(value=value) if node.type == PIECE:
            return value in copies
        case t.Defined(define=used) | t.TDo(event=used):
            return used in meaning
    return False


def _lent(program: Program, clauses: Iterable[Clause]) -> Lent:
    """The tiles that borrow from peoples: the borrower, and whether it borrows tiles with race tokens or those without."""
    borrowed = [(clause.origin.owner.tile, node) for clause in clauses for node in clause.once(_borrowed)]
    sources: Sources = {}
    for holder, given in all_given(program) if borrowed else ():
        if given is not None:
            sources.setdefault(holder, []).append(given)
    lent: Lent = {}
    for tile, node in borrowed:
        for question in _questions(node, sources):
            for key, entry in program.composition.tiles.items():
                if tile in (key, entry.copy_of):
                    lent.setdefault((key, OF_PEOPLES[question]), node.span)
    return dict(sorted(lent.items()))


def _borrowed(clause: Clause) -> tuple[t.TExpr, ...]:
    """What the tile of a rule itself borrows there."""
    acts = (node for node in clause.walk() if isinstance(node, t.TAct) and node.act == "borrow")
    pairs = ((act.args[0], act.args[1]) for act in acts if clause.origin.owner.tile)
    return tuple(lent for lent, to in pairs if isinstance(to, t.Pronoun) and to.word == "this")


def _questions(node: t.TExpr, sources: Sources) -> set[str]:
    """The questions for the tiles of a people whose answers an expression can give."""
    questions: set[str] = set()
    seen: set[TileHolder] = set()
    waiting = [node]
    while waiting:
        match waiting.pop():
            case t.Ask(builtin=asked) if asked.code in OF_PEOPLES:
                questions.add(asked.code)
            case t.Either(then=then, otherwise=otherwise):
                waiting += [then, otherwise]
            case t.VarRef(var=holder) | t.ValueOf(value=holder) | t.Defined(define=holder) if (
                holder not in seen
            ):
                seen.add(holder)
                waiting += sources.get(holder, [])
    return questions


def _is_copied(composition: Composition, key: str, borrower: str, with_tokens: bool) -> bool:  # noqa: FBT001 - which kinds
    """Does another tile of a people bring it, of a kind with race tokens or of one without?"""
    brought_by = composition.pieces[key].tile
    if brought_by in ("", borrower):
        return False
    kind = composition.kinds[composition.tiles[brought_by].kind]
    return kind.borne_by == "people" and bool(kind.tray) == with_tokens


def _copy(composition: Composition, key: str, borrower: str) -> Piece:
    piece, tile = composition.pieces[key], composition.tiles[borrower]
    return replace(
        piece,
        id=f"{piece.id}{BETWEEN}{tile.id}",
        names=_named(piece.names, tile.names),
        symbol=piece.symbol and f"{piece.symbol}{PRIME}",
        copy_of=key,
        copied_by=borrower,
    )


def _named(piece: Names, tile: Names) -> Names:
    """`Troll Lair (Doppelgangers)`, in every language in which either has a name."""
    return {
        language: " ".join((piece.get(language, piece["en"]), f"({tile.get(language, tile['en'])})"))
        for language in (*piece, *tile)
    }
