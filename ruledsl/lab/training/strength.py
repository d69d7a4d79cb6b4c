"""The strength of a policy: games for two, each seed twice with exchanged seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.engine.machines.games import Mind
from ruledsl.play.bots import Learned, bot, seed_of_seat
from ruledsl.play.bots.rollouts import judging

if TYPE_CHECKING:
    from ruledsl.bots import Bot
    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

PLAYERS = 2


class Strength(NamedTuple):
    """The wins of a policy in this many games against a bot; a tie counts half."""

    rival: str
    won: float
    games: int

    @property
    def share(self) -> float:
        """The share of all games, from 0 to 1."""
        return self.won / self.games


def strength_of(rules: Rules, policy: Policy, rival: str | Policy, games: int, seed: int) -> Strength:
    """Play this many games, an even number, against a built-in bot or another policy.

    Raises `GameError` if two cannot play, or for an unknown bot.
    """
    won = 0.0
    for number in range(games // 2):
        one = seed + number
        board = rules.board(rules.map_dealt(PLAYERS, one, None).id)
        seeds = [seed_of_seat(one, seat) for seat in range(PLAYERS)]
        for seat in range(PLAYERS):
            minds = [
                Learned(own, policy) if place == seat else _rival(rival, own)
                for place, own in enumerate(seeds)
            ]
            playing = rules.backend.games(board)
            playing.begin(board, one, seeds)
            playing.think([mind if isinstance(mind, Mind) else None for mind in minds], judging(rules))
            if playing.finish():
                scores = [playing.value(rules.reckoned[0].index, player) for player in range(PLAYERS)]
                won += 0.5 * ((scores[seat] > scores[1 - seat]) + (scores[seat] >= scores[1 - seat]))
    return Strength(rival if isinstance(rival, str) else "another policy", won, games // 2 * 2)


def _rival(rival: str | Policy, seed: int) -> Bot:
    return bot(rival, seed) if isinstance(rival, str) else Learned(seed, rival)
