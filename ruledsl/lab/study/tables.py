"""Groups rows of games: means of each group with intervals.

`ahead` has the usual interval of a mean, from the spread between games: the seats of one game are not independent, so their
deviations are summed game by game first. `wins` has Wilson's interval, for the effective number of games by that spread.
"""

from __future__ import annotations

import io
import math
from itertools import chain, repeat
from operator import add, mul, truediv
from typing import TYPE_CHECKING

import polars as pl

from ruledsl.lab.study.results import OWN

if TYPE_CHECKING:
    from ruledsl.lab.study.fields import Row
    from ruledsl.lab.study.results import Results

# ── scale ───────────────────────────────────────────────────────────────────────
# All combos on one scale, from the ranks of seats, by the model of Bradley and Terry.


PRIOR = 1
"""Assumed wins and losses of every combo against all others together, so that no strength is infinite."""
QUANTILE = 1.959964
MOST = 400
"""The most combos on the scale: with twice as many, their errors take eight times as long."""
CLOSE = 1e-7
"""The iteration stops when no strength changes by more than this fraction."""

Matrix = list[list[float]]
"""A row for each, with a number for each of the others."""


def strengths(first: pl.DataFrame) -> pl.DataFrame:
    """For each combo: `strength` in log odds, 0 for the average one, with an interval of 95 %; `beats` is its chance against the average.

    Rows are the combos with which seats began. The combos of one game meet each other; a tie counts half a game for each. Of more than `MOST`
    combos, only those with the most games are compared.
    """
    often = first.group_by("race", "power").agg(pl.len().alias("games"))
    kinds = (
        often.sort("games", "race", "power", descending=[True, False, False])
        .head(MOST)
        .select("race", "power")
        .sort("race", "power")
    )
    numbered = first.join(kinds.with_row_index("combo"), on=["race", "power"]).select("seed", "combo", "rank")
    wins = [[0.0] * kinds.height for _ in range(kinds.height)]
    for ranked in numbered.group_by("seed", maintain_order=True).agg("combo", "rank").iter_rows():
        seats = list(zip(ranked[1], ranked[2], strict=True))
        for combo, rank in seats:
            for other, behind in seats:
                if combo != other and rank <= behind:
                    wins[combo][other] += 1 if rank < behind else 0.5
    met = [int(sum(row) + sum(lost)) for row, lost in zip(wins, zip(*wins, strict=True), strict=True)]
    for number, row in enumerate(wins):
        row[:] = [0 if other == number else won + PRIOR / len(wins) for other, won in enumerate(row)]
    log_odds = fitted(wins)
    halves = [QUANTILE * error for error in errors(wins, log_odds)]
    games = numbered.group_by("combo").agg(pl.len().alias("games"))
    table = kinds.with_row_index("combo").join(games, on="combo", maintain_order="left").drop("combo")
    return table.with_columns(
        pl.Series("met", met),
        pl.Series("strength", log_odds),
        pl.Series("strength_low", [one - half for one, half in zip(log_odds, halves, strict=True)]),
        pl.Series("strength_high", [one + half for one, half in zip(log_odds, halves, strict=True)]),
        pl.Series("beats", [1 / (1 + math.exp(-one)) for one in log_odds]),
    ).sort("strength", descending=True, maintain_order=True)


def fitted(wins: Matrix) -> list[float]:
    """The strengths, in log odds and 0 on average, with the highest likelihood of these wins.

    Each combo must have won and lost. Minorisation-maximisation: Hunter, "MM algorithms for generalized Bradley-Terry models" (Annals of
    Statistics 32, 2004), section 2, each strength by those that are newest.
    """
    games = _games(wins)
    odds = [1.0] * len(wins)
    change = 1.0
    while change > CLOSE and len(wins) > 1:
        change = 0
        for number, (row, won) in enumerate(zip(games, map(sum, wins), strict=True)):
            before = odds[number]
            odds[number] = won / sum(map(truediv, row, map(add, repeat(before), odds)))
            change = max(change, abs(odds[number] / before - 1))
        average = math.exp(math.fsum(map(math.log, odds)) / len(odds))
        odds = [one / average for one in odds]
    return [math.log(one) for one in odds]


def errors(wins: Matrix, log_odds: list[float]) -> list[float]:
    """Standard errors of fitted strengths, from the curvature of the likelihood around them.

    They are the roots of the diagonal of the inverse of the information, which is singular in the direction of the common mean (0). So a matrix
    of 1/n, which is that direction and no other, is added, and subtracted from the inverse, which is computed by a Cholesky decomposition.
    """
    size = len(wins)
    root: Matrix = []
    for number, row in enumerate(_games(wins)):
        chances = [1 / (1 + math.exp(other - log_odds[number])) for other in log_odds]
        weights = [games * chance * (1 - chance) for games, chance in zip(row, chances, strict=True)]
        line: list[float] = []
        for weight, above in zip(weights, root, strict=False):
            line.append((1 / size - weight - sum(map(mul, line, above))) / above[-1])
        line.append(math.sqrt(1 / size + sum(weights) - sum(map(mul, line, line))))
        root.append(line)
    return [math.sqrt(max(0, one - 1 / size)) for one in _squares(root)]


