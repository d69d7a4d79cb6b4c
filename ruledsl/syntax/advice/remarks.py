"""Remarks behind a sign with which other languages begin them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.syntax.text.source import Edit, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.syntax.advice.place import Place
    from ruledsl.syntax.text.piece import Piece

__all__ = ["remark_fault"]

SIGNS: Final = ("//", "--", "/*")
DIVIDED: Final = {"//": "/"}
"""What such a sign is elsewhere."""
NEAR: Final = 3
"""So many pieces back from the fault a remark may have begun."""


def remark_fault(place: Place) -> Fault | None:
    """What is said of a remark behind another sign than `#`, if the line can be read without it."""
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
    """Does this sign stand here, as one piece or as two that touch each other?"""
    if pieces[index].text == sign:
        return True
    both = pieces[index : index + 2]
    return [piece.text for piece in both] == list(sign) and both[0].end == both[1].start
