"""The kinds of faults that are put into rule files: what people really get wrong, one at a time."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from ruledsl.check.program import Program

__all__ = ["KINDS", "Fault", "words_of"]

KEYS = "name number tray rules pieces supply traits symbol races powers kinds decks dice modes terrains symbols places relics".split()
KEYWORDS = "of to from in by if where is during times for do at with as".split()
MOMENT = re.compile(r"\b(before|after) (?:my )?([a-z_]+)")


@dataclass(slots=True)
class Fault:
    """A text with one fault; `lines` are those where a finding is right, `meant` the word that was misspelt."""

    kind: str
    text: str
    lines: set[int]
    meant: str = ""


def words_of(program: Program) -> dict[str, set[str]]:
    """Names that a rule text may refer to, by what they are."""
    return {
        "all": {
            *(v.name for v in program.values),
            *(d.name for d in program.defines),
            *(m.name for m in program.memories),
            *program.pieces,
            *program.traits,
            *program.modes,
        },
        "events": {e.name for e in program.events},
        "values": {v.name for v in program.values},
        "offering": {e.name for e in program.events if e.offers},
    }


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


def _rule_lines(lines: list[str]) -> list[int]:
    """The lines inside rule texts, without comments and declarations of names."""
    found, depth = [], -1
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if depth >= 0 and line.strip() and indent <= depth:
            depth = -1
        if depth >= 0 and line.strip() and not line.strip().startswith("#"):
            found.append(number)
        if re.match(r"\s*(- )?rules: \|", line):
            depth = indent
        elif re.match(r"\s*rules: \S", line):
            found.append(number)
    return found


def _changed(
    kind: str, lines: list[str], number: int, new: str, meant: str = "", slack: int = 0
) -> Fault | None:
    if lines[number] == new:
        return None
    text = "\n".join([*lines[:number], new, *lines[number + 1 :]]) + "\n"
    return Fault(kind, text, set(range(number + 1 - slack, number + 2 + slack)), meant)


def _misspelt_key(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    lines = text.splitlines()
    inside = set(_rule_lines(lines))
    keyed = [
        (n, m)
        for n, line in enumerate(lines)
        if n not in inside and (m := re.match(r"\s*(?:- )?([a-z_]+):", line)) and m[1] in KEYS
    ]
    if not keyed:
        return None
    number, match = chance.choice(keyed)
    wrong = misspelt(match[1], chance)
    if not re.fullmatch("[a-z_]+", wrong) or wrong in KEYS:
        return None
    line = lines[number]
    return _changed(
        "misspelt key", lines, number, line[: match.start(1)] + wrong + line[match.end(1) :], match[1]
    )


def _references(lines: list[str], words: set[str]) -> list[tuple[int, re.Match[str]]]:
    found = []
    for number in _rule_lines(lines):
        code = lines[number].partition("#")[0]
        if re.match(
            r"\s*(remember|value|define|event|phase|action|permission|let|choose|may|for each|roll|draw|found|rules:)\b",
            code,
        ):
            continue
        found += [
            (number, m) for m in re.finditer(r"[a-z][a-z0-9_]*", code) if m[0] in words and len(m[0]) > 3
        ]
    return found


def _misspelt_name(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    lines = text.splitlines()
    places = _references(lines, names["all"])
    if not places:
        return None
    number, match = chance.choice(places)
    wrong = misspelt(match[0], chance)
    if not re.fullmatch("[a-z][a-z0-9_]*", wrong) or wrong in names["all"] | names["events"]:
        return None
    line = lines[number]
    return _changed(
        "misspelt name", lines, number, line[: match.start()] + wrong + line[match.end() :], match[0]
    )


def _dangling(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    lines = text.splitlines()
    places = _references(lines, names["all"])
    if not places:
        return None
    number, match = chance.choice(places)
    line = lines[number]
    return _changed(
        "dangling reference", lines, number, line[: match.start()] + "wobbly_thing" + line[match.end() :]
    )


def _wrong_type(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    lines = text.splitlines()
    inside = set(_rule_lines(lines))
    ways = [
        (n, re.sub(r"(number|tray|supply): \d+", r"\1: many", line))
        for n, line in enumerate(lines)
        if n not in inside
    ]
    ways += [(n, re.sub(r"([+-])\d+", r"\1yes", lines[n], count=1)) for n in inside]
    ways += [(n, re.sub(r"becomes (yes|no)", "becomes 3", lines[n], count=1)) for n in inside]
    ways += [(n, re.sub(r"\bmove \d+", "move me", lines[n], count=1)) for n in inside]
    ways = [(n, new) for n, new in ways if new != lines[n]]
    return _changed("wrong type", lines, *chance.choice(ways)) if ways else None


def _missing_token(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    return _without_or_twice("missing token", text, chance, "")


def _extra_token(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    return _without_or_twice("extra token", text, chance, r"\1\1")


def _without_or_twice(kind: str, text: str, chance: random.Random, by: str) -> Fault | None:
    lines = text.splitlines()
    places = [
        (n, m)
        for n in _rule_lines(lines)
        for m in re.finditer(rf"\b(?:{'|'.join(KEYWORDS)})\b ", lines[n].partition("#")[0])
    ]
    if not places:
        return None
    number, match = chance.choice(places)
    line = lines[number]
    new = line[: match.start()] + (match[0] * 2 if by else "") + line[match.end() :]
    return _changed(kind, lines, number, new, slack=1)


def _bad_indentation(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    lines = text.splitlines()
    rules = set(_rule_lines(lines))
    # A line that stands alone may stand anywhere: only one with a neighbour at its depth can be out of line.
    places = [
        n
        for n in sorted(rules)
        if any(m in rules and _depth(lines[m]) == _depth(lines[n]) for m in (n - 1, n + 1))
    ]
    if not places:
        return None
    number = chance.choice(places)
    return _changed("bad indentation", lines, number, " " + lines[number], slack=2)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _duplicate(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    lines = text.splitlines()
    inside = set(_rule_lines(lines))
    places = [n for n, line in enumerate(lines) if n not in inside and re.match(r"\s+[a-z_]+: [^|]", line)]
    places += [n for n in inside if re.match(r"\s*(remember|value|define) ", lines[n])]
    if not places:
        return None
    number = chance.choice(places)
    new = "\n".join([*lines[: number + 1], lines[number], *lines[number + 1 :]]) + "\n"
    return Fault("duplicate id", new, {number + 1, number + 2})


def _swapped(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    del names
    lines = text.splitlines()
    pattern = re.compile(
        r"\b(tokens|amount|position|region_income|conquest_cost|toll) of ([a-z]+) (in|with|for) ([a-z]+)\b"
    )
    places = [(n, m) for n in _rule_lines(lines) if (m := pattern.search(lines[n])) and m[2] != m[4]]
    if not places:
        return None
    number, m = chance.choice(places)
    new = f"{lines[number][: m.start()]}{m[1]} of {m[4]} {m[3]} {m[2]}{lines[number][m.end() :]}"
    return _changed("swapped arguments", lines, number, new)


def _wrong_event(text: str, chance: random.Random, names: dict[str, set[str]]) -> Fault | None:
    lines = text.splitlines()
    places = [(n, m) for n in _rule_lines(lines) if (m := MOMENT.search(lines[n]))]
    places += [(n, m) for n in _rule_lines(lines) if (m := re.match(r"\s*(during) ([a-z_]+)", lines[n]))]
    if not places:
        return None
    number, match = chance.choice(places)
    wrong = chance.choice(
        sorted(names["values"] if match[1] != "during" else names["events"] - names["offering"])
    )
    line = lines[number]
    return _changed(
        "wrong event or phase", lines, number, line[: match.start(2)] + wrong + line[match.end(2) :]
    )


KINDS: dict[str, Callable[[str, random.Random, dict[str, set[str]]], Fault | None]] = {
    "misspelt key": _misspelt_key,
    "misspelt name": _misspelt_name,
    "wrong type": _wrong_type,
    "missing token": _missing_token,
    "extra token": _extra_token,
    "bad indentation": _bad_indentation,
    "duplicate id": _duplicate,
    "dangling reference": _dangling,
    "swapped arguments": _swapped,
    "wrong event": _wrong_event,
}
