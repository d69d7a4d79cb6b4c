"""`python -m benchmarks.learning`: something small learns for a minute on one core, and then plays against bots that take anything.

The policy is a line of weights: an option is as likely as the exponential of the weighted sum of what `options` says of it (its sort as a flag for
each, the rest in fives). It learns by
REINFORCE (Williams, 1992): after each game, what was chosen becomes likelier the farther ahead the seat was in the end, compared with games before.
"""

from __future__ import annotations

import math
import time

import click
import numpy as np

from ruledsl.rl import Environment

RATE = 0.02
LEAD = 40.0
"""A lead of so many, in what decides the game, is a reward of 1."""
COUNTS = {"stop", "number", "place", "coins", "tokens", "near", "threat", "open", "cost", "spare", "gain"}
SLOW = 0.95
"""Of what is expected so much stays after a game."""


class Policy:
    """Weights of the fields of options, and chance."""

    def __init__(self, table: Environment, seed: int) -> None:
        self.counts = [n for n, name in enumerate(table.observer.option_fields) if name in COUNTS]
        self.sorts = np.eye(len(table.observer.sorts))
        self.fields = [*table.observer.sorts, *(table.observer.option_fields[n] for n in self.counts)]
        self.weights = np.zeros(len(self.fields))
        self.chance = np.random.default_rng(seed)

    def chosen(self, seen: dict[str, np.ndarray]) -> tuple[int, np.ndarray]:
        """An option, and by how much what it is differs from what was to be expected (the gradient of its log probability)."""
        options = seen["options"][: int(seen["action_mask"].sum())]
        rows = np.hstack([self.sorts[options[:, 0]], options[:, self.counts] / 5])
        likely = np.exp(rows @ self.weights - (rows @ self.weights).max())
        likely /= likely.sum()
        option = int(self.chance.choice(len(rows), p=likely))
        return option, rows[option] - likely @ rows


def played(
    table: Environment, policy: Policy, seat: int, seed: int | None = None
) -> tuple[np.ndarray, int, bool]:
    """One game of the policy in a seat: the sum of its gradients, its lead in the end, and whether it won."""
    table.reset(seed)
    total, mine = np.zeros(len(policy.weights)), f"seat_{seat}"
    while not table.terminations[table.agent_selection]:
        if table.agent_selection == mine:
            action, gradient = policy.chosen(table.observe(mine))
            total += gradient
        else:
            action = int(policy.chance.integers(table.game.decision.count))
        table.step(action)
    decides = table.rules.composition.standings[0][0]
    scores = {row["player"]: row[decides] for row in table.game.standings}
    lead = scores[seat] - max(score for player, score in scores.items() if player != seat)
    return total, lead, table.game.standings[0]["player"] == seat


@click.command()
@click.option("--pack", default="smallworld")
@click.option("--seconds", default=60.0, help="Of this process; or as many games as --games says.")
@click.option("--games", default=0, help="To learn from; with a seed, the same everywhere.")
@click.option("--trials", default=200, help="Games against random bots afterwards.")
@click.option("--seed", default=1)
def main(pack: str, seconds: float, games: int, trials: int, seed: int) -> None:
    """Learn, then play."""
    table = Environment(pack)
    policy = Policy(table, seed)
    expected, number, began = 0.0, 0, time.process_time()
    table.reset(seed)
    while number < games if games else time.process_time() - began < seconds:
        gradient, lead, _ = played(table, policy, number % 2)
        reward = math.tanh(lead / LEAD)
        policy.weights += RATE * (reward - expected) * gradient
        expected = SLOW * expected + (1 - SLOW) * reward
        number += 1
    print(f"{number} games, {time.process_time() - began:.0f} s")
    won = sum(played(table, policy, trial % 2)[2] for trial in range(trials))
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
