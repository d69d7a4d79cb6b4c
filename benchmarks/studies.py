"""`python -m benchmarks.studies`: does `balance` say by how much a number is off, where that is known?

A race that only gains a coin when it comes is printed with its right number (the one nearest to par, as a long run finds it), and with one and two
more or fewer. Each of these is handed to `balance` with seeds of its own, and the answer should be the right number.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click

from ruledsl.bulk import Crew, Plan
from ruledsl.cli.commands.arguments import cores
from ruledsl.play.rules import load
from ruledsl.study.balance import Search
from ruledsl.study.weighing import Weighing

HEAD = "id: plain\nversion: 0.1.0\nlanguage: 2\nname: Plain\nrequires: {smallworld: '>=0.1'}\n"
RACE = "races:\n  plain:\n    name: Plain\n    number: 6\n    tray: 12\n    rules: |\n      after my founding: you gains 1 coins\n"


@click.command()
@click.option("--games", default=150_000, show_default=True, help="For each answer.")
@click.option("--long", default=500_000, show_default=True, help="For the right number.")
@click.option("--players", default=3, show_default=True)
@click.option("--workers", type=int)
def main(games: int, long: int, players: int, workers: int | None) -> None:
    """Print the right number, then what is said of numbers that are off."""
    with tempfile.TemporaryDirectory() as folder, Crew(workers or cores()) as crew:
        (Path(folder) / "pack.yaml").write_text(HEAD, "utf-8")
        (Path(folder) / "plain.yaml").write_text(RACE, "utf-8")
        right = searched(crew, folder, Search(6, 2, 10, players), 1, long)
        print(f"the right number: {told(right)}")
        for off in (-2, -1, 0, 1, 2):
            now = right.best + off
            began = time.monotonic()
            found = searched(crew, folder, Search.around(now, players), 100 + off, games)
            took = time.monotonic() - began
            print(
                f"{off:+d}: {'right' if found.best == right.best else 'WRONG'}, {took:.0f} s: {told(found)}"
            )


def searched(crew: Crew, folder: str, search: Search, seed: int, games: int) -> Search:
    """What is known after so many games, unless it is sure before."""
    plan = Plan((folder,), (), ("random",) * search.players, seed)
    for _ in Weighing(load(folder), plan, "plain", "number", search).steps(crew, games):
        pass
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
