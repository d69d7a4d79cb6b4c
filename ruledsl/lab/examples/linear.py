"""`python -m ruledsl.lab.examples.linear`: something small learns for a minute on one core, and then plays against random bots.

The policy is a line of weights: an option is as likely as the exponential of the weighted sum of what `options` says of it (its sort as a flag for
each, the rest in fives). It learns by
REINFORCE (Williams, 1992): after each game, what was chosen becomes likelier the farther ahead the seat was in the end, compared with games before.
"""

from __future__ import annotations

import math
import time
from itertools import islice
from typing import TYPE_CHECKING

import click
import numpy as np

from ruledsl.rl import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = 64
RATE = 0.02
LEAD = 40.0
"""A lead of so many, in what decides the game, is a reward of 1."""
COUNTS = {"stop", "number", "place", "coins", "tokens", "near", "threat", "open", "cost", "spare", "gain"}
SLOW = 0.95
"""Of what is expected so much stays after a game."""


class Policy:
    """Weights of the fields of options, and chance."""

    def __init__(self, tables: Tables, seed: int) -> None:
        fields = tables.observer.option_fields
        self.counts = [n for n, name in enumerate(fields) if name in COUNTS]
        self.sorts = np.eye(len(tables.observer.sorts))
        self.fields = [*tables.observer.sorts, *(fields[n] for n in self.counts)]
        self.weights = np.zeros(len(self.fields))
        self.chance = np.random.default_rng(seed)

    def chosen(self, seen: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """An option for each table, and by how much what it is differs from what was to be expected (the gradient of its log probability)."""
        options = seen["options"]
        rows = np.concatenate([self.sorts[options[:, :, 0]], options[:, :, self.counts] / 5], axis=2)
        scores = np.where(seen["action_mask"], rows @ self.weights, -np.inf)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        taken = (scores + self.chance.gumbel(size=scores.shape)).argmax(axis=1)
        expected = np.einsum("to,tof->tf", likely, rows)
        return taken, rows[np.arange(len(taken)), taken] - expected


def played(tables: Tables, policy: Policy, seen: dict[str, np.ndarray]) -> Iterator[tuple[np.ndarray, int]]:
    """Games of the policy at all tables, as they end: the sum of its gradients, and its lead in the end."""
    mine = np.arange(tables.batch.size) % tables.players
    total = np.zeros((tables.batch.size, len(policy.weights)))
    while True:
        taken, gradients = policy.chosen(tables.observe(out=seen))
        total += gradients
        tables.step(taken)
        for table in np.flatnonzero(tables.over):
            scores = list(tables.batch.scores[table * tables.players : (table + 1) * tables.players])
            own = scores.pop(mine[table])
            yield total[table].copy(), own - max(scores)
            total[table] = 0


@click.command()
@click.option("--pack", default="smallworld")
@click.option("--seconds", default=60.0, help="Of this process; or as many games as --games says.")
@click.option("--games", default=0, help="To learn from; with a seed, the same everywhere.")
@click.option("--trials", default=200, help="Games against random bots afterwards.")
@click.option("--seed", default=1)
def main(pack: str, seconds: float, games: int, trials: int, seed: int) -> None:
    """Learn, then play."""
    tables = Tables(pack, tables=TABLES, opponents="random", seed=seed)
    policy = Policy(tables, seed)
    expected, number, began = 0.0, 0, time.process_time()
    for gradient, lead in played(tables, policy, tables.buffers()):
        reward = math.tanh(lead / LEAD)
        policy.weights += RATE * (reward - expected) * gradient
        expected = SLOW * expected + (1 - SLOW) * reward
        number += 1
        if number >= games if games else time.process_time() - began >= seconds:
            break
    print(f"{number} games, {time.process_time() - began:.0f} s")
    fresh = Tables(pack, tables=TABLES, opponents="random", seed=seed + 1_000_000)
    ends = islice(played(fresh, policy, fresh.buffers()), trials)
    won = sum((lead > 0) + (lead == 0) / 2 for _, lead in ends)
    part, spread = won / trials, 1.96**2 / trials
    middle, half = (
        (part + spread / 2) / (1 + spread),
        math.sqrt(spread * (part * (1 - part) + spread / 4)) / (1 + spread),
    )
    print(f"won {part:.1%} of {trials} [{middle - half:.1%}, {middle + half:.1%}]")
    for name, weight in sorted(
        zip(policy.fields, policy.weights, strict=True), key=lambda pair: -abs(pair[1])
    )[:12]:
        print(f"  {name} {weight:+.2f}")


if __name__ == "__main__":
    main()
