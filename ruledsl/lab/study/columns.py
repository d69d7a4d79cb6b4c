"""Tables of games straight from the numbers that were recorded of them, the same as those from lines of `simulate`."""

from __future__ import annotations

import io
import json
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from ruledsl.engine.compile.wasm.memory import MOST_SEATS
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
    results_of,
)
from ruledsl.lab.study.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ruledsl.lab.bulk.raw import Raw, Shape
    from ruledsl.lab.study.fields import Row
    from ruledsl.lab.study.tables import Tables

# ── parts ───────────────────────────────────────────────────────────────────────
# Reads the tables that `simulate --columns` writes, and checks them: like lines of games, they may come from anybody.


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
MAY_LACK = frozenset(fields.COLUMNS)


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
    rounds = tables["rounds"]["round"].is_between(1, fields.MOST_ROUNDS).all()
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


GAME = ("game", "seed", "map", "rounds", "decisions", "combos", "several", "options", "recorded")


def tables_of_raw(raw: Raw, shape: Shape, seats: Sequence[str]) -> tuple[Tables, list[str]]:
    """The tables `games`, `seats`, `combos` and `rounds` of some games, and what failed."""
    slow = results_of((line.encode() for line in raw.lines), "the games")
    parts = [_tables(raw, shape, seats)] if raw.games else []
    if slow.games:
        parts.append(rows_of(slow))
    names = parts[0] if parts else ()
    found = {name: pl.concat([part[name] for part in parts], how="vertical_relaxed") for name in names}
    if len(parts) > 1:
        found = {name: frame.sort("game", maintain_order=True) for name, frame in found.items()}
    return found, slow.failed


def content_of_columns(frame: pl.DataFrame, form: str) -> bytes:
    """A table as a file, in Parquet or in the file format of Arrow."""
    content = io.BytesIO()
    if form == "arrow":
        frame.write_ipc(content)
    else:
        frame.write_parquet(content)
    return content.getvalue()


def _tables(raw: Raw, shape: Shape, seats: Sequence[str]) -> Tables:
    games = _wide(raw.games, GAME)
    ends, ahead = _ends(games, raw, shape, seats)
    course = _course(games, raw, ahead["winner"], len(seats))
    table = games.hstack(ahead).hstack(_led(course)).with_columns(_named("map", raw.maps))
    branching = pl.when(pl.col("several") > 0).then(pl.col("options") / pl.col("several"))
    return {
        "games": table.select(*GAME[:6], "margin", "lead_changes", "decided", branching.alias("branching")),
        "seats": ends,
        "combos": _combos(games, ends, raw, shape, len(seats)),
        "rounds": _rounds(games, ends, raw, len(seats)),
    }


def _wide(numbers: Sequence[int], names: Sequence[str]) -> pl.DataFrame:
    """Rows one after the other as a table."""
    series = pl.Series(numbers, dtype=pl.Int64)
    return pl.DataFrame({name: series.gather_every(len(names), place) for place, name in enumerate(names)})


def _repeated(counts: pl.Series) -> pl.Series:
    """The number of each row, as often as it is counted."""
    return pl.select(pl.int_range(len(counts)).repeat_by(counts).explode()).to_series()


def _named(column: str, names: Sequence[str]) -> pl.Expr:
    """Names by their places."""
    return pl.lit(pl.Series(names, dtype=pl.String)).gather(pl.col(column)).alias(column)


