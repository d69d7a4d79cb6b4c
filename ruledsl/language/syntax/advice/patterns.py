"""What people write in whole phrases, and the same in the language: patterns with holes, as data.

A pattern is a row of words. `a|b` is one of several words, `word?` may be missing, `~` is an article that may be there. `^` begins a rule or what
stands behind its colon, `$` ends it, or stands before its `if`. Holes are capital letters: `K` and `N` are numbers, `U` and `W` are names, `V` is a
name or a pronoun, `X` is any words on one side of a colon, `M=a|b` is one of several words. The text that is meant has the same holes; `W-` is a name
in the singular, `L` the last name in `X`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from ruledsl.language.syntax.advice.place import Place
from ruledsl.language.syntax.grammar import RESERVED

_AMOUNTS: Final = {
    "at least N": "is at least N",
    "at most N": "is at most N",
    "exactly N": "is N",
    "more than N": "is more than N",
    "less|fewer than N": "is less than N",
    "N or more": "is at least N",
    "N": "is at least N",
}
"""How many, and the same as a comparison."""
_PUT: Final = "put|place|add|build|lay|create|deploy"
_REMOVE: Final = "remove|discard|take|destroy|return|drop"
_RAISE: Final = "increase|raise|increment"
_LOWER: Final = "decrease|lower|reduce|decrement"
_IN: Final = "in|on|into|onto|to|at"
_SOMEBODY: Final = "i|we|you"
_OWNING: Final = "have|own|hold|control|has"
_TAKING: Final = "steal|take|get|claim|gain|gains"
_ENEMY: Final = "enemy|opponent|defender"
_EACH: Final = "each?|every?"
_BORDERS: Final = "borders|border|bordering|touches|touch|adjoins|neighbours"
_BESIDE: Final = ("some neighbours of V where it is W", "some neighbours of V where it has W")
_ROUNDS: Final = {
    "in|during|from rounds|round K to|until|- N": "round is at least K and round is at most N",
    "in|during rounds|round N": "round is N",
    "from rounds|round N on|onwards": "round is at least N",
    "until rounds|round N": "round is at most N",
    "after rounds|round N": "round is more than N",
}
"""When in the game, and the same as a condition."""

_ROWS: Final[tuple[tuple[str, ...], ...]] = (
    # coins
    ("^ my coins + N $", "you gain N coins"),
    ("^ my coins - N $", "you pay N coins"),
    ("^ coins of you + N $", "you gain N coins"),
    ("^ coins of you - N $", "you pay N coins"),
    *(
        (
            f"^ after my V : {written} ~ {_ENEMY} $",
            f"before my V if holder of region is enemy of me : {meant}",
        )
        for written, meant in (
            ("you? pay|pays|give|lose N coin|coins to", "you pay N coins to owner of holder of region"),
            (f"you? {_TAKING} N coin|coins from", "owner of holder of region pays N coins to you"),
        )
    ),
    (f"^ you? {_TAKING} N coin|coins from X $", "X pays N coins to you"),
    ("M=gain|gains|pay|pays coin|coins", "M 1 coins"),
    *(
        (
            f"{written} {amount} per|for {_EACH} ~ X $",
            f"{meant} ({times}number of X) coins",
            f"{meant} ({times}number of regions of me where it is X) coins",
        )
        for written, meant in (("^ gain|gains|get|gets", "you gain"), ("M=gain|gains|pay|pays", "M"))
        for amount, times in (("1 coin", ""), ("N coin|coins", "N * "))
    ),
    # pieces and tokens
    *(
        row
        for amount, moved in (("N", "N"), ("all", "all"), ("~", "1"))
        for row in (
            (f"{_PUT} {amount} W {_IN} ~ X $", f"move {moved} W from box to X"),
            (f"{_REMOVE} {amount} W from ~ X $", f"move {moved} W from X to box"),
        )
    ),
    (f"{_PUT} ~ W $", "move 1 W from box to region"),
    ("you? gain|gains N M=token|tokens", "move N M of me from tray to hand"),
    ("move W to X $", "move 1 W from box to X", "move 1 token of me from tray to X"),
    ("move W from X to", "move 1 W from X to"),
    ("move N W V to", "move N W from V to"),
    ("move all of? ~ W in|on|at ~ V to", "move all W from V to"),
    ("move N W in|on|at ~ V to", "move N W from V to"),
    ("move all|each|every of? ~ my? W to", "move all W to"),
    ("X gets|receives|gains|gain ~ W $", "move 1 W from box to X"),
    # counting
    *(
        (
            f"{_SOMEBODY} {_OWNING} {written} W",
            f"number of W of me {meant}",
            f"(number of regions of me where it is W-) {meant}",
        )
        for written, meant in _AMOUNTS.items()
    ),
    *(
        (
            f"M=if|and|or {written} W",
            f"M number of W of me {meant}",
            f"M (number of regions of me where it is W-) {meant}",
        )
        for written, meant in _AMOUNTS.items()
    ),
    (
        f"+ 1 per|for {_EACH} ~ W $",
        "+ number of regions of me where it is W-",
        "+ number of W of me",
        "+ amount of W-",
    ),
    (
        f"+ N per|for {_EACH} ~ W $",
        "+ N * (number of regions of me where it is W-)",
        "+ N * (number of W of me)",
    ),
    ("number of my? W regions", "number of regions of me where it is W"),
    ("half number of X $", "half of (number of X)"),
    ("all|every regions", "regions"),
    # amounts and changes
    *(
        row
        for words, sign in (("less|lower|fewer|cheaper", "-"), ("more|higher", "+"))
        for row in ((f"is N {words}", f"{sign} N"), (f"N {words}", f"{sign} N"))
    ),
    ("has 1 W", "has W"),
    ("V has N W", "amount of W in V is at least N"),
    *(
        row
        for words, sign, meant in ((_RAISE, "+", "add N to X"), (_LOWER, "-", "drop N from X"))
        for row in ((f"^ {words} M=my|here W by N", f"M W {sign} N"), (f"{words} X by N $", meant))
    ),
    # where and when
    ("V does|do not have|contain ~ W", "not (V has W)"),
    ("V doesn|don '|’ t have|contain ~ W", "not (V has W)"),
    ("V is neither W nor U", "V is not W and V is not U"),
    *(
        (written, *(meant.replace("*", question) for question in _BESIDE))
        for written, meant in (
            (f"^ V {_BORDERS} ~ W : X $", "X if *"),
            (f"V {_BORDERS} no W", "not ( * )"),
            (f"V does|do not {_BORDERS} ~ W", "not ( * )"),
            (f"V {_BORDERS} ~ W M=and|or", "( * ) M"),
            (f"V {_BORDERS} ~ W", "*"),
        )
    ),
    (
        f"where it|region? {_BORDERS} ~ W",
        "where (some neighbours of it where it is W)",
        "where (some neighbours of it where it has W)",
    ),
    (f"M=if|and|or {_BORDERS} ~ W", "M some neighbours of region where it is W"),
    ("unless in|on|at ~ W", "if not W", "if region is not W"),
    ("M=if|and|or in|on|at ~ W", "M W", "M region is W"),
    ("on|in|at ~ W $", "if region is W-"),
    *(
        row
        for written, meant in _ROUNDS.items()
        for row in (
            (f"^ {written} : X $", f"X if {meant}"),
            (f"M=if|and|or {written}", f"M {meant}"),
            (f"{written} $", f"if {meant}", f"and {meant}"),
        )
    ),
    ("round is in? K to|- N", "round is at least K and round is at most N"),
    ("^ X while|when|whenever in|if? W $", "W : X"),
    ("^ X in W $", "W : X"),
    ("^ if in|on|at? W : X $", "W : X", "X if region is W"),
    ("^ X even in|when|if W $", "always : X"),
    ("^ X always $", "always : X"),
    ("M=after|before W by|of me|you", "M my W"),
    ("M=after|before each|every|any W", "M my W"),
    (f"M=after|before {_SOMEBODY} W region $", "M my W"),
    (f"M=after|before {_SOMEBODY} W ~ V $", "M my W if region is V"),
    ("^ during|in|at my? W :", "after my W :", "after W :"),
    ("^ once per|a|each|every turn|round :", "after my turn :"),
    ("^ at? the? end of my? W", "after my end_of_W", "after my W"),
    ("^ at? the? start|beginning of my? W", "before my start_of_W", "before my W"),
    # what is forbidden, permitted or unchangeable
    ("my regions W $", "W becomes yes if holder of region is me"),
    ("my? no W $", "my W becomes 0"),
    ("^ enemies|opponents|others cannot W region? if X $", "forbid W as L if people is enemy of me and X"),
    ("forbid W V $", "forbid V as W if people is W of me"),
    ("forbid W V if", "forbid V as W if people is W of me and"),
    ("permit my? W of|in|on ~ V", "permit my W despite V"),
)
_GUESSES: Final[tuple[tuple[str, ...], ...]] = (
    ("here W $", "here W becomes yes", "W becomes yes if holder of region is me"),
    ("my W if", "my W becomes yes if", "W becomes yes if holder of region is me and"),
    ("my W $", "my W becomes yes", "W becomes yes if holder of region is me"),
    ("^ W if", "W becomes yes if"),
    ("forbid my W if X $", "forbid my W as L if X"),
    ("forbid W of? region? if X $", "forbid W as L if X"),
    ("permit my? W if X $", "permit my W despite L if X"),
    ("gain|gains number of X coins", "gain (number of X) coins"),
    ("M=gain|gains|pay|pays N $", "M N coins"),
)
"""What is missing in a line: the message says so, and these are only tried."""

Holes = Mapping[str, tuple[str, ...]]
Pattern = tuple[str, ...]
FAR: Final = 40
"""The most words back to where a phrase may have to begin, and in a hole."""
ARTICLE: Final = ("a", "an", "the", "one")
PRONOUNS: Final = ("it", "here")
END: Final = (":", "if")


@cache
def _patterns(rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[Pattern, tuple[Pattern, ...]], ...]:
    """By the words of each pattern, those of what may be meant."""
    return tuple((tuple(written.split()), tuple(map(_words, meant))) for written, *meant in rows)


def _words(meant: str) -> Pattern:
    return tuple(meant.replace("(", "( ").replace(")", " )").split())


def rephrased(place: Place, *, guessed: bool) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where a phrase begins, how many words it has, and what is meant by them, for each pattern that fits a part of the wrong line.

    Those are `guessed` that only add what is missing.
    """
    texts = [piece.text for piece in place.pieces[place.first : place.end]]
    for written, meant in _patterns(_GUESSES if guessed else _ROWS):
        for start in (index - place.first for index in reversed(place.backwards(FAR))):
            ends = _ends(written, texts, start, start, {})
            end, holes = next(ends, (0, {}))
            if end > start:
                for words in meant:
                    yield place.first + start, end - start, tuple(_filled(words, holes))


