"""`study`: the statistics of recorded games, as a page and as tables."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.base.extras import need
from ruledsl.cli.commands.arguments import Number
from ruledsl.cli.completion import FILE, FOLDER
from ruledsl.cli.files.writing import can_write, write_whole
from ruledsl.cli.output import say
from ruledsl.cli.signals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.lab.study.results import Results
    from ruledsl.lab.study.tables import Tables

STUDY_HELP = """
The page is a single HTML file.

\b
  ruledsl simulate smallworld --games 10000 --players 3 --seed 17 -o games.jsonl
  ruledsl study games.jsonl -o report.html
  ruledsl study first.jsonl second.jsonl -o report.html --tables tables --format parquet
  ruledsl study games.jsonl --rows rows --format parquet      a row for each game, seat and combo
  ruledsl study columns -o report.html                what `simulate --columns columns` wrote

The page begins with what to act on, in sentences: how far ahead the first seat is, how often the leader after a round wins, how long
games are (`--minutes` makes that decisions a minute), tiles that these bots hardly ever take, and whether the market asks enough. Use
bots that choose (`simulate --seats learned,learned,learned`): what random bots never take says nothing.

Then it shows how far ahead seats are, and how often they win, by the banner, the badge, and the combo of both that they began
with; by seat; and by bot, if there are several. It shows how long players kept first combos, what combos cost and earned, all combos
on one scale (Bradley-Terry), and how long games were. Every figure has a 95 % interval and the number of games behind it.

RESULTS are files that `simulate` wrote, or folders of its `--columns`, of the same packs, variants and seats, with no game in them twice.
They are never overwritten, not even with `--force`. The command needs `pip install 'ruledsl[study]'`.
"""


@click.command("study", help=STUDY_HELP)
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="RESULTS...")
@click.option("-o", "output", type=FILE, metavar="FILE", help="The output file for the page.")
@click.option("--tables", type=FOLDER, metavar="FOLDER", help="The folder for the tables, a file for each.")
@click.option(
    "--rows", type=FOLDER, metavar="FOLDER", help="The folder for the rows of all games, seats and combos."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet", "jsonl"]),
    default="csv",
    show_default=True,
    help="The format of tables and rows.",
)
@click.option(
    "--minutes", type=Number(1, 10_000), help="How long a game takes at a table, for decisions a minute."
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def study_command(
    files: tuple[str, ...],
    output: str | None,
    tables: str | None,
    rows: str | None,
    form: str,
    minutes: float | None,
    force: bool,  # noqa: FBT001 - click
) -> None:
    """Make a page of statistics, with their uncertainty, from the results of `simulate`."""
    need("study")
    _check_places(output, tables, rows)
    if output is not None:
        _check_free(Path(output), files, force=force)
        can_write(output)
    results, games = _read(files)
    contents = _contents(results, games, output, tables, rows, form, minutes)
    for place in contents:
        _check_free(Path(place), files, force=force)
    for place, content in contents.items():
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, content())
    places = " and ".join(place for place in (output, tables, rows) if place)
    say(f"{games['games'].height:,} games: {places}.", err=True)


def _read(files: tuple[str, ...]) -> tuple[Results, Tables]:
    """The games of all files and folders, with their rows; reports what was left out."""
    from ruledsl.lab.study.columns import read_games  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.study.results import Malformed  # noqa: PLC0415

    try:
        results, tables = read_games(files)
    except Malformed as problem:
        raise Refusal(str(problem)) from None
    for where in results.cut:
        say(
            f"The incomplete game in {where} was left out; `ruledsl simulate --resume` continues there.",
            err=True,
        )
    if "games" not in tables:
        raise Refusal("There is no game in these files that was played to its end.")
    return results, tables


def _contents(
    results: Results,
    games: Tables,
    output: str | None,
    tables: str | None,
    rows: str | None,
    form: str,
    minutes: float | None,
) -> dict[str, Callable[[], str | bytes]]:
    """The contents to write, by path; each is made when its turn comes."""
    from ruledsl.lab.study.acting import studied  # noqa: PLC0415
    from ruledsl.lab.study.page import page_of  # noqa: PLC0415 - `--help` does without
    from ruledsl.lab.study.tables import content_of  # noqa: PLC0415

    summaries = studied(games) if output is not None or tables is not None else {}
    contents: dict[str, Callable[[], str | bytes]] = {}
    for folder, some in ((rows, games), (tables, summaries)):
        if folder is not None:
            for name, frame in some.items():
                contents[str(Path(folder) / f"{name}.{form}")] = partial(content_of, frame, form)
    if output is not None:
        if os.path.realpath(output) in map(os.path.realpath, contents):
            raise Refusal(f"The page cannot go to `{output}`: a table goes there.")
        contents[output] = partial(page_of, results, summaries, minutes)
    return contents


def _check_places(output: str | None, tables: str | None, rows: str | None) -> None:
    """Refuse impossible paths, and one folder for files with the same names."""
    places = {"-o": output, "--tables": tables, "--rows": rows}
    if not any(place is not None for place in places.values()):
        raise Refusal(
            "Nothing would be written: `-o FILE` is for the page, `--tables FOLDER` for tables, `--rows FOLDER` for rows."
        )
    for option, place in places.items():
        if place is not None and not place.strip():
            raise Refusal(f"`{option}` has an empty name, which is no place to write.")
    if tables is not None and rows is not None and os.path.realpath(tables) == os.path.realpath(rows):
        raise Refusal(
            f"`{rows}` cannot have both the tables and the rows: some have the same names. Name two folders."
        )


def _check_free(place: Path, files: tuple[str, ...], *, force: bool) -> None:
    """Refuse to replace an unrelated file; input files are never overwritten."""
    for name in files:
        if Path(name).is_dir() and place.resolve().is_relative_to(Path(name).resolve()):
            raise Refusal(
                f"`{place}` is in an input folder (`{name}`), which stays as it is. Name another place."
            )
    if not place.exists():
        return
    for name in files:
        if Path(name).exists() and place.samefile(name):
            raise Refusal(
                f"`{place}` is an input file (`{name}`) and is not overwritten. Name another place."
            )
    if not force:
        raise Refusal(f"`{place}` already exists: `--force` overwrites it.")
