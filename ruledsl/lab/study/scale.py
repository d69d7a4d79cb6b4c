"""All combos on one scale, from the ranks of seats, by the model of Bradley and Terry."""

from __future__ import annotations

import math
from itertools import repeat
from operator import add, mul, truediv

import polars as pl

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
    found = fitted(wins)
    halves = [QUANTILE * error for error in errors(wins, found)]
    games = numbered.group_by("combo").agg(pl.len().alias("games"))
    table = kinds.with_row_index("combo").join(games, on="combo", maintain_order="left").drop("combo")
    return table.with_columns(
        pl.Series("met", met),
        pl.Series("strength", found),
        pl.Series("strength_low", [one - half for one, half in zip(found, halves, strict=True)]),
        pl.Series("strength_high", [one + half for one, half in zip(found, halves, strict=True)]),
        pl.Series("beats", [1 / (1 + math.exp(-one)) for one in found]),
    ).sort("strength", descending=True, maintain_order=True)


def fitted(wins: Matrix) -> list[float]:
    """The strengths, in log odds and 0 on average, with the highest likelihood of these wins.

    Each combo must have won and lost. Minorisation-maximisation: Hunter, "MM algorithms for generalized Bradley-Terry models" (Annals of
    Statistics 32, 2004), section 2, each strength by those that are newest.
    """
    games = _games(wins)
    found = [1.0] * len(wins)
    change = 1.0
    while change > CLOSE and len(wins) > 1:
        change = 0
        for number, (row, won) in enumerate(zip(games, map(sum, wins), strict=True)):
            before = found[number]
            found[number] = won / sum(map(truediv, row, map(add, repeat(before), found)))
            change = max(change, abs(found[number] / before - 1))
        average = math.exp(math.fsum(map(math.log, found)) / len(found))
        found = [one / average for one in found]
    return [math.log(one) for one in found]


def errors(wins: Matrix, found: list[float]) -> list[float]:
    """Standard errors of fitted strengths, from the curvature of the likelihood around them.

    They are the roots of the diagonal of the inverse of the information, which is singular in the direction of the common mean (0). So a matrix
    of 1/n, which is that direction and no other, is added, and subtracted from the inverse, which is computed by a Cholesky decomposition.
    """
    size = len(wins)
    root: Matrix = []
    for number, row in enumerate(_games(wins)):
        chances = [1 / (1 + math.exp(other - found[number])) for other in found]
        weights = [games * chance * (1 - chance) for games, chance in zip(row, chances, strict=True)]
        line: list[float] = []
        for weight, above in zip(weights, root, strict=False):
            line.append((1 / size - weight - sum(map(mul, line, above))) / above[-1])
        line.append(math.sqrt(1 / size + sum(weights) - sum(map(mul, line, line))))
        root.append(line)
    return [math.sqrt(max(0, one - 1 / size)) for one in _squares(root)]


def _squares(root: Matrix) -> list[float]:
    """The diagonal of the inverse of a matrix with this Cholesky factor: the squared lengths of the columns of the factor's inverse."""
    found = []
    for number in range(len(root)):
        column = [1 / root[number][number]]
        for row in root[number + 1 :]:
            column.append(-sum(map(mul, row[number:], column)) / row[-1])
        found.append(sum(map(mul, column, column)))
    return found


def _games(wins: Matrix) -> Matrix:
    """The number of games between each pair."""
    return [list(map(add, row, lost)) for row, lost in zip(wins, zip(*wins, strict=True), strict=True)]
