"""One seat of a table as a Gymnasium environment: built-in bots play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ruledsl.base.arguments import NUMBER, expect, or_none, shown
from ruledsl.lab.rl.actions import action_of, actions_of, check_seed
from ruledsl.lab.rl.environment import LONGEST, Environment, space_of
from ruledsl.lab.rl.many import Tables
from ruledsl.lab.rl.observing import MOST_OPTIONS
from ruledsl.play.bots import bot, seed_of_seat

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ruledsl.play.game import Rules
    from ruledsl.play.rulebook import Rulebook


class Solo(gymnasium.Env[Any, Any]):
    """`opponents` names the bot in all other seats; `seat` is the learner's, None for another one in each game, drawn by chance.

    Observations, rewards and pages are those of `Environment`. An action that is not legal now counts as the last legal one: mask it
    (`action_mask`, or `action_masks()` for maskable learners). Raises `GameError` for an unknown bot or an impossible table.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        *packs: str,
        players: int = 2,
        opponents: str = "random",
        seat: int | None = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
        rules: Rulebook | None = None,
    ) -> None:
        bot(opponents)
        self.table = Environment(*packs, players=players, map=map, rules=rules)
        expect(or_none(NUMBER), "seat", seat)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"There are {players} seats, from 0; {shown(seat)} is none.")
        self.opponents, self.wanted, self.seat = opponents, seat, seat or 0
        self.observation_space: spaces.Dict = space_of(self.table.observer)
        self.action_space: spaces.Discrete = spaces.Discrete(self.table.most_options)
        self._bots: list[Any] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. With a seed, all games from now on are the same on every machine."""
        del options
        check_seed(seed)
        super().reset(seed=seed)
        table = self.table
        number = int(self.np_random.integers(1 << 31))
        table.reset(number)
        self.seat = int(self.np_random.integers(table.players)) if self.wanted is None else self.wanted
        self._bots = [bot(self.opponents, seed_of_seat(number, seat)) for seat in range(table.players)]
        self._play_others()
        return self._seen(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Choose for this seat, then let the others choose until it is asked again, or the game is over.

        Raises `ValueError` before `reset` and after the end, `TypeError` if the action is no whole number, `GameError` G049 if it is none of the
        action space. Then nothing has changed.
        """
        legal = np.flatnonzero(self.table.action_mask)
        if not legal.size:
            raise ValueError("The game is over: begin another one with reset().")
        chosen = int(actions_of(action_of(action), 1, self.table.most_options)[0])
        self.table.step(chosen if chosen in legal else int(legal[-1]))
        self._play_others()
        agent = self.table.possible_agents[self.seat]
        over, cut = self.table.terminations[agent], self.table.truncations[agent]
        return self._seen(), float(self.table.rewards[agent]), over, cut, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """A flag for each action: can it be chosen now? None can when the game is over."""
        return self.table.action_mask.astype(np.bool_)

    def _seen(self) -> dict[str, Any]:
        return self.table.observe(self.table.possible_agents[self.seat])

    def _play_others(self) -> None:
        table = self.table
        mine = table.possible_agents[self.seat]
        while table.agent_selection != mine and not (table.terminations[mine] or table.truncations[mine]):
            player = table.possible_agents.index(table.agent_selection)
            table.take(self._bots[player].choose(table.view(table.agent_selection)))


# ── vector ──────────────────────────────────────────────────────────────────────
# Many tables as a vector environment of Gymnasium.


if TYPE_CHECKING:
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
