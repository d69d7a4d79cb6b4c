"""How well does the validator see? One fault at a time goes into a shipped rule file; was it found, on its line, with the right suggestion?

    python -m benchmarks.faults [--count 2400] [--seed 1] [-o FILE]

Faults are of ten kinds, spread evenly, and seeded. A fault counts as found when a finding that was not there before appears; its line is
right when one such finding is on a line that was changed; its suggestion when the first one is the word that was misspelt.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import ruledsl
from benchmarks.faultkinds import KINDS, Fault, words_of
from ruledsl.packs.folders import find

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKS = ("core", "smallworld", "blank-tiles", "underground", "warcraft")


@dataclass(slots=True)
class Outcome:
    """What became of one fault."""

    kind: str
    file: str
    found: bool
    line: bool
    suggested: bool | None
    crash: str = ""


def findings(pack: Path) -> set[tuple[str, int, str, str]]:
    """(file, line, message, suggestion) of everything that is wrong with a pack."""
    return {
        (Path(d.span.file).name, d.span.line, d.message, d.suggestion) for d in ruledsl.validate(str(pack))
    }


def files(root: Path) -> Iterator[tuple[Path, Path]]:
    """Every rule file with the folder of its pack. Maps hold no rules."""
    for pack in PACKS:
        for path in sorted((root / pack).rglob("*.yaml")):
            if not {"maps", "scenarios", "playthroughs"} & set(path.relative_to(root / pack).parts):
                yield root / pack, path


def judged(pack: Path, path: Path, fault: Fault, before: set[tuple[str, int, str, str]]) -> Outcome:
    """Put the fault in, look, take it out again."""
    whole = path.read_text(encoding="utf-8")
    path.write_text(fault.text, encoding="utf-8")
    try:
        new = findings(pack) - before
    except Exception as problem:  # noqa: BLE001 - that is what is looked for
        return Outcome(fault.kind, path.name, found=False, line=False, suggested=None, crash=repr(problem))
    finally:
        path.write_text(whole, encoding="utf-8")
    here = [f for f in new if f[0] == path.name and f[1] in fault.lines]
    suggested = any(f[3] == fault.meant for f in here) if fault.meant else None
    return Outcome(fault.kind, path.name, bool(new), bool(here), suggested)


def measure(count: int, seed: int, *, show: bool) -> list[Outcome]:
    """So many faults, the same for the same seed."""
    chance = random.Random(seed)
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "rulesets"
        shutil.copytree(find.official_folder(), root)
        find.official_folder = lambda: root
        places = list(files(root))
        before = {pack: findings(pack) for pack, _ in places}
        names = {pack: words_of(ruledsl.load(str(pack)).program) for pack, _ in places}
        tries = 0
        while len(outcomes) < count and tries < count * 20:
            tries += 1
            pack, path = chance.choice(places)
            kind = list(KINDS)[tries % len(KINDS)]
            fault = KINDS[kind](path.read_text(encoding="utf-8"), chance, names[pack])
            if fault is not None:
                outcomes.append(judged(pack, path, fault, before[pack]))
                if show and not (outcomes[-1].line and outcomes[-1].suggested is not False):
                    print(outcomes[-1], [fault.text.splitlines()[n - 1] for n in sorted(fault.lines)[:1]])
    return outcomes


def table(outcomes: list[Outcome]) -> dict[str, dict[str, float]]:
    """Shares by kind of fault, and of all."""
    rows: dict[str, dict[str, float]] = {}
    for kind in [*sorted({o.kind for o in outcomes}), "all"]:
        mine = [o for o in outcomes if kind in (o.kind, "all")]
        asked = [o for o in mine if o.suggested is not None]
        counted = Counter(found=sum(o.found for o in mine), line=sum(o.line for o in mine))
        rows[kind] = {
            "faults": len(mine),
            "found": counted["found"] / len(mine),
            "right line": counted["line"] / len(mine),
            "right suggestion": sum(bool(o.suggested) for o in asked) / len(asked) if asked else float("nan"),
            "tracebacks": sum(bool(o.crash) for o in mine),
        }
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print every fault that was missed")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    rows = table(measure(options.count, options.seed, show=options.show))
    print(f"{'fault':24}{'faults':>8}{'found':>9}{'line':>9}{'suggested':>11}{'tracebacks':>12}")
    for kind, row in rows.items():
        shares = [row["found"], row["right line"], row["right suggestion"]]
        cells = [f"{share:9.1%}" if share == share else " " * 8 + "-" for share in shares]  # noqa: PLR0124 - nan
        print(
            re.sub(
                r"nan%",
                "  - ",
                f"{kind:24}{row['faults']:8}{cells[0]}{cells[1]}  {cells[2]}{row['tracebacks']:12}",
            )
        )
    if options.output:
        Path(options.output).write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
