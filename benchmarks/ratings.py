"""`python -m benchmarks.ratings`: all bots on one scale, by box, and the table of strengths in `benchmarks/strength.md` made anew.

Each bot meets those next to it in the list, which begins with the weakest, in games for two, each seed twice with the seats exchanged, in each box:
games whose winner is certain tell nothing, and those of the strongest bots cost the most. Bradley and Terry's model puts all on one scale, all
boxes together and each alone: 0 is `random`, and 400 more is ten wins to one. Effort is counted in rollouts, so the same arguments give the same
figures everywhere. `--pairs` are the pairs of games of two bots in a box; the intervals say how much that tells.

Every pair is noted in a file (`--notes`) as soon as it is played: the same command goes on where it was stopped, and with more `--pairs` it adds to
them. `--again` begins anew, which is due when bots or rules have changed.
"""

from __future__ import annotations

import json
import math
import time
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from benchmarks.strength import Pair, pair, played
from ruledsl.lab.study.tables import PRIOR, QUANTILE, errors, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

BOTS = ("random", "easy", "greedy", "search:100", "learned", "guided:100", "guided:4000")
"""The weakest first. The last one is the level `strong`: so many trials of a direction take it its time in the first round."""
BOXES = ("smallworld", "underground", "warcraft")
REACH = 2
"""How many places of the list two bots are apart at most that meet."""
SCALE = 400 / math.log(10)
FILE = Path(__file__).parent / "strength.md"
NOTES = Path(__file__).parent / "ratings.jsonl"
BEGINS, ENDS = "<!-- ratings -->", "<!-- end of ratings -->"


class Meeting(NamedTuple):
    """Two games of two bots in a box: the pair of this number in a series."""

    box: str
    first: str
    second: str
    seed: int
    number: int


class Rated(NamedTuple):
    """A bot on the scale, with an interval of 95 % of its distance from the average bot."""

    bot: str
    rating: float
    half: float


def meetings(bots: Sequence[str], boxes: Sequence[str], pairs: int, seed: int) -> Iterator[Meeting]:
    """All of them: first one of each two bots in each box, then another one of each. So the series tells something wherever it is stopped."""
    near = [(one, other) for one, other in combinations(range(len(bots)), 2) if other - one <= REACH]
    for number in range(pairs):
        for box in boxes:
            for one, other in near:
                yield Meeting(box, bots[one], bots[other], seed, number)


def noted(notes: Path) -> dict[Meeting, float]:
    """How many games the first bot won in the meetings that a file of notes has; a line that was not written to its end counts as none."""
    won = {}
    for line in notes.read_text(encoding="utf-8").splitlines() if notes.exists() else ():
        with suppress(ValueError):
            *meeting, games = json.loads(line)
            won[Meeting(*meeting)] = games
    return won


def meet(meeting: Meeting) -> Pair:
    """Play a meeting."""
    return pair((meeting.first, meeting.second), (meeting.box,), meeting.seed, True, meeting.number)  # noqa: FBT003 - natively


def play(due: Sequence[Meeting], notes: Path, workers: int) -> None:
    """Play these meetings, note each, and say from time to time how far it is."""
    began, said = time.monotonic(), 0.0
    with notes.open("a", encoding="utf-8") as file:
        for count, (meeting, games) in enumerate(zip(due, played(meet, due, workers), strict=True), 1):
            print(json.dumps([*meeting, games.won]), file=file, flush=True)
            took = time.monotonic() - began
            if took - said > 30 or count == len(due):
                said = took
                left = took * (len(due) - count) / count / 60
                print(f"{count} of {len(due)} meetings played, about {left:.0f} min to go", flush=True)


def wins_of(
    bots: Sequence[str], box: str, won: dict[Meeting, float], wanted: Iterable[Meeting]
) -> list[list[float]]:
    """How many games each bot won against each other one in a box."""
    wins = [[0.0] * len(bots) for _ in bots]
    for meeting in wanted:
        if meeting.box == box:
            one, other = bots.index(meeting.first), bots.index(meeting.second)
            wins[one][other] += won[meeting]
            wins[other][one] += 2 - won[meeting]
    return wins


def rated(bots: Sequence[str], wins: list[list[float]]) -> list[Rated]:
    """All bots on one scale, the first one at 0."""
    played = [
        [won + PRIOR / len(bots) if won + lost else 0 for won, lost in zip(row, column, strict=True)]
        for row, column in zip(wins, zip(*wins, strict=True), strict=True)
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
@click.option("--bot", "bots", multiple=True, default=BOTS, help="A bot to rate, the weakest first; it is 0.")
@click.option("--on", "boxes", multiple=True, default=BOXES, help="A box to play.")
@click.option("--pairs", default=10, show_default=True, help="Of games, for two bots in a box.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option(
    "--notes", type=click.Path(path_type=Path), default=NOTES, help="The file with what was played."
)
@click.option("--again", is_flag=True, help="Forget what was played.")
@click.option("--write", is_flag=True, help="Put the table into benchmarks/strength.md.")
def main(  # noqa: PLR0913, PLR0917 - one for each option
    bots: tuple[str, ...],
    boxes: tuple[str, ...],
    pairs: int,
    seed: int,
    workers: int,
    notes: Path,
    again: bool,  # noqa: FBT001
    write: bool,  # noqa: FBT001
) -> None:
    """Play what is not noted yet, rate, and show the table."""
    if again:
        notes.unlink(missing_ok=True)
    wanted, won = [*meetings(bots, boxes, pairs, seed)], noted(notes)
    play([meeting for meeting in wanted if meeting not in won], notes, workers)
    won = noted(notes)
    ratings = table(bots, {box: wins_of(bots, box, won, wanted) for box in boxes})
    named = "".join(f" --bot {bot}" for bot in bots if bots != BOTS)
    command = f"    python -m benchmarks.ratings --pairs {pairs} --seed {seed}{named} --write"
    print(ratings)
    if write:
        FILE.write_text(
            written(FILE.read_text(encoding="utf-8"), f"{command}\n\n{ratings}"), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
