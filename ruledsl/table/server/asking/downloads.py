"""Downloads and pictures: saved games, positions, maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.views.seat import game_for
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.asking.lobby import packs_in
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.telling.picture import drawn_for
from ruledsl.table.server.work.aside import aside

if TYPE_CHECKING:
    from ruledsl.play.game import Game
    from ruledsl.table.server.room import Room
    from ruledsl.table.server.tables.table import Table

MOST_ID = 100
"""The most characters of a map's id."""
LATEST = 0
"""The seed of what is made up in a download before the end of the game."""


class Downloads:
    """The handlers of downloads."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.hall = room.hall

    @property
    def doors(self) -> list[Door]:
        """All of its doors."""
        return [
            Door("/table/{table}/save", self.save),
            Door("/table/{table}/scenario", self.scenario),
            Door("/map.svg", self.map),
        ]

    async def map(self, asked: Asked) -> Told:
        """The drawing of a map."""
        if "table" in asked.query:
            drawing = await self._map_of(await self.hall.find(asked.query["table"]))
        else:
            await self.room.offer.read()
            names = self.room.offer.names_of(packs_in(asked))
            about = {"names": names, "map": asked.query.get("map", "")[:MOST_ID]}
            drawing = (await self.room.clerks.look(asked.founder.address, "map", **about))["map"]
        return Told(drawing, "image/svg+xml")

    async def _map_of(self, table: Table) -> str:
        if table.game is not None:
            return await aside(drawn_for, table.game)
        kept = self.hall.kept(table)
        if kept is None:
            raise table.problem.with_traceback(None)
        return str(kept["map"])

    async def save(self, asked: Asked) -> Told:
        """A game as a file."""
        game = await self._known_game(asked)
        text = await aside(game.to_json)
        return Told(text, name="game.json")

    async def scenario(self, asked: Asked) -> Told:
        """A position as a scenario file."""
        from ruledsl.author.testkit.recording import scenario_text  # noqa: PLC0415 - whoever plays needs no scenarios

        game = await self._known_game(asked)
        text = await aside(scenario_text, game, "from_the_table")
        return Told(text, "application/yaml", "position.yaml")

    async def _known_game(self, asked: Asked) -> Game:
        """The game itself, if it hides nothing any more or is for analysis; else a game that it could be as far as the seat knows."""
        table = await self.hall.find(asked.table)
        seat = asked.query.get("seat", "")
        if not seat.isdecimal() or len(seat) > 2:  # noqa: PLR2004 - digits
            raise Refused("table-001", "Say which seat: `?seat=0`.")
        table.needs_holder(asked.founder.visitor, int(seat))
        game = table.playable
        whole = game.over or table.analysis
        return game.copy() if whole else await aside(game_for, game.copy(), int(seat), LATEST)
