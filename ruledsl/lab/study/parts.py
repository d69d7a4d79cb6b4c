"""Reads the tables that `simulate --columns` writes, and checks them: like lines of games, they may come from anybody."""

from __future__ import annotations

import json
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from ruledsl.lab.study import courses
from ruledsl.lab.study.fields import LARGEST, WORD, Wrong, name_in
from ruledsl.lab.study.results import (
    LONGEST,
    MEASURE,
    MOST_MEASURES,
    TAKEN,
    Malformed,
    Results,
    head_of,
    read_results,
)
from ruledsl.lab.study.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ruledsl.lab.study.fields import Row
    from ruledsl.lab.study.tables import Tables

ABOUT = "about.json"
"""The file of a folder with what all its games have in common."""
READ: dict[str, Callable[[Path], pl.DataFrame]] = {".parquet": pl.read_parquet, ".arrow": pl.read_ipc}
FAULTY = (OSError, ValueError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
Columns = dict[str, pl.DataType]
WHOLE: pl.DataType = pl.Int64()
REAL: pl.DataType = pl.Float64()
NAME: pl.DataType = pl.String()
KEY: Columns = {"game": WHOLE, "seed": WHOLE}
SEAT = KEY | {"seat": WHOLE}
ENDS = {"rank": WHOLE, "ahead": REAL, "wins": REAL}
COLUMNS: dict[str, Columns] = {
    "games": KEY
    | {
        "map": NAME,
        **dict.fromkeys(("rounds", "decisions", "combos", "margin", "lead_changes", "decided"), WHOLE),
    }
    | {"branching": REAL},
    "seats": SEAT | {"bot": NAME, "score": WHOLE} | ENDS,
    "combos": SEAT | {"nth": WHOLE, "race": NAME, "power": NAME, "round": WHOLE, "kept": WHOLE} | ENDS,
    "rounds": SEAT | dict.fromkeys(("round", "coins", "first"), WHOLE),
}
"""The tables with their columns; combos have the measures of their packs besides."""
MAY_LACK = frozenset(courses.COLUMNS)


def read_games(files: Sequence[str]) -> tuple[Results, Tables]:
    """All games of files of lines and of folders of tables, as `read_results` reads them, and their rows as tables.

    Raises `Malformed` as `read_results`. Of games from folders there are only the tables.
    """
    folders = [Path(name) for name in files if Path(name).is_dir()]
    found = read_results([name for name in files if not Path(name).is_dir()])
    parts = [rows_of(found)] if found.games else []
    parts += [_read(folder, found) for folder in folders]
    names = dict.fromkeys(name for part in parts for name in part)
    some = {name: [part[name] for part in parts if name in part] for name in names}
    tables = {name: pl.concat(frames, how="diagonal_relaxed") for name, frames in some.items()}
    if folders and "games" in tables:
        _check_once(tables["games"])
    return found, tables


def about_of(head: Row, decides: str) -> str:
    """The text of the file about a folder."""
    return json.dumps({**head, "decides": decides}, indent=1, ensure_ascii=False) + "\n"


def _read(folder: Path, found: Results) -> Tables:
    """The tables of a folder; what is common to its games must be what was found before. Parts that not all tables have are left out."""
    where = f"`{folder}`"
    head, decides = _about(folder)
    if (found.head and found.head != head) or found.decides not in ("", decides):
        raise Malformed(
            f"The games in {where} have other packs, variants or seats than those before: they cannot be studied together."
        )
    found.head, found.decides = head, decides
    parts = {name: {path.name: path for path in _files(folder / name)} for name in COLUMNS}
    whole = reduce(and_, (part.keys() for part in parts.values()))
    found.cut += sorted({f"`{name}` of {where}" for part in parts.values() for name in part.keys() - whole})
    if not whole:
        return {}
    tables = {name: _table(name, [part[file] for file in sorted(whole)]) for name, part in parts.items()}
    _check_seats(tables, len(head["seats"]), where)
    return tables


def _about(folder: Path) -> tuple[Row, str]:
    place = folder / ABOUT
    try:
        with place.open("rb") as file:
            data = json.loads(file.read(LONGEST))
        return head_of(data), name_in(data, "decides")
    except (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError, Wrong):
        raise Malformed(
            f"`{folder}` is no folder of games as `ruledsl simulate --columns` writes it: `{ABOUT}` says nothing of them."
        ) from None


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.glob("*") if path.suffix in READ)


def _table(name: str, files: Sequence[Path]) -> pl.DataFrame:
    """A table of these parts."""
    frames = []
    for file in files:
        try:
            frames.append(_checked(READ[file.suffix](file), name))
        except FAULTY as problem:
            first = str(problem).partition("\n")[0]
            raise Malformed(f"`{file}` is no table as `ruledsl simulate` writes it: {first}.") from None
    return pl.concat(frames, how="diagonal_relaxed")


def _checked(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """The table with the types of its columns. Raises `ValueError` or errors of polars for any other table."""
    columns = COLUMNS[name]
    besides = [column for column in frame.columns if column not in columns]
    fit = name == "combos" and len(besides) <= MOST_MEASURES
    if not columns.keys() <= set(frame.columns) or (besides and not fit):
        raise ValueError(_SAID.format("columns"))
    if not all(MEASURE.fullmatch(column) and column not in TAKEN for column in besides):
        raise ValueError(_SAID.format("columns"))
    found = frame.select(pl.col(column).cast(columns.get(column, WHOLE)) for column in frame.columns)
    for column, kind in found.schema.items():
        values = found[column]
        if column in MAY_LACK:
            values = values.drop_nulls()
        if values.null_count() or not _can_be(values, kind, empty=column in ("race", "power")):
            raise ValueError(_SAID.format(f"values in `{column}`"))
    return found


_SAID = "it has other {}"


def _can_be(values: pl.Series, kind: pl.DataType, *, empty: bool) -> bool:
    """Are these the values that a line could have in such a place?"""
    if kind == NAME:
        fit = values.str.contains(f"^(?:{WORD.pattern})$")
        return bool((fit | (values == "") if empty else fit).all())
    if kind == REAL:
        return bool(values.is_finite().all())
    return bool(values.is_between(1 - LARGEST, LARGEST - 1).all())


def _check_seats(tables: Tables, players: int, where: str) -> None:
    """Each game has each seat once; combos and rounds are of these games and seats, and there are not too many rounds."""
    games, seats = tables["games"], tables["seats"]
    there = seats.select("game", "seed", "seat").unique()
    whole = there.height == seats.height == games.height * players
    strange = [tables[name].join(there, on=there.columns, how="anti").height for name in ("combos", "rounds")]
    rounds = tables["rounds"]["round"].is_between(1, courses.MOST_ROUNDS).all()
    known = seats.join(games, on=["game", "seed"], how="anti").height == 0
    if not (whole and known and rounds and seats["seat"].is_between(0, players - 1).all()) or any(strange):
        raise Malformed(
            f"The tables in {where} do not belong together: each game has each of its seats once."
        )


def _check_once(games: pl.DataFrame) -> None:
    """Games are distinguished by their seeds."""
    twice = games.filter(pl.col("seed").is_duplicated())["seed"]
    if twice.len():
        raise Malformed(
            f"The game of seed {twice[0]} occurs twice. Games are told apart by their seeds: play one of the series again with another `--seed`."
        )
