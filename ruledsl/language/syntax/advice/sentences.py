"""`when I conquer a forest: …`: an English sentence at the beginning of a rule, and the equivalent trigger."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ruledsl.language.syntax.advice.place import Place, follow
from ruledsl.language.syntax.grammar import RESERVED
from ruledsl.language.syntax.lexer import NEWLINE, Edit, Fault, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

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

BEGINNINGS: Final = (
    ("when",),
    ("whenever",),
    ("each", "time"),
    ("every", "time"),
    ("any", "time"),
    ("if", "i"),
    ("if", "we"),
)
"""How sentences about an event begin."""
STATES: Final = frozenset("have am are own hold control had was were can".split())
"""Verbs after `if I` that say how things are, not what happens."""
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


def begins_sentence(place: Place) -> int:
    """How many words a sentence about an event begins with; 0 if the line is none, such as `if I have 3 mines: …`."""
    texts = [piece.text.lower() for piece in place.pieces[place.first : place.end]]
    words = next((words for words in BEGINNINGS if tuple(texts[: len(words)]) == words), ())
    return 0 if words[:1] == ("if",) and not STATES.isdisjoint(texts[2:3]) else len(words)


def sentence_fault(place: Place) -> Fault:
    """The fault of a sentence in which more than a single word is wrong, with the intended trigger if it is clear."""
    first, words = place.pieces[place.first], begins_sentence(place)
    message = f"`{first.text}` does not start a rule: for what happens after an event, write `after` and what has happened."
    advice = "Write it as in `after my EVENT if CONDITION: EFFECT`."
    texts = [piece.text for piece in place.pieces[: place.end]]
    last = next((n for n in range(place.first + 1, place.end) if texts[n] in {":", "if"}), None)
    plain = Fault("L017", message, first.start, first.end, help=advice)
    if last is None or last == place.first + words:
        return plain
    new = _trigger(place.pieces[place.first + words : last], has_condition=texts[last] == "if")
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


def _trigger(pieces: Sequence[Piece], *, has_condition: bool) -> list[Piece | str]:
    """The words of a trigger for a described event; empty if none of them could be an event."""
    words = [piece for piece in pieces if piece.kind == "word" and piece.text not in LITTLE]
    if not words:
        return []
    whose = () if any(piece.text in OTHERS for piece in pieces) else ("my",)
    verb, *things = words
    if verb.text in TURN:
        return [TURN[verb.text], *whose, "turn"]
    where = ("if", "region", "is", things[-1]) if things and not has_condition else ()
    return ["after", *whose, verb, *where]


# ── strange ─────────────────────────────────────────────────────────────────────
# Elements that the language does not have at all: other signs, capital letters, quotes, `'s`.


SIGNS: Final = {
    ">=": "is at least",
    "=>": "is at least",
    "≥": "is at least",
    "<=": "is at most",
    "=<": "is at most",
    "≤": "is at most",
    ">": "is more than",
    "<": "is less than",
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "≠": "is not",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "×": "*",
    "÷": "/",
    "//": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
}
QUOTES: Final = ('"', "“", "”", "„", "«", "»", "'", "‘", "’")
POSSESSIVE: Final = frozenset({"'s", "’s"})
HELP: Final = {
    ",": "Effects stand on lines of their own; conditions are joined with `and`.",
    ";": "Effects stand on lines of their own.",
    ".": "A line ends without a full stop.",
    "?": "A question is a condition behind `if`.",
}


def strange_fault(place: Place) -> Fault:
    """The fault of a piece that is neither a word, a number nor a sign of the language."""
    fault = _fault(place)
    if fault.suggestion:
        glued = place.at < place.end and place.pieces[place.at + 1].start == fault.end
        apart = glued and fault.suggestion[-1:].isalnum() and _is_apart(place.pieces[place.at + 1])
        fault.edit = Edit(fault.start, fault.end, fault.suggestion + " " * apart)
        fault.line = _line(place, fault.suggestion.split())
        return fault
    if place.piece.text in {*POSSESSIVE, "."} and _turned_round(place, fault):
        return fault
    if place.piece.text == "," and _said_of_several(place, fault):
        return fault
    spelt_out = ((" is",),) if place.piece.text in POSSESSIVE else ()
    for new in ((), (":",), *spelt_out):
        if place.mends_line(place.at, [place.like(word.strip()) for word in new], 1):
            start = fault.start if place.before is None else place.before.end
            end = place.pieces[place.at + 1].start if place.before is None else fault.end
            fault.edit = Edit(start, end, "".join(new))
            fault.line = _line(place, "".join(new).split())
            break
    return fault


def _line(place: Place, new: Iterable[str]) -> tuple[Piece, ...]:
    """The pieces of the line with these words in place of the wrong piece."""
    at, pieces = place.at, place.pieces
    words = [place.like(word)._replace(start=place.piece.start, end=place.piece.end) for word in new]
    return (*pieces[place.first : at], *words, *pieces[at + 1 : place.end])


def _is_apart(piece: Piece) -> bool:
    """Does a space belong before it, after a word?"""
    return piece.kind != NEWLINE and piece.text not in {")", ":"}


def _fault(place: Place) -> Fault:
    piece = place.piece
    text, start, end = piece.text, piece.start, piece.end
    if text in SIGNS and not (text == "!" and place.at + 1 == place.end):
        return Fault("L005", f"The language has no sign `{text}`.", start, end, suggestion=SIGNS[text])
    if text in POSSESSIVE:
        return Fault("L016", "The language has no possessive `'s`.", start, end, help=_possessive(place))
    if text.startswith(QUOTES):
        return _quoted(text, start, end)
    if re.fullmatch(r"[0-9]+[a-z_]\w*", text, re.ASCII):
        number = re.match("[0-9]+", text)
        apart = f"{number[0]} {text[number.end() :].lstrip('_')}" if number else text
        return Fault("L027", "A number and a word run together.", start, end, suggestion=apart)
    if text == "I":
        return Fault(
            "L006", "The people of a rule is `me`, and its player is `you`.", start, end, suggestion="you"
        )
    if text in {",", "."} and _is_between_digits(place):
        written = place.written(place.at - 1, place.at + 2)
        return Fault("L007", f"Numbers are whole: `{written}` is none.", start, end, "a whole number")
    small = _small(text)
    if small and text != text.lower():
        message = f"`{text}` has capital letters: everything is written small."
        return Fault("L006", message, start, end, suggestion=small)
    return _unknown(text, start, end)


def _is_between_digits(place: Place) -> bool:
    """Is it the point of a number such as `1.5`?"""
    before, after = place.before, place.pieces[place.at + 1 : place.at + 2]
    if before is None or not after:
        return False
    return before.kind == after[0].kind == "number" and before.end + 1 == after[0].start


def _turned_round(place: Place, fault: Fault) -> bool:
    """Give the fault the fix for `region's holder`, if the line can be read then."""
    around = place.pieces[max(place.at - 1, place.first) : place.at + 2]
    if [piece.kind for piece in around[::2]] != ["word", "word"]:
        return False
    owner, _, owned = around
    new = [owned, place.like("of"), owner]
    if not place.mends_line(place.at - 1, new, 3):
        return False
    fault.edit = Edit(owner.start, owned.end, f"{owned.text} of {owner.text}")
    fault.line = (*place.pieces[place.first : place.at - 1], *new, *place.pieces[place.at + 2 : place.end])
    return True


def _said_of_several(place: Place, fault: Fault) -> bool:
    """Give the fault the fix for `region is swamp, hill or forest`, if the line can be read then."""
    pieces, at, end = place.pieces, place.at, place.end
    texts = [piece.text for piece in pieces[:end]]
    start = at - 3 - (texts[at - 2] == "not")
    if start < place.first or texts[start + 1] != "is":
        return False
    head, words, last = texts[start : at - 1], [texts[at - 1]], at
    while last + 1 < end and texts[last] in {",", "or", "and"} and pieces[last + 1].kind == "word":
        skip = 1 + (texts[last + 1] in {"or", "and"})
        if last + skip >= end:
            return False
        words.append(texts[last + skip])
        last += skip + 1
    joint = "and" if head[-1] == "not" else "or"
    told = [word for name in words for word in (*head, name, joint)][:-1]
    if len(words) == 1 or not place.mends_line(start, [place.like(word) for word in told], last - start):
        return False
    fault.message = f"What is said of several things is said of each, joined with `{joint}`."
    fault.help, fault.suggestion = "", " ".join(told)
    fault.edit = Edit(pieces[start].start, pieces[last - 1].end, fault.suggestion)
    fault.start, fault.end = fault.edit.start, fault.edit.end
    new = [place.like(word)._replace(start=fault.start, end=fault.end) for word in told]
    fault.line = (*pieces[place.first : start], *new, *pieces[last:end])
    return True


def _possessive(place: Place) -> str:
    before = place.before
    after = place.pieces[place.at + 1] if place.at < place.end else None
    if before is None or after is None or before.kind != "word" or after.kind != "word":
        return "Write `power of people` for the power that a people has."
    return f"Write `{after.text} of {before.text}`."


def _quoted(text: str, start: int, end: int) -> Fault:
    message = "There are no texts in quotes: names stand as they are."
    return Fault("L015", message, start, end, suggestion=_small(text.strip("".join(QUOTES))))


def _small(text: str) -> str:
    """The text as a name: lower case, words joined with `_`; empty if that is impossible."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()
    name = re.sub(r"[ -]+", "_", parted.strip())
    return name if re.fullmatch("[a-z][a-z0-9_]*(/[a-z][a-z0-9_]*)?", name) else ""


def _unknown(text: str, start: int, end: int) -> Fault:
    if len(text) > 1:
        message = f"`{text}` is no word of the language and no name."
        return Fault(
            "L007",
            message,
            start,
            end,
            help="Names are small letters a to z, digits and `_`, a letter first.",
        )
    shown = f"`{text}`" if text.isprintable() and not text.isspace() else f"U+{ord(text):04X}"
    return Fault("L007", f"The language has no character {shown}.", start, end, help=HELP.get(text, ""))
