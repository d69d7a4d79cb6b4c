"""Trials of corrections on a wrong line: each changes a few pieces, and the first that makes the line readable is proposed.

A fix of the whole line comes before one that only gets past the error; among equals the order below decides: synonyms, superfluous words,
misspelt words, names of several words, brackets, colons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ruledsl.language.syntax.advice.habits import ARTICLES, FAR, FILLERS, of_habit
from ruledsl.language.syntax.advice.lookahead import wanted
from ruledsl.language.syntax.advice.phrases import PHRASES
from ruledsl.language.syntax.advice.place import Place
from ruledsl.language.syntax.advice.trial import LAYOUT, Trial
from ruledsl.language.syntax.parsing.grammar import RESERVED, grammar
from ruledsl.language.syntax.text.layout import INDENT, NEWLINE
from ruledsl.language.syntax.text.piece import Piece
from ruledsl.language.syntax.text.source import Fault

LONGEST_PHRASE: Final = max(map(len, PHRASES))
STARTING: Final = frozenset("my here after before instead forbid permit action value".split())
"""Words with which a rule after a guard begins."""
AGREEING: Final = {"you": {"gains": "gain", "pays": "pay"}, "1": {"coins": "coin"}}
"""Words that take another form after a subject."""
SHORTEST: Final = 2  # letters of a word that may be a misspelling
BEFORE_BRACKETS: Final = frozenset(
    "of in for by over not and or if then else to from where + - * / ( with at least most is".split()
)


def sure_trial(place: Place) -> Fault | None:
    """The fault of the first correction that fixes the whole line."""
    return next(
        (t.fault(place) for t in _trials(place) if place.mends_line(t.index, _pieces(place, t), t.skip)), None
    )


def likely_trial(place: Place) -> Fault | None:
    """The fault of the first correction that gets past the error."""
    return next(
        (t.fault(place) for t in _trials(place) if place.mended(t.index, _pieces(place, t), t.skip)), None
    )


def _pieces(place: Place, trial: Trial) -> list[Piece]:
    return [place.like(word) for word in trial.new]


def _trials(place: Place) -> Iterator[Trial]:
    for makers in _ORDER:
        yield from makers(place)


def _phrases(place: Place) -> Iterator[Trial]:
    """English words for which the language has others."""
    texts = [piece.text for piece in place.pieces]
    for length in range(LONGEST_PHRASE, 0, -1):
        for index in place.backwards(FAR):
            written = tuple(texts[index : index + length])
            if index + length > place.end:
                continue
            for known in PHRASES.get(written, ()):
                meant = tuple(_agreeing(place, index, word) for word in known)
                message = f"`{place.written(index, index + length)}` is not how the language says it here."
                yield Trial(index, length, meant, "L017", message)


def _agreeing(place: Place, index: int, word: str) -> str:
    """A word in the person or number of its predecessor."""
    before = place.pieces[index - 1].text if index > place.first else ""
    return AGREEING.get(before, {}).get(word, word)


def _twice(place: Place) -> Iterator[Trial]:
    """A doubled word."""
    for index in place.backwards(FAR):
        piece = place.pieces[index]
        if index > place.first and piece.kind == "word" and piece.text == place.pieces[index - 1].text:
            yield Trial(index, 1, (), "L038", f"`{piece.text}` stands here twice.")


def _too_many(place: Place) -> Iterator[Trial]:
    """Superfluous words: articles, a unit, a colon."""
    for index in place.backwards(FAR):
        piece = place.pieces[index]
        before = place.pieces[index - 1].text if index > place.first else ""
        if piece.text in ARTICLES:
            yield Trial(index, 1, (), "L004", f"The language has no articles: leave out `{piece.text}`.")
        elif piece.text in FILLERS:
            message = f"`{piece.text}` says nothing here: leave it out."
            yield Trial(index, 1, (), "L017", message)
        elif index < place.at - 1:
            continue
        elif piece.text in {"coin", "coins"}:
            message = "Numbers have no unit: `coins` stands only behind `gains` and `pays`."
            yield Trial(index, 1, (), "L021", message, help=f"Leave out `{piece.text}`.")
        elif piece.text == before == ")" and not place.open_bracket():
            yield Trial(index, 1, (), "L019", "This bracket closes nothing.")
        elif piece.text == "then":
            message = "Effects follow a colon; `then` belongs in expressions."
            yield Trial(index, 1, (":",), "L022", message)
            yield Trial(index, 1, (), "L022", message)
        elif piece.text == ":":
            yield Trial(index, 1, (), "L009", "No colon belongs here.")


def _misspelt(place: Place) -> Iterator[Trial]:
    for index in place.backwards():
        piece = place.pieces[index]
        if piece.kind != "word" or len(piece.text) < SHORTEST:
            continue
        possible = wanted(place.stack_at(index))
        words = [word for word, name in grammar().words.items() if name in possible and word != piece.text]
        near = place.purse.nearest(piece.text, words, 4)
        for meant in dict.fromkeys(_agreeing(place, index, word) for word in near):
            is_likely = piece.text not in RESERVED or not _is_plain(piece.text, meant)
            if is_likely and meant != piece.text:
                yield Trial(index, 1, (meant,), "L003", f"`{piece.text}` is not a word of the language.")


def _is_plain(written: str, meant: str) -> bool:
    """Are these two words of the language that are hardly confused with each other?"""
    return written in RESERVED and meant in RESERVED and sorted(written) != sorted(meant)


def _joined_names(place: Place) -> Iterator[Trial]:
    """Names of several words."""
    if place.pieces[place.first].text == "define":
        return  # a missing `is` or `of` is more likely
    for index in (place.at - 1, place.at, place.at - 2):
        parts = place.pieces[max(index, 0) : index + 3]
        if index < place.first or len(parts) < 3:  # noqa: PLR2004 - a name, what is between, another
            continue
        first, middle, last = parts
        if (
            middle.text == "-"
            and first.end == middle.start
            and middle.end == last.start
            and last.kind == "word"
        ):
            message = "A name has no hyphens in it; its words are joined with `_`."
            yield Trial(index, 3, (f"{first.text}_{last.text}",), "L025", message)
    before, piece = place.before, place.piece
    if before is None or before.kind != "word" or piece.kind != "word":
        return
    if before.text in RESERVED or piece.text in RESERVED:
        return
    message = "Two names stand side by side; a name of several words is joined with `_`."
    yield Trial(place.at - 1, 2, (f"{before.text}_{piece.text}",), "L025", message)


def _closing(place: Place) -> Iterator[Trial]:
    """An unclosed bracket, closed where that fixes the line."""
    opened = place.open_bracket()
    if opened is None:
        return
    for index in range(place.at, place.first, -1):
        if place.pieces[index].start <= opened.end:
            return
        yield Trial(index, 0, (")",), "L018", f"A closing bracket is missing{_here(place, index)}.")


def _here(place: Place, index: int) -> str:
    return " at the end of the line" if place.pieces[index].kind in LAYOUT else " here"


def _opening(place: Place) -> Iterator[Trial]:
    """A bracket that was never opened: before `some`, or after a word with a short operand, the farthest first."""
    if place.piece.text != ")" or place.open_bracket():
        return
    for index in sorted(place.backwards(FAR)[1:], key=lambda n: (place.pieces[n].text != "some", n)):
        if index > place.first and place.pieces[index - 1].text in BEFORE_BRACKETS:
            yield Trial(index, 0, ("(",), "L019", "The bracket that is closed further on is opened nowhere.")


def _closed_too_often(place: Place) -> Iterator[Trial]:
    """A superfluous closing bracket."""
    if place.piece.text == ")" and not place.open_bracket():
        yield Trial(place.at, 1, (), "L019", "This bracket closes nothing.")


def _colons(place: Place) -> Iterator[Trial]:
    piece, below = place.piece, place.pieces[place.at + 1 : place.at + 2]
    ends = piece.kind == NEWLINE and not (below and below[0].kind == INDENT)
    is_no_guard = (
        place.begins_statement and place.at == place.first + 1 and (ends or piece.text in RESERVED - STARTING)
    )
    if place.before is not None and not is_no_guard:
        yield Trial(place.at, 0, (":",), "L008", "A colon is missing here.")


_ORDER: Final[tuple[Callable[[Place], Iterator[Trial]], ...]] = (
    _twice,
    of_habit,
    _phrases,
    _too_many,
    _misspelt,
    _joined_names,
    _closing,
    _opening,
    _closed_too_often,
    _colons,
)
