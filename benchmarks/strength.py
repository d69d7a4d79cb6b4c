"""`python -m benchmarks.strength A B --on PACK`: how often A beats B, two at a table, each seed played twice with the seats exchanged.

A and B are names of bots (`random`, `greedy`, `search:400`, `search:200ms`). Without a time in milliseconds the same words give the same figures
everywhere. Games are parted by those who are first together; the interval is Wilson's of 95 %,
for as many games as pairs tell as much as (`worth`). `--on` may be repeated; `--on every` are all packs, alone or with the box that they are for.
A series may be played in parts: `--first 20 --pairs 10` are pairs 20 to 29 of it, and `--each` says every pair as soon as it is played.
"""

from __future__ import annotations

import math
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ruledsl.lab.bulk import Plan, seed_of
from ruledsl.lab.bulk.playing import play_one
from ruledsl.play.game import Rules
from ruledsl.play.rulebook import standings_of
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

QUANTILE = 1.959964
PACKS = Path(__file__).parents[1] / "rulesets"
BOX = "smallworld"


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
        rules.backend.program()
    else:
        rules.backend.problem = "it is not wanted"
    return rules


def pair(names: tuple[str, str], packs: tuple[str, ...], series: int, native: bool, number: int) -> Pair:  # noqa: FBT001
    """The games of this number."""
    rules, seed = rules_of(packs, native=native), seed_of(series, number)
    won, choices, began = 0.0, 0, time.process_time()
    for seats in (names, names[::-1]):
        plan = Plan(packs, (), seats, series)
        played = play_one(rules, plan, seed)
        if played.error:
            raise SystemExit(f"game {number} on {'+'.join(packs)}: {played.error}")
        first = [row["player"] for row in standings_of(rules, 2, played.value) if row["rank"] == 1]
        won += sum(seats[player] == names[0] for player in first) / len(first)
        choices += len(played.choices)
    return Pair(won, time.process_time() - began, choices)


def worth(won: list[float]) -> float:
    """As many games apart from one another would say what so many pairs do, of each of which it is known how many were won.

    In the two games of a pair the same is drawn. Where that decides, bots win one each, and pairs say more than so many games; where they win both or
    none, less. As many as there are if pairs are all alike.
    """
    part = statistics.fmean(won) / 2
    error = statistics.stdev(won) / 2 / math.sqrt(len(won)) if len(won) > 1 else 0
    return part * (1 - part) / error**2 if error else 2 * len(won)


def wilson(part: float, games: float) -> tuple[float, float]:
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
@click.option("--first", "start", default=0, show_default=True, help="The pair to begin with.")
@click.option("--each", is_flag=True, help="Say what every pair came to.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--native/--python", default=True, show_default=True, help="What games are played by.")
def main(  # noqa: PLR0913, PLR0917 - one for each option
    first: str,
    second: str,
    where: tuple[str, ...],
    pairs: int,
    start: int,
    each: bool,  # noqa: FBT001
    seed: int,
    workers: int,
    native: bool,  # noqa: FBT001
) -> None:
    """Play, and say it in a line for each table."""
    for on in every() if where == ("every",) else where:
        work = partial(pair, (first, second), tuple(on.split("+")), seed, native)
        found: list[Pair] = []
        for number, one in enumerate(played(work, range(start, start + pairs), workers), start):
            found.append(one)
            if each:
                print(f"{number}: {one.won:g} of 2; {said(found)}", flush=True)
        print(f"{on}: {first} beats {second} in {said(found)}, seed {seed}", flush=True)


def played(work: Callable[[int], Pair], numbers: range, workers: int) -> Iterator[Pair]:
    """Pairs, one after the other."""
    if workers == 1:
        yield from map(work, numbers)
    else:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield from pool.map(work, numbers)


def said(found: list[Pair]) -> str:
    """What pairs came to."""
    won = [one.won for one in found]
    part = statistics.fmean(won) / 2
    low, high = wilson(part, worth(won))
    took = 1000 * sum(one.took for one in found) / max(1, sum(one.choices for one in found))
    return f"{part:.1%} [{low:.1%}, {high:.1%}] of {2 * len(found)} games; {took:.2f} ms a choice"


if __name__ == "__main__":
    main()
