"""The process in which packs that tables can be set up with are looked at, maps drawn, and saved games played again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.naming.errors import GameError
from ruledsl.naming.nouns import Naming
from ruledsl.play.game import Game
from ruledsl.serve.bots.process import answering
from ruledsl.serve.refused import Refused
from ruledsl.serve.tables.offer import played_with, setup_data
from ruledsl.serve.tables.shelf import Shelf
from ruledsl.serve.telling.picture import drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.game import Rules

__all__ = ["Worker", "main"]

POLITE = 5


class Worker:
    """Each question has `job`, and the `names` of packs; what cannot be done has `refused` as its answer, a code and a sentence."""

    def __init__(self, packs: Path, most: int) -> None:
        self.shelf = Shelf(packs, most)
        self.jobs: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "setup": self._setup,
            "map": self._map,
            "save": self._save,
        }

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What a job gives."""
        try:
            return self.jobs[asked["job"]](asked)
        except Refused as problem:
            return {"refused": [problem.code, problem.text]}

    def _rules(self, asked: dict[str, Any]) -> Rules:
        return played_with(self.shelf, asked["names"], asked.get("variants", {}))

    def _setup(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What packs can be played with together. From now on they are loaded quickly, by the server too."""
        return setup_data(self._rules(asked), Naming(asked["language"]))

    def _map(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The drawing of a map."""
        try:
            return {"map": drawn(self._rules(asked), asked["map"])}
        except GameError as problem:
            raise Refused("table-004", str(problem)) from None

    def _save(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Whether a saved game is one."""
        try:
            Game.from_json(asked["text"], packs=asked["names"])
        except (GameError, ValueError) as problem:
            raise Refused("table-011", " ".join(str(problem).split())[:400]) from None
        return {}


def main() -> None:
    """Until nobody asks any more."""
    answering(Worker(Path(sys.argv[1]), int(sys.argv[2])).answer, POLITE)


if __name__ == "__main__":
    main()
