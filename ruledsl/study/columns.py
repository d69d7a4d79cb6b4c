"""Tables of games straight from the numbers that were recorded of them, the same as those from lines of `simulate`."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import polars as pl

from ruledsl.study.results import results_of
from ruledsl.study.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.bulk.raw import Raw, Shape
    from ruledsl.study.tables import Tables

GAME = ("game", "seed", "map", "rounds", "decisions", "combos", "several", "options", "recorded")


def tables_of_raw(raw: Raw, shape: Shape, seats: Sequence[str]) -> tuple[Tables, list[str]]:
    """The tables `games`, `seats`, `combos` and `rounds` of some games, and what failed."""
    slow = results_of((line.encode() for line in raw.lines), "the games")
    parts = [_tables(raw, shape, seats)] if raw.games else []
    if slow.games:
        parts.append(rows_of(slow))
    names = parts[0] if parts else ()
    found = {name: pl.concat([part[name] for part in parts], how="vertical_relaxed") for name in names}
    return {name: frame.sort("game", maintain_order=True) for name, frame in found.items()}, slow.failed


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
    key = games.select("game", "seed")
    ends = _ends(key, raw, shape, seats)
    coins = key.select(pl.all().repeat_by(games["recorded"] * len(seats)).explode()).with_columns(
        pl.Series("coins", raw.coins)
    )
    rounds = coins.with_columns(
        (pl.int_range(pl.len()) % len(seats)).over("game").alias("seat"),
        (pl.int_range(pl.len()) // len(seats) + 1).over("game").alias("round"),
    ).join(
        ends.select("game", "seat", (pl.col("rank") == 1).cast(pl.Int64).alias("first")),
        on=["game", "seat"],
        maintain_order="left",
    )
    ranked = pl.col("score").sort(descending=True)
    margins = ends.group_by("game", maintain_order=True).agg(
        (ranked.get(0) - ranked.get(min(1, len(seats) - 1))).alias("margin")
    )
    table = (
        games.with_columns(pl.Series("map", [raw.maps[place] for place in games["map"]]))
        .join(margins, on="game", maintain_order="left")
        .join(_led(rounds), on="game", how="left", maintain_order="left")
        .with_columns(
            pl.when(pl.col("several") > 0).then(pl.col("options") / pl.col("several")).alias("branching")
        )
    )
    return {
        "games": table.select(*GAME[:6], "margin", "lead_changes", "decided", "branching"),
        "seats": ends.select("game", "seed", "seat", "bot", "score", "rank", "ahead", "wins"),
        "combos": _combos(games, ends, raw, shape),
        "rounds": rounds.select("game", "seed", "seat", "round", "coins", "first").sort(
            "game", "seat", "round"
        ),
    }


def _wide(numbers: Sequence[int], names: Sequence[str]) -> pl.DataFrame:
    """Rows one after the other as a table."""
    series = pl.Series(numbers, dtype=pl.Int64)
    return pl.DataFrame({name: series.gather_every(len(names), place) for place, name in enumerate(names)})


def _ends(key: pl.DataFrame, raw: Raw, shape: Shape, seats: Sequence[str]) -> pl.DataFrame:
    """A row for each seat, at the end of its game. All values that decide are compared, in their order."""
    count = len(seats)
    scores = _wide(raw.scores, shape.decides)
    by_seat = key.select(pl.all().repeat_by(count).explode()).hstack(scores)
    score = pl.col(shape.decides[0])
    others = (score.sum().over("game") - score) / (count - 1) if count > 1 else score * 1.0
    found = by_seat.with_columns(
        (pl.int_range(pl.len()) % count).alias("seat"),
        score.alias("score"),
        pl.struct(*shape.decides).rank("min", descending=True).over("game").cast(pl.Int64).alias("rank"),
        (score - others).alias("ahead"),
    )
    first = pl.col("rank") == 1
    wins = pl.when(first).then(1 / first.sum().over("game")).otherwise(0.0).alias("wins")
    bots = pl.Series("bot", list(seats) * key.height)
    return found.with_columns(wins, bots)


def _led(rounds: pl.DataFrame) -> pl.DataFrame:
    """How often the lead in coins changed, and the round from whose end on the winner led alone."""
    most = pl.col("coins").max()
    alone = pl.when((pl.col("coins") == most).sum() == 1).then(pl.col("seat").get(pl.col("coins").arg_max()))
    winner = pl.when(pl.col("first").sum() == 1).then(pl.col("seat").get(pl.col("first").arg_max()))
    led = rounds.group_by("game", "round", maintain_order=True).agg(
        alone.alias("led"), winner.alias("winner")
    )
    known, won = pl.col("led").drop_nulls(), pl.col("winner").first()
    since = pl.col("round").filter(pl.col("led").ne_missing(pl.col("winner"))).max().fill_null(0) + 1
    return led.group_by("game", maintain_order=True).agg(
        (known != known.shift()).sum().cast(pl.Int64).alias("lead_changes"),
        pl.when(won.is_not_null()).then(pl.min_horizontal(since, pl.col("round").max())).alias("decided"),
    )


def _combos(games: pl.DataFrame, ends: pl.DataFrame, raw: Raw, shape: Shape) -> pl.DataFrame:
    """A row for each combo that a seat took, in the order of seats."""
    key = games.select(pl.col("game", "seed", "rounds").repeat_by(games["combos"]).explode())
    peoples = _wide(raw.peoples, ("seat", "race", "power", "round"))
    frame = key.hstack(peoples)
    if shape.measures:
        frame = frame.hstack(_wide(raw.measures, shape.measures))
    tiles = dict(enumerate(shape.tiles)) | {-1: ""}
    after = pl.col("round").shift(-1).over("game", "seat").fill_null(pl.col("rounds") + 1)
    return (
        frame.sort("game", "seat", maintain_order=True)
        .with_columns(
            (pl.int_range(pl.len()) + 1).over("game", "seat").alias("nth"),
            (after - pl.col("round")).alias("kept"),
            pl.col("race", "power").replace_strict(tiles, return_dtype=pl.String),
        )
        .join(
            ends.select("game", "seat", "rank", "ahead", "wins"), on=["game", "seat"], maintain_order="left"
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
