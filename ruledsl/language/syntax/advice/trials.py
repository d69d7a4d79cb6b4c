"""Trials of corrections on a wrong line: each changes a few pieces, and the first that makes the line readable is proposed.

A fix of the whole line comes before one that only gets past the error; among equals the order below decides: synonyms, superfluous words,
misspelt words, names of several words, brackets, colons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ruledsl.base.dataclass import dataclass
from ruledsl.language.syntax.advice.patterns import rephrased
from ruledsl.language.syntax.advice.phrases import PHRASES
from ruledsl.language.syntax.advice.place import Place, wanted
from ruledsl.language.syntax.grammar import RESERVED, grammar
from ruledsl.language.syntax.lexer import DEDENT, INDENT, NEWLINE, Edit, Fault, Piece
from ruledsl.language.vocabulary.types import TYPES

# ── trial ───────────────────────────────────────────────────────────────────────
# A trial of a correction: a few pieces of a wrong line, replaced by words.


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
    text = " ".join(words).replace("( ", "(").replace(" )", ")").replace(" :", ":")
    return re.sub(r"((?:^|: )(?:(?:my|here) )?\w+ [+-]) ", r"\1", text)


def left_out(place: Place, index: int, skip: int) -> Edit:
    """The edit that removes these pieces, and the space before them (after them, if they begin the line)."""
    pieces, last = place.pieces, index + skip
    if index > place.first:
        return Edit(pieces[index - 1].end, pieces[last - 1].end, "")
    return Edit(pieces[index].start, pieces[last].start if last < len(pieces) else pieces[last - 1].end, "")


# ── habits ──────────────────────────────────────────────────────────────────────
# Trials for what writers are used to: from sentences of rulebooks, and from word processors.


ARTICLES: Final = frozenset({"the", "a", "an"})
PREPOSITIONS: Final = frozenset("by for in to from with as on through".split())
FAR: Final = 40  # the most words back to where a bracket may have to begin
OFTEN: Final = frozenset({"each", "every"})
GAINING: Final = dict.fromkeys(
    "gain gains get gets earn receive take collect win".split(), "gain"
) | dict.fromkeys("pay pays lose spend".split(), "pay")
"""Verbs without a subject, and their forms for a player."""
AS_LONG_AS: Final = frozenset({"while", "when", "whenever", "during", "in"})
MARKS: Final = frozenset("- * – — · •".split())
"""Signs at the beginning of an item of a list."""
PREVENTING: Final = frozenset("prevent avoid ignore cancel no never".split())
"""Words before what does not happen."""
FILLERS: Final = frozenset("more extra additional further bonus victory".split())
"""Words before a noun that say nothing about it."""


def of_habit(place: Place) -> Iterator[Trial]:
    """Whole phrases in which no single word is wrong, and marks of lists."""
    yield from _marked(place)
    yield from _moments(place)
    yield from _written_down(place)
    yield from _changed_in_words(place)
    yield from _without_a_player(place)
    yield from _subjects_of(place)
    yield from _moment_of(place)
    yield from _whose_twice(place)
    yield from _either(place)


def _marked(place: Place) -> Iterator[Trial]:
    """`- my income +1`, `1. my income +1`: a rule as an item of a list."""
    texts = [piece.text for piece in place.pieces[place.first : place.first + 2]]
    number = texts[0].isdigit() and texts[1:] in (["."], [")"])
    if number or texts[0] in MARKS:
        message = (
            f"A rule begins its line: leave out `{place.written(place.first, place.first + 1 + number)}`."
        )
        yield Trial(place.first, 1 + number, (), "L017", message)


def _moments(place: Place) -> Iterator[Trial]:
    """`each turn: …`, `while active: …`, `conquest_cost my -1`."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    first = place.first
    if len(texts) > first + 1 and texts[first] in OFTEN:
        if place.pieces[0].text == "action":
            message = "How often an action may be taken is said with `once per`."
            yield Trial(first, 2, ("once", "per", texts[first + 1]), "L017", message)
        message = f"`{place.written(first, first + 2)}` is not how the language says it: what is done at a moment says `after` or `before` it."
        for meant in (("after", "my"), ("after",)):
            yield Trial(first, 2, (*meant, texts[first + 1]), "L017", message)
    if texts[first + 2 : first + 3] == [":"] and texts[first] in AS_LONG_AS:
        message = "In which stage rules hold is said by its name alone, before a colon."
        advice = "What is done at a moment says `after` or `before` it."
        yield Trial(first, 2, (texts[first + 1],), "L017", message, advice)
    if texts[first + 1 : first + 2] in (["my"], ["here"]) and texts[first] not in RESERVED:
        name, whose = texts[first : first + 2]
        yield Trial(first, 2, (whose, name), "L017", f"`{whose}` goes before what it applies to.")


def _instead(place: Place, index: int, skip: int, *new: str) -> Trial:
    message = f"`{place.written(index, index + skip)}` is not how the language says it here."
    return Trial(index, skip, new, "L017", message)


