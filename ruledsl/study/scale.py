"""All combos on one scale: who is ranked before whom, by the model of Bradley and Terry, fitted by the package choix."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import choix
import numpy as np
import polars as pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["strengths"]

PRIOR = 1
"""So many games every combo has won and lost beside those that were played, against all others together: nobody is endlessly strong."""
QUANTILE = 1.959964


def strengths(first: pl.DataFrame) -> pl.DataFrame:
    """Of each combo: `strength` in log odds, 0 for the average one, with an interval of 95 %; `beats` is its chance against that.

    Rows are the combos with which seats began. Those of one game meet each other; who is ranked alike has half a game each.
    """
    kinds = first.select("race", "power").unique().sort("race", "power")
    numbered = first.join(kinds.with_row_index("combo"), on=["race", "power"]).select("seed", "combo", "rank")
    wins = np.zeros((kinds.height, kinds.height))
    for ranked in numbered.group_by("seed", maintain_order=True).agg("combo", "rank").iter_rows():
        seats = list(zip(ranked[1], ranked[2], strict=True))
        for combo, rank in seats:
            for other, behind in seats:
                if combo != other and rank <= behind:
                    wins[combo, other] += 1 if rank < behind else 0.5
    wins_and_prior = wins + PRIOR / len(wins) * (1 - np.eye(len(wins)))
    found = choix.ilsr_pairwise_dense(wins_and_prior) if kinds.height > 1 else np.zeros(1)
    halves = QUANTILE * _errors(wins_and_prior, found)
    met = (wins + wins.T).sum(axis=1).astype(int)
    games = numbered.group_by("combo").agg(pl.len().alias("games"))
    table = kinds.with_row_index("combo").join(games, on="combo", maintain_order="left").drop("combo")
    return table.with_columns(
        pl.Series("met", met),
        pl.Series("strength", found),
        pl.Series("strength_low", found - halves),
        pl.Series("strength_high", found + halves),
        pl.Series("beats", [1 / (1 + math.exp(-one)) for one in found]),
    ).sort("strength", descending=True, maintain_order=True)


def _errors(wins: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard errors, from how sharply the likelihood falls off around what was found."""
    games = wins + wins.T
    chance = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    weights = games * chance * (1 - chance)
    information = np.diag(weights.sum(axis=1)) - weights
    return np.sqrt(np.diag(np.linalg.pinv(information)))
