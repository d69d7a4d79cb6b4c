"""Maps: regions, borders, boards, players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.mistakes.texts import YAML, Fault, Kind, changed, places, swap

if TYPE_CHECKING:
    import random

    from benchmarks.mistakes.texts import Text


def board(name: str, pattern: str, by: str, **more: object) -> Kind:
    """A pattern in a file of maps."""
    return swap(name, pattern, by, where=YAML, sort="map", **more)  # type: ignore[arg-type]


def _one_way(text: Text, chance: random.Random) -> Fault | None:
    """A border left out on one side: said at either of the two regions."""
    found = [(n, m) for n, m in places(text, r"(?<=borders: )\[(\d+), .*?\]", YAML)]
    if text.sort != "map" or not found:
        return None
    number, match = chance.choice(found)
    new = re.sub(r"^\[\d+, ", "[", match[0])
    line = text.lines[number]
    fault = changed(text, number, line[: match.start()] + new + line[match.end() :])
    if fault is not None:
        fault.lines = set(range(1, len(text.lines) + 1))
    return fault


def _no_entry(text: Text, chance: random.Random) -> Fault | None:
    del chance
    if text.sort != "map" or "entry: true" not in text.text or "anchor" in text.text:
        return None  # where there are anchors, ships land without an entry
    new = re.sub(r"^ +entry: true\n", "", text.text, flags=re.MULTILINE).replace(" entry: true,", "")
    heads = {n + 1 for n, line in enumerate(text.lines) if re.match(r"  \w+:$", line)}
    return Fault(text, new, heads | {n + k for n in heads for k in range(6)})


KINDS: tuple[Kind, ...] = (
    board(
        "misspelt terrain of a region",
        r"(?<=terrain: )(fores|mountai|swam|farmlan|hil)(?=[tnpdl]\b)",
        r"\1x",
        mends=False,
    ),
    board("terrain with a letter too many", r"(?<=terrain: )(\w+)", r"\1e"),
    board("misspelt symbol of a region", r"(?<=symbols: \[)(\w+)(?=\])", r"\1x"),
    board("terrain under another key", r"(?<= )terrain(?=: )|(?<=\{)terrain(?=: )", "land"),
    board("`border` for `borders`", r"\bborders(?=: )", "border"),
    board("`symbol` for `symbols`", r"\bsymbols(?=: )", "symbol"),
    board("border to a region that is none", r"(?<=borders: \[)\d+", "999", mends=False),
    board("border to itself", r"^(\s+)(\d+): \{(.*borders: \[)", r"\1\2: {\3\2, ", mends=False),
    board("border twice", r"(?<=borders: \[)(\d+)", r"\1, \1", mends=False),
    board("border as a word", r"(?<=borders: )\[(\d+)[^]]*\]", r"\1", mends=False),
    board("misspelt size of a board", r"(?<=    size: )(large|medium|small)\b", r"\1x"),
    board("players that do not fit", r"(?<=players: )\[(\d)\]", r"[\1, \1]", mends=False),
    board("players as a number", r"(?<=players: )\[(\d)\]", r"\1"),
    board("rounds as a word", r"(?<=rounds: )\d+", "eight", mends=False),
    board("no rounds", r"(?<=rounds: )\d+", "0", mends=False),
    board("terrain left out", r"^(\s+\d+: \{)terrain: \w+, ", r"\1", mends=False),
    board("point of one number", r"(?<=at: \[)([\d.]+), [\d.]+\]", r"\1]", mends=False),
    board("flag of a region as a word", r"(?<=entry: )true|(?<=edge: )true", "yes"),
    Kind("border on one side only", _one_way),
    Kind("map without an entry", _no_entry),
)
