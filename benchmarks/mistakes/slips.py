"""Slips of the pen: letters, signs, brackets, colons, spaces and lines."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from benchmarks.mistakes.texts import Fault, Kind, changed, places, swap

if TYPE_CHECKING:
    import random

    from benchmarks.mistakes.texts import Text

KEYWORDS = "of to from in by if where is during times for do at with as".split()
LONG = "before after becomes instead forbid permit despite where during remember define choose repeat gains number highest until".split()
SHORT = "my me you it is in if of yes no this here to do".split()


def misspelt(word: str, chance: random.Random) -> str:
    """One letter wrong, missing, too many, or two exchanged."""
    place = chance.randrange(len(word))
    letter = chance.choice(string.ascii_lowercase)
    way = chance.randrange(4)
    if way == 0:
        return word[:place] + letter + word[place + 1 :]
    if way == 1:
        return word[:place] + word[place + 1 :]
    if way == 2:
        return word[:place] + letter + word[place:]
    return word[:place] + word[place + 1 : place + 2] + word[place : place + 1] + word[place + 2 :]


def references(text: Text) -> list[tuple[int, re.Match[str]]]:
    """Where rules refer to names: not where they declare them."""
    found = []
    for number in text.rules:
        code = text.lines[number].partition("#")[0]
        if re.match(
            r"\s*(remember|value|define|event|phase|action|permission|let|choose|may|for each|roll|draw|found|rules:)\b",
            code,
        ):
            continue
        found += [
            (number, m)
            for m in re.finditer(r"[a-z][a-z0-9_]*", code)
            if m[0] in text.names.everything and len(m[0]) > 3
        ]
    return found


def _put(text: Text, number: int, match: re.Match[str], new: str, *, mends: bool = True) -> Fault | None:
    line = text.lines[number]
    right = (line,) if mends else ()
    return changed(text, number, line[: match.start()] + new + line[match.end() :], right=right)


def _misspelt_name(text: Text, chance: random.Random) -> Fault | None:
    found = references(text)
    if not found:
        return None
    number, match = chance.choice(found)
    wrong = misspelt(match[0], chance)
    taken = text.names.everything | text.names.events
    if not re.fullmatch("[a-z][a-z0-9_]*", wrong) or wrong in taken:
        return None
    return _put(text, number, match, wrong)


def _dangling(text: Text, chance: random.Random) -> Fault | None:
    found = references(text)
    if not found:
        return None
    return _put(text, *chance.choice(found), "wobbly_thing", mends=False)


def _long_word(text: Text, chance: random.Random) -> Fault | None:
    found = places(text, rf"\b(?:{'|'.join(LONG)})\b")
    if not found:
        return None
    number, match = chance.choice(found)
    wrong = misspelt(match[0], chance)
    if wrong in {match[0], "there", "here"} or not wrong.isalpha():
        return None
    return _put(text, number, match, wrong)


def _short_word(text: Text, chance: random.Random) -> Fault | None:
    found = places(text, rf"\b(?:{'|'.join(SHORT)})\b")
    if not found:
        return None
    number, match = chance.choice(found)
    word = match[0]
    wrong = chance.choice([word + word[-1], word[1] + word[0] + word[2:], word + chance.choice("aeiqxz")])
    if (
        wrong in {word, *SHORT, *KEYWORDS, "on", "not", "isa", "mea", "ina", "ton", "so"}
        or wrong in text.names.everything
    ):
        return None
    return _put(text, number, match, wrong)


def _doubled(text: Text, chance: random.Random) -> Fault | None:
    found = places(text, rf"\b(?:{'|'.join(KEYWORDS)})\b ")
    if not found:
        return None
    number, match = chance.choice(found)
    return _put(text, number, match, match[0] * 2)


def _missing(text: Text, chance: random.Random) -> Fault | None:
    found = places(text, rf"\b(?:{'|'.join(KEYWORDS)})\b ")
    if not found:
        return None
    number, match = chance.choice(found)
    fault = _put(text, number, match, "", mends=False)
    if fault is not None:
        fault.lines |= {number, number + 2}
    return fault


def _line(text: Text, number: int, lines: list[str], wrong: set[int]) -> Fault:
    new = [*text.lines[:number], *lines, *text.lines[number + 1 :]]
    return Fault(text, "\n".join(new) + "\n", wrong)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _one_space_more(text: Text, chance: random.Random) -> Fault | None:
    rules = set(text.rules)
    # A line that stands alone may stand anywhere: only one with a neighbour at its depth can be out of line.
    found = [
        n
        for n in text.rules
        if any(m in rules and _depth(text.lines[m]) == _depth(text.lines[n]) for m in (n - 1, n + 1))
        and not text.lines[n].lstrip().startswith(("and", "or", "then", "else"))
        and "(" not in text.lines[n]
        and not any(
            m in rules and text.lines[m].count("(") != text.lines[m].count(")")
            for m in range(max(0, n - 5), n)
        )
    ]
    if not found:
        return None
    number = chance.choice(found)
    return _line(text, number, [" " + text.lines[number]], set(range(number, number + 4)))


def _below(text: Text) -> list[int]:
    """First lines of blocks, with the line that opens them above."""
    rules = set(text.rules)
    return [
        n
        for n in text.rules
        if n - 1 in rules
        and text.lines[n - 1].endswith(":")
        and _depth(text.lines[n]) > _depth(text.lines[n - 1])
    ]


def _not_indented(text: Text, chance: random.Random) -> Fault | None:
    found = _below(text)
    if not found:
        return None
    number = chance.choice(found)
    line = " " * _depth(text.lines[number - 1]) + text.lines[number].lstrip()
    return _line(text, number, [line], {number, number + 1, number + 2})


def _joined(text: Text, chance: random.Random) -> Fault | None:
    found = [
        n
        for n in text.rules
        if n + 1 in set(text.rules)
        and _depth(text.lines[n]) == _depth(text.lines[n + 1])
        and not text.lines[n].endswith(":")
        and "#" not in text.lines[n]
        and not text.lines[n + 1].lstrip().startswith(("and ", "or ", "where ", "then ", "else "))
        and all(line.count("(") == line.count(")") for line in text.lines[n : n + 2])
    ]
    if not found:
        return None
    number = chance.choice(found)
    both = f"{text.lines[number]}{chance.choice([' ', ', ', '; '])}{text.lines[number + 1].lstrip()}"
    new = [*text.lines[:number], both, *text.lines[number + 2 :]]
    return Fault(text, "\n".join(new) + "\n", {number + 1})


def _tab(text: Text, chance: random.Random) -> Fault | None:
    found = [n for n in text.rules if text.lines[n].startswith("    ")]
    if not found:
        return None
    number = chance.choice(found)
    line = text.lines[number]
    return _line(text, number, ["\t" * (_depth(line) // 2) + line.lstrip()], {number, number + 1, number + 2})


def _parted(text: Text, chance: random.Random) -> Fault | None:
    found = [(n, m) for n, m in references(text) if m[0].count("_") == 1]
    return _put(text, *(p := chance.choice(found)), p[1][0].replace("_", " ")) if found else None


def _hyphen(text: Text, chance: random.Random) -> Fault | None:
    found = [(n, m) for n, m in references(text) if m[0].count("_") == 1]
    return _put(text, *(p := chance.choice(found)), p[1][0].replace("_", "-")) if found else None


def _capital(text: Text, chance: random.Random) -> Fault | None:
    found = references(text)
    return _put(text, *(p := chance.choice(found)), p[1][0].capitalize()) if found else None


def _camel(text: Text, chance: random.Random) -> Fault | None:
    found = [(n, m) for n, m in references(text) if "_" in m[0]]
    if not found:
        return None
    number, match = chance.choice(found)
    first, *rest = match[0].split("_")
    return _put(text, number, match, first + "".join(map(str.capitalize, rest)))


def _plural(text: Text, chance: random.Random) -> Fault | None:
    taken = text.names.everything | text.names.events
    found = [(n, m) for n, m in references(text) if f"{m[0]}s" not in taken and not m[0].endswith("s")]
    return _put(text, *(p := chance.choice(found)), p[1][0] + "s") if found else None


KINDS: tuple[Kind, ...] = (
    Kind("misspelt name", _misspelt_name),
    Kind("name that is not there", _dangling),
    Kind("misspelt word of the language", _long_word),
    Kind("misspelt short word", _short_word),
    Kind("word twice", _doubled),
    Kind("word missing", _missing),
    Kind("one space more", _one_space_more),
    Kind("block not indented", _not_indented),
    Kind("two lines in one", _joined),
    Kind("tabs", _tab),
    Kind("space in a name", _parted),
    Kind("hyphen in a name", _hyphen),
    Kind("capital letter", _capital),
    Kind("camel case", _camel),
    Kind("plural", _plural),
    swap("article `the`", r"(?<=\bif )(?=region|holder)", "the "),
    swap("article `a`", r"(?<=\bis )(?=(?:hill|forest|mountain|swamp|coastal|lake)\b)", "a "),
    swap(
        "possessive", r"\b(regions|tokens|income|hand) of (holder|people|victim)\b", r"\2's \1", mends=False
    ),
    swap("full stop", r"(?<=\w)$", ".", mends=True),
    swap("comma behind a condition", r"(?<=\w) (and|or) ", r", \1 "),
    swap("semicolon", r"(?<=\w)$", ";"),
    swap("curly quotes", r"(?<=\bis )(hill|forest|mountain|swamp)\b", "\u201c\\1\u201d"),
    swap("name in quotes", r"(?<=\bis )(hill|forest|mountain|swamp|coastal)\b", r'"\1"'),
    swap("dash for minus", r" -(?=\d)", " \u2013"),
    swap("no-break space in a rule", r"(?<=\w) (?=\w)", "\u00a0", mends=False),
    swap("sign behind the number", r" ([+-])(\d)\b", r" \2\1", mends=False),
    swap("coins behind a bonus", r"(?<= [+-]\d)(?= if)", " coins"),
    swap("closing bracket missing", r"\)(?=$| )", "", slack=1),
    swap("opening bracket missing", r"(?<= )\((?=\w)", "", mends=True),
    swap("closing bracket twice", r"\)$", "))"),
    swap("square brackets", r"\((\w[\w ]*)\)", r"[\1]", mends=False),
    swap("brackets left out", r"\bnumber of \(([\w ]+ where [\w ]+)\) is\b", r"number of \1 is"),
    swap("colon missing", r"(?<=\w):$", ""),
    swap("colon missing before an effect", r": (?=(?:do|you|move|set|add|put|nothing)\b)", " "),
    swap("colon behind `do` of an event", r"\bdo (?=\w)", "do: "),
    swap("colon in a modifier", r"(?<=[+-]\d) if\b", ": if", mends=False),
    swap("semicolon for a colon", r"(?<=\w):$", ";"),
    swap(
        "`then` behind the condition", r"^(\s*(?:if|after|before) .*\w): (?=\w)", r"\1 then ", also=(r"\1: ",)
    ),
    swap("`then:` behind the condition", r"^(\s*if .*\w):", r"\1 then:"),
    swap("number glued to a word", r"(\d) (coins?|tokens?)\b", r"\1\2"),
    swap("comment with `//`", r"$", " // as in the book", mends=False),
    swap("comment with `--`", r"(?<=\w)$", " -- as in the book", mends=False),
    swap("decimal", r"(?<= [+-])1\b", "1.5", mends=False),
    swap("percent", r"(?<= [+-])1\b", "50%", mends=False),
    swap("`my` twice", r"\bmy (?=\w)", "my my "),
    swap("`me` for `my`", r"\bmy(?= \w)", "me"),
    swap("`mine` for `of me`", r"\bof me\b", "mine", mends=False),
    swap("`my` behind a preposition", r"\b(regions|tokens|hand|tray) of me\b", r"my \1 of me", mends=False),
)
