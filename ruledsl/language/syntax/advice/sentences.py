"""`when I conquer a forest: …`: an English sentence at the beginning of a rule, and the equivalent trigger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.language.syntax.advice.lookahead import follow
from ruledsl.language.syntax.parsing.grammar import RESERVED
from ruledsl.language.syntax.text.source import Edit, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.language.syntax.advice.place import Place
    from ruledsl.language.syntax.text.piece import Piece

FEW: Final = 4
"""A line with fewer words may be anything."""
CHANGING: Final = frozenset("becomes at also without times my here".split())
LEADING: Final = frozenset(
    "each some all if no this it may can gain gains pay pays number highest lowest".split()
)
"""Keywords with which English sentences begin, but no statement."""
OPENING: Final = frozenset(
    "my here after before instead forbid permit action value define event permission phase remember".split()
)
"""Words with which statements begin."""

BEGINNINGS: Final = frozenset({"when", "whenever"})
OTHERS: Final = frozenset(
    "someone anyone people player players opponent opponents enemy they he she another".split()
)
"""Subjects other than the bearer."""
LITTLE: Final = OTHERS | frozenset(
    "i you we me my our us the a an this that these it its am is are was has have had been gets get do does did can of in on by to from with "
    "into any some each every all race tile own just new successfully region regions turn".split()
)
"""Words that name neither an event nor a place."""
TURN: Final = {
    "begins": "before",
    "starts": "before",
    "start": "before",
    "begin": "before",
    "ends": "after",
    "end": "after",
}
"""The verbs of a turn, and their moments."""


def sentence_fault(place: Place) -> Fault:
    """The fault of a sentence in which more than a single word is wrong, with the intended trigger if it is clear."""
    first = place.pieces[place.first]
    message = f"`{first.text}` does not start a rule: for what happens after an event, write `after` and what has happened."
    advice = "Write it as in `after my conquest if CONDITION: you gain 1 coin`."
    texts = [piece.text for piece in place.pieces[: place.end]]
    last = next((n for n in range(place.first + 1, place.end) if texts[n] in {":", "if"}), None)
    plain = Fault("L017", message, first.start, first.end, help=advice)
    if last is None or last == place.first + 1:
        return plain
    new = _trigger(place.pieces[place.first + 1 : last], has_condition=texts[last] == "if")
    pieces = [place.like(piece) if isinstance(piece, str) else piece for piece in new]
    colon = place.pieces[last : next((n for n in range(last, place.end) if texts[n] == ":"), last) + 1]
    if not new or follow(place.stack_at(place.first), [*pieces, *colon]) < len(pieces) + len(colon):
        return plain
    start, end = first.start, place.pieces[last - 1].end
    meant = " ".join(piece.text for piece in pieces)
    line = [piece if piece.end else piece._replace(start=start, end=end) for piece in pieces]
    return Fault(
        "L017",
        message,
        start,
        end,
        suggestion=meant,
        edit=Edit(start, end, meant),
        line=(*line, *place.pieces[last : place.end]),
    )


def prose_fault(place: Place) -> Fault | None:
    """The fault of a sentence for people: only words, with a beginning that no rule has."""
    pieces = place.pieces[place.first : place.end]
    if place.first or len(pieces) < FEW or len({piece.end for piece in pieces}) < FEW:
        return None
    first, then = pieces[0].text.lower(), pieces[1].text
    if first in RESERVED - LEADING or then in CHANGING or place.purse.nearest(first, OPENING):
        return None
    if not all(piece.kind in ("word", "number") or _is_of_prose(piece) for piece in pieces):
        return None
    message = "This is a sentence; write the rule in the rule language."
    advice = (
        "It begins with `my`, `here`, `after`, `before`, `forbid`, `permit`, `action` or the name of a value. "
        "Texts for players belong under `summary:`, comments follow `#`."
    )
    return Fault("L017", message, pieces[0].start, pieces[-1].end, help=advice)


def _is_of_prose(piece: Piece) -> bool:
    return piece.text.replace("’", "").replace("'", "").isalnum() or piece.text in {
        ".",
        ",",
        "'s",
        "’s",
        ";",
        "!",
    }


def _trigger(said: Sequence[Piece], *, has_condition: bool) -> list[Piece | str]:
    """The words of a trigger for a described event; empty if none of them could be an event."""
    words = [piece for piece in said if piece.kind == "word" and piece.text not in LITTLE]
    if not words:
        return []
    whose = () if any(piece.text in OTHERS for piece in said) else ("my",)
    verb, *things = words
    if verb.text in TURN:
        return [TURN[verb.text], *whose, "turn"]
    where = ("if", "region", "is", things[-1]) if things and not has_condition else ()
    return ["after", *whose, verb, *where]
