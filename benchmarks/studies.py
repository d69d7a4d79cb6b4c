"""`python -m benchmarks.studies`: how much does `balance` know after a while, and is it right where the answer is known?

In each box a race that only gains a coin when it comes is printed with its right number (the one nearest to par, as a long run finds it), and with
one and two more or fewer. Each of these is handed to `balance` with seeds of its own. Its verdict on the printed number should be the right one,
and the number that it names the right number. All times are processor time of one core, so that what else the machine does meanwhile counts little.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from pathlib import Path

import click

from ruledsl.lab.bulk import Plan, ProcessPool
from ruledsl.lab.study.hands import Search, Verdict
from ruledsl.lab.study.weighing import Weighing
from ruledsl.play.rules import load

HEAD = "id: plain\nversion: 0.1.0\nlanguage: 2\nname: Plain\nrequires: {%s: '>=0.1'}\n"
RACE = "races:\n  plain:\n    name: Plain\n    number: 6\n    tray: 12\n    rules: |\n      after my founding: you gains 1 coins\n"
OFF = {-2: Verdict.WEAK, -1: Verdict.WEAK, 0: Verdict.PAR, 1: Verdict.STRONG, 2: Verdict.STRONG}


@click.command()
@click.option("--seconds", default=120.0, show_default=True, help="For each answer.")
@click.option("--long", default=240.0, show_default=True, help="For the right number.")
@click.option("--players", default=3, show_default=True)
@click.option("--boxes", default="smallworld,underground,warcraft", show_default=True)
def main(seconds: float, long: float, players: int, boxes: str) -> None:
    """Print the width of one interval, then for each box the right number, and what is said of numbers that are off."""
    verdicts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for box in boxes.split(","):
            (Path(folder) / "pack.yaml").write_text(HEAD % box, "utf-8")
            (Path(folder) / "plain.yaml").write_text(RACE, "utf-8")
            alone = searched(folder, Search(6, 6, 6, players, par=0.01), 1, seconds)
            print(f"{box}, one number: {told(alone)}", flush=True)
            right = searched(folder, Search(6, 2, 10, players), 2, long)
            print(f"{box}, the right number: {told(right)}", flush=True)
            for off, verdict in OFF.items():
                search = Search.around(right.best + off, players)
                began = time.process_time()
                found = searched(folder, search, 100 + off, seconds)
                took = time.process_time() - began
                judged = judged_as(found.verdict, verdict)
                verdicts[judged] += 1
                named = "right" if found.best == right.best else "other"
                print(f"{off:+d}: {judged}, {named} number, {took:.0f} s: {told(found)}", flush=True)
    print(f"verdicts: {dict(verdicts)}")


def judged_as(found: Verdict, right: Verdict) -> str:
    """What a verdict is worth."""
    return "undecided" if found == Verdict.UNSURE else "right" if found == right else "wrong"


def searched(folder: str, search: Search, seed: int, seconds: float) -> Search:
    """What is known after so much processor time, unless it is sure before."""
    until = time.process_time() + seconds
    plan = Plan((folder,), (), ("random",) * search.players, seed)
    for _ in Weighing(load(folder), plan, "plain", "number", search).steps(ProcessPool(1)):
        if time.process_time() > until:
            break
    return search


def told(search: Search) -> str:
    """In a line."""
    arms = ", ".join(
        f"{n}: {arm.lead.mean:+.2f} [{search.strength(n).low:+.2f}, {search.strength(n).high:+.2f}] of {arm.lead.count:,}"
        for n, arm in sorted(search.arms.items())
    )
    others = [number for number in search.possible if number != search.best]
    left = f", not told from {others}" if others else ", sure"
    return f"printed {search.now}: {search.verdict.value}; best {search.best}{left} ({arms})"


if __name__ == "__main__":
    main()