def _either(place: Place) -> Iterator[Trial]:
    """`once per turn either dig or sow` in an action: with the other one."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    for index in place.backwards(FAR):
        match texts[index : index + 4]:
            case ["either", one, "or", other]:
                own = texts[1:2] if texts[0] == "action" else []
                yield _instead(place, index, 4, "with", one if [other] == own else other)
            case _:
                pass


def _written_down(place: Place) -> Iterator[Trial]:
    """`wood = 1`, `wood of me = 1`, `wood of me += 1` and `set wood of me` among effects."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    first = max([n + 1 for n in range(place.first, place.at) if texts[n] == ":"], default=place.first)
    length = place.end - first

    def trial(*new: str) -> Trial:
        message = f"`{place.written(first, place.end)}` is not how the language says it here."
        return Trial(first, length, new, "L017", message)

    match texts[first:]:
        case [name, "=", _, *_]:
            yield trial("let", name, "be", *texts[first + 2 :])
        case [name, "of", whose, "=", _, *_]:
            yield trial("set", name, "of", whose, "to", *texts[first + 4 :])
        case ["set", _, "of", _] if place.at == place.end:
            yield trial(*texts[first:], "to", "yes")
        case [name, *rest] if rest[-2:-1] in (["+"], ["-"], ["="]):
            owned, sign = rest[: -2 - (rest[-2] == "=")], rest[-2 - (rest[-2] == "=")]
            if not owned or (len(owned) == 2 and owned[0] == "of"):  # noqa: PLR2004 - `of me`
                verb, into = ("add", "to") if sign == "+" else ("drop", "from")
                yield trial(verb, rest[-1], into, name, *owned)
        case _:
            pass


def _changed_in_words(place: Place) -> Iterator[Trial]:
    """`prevent my losses`, `my income 1`."""
    texts = [piece.text for piece in place.pieces[place.first : place.end]]
    match texts:
        case [verb, "my" | "here" as whose, name, *_] if verb in PREVENTING:
            message = f"What does not happen at all becomes 0, as in `{whose} {name} becomes 0`; `{verb}` is no word for it."
            yield Trial(place.first, 3, (whose, name, "becomes", "0"), "L017", message)
        case ["my" | "here" as whose, name, number, *_] if number.isdigit():
            message = "A rule says how it changes a value: `+`, `-`, `times`, or `becomes`."
            yield Trial(place.first, 3, (whose, name, "becomes", number), "L017", message)
        case _:
            pass


def _without_a_player(place: Place) -> Iterator[Trial]:
    """`gain 1 coin`, `get a coin`."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    for index in place.backwards(FAR):
        starts = index == place.first or texts[index - 1] == ":"
        if (
            starts
            and index < place.end
            and texts[index] in GAINING
            and not {"coin", "coins"}.isdisjoint(texts[index:])
        ):
            one = texts[index + 1 : index + 2] in (["a"], ["one"])
            message = "Rules say who gains or pays coins."
            yield Trial(index, 1 + one, ("you", GAINING[texts[index]], *("1",) * one), "L017", message)


def _moment_of(place: Place) -> Iterator[Trial]:
    """`after my conquest of a forest`, `after conquering a forest`."""
    pieces, at, first = place.pieces, place.at, place.first
    texts = [piece.text for piece in pieces[: place.end]]
    thing = at + (texts[at : at + 1] == ["of"])
    thing += thing < place.end and texts[thing] in ARTICLES
    if pieces[first].text not in {"before", "after", "instead"} or thing == at or thing >= place.end:
        return
    if pieces[thing].kind == "word" and texts[thing] not in RESERVED:
        message = "Where something happens is a condition."
        told = ("if", "region", "is", texts[thing])
        if at == first + 2:
            yield Trial(first + 1, thing - first, ("my", texts[first + 1], *told), "L017", message)
        yield Trial(at, thing + 1 - at, told, "L017", message)


def _subjects_of(place: Place) -> Iterator[Trial]:
    """`after conquest of region by people`, as an event is declared."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    before, end = texts[place.first : place.at], place.at
    while texts[end : end + 1] and texts[end] in PREPOSITIONS | {"of"} and texts[end + 1 : end + 2]:
        end += 2
    match before:
        case ["before" | "after", _] | ["before" | "after" | "instead", "my" | "here" | "of", _] if (
            end > place.at and texts[place.at + 1] in TYPES
        ):
            message = "What an event is about is not said again: a rule can use `region`, `people` and the others at once."
            yield Trial(place.at, end - place.at, (), "L017", message)
        case _:
            pass


def _whose_twice(place: Place) -> Iterator[Trial]:
    """`my income of me +1`."""
    texts = [piece.text for piece in place.pieces[place.first : place.end]]
    if place.piece.text == "of" and place.at == place.first + 2 and texts[0] in {"my", "here"}:
        message = f"`{texts[0]}` says whose it is: leave out `{place.written(place.at, place.at + 2)}`."
        yield Trial(place.at, 2, (), "L017", message)


