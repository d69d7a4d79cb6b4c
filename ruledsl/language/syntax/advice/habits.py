"""Trials for what writers are used to: from sentences of rulebooks, and from word processors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.language.syntax.advice.trial import Trial
from ruledsl.language.syntax.parsing.grammar import RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.language.syntax.advice.place import Place

ARTICLES: Final = frozenset({"the", "a", "an"})
FAR: Final = 40  # the most words back to where a bracket may have to begin
OFTEN: Final = frozenset({"each", "every"})
GAINING: Final = dict.fromkeys(
    "gain gains get gets earn receive take collect win".split(), "gain"
) | dict.fromkeys("pay pays lose spend".split(), "pay")
"""Verbs without a subject, and their forms for a player."""
AS_LONG_AS: Final = frozenset({"while", "when", "whenever", "during", "in"})
MARKS: Final = frozenset("- * – — · •".split())
"""Signs at the beginning of an item of a list."""
FILLERS: Final = frozenset("more extra additional further bonus victory".split())
"""Words before a noun that say nothing about it."""


def of_habit(place: Place) -> Iterator[Trial]:
    """Whole phrases in which no single word is wrong, and marks of lists."""
    yield from _marked(place)
    yield from _moments(place)
    yield from _without_a_player(place)
    yield from _moment_of(place)
    texts = [piece.text for piece in place.pieces[: place.end]]
    for index in place.backwards(FAR):
        yield from _phrase_at(place, texts, index)


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
        message = f"`{place.written(first, first + 2)}` is not how the language says it: what is done at a moment says `after` or `before` it."
        for meant in (("after", "my"), ("after",)):
            yield Trial(first, 2, (*meant, texts[first + 1]), "L017", message)
    if texts[first + 2 : first + 3] == [":"] and texts[first] in AS_LONG_AS:
        message = "In which stage rules hold is said by its name alone, before a colon."
        yield Trial(first, 1, (), "L017", message)
    if texts[first + 1 : first + 2] in (["my"], ["here"]) and texts[first] not in RESERVED:
        name, whose = texts[first : first + 2]
        yield Trial(first, 2, (whose, name), "L017", f"`{whose}` goes before what it applies to.")


def _phrase_at(place: Place, texts: list[str], index: int) -> Iterator[Trial]:
    """A phrase of several words that begins here."""

    def trial(skip: int, *new: str) -> Trial:
        message = f"`{place.written(index, index + skip)}` is not how the language says it here."
        return Trial(index, skip, new, "L017", message)

    match texts[index : index + 7]:
        case ["is", number, "less" | "lower" | "fewer" | "cheaper", *_]:
            yield trial(3, "-", number)
        case ["is", number, "more" | "higher", *_]:
            yield trial(3, "+", number)
        case ["put" | "place", number, piece, "in" | "on" | "into" | "onto" | "to", *_]:
            yield trial(4, "move", number, piece, "from", "box", "to")
        case ["has", "1", _, *_]:
            yield trial(2, "has")
        case [where, "has", number, piece, *_] if number.isdigit():
            yield trial(4, *f"amount of {piece} in {where} is at least {number}".split())
        case [where, "does" | "do", "not", "have" | "contain", piece, *_]:
            yield trial(5, "not", "(", where, "has", piece, ")")
        case [where, "doesn" | "don", "'" | "’", "t", "have" | "contain", piece, *_]:
            yield trial(6, "not", "(", where, "has", piece, ")")
        case ["either", one, "or", other, *_]:
            own = texts[1:2] if texts[0] == "action" else []
            yield trial(4, "with", one if [other] == own else other)
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
    """`after my conquest of a forest`."""
    pieces, at = place.pieces, place.at
    if pieces[place.first].text not in {"before", "after", "instead"} or place.piece.text != "of":
        return
    article = at + 1 < place.end and pieces[at + 1].text in ARTICLES
    thing = at + 1 + article
    if thing < place.end and pieces[thing].kind == "word" and pieces[thing].text not in RESERVED:
        message = "Where something happens is a condition."
        yield Trial(at, 2 + article, ("if", "region", "is", pieces[thing].text), "L017", message)
