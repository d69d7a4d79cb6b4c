"""How near hostile packs come to what `docs/security.md` promises: `python -m benchmarks.hostile [--every N] [--links N] [FAMILY …]`.

Every case of `tests/hostile`, or every Nth of a family, goes through every step (`steps.py`) in a process of its own. What the official packs take is
measured in the same way and in the same run; beyond that, a pack may take a second of processor time for each step and five more for each MB of its
text, and 256 MB of memory and 50 more for each MB. Families are those of the cases, `kept`, and `chains`, of a thousand links each, or as many
as are asked for.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "hostile"))

from chains import CHAINS
from hostile_pack import FAMILIES, Files, cases_of, write
from kept import cases, text_of
from steps import gone_through_alone

from ruledsl.rules.packs.folders.find import official_folder

SECOND, SECONDS_A_MB = 1.0, 5.0
MEMORY, MEMORY_A_MB = 256, 50
MB = 1_000_000
LINKS = 1000
OWN = ("natively",)
"""What is no answer to anybody: a program that is compiled while games go on without it."""

Found = dict[str, Any]


def main() -> None:
    """For each step, and for memory, the case that comes nearest, and how near (1 is the promise); then what went wrong.

    What is beyond the promise, or went wrong, is said at once; when somebody interrupts it, the rest is about what was tried until then.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", default=[*FAMILIES, "kept", "chains"])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--links", type=int, default=LINKS)
    given = parser.parse_args()
    os.environ["RULEDSL_CACHE"] = "off"
    official = gone_through_alone(str(official_folder() / "smallworld"))
    nearest: dict[str, tuple[float, str, Found]] = {}
    wrong, count = 0, 0
    with suppress(KeyboardInterrupt):
        for name, make in _cases(given.families, given.every, given.links):
            found, count = _gone_through(make()), count + 1
            shares = _shares(found, official)
            for step, share in shares.items():
                if share > nearest.get(step, (float("-inf"),))[0]:
                    nearest[step] = share, name, found
            beyond = {step: round(share, 2) for step, share in shares.items() if share > 1}
            if beyond or found["end"] != "fine":
                wrong += 1
                Console(width=150).print(f"{name}: {found.get('wrong') or found['end']} {beyond or ''}")
    title = f"{count} hostile packs, {wrong} of them beyond; each step as a share of what is promised"
    table = Table(box=SIMPLE, title=title)
    for head in ("step", "nearest", "case", "MB", "takes", "official"):
        table.add_column(head)
    for step, (share, name, found) in sorted(nearest.items(), key=lambda entry: -entry[1][0]):
        took = [str(_of(one, step)) for one in (found, official)]
        table.add_row(step, f"{share:.2f}", name, f"{found['size'] / MB:.2f}", *took)
    Console(width=150).print(table)


def _cases(families: list[str], every: int, links: int) -> Iterator[tuple[str, Callable[[], Files]]]:
    """Each case by its name, with what makes its files."""
    for family in families:
        made: dict[str, Callable[[], Files]]
        if family == "kept":
            made = {case["name"]: partial(_kept, case["files"]) for case in cases()}
        elif family == "chains":
            made = {name: partial(make, links) for name, make in CHAINS.items()}
        else:
            made = cases_of(family)
        yield from ((f"{family}: {name}", make) for name, make in list(made.items())[::every])


def _kept(files: dict[str, Any]) -> Files:
    return {name: text_of(made) for name, made in files.items()}


def _gone_through(files: Files) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        size = write(files, Path(folder) / "hostile")
        return {"size": size, **gone_through_alone(str(Path(folder) / "hostile"))}


def _of(found: Found, step: str) -> float:
    """Seconds, or MB."""
    taken: float = found.get("memory", 0.0) if step == "memory" else found.get("times", {}).get(step, 0.0)
    return taken


def _shares(found: Found, official: Found) -> dict[str, float]:
    """How much of what it may take each step took, and memory."""
    if "times" not in found:
        return {"all of it": float("inf")}
    size = found["size"] / MB
    may = {step: SECOND + SECONDS_A_MB * size for step in found["times"] if step not in OWN}
    may["memory"] = MEMORY + MEMORY_A_MB * size
    return {step: (_of(found, step) - _of(official, step)) / most for step, most in may.items()}


if __name__ == "__main__":
    main()
