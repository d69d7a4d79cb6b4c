"""`python -m ruledsl.lab.examples.sb3`: stable-baselines3's MaskablePPO learns at many tables. It needs `ruledsl[rl]`, sb3-contrib and torch.

`Vector` makes `Tables` an environment for stable-baselines3: its tables are played natively, a built-in bot plays the other seats. The policy
scores every option from its own row and the table (`Scores`), with one network for all of them.
"""

from __future__ import annotations

import time
from typing import Any

import click
import numpy as np
import torch
from gymnasium.spaces import Discrete
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from ruledsl.lab.rl.environment import space_of
from ruledsl.rl import Tables

LAST = 400
"""Games whose average is told."""
WIDTH = 32


class Vector(VecEnv):
    """Tables as stable-baselines3 wants them: a game that is over has started again, and `infos` has how it ended."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.won = tables, []
        space = space_of(tables.observer)
        super().__init__(tables.batch.size, space, Discrete(tables.most_options))

    def reset(self) -> dict[str, np.ndarray]:
        """The games at hand: they start again by themselves."""
        return self.tables.observe()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions until `step_wait`."""
        self.actions = actions

    def step_wait(self) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play them."""
        tables = self.tables
        tables.step(self.actions)
        rewards = tables.rewards[np.arange(self.num_envs), tables.learners]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table in np.flatnonzero(tables.over):
            infos[table] = {"terminal_observation": tables.last[table]}
            self.won.append(float(rewards[table]) + 1 / tables.players)
        return tables.observe(), rewards, tables.over.copy(), infos

    def env_method(self, method_name: str, *_args: Any, **_kwargs: Any) -> list[Any]:
        """MaskablePPO asks for `action_masks` in this way."""
        return list(self.tables.masks.astype(bool)) if method_name == "action_masks" else []

    def has_attr(self, attr_name: str) -> bool:
        """It also asks whether there are any."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Nothing is drawn."""
        del attr_name, indices
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No table is wrapped."""
        del wrapper_class, indices
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is held."""


class Known(BaseFeaturesExtractor):
    """What is known of each option, one behind the other, and then of the table."""

    def __init__(self, space: Any, sorts: int, rules: np.ndarray) -> None:
        options, columns = space["options"].shape
        super().__init__(space, (options + 1) * WIDTH)
        self.sorts, self.options = sorts, options
        self.register_buffer("rules", soft(torch.tensor(rules)))
        seen = space["table"].shape[0]
        self.table = nn.Sequential(nn.Linear(seen, WIDTH), nn.Tanh())
        self.option = nn.Sequential(nn.Linear(columns + sorts + rules.shape[1] + WIDTH, WIDTH), nn.Tanh())

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        """For a batch."""
        rows, table = seen["options"], self.table(soft(seen["table"]))
        sorts = nn.functional.one_hot(rows[..., 0].long(), self.sorts).float()
        around = table.unsqueeze(1).expand(-1, self.options, -1)
        told = self.option(torch.cat([soft(rows), sorts, self.rules[rows[..., 3].long()], around], -1))
        return torch.cat([told.flatten(1), table], 1)


def soft(numbers: torch.Tensor) -> torch.Tensor:
    """Numbers of any size as inputs."""
    return torch.sign(numbers.float()) * torch.log1p(numbers.float().abs())


class Scores(nn.Module):
    """One number for each option, from what is known of it."""

    def __init__(self, options: int) -> None:
        super().__init__()
        self.options, self.score = options, nn.Linear(WIDTH, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """For a batch."""
        return self.score(features[:, : self.options * WIDTH].unflatten(1, (self.options, WIDTH))).squeeze(-1)


class Policy(MaskableMultiInputActorCriticPolicy):
    """The scores are the logits of actions; the value goes by everything that is known."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores(self.action_space.n)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Tell(BaseCallback):
    """The share of won games, after each round of playing."""

    def __init__(self, vector: Vector) -> None:
        super().__init__()
        self.vector, self.began = vector, time.process_time()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        won = self.vector.won
        share, spent = np.mean(won[-LAST:] or [0]), time.process_time() - self.began
        print(
            f"{self.num_timesteps} choices, {len(won)} games, {spent:.0f} s: won {share:.3f} of the last games",
            flush=True,
        )


@click.command()
@click.option("--pack", default="smallworld", show_default=True)
@click.option("--tables", default=64, show_default=True)
@click.option("--choices", default=100_000, show_default=True, help="To learn from, over all tables.")
@click.option("--seed", default=1, show_default=True)
def main(pack: str, tables: int, choices: int, seed: int) -> None:
    """Learn against random bots."""
    torch.set_num_threads(1)
    vector = Vector(Tables(pack, tables=tables, seed=seed, opponents="random"))
    observer = vector.tables.observer
    options = {"sorts": len(observer.sorts), "rules": observer.rules_of_tiles}
    learner = MaskablePPO(
        Policy,
        vector,
        n_steps=64,
        batch_size=1024,
        n_epochs=3,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": Known,
            "features_extractor_kwargs": options,
            "net_arch": [],
        },
    )
    learner.learn(choices, callback=Tell(vector))


if __name__ == "__main__":
    main()
