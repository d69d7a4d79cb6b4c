"""Around the rules: YAML, keys, values, `pack.yaml`, texts, names of files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.mistakes.slips import misspelt
from benchmarks.mistakes.texts import YAML, Fault, Kind, changed, places, swap

if TYPE_CHECKING:
    import random

    from benchmarks.mistakes.texts import Text

KEYS = "name number tray rules pieces supply traits symbol races powers kinds decks terrains symbols summary variants options texts".split()


def yaml(name: str, pattern: str, by: str, **more: object) -> Kind:
    """A pattern in lines that are no rules."""
    return swap(name, pattern, by, where=YAML, **more)  # type: ignore[arg-type]


def head(name: str, pattern: str, by: str, **more: object) -> Kind:
    """One in `pack.yaml`."""
    return swap(name, pattern, by, where=YAML, sort="head", **more)  # type: ignore[arg-type]


def _misspelt_key(text: Text, chance: random.Random) -> Fault | None:
    found = [(n, m) for n, m in places(text, r"^\s*(?:- )?([a-z_]+)(?=:)", YAML) if m[1] in KEYS]
    if text.sort != "rules" or not found:
        return None
    number, match = chance.choice(found)
    wrong = misspelt(match[1], chance)
    if not re.fullmatch("[a-z_]+", wrong) or wrong in KEYS:
        return None
    line = text.lines[number]
    return changed(text, number, line[: match.start(1)] + wrong + line[match.end(1) :], right=(line,))


def _dropped(name: str, pattern: str, *, above: int = 9) -> Kind:
    """A line left out; what misses it may be said anywhere in the entry above."""

    def make(text: Text, chance: random.Random) -> Fault | None:
        found = places(text, pattern, YAML) if text.sort == "rules" else []
        if not found:
            return None
        number, _ = chance.choice(found)
        new = [*text.lines[:number], *text.lines[number + 1 :]]
        return Fault(text, "\n".join(new) + "\n", set(range(max(1, number + 1 - above), number + 2)))

    return Kind(name, make)


def _key_twice(text: Text, chance: random.Random) -> Fault | None:
    found = places(text, r"^\s+[a-z_]+: [^|\s]", YAML) if text.sort == "rules" else []
    if not found:
        return None
    number, _ = chance.choice(found)
    new = [*text.lines[: number + 1], text.lines[number], *text.lines[number + 1 :]]
    return Fault(text, "\n".join(new) + "\n", {number + 1, number + 2})


def _dedent(text: Text, chance: random.Random) -> Fault | None:
    found = (
        places(text, r"^    +(?:number|tray|supply|symbol|traits|summary|options)(?=:)", YAML)
        if text.sort == "rules"
        else []
    )
    if not found:
        return None
    number, _ = chance.choice(found)
    line = text.lines[number]
    fault = changed(text, number, line[chance.choice([1, 2]) :])
    if fault is not None:
        fault.lines |= {number + 2}
    return fault


def _rules_dedent(text: Text, chance: random.Random) -> Fault | None:
    found = [n for n in text.rules if n + 1 in set(text.rules) and n - 1 in set(text.rules)]
    found = [n for n in found if len(text.lines[n]) - len(text.lines[n].lstrip()) == _margin(text, n)]
    if not found:
        return None
    number = chance.choice(found)
    fault = changed(text, number, text.lines[number][2:])
    if fault is not None:
        fault.lines |= {number + 2}
    return fault


def _margin(text: Text, number: int) -> int:
    """Where the block of rules of a line begins."""
    head = next(
        n
        for n in range(number, -1, -1)
        if n not in set(text.rules) and re.search(r"rules: \|", text.lines[n])
    )
    line = text.lines[head]
    return len(line) - len(line.lstrip(" -")) + 2


def _renamed(name: str, ending: str) -> Kind:
    def make(text: Text, chance: random.Random) -> Fault | None:
        del chance
        if text.sort != "rules":
            return None
        return Fault(text, text.text, set(), name=text.path.stem + ending)

    return Kind(name, make)


KINDS: tuple[Kind, ...] = (
    Kind("misspelt key", _misspelt_key),
    Kind("key twice", _key_twice),
    Kind("line of an entry too far out", _dedent),
    Kind("rule too far out", _rules_dedent),
    _dropped("`name` left out", r"^    name:"),
    _dropped("`number` left out", r"^    number:"),
    _dropped("`tray` left out", r"^    tray:"),
    _dropped("`supply` left out", r"^        supply:"),
    yaml("`number` in letters", r"(?<=number: )\d+", "six", mends=False),
    yaml("`number` in quotes", r"(?<=number: )(\d+)", r'"\1"'),
    yaml("`number` below zero", r"(?<=number: )\d+", "-2", mends=False),
    yaml("`number` of nothing", r"(?<=number:) \d+", "", mends=False),
    yaml("number with a comment sign of others", r"(?<=number: )(\d+)", r"\1 // as printed", mends=False),
    yaml("tray that is too small", r"(?<=tray: )\d+", "1", mends=False, slack=40),
    yaml("no space behind the colon", r"(?<=(?:name|tray|mber|pply)): (?=\w)", ":"),
    yaml("colon left out in YAML", r"^(\s+(?:number|tray|supply)): ", r"\1 ", slack=1),
    yaml("`=` for a colon in YAML", r"^(\s+(?:number|tray|supply)): ", r"\1 = ", slack=1),
    yaml("no-break space in YAML", r"^(\s+(?:number|tray|supply)): ", "\\1:\u00a0", mends=False),
    yaml("tab in YAML", r"^    (?=    \w|\w)", "\t", mends=False),
    yaml(
        "bracket not closed in YAML",
        r"^(\s+(?:traits|options|terrains|symbols): \[.*)\]$",
        r"\1",
        mends=False,
        slack=1,
    ),
    yaml("brace not closed in YAML", r"^(\s+name: \{en: .*)\}$", r"\1", mends=False, slack=1),
    yaml("no brackets around a list", r"(?<=traits: )\[(\w+)\]", r"\1"),
    yaml("round brackets around a list", r"(?<=traits: )\[(\w+)\]", r"(\1)"),
    yaml("comma left out in a list", r"(?<=\w), (?=\w+\])", " ", mends=False),
    yaml("quote not closed in YAML", r'(?<=symbol: )"(.)"', r'"\1', mends=False, slack=9),
    yaml("comma in a name", r"(?<=name: \{en: )([A-Z]\w+)(?=[,}])", r"\1, clever ones", mends=False),
    yaml("colon in a text", r"^(\s+name: )(?:\{.*\}|\w+)$", r"\1Otters: the clever ones", mends=False),
    yaml("language that is none", r"(?<=name: \{)en(?=:)", "eng", mends=False),
    yaml("English left out", r"(?<=name: \{)en: \w+, (?=it)", "", mends=False),
    yaml("`rules` without `|`", r"(?<=rules:) \|$", "", mends=False, slack=2),
    yaml("`rules` behind `>`", r"(?<=rules: )\|$", ">", slack=2),
    yaml("`rule` for `rules`", r"^(\s+)rules(?=: )", r"\1rule"),
    yaml("flag in YAML as `yes`", r"(?<=hidden: )true|(?<=deals: )true|(?<=travels: )true", "yes"),
    yaml("unknown kind of entry", r"^(?:races|powers|relics|places)(?=:$)", "creatures", mends=False),
    yaml("singular for a kind of entry", r"^(race|power|relic|place)s(?=:$)", r"\1"),
    yaml("id with a capital", r"^  ([a-z])([a-z_]+)(?=:$)", r"  X\2", mends=False),
    yaml("id with a hyphen", r"^  ([a-z]+)_([a-z_]+)(?=:$)", r"  \1-\2"),
    yaml("id with a space", r"^  ([a-z]+)_([a-z_]+)(?=:$)", r"  \1 \2"),
    yaml("trait that is none", r"(?<=traits: \[)(\w+)(?=\])", r"\1x"),
    yaml("variant that is none", r"(?<=when: \{)(\w+)(?=:)", r"\1x"),
    yaml("option that is none", r"(?<=when: \{)(\w+): (\w+)(?=\})", r"\1: \2x"),
    yaml("tokens of nobody", r"(?<=tokens_of: )(\w+)", r"\1x"),
    yaml("text about nothing", r"^(  (?:chose|ask)\.)([a-z_.]+)(?=: )", r"\1\2x"),
    yaml("text about no prohibition", r"^(  forbid\.)([a-z_]+)(?=: )", r"\1\2x"),
    yaml("text about no action", r"^(  action\.)([a-z_]+)(?=: )", r"\1\2x"),
    yaml("text about no event", r"^(  event\.)([a-z_]+)(?=:)", r"\1\2x"),
    yaml("text of no sort", r"^  chose\.(?=[a-z_.]+: )", "  chosen."),
    yaml("hole that names nothing", r"\{player\}", "{playet}"),
    yaml("hole that names no choice", r"\{choice\}", "{choise}"),
    yaml("hole not closed", r"\{choice\}", "{choice", mends=False),
    yaml("anchor", r"^(\s+name: )(?=\{en|\w)", r"\1&otter ", mends=False),
    yaml("list for one word", r"(?<=tokens_of: )(\w+)", r"[\1]", mends=False),
    head("requirement that is none", r"(?<=requires: \{)(\w+)", r"\1x"),
    head("version of a requirement", r'">=0.1"', '"latest"', mends=False),
    head("requirement of the future", r'">=0.1"', '">=7.0"', mends=False),
    head("list of requirements", r"(?<=requires: )\{(\w+).*\}", r"[\1]", mends=False),
    head("version of two parts", r"(?<=version: )0.1.0", "0.1", mends=False),
    head("version with a letter", r"(?<=version: )0.1.0", "v0.1.0", mends=False),
    head("language of the future", r"(?<=language: )2", "9", mends=False),
    head("language as a word", r"(?<=language: )2", "english", mends=False),
    head("misspelt key of a pack", r"^require(?=s)", "requir", mends=False),
    head("id of another folder", r"(?<=^id: )(\w+)", r"\1_two", mends=False),
    head("id with a capital letter", r"(?<=^id: )(\w)", r"X\1", mends=False),
    head("replaces nothing", r"^(requires: .*)$", r"\1\nreplaces: [take]", mends=False),
    head("`id` left out", r"^id: \w+$", "", mends=False, slack=9),
    _renamed("file that ends in `.txt`", ".yaml.txt"),
    _renamed("file that ends in `.YAML`", ".YAML"),
    _renamed("file that ends in `.yaml~`", ".ymal"),
)
