"""Lines that belong to the line above them but begin in its column: read as its block, and reported once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.base.plaintext import STEP, further_right
from ruledsl.language.syntax.advice.place import begin, follow
from ruledsl.language.syntax.builder import Reading
from ruledsl.language.syntax.lexer import Edit, Fault, Refused, Source, further_in, laid_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.language.syntax.lexer import Line

MOST: Final = 20
"""The most lines that are tried as the block of another one."""


def opens(chunk: Sequence[Line]) -> bool:
    """Does this line need a block, and has none?"""
    pieces = chunk[0].pieces
    return len(chunk) == 1 and (pieces[-1].text == ":" or pieces[0].text == "action")


def taken_below(
    chunks: Sequence[list[Line]], base: int, source: Source, diagnostics: Diagnostics
) -> list[list[Line]]:
    """The statements after the first one that belong to its block: those that mean nothing alone, and can be read as a part of it.

    A guard contains rules, which mean something alone as well: it takes those up to the next empty line.
    """
    if _is_guard(chunks[0]):
        return _rules_below(chunks, base, source)
    head, run = chunks[0], []
    for chunk in chunks[1 : MOST + 1]:
        size = sum(len(line.pieces) for line in chunk)
        if not diagnostics.is_worth(size) or _is_whole(chunk, base, source):
            break
        run.append(further_in(chunk))
    may = [number for number, chunk in enumerate(run, 1) if _may_stand_below(head, chunk, base)]
    return run[: may[-1]] if may[:1] == [1] else []


def _is_guard(chunk: Sequence[Line]) -> bool:
    word, *rest = chunk[0].pieces
    return word.kind == "word" and [piece.text for piece in rest] == [":"]


def _rules_below(chunks: Sequence[list[Line]], base: int, source: Source) -> list[list[Line]]:
    run: list[list[Line]] = []
    end = chunks[0][-1].pieces[-1].end
    for chunk in chunks[1 : MOST + 1]:
        apart = "\n\n" in source.text[end : chunk[0].start].replace(" ", "")
        if apart or opens(chunk) or not _may_stand_below(chunks[0], further_in(chunk), base):
            break
        run.append(further_in(chunk))
        end = chunk[-1].pieces[-1].end
    return run


def fault_of(below: Sequence[Sequence[Line]], source: Source) -> Fault:
    """Their fault, with the indented text as its fix."""
    first, last = below[0][0], below[-1][-1]
    start, end = first.margin, last.pieces[-1].end
    rows = source.text[start:end].split("\n")
    meant = "\n".join([*further_right(rows[:1]), *further_right(rows[1:], source.place(start)[1] - 1 + STEP)])
    return Fault(
        "L039",
        "From here on the lines belong to the line above, and are not indented."
        if len(rows) > 1
        else "This line belongs to the line above, and is not indented.",
        first.pieces[0].start,
        first.pieces[-1].end,
        help=f"Indent {'them' if len(rows) > 1 else 'it'} by two more spaces.",
        edit=Edit(start, end, meant),
    )


def _is_whole(lines: Sequence[Line], base: int, source: Source) -> bool:
    """Can these lines be read as a statement?"""
    if any(line.fault is not None for line in lines):
        return False
    try:
        return Reading(laid_out([*lines], base), source).statements() is not None
    except Refused:
        return True
    except Fault:
        return False


def _may_stand_below(head: Sequence[Line], lines: Sequence[Line], base: int) -> bool:
    """Can these lines directly follow that one as its block, whatever comes after them?"""
    try:
        pieces = list(laid_out([*head, *lines], base))
    except Fault:
        return False
    last = max(number for number, piece in enumerate(pieces) if piece.text)
    return follow(begin(), pieces) > last