def _ends(
    pattern: Pattern, texts: list[str], start: int, at: int, holes: Holes
) -> Iterator[tuple[int, Holes]]:
    """The ends of what fits a pattern from here on, and what its holes hold."""
    if not pattern:
        yield at, holes
        return
    first, rest = pattern[0], pattern[1:]
    if first == "^":
        if at == start and (at == 0 or texts[at - 1] == ":"):
            yield from _ends(rest, texts, start, at, holes)
        return
    if first == "$":
        if at == len(texts) or texts[at] in END:
            yield from _ends(rest, texts, start, at, holes)
        return
    if first == "X":
        stop = next((n for n in range(at, len(texts)) if texts[n] == ":"), len(texts))
        for end in range(at + 1, min(stop, at + FAR) + 1):
            yield from _ends(rest, texts, start, end, {**holes, "X": tuple(texts[at:end])})
        return
    if at < len(texts) and _fits(first, texts[at]):
        name = first.partition("=")[0]
        yield from _ends(rest, texts, start, at + 1, {**holes, name: (texts[at],)})
    if first == "~" or first.endswith("?"):
        yield from _ends(rest, texts, start, at, holes)


def _fits(word: str, text: str) -> bool:
    """Is this text what the word of a pattern stands for?"""
    match word:
        case "K" | "N":
            return text.isdigit()
        case "V" if text in PRONOUNS:
            return True
        case "U" | "V" | "W":
            return text.replace("_", "").isalnum() and not text.isdigit() and text not in RESERVED
        case "~":
            return text in ARTICLE
        case _:
            return text in {one.removesuffix("?") for one in word.rpartition("=")[2].split("|")}


def _filled(meant: Pattern, holes: Holes) -> Iterator[str]:
    for word in meant:
        if word == "L":
            yield from [text for text in holes["X"] if text not in RESERVED and text.isidentifier()][-1:]
        elif word == "W-":
            yield holes["W"][0].removesuffix("s") if not holes["W"][0].endswith("ss") else holes["W"][0]
        else:
            yield from holes.get(word) or (word.replace("_W", f"_{''.join(holes.get('W', ()))}"),)
