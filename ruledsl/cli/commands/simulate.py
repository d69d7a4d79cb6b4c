"""`simulate`: many games between bots, one line of JSON for each."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from ruledsl.cli.commands.arguments import bots_of, cores, count_of, filled, fits, of_a_table, variants_of
from ruledsl.cli.output import say
from ruledsl.cli.refusal import Finding, rules_for

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from ruledsl.bulk import Plan
    from ruledsl.bulk.workers import Line
    from ruledsl.cli.files.lines import Lines
    from ruledsl.play.game import Rules

__all__ = ["simulate_command"]

MOST_GAMES = 1_000_000_000
MOST_WORKERS = 61
"""No system takes fewer than that."""

SIMULATE_HELP = """Play many games between bots, on all cores. Each game becomes one line of JSON.

\b
  ruledsl simulate smallworld --games 1000 -o games.jsonl
  ruledsl simulate smallworld --players 3 --seats greedy,random --seed 7
  ruledsl simulate smallworld underground --map underground_4p --players 4
  ruledsl simulate smallworld --seed 7 --only 412        one game out of many

A line has the number of the game, its seed, the packs with their digests, variants, seats, map, rounds, decisions, a digest of all choices, and for
every player the rank, the coins, the values that decide, the panels, and the combos with the round in which they were taken.

The lines are in the order of the games and the same for any number of workers. The seed of a game is the first 53 bits of the SHA-256 of
SEED/NUMBER, and it is all that the game needs: `ruledsl play` with the same packs, players, seats, map, variants and that seed plays it again.

A game that cannot be played to its end has an `error` in its line. Exit code 0: all games were played; 1: some were not; 2: nothing to play.
"""


@click.command("simulate", help=SIMULATE_HELP, short_help="Play many games.")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="How many games."
)
@of_a_table("random or greedy")
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help="How many processes play; without it, one a core."
)
@click.option(
    "--only",
    type=click.IntRange(0, MOST_GAMES - 1),
    multiple=True,
    metavar="NUMBER",
    help="Play only the game of this number, counted from 0; may be repeated.",
)
@click.option("-o", "output", metavar="FILE", help="Where the lines go; without it they are shown.")
def simulate_command(  # noqa: PLR0913, PLR0917 - one for each option
    packs: tuple[str, ...],
    games: int,
    players: int | None,
    seats: str | None,
    seed: int,
    map_id: str | None,
    variants: tuple[str, ...],
    workers: int | None,
    only: tuple[int, ...],
    output: str | None,
) -> None:
    """See SIMULATE_HELP."""
    from ruledsl.bulk import Plan  # noqa: PLC0415 - `--help` does without

    named = bots_of(seats, players)
    count = count_of(named, players)
    chosen = variants_of(variants)
    rules = rules_for(packs, chosen)
    fits(rules, count, map_id)
    plan = Plan(packs, tuple(chosen.items()), tuple(filled(named, count)), seed, map_id)
    numbers: Sequence[int] = sorted(set(only)) or range(games)
    _simulate(rules, plan, numbers, min(workers or cores(), len(numbers)), output)


def _simulate(rules: Rules, plan: Plan, games: Sequence[int], workers: int, output: str | None) -> None:
    from ruledsl.bulk import Died, lines_of  # noqa: PLC0415 - `--help` does without
    from ruledsl.cli.files.lines import Lines  # noqa: PLC0415

    failed = 0
    with Lines(output) as lines, contextlib.closing(lines_of(rules, plan, games, workers)) as found:
        try:
            with _shown(found, len(games), lines) as shown:
                for line in shown:
                    lines.write(line.text)
                    failed += line.failed
        except KeyboardInterrupt:
            say(f"Stopped: {_so_far(lines, games)}", err=True)
            raise
        except Died as problem:
            raise Finding(f"{problem} {_so_far(lines, games)}") from None
    if output is not None:
        say(f"{len(games)} game{'' if len(games) == 1 else 's'} in {output}.", err=True)
    if failed:
        raise Finding(
            f"{failed} of {len(games)} games could not be played to their end: see `error` in their lines."
        )


def _so_far(lines: Lines, games: Sequence[int]) -> str:
    where = f"in {lines.name}" if lines.name else "written"
    return f"{lines.count} of {len(games)} games are {where}, each on a whole line."


@contextlib.contextmanager
def _shown(found: Generator[Line, None, None], total: int, lines: Lines) -> Iterator[Iterable[Line]]:
    """With a bar that grows, if somebody looks on and the lines go elsewhere."""
    if not sys.stderr.isatty() or lines.on_terminal:
        yield found
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    columns = (BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        yield bar.track(found, total=total)
