"""`study`: what games that were played say, as a page and as tables."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruledsl.cli.files.writing import can_write, write_whole
from ruledsl.cli.output import say
from ruledsl.cli.refusal import Refusal

if TYPE_CHECKING:
    from ruledsl.study.tables import Tables

__all__ = ["study_command"]

STUDY_HELP = """What games say that `simulate` has played: one page of HTML that needs nothing else, and tables.

\b
  ruledsl simulate smallworld --games 10000 --players 3 --seed 17 -o games.jsonl
  ruledsl study games.jsonl -o report.html
  ruledsl study first.jsonl second.jsonl -o report.html --tables tables --format parquet
  ruledsl study games.jsonl --rows rows --format parquet      a row for each game, seat and combo

How far ahead seats are, and how often they win, that began with each race, power, and race with power; seats; bots, where there are several; how long
first combos were kept; what was paid for combos, and what became of them; all combos on one scale (Bradley-Terry); how long games were. Everything
with intervals of 95 % and the number of games behind it.

Files are of the same packs, variants and seats, and no game is in them twice. It needs `pip install 'ruledsl[study]'`.
"""


@click.command("study", help=STUDY_HELP, short_help="What games say.")
@click.argument("files", nargs=-1, required=True, metavar="RESULTS...")
@click.option("-o", "output", metavar="FILE", help="Where the page goes.")
@click.option("--tables", metavar="FOLDER", help="Where the tables go, a file each.")
@click.option("--rows", metavar="FOLDER", help="Where the rows of all games, seats and combos go.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet", "jsonl"]),
    default="csv",
    show_default=True,
    help="Of tables and rows.",
)
@click.option("--force", is_flag=True, help="Write files anew that are there already.")
def study_command(
    files: tuple[str, ...],
    output: str | None,
    tables: str | None,
    rows: str | None,
    form: str,
    force: bool,  # noqa: FBT001 - click
) -> None:
    """See STUDY_HELP."""
    if output is None and tables is None and rows is None:
        raise Refusal(
            "Nothing would be written: `-o FILE` is for the page, `--tables FOLDER` for tables, `--rows FOLDER` for rows."
        )
    if output is not None:
        _not_there(Path(output), force=force)
        can_write(output)
    try:
        from ruledsl.study.page import page_of  # noqa: PLC0415 - `--help` does without
        from ruledsl.study.tables import rows_of, tables_of  # noqa: PLC0415
    except ModuleNotFoundError as problem:
        raise Refusal(f"The package {problem.name} is not installed: pip install 'ruledsl[study]'.") from None
    from ruledsl.study.results import Malformed, read_results  # noqa: PLC0415

    try:
        results = read_results(files)
    except Malformed as problem:
        raise Refusal(str(problem)) from None
    for where in results.cut:
        say(
            f"What is in {where} is not whole and was left out; `ruledsl simulate --resume` goes on there.",
            err=True,
        )
    if not results.games:
        raise Refusal("There is no game in these files that was played to its end.")
    if rows is not None:
        _write_tables(rows_of(results), Path(rows), form, force=force)
    if output is not None or tables is not None:
        found = tables_of(results)
        if tables is not None:
            _write_tables(found, Path(tables), form, force=force)
        if output is not None:
            write_whole(output, page_of(results, found))
    places = " and ".join(place for place in (output, tables, rows) if place)
    say(f"{len(results.games):,} games: {places}.", err=True)


def _write_tables(found: Tables, folder: Path, form: str, *, force: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    places = {name: folder / f"{name}.{form}" for name in found}
    for place in places.values():
        _not_there(place, force=force)
    for name, place in places.items():
        if form == "parquet":
            content = io.BytesIO()
            found[name].write_parquet(content)
            write_whole(place, content.getvalue())
        else:
            write_whole(place, found[name].write_csv() if form == "csv" else found[name].write_ndjson())


def _not_there(place: Path, *, force: bool) -> None:
    if place.exists() and not force:
        raise Refusal(f"`{place}` is there already: `--force` writes it anew.")
