"""The process of a bot. It keeps the games of recent requests, and no more rules than a pack store."""

from __future__ import annotations

import sys
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.play.bots import bot
from ruledsl.play.game import Game
from ruledsl.play.views import SeatView
from ruledsl.table.server.bots.process import answering
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.offer import PackStore
from ruledsl.table.server.views.bringing import advised

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.game import Rules

GAMES = 64
POLITE = 5


class Thinker:
    """Answers requests."""

    def __init__(self, packs: Path, most: int) -> None:
        self.pack_store = PackStore(packs, most, self._forget)
        self.games: OrderedDict[str, Game] = OrderedDict()

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The choice (or advice, without a bot), or the problem: the packs or the game cannot be loaded, or the bot does not choose."""
        try:
            game = self._game(asked)
            if not asked["bot"]:
                return {"advice": advised(game, asked["seat"])}
            choice = bot(asked["bot"], asked["seed"]).choose(SeatView(game, asked["seat"]))
            game.let_go()  # or only a search for garbage finds a game that is kept no longer
        except (GameError, Refused) as problem:
            return {"problem": str(problem)}
        return {"choice": choice}

    def _game(self, asked: dict[str, Any]) -> Game:
        """The current game: the kept one, if it can continue to that point."""
        choices: list[int] = asked["choices"]
        game = self.games.pop(asked["table"], None)
        if game is None or game.choices != choices[: len(game.choices)]:
            game = Game.from_json(asked["beginning"], self.pack_store.kept(asked["packs"], asked["variants"]))
        for choice in choices[len(game.choices) :]:
            game.choose(choice)
        self.games[asked["table"]] = game
        if len(self.games) > GAMES:
            self.games.popitem(last=False)
        return game

    def _forget(self, rules: Rules) -> None:
        """Forget the games under rules that are no longer on the pack store."""
        self.games = OrderedDict(
            (table, game) for table, game in self.games.items() if game.rules is not rules
        )


def answerer(packs: str, most: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The handler, given the process's arguments."""
    return Thinker(Path(packs), int(most)).answer


def main() -> None:
    """Run until the input ends."""
    answering(answerer(*sys.argv[1:]), POLITE)


if __name__ == "__main__":
    main()
