"""A table as a PettingZoo environment: agents take turns (AEC), each observes what its seat may know, and an action is the index of an option."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ruledsl.lab.rl.actions import action_of, check_seed, check_sizes
from ruledsl.lab.rl.observing import MOST_OPTIONS, Observer, option_of, page_of, turns_page
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruledsl.play.game import Game
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views import SeatView

LONGEST = 5_000
"""The number of choices after which a game is truncated (`truncations`)."""


class Environment(AECEnv):  # type: ignore[misc]
    """One game after another. An agent is a seat; `seat_0` begins.

    Rewards come at the end of a game: the winners share 1, less the average of all seats.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ruledsl_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *packs: str,
        players: int = 2,
        map: str | None = None,  # noqa: A002 - the word that users expect
        most_options: int = MOST_OPTIONS,
        rules: Rulebook | None = None,
    ) -> None:
        super().__init__()
        check_sizes(most_options)
        self.rules = rules or load(*packs)
        self.rules.table(players, 0, map, analysis=False, dice=())  # refuses an impossible one
        self.players, self.map = players, self.rules.map_for(players, map).id
        self.most_options, self.page = most_options, 0
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.render_mode = None
        self._series = np.random.default_rng()
        self.game: Game | None = None

    @cached_property
    def observer(self) -> Observer:
        """The observer, whose fields name all numbers."""
        return Observer(self.rules, self.players, self.map, self.most_options)

    @cached_property
    def _observation_space(self) -> spaces.Dict:
        return space_of(self.observer)

    @cached_property
    def _action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.most_options)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent observes, as arrays by name, with `action_mask`. All agents have the same one."""
        del agent
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions, which are indices of options; those with 1 in `action_mask` are legal. All agents have the same one."""
        del agent
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed, all games from now on are the same on every machine."""
        del options
        check_seed(seed)
        if seed is not None:
            self._series = np.random.default_rng(seed)
        self.page = 0
        self.game = self.rules.new_game(self.players, int(self._series.integers(1 << 53)), self.map)  # type: ignore[attr-defined]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _next(self) -> None:
        if not self._begun.over:
            self.agent_selection = self.possible_agents[self._begun.decision.player]

    @property
    def _begun(self) -> Game:
        if self.game is None:
            raise ValueError("There is no game yet: begin one with reset().")
        return self.game

    @property
    def _under_way(self) -> Game:
        """The game that some agent still takes part in."""
        game = self._begun
        if not self.agents:
            raise ValueError("The game is over: begin another one with reset().")
        return game

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002 - as PettingZoo has it
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees and has. Raises `ValueError` before `reset`, and when all agents are done."""
        _ = self._under_way
        return super().last(observe)  # type: ignore[no-any-return]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of the seat; only the agent whose turn it is has options. Raises `ValueError` for an unknown agent, or before `reset`."""
        view = self.view(agent)
        return {**self.observer.observed(view, self.page), "action_mask": self._mask(view.count)}

    def view(self, agent: str) -> SeatView:
        """The view of the seat. Raises `ValueError` as `observe` does."""
        if agent not in self.possible_agents:
            raise ValueError(f"There is no agent {agent!r}, but: {', '.join(self.possible_agents)}.")
        return self._begun.view(self.possible_agents.index(agent))

    def _mask(self, count: int) -> NDArray[np.int8]:
        mask = np.zeros(self.most_options, np.int8)
        mask[: len(page_of(count, self.most_options, self.page))] = 1
        if count > self.most_options:
            mask[-1] = 1
        return mask

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """A 1 for each action of the agent whose turn it is; zeros when the game is over. Raises `ValueError` before `reset`."""
        game = self._begun
        return self._mask(0 if game.over else game.decision.count)

    def step(self, action: int | None) -> None:
        """Choose for the agent whose turn it is. For an agent that is done, the action is None.

        Raises `TypeError` if the action is not a whole number, `GameError` if it is not an option, `ValueError` before `reset`. After an error,
        nothing has changed. When all agents are done, raises `ValueError`, too.
        """
        game, agent = self._under_way, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen, count = action_of(action), game.decision.count
        if turns_page(count, self.most_options, chosen):
            self.page += 1
            self._cumulative_rewards[agent] = 0.0
            self._clear_rewards()
        else:
            self.take(option_of(count, self.most_options, self.page, chosen))

    def take(self, option: int) -> None:
        """Choose an option of the decision by its index, whatever page it is on. Raises `GameError` if there is none, and changes nothing then."""
        game = self._begun
        game.choose(option)
        self.page = 0
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if game.over:
            self._reward()
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(game.choices) >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)
        self._next()
        self._accumulate_rewards()

    def _reward(self) -> None:
        first = [row["player"] for row in self._begun.standings if row["rank"] == 1]
        for seat, agent in enumerate(self.possible_agents):
            won = 1 / len(first) if seat in first else 0.0
            self.rewards[agent] = won - 1 / self.players

    def render(self) -> None:
        """Draws nothing: `ruledsl play` and `ruledsl serve` show games."""

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""


def space_of(observer: Observer) -> spaces.Dict:
    """The space of what is observed, with the mask of actions."""
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(-32768, 32767, shape, np.int16) for name, shape in observer.shapes.items()
    }
    return spaces.Dict({**boxes, "action_mask": spaces.Box(0, 1, (observer.most_options,), np.int8)})


env = Environment
"""The usual name in PettingZoo: `ruledsl.lab.rl.env("smallworld", players=2)`."""
