"""Games as folders of tables, which hold the same rows as lines of `simulate`."""

from __future__ import annotations

import io
import json
from functools import partial, reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from ruledsl.lab.bulk.form import HEAD, table_of, words_of
from ruledsl.lab.bulk.outcome import outcome
from ruledsl.lab.bulk.workers import ProcessPool, cores, rules_of
from ruledsl.lab.study import fields
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
    take,
)
from ruledsl.lab.study.tables import NAME, REAL, TYPES, WHOLE, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.lab.bulk.workers import WorkPiece
    from ruledsl.lab.study.fields import Row
    from ruledsl.lab.study.tables import Tables
    from ruledsl.play.game import Rules

# ── read ────────────────────────────────────────────────────────────────────────
# Reads the tables that `simulate --columns` writes, and checks them: like lines of games, they may come from anybody.


ABOUT = "about.json"
"""The file of a folder with what all its games have in common."""
READ: dict[str, Callable[[Path], pl.DataFrame]] = {".parquet": pl.read_parquet, ".arrow": pl.read_ipc}
FAULTY = (OSError, ValueError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
MAY_LACK = frozenset(fields.COLUMNS)


def read_games(files: Sequence[str]) -> tuple[Results, Tables]:
    """All games of files of lines and of folders of tables, as `read_results` reads them, and their rows as tables.

    Raises `Malformed` as `read_results`. Of games from folders there are only the tables.
    """
    folders = [Path(name) for name in files if Path(name).is_dir()]
    results = read_results([name for name in files if not Path(name).is_dir()])
    parts = [rows_of(results)] if results.games else []
    parts += [_read(folder, results) for folder in folders]
    names = dict.fromkeys(name for part in parts for name in part)
    some = {name: [part[name] for part in parts if name in part] for name in names}
    tables = {name: pl.concat(frames, how="diagonal_relaxed") for name, frames in some.items()}
    if folders and "games" in tables:
        _check_once(tables["games"])
    return results, tables


def about_of(head: Row, decides: str) -> str:
    """The text of the file about a folder."""
    return json.dumps({**head, "decides": decides}, indent=1, ensure_ascii=False) + "\n"


def _read(folder: Path, results: Results) -> Tables:
    """The tables of a folder; what is common to its games must be what was found before. Parts that not all tables have are left out."""
    where = f"`{folder}`"
    head, decides = _about(folder)
    other = [key for key in HEAD if results.head and results.head[key] != head[key]]
    if other or results.decides not in ("", decides):
        raise Malformed(
            f"The games in {where} have other packs, variants or seats than those before: they cannot be studied together."
        )
    results.head, results.decides = head, decides
    parts = {name: {path.name: path for path in _files(folder / name)} for name in TYPES}
    whole = reduce(and_, (part.keys() for part in parts.values()))
    results.cut += sorted({f"`{name}` of {where}" for part in parts.values() for name in part.keys() - whole})
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
    columns = TYPES[name]
    besides = [column for column in frame.columns if column not in columns]
    fit = name == "combos" and len(besides) <= MOST_MEASURES
    if not columns.keys() <= set(frame.columns) or (besides and not fit):
        raise ValueError(_SAID.format("columns"))
    if not all(MEASURE.fullmatch(column) and column not in TAKEN for column in besides):
        raise ValueError(_SAID.format("columns"))
    typed = frame.select(pl.col(column).cast(columns.get(column, WHOLE)) for column in frame.columns)
    for column, kind in typed.schema.items():
        values = typed[column]
        if column in MAY_LACK:
            values = values.drop_nulls()
        if values.null_count() or not _can_be(values, kind, empty=column in ("race", "power")):
            raise ValueError(_SAID.format(f"values in `{column}`"))
    return typed


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
    rounds = tables["rounds"]["round"].is_between(1, fields.MOST_ROUNDS).all()
    of_games = seats.join(games, on=["game", "seed"], how="anti").height == 0
    if not (whole and of_games and rounds and seats["seat"].is_between(0, players - 1).all()) or any(strange):
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


# ── played ──────────────────────────────────────────────────────────────────────
# Games in parts, which processes play and turn into files. A part is what one of them holds in memory.


GAMES = 2_000
"""The most games in a part."""


class Part(NamedTuple):
    """Some games as the contents of files, by table, and what could not be played."""

    games: Sequence[int]
    files: dict[str, bytes]
    failed: list[str]


def parts_of(
    rules: Rules, plan: Plan, games: Sequence[int], form: str, workers: int | None
) -> Generator[Part, None, None]:
    """Play these games and yield them in parts, as tables in Parquet or Arrow. `Died` as for a pool."""
    identity = tuple(rules.composition.identity)
    most = workers or cores()
    size = max(1, min(GAMES, -(-len(games) // most)))
    pieces = [(plan, identity, games[start : start + size]) for start in range(0, len(games), size)]
    with ProcessPool(min(most, len(pieces))) as pool:
        yield from pool.results(partial(part_of, form=form), pieces)


def part_of(piece: WorkPiece, form: str) -> Part:
    """Play a part, in any process. `Died` if the packs are not those of the plan."""
    plan, identity, games = piece
    rules = rules_of(plan, identity)
    rules.backend.program()
    results = Results(head=table_of(rules, plan) | words_of(rules.composition))
    for number in games:
        try:
            take(results, outcome(rules, plan, number), f"game {number}")
        except Wrong as problem:
            results.failed.append(f"game {number}: {problem}")
    tables = rows_of(results) if results.games else {}
    return Part(games, {name: _file_of(frame, form) for name, frame in tables.items()}, results.failed)


def _file_of(frame: pl.DataFrame, form: str) -> bytes:
    content = io.BytesIO()
    if form == "arrow":
        frame.write_ipc(content)
    else:
        frame.write_parquet(content)
    return content.getvalue()
