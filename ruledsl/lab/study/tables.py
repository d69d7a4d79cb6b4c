"""Groups rows of games: means of each group with intervals.

`ahead` has the usual interval of a mean, from the spread between games: the seats of one game are not independent, so their
deviations are summed game by game first. `wins` has Wilson's interval, for the effective number of games by that spread.
"""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

import polars as pl

from ruledsl.lab.study.results import OWN
from ruledsl.lab.study.scale import strengths

if TYPE_CHECKING:
    from ruledsl.lab.study.fields import Row
    from ruledsl.lab.study.results import Results

THIN = 30
"""A smaller group says little, and is marked."""
QUANTILE = 1.959964
"""The quantile of the normal distribution for 95 %."""

Frame = pl.DataFrame
Tables = dict[str, Frame]


def rows_of(results: Results) -> Tables:
    """A row for each game, each of its seats, each combo that a seat took, and each round of a seat (none in lines of older versions)."""
    found = {
        "games": _frame(results.games),
        "seats": _frame(results.seats),
        "combos": _frame(results.combos),
    }
    return found | {"rounds": _frame(results.rounds)} if results.rounds else found


def measures_of(combos: pl.DataFrame) -> list[str]:
    """The measures of combos, by column."""
    return [name for name in combos.columns if name not in OWN]


def tables_of(frames: Tables) -> Tables:
    """The tables of a study by name, without empty ones, from the rows of its games."""
    games, seats, combos = (frames[name] for name in ("games", "seats", "combos"))
    found: Tables = {}
    if seats.height:
        found["seats"] = _summed(seats, "seat")
        if seats["bot"].n_unique() > 1:
            found["bots"] = _summed(seats, "bot")
    if combos.height:
        first = combos.filter(pl.col("nth") == 1)
        for kind in ("race", "power"):
            found[f"{kind}s"] = _with_use(_summed(first, kind), combos, kind)
        found["combos"] = _summed(first, "race", "power")
        met = first.join(first.select("seed", pl.col("race").alias("rival")), on="seed")
        rivals = met.filter(pl.col("race") != pl.col("rival"))
        if rivals.height:
            found["rivals"] = _summed(rivals, "race", "rival")
        found["kept"] = _summed(first, "kept")
        found |= {f"by_{measure}": _summed(first, measure) for measure in measures_of(combos)}
        for kind in ("race", "power"):
            if measures_of(combos):
                found[f"{kind}_measures"] = _averaged(combos, kind)
        found["strengths"] = strengths(first)
        if seats["bot"].n_unique() > 1:
            by_bot = first.join(seats.select("seed", "seat", "bot"), on=["seed", "seat"])
            found["races_by_bot"] = _summed(by_bot, "race", "bot")
            found["powers_by_bot"] = _summed(by_bot, "power", "bot")
    if "rounds" in frames:
        found["rounds"] = _by_round(games, frames["rounds"])
    if games.height:
        found["games"] = games
    return found


def _by_round(games: pl.DataFrame, rounds: pl.DataFrame) -> pl.DataFrame:
    """At the end of each round: the coins of a seat with their interval, those of later winners, and the share of games decided by then."""
    by_game = rounds.group_by("round", "seed").agg(
        pl.col("coins").mean(), pl.col("coins").filter(pl.col("first") == 1).mean().alias("winners")
    )
    decided = games.select("seed", "decided")
    half = QUANTILE * pl.col("coins").std() / pl.len().sqrt()
    return (
        by_game.join(decided, on="seed")
        .group_by("round")
        .agg(
            pl.len().alias("games"),
            pl.col("coins").mean(),
            (pl.col("coins").mean() - half).alias("coins_low"),
            (pl.col("coins").mean() + half).alias("coins_high"),
            pl.col("winners").mean().alias("coins_of_winners"),
            (pl.col("decided") <= pl.col("round")).mean().alias("wins_decided"),
        )
        .sort("round")
    )


def content_of(frame: pl.DataFrame, form: str) -> str | bytes:
    """A table as a file of a format: `csv`, `parquet` or `jsonl`."""
    if form == "parquet":
        content = io.BytesIO()
        frame.write_parquet(content)
        return content.getvalue()
    return frame.write_csv() if form == "csv" else frame.write_ndjson()


def _frame(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)


def _averaged(combos: pl.DataFrame, kind: str) -> pl.DataFrame:
    """The average results of each tile, whenever a seat took it."""
    means = [pl.col(measure).mean() for measure in measures_of(combos)]
    return combos.group_by(kind).agg(pl.len().alias("games"), *means).sort(kind)


def _summed(frame: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """For each group the number of games and the means of `ahead` and `wins` with intervals, sorted by `ahead`, the highest first."""
    names = list(keys)
    by_game = [*names, "seed"]  # series with other seeds must not share them, as numbers of games would
    apart = (
        frame.with_columns(
            [
                (pl.col(what) - pl.col(what).mean().over(names)).alias(f"{what}_off")
                for what in ("ahead", "wins")
            ]
        )
        .group_by(by_game)
        .agg(pl.col("ahead_off").sum(), pl.col("wins_off").sum(), pl.len().alias("rows"))
        .group_by(names)
        .agg(
            pl.len().alias("games"),
            pl.col("rows").sum(),
            (pl.col("ahead_off") ** 2).sum(),
            (pl.col("wins_off") ** 2).sum(),
        )
    )
    means = frame.group_by(names).agg(pl.col("ahead").mean(), pl.col("wins").mean())
    rows = [_row(names, row) for row in means.join(apart, on=names, nulls_equal=True).iter_rows(named=True)]
    ordered = sorted(rows, key=lambda row: (-row["ahead"], *(str(row[name]) for name in names)))
    return _frame(ordered)


def _row(names: list[str], row: Row) -> Row:
    games, rows = row["games"], row["rows"]
    found: Row = {name: row[name] for name in names} | {"games": games, "ahead": row["ahead"]}
    known = games > 1
    swell = games / (games - 1) if known else 1.0
    half = QUANTILE * math.sqrt(row["ahead_off"] * swell) / rows if known else None
    found["ahead_low"] = None if half is None else row["ahead"] - half
    found["ahead_high"] = None if half is None else row["ahead"] + half
    error = math.sqrt(row["wins_off"] * swell) / rows
    found["wins"] = row["wins"]
    found["wins_low"], found["wins_high"] = _wilson(row["wins"], _worth(row["wins"], error, rows))
    return found


def _worth(part: float, error: float, rows: int) -> float:
    """The number of independent games with this standard error; at most the number of rows."""
    return min(rows, part * (1 - part) / error**2) if error else rows


def _wilson(part: float, games: float) -> tuple[float, float]:
    """The interval for the true share, given a share of this many games."""
    square = QUANTILE**2
    middle = (part + square / (2 * games)) / (1 + square / games)
    half = QUANTILE / (1 + square / games) * math.sqrt(part * (1 - part) / games + square / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def _with_use(first: pl.DataFrame, combos: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Add how often seats took the tile, and the average round."""
    use = combos.group_by(kind).agg(pl.len().alias("taken"), pl.col("round").mean().alias("round"))
    return first.join(use, on=kind, how="left", maintain_order="left")
