"""`python -m benchmarks.strength A B --on PACK`: how often A beats B, two at a table, each seed played twice with the seats exchanged.

A and B are names of bots (`random`, `greedy`, `search:400`, `search:200ms`), or `earlier`: the bot `greedy` as it was before. Without a time in
milliseconds the same words give the same figures everywhere. Games are parted by those who are first together; the interval is Wilson's of 95 %.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from typing import NamedTuple

import click

from benchmarks.earlier import Greedy
from ruledsl.bots import Bot
from ruledsl.bulk import seed_of
from ruledsl.play.bots import bot, seed_of_seat
from ruledsl.play.game import Rules
from ruledsl.play.rules import load
from ruledsl.play.views.view import SeatView

QUANTILE = 1.959964


class Pair(NamedTuple):
    """Of two games with one seed: what the first bot won of them, and for both how long they thought, in seconds, about how many choices."""

    won: float
    thought: tuple[float, float]
    choices: tuple[int, int]


@cache
def rules_of(packs: tuple[str, ...], *, native: bool) -> Rules:
    """Ready to be played."""
    rules = load(*packs)
    if native:
        rules.backend.wait()
    else:
        rules.backend.problem = "it is not wanted"
    return rules


def made(name: str, seed: int) -> Bot:
    return Greedy(seed) if name == "earlier" else bot(name, seed)


def pair(names: tuple[str, str], packs: tuple[str, ...], series: int, native: bool, number: int) -> Pair:  # noqa: FBT001
    rules, seed = rules_of(packs, native=native), seed_of(series, number)
    won, thought, choices = 0.0, [0.0, 0.0], [0, 0]
    for turned in (0, 1):
        game = rules.new_game(2, seed)
        bots = [made(names[seat ^ turned], seed_of_seat(seed, seat)) for seat in (0, 1)]
        while not game.over:
            seat = game.decision.player
            began = time.process_time()
            choice = bots[seat].choose(SeatView(game, seat))
            thought[seat ^ turned] += time.process_time() - began
            choices[seat ^ turned] += 1
            game.choose(choice)
        first = [row["player"] for row in game.standings if row["rank"] == 1]
        won += sum(seat ^ turned == 0 for seat in first) / len(first)
    return Pair(won, (thought[0], thought[1]), (choices[0], choices[1]))


def wilson(part: float, games: int) -> tuple[float, float]:
    square = QUANTILE**2 / games
    middle = (part + square / 2) / (1 + square)
    half = math.sqrt(square * (part * (1 - part) + square / 4)) / (1 + square)
    return middle - half, middle + half


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--on", default="smallworld", show_default=True, help="Packs, with + between them.")
@click.option("--pairs", default=50, show_default=True, help="Each is two games.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--native/--python", default=True, show_default=True, help="What trials are played by.")
def main(first: str, second: str, on: str, pairs: int, seed: int, workers: int, native: bool) -> None:  # noqa: FBT001
    """Play, and say it in a line."""
    work = partial(pair, (first, second), tuple(on.split("+")), seed, native)
    if workers == 1:
        found = list(map(work, range(pairs)))
    else:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            found = list(pool.map(work, range(pairs)))
    part = sum(one.won for one in found) / (2 * pairs)
    low, high = wilson(part, 2 * pairs)
    times = [
        1000 * sum(one.thought[side] for one in found) / max(1, sum(one.choices[side] for one in found))
        for side in (0, 1)
    ]
    print(
        f"{on}: {first} beats {second} in {part:.1%} [{low:.1%}, {high:.1%}] of {2 * pairs} games, seed {seed}; "
        f"{times[0]:.1f} and {times[1]:.1f} ms a decision"
    )


if __name__ == "__main__":
    main()
