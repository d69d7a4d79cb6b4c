"""A trial of a correction: a few pieces of a wrong line, replaced by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass
from ruledsl.language.syntax.text.layout import DEDENT, INDENT, NEWLINE
from ruledsl.language.syntax.text.source import Edit, Fault

if TYPE_CHECKING:
    from ruledsl.language.syntax.advice.place import Place
    from ruledsl.language.syntax.text.piece import Piece

LAYOUT: Final = frozenset({NEWLINE, INDENT, DEDENT})


@dataclass(frozen=True, slots=True)
class Trial:
    """`skip` pieces from `index` on, replaced by the words `new`; and the message if that is right."""

    index: int
    skip: int
    new: tuple[str, ...]
    code: str
    message: str
    help: str = ""

    def fault(self, place: Place) -> Fault:
        """The fault with this fix."""
        pieces = place.pieces
        first = pieces[self.index]
        if not self.skip:
            before = pieces[self.index - 1].end if self.index > place.first else first.start
            return self._inserted(place, before, first)
        start, end = first.start, pieces[self.index + self.skip - 1].end
        text = _written(self.new)
        if self.new[:1] == (":",) and self.index > place.first:
            edit = Edit(pieces[self.index - 1].end, end, text)
        elif not text:
            edit = left_out(place, self.index, self.skip)
        else:
            after = pieces[self.index + self.skip] if self.index + self.skip < len(pieces) else first
            glued = after.start == end and after.kind not in LAYOUT and after.text not in {")", ":"}
            edit = Edit(start, end, text + " " * glued)
        line = self._line(place, start, end)
        return Fault(self.code, self.message, start, end, "", text, self.help, edit, line)

    def _line(self, place: Place, start: int, end: int) -> tuple[Piece, ...]:
        """The resulting pieces of the line; new ones take the place of the old ones."""
        new = [place.like(word)._replace(start=start, end=end) for word in self.new]
        pieces = place.pieces
        return (*pieces[place.first : self.index], *new, *pieces[self.index + self.skip : place.end])

    def _inserted(self, place: Place, before: int, piece: Piece) -> Fault:
        if self.new in {(":",), (")",)}:
            start, text = before, self.new[0] + " " * (piece.start == before and piece.kind not in LAYOUT)
        else:
            start, text = piece.start, _written(self.new) + " " * (self.new != ("(",))
        edit, line = Edit(start, start, text), self._line(place, start, start)
        return Fault(self.code, self.message, start, start, f"`{self.new[0]}`", "", self.help, edit, line)


def _written(words: tuple[str, ...]) -> str:
    if len(words) > 1 and words[0] in {"+", "-"}:
        return words[0] + _written(words[1:])
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def left_out(place: Place, index: int, skip: int) -> Edit:
    """The edit that removes these pieces, and the space before them (after them, if they begin the line)."""
    pieces, last = place.pieces, index + skip
    if index > place.first:
        return Edit(pieces[index - 1].end, pieces[last - 1].end, "")
    return Edit(pieces[index].start, pieces[last].start if last < len(pieces) else pieces[last - 1].end, "")