LONGEST_PHRASE: Final = max(map(len, PHRASES))
STARTING: Final = frozenset("my here after before instead forbid permit action value".split())
"""Words with which a rule after a guard begins."""
AGREEING: Final = {"you": {"gains": "gain", "pays": "pay"}, "1": {"coins": "coin"}}
"""Words that take another form after a subject."""
MOST_OTHERS: Final = 5
"""The most further fixes of a line that are told."""
SHORTEST: Final = 2  # letters of a word that may be a misspelling
BEFORE_BRACKETS: Final = frozenset(
    "of in for by over not and or if then else to from where + - * / ( with at least most is".split()
)


def sure_trial(place: Place) -> Fault | None:
    """The fault of the first correction that fixes the whole line; the others that do stand beside it."""
    faults: dict[tuple[str, ...], Fault] = {}
    for trial in _trials(place):
        if place.mends_line(trial.index, _pieces(place, trial), trial.skip):
            fault = trial.fault(place)
            faults.setdefault(tuple(piece.text for piece in fault.line), fault)
        if len(faults) > MOST_OTHERS:
            break
    if not faults:
        return None
    first, *others = faults.values()
    first.others = tuple(other.edit for other in others if other.edit is not None)
    return first


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


def rephrasings(place: Place) -> tuple[Edit, ...]:
    """The edits that say whole phrases of a line as the language does, so that it can be read."""
    possible = (*_rephrased(place, guessed=True), *_rephrased(place))
    trials = (t for t in possible if place.mends_line(t.index, _pieces(place, t), t.skip))
    edits = dict.fromkeys(trial.fault(place).edit for trial in trials)
    return tuple(edit for edit in edits if edit is not None)[:MOST_OTHERS]


def _rephrased(place: Place, *, guessed: bool = False) -> Iterator[Trial]:
    """Whole phrases with holes."""
    for index, skip, meant in rephrased(place, guessed=guessed):
        new = [_agreeing(meant[:n], word) for n, word in enumerate(meant)]
        yield _instead(place, index, skip, *new)


def _phrases(place: Place) -> Iterator[Trial]:
    """English words for which the language has others."""
    texts = [piece.text for piece in place.pieces]
    for length in range(LONGEST_PHRASE, 0, -1):
        for index in place.backwards(FAR):
            written = tuple(texts[index : index + length])
            if index + length > place.end:
                continue
            for phrase in PHRASES.get(written, ()):
                if phrase[:2] == ("is", "at") and not place.asks(index):
                    continue
                before = [place.pieces[index - 1].text] if index > place.first else []
                meant = tuple(_agreeing(before, word) for word in phrase)
                message = f"`{place.written(index, index + length)}` is not how the language says it here."
                yield Trial(index, length, meant, "L017", message)


def _agreeing(before: Sequence[str], word: str) -> str:
    """A word in the person or number of its predecessor, if there is one."""
    return AGREEING.get("".join(before[-1:]), {}).get(word, word)


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
        elif piece.text == "=" and before in {"+", "-", "*", "/"}:
            message = f"The language has no sign `{before}=`: a rule changes a value by `{before}` alone."
            amounts = [after.text for after in place.pieces[index + 1 : index + 2] if after.kind == "number"]
            yield from (Trial(index - 1, 3, (before, amount), "L005", message) for amount in amounts)
            yield Trial(index, 1, (), "L005", message)
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
        before = [place.pieces[index - 1].text] if index > place.first else []
        for meant in dict.fromkeys(_agreeing(before, word) for word in near):
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


def _adjectives(place: Place) -> Iterator[Trial]:
    """`if coastal region`: what something is, before it."""
    texts = [piece.text for piece in place.pieces[: place.end]]
    adjective, noun = place.pieces[max(place.at - 1, place.first)], place.piece
    begins = place.at - place.first > 1 and texts[place.at - 2] in {"if", "and", "or", "where"}
    ends = place.at + 1 >= place.end or texts[place.at + 1] in {"and", "or", ":"}
    if (
        begins
        and ends
        and adjective.kind == noun.kind == "word"
        and not {adjective.text, noun.text} & RESERVED
    ):
        message = "What something is stands behind it, with `is`."
        yield Trial(place.at - 1, 2, (noun.text, "is", adjective.text), "L017", message)


def _closing(place: Place) -> Iterator[Trial]:
    """An unclosed bracket, closed where that fixes the line."""
    opened = place.open_bracket()
    texts = [piece.text for piece in place.pieces[place.first : place.end]]
    if opened is None or texts.count("(") <= texts.count(")"):
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
    _rephrased,
    of_habit,
    _phrases,
    _too_many,
    _misspelt,
    _adjectives,
    _joined_names,
    _closing,
    _opening,
    _closed_too_often,
    _colons,
)
