"""Many tables as a vector environment of Gymnasium, in as many threads as you like."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ruledsl.play.rules import load
from ruledsl.rl.environment import LONGEST, space_of
from ruledsl.rl.many import Tables
from ruledsl.rl.pages import MOST_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from ruledsl.play.game import Rules

    Arrays = dict[str, NDArray[Any]]
    Step = tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]

FAR = 1 << 32
"""Between the first seeds of two slices: more games than anybody plays."""


class Vector(VectorEnv[Any, Any, Any]):
    """`Tables` as Gymnasium's learners know them. A game that is over or was cut short begins anew in the same step (`AutoresetMode.SAME_STEP`).

    `opponents` (`random`, `learned`) play the other seats inside `step`, and rewards are the learner's. With None the learner plays all seats:
    `infos["seat"]` says which one chooses next, and rewards are those of the seat that has just chosen. An action that is not an option counts as
    the last one that is: mask it (`action_mask`). With `threads`, each steps and observes its share of the tables at the same time. Without
    `copy`, observations are the same arrays after each step. Raises `GameError` for an impossible table and for other bots.
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
        threads: int = 1,
        copy: bool = True,
        rules: Rules | None = None,
    ) -> None:
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.rules, self.num_envs, self.copy = rules or load(*packs), num_envs, copy
        kinds = {"players": players, "map": map, "most_options": most_options, "opponents": opponents}
        self._rows: list[slice] = []
        self.slices: list[Tables] = []
        for part in np.array_split(np.arange(num_envs), threads):
            self.slices.append(Tables(tables=len(part), longest=longest, rules=self.rules, **kinds))  # type: ignore[arg-type]
            self._rows.append(slice(int(part[0]), int(part[-1]) + 1))
        self.observer, self.single_observation_space = (
            self.slices[0].observer,
            space_of(self.slices[0].observer),
        )
        self.single_action_space = spaces.Discrete(most_options)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._seen = self._buffers()

    def _buffers(self) -> Arrays:
        shapes = {**self.observer.shapes, "action_mask": (self.observer.most_options,)}
        return {
            name: np.zeros((self.num_envs, *shape), np.int8 if name == "action_mask" else np.int16)
            for name, shape in shapes.items()
        }

    def _each(self, does: Callable[[Tables, slice], object]) -> None:
        """Do this with each slice, and let it be observed."""
        if self.copy:
            self._seen = self._buffers()

        def done(tables: Tables, rows: slice) -> None:
            does(tables, rows)
            tables.observe(out={name: part[rows] for name, part in self._seen.items()})

        mapped = map if self._pool is None else self._pool.map
        for _ in mapped(done, self.slices, self._rows):
            pass

    def _joined(self, name: str) -> NDArray[Any]:
        return np.concatenate([getattr(tables, name) for tables in self.slices])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game at every table. With a seed, all games from now on are the same on every machine, with as many threads."""
        del options
        super().reset(seed=seed)
        first = int(self.np_random.integers(1 << 31))
        self._each(lambda tables, rows: tables.restart(first + rows.start * FAR))
        return self._seen, self._infos()

    def step(self, actions: ArrayLike) -> Step:
        """Choose at every table. Raises `TypeError` for actions that are not whole numbers.

        Of a game that is over, `infos` has `final_obs`, what the learner (or who chose last) saw of the final position, and in `final_info` the
        `rewards` of all seats.
        """
        given = np.asarray(actions).astype(np.int64, casting="same_kind")
        mine = self._joined("learners" if self.slices[0].opponents else "seats")
        self._each(lambda tables, rows: tables.step(legal(tables.masks, given[rows])))
        rewards = self._joined("rewards")
        own = rewards[np.arange(self.num_envs), mine].astype(np.float64)
        infos = self._infos()
        for tables, rows in zip(self.slices, self._rows, strict=True):
            for table, final in tables.last.items():
                told = {"final_obs": final, "final_info": {"rewards": tables.rewards[table]}}
                infos = self._add_info(infos, told, rows.start + table)
        return self._seen, own, self._joined("over"), self._joined("cut"), infos

    def _infos(self) -> dict[str, Any]:
        return {"seat": self._joined("seats"), "_seat": np.ones(self.num_envs, np.bool_)}

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ANN401 - as Gymnasium has it
        """End the threads."""
        del kwargs
        if self._pool is not None:
            self._pool.shutdown()


def legal(masks: NDArray[np.int8], actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """The actions, and for each that is none the last legal one of its table."""
    most = masks.shape[1]
    there = masks[np.arange(len(masks)), np.clip(actions, 0, most - 1)] & (
        actions == np.clip(actions, 0, most - 1)
    )
    return np.where(there, actions, most - 1 - masks[:, ::-1].argmax(axis=1))
