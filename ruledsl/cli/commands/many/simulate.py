"""`simulate`: many games between bots, a line of JSON for each behind a header."""

from __future__ import annotations

import contextlib
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruledsl.base.extras import need
from ruledsl.cli.commands.arguments import bots_at, is_number, of_a_table, planned, variants_of
from ruledsl.cli.completion import FILE, FOLDER, PACK
from ruledsl.cli.files.lines import Lines, there_already
from ruledsl.cli.output import say
from ruledsl.cli.signals import Finding, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from rich.progress import Progress, TaskID

    from ruledsl.lab.bulk import Plan
    from ruledsl.lab.bulk.workers import Line
    from ruledsl.lab.bulk.workers import Lines as PlayedLines
    from ruledsl.play.game import Rules

MOST_GAMES = 1_000_000_000
MOST_WORKERS = 61
"""The lowest limit of any system."""

OTHERS = frozenset(
    "parquet csv tsv arrow feather xlsx sqlite db html gz bz2 xz zst zip tar tgz yaml yml ruledsl svg png".split()
)
"""Extensions of other kinds of files: tables, pages, archives, packs."""

MOST_SHOWN = 40
"""The most characters of an invalid number in a message."""


class Games(click.ParamType[range]):
    """A number of games, or a part of a longer series: `1000`, or `1000..1999`."""

    name = "games"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:  # noqa: ANN401 - click
        """The numbers of the games."""
        if isinstance(value, range):
            return value
        first, dots, last = value.partition("..")
        if not (is_number(first) and (is_number(last) or not dots)):
            self.fail(f"{value[:MOST_SHOWN]!r} is neither a number that can be nor FIRST..LAST.", param, ctx)
        numbers = range(int(first), int(last) + 1) if dots else range(int(first))
        if not numbers:
            self.fail(f"{value!r} is no game at all.", param, ctx)
        if numbers[-1] >= MOST_GAMES:
            self.fail(f"Games are numbered from 0 to {MOST_GAMES - 1}.", param, ctx)
        return numbers


SIMULATE_HELP = """
\b
  ruledsl simulate smallworld --games 1000 -o games.jsonl
  ruledsl simulate smallworld --players 3 --seats greedy,random --seed 7
  ruledsl simulate smallworld underground --map underground_4p --players 4
  ruledsl simulate smallworld --seed 7 --only 412        one game of many
  ruledsl simulate smallworld --games 1000..1999         the second thousand, perhaps on another machine
  ruledsl simulate smallworld --games 100000 -o games.jsonl --resume
  ruledsl simulate smallworld --games 100000 --columns games       tables, in Parquet
  ruledsl simulate smallworld --games 100000 -o games.jsonl --scheduler tcp://host:8786     on a cluster

The first line is a header: the packs with their digests, variants, seats, and the names of values and tiles. A line behind it has
the number of a game, its seed, map, rounds, decisions and a digest of all choices. For every player it has the rank, the coins, the
values that decide and the panels, and the combos: banner and badge (their places among the header's tiles), the round in which the
player took them, and the measures, in the order of the header. `lost` has the players for whom a rule lost the
game. `ruledsl.read_games(FILE).rows` has games with all their keys.

The lines are in the order of the games and are the same for any number of workers. The seed of a game is the first 53 bits of the
SHA-256 of SEED/NUMBER. `ruledsl play` with that seed and the same packs, players, seats, map and variants plays the same game.

`--resume` continues a file, however the previous run ended. Its lines must belong to the same series; ruledsl replaces a broken last
line and plays the missing games. Without it, an existing file stays as it is unless you say `--force`.

The file holds lines of JSON, so name it `games.jsonl`. `--columns FOLDER` writes the tables of `ruledsl study --rows` instead, straight to
Parquet or Arrow, in the time that lines take: a folder for each table, with a file for each 2,000 games. It needs
`pip install 'ruledsl[study]'`; `study` itself reads lines.

A game that cannot be played to its end has an `error` in its line. Exit code 0: all games were played; 1: some were not; 2: there is
nothing to play.
"""


