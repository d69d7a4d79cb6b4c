"""Files that mistakes go into, mistakes, and what most kinds of them are made of: one pattern for another."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from pathlib import Path

RULES = "rules"
YAML = "yaml"
SCENARIOS = {"scenarios"}


@dataclass(slots=True)
class Names:
    """Names that rules may refer to, by what they are."""

    everything: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    offering: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Text:
    """A file of a pack: what it holds (`rules`, `map`, `scenario` or `head`), and which of its lines are rules."""

    pack: Path
    path: Path
    sort: str
    text: str
    names: Names
    lines: list[str] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = self.text.splitlines()
        self.rules = list(_rule_lines(self.lines))

    @property
    def others(self) -> list[int]:
        """The lines that are no rules and no comments."""
        inside = set(self.rules)
        return [
            n
            for n, line in enumerate(self.lines)
            if n not in inside and line.strip() and not line.lstrip().startswith("#")
        ]


@dataclass(slots=True)
class Fault:
    """A text with one mistake. `lines` are those where a finding is right; none if the file as a whole is wrong.

    `right` are the texts that a right suggestion makes of it; without them none is asked for. `name` is what the file is called afterwards.
    """

    text: Text
    new: str
    lines: set[int]
    right: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of mistake: the idea it belongs to, and what makes one in a text; None where it cannot be made."""

    name: str
    make: Callable[[Text, random.Random], Fault | None]


def _rule_lines(lines: list[str]) -> Iterator[int]:
    """The lines inside rule texts, without comments."""
    depth = -1
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if depth >= 0 and line.strip() and indent <= depth:
            depth = -1
        if depth >= 0 and line.strip() and not line.strip().startswith("#"):
            yield number
        if re.match(r"\s*(- )?rules: \|", line):
            depth = indent
        elif re.match(r"\s*rules: \S", line):
            yield number


def changed(
    text: Text, number: int, new: str, *, slack: int = 0, right: tuple[str, ...] = ()
) -> Fault | None:
    """The fault of one line that is another; `right` are lines that a right suggestion makes of it."""
    lines = text.lines
    if lines[number] == new:
        return None

    def whole(line: str) -> str:
        return "\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n"

    wrong = set(range(number + 1 - slack, number + 2 + slack + new.count("\n")))
    return Fault(text, whole(new), wrong, tuple(whole(line) for line in right))


def places(text: Text, pattern: str, where: str = RULES) -> list[tuple[int, re.Match[str]]]:
    """Where a pattern stands in the lines of rules, or in the others."""
    numbers = text.rules if where == RULES else text.others
    found = re.compile(pattern)
    return [(n, m) for n in numbers for m in found.finditer(_code(text.lines[n]))]


def _code(line: str) -> str:
    """Without the comment at its end."""
    return re.sub(r"\s+# .*$", "", line)


def swap(  # noqa: PLR0913 - what a kind is, in one line
    name: str,
    pattern: str,
    by: str,
    *,
    where: str = RULES,
    sort: str = "rules",
    mends: bool = True,
    slack: int = 0,
    also: tuple[str, ...] = (),
) -> Kind:
    """The kind that writes `by` where a pattern stands. The suggestion has to bring back what was there, or what `also` says, if it `mends`."""

    def make(text: Text, chance: random.Random) -> Fault | None:
        found = places(text, pattern, where) if text.sort == sort else []
        if not found:
            return None
        number, match = chance.choice(found)
        line = text.lines[number]

        def with_(new: str) -> str:
            return line[: match.start()] + match.expand(new) + line[match.end() :]

        right = (line, *map(with_, also)) if mends else ()
        return changed(text, number, with_(by), slack=slack, right=right)

    return Kind(name, make)
