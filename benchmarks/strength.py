"""`python -m benchmarks.strength A B --on PACK`: how often A beats B, two at a table, each seed played twice with the seats exchanged.

A and B are names of bots (`random`, `greedy`, `search:400`, `search:200ms`), or `earlier`: the bot `greedy` as it was before. Without a time in
milliseconds the same words give the same figures everywhere. Games are parted by those who are first together; the interval is Wilson's of 95 %.
`--on` may be repeated; `--on every` are all packs, alone or with the box that they are for.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click

from benchmarks.earlier import Greedy as Earlier
from ruledsl.bulk import Plan, seed_of
from ruledsl.bulk.playing import in_python, natively
from ruledsl.play.bots import SEATS
from ruledsl.play.game import Rules
from ruledsl.play.rules import load
from ruledsl.play.standing import standings_of

QUANTILE = 1.959964
PACKS = Path(__file__).parents[1] / "rulesets"
BOX = "smallworld"
SEATS.setdefault("earlier", Earlier)


class Pair(NamedTuple):
    """Of two games with one seed: what the first bot won of them, and how long they took, in seconds of processor time, for how many choices."""

    won: float
    took: float
    choices: int


@cache
def rules_of(packs: tuple[str, ...], *, native: bool) -> Rules:
    """Ready to be played."""
    rules = load(*packs)
    if native:
        rules.backend.wait()
    else:
        rules.backend.problem = "it is not wanted"
    return rules


def pair(names: tuple[str, str], packs: tuple[str, ...], series: int, native: bool, number: int) -> Pair:  # noqa: FBT001
    """The games of this number."""
    rules, seed = rules_of(packs, native=native), seed_of(series, number)
    won, choices, began = 0.0, 0, time.process_time()
    for seats in (names, names[::-1]):
        plan = Plan(packs, (), seats, series)
        played = natively(rules, plan, seed) or in_python(rules, plan, seed)
        if played.error:
            raise SystemExit(f"game {number} on {'+'.join(packs)}: {played.error}")
        first = [row["player"] for row in standings_of(rules, 2, played.value) if row["rank"] == 1]
        won += sum(seats[player] == names[0] for player in first) / len(first)
        choices += len(played.choices)
    return Pair(won, time.process_time() - began, choices)


def wilson(part: float, games: int) -> tuple[float, float]:
    """The interval in which the true part lies."""
    square = QUANTILE**2 / games
    middle = (part + square / 2) / (1 + square)
    half = math.sqrt(square * (part * (1 - part) + square / 4)) / (1 + square)
    return middle - half, middle + half


def every() -> list[str]:
    """All packs: those that have no map, and hold no game, with the oldest box."""
    names = [path.name for path in sorted(PACKS.iterdir()) if path.name != "core"]
    return [name if load(name).composition.maps else f"{BOX}+{name}" for name in names]


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--on", "where", multiple=True, default=["smallworld"], help="Packs, with + between them; or `every`."
)
@click.option("--pairs", default=50, show_default=True, help="Each is two games.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--native/--python", default=True, show_default=True, help="What games are played by.")
def main(
    first: str,
    second: str,
    where: tuple[str, ...],
    pairs: int,
    seed: int,
    workers: int,
    native: bool,  # noqa: FBT001
) -> None:
    """Play, and say it in a line for each table."""
    for on in every() if where == ("every",) else where:
        work = partial(pair, (first, second), tuple(on.split("+")), seed, native)
        if workers == 1:
            found = list(map(work, range(pairs)))
        else:
            with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
                found = list(pool.map(work, range(pairs)))
        part = sum(one.won for one in found) / (2 * pairs)
        low, high = wilson(part, 2 * pairs)
        took = 1000 * sum(one.took for one in found) / max(1, sum(one.choices for one in found))
        print(
            f"{on}: {first} beats {second} in {part:.1%} [{low:.1%}, {high:.1%}] of {2 * pairs} games, seed {seed}; "
            f"{took:.2f} ms a choice",
            flush=True,
        )


if __name__ == "__main__":
    main()
