"""What a designer can act on, from the tables of a study: each figure in a sentence that says what it means, with the table of its picture.

The price of combos is the first measure that packs declare of them, as bots take the first panel for what a turn brings.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from ruledsl.lab.study.tables import QUANTILE, THIN, measures_of, tables_of, wilson

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.lab.study.fields import Labels
    from ruledsl.lab.study.tables import Frame, Tables

RARE = 0.2
"""A tile is dead if surely less than this part of the usual share of games has it."""
SETTLED = 0.75
"""Games are settled by a round after which the leader surely wins more than this share of them."""
MOST_NAMED = 8
"""The most tiles in a sentence."""
SPREAD = (0.05, 0.95)
"""Nine of ten games lie between."""


class Act(NamedTuple):
    """A sentence about a table, of which `column` (with its interval) is drawn against `key`, and par, if there is one."""

    title: str
    sentence: str
    table: Frame
    key: str
    column: str
    par: float | None


# ── tables ──────────────────────────────────────────────────────────────────────


def leaders_of(rounds: Frame, seats: Frame) -> Frame:
    """For each round: in how many games one seat led alone in coins at its end, and the share of these games that it won."""
    most = pl.col("coins") == pl.col("coins").max().over("seed", "round")
    alone = rounds.filter(most).filter(pl.len().over("seed", "round") == 1)
    won = alone.join(seats.select("seed", "seat", "wins"), on=["seed", "seat"])
    led = won.group_by("round").agg(pl.len().alias("games"), pl.col("wins").mean()).sort("round")
    ends = [wilson(row["wins"], row["games"]) for row in led.iter_rows(named=True)]
    return led.with_columns(
        pl.Series("wins_low", [low for low, _ in ends], pl.Float64),
        pl.Series("wins_high", [high for _, high in ends], pl.Float64),
    )


def taken_of(combos: Frame, games: int) -> Frame:
    """For each race and power: the share of the games in which somebody took it."""
    kinds = [
        combos.filter(pl.col(kind) != "")
        .group_by(pl.col(kind).alias("tile"))
        .agg(pl.col("seed").n_unique().alias("with_it"))
        .with_columns(pl.lit(kind).alias("kind"))
        for kind in ("race", "power")
    ]
    return with_shares(pl.concat(kinds), games)


def with_shares(taken: Frame, games: int) -> Frame:
    """The shares of this many games, with intervals, the rarest first."""
    ends = [wilson(number / games, games) for number in taken["with_it"]]
    return taken.with_columns(
        pl.lit(games).alias("games"),
        (pl.col("with_it") / games).alias("wins_taken"),
        pl.Series("wins_taken_low", [low for low, _ in ends], pl.Float64),
        pl.Series("wins_taken_high", [high for _, high in ends], pl.Float64),
    ).sort("wins_taken", "tile")


class Slope(NamedTuple):
    """By how much a seat is farther ahead for each unit of a measure, with an interval of 95 %."""

    mean: float
    low: float
    high: float


def slope_of(first: Frame, measure: str) -> Slope | None:
    """Of the combos with which seats began. The seats of a game are not independent: their deviations are summed first. None without a spread."""
    off = first.select(
        "seed",
        (pl.col(measure) - pl.col(measure).mean()).alias("x"),
        (pl.col("ahead") - pl.col("ahead").mean()).alias("y"),
    )
    spread = float(off.select((pl.col("x") ** 2).sum()).item() or 0.0)
    games = off["seed"].n_unique()
    if not spread or games < THIN:
        return None
    mean = float(off.select((pl.col("x") * pl.col("y")).sum()).item()) / spread
    left = off.with_columns((pl.col("x") * (pl.col("y") - mean * pl.col("x"))).alias("left"))
    by_game = left.group_by("seed").agg(pl.col("left").sum())["left"]
    half = QUANTILE * math.sqrt(float((by_game**2).sum()) * games / (games - 1)) / spread
    return Slope(mean, mean - half, mean + half)


# ── sentences ───────────────────────────────────────────────────────────────────


def acts_of(tables: Tables, labels: Labels, minutes: float | None = None) -> Iterator[Act]:
    """What the tables of a study say, with the first seat first. `minutes` is how long a game takes at a table, for whoever knows."""
    if "seats" in tables:
        yield _first_seat(tables["seats"].sort("seat"), labels)
    if "leaders" in tables and tables["leaders"].height:
        yield _snowballing(tables["leaders"])
    if "games" in tables:
        yield _length(tables["games"], minutes)
    if "taken" in tables:
        yield _dead(_offered(tables["taken"], labels), labels)
    if "price" in tables:
        yield _price(tables["price"], labels)


def _first_seat(seats: Frame, labels: Labels) -> Act:
    row = seats.to_dicts()[0]
    lead, low, high = row["ahead"], row["ahead_low"], row["ahead_high"]
    told = f"The first seat ends {_lead(lead, low, high, labels.unit)}, and wins {_share(row['wins'], row['wins_low'], row['wins_high'])}"
    even = 1 / seats.height
    if low is None or low <= 0 <= high:
        farthest = max(abs(low or 0.0), abs(high or 0.0))
        verdict = f"Nothing shows that beginning matters; it matters by no more than {farthest:.1f}."
    elif lead < 0:
        verdict = f"Beginning costs: give the first seat {-lead:.1f} more to start with, for seats as good as each other."
    else:
        verdict = (
            f"Beginning pays: give the others {lead:.1f} more to start with, for seats as good as each other."
        )
    return Act("The first seat", f"{told} (a fair share is {even:.0%}). {verdict}", seats, "seat", "ahead", 0)


def _snowballing(leaders: Frame) -> Act:
    rows = leaders.to_dicts()
    half = rows[(len(rows) - 1) // 2]
    sure = next((row["round"] for row in rows[:-1] if row["wins_low"] > SETTLED), None)
    share = _share(half["wins"], half["wins_low"], half["wins_high"])
    told = f"Who leads alone in [coin.many] after round {half['round']} of {rows[-1]['round']} wins {share}."
    if sure is None:
        verdict = "No round but the last settles three of four games: who is behind can still win."
    elif sure <= half["round"]:
        verdict = f"From round {sure} on three of four games are settled: the second half decides little, and a shorter game would lose little."
    else:
        verdict = f"Three of four games are settled from round {sure} on."
    return Act("Snowballing", f"{told} {verdict}", leaders, "round", "wins", None)


def _length(games: Frame, minutes: float | None) -> Act:
    decisions, rounds = games["decisions"], games["rounds"]
    low, high = (int(decisions.quantile(part) or 0) for part in SPREAD)
    mean = float(decisions.mean() or 0.0)  # type: ignore[arg-type]
    some = " to ".join(str(number) for number in dict.fromkeys((min(rounds), max(rounds))))
    told = f"A game has {mean:.0f} decisions (nine of ten games {low} to {high}) in {some} rounds"
    if minutes is None:
        verdict = "`--minutes` says how long a game takes at a table; then this says how many decisions there are in a minute."
    else:
        each = 60 * minutes / mean
        verdict = f"In {minutes:g} minutes these are {mean / minutes:.1f} decisions a minute: one every {each:.0f} seconds."
    by_rounds = games.group_by("rounds").agg(
        pl.len().alias("games"),
        pl.col("decisions").mean(),
        pl.col("decisions").quantile(SPREAD[0]).alias("decisions_low"),
        pl.col("decisions").quantile(SPREAD[1]).alias("decisions_high"),
    )
    return Act("Length", f"{told}. {verdict}", by_rounds.sort("rounds"), "rounds", "decisions", None)


def _offered(taken: Frame, labels: Labels) -> Frame:
    """With the tiles of these kinds that nobody ever took, where the packs are known."""
    there = set(taken["tile"])
    kinds = {labels.kinds.get(tile): kind for tile, kind in taken.select("tile", "kind").iter_rows()}
    missing = [
        {"tile": tile, "with_it": 0, "kind": kinds[kind]}
        for tile, kind in labels.kinds.items()
        if kind in kinds and tile not in there
    ]
    if not missing:
        return taken
    rows = taken.select("tile", "with_it", "kind").to_dicts() + missing
    return with_shares(
        pl.DataFrame(rows, schema=taken.select("tile", "with_it", "kind").schema), taken["games"][0]
    )


def _dead(taken: Frame, labels: Labels) -> Act:
    usual = {
        kind: float(taken.filter(pl.col("kind") == kind)["wins_taken"].median() or 0.0)  # type: ignore[arg-type]
        for kind in taken["kind"].unique()
    }
    dead = [row for row in taken.iter_rows(named=True) if row["wins_taken_high"] < RARE * usual[row["kind"]]]
    if dead:
        named = ", ".join(
            f"{labels.tile(row['tile'])} ({row['with_it']} of {row['games']} games)"
            for row in dead[:MOST_NAMED]
        )
        more = f", and {len(dead) - MOST_NAMED} more" if len(dead) > MOST_NAMED else ""
        sentence = f"These bots hardly ever take {named}{more}: make it stronger, or let the market pay for it sooner."
    else:
        rarest = taken.row(0, named=True)
        sentence = (
            f"No tile is dead: {labels.tile(rarest['tile'])}, the rarest one, is taken in "
            f"{_share(rarest['wins_taken'], rarest['wins_taken_low'], rarest['wins_taken_high'])}."
        )
    return Act("Dead tiles", sentence, taken.head(3 * MOST_NAMED), "tile", "wins_taken", None)


def _price(price: Frame, labels: Labels) -> Act:
    measure = price.columns[0]
    slope = Slope(*price.select("slope", "slope_low", "slope_high").row(0))
    told = f"For each unit of {labels.column(measure)} more, a seat that begins so ends {_lead(*slope, labels.unit)}"
    if slope.low <= 0 <= slope.high:
        verdict = "The market prices its [combo.many] well."
    elif slope.mean > 0:
        verdict = (
            "What costs more is still worth more than it costs: the market could ask more for each step."
        )
    else:
        verdict = "What costs more is not worth it: the market could ask less for each step."
    return Act(
        "The price curve",
        f"{told}. {verdict}",
        price.drop("slope", "slope_low", "slope_high"),
        measure,
        "ahead",
        0,
    )


def price_of(combos: Frame, by_price: Frame, measure: str) -> Frame | None:
    """What seats came to by the first measure of their first combo, with the slope in each row; None without a spread."""
    slope = slope_of(combos.filter(pl.col("nth") == 1), measure)
    if slope is None:
        return None
    names = ("slope", "slope_low", "slope_high")
    return by_price.sort(measure).with_columns(
        *(pl.lit(value).alias(name) for name, value in zip(names, slope, strict=True))
    )


def studied(frames: Tables) -> Tables:
    """The tables of a study, and those behind the sentences, from the rows of its games."""
    tables = tables_of(frames)
    if "rounds" in frames:
        tables["leaders"] = leaders_of(frames["rounds"], frames["seats"])
    combos = frames["combos"]
    if combos.height:
        tables["taken"] = taken_of(combos, frames["games"].height)
        measure = next(iter(measures_of(combos)), "")
        price = price_of(combos, tables[f"by_{measure}"], measure) if measure else None
        if price is not None:
            tables["price"] = price
    return tables


def _lead(mean: float, low: float | None, high: float | None, unit: str) -> str:
    where = "ahead" if mean >= 0 else "behind"
    interval = "" if low is None or high is None else f" [{low:+.1f}, {high:+.1f}]"
    return f"{abs(mean):.1f} {where} in {unit}{interval}"


def _share(mean: float, low: float, high: float) -> str:
    return f"{mean:.0%} [{low:.0%}, {high:.0%}] of games"