def _ends(
    games: pl.DataFrame, raw: Raw, shape: Shape, seats: Sequence[str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A row for each seat, at the end of its game; and for each game its winner, if there is one, and by how much it was won.

    All values that decide are compared, in their order.
    """
    count = len(seats)
    values = [[f"{seat} {name}" for name in shape.decides] for seat in range(count)]
    scores = [pl.col(names[0]) for names in values]
    ranks = [1 + pl.sum_horizontal(pl.lit(0), *(_beats(other, own) for other in values)) for own in values]
    total, first = pl.sum_horizontal(scores), pl.sum_horizontal(rank == 1 for rank in ranks)
    others = [(total - score) / (count - 1) if count > 1 else score * 1.0 for score in scores]
    ranked = pl.concat_list(scores).list.sort(descending=True)
    wide = _wide(raw.scores, [name for names in values for name in names])
    rows = wide.select(
        pl.concat_list(scores).alias("score"),
        pl.concat_list(rank.cast(pl.Int64) for rank in ranks).alias("rank"),
        pl.concat_list(score - other for score, other in zip(scores, others, strict=True)).alias("ahead"),
        pl.concat_list(pl.when(rank == 1).then(1 / first).otherwise(0.0) for rank in ranks).alias("wins"),
    ).explode("score", "rank", "ahead", "wins")
    seat = pl.int_range(pl.len()) % count
    ends = games.select("game", "seed")[_repeated(pl.repeat(count, games.height, eager=True))].with_columns(
        seat.alias("seat"), pl.Series("bot", list(seats) * games.height)
    )
    winner = pl.coalesce(pl.when((first == 1) & (rank == 1)).then(seat) for seat, rank in enumerate(ranks))
    margin = ranked.list.get(0) - ranked.list.get(min(1, count - 1))
    return ends.hstack(rows), wide.select(winner.alias("winner"), margin.alias("margin"))


def _beats(ones: Sequence[str], others: Sequence[str]) -> pl.Expr:
    """Is the first of these values that are not alike larger?"""
    found = pl.lit(value=False)
    for one, other in zip(reversed(ones), reversed(others), strict=True):
        found = (pl.col(one) > pl.col(other)) | ((pl.col(one) == pl.col(other)) & found)
    return found


def _course(games: pl.DataFrame, raw: Raw, winner: pl.Series, seats: int) -> pl.DataFrame:
    """A row for each round of each game: the row of the game, the round, who led alone at its end, and who won."""
    of = _repeated(games["recorded"])
    coins = _wide(raw.coins, [str(seat) for seat in range(MOST_SEATS)]).select(map(str, range(seats)))
    most = pl.max_horizontal(pl.all())
    alone = pl.sum_horizontal(pl.all() == most) == 1
    led = coins.select(
        pl.coalesce(pl.when(alone & (pl.col(str(seat)) == most)).then(seat) for seat in range(seats))
    )
    before = (games["recorded"].cum_sum() - games["recorded"])[of]
    number = pl.int_range(len(of), eager=True) - before + 1
    return pl.DataFrame({"of": of, "round": number, "led": led.to_series(), "winner": winner[of]})


def _led(course: pl.DataFrame) -> pl.DataFrame:
    """Of each game how often the lead in coins changed, and the round from whose end on the winner led alone."""
    known = pl.col("led").is_not_null()
    earlier, where = (pl.when(known).then(pl.col(name)).forward_fill().shift() for name in ("led", "of"))
    changed = known & (earlier != pl.col("led")) & (where == pl.col("of"))
    other = pl.when(pl.col("led").ne_missing(pl.col("winner"))).then(pl.col("round"))
    found = (
        course.with_columns(changed.alias("changed"), other.alias("other"))
        .group_by("of", maintain_order=True)
        .agg(pl.col("changed").sum(), pl.col("other", "round").max(), pl.col("winner").first())
    )
    since = pl.min_horizontal(pl.col("other").fill_null(0) + 1, pl.col("round"))
    return found.select(
        pl.col("changed").cast(pl.Int64).alias("lead_changes"),
        pl.when(pl.col("winner").is_not_null()).then(since).alias("decided"),
    )


def _rounds(games: pl.DataFrame, ends: pl.DataFrame, raw: Raw, seats: int) -> pl.DataFrame:
    """A row for each round of each seat, seat by seat; coins are recorded round by round."""
    of = _repeated(games["recorded"] * seats)
    recorded, before = games["recorded"], games["recorded"].cum_sum() - games["recorded"]
    place = pl.int_range(len(of), eager=True) - before[of] * seats
    seat, after = place // recorded[of], place % recorded[of]
    return games.select("game", "seed")[of].with_columns(
        seat.alias("seat"),
        (after + 1).alias("round"),
        pl.Series("coins", raw.coins, pl.Int64)[(before[of] + after) * MOST_SEATS + seat],
        (ends["rank"] == 1).cast(pl.Int64)[of * seats + seat].alias("first"),
    )


def _combos(games: pl.DataFrame, ends: pl.DataFrame, raw: Raw, shape: Shape, seats: int) -> pl.DataFrame:
    """A row for each combo that a seat took, in the order of seats."""
    frame = _wide(raw.peoples, ("seat", "race", "power", "round"))
    if shape.measures:
        frame = frame.hstack(_wide(raw.measures, shape.measures))
    of = _repeated(games["combos"])
    frame = frame.with_columns((of * seats + frame["seat"]).alias("of")).sort("of", maintain_order=True)
    last = games["rounds"][of] + 1
    begins = (
        pl.when(pl.col("of").ne_missing(pl.col("of").shift())).then(pl.int_range(pl.len())).forward_fill()
    )
    follows = pl.col("of") == pl.col("of").shift(-1)
    after = pl.when(follows).then(pl.col("round").shift(-1)).otherwise(last)
    tiles = ("", *shape.tiles)
    return (
        ends.drop("seat", "bot", "score")[frame["of"]]
        .hstack(
            frame.with_columns(
                (pl.int_range(pl.len()) - begins + 1).alias("nth"),
                (after - pl.col("round")).alias("kept"),
                pl.col("race", "power") + 1,
            ).with_columns(_named("race", tiles), _named("power", tiles))
        )
        .select(
            "game",
            "seed",
            "seat",
            "nth",
            "race",
            "power",
            "round",
            "kept",
            *shape.measures,
            "rank",
            "ahead",
            "wins",
        )
    )
