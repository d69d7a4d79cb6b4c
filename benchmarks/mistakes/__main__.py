"""Mistakes that people make, one at a time, put into rule files: was each found, on its line, with the right suggestion?

    python -m benchmarks.mistakes [--count 5000] [--pairs 600] [--seed 1] [--minutes M] [--only IDEA] [--show] [-o FILE]

Kinds lie in files by their idea; each gets the same number of faults, chosen by the seed. A fault is found when there is a finding; its line is
right when one is on a line that was changed; the first suggestion is right when taking it gives the text as it was. Where no correction is
certain, none is asked for. Every kind has its next fault before any has the one after: with `--minutes` no more are begun after that time, and the
figures are of those that were. For pairs, two faults stand in one file; both have to be found on their lines.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.mistakes import boards, meanings, newcomers, rulebooks, shapes, slips, stories, words
from benchmarks.mistakes.judging import Outcome, both, copied, judged, texts

if TYPE_CHECKING:
    from benchmarks.mistakes.texts import Fault, Kind, Text

IDEAS = {
    "words": words.KINDS,
    "rulebooks": rulebooks.KINDS,
    "slips": slips.KINDS,
    "meanings": meanings.KINDS,
    "shapes": shapes.KINDS,
    "boards": boards.KINDS,
    "stories": stories.KINDS,
    "newcomers": newcomers.KINDS,
}
WORKERS = 2
TRIES = 40

TOGETHER = 20
"""So many kinds are tried by a worker before it takes the next ones."""

Job = tuple[str, str, int, float, bool]
"""Seed, idea, the first of its kinds, until when it may begin (by the clock of the machine), whether misses are shown."""


def _made(kind: Kind, files: list[Text], chance: random.Random) -> Fault | None:
    """A fault of a kind, somewhere."""
    for _ in range(TRIES):
        fault = kind.make(chance.choice(files), chance)
        if fault is not None:
            return fault
    for text in chance.sample(files, len(files)):
        fault = kind.make(text, chance)
        if fault is not None:
            return fault
    return None


@cache
def _files() -> list[Text]:
    """The files of a copy of the packs that this process has for itself: read, and their rules compiled for the sake of their names, once."""
    folder = tempfile.mkdtemp()
    Finalize(None, shutil.rmtree, (folder,), {"ignore_errors": True}, exitpriority=1)
    return list(texts(copied(Path(folder))))


def _run(job: Job) -> list[Outcome]:
    """A fault of each of some kinds of an idea; none if it is too late to begin."""
    seed, idea, first, until, show = job
    outcomes: list[Outcome] = []
    for kind in IDEAS[idea][first : first + TOGETHER] if time.time() < until else ():
        fault = _made(kind, _files(), random.Random(f"{seed} {kind.name}"))
        if fault is None:
            print(f"no place for: {kind.name}", flush=True)
            continue
        outcomes.append(judged(kind.name, fault))
        if show and not (outcomes[-1].line and outcomes[-1].suggested is not False):
            _show(outcomes[-1], fault)
    return outcomes


def _show(outcome: Outcome, fault: Fault) -> None:
    at, line = _changed(fault)
    state = f"found={outcome.found:d} line={outcome.line:d} suggested={outcome.suggested}"
    where = f"{outcome.kind} | {outcome.file}:{at} | {state} {outcome.crash}"
    print(f"{where}\n    {line}\n    {outcome.first}", flush=True)


def _pairs(seed: str, count: int, *, show: bool) -> list[bool]:
    """Two faults in one file, of any kinds."""
    kinds = [kind for found in IDEAS.values() for kind in found]
    chance = random.Random(f"pairs {seed}")
    found: list[bool] = []
    files = [text for text in _files() if len(text.lines) > 12]
    while len(found) < count:
        text = chance.choice(files)
        faults = [kind.make(text, chance) for kind in chance.sample(kinds, 12)]
        first, second, *_ = [*[fault for fault in faults if fault is not None], None, None]
        together = both(first, second) if first is not None and second is not None else None
        if together is not None:
            found.append(together)
        if show and together is False and first is not None and second is not None:
            _show_pair(first, second)
    return found


def _show_pair(*faults: Fault) -> None:
    print(f"of two in {faults[0].text.path.name} one was not found:")
    for fault in faults:
        at, line = _changed(fault)
        print(f"    {at}: {line}", flush=True)


def _changed(fault: Fault) -> tuple[int, str]:
    """The first line that is another than it was, and its number."""
    old, new = fault.text.lines, fault.new.splitlines()
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    return at + 1, new[at].strip()


def table(outcomes: list[Outcome]) -> dict[str, dict[str, float | None]]:
    """Shares by kind of fault, and of all."""
    rows: dict[str, dict[str, float | None]] = {}
    for kind in [*dict.fromkeys(o.kind for o in outcomes), "all"]:
        mine = [o for o in outcomes if kind in (o.kind, "all")]
        asked = [o for o in mine if o.suggested is not None]
        rows[kind] = {
            "faults": len(mine),
            "found": sum(o.found for o in mine) / len(mine),
            "line": sum(o.line for o in mine) / len(mine),
            "suggestion": sum(bool(o.suggested) for o in asked) / len(asked) if asked else None,
            "tracebacks": sum(bool(o.crash) for o in mine),
        }
    return rows


def _cell(share: float | None) -> str:
    return f"{'-':>9}" if share is None else f"{share:9.1%}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--pairs", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no fault after that")
    parser.add_argument("--only", choices=list(IDEAS), action="append", help="only the kinds of this idea")
    parser.add_argument("--show", action="store_true", help="print every fault that was missed")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    kinds = sum(len(found) for found in IDEAS.values())
    each = max(1, -(-options.count // kinds))
    until = time.time() + options.minutes * 60
    jobs: list[Job] = [
        (f"{options.seed} {number}", idea, first, until, options.show)
        for number in range(each)
        for idea in options.only or IDEAS
        for first in range(0, len(IDEAS[idea]), TOGETHER)
    ]
    with ProcessPoolExecutor(WORKERS) as pool:
        parts = list(pool.map(_run, jobs))
        each = options.pairs // WORKERS
        shares = [pool.submit(_pairs, f"{options.seed} {n}", each, show=options.show) for n in range(WORKERS)]
        pairs = [found for share in shares for found in share.result()] if options.pairs else []
    rows = table([outcome for part in parts for outcome in part])
    print(f"{'fault':44}{'faults':>8}{'found':>9}{'line':>9}{'suggested':>10}{'tracebacks':>12}")
    for kind, row in rows.items():
        cells = "".join(_cell(row[name]) for name in ("found", "line", "suggestion"))
        print(f"{kind:44}{row['faults']:8}{cells}{row['tracebacks']:12}")
    together = sum(pairs) / len(pairs) if pairs else None
    print(
        f"{kinds} kinds; both of two faults found on their lines: {_cell(together).strip()} of {len(pairs)}"
    )
    if options.output:
        data = {"kinds": kinds, "seed": options.seed, "rows": rows, "pairs": len(pairs), "both": together}
        Path(options.output).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
