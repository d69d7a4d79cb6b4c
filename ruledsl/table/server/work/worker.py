"""The process that inspects packs for tables, draws maps and replays saved games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.author.trial import needs_trial, tried
from ruledsl.base.errors import GameError
from ruledsl.play.game import Game
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.saves.record import packs_in
from ruledsl.rules.packs.loading import MOST_PACKS
from ruledsl.table.server.asking.form import bytes_in, options, text
from ruledsl.table.server.bots.process import answering
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.offer import PackStore, played_with, setup_data
from ruledsl.table.server.views.things import book_of, cards_of, drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.game import Rules

POLITE = 5


class Worker:
    """Each question has a `job`, and the `names` of packs; a refusal is an answer with `refused`: a code, a sentence and its values."""

    def __init__(self, packs: Path, most: int) -> None:
        self.pack_store = PackStore(packs, most)
        self.jobs: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "begin": self._begin,
            "setup": self._setup,
            "map": self._map,
            "rules": self._book,
            "cards": self._cards,
            "packs": packs_of,
            "save": self._save,
            "install": _install,
        }

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The result of a job."""
        try:
            return self.jobs[asked["job"]](asked)
        except Refused as problem:
            return {"refused": [problem.code, problem.sentence, problem.values]}

    def _rules(self, asked: dict[str, Any]) -> Rules:
        return played_with(self.pack_store, asked["names"], asked.get("variants", {}))

    def _begin(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The identity of these packs, if they can be played. Packs of strangers are tried first."""
        names, variants = asked["names"], asked["variants"]
        wrong = tried(names, variants) if needs_trial(names) else []
        if wrong:
            raise Refused("table-010", wrong[0].message)
        return {"packs": self._rules(asked).composition.identity}

    def _setup(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The players, maps and options of packs together. This also caches them for the server."""
        return setup_data(self._rules(asked), Naming(asked["language"]))

    def _map(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The drawing of a map."""
        try:
            return {"map": drawn(self._rules(asked), asked["map"])}
        except GameError as problem:
            raise Refused("table-004", str(problem)) from None

    def _book(self, asked: dict[str, Any]) -> dict[str, Any]:
        """How to play with packs, as a page."""
        return {"rules": book_of(self._rules(asked), asked["language"])}

    def _cards(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The cards of a pack, as it is played together with others."""
        return cards_of(self._rules(asked), asked["pack"], asked["language"])

    def _save(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Whether a saved game is valid."""
        try:
            Game.from_json(asked["text"], packs=asked["names"])
        except (GameError, ValueError) as problem:
            raise Refused("table-011", str(problem)) from None
        return {}


def packs_of(asked: dict[str, Any]) -> dict[str, Any]:
    """The ids of the packs in a saved game, and its variants."""
    try:
        packs, variants = packs_in(asked["text"])
    except GameError as problem:
        raise Refused("table-011", str(problem)) from None
    if (
        not isinstance(packs, list)
        or not 0 < len(packs) <= MOST_PACKS
        or not all(isinstance(pack, dict) and text()(pack.get("id")) for pack in packs)
        or not options(variants)
    ):
        raise Refused("table-011", "This is no saved game of ruledsl.")
    return {"packs": [pack["id"] for pack in packs], "variants": variants}


def _install(asked: dict[str, Any]) -> dict[str, Any]:
    """The description of a bundle, with its tiles; installs it if somebody has agreed to its digest. A `glance` checks nothing yet."""
    from ruledsl.author.exchange.inspect import opened, tiles_in  # noqa: PLC0415
    from ruledsl.author.exchange.installed import install  # noqa: PLC0415 - hardly anybody asks for it
    from ruledsl.author.exchange.web import NotInstalled  # noqa: PLC0415

    try:
        parcel = opened(bytes_in(asked["data"]), "the lobby", trial=not asked["glance"])
        agreed = not asked["glance"] and asked["agreed"] == parcel.digest
        if agreed:
            install(parcel)
    except NotInstalled as problem:
        raise Refused("table-053", str(problem)) from None
    tiles = tiles_in(parcel.data, Naming(asked["language"]))
    return {"pack": {**parcel.as_dict(), "tiles": tiles}, "installed": agreed, "tried": not asked["glance"]}


def answerer(packs: str, most: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The handler, given the process's arguments."""
    return Worker(Path(packs), int(most)).answer


def main() -> None:
    """Run until the input ends."""
    answering(answerer(*sys.argv[1:]), POLITE)


if __name__ == "__main__":
    main()
