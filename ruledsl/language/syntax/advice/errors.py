"""The error in a statement, in plain words: the first correction that explains it, or else what was expected."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ruledsl.language.syntax.advice.corrections import CORRECTIONS, effect_fault
from ruledsl.language.syntax.advice.lookahead import advance, begin, terminal_of, wanted
from ruledsl.language.syntax.advice.place import Place
from ruledsl.language.syntax.advice.sentences import BEGINNINGS, prose_fault, sentence_fault
from ruledsl.language.syntax.advice.strange import strange_fault
from ruledsl.language.syntax.advice.trials import sure_trial
from ruledsl.language.syntax.advice.words import expected_words
from ruledsl.language.syntax.parsing.grammar import grammar
from ruledsl.language.syntax.text.layout import DEDENT, INDENT, NEWLINE, laid_out
from ruledsl.language.syntax.text.lexer import Line
from ruledsl.language.syntax.text.piece import Piece
from ruledsl.language.syntax.text.source import Edit, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.base.diagnostics import Purse


EFFORT: Final = 10_000
"""The cost of a search for corrections of a line, in characters read."""
LAYOUT: Final = frozenset({NEWLINE, INDENT, DEDENT})


def explained(lines: list[Line], base: int, purse: Purse) -> Fault:
    """The fault of a statement that the grammar refuses; with an empty purse, only what was expected, without a correction."""
    pieces = _pieces(lines, base)
    place = _place(pieces, purse)
    if place is None:
        end = pieces[-1].end
        return Fault(
            "L002", "The lines that belong to this one are missing.", end, end, "an indented line below"
        )
    if not purse.pays(EFFORT):
        return strange_fault(place) if place.piece.kind == "strange" else _plain_fault(place, [])
    if place.pieces[place.first].text in BEGINNINGS and not sure_trial(place):
        return sentence_fault(place)
    prose = prose_fault(place)
    if prose is not None and not sure_trial(place) and not effect_fault(place):
        return prose
    remark = _remark_fault(place)
    if remark is not None:
        return remark
    if place.piece.kind == "strange":
        return strange_fault(place)
    for correction in CORRECTIONS:
        fault = correction(place)
        if fault is not None:
            return fault
    return _plain_fault(place, _missing(place))


def _pieces(lines: list[Line], base: int) -> list[Piece]:
    """The pieces of a statement up to an error in its layout, if there is one."""
    pieces: list[Piece] = []
    with suppress(Fault):
        for piece in laid_out(lines, base):
            pieces.append(piece)  # noqa: PERF402 - a fault must not lose what came before it
    return pieces


def _place(pieces: list[Piece], purse: Purse) -> Place | None:
    """The first piece that cannot stand in its place; None if only the end cannot."""
    stack = begin()
    first = 0
    stacks = [stack]
    for at, piece in enumerate(pieces):
        if at and pieces[at - 1].kind in LAYOUT and piece.kind not in LAYOUT:
            first, stacks = at, [stack]
        after = advance(stack, terminal_of(piece, stack))
        if after is None:
            return Place(pieces, at, first, stacks, purse)
        stack = after
        stacks.append(stack)
    return None


def _missing(place: Place) -> list[str]:
    """The words before the wrong piece that would make it possible."""
    spellings = grammar().spelling
    return [
        spellings[terminal]
        for terminal in sorted(wanted(place.stack))
        if terminal in spellings and place.mended(place.at, [place.like(spellings[terminal])], 0)
    ]


def _plain_fault(place: Place, missing: list[str]) -> Fault:
    expected = expected_words(wanted(place.stack))
    piece = place.piece
    if piece.kind == NEWLINE:
        return Fault("L002", "The line ends too early.", piece.start, piece.end, expected)
    if piece.kind in {INDENT, DEDENT}:
        return Fault("L002", "The block ends too early.", piece.start, piece.end, expected)
    advice = f"Is `{missing[0]}` missing before it?" if len(missing) == 1 else ""
    return Fault(
        "L001", f"`{piece.text}` is not possible here.", piece.start, piece.end, expected, help=advice
    )


SIGNS: Final = ("//", "--", "/*")
DIVIDED: Final = {"//": "/"}
"""Signs of other languages for an operator."""
NEAR: Final = 3
"""The most pieces before the error at which a comment may have begun."""


def _remark_fault(place: Place) -> Fault | None:
    """The fault of a comment after a sign other than `#`, if the line can be read without it."""
    for index in range(place.at, max(place.first, place.at - NEAR), -1):
        sign = next((sign for sign in SIGNS if _stands(place.pieces, index, sign)), "")
        if not sign or not place.mends_line(index, [], place.end - index):
            continue
        if sign in DIVIDED and place.mends_line(index, [place.like(DIVIDED[sign])], 1):
            continue
        start = place.pieces[index].start
        message = f"`{sign}` does not start a comment here: comments start with `#`."
        edit = Edit(start, start + len(sign), "#")
        return Fault(
            "L005", message, *edit[:2], suggestion="#", edit=edit, line=(*place.pieces[place.first : index],)
        )
    return None


def _stands(pieces: Sequence[Piece], index: int, sign: str) -> bool:
    """Is this sign here, as one piece or as two adjacent ones?"""
    if pieces[index].text == sign:
        return True
    both = pieces[index : index + 2]
    return [piece.text for piece in both] == list(sign) and both[0].end == both[1].start