def _squares(root: Matrix) -> list[float]:
    """The diagonal of the inverse of a matrix with this Cholesky factor: the squared lengths of the columns of the factor's inverse."""
    squares = []
    for number in range(len(root)):
        column = [1 / root[number][number]]
        for row in root[number + 1 :]:
            column.append(-sum(map(mul, row[number:], column)) / row[-1])
        squares.append(sum(map(mul, column, column)))
    return squares


def _games(wins: Matrix) -> Matrix:
    """The number of games between each pair."""
    return [list(map(add, row, lost)) for row, lost in zip(wins, zip(*wins, strict=True), strict=True)]


THIN = 30
"""A smaller group says little, and is marked."""


Frame = pl.DataFrame
Tables = dict[str, Frame]


Columns = dict[str, pl.DataType]
WHOLE: pl.DataType = pl.Int64()
REAL: pl.DataType = pl.Float64()
NAME: pl.DataType = pl.String()
KEY: Columns = {"game": WHOLE, "seed": WHOLE}
SEAT = KEY | {"seat": WHOLE}
ENDS = {"rank": WHOLE, "ahead": REAL, "wins": REAL}
TYPES: dict[str, Columns] = {
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
"""The columns of the tables of games; combos have the measures of their packs besides, which are whole numbers."""


def rows_of(results: Results) -> Tables:
    """A row for each game, each of its seats, each combo that a seat took, and each round of a seat (none in lines of older versions)."""
    tables = {
        name: _typed(rows, TYPES[name])
        for name, rows in (("games", results.games), ("seats", results.seats), ("combos", results.combos))
    }
    return tables | {"rounds": _typed(results.rounds, TYPES["rounds"])} if results.rounds else tables


def measures_of(combos: pl.DataFrame) -> list[str]:
    """The measures of combos, by column."""
    return [name for name in combos.columns if name not in OWN]


def tables_of(frames: Tables) -> Tables:
    """The tables of a study by name, without empty ones, from the rows of its games."""
    games, seats, combos = (frames[name] for name in ("games", "seats", "combos"))
    tables: Tables = {}
    if seats.height:
        tables["seats"] = _summed(seats, "seat")
        if seats["bot"].n_unique() > 1:
            tables["bots"] = _summed(seats, "bot")
    if combos.height:
        first = combos.filter(pl.col("nth") == 1)
        for kind in ("race", "power"):
            tables[f"{kind}s"] = _with_use(_summed(first, kind), combos, kind)
        tables["combos"] = _summed(first, "race", "power")
        met = first.join(first.select("seed", pl.col("race").alias("rival")), on="seed")
        rivals = met.filter(pl.col("race") != pl.col("rival"))
        if rivals.height:
            tables["rivals"] = _summed(rivals, "race", "rival")
        tables["kept"] = _summed(first, "kept")
        tables |= {f"by_{measure}": _summed(first, measure) for measure in measures_of(combos)}
        for kind in ("race", "power"):
            if measures_of(combos):
                tables[f"{kind}_measures"] = _averaged(combos, kind)
        tables["strengths"] = strengths(first)
        if seats["bot"].n_unique() > 1:
            by_bot = first.join(seats.select("seed", "seat", "bot"), on=["seed", "seat"])
            tables["races_by_bot"] = _summed(by_bot, "race", "bot")
            tables["powers_by_bot"] = _summed(by_bot, "power", "bot")
    if "rounds" in frames:
        tables["rounds"] = _by_round(games, frames["rounds"])
    if games.height:
        tables["games"] = games
    return tables


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


def _typed(rows: list[Row], types: Columns) -> pl.DataFrame:
    """A table of rows of games. Columns without a type are whole numbers; polars would take three times as long to find out."""
    names = dict.fromkeys(chain.from_iterable(rows)) or types
    return pl.DataFrame(rows, schema={name: types.get(name, WHOLE) for name in names})


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
    summary: Row = {name: row[name] for name in names} | {"games": games, "ahead": row["ahead"]}
    several = games > 1
    swell = games / (games - 1) if several else 1.0
    half = QUANTILE * math.sqrt(row["ahead_off"] * swell) / rows if several else None
    summary["ahead_low"] = None if half is None else row["ahead"] - half
    summary["ahead_high"] = None if half is None else row["ahead"] + half
    error = math.sqrt(row["wins_off"] * swell) / rows
    summary["wins"] = row["wins"]
    summary["wins_low"], summary["wins_high"] = wilson(row["wins"], _worth(row["wins"], error, rows))
    return summary


def _worth(part: float, error: float, rows: int) -> float:
    """The number of independent games with this standard error; at most the number of rows."""
    return min(rows, part * (1 - part) / error**2) if error else rows


def wilson(part: float, games: float) -> tuple[float, float]:
    """The interval for the true share, given a share of this many games, however few and even if they say nothing yet."""
    square = QUANTILE**2
    middle = (part + square / (2 * games)) / (1 + square / games)
    half = QUANTILE / (1 + square / games) * math.sqrt(part * (1 - part) / games + square / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def _with_use(first: pl.DataFrame, combos: pl.DataFrame, kind: str) -> pl.DataFrame:
    """Add how often seats took the tile, and the average round."""
    use = combos.group_by(kind).agg(pl.len().alias("taken"), pl.col("round").mean().alias("round"))
    return first.join(use, on=kind, how="left", maintain_order="left")
