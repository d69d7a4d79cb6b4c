"""Many tables as a vector environment of Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ruledsl.lab.rl.actions import actions_of, check_seed
from ruledsl.lab.rl.environment import LONGEST, space_of
from ruledsl.lab.rl.many import Tables
from ruledsl.lab.rl.pages import MOST_OPTIONS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ruledsl.play.game import Rules

    Arrays = dict[str, NDArray[Any]]
    Step = tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class Vector(VectorEnv[Any, Any, Any]):
    """`Tables` as Gymnasium's learners know them. A game that is over or was cut short starts again in the same step (`AutoresetMode.SAME_STEP`).

    `opponents` (`random`, `learned`) play the other seats inside `step`, and rewards are the learner's. With None the learner plays all seats:
    `infos["seat"]` says which one chooses next, and rewards are those of the seat that has just chosen. An action of the space that is not legal
    now counts as the last legal one: mask it (`action_mask`). Without `copy`, observations are the same arrays after each step. Raises `GameError`
    for an impossible table and for other bots.
    """

    def __init__(  # noqa: PLR0913 - one for each thing that may differ
        self,
        *packs: str,
        num_envs: int = 16,
        players: int = 2,
        opponents: str | None = "random",
        map: str | None = None,  # noqa: A002 - the word that users expect
        most_options: int = MOST_OPTIONS,
        longest: int = LONGEST,
        copy: bool = True,
        rules: Rules | None = None,
    ) -> None:
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.tables = Tables(
            *packs,
            tables=num_envs,
            players=players,
            map=map,
            most_options=most_options,
            opponents=opponents,
            longest=longest,
            rules=rules,
        )
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = space_of(self.tables.observer)
        self.single_action_space = spaces.Discrete(most_options)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._kept: Arrays | None = None if copy else self.tables.buffers()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game at every table. With a seed, all games from now on are the same on every machine."""
        del options
        check_seed(seed)
        super().reset(seed=seed)
        self.tables.restart(int(self.np_random.integers(1 << 31)))
        return self.tables.observe(self._kept), self._infos()

    def step(self, actions: ArrayLike) -> Step:
        """Choose at every table.

        Raises `TypeError` for actions that are not whole numbers, `GameError` G049 for those outside of the action space; then nothing has changed.

        Of a game that is over, `infos` has `final_obs`, what the learner (or who chose last) saw of the final position, and in `final_info` the
        `rewards` of all seats.
        """
        tables = self.tables
        given = actions_of(actions, self.num_envs, self.tables.most_options)
        mine = tables.seats if tables.opponents is None else tables.learners
        tables.step(legal(tables.masks, given))
        own = tables.rewards[np.arange(self.num_envs), mine].astype(np.float64)
        infos = self._infos()
        for table, final in tables.last.items():
            told = {"final_obs": final, "final_info": {"rewards": tables.rewards[table]}}
            infos = self._add_info(infos, told, table)
        return tables.observe(self._kept), own, tables.over, tables.cut, infos

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.tables.seats, "_seat": np.ones(self.num_envs, np.bool_)}


def legal(masks: NDArray[np.int8], actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """The actions, and for each that is none the last legal one of its table."""
    most = masks.shape[1]
    there = masks[np.arange(len(masks)), np.clip(actions, 0, most - 1)] & (
        actions == np.clip(actions, 0, most - 1)
    )
    return np.where(there, actions, most - 1 - masks[:, ::-1].argmax(axis=1))
