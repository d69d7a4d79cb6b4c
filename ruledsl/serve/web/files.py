"""Downloads and pictures: saved games, positions, maps, and the page itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response

from ruledsl.play.views.seat import game_for
from ruledsl.serve.refused import Refused
from ruledsl.serve.telling.picture import drawn_for
from ruledsl.serve.web.guard import address_of
from ruledsl.serve.web.lobby import packs_in
from ruledsl.serve.web.visitors import greet, visitor_of
from ruledsl.serve.work.aside import aside
from ruledsl.testkit.recording import scenario_text

if TYPE_CHECKING:
    from starlette.requests import Request

    from ruledsl.play.game import Game
    from ruledsl.serve.room import Room
    from ruledsl.serve.tables.table import Table

__all__ = ["PAGE", "Files"]

PAGE = Path(__file__).resolve().parents[1] / "page"
NO_PAGE = "<!doctype html><title>ruledsl</title><p>The page is missing in this installation."
MOST_ID = 100
"""Characters of the id of a map."""
LATEST = 0
"""The seed of what is made up in a download before the end."""


class Files:
    """Each method is a route."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.hall = room.hall
        self.settings = room.settings

    async def page(self, request: Request) -> Response:
        """The page, with the cookie for who has none."""
        html = (PAGE / "index.html").read_text(encoding="utf-8") if PAGE.is_dir() else NO_PAGE
        response = HTMLResponse(html, headers={"cache-control": "no-cache"})
        greet(request, response, self.settings)
        return response

    async def map(self, request: Request) -> Response:
        """The drawing of a map."""
        if "table" in request.query_params:
            drawing = await self._map_of(await self.hall.find(request.query_params["table"]))
        else:
            await self.room.offer.read()
            names = self.room.offer.names_of(packs_in(request))
            asked = {"names": names, "map": request.query_params.get("map", "")[:MOST_ID]}
            drawing = (await self.room.clerks.look(address_of(request), "map", **asked))["map"]
        return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    async def _map_of(self, table: Table) -> str:
        if table.game is not None:
            return await aside(drawn_for, table.game)
        kept = self.hall.kept(table)
        if kept is None:
            raise Refused("table-040", table.problem)
        return str(kept["map"])

    async def save(self, request: Request) -> Response:
        """A game as a file."""
        game = await self._known_game(request)
        text = await aside(game.to_json)
        return _download(text, "game.json", "application/json")

    async def scenario(self, request: Request) -> Response:
        """A position as a scenario file."""
        game = await self._known_game(request)
        text = await aside(scenario_text, game, "from_the_table")
        return _download(text, "position.yaml", "application/yaml")

    async def _known_game(self, request: Request) -> Game:
        """The game itself if it hides nothing any more or is there to try things out; else one that it could be for all the seat knows."""
        table = await self.hall.find(str(request.path_params["table"]))
        seat = request.query_params.get("seat", "")
        if not seat.isdecimal() or len(seat) > 2:  # noqa: PLR2004 - digits
            raise Refused("table-001", "Say which seat: `?seat=0`.")
        table.needs_holder(visitor_of(request, self.settings), int(seat))
        game = table.playable
        whole = game.over or table.analysis
        return game.copy() if whole else await aside(game_for, game.copy(), int(seat), LATEST)


def _download(text: str, name: str, kind: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
