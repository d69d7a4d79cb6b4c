"""`python -m ruledsl.lab.examples.ppo`: PPO in one file, as CleanRL writes it (Huang and others, 2022), on many tables at once.

It needs `ruledsl[rl]` and torch.

Proximal policy optimization (Schulman and others, 2017) with masked actions (Huang and Ontañón, 2022). The network scores every option by itself,
from its row, the tile's rules and the table, and so learns the same wherever an option stands. The seats of others are played by a built-in bot.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from ruledsl.rl import Tables

LAST = 400
"""Games whose average is told."""


def arguments() -> argparse.Namespace:
    """What can be set; these settings made the curve in docs/learning.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name, value in {
        "pack": "smallworld",
        "opponents": "random",
        "curve": "",
        "players": 2,
        "seed": 1,
        "tables": 64,
        "steps": 64,
        "updates": 36,
        "epochs": 3,
        "minibatches": 4,
        "rate": 1e-3,
        "gamma": 1.0,
        "decay": 0.95,
        "clip": 0.2,
        "entropy": 0.01,
        "width": 64,
    }.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    return parser.parse_args()


class Agent(nn.Module):
    """The score of each option, and the value of the table."""

    def __init__(self, tables: Tables, width: int) -> None:
        super().__init__()
        observer = tables.observer
        self.sort, self.tile = (observer.option_fields.index(name) for name in ("sort", "tile"))
        self.sorts = len(observer.sorts)
        rules = torch.tensor(observer.rules_of_tiles, dtype=torch.float32)
        self.register_buffer("rules", torch.sign(rules) * torch.log1p(rules.abs()))
        seen, option = len(observer.table_fields), len(observer.option_fields) + self.sorts + rules.shape[1]
        self.option = nn.Sequential(
            nn.Linear(option + seen, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()
        )
        self.score, self.value = (
            nn.Linear(width, 1),
            nn.Sequential(nn.Linear(width + seen, width), nn.Tanh(), nn.Linear(width, 1)),
        )
        nn.init.zeros_(self.score.weight)

    def forward(self, seen: dict[str, torch.Tensor]) -> tuple[Categorical, torch.Tensor]:
        """The policy and the value, for a batch of observations."""
        rows, table, mask = seen["options"].float(), soft(seen["table"]), seen["action_mask"].bool()
        sorts = nn.functional.one_hot(rows[..., self.sort].long(), self.sorts).float()
        rules = self.rules[rows[..., self.tile].long()]
        around = table.unsqueeze(-2).expand(*rows.shape[:-1], table.shape[-1])
        options = self.option(torch.cat([soft(rows), sorts, rules, around], -1))
        scores = self.score(options).squeeze(-1).masked_fill(~mask, -1e9)
        share = mask.float() / mask.sum(-1, keepdim=True).clamp(min=1)
        whole = (options * share.unsqueeze(-1)).sum(-2)
        return Categorical(logits=scores), self.value(torch.cat([whole, table], -1)).squeeze(-1)


def soft(numbers: torch.Tensor) -> torch.Tensor:
    """Numbers of any size as inputs."""
    numbers = numbers.float()
    return torch.sign(numbers) * torch.log1p(numbers.abs())


def observed(tables: Tables, buffers: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """A copy of what the choosing seats see, for torch."""
    seen = tables.observe(out=buffers)
    return {name: torch.from_numpy(seen[name].copy()) for name in ("table", "options", "action_mask")}


def advantages(rewards, values, over, last, args):  # noqa: ANN001, ANN201 - tensors of steps and tables
    """Generalized advantages (Schulman and others, 2016); a game that is over has nothing behind it."""
    gained, ahead = torch.zeros_like(rewards), torch.zeros_like(last)
    for step in reversed(range(len(rewards))):
        going_on = 1 - over[step]
        surprise = rewards[step] + args.gamma * last * going_on - values[step]
        ahead = surprise + args.gamma * args.decay * going_on * ahead
        gained[step], last = ahead, values[step]
    return gained


def learn(agent: Agent, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor], args) -> None:  # noqa: ANN001
    """A few passes over what was played."""
    count = len(batch["action"])
    for _ in range(args.epochs):
        for part in torch.randperm(count).chunk(args.minibatches):
            now = {name: values[part] for name, values in batch.items()}
            policy, value = agent(now)
            ratio = (policy.log_prob(now["action"]) - now["likely"]).exp()
            gain = (now["advantage"] - now["advantage"].mean()) / (now["advantage"].std() + 1e-8)
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            loss = -torch.min(ratio * gain, clipped * gain).mean() - args.entropy * policy.entropy().mean()
            loss = loss + 0.5 * (value - now["return"]).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Learn, and tell the share of won games."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    tables = Tables(
        args.pack, tables=args.tables, players=args.players, seed=args.seed, opponents=args.opponents
    )
    agent = Agent(tables, args.width)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.rate)
    buffers, mine = tables.buffers(), np.arange(args.tables) % args.players
    won: list[float] = []
    curve, began = [], time.process_time()
    for update in range(1, args.updates + 1):
        steps: list[dict[str, torch.Tensor]] = []
        for _ in range(args.steps):
            seen = observed(tables, buffers)
            with torch.no_grad():
                policy, value = agent(seen)
                action = policy.sample()
            tables.step(action.numpy())
            reward = tables.rewards[np.arange(args.tables), mine]
            won += [r + 1 / args.players for r in reward[tables.over]]
            steps.append(
                seen
                | {"action": action, "likely": policy.log_prob(action), "value": value}
                | {"reward": torch.from_numpy(reward), "over": torch.from_numpy(tables.over).float()}
            )
        batch = {name: torch.stack([step[name] for step in steps]) for name in steps[0]}
        with torch.no_grad():
            last = agent(observed(tables, buffers))[1]
        batch["advantage"] = advantages(batch["reward"], batch["value"], batch["over"], last, args)
        batch["return"] = batch["advantage"] + batch["value"]
        learn(agent, optimizer, {name: values.flatten(0, 1) for name, values in batch.items()}, args)
        spent, share = time.process_time() - began, float(np.mean(won[-LAST:] or [0]))
        curve.append((update * args.steps * args.tables, len(won), f"{spent:.0f}", f"{share:.3f}"))
        print("{} choices, {} games, {} s: won {} of the last games".format(*curve[-1]), flush=True)
    if args.curve:
        with Path(args.curve).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("choices", "games", "seconds", "won"), *curve])


if __name__ == "__main__":
    main()
