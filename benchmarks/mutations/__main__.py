"""Small changes of the code, one at a time: is each found by the tests that are near it?

    python -m benchmarks.mutations [--count 200] [--seed 1] [--rooms ir,check] [--seconds 30] [--jobs 2] [--tests FOLDER] [--among ir,cli/test_fmt.py]
                                   [--most PERCENT] [-o FOLDER]

First every test runs once, in a copy of the tree, and it is noted which functions it runs; that takes as long as the tests do, and is kept in the
folder (`tests-*.jsonl`). Then changes are chosen, in rooms or files of `ruledsl/` (in all, if none is named), each kind as often as the others: the
same ones for the same seed, the same code and any count. With each of them those of the tests that run the changed function run until one
fails, the nearest first, as many as take so many seconds of the processor when nothing is changed. What came of it is a line of `changes.jsonl`.

Whoever stops it and begins again goes on where it was; of one folder, the code must not change in between. To compare other tests over the same code
(`--tests`), take another folder. A change that no test finds may be one that changes nothing: look at it. With `--count 0` it notes what tests run,
and nothing else: `make test SINCE=main` reads that.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from benchmarks.mutations.changes import Change, changed, changes_of, compiles
from benchmarks.mutations.near import NAMES, Near
from benchmarks.mutations.trial import ROOT, Result, Tree
from benchmarks.mutations.watching import FOLDER, RECORDS, named, numbered


@dataclass(frozen=True)
class Job:
    """A change to be tried in a file, and its name: equal ones are the same change."""

    file: str
    change: Change

    @property
    def name(self) -> str:
        """File, bytes and text, since one line may be changed in many ways."""
        return f"{self.file}:{self.change.line}:{self.change.start} {self.change.kind}: {self.change.new}"


def chosen(rooms: list[str], count: int, seed: str) -> list[Job]:
    """So many changes in some rooms."""
    kinds: dict[str, list[Job]] = defaultdict(list)
    for path in sorted(path for room in rooms for path in _modules(ROOT / "ruledsl" / room)):
        file = path.relative_to(ROOT).as_posix()
        for change in changes_of(path.read_text(encoding="utf-8")):
            kinds[change.kind].append(Job(file, change))
    chance = random.Random(seed)
    jobs: dict[str, Job] = {}
    while kinds and len(jobs) < count:
        kind = chance.choice(sorted(kinds))
        job = kinds[kind].pop(chance.randrange(len(kinds[kind])))
        if not kinds[kind]:
            del kinds[kind]
        if compiles(changed((ROOT / job.file).read_text(encoding="utf-8"), job.change)):
            jobs[job.name] = job
    return list(jobs.values())


def _modules(place: Path) -> list[Path]:
    return [place] if place.is_file() else [*place.rglob("*.py")]


def record(tree: Tree, folder: Path, among: list[str]) -> Path:
    """What every test runs: a file of records for each folder of tests, those that are there already left as they are."""
    with tempfile.TemporaryDirectory() as notes:
        numbers = Path(notes) / "numbers"
        numbered(tree.root, numbers)
        tests = tree.root / "tests"
        parts = [path.name for path in tests.iterdir() if path.is_dir() or path.name.startswith("test_")]
        for part in sorted(among or parts):
            records = folder / f"tests-{part.removesuffix('.py').replace('/', '-')}.jsonl"
            if records.exists():
                continue
            print(f"noting what runs in tests/{part}", flush=True)
            new = records.with_suffix(".new")
            new.unlink(missing_ok=True)
            new.touch()
            words = ["-q", "-p", "benchmarks.mutations.recording", f"tests/{part}"]
            process = tree.pytest(words, {FOLDER: str(numbers), RECORDS: str(new.resolve())})
            output, _ = process.communicate()
            records.with_suffix(".txt").write_text(output, encoding="utf-8")
            if len({json.loads(line)["ran"] for line in new.read_text(encoding="utf-8").splitlines()}) == 1:
                sys.exit(
                    f"No function of the package was seen to run in tests/{part}: {records.with_suffix('.txt')}"
                )
            new.rename(records)
    return folder


def tried(job: Job, tree: Tree, near: Near, seconds: float) -> dict[str, object]:
    """What became of a change, as it is kept."""
    tests = near.to(job.file, job.change.function, seconds)
    text = changed(tree.text(job.file), job.change)
    result = tree.with_change(job.file, text, tests) if tests else Result(killed=False, by=None, seconds=0)
    return {"name": job.name, "file": job.file, **asdict(job.change), "tests": len(tests), **asdict(result)}


def table(outcomes: list[dict[str, object]]) -> str:
    """How many were found, by room and by kind, and those that were not."""
    rows = [f"{'':28}{'changes':>9}{'killed':>9}{'survived':>10}"]
    rooms = Counter(str(outcome["file"]).split("/")[1] for outcome in outcomes)
    for label, names in (
        ("file", sorted(rooms)),
        ("kind", sorted({str(o["kind"]) for o in outcomes})),
        ("", ["all"]),
    ):
        for name in names:
            mine = [o for o in outcomes if not label or name in str(o[label]).split("/")]
            killed = sum(bool(o["killed"]) for o in mine)
            rows.append(
                f"{name:28}{len(mine):9}{killed:9}{len(mine) - killed:10} {1 - killed / max(1, len(mine)):6.1%}"
            )
    rows += ["", "survived:"]
    for o in outcomes:
        if not o["killed"]:
            rows.append(
                f"{o['file']}:{o['line']} {o['kind']} ({o['tests']} tests)\n    - {o['old']}\n    + {o['new']}"
            )
    return "\n".join(rows)


def main() -> int:
    """Print the table. 1 if more changes survive than may."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200, help="how many changes (200)")
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--rooms", default="", help="folders and files of ruledsl/, with commas between them (all)"
    )
    parser.add_argument(
        "--seconds", type=float, default=30, help="of the processor, for the tests of a change (30)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many changes are tried at a time (2)")
    parser.add_argument("--most", type=float, default=100, help="exit code 1 if more percent survive (100)")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests", help="another folder of tests")
    parser.add_argument(
        "--among", default="", help="only these folders and files of tests/, with commas between them (all)"
    )
    parser.add_argument(
        "-o", "--output", type=Path, default=ROOT / ".mutations", help="where it is kept (.mutations)"
    )
    words = parser.parse_args()
    words.output.mkdir(parents=True, exist_ok=True)
    rooms = (
        words.rooms.split(",")
        if words.rooms
        else sorted(p.name for p in (ROOT / "ruledsl").iterdir() if p.is_dir())
    )
    missing = [room for room in rooms if not (ROOT / "ruledsl" / room).exists()]
    if missing:
        parser.error(f"ruledsl/ has no {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        trees: SimpleQueue[Tree] = SimpleQueue()
        first = Tree(Path(folder) / "0", words.tests)
        trees.put(first)
        if not (words.output / NAMES).exists():
            (words.output / NAMES).write_text(json.dumps(named(first.root)), encoding="utf-8")
        record(first, words.output, words.among.split(",") if words.among else [])
        for number in range(1, words.jobs):
            trees.put(Tree(Path(folder) / str(number), words.tests))
        near = Near(words.output, json.loads((words.output / NAMES).read_text("utf-8")))
        outcomes = _all_tried(chosen(rooms, words.count, words.seed), trees, near, words)
    print(table(outcomes))
    survived = sum(not outcome["killed"] for outcome in outcomes)
    return int(100 * survived > words.most * len(outcomes))


def _all_tried(
    jobs: list[Job], trees: SimpleQueue[Tree], near: Near, words: argparse.Namespace
) -> list[dict[str, object]]:
    """What became of each change, in order; what is known already is not tried again."""
    path = words.output / "changes.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    known = {outcome["name"]: outcome for outcome in map(json.loads, lines)}

    def one(job: Job) -> None:
        if job.name in known:
            return
        tree = trees.get()
        try:
            known[job.name] = outcome = tried(job, tree, near, words.seconds)
        finally:
            trees.put(tree)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(outcome) + "\n")
        print(
            f"{'killed' if outcome['killed'] else 'SURVIVED'} {outcome['seconds']:6.1f} s  {job.name}",
            flush=True,
        )

    with ThreadPoolExecutor(words.jobs) as pool:
        list(pool.map(one, jobs))
    return [known[job.name] for job in jobs]


if __name__ == "__main__":
    sys.exit(main())
