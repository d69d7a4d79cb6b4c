"""How near hostile packs come to what `docs/security.md` promises: `python -m benchmarks.hostile`.

Every case of `tests/hostile` is tried in a process of its own. What the official packs take is measured in the same way and in the same run; beyond
that, a pack may take a second of processor time for each step and five more for each MB of its text, and 256 MB of memory and 50 more for each MB.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "hostile"))

from hostile_pack import FAMILIES, cases_of
from trial import tried, tried_alone, tried_case

STEPS = ("validate", "load", "new_game", "choice")
SECOND, SECONDS_A_MB = 1.0, 5.0
MEMORY, MEMORY_A_MB = 256, 50
MB = 1_000_000
SHOWN = 12


def main() -> None:
    """A table of the cases that come nearest, and how near the nearest comes (1 is the promise)."""
    os.environ["RULEDSL_CACHE"] = "off"
    official = tried_alone(lambda found: tried("smallworld", 1, found))
    rows = []
    for family in FAMILIES:
        for name, make in cases_of(family).items():
            found = tried_case(make)
            rows.append((*_nearness(found, official), f"{family}: {name}", found))
    rows.sort(key=lambda row: -row[0])
    table = Table(box=SIMPLE, title=f"{len(rows)} hostile packs; the official ones: {_said(official)}")
    for head in ("of what is promised", "by", "case", "MB", "what it takes"):
        table.add_column(head)
    for near, by, name, found in rows[:SHOWN]:
        table.add_row(f"{near:.2f}", by, name, f"{found['size'] / MB:.2f}", _said(found))
    Console(width=150).print(table)


def _nearness(found: dict[str, float], official: dict[str, float]) -> tuple[float, str]:
    """The largest share of what it may take, and of what."""
    size = found["size"] / MB
    shares = [
        ((found.get(step, 0.0) - official.get(step, 0.0)) / (SECOND + SECONDS_A_MB * size), step)
        for step in STEPS
    ]
    memory = found.get("memory", float("inf")) - official["memory"]
    return max([*shares, (memory / (MEMORY + MEMORY_A_MB * size), "memory")])


def _said(found: dict[str, float]) -> str:
    return ", ".join(f"{key} {found[key]}" for key in (*STEPS, "memory", "end") if key in found)


if __name__ == "__main__":
    main()