@click.command("simulate", help=SIMULATE_HELP)
@click.argument("packs", nargs=-1, required=True, type=PACK, metavar="PACK...")
@click.option(
    "--games",
    type=Games(),
    default="100",
    show_default=True,
    metavar="N|FIRST..LAST",
    help="The number of games, or a part of a longer series.",
)
@of_a_table(people=False)
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help="The number of processes [default: one per core]."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the Dask cluster of this scheduler, such as `tcp://host:8786`.",
)
@click.option(
    "--only",
    type=click.IntRange(0, MOST_GAMES - 1),
    multiple=True,
    metavar="NUMBER",
    help="Play only the game with this number, counted from 0; repeatable.",
)
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE",
    help="The output file for the lines [default: standard output].",
)
@click.option(
    "--columns",
    type=FOLDER,
    metavar="FOLDER",
    help="Instead of lines, write tables of games, seats, combos and rounds into this folder, in parts.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "arrow"]),
    default="parquet",
    show_default=True,
    help="The format of these tables.",
)
@click.option("--resume", is_flag=True, help="Continue the file.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def simulate_command(  # noqa: PLR0913, PLR0917 - one for each option
    packs: tuple[str, ...],
    games: range,
    players: int | None,
    seats: str | None,
    seed: int,
    map_id: str | None,
    variants: tuple[str, ...],
    workers: int | None,
    scheduler: str | None,
    only: tuple[int, ...],
    output: str | None,
    columns: str | None,
    form: str,
    resume: bool,  # noqa: FBT001 - click
    force: bool,  # noqa: FBT001
) -> None:
    """Play many games with bots, and write a line for each, or tables."""
    _check_name(output)
    if columns is not None:
        need("study")
    if scheduler is not None:
        need("cluster")
    rules, plan = planned(packs, variants_of(variants), bots_at(seats, players), seed, map_id)
    numbers: Sequence[int] = sorted(set(only)) or games
    if columns is not None:
        from ruledsl.cli.files.lines import in_columns  # noqa: PLC0415 - `--help` does without

        if output is not None or resume or scheduler is not None:
            raise Refusal("`--columns` goes without `-o`, `--resume` and `--scheduler`.")
        in_columns(rules, plan, numbers, workers, Path(columns), form, force=force)
        return
    from ruledsl.lab.bulk.form import head_line  # noqa: PLC0415 - `--help` does without

    if output is None and (resume or force):
        raise Refusal("`--resume` and `--force` are about a file: `-o FILE` names it.")
    if workers is not None and scheduler is not None:
        raise Refusal("The scheduler of a cluster decides on its processes: `--workers` is for this machine.")
    kept = partial(there_already, rules, plan, numbers) if resume else None
    playing = partial(_playing(workers, scheduler), rules, plan)
    _simulate(playing, numbers, Lines(output, head_line(rules, plan), force=force, resume=kept))


def _check_name(output: str | None) -> None:
    """Refuse a misleading file name, before a game is played."""
    ending = Path(output or "").suffix
    if output is not None and ending[1:].lower() in OTHERS:
        lines = f"{output.removesuffix(ending).removesuffix('.jsonl')}.jsonl"
        raise Refusal(
            f"`simulate` writes lines of JSON, not `{ending}`: `-o {lines}`. "
            f"`ruledsl study {lines} --rows FOLDER --format parquet` (or `csv`) makes tables of them."
        )


def _playing(
    workers: int | None, scheduler: str | None
) -> Callable[[Rules, Plan, Sequence[int]], PlayedLines]:
    """Where to play: on this machine, or on a cluster."""
    from ruledsl.lab.bulk import lines_of  # noqa: PLC0415 - `--help` does without

    if scheduler is None:
        return partial(lines_of, workers=workers)
    from ruledsl.lab.bulk.cluster import NoCluster, cluster_at, lines_of_cluster  # noqa: PLC0415

    try:
        return partial(lines_of_cluster, cluster_at(scheduler), tell=partial(say, err=True))
    except NoCluster as problem:
        raise Refusal(str(problem)) from None


def _simulate(playing: Callable[[Sequence[int]], PlayedLines], games: Sequence[int], lines: Lines) -> None:
    from ruledsl.lab.bulk import Died  # noqa: PLC0415 - `--help` does without

    failed, python = 0, ""
    with lines:
        try:
            played = playing(games[lines.count :])
            with contextlib.closing(_apart(played)) as apart, _shown(apart, len(games), lines) as shown:
                for line in shown:
                    lines.write(line.text)
                    failed += line.failed
                    if line.python and not python:
                        say(f"Games are played in Python: {line.python}.", err=True)
                    python = python or line.python
        except KeyboardInterrupt:
            say(f"Stopped: {_so_far(lines, games)}", err=True)
            raise
        except (Died, Refusal) as problem:
            kind = Refusal if isinstance(problem, Refusal) else Finding
            raise kind(f"{problem} {_so_far(lines, games)}") from None
    if lines.name is not None:
        say(f"{len(games)} game{'' if len(games) == 1 else 's'} in {lines.name}.", err=True)
    if failed:
        raise Finding(
            f"{failed} of {len(games)} games could not be played to their end: see `error` in their lines."
        )


def _apart(played: Generator[Line, None, None]) -> Generator[Line, None, None]:
    """Yield the lines of games as they are played; what bots print in this process goes to the error stream, not among the lines."""
    with contextlib.closing(played):
        while True:
            with contextlib.redirect_stdout(sys.stderr):
                line = next(played, None)
            if line is None:
                return
            yield line


def _so_far(lines: Lines, games: Sequence[int]) -> str:
    where = f"in {lines.name}" if lines.name else "written"
    return f"{lines.count} of {len(games)} games are {where}, each on a whole line."


@contextlib.contextmanager
def _shown(played: Generator[Line, None, None], total: int, lines: Lines) -> Iterator[Iterable[Line]]:
    """The games, with a progress bar if somebody watches and the lines go elsewhere."""
    if not sys.stderr.isatty() or lines.on_terminal:
        yield played
        return
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from ruledsl.cli.screen.console import console  # noqa: PLC0415

    rate = TextColumn("{task.fields[rate]:,.0f} games/s")
    columns = (BarColumn(None), MofNCompleteColumn(), rate, TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        yield _counted(played, bar, bar.add_task("", total=total, completed=lines.count, rate=0.0))


def _counted(played: Iterable[Line], bar: Progress, task: TaskID) -> Iterator[Line]:
    began = time.monotonic()
    for count, line in enumerate(played, 1):
        yield line
        bar.update(task, advance=1, rate=count / max(time.monotonic() - began, 0.001))
