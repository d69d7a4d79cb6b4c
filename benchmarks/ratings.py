"""`python -m benchmarks.ratings`: all bots on one scale, by box, and the table of strengths in `benchmarks/strength.md` made anew.

Every bot meets every other one in games for two, each seed twice with the seats exchanged, in each box. Bradley and Terry's model puts them on one
scale, all boxes together and each alone: 0 is `random`, and 400 more is ten wins to one. Effort is counted in rollouts, so the same arguments give
the same figures everywhere. `--pairs` are the pairs of games of two bots in a box; the intervals say how much that tells.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from benchmarks.strength import Pair, pair, played
from ruledsl.lab.study.tables import PRIOR, QUANTILE, errors, fitted

if TYPE_CHECKING:
    from collections.abc import Sequence

BOTS = ("random", "easy", "learned", "greedy", "search:100", "guided:100", "guided:4000")
"""The last one is the level `strong`: so many trials of a direction take it its time in the first round."""
BOXES = ("smallworld", "underground", "warcraft")
SCALE = 400 / math.log(10)
FILE = Path(__file__).parent / "strength.md"
BEGINS, ENDS = "<!-- ratings -->", "<!-- end of ratings -->"


class Rated(NamedTuple):
    """A bot on the scale, with an interval of 95 % of its distance from the average bot."""

    bot: str
    rating: float
    half: float


def met(bots: Sequence[str], box: str, pairs: int, seed: int, workers: int) -> list[list[float]]:
    """How many games each bot won against each other one in a box."""
    wins = [[0.0] * len(bots) for _ in bots]
    meetings = [*combinations(range(len(bots)), 2)]
    work = partial(meeting, tuple(bots), box, seed)
    for number, found in enumerate(played(work, range(pairs * len(meetings)), workers)):
        one, other = meetings[number % len(meetings)]
        wins[one][other] += found.won
        wins[other][one] += 2 - found.won
    for one, other in meetings:
        print(f"{box}: {bots[one]} {wins[one][other]:g}, {bots[other]} {wins[other][one]:g}", flush=True)
    return wins


def meeting(bots: Sequence[str], box: str, seed: int, number: int) -> Pair:
    """Two games of two bots: of each two there is one, then of each two another."""
    meetings = [*combinations(bots, 2)]
    nth, which = divmod(number, len(meetings))
    return pair(meetings[which], (box,), seed, True, nth)  # noqa: FBT003 - natively


def rated(bots: Sequence[str], wins: list[list[float]]) -> list[Rated]:
    """All bots on one scale, the first one at 0."""
    played = [
        [0 if place == number else won + PRIOR / len(bots) for place, won in enumerate(row)]
        for number, row in enumerate(wins)
    ]
    log_odds = fitted(played)
    halves = [QUANTILE * SCALE * error for error in errors(played, log_odds)]
    return [
        Rated(bot, SCALE * (odds - log_odds[0]), half)
        for bot, odds, half in zip(bots, log_odds, halves, strict=True)
    ]


def table(bots: Sequence[str], by_box: dict[str, list[list[float]]]) -> str:
    """The ratings as a table of Markdown."""
    boxes = list(by_box)
    together = [
        [sum(by_box[box][one][other] for box in boxes) for other in range(len(bots))]
        for one in range(len(bots))
    ]
    columns = [rated(bots, together), *(rated(bots, by_box[box]) for box in boxes)]
    lines = ["| bot | all boxes | " + " | ".join(boxes) + " |", "|---" * (2 + len(boxes)) + "|"]
    for place, bot in enumerate(bots):
        cells = [f"{column[place].rating:.0f} ± {column[place].half:.0f}" for column in columns]
        lines.append(f"| `{bot}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def written(text: str, ratings: str) -> str:
    """The text with these ratings between its marks."""
    before, _, rest = text.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return f"{before}{BEGINS}\n\n{ratings}\n\n{ENDS}{after}"


@click.command()
@click.option("--bot", "bots", multiple=True, default=BOTS, help="A bot to rate; the first one is 0.")
@click.option("--on", "boxes", multiple=True, default=BOXES, help="A box to play.")
@click.option("--pairs", default=10, show_default=True, help="Of games, for two bots in a box.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Put the table into benchmarks/strength.md.")
def main(
    bots: tuple[str, ...],
    boxes: tuple[str, ...],
    pairs: int,
    seed: int,
    workers: int,
    write: bool,  # noqa: FBT001
) -> None:
    """Play, rate, and show the table."""
    ratings = table(bots, {box: met(bots, box, pairs, seed, workers) for box in boxes})
    named = "".join(f" --bot {bot}" for bot in bots if bots != BOTS)
    command = f"    python -m benchmarks.ratings --pairs {pairs} --seed {seed}{named} --write"
    print(ratings)
    if write:
        FILE.write_text(
            written(FILE.read_text(encoding="utf-8"), f"{command}\n\n{ratings}"), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
