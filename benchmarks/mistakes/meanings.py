"""What can be read and means nothing, or something else: names of the wrong sort, pronouns, prepositions, types, declarations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.mistakes.slips import misspelt
from benchmarks.mistakes.texts import Fault, Kind, changed, places, swap

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from benchmarks.mistakes.texts import Text

TERRAIN = r"(?<=\bregion is )(?:mountain|hill|forest|swamp|farmland|coastal|lake|sea|mine|magic|mushroom_forest|river)\b"


def _misspelling(name: str, pattern: str, where: str = "rules", sort: str = "rules") -> Kind:
    """A word that stands at a place of a certain sort, misspelt."""

    def make(text: Text, chance: random.Random) -> Fault | None:
        found = places(text, pattern, where) if text.sort == sort else []
        if not found:
            return None
        number, match = chance.choice(found)
        wrong = misspelt(match[0], chance)
        if not re.fullmatch("[a-z][a-z0-9_]*", wrong) or wrong in text.names.everything | text.names.events:
            return None
        line = text.lines[number]
        return changed(text, number, line[: match.start()] + wrong + line[match.end() :], right=(line,))

    return Kind(name, make)


def _wrong_name(name: str, pattern: str, words: Callable[[Text], set[str]]) -> Kind:
    """A name of another sort than the one that belongs there."""

    def make(text: Text, chance: random.Random) -> Fault | None:
        found, others = places(text, pattern), sorted(words(text))
        if not found or not others:
            return None
        number, match = chance.choice(found)
        line = text.lines[number]
        return changed(text, number, line[: match.start()] + chance.choice(others) + line[match.end() :])

    return Kind(name, make)


def _twice(text: Text, chance: random.Random) -> Fault | None:
    found = [
        n
        for n in text.rules
        if re.match(r"\s*(remember|value|define) ", text.lines[n]) and not _open(text.lines[n])
    ]
    if not found:
        return None
    number = chance.choice(found)
    new = [*text.lines[: number + 1], text.lines[number], *text.lines[number + 1 :]]
    return Fault(text, "\n".join(new) + "\n", {number + 1, number + 2})


def _open(line: str) -> bool:
    return line.count("(") != line.count(")")


def _swapped(text: Text, chance: random.Random) -> Fault | None:
    pattern = r"\b(tokens|amount|region_income|conquest_cost|toll) of ([a-z]+) (in|for) ([a-z]+)\b"
    found = [(n, m) for n, m in places(text, pattern) if m[2] != m[4]]
    if not found:
        return None
    number, m = chance.choice(found)
    line = text.lines[number]
    return changed(text, number, f"{line[: m.start()]}{m[1]} of {m[4]} {m[3]} {m[2]}{line[m.end() :]}")


KINDS: tuple[Kind, ...] = (
    _misspelling("misspelt terrain", TERRAIN),
    _misspelling("misspelt event", r"(?<=\bafter my )[a-z_]{5,}|(?<=\bbefore my )[a-z_]{5,}"),
    _misspelling("misspelt value in a modifier", r"(?<=\bmy )[a-z_]{5,}(?= (?:[+-]|becomes|at ))"),
    _misspelling("misspelt phase", r"(?<=\bduring )[a-z_]+"),
    _misspelling("misspelt unit of a limit", r"(?<=once per )turn"),
    _misspelling(
        "misspelt stage",
        r"(?<=stage of people is )active|(?<=holder of region is )active|^(?<= )declined(?=:)",
    ),
    _misspelling("misspelt guard", r"(?<= )declined(?=:)"),
    _misspelling("misspelt prohibition", r"(?<=\bdespite )[a-z_]+"),
    _misspelling("misspelt permission", r"(?<=\bforbid )conquer|(?<=\bpermit my )conquer"),
    _misspelling("misspelt piece in `has`", r"(?<=\bhas )[a-z_]{4,}"),
    _misspelling("misspelt piece in `move`", r"(?<=\bmove 1 )[a-z_]{4,}|(?<=\bmove all )[a-z_]{4,}"),
    _misspelling("misspelt place of pieces", r"(?<=\bfrom )(?:box|tray|hand)\b|(?<=\bto )(?:box|hand)\b"),
    _misspelling("misspelt event behind `do`", r"(?<=\bdo )[a-z_]{5,}"),
    _misspelling("misspelt memory", r"(?<=\bset )[a-z_]{4,}(?= of)|(?<= to )[a-z_]{5,}(?= of me$)"),
    _misspelling("misspelt local", r"(?<=\bto )(?:friend|pool|post|pond|site)\b|(?<= of )(?:rival|victim)\b"),
    _misspelling(
        "misspelt type",
        r"(?<=people: )(?:number|flag|region|player)\b|(?<=set of )(?:player|region|people)\b",
    ),
    _misspelling("misspelt noun of a memory", r"(?<=\bof )(?:people|player|region|tile)(?=: )"),
    _misspelling(
        "misspelt parameter", r"(?<=of people for )region(?= =)|(?<=define region is \w{5} = )region\b"
    ),
    swap(
        "`is in` for `is`, a terrain",
        r"(?<=\bregion )is (?=(?:hill|forest|mountain|swamp|farmland|mine|magic)\b)",
        "is in ",
    ),
    swap(
        "`is` for `is in`", r"\bis in (?=(?:regions|conquered|plundered|reach|vicinity|frontier) of)", "is "
    ),
    swap(
        "`is not` for `is not in`",
        r"\bis not in (?=(?:regions|conquered|plundered|reach|vicinity|assailants) of)",
        "is not ",
    ),
    swap("`on` for `in`", r"(?<=tokens of me )in\b", "on"),
    swap("`at` for `in`", r"(?<=tokens of me )in\b", "at", mends=False),
    swap("`for` for `of`", r"\b(tray|hand|regions|coins|fish|tokens) of (?=me|people|you)", r"\1 for "),
    swap("`from` for `of`", r"\b(holder|stage|owner|terrain) of (?=\w)", r"\1 from "),
    swap("`of` for `in`", r"(?<=tokens of people )in\b|(?<=tokens of me )in\b", "of"),
    swap(
        "`of` for `for`",
        r"(?<=conquest_cost of people )for\b|(?<=toll of region )for\b|(?<=catch of me )for\b",
        "of",
    ),
    swap(
        "`to` for `by`",
        r"(?<=do \w{7} of region )by\b|(?<=conquer of it )by\b|(?<=conquer of region )by\b",
        "to",
    ),
    swap("`you` for `me` of regions", r"\bregions of me\b", "regions of you"),
    swap("`you` for `me` of tokens", r"\btokens of me\b", "tokens of you"),
    swap("`you` for `me` in a comparison", r"(?<=holder of region is )me\b", "you"),
    swap("`me` for `you` with coins", r"\byou(?= gains?)", "me"),
    swap("`me` for `you` of opponents", r"(?<=opponents of )you\b", "me"),
    swap("set where one is needed", r"(?<=\bto )region$", "regions of me", mends=False),
    swap("set compared with a word", TERRAIN, "neighbours of region", mends=False),
    swap("stage for people", r"(?<=holder of region is )(?:me|none)\b", "declined", mends=False),
    swap("stage of a region", r"\bstage of holder of region\b", "stage of region", mends=False),
    swap("word where a number is needed", r"(?<= )([+-])\d(?= if|$)", r"\1yes", mends=False),
    swap("number where a flag is needed", r"(?<=becomes )(?:yes|no)\b", "3", mends=False),
    swap("region where a number is needed", r"(?<=\bis at least )\d", "region", mends=False),
    swap(
        "people where a region is needed",
        r"(?<=\bin )region\b(?=.*\bme\b)|(?<=tokens of me in )region",
        "me",
        mends=False,
    ),
    swap("people where a number is needed", r"\bmove \d+(?= token)", "move me", mends=False),
    swap("number as a condition", r"(?<= if )region is \w+$", "tokens of me in region", mends=False),
    swap("nobody bears this", r"^(  (?:define|value|event) .*)\bpeople$", r"\1me", mends=False),
    swap(
        "`here` where nothing lies",
        r"^(      )my (?=conquest_cost|region_income|losses)",
        r"\1here ",
        mends=False,
    ),
    swap("`it` where nothing is looked at", r"(?<= if )region is (?=\w+$)", "it is ", mends=False),
    swap("value for an event", r"(?<=\bafter my )conquest\b", "conquest_cost", mends=False),
    swap("event for a value", r"(?<=\bmy )conquest_cost(?= [+-])", "conquest", mends=False),
    swap("action for an event", r"(?<=\bbefore my )conquest\b", "conquering", mends=False),
    swap("permission for a value", r"(?<=\bmy )conquest_cost(?= [+-])", "conquer", mends=False),
    swap("`conquer` as a question", r"\bcan conquer\b", "conquer", mends=False),
    swap("argument left out", r"\btokens of me in region\b", "tokens of me", mends=False),
    swap("argument too many", r"\bhand of me\b", "hand of me in region", mends=False),
    swap("limit of a number that is a flag", r"\bimmune becomes yes", "immune at least 1", mends=False),
    swap("`+` for a flag", r"becomes yes$", "+1", mends=False),
    swap("nothing to point at", r"^(\s*action \w+) of \w+$", r"\1", mends=False, slack=9),
    swap("`during` left out", r"^\s*during \w+$", "", mends=False, slack=9),
    swap("`do` left out", r"^(\s*)do retreat of\b", r"\1retreat of", mends=False),
    swap("event without its names", r"^(\s*do \w+) of region by people$", r"\1", mends=False),
    swap(
        "name of every game",
        r"(?<=\bremember )fish\b|(?<=\bremember )ally\b|(?<=\bremember )sales\b",
        "coins",
        mends=False,
        slack=40,
    ),
    swap("declared name is a word", r"(?<=\bdefine region is )(?:wet|water)\b", "where", mends=False),
    swap("number too big", r"(?<= [+-])\d\b", "9999999", mends=False),
    swap("plus a set", r"(?<= \+)\(number of (?=regions of me|plundered|shores)", "(", mends=False),
    _wrong_name(
        "value for an event of that moment",
        r"(?<=\bafter my )[a-z_]+(?=:| if)",
        lambda text: text.names.values,
    ),
    _wrong_name(
        "event that offers nothing",
        r"(?<=\bduring )[a-z_]+",
        lambda text: text.names.events - text.names.offering,
    ),
    Kind("declared twice", _twice),
    Kind("arguments swapped", _swapped),
)
