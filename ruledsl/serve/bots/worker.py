"""The process of a bot. It keeps the games of recent requests."""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ruledsl.naming.errors import GameError, PackError
from ruledsl.play.bots import bot
from ruledsl.play.game import Game, Rules
from ruledsl.play.rules import load
from ruledsl.play.views.view import SeatView
from ruledsl.serve.bots.process import answering
from ruledsl.serve.telling.advice import advised

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 64
POLITE = 5


class Thinker:
    """Answers requests."""

    def __init__(self) -> None:
        self.rules: dict[str, Rules] = {}
        self.games: OrderedDict[str, Game] = OrderedDict()

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The choice (or advice, without a bot), or the problem: the packs or the game cannot be loaded, or the bot does not choose."""
        try:
            game = self._game(asked)
            if not asked["bot"]:
                return {"advice": advised(game, asked["seat"])}
            found = bot(asked["bot"], asked["seed"]).choose(SeatView(game, asked["seat"]))
        except (GameError, PackError) as problem:
            return {"problem": str(problem)}
        return {"choice": found}

    def _game(self, asked: dict[str, Any]) -> Game:
        """The current game: the kept one, if it can continue to that point."""
        choices: list[int] = asked["choices"]
        game = self.games.pop(asked["table"], None)
        if game is None or game.choices != choices[: len(game.choices)]:
            game = Game.from_json(asked["beginning"], self._rules(asked))
        for choice in choices[len(game.choices) :]:
            game.choose(choice)
        self.games[asked["table"]] = game
        if len(self.games) > GAMES:
            self.games.popitem(last=False)
        return game

    def _rules(self, asked: dict[str, Any]) -> Rules:
        key = json.dumps([asked["packs"], asked["variants"]], sort_keys=True)
        if key not in self.rules:
            self.rules[key] = load(*asked["packs"], variants=asked["variants"])
        return self.rules[key]


def answerer() -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The handler, given the process's arguments."""
    return Thinker().answer


def main() -> None:
    """Run until the input ends."""
    answering(answerer(*sys.argv[1:]), POLITE)


if __name__ == "__main__":
    main()
