"""The lobby's requests: what there is, setting a table up, sitting down, a saved game brought along."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.responses import JSONResponse

from ruledsl.naming.errors import GameError
from ruledsl.naming.nouns import Naming
from ruledsl.play.bots import SEATS
from ruledsl.play.game import Game
from ruledsl.serve.refused import Refused
from ruledsl.serve.tables.hall import seats_for
from ruledsl.serve.tables.offer import setup_data
from ruledsl.serve.tables.seat import COLOURS, HOST, PERSON, Seat
from ruledsl.serve.telling.things import title_of
from ruledsl.serve.web import form
from ruledsl.serve.web.guard import body_of
from ruledsl.serve.web.visitors import needs_cookie, visitor_of
from ruledsl.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ruledsl.play.game import Rules
    from ruledsl.serve.settings import Settings
    from ruledsl.serve.tables.hall import Founder, Hall
    from ruledsl.serve.tables.journal import Row
    from ruledsl.serve.tables.offer import Offer

__all__ = ["Lobby", "begun", "packs_in"]

MINE, OPEN = "mine", "open"
SEEDS = 1 << 53
SEAT_FORM = {
    "who": (form.text(40), True),
    "name": (form.text(24), False),
    "colour": (form.number(COLOURS - 1), False),
}
TABLE_FORM = {
    "packs": (form.listed(form.text(100), 24), True),
    "variants": (
        lambda given: isinstance(given, dict) and all(map(form.text(), given.values())) and len(given) < 100,  # noqa: PLR2004
        False,
    ),
    "map": (form.maybe(form.text()), False),
    "players": (form.number(MOST_PLAYERS), True),
    "seats": (lambda given: isinstance(given, list) and len(given) <= MOST_PLAYERS, True),
    "analysis": (form.flag, False),
}
SIT_FORM = {"table": (form.text(60), True), "secret": (form.text(100), True)}
FORGET_FORM = {"table": (form.text(60), True)}


class Lobby:
    """Each method is a route."""

    def __init__(self, hall: Hall, offer: Offer, settings: Settings) -> None:
        self.hall = hall
        self.offer = offer
        self.settings = settings

    # ── what there is ──

    async def look(self, request: Request) -> Response:
        """Packs, bots, languages, and the visitor's own tables."""
        naming = _naming(request)
        found = await to_thread.run_sync(partial(self.offer.lobby, naming))
        visitor = visitor_of(request, self.settings)
        rows = self.hall.journal.tables_of(visitor, self.settings.limits.tables_of_one) if visitor else []
        return JSONResponse({**found, "mine": [self._mine(row, visitor, naming) for row in rows]})

    def _mine(self, row: Row, visitor: str, naming: Naming) -> dict[str, Any]:
        holds = self.hall.journal.holders(row.id).get(visitor, set())
        held = sorted(holds - {HOST})
        called = Naming(naming.language, tuple(seat["name"] for seat in row.seats))
        names = [_sitter(seat, called) for seat in row.seats]
        return {
            "table": row.id,
            "title": row.title,
            "seats": held,
            "host": HOST in holds,
            "over": row.over,
            "made": row.made,
            "yours": row.asked in held,
            "players": names,
            "played": int(row.played),
        }

    async def set_out(self, request: Request) -> Response:
        """What some packs can be played with."""
        ids = packs_in(request)
        naming = _naming(request)
        rules = await to_thread.run_sync(partial(self.offer.rules, ids, {}))
        return JSONResponse(setup_data(rules, naming))

    # ── tables ──

    async def create(self, request: Request) -> Response:
        """A new table."""
        founder = self._founder(request)
        data = form.form_of(form.read_object(await body_of(request, self.settings.limits.body)), TABLE_FORM)
        seats, mine = _seats(data["seats"], data["players"])
        rules = await to_thread.run_sync(partial(self.offer.rules, data["packs"], data.get("variants", {})))
        await to_thread.run_sync(partial(self.hall.shelf.keep, rules))
        game = begun(rules, data["players"], data.get("map"), analysis=data.get("analysis", False))
        title = title_of(rules.composition, Naming("en"))
        table = self.hall.set_up(game, seats, founder, title, mine)
        return JSONResponse({"table": table.id})

    async def upload(self, request: Request) -> Response:
        """A table with a saved game."""
        founder = self._founder(request)
        raw = await body_of(request, self.settings.limits.upload)
        try:
            game = await to_thread.run_sync(partial(self._read, raw))
        except (GameError, ValueError) as problem:
            raise Refused("table-011", " ".join(str(problem).split())[:400]) from None
        await to_thread.run_sync(partial(self.hall.shelf.keep, game.rules))
        title = title_of(game.rules.composition, Naming("en"))
        table = self.hall.set_up(game, seats_for(game.players), founder, title, range(game.players))
        return JSONResponse({"table": table.id})

    def _read(self, raw: bytes) -> Game:
        text = raw.decode("utf-8-sig")
        ids = [pack["id"] for pack in _packs_of(text)]
        unknown = [id_ for id_ in ids if id_ not in self.offer.packs]
        if unknown:
            raise Refused(
                "table-011", f"This game needs the pack `{unknown[0]}`, which this server does not offer."
            )
        return Game.from_json(text, packs=[self.offer.packs[id_].name for id_ in ids])

    async def sit(self, request: Request) -> Response:
        """A visitor who has the secret of a seat holds it, who has that of the host is one."""
        visitor = self._founder(request).visitor
        data = form.form_of(form.read_object(await body_of(request, self.settings.limits.body)), SIT_FORM)
        table = await self.hall.find(data["table"])
        seat = self.hall.sit(table, visitor, data["secret"])
        return JSONResponse({"table": table.id, "seat": None if seat == HOST else seat, "host": seat == HOST})

    async def forget(self, request: Request) -> Response:
        """A table is no longer among a visitor's own."""
        visitor = self._founder(request).visitor
        data = form.form_of(form.read_object(await body_of(request, self.settings.limits.body)), FORGET_FORM)
        table = await self.hall.find(data["table"])
        self.hall.forget(table, visitor)
        return JSONResponse({})

    def _founder(self, request: Request) -> Founder:
        return needs_cookie(request, self.settings)


def begun(rules: Rules, players: int, map_id: str | None, *, analysis: bool, seed: int | None = None) -> Game:
    """A game, without a `seed` with chance of its own; `Refused` for what cannot be."""
    chance = secrets.randbelow(SEEDS) if seed is None else seed
    try:
        return rules.new_game(players, chance, map_id, analysis=analysis)
    except GameError as problem:
        raise Refused("table-010", str(problem)) from None


def packs_in(request: Request) -> list[str]:
    """The packs that a request names."""
    return [id_ for id_ in request.query_params.get("packs", "").split(",") if id_][:24]


def _naming(request: Request) -> Naming:
    return Naming(form.language_of(request.query_params.get("language", "en")[:20]))


def _sitter(seat: dict[str, Any], naming: Naming) -> str:
    bot = seat["away"] or ("" if seat["who"] == PERSON else seat["who"])
    return bot if bot and not seat["name"] else naming.player(seat["player"])


def _seats(given: list[Any], players: int) -> tuple[list[Seat], list[int]]:
    """The seats, and which of them are the visitor's own."""
    if len(given) != players:
        raise Refused("table-001", "There are not as many seats as players.")
    seats, mine = [], []
    for player, entry in enumerate(given):
        if not isinstance(entry, dict):
            raise Refused("table-001", "A seat is an object.")
        form.form_of(entry, SEAT_FORM)
        who = entry["who"]
        if who not in (MINE, OPEN, *SEATS):
            raise Refused("table-001", f"`{who}` is nobody who can sit there.")
        if who == MINE:
            mine.append(player)
        colour = entry.get("colour", player)
        seats.append(Seat(player, who if who in SEATS else PERSON, entry.get("name", "").strip(), colour))
    return seats, mine


def _packs_of(text: str) -> list[dict[str, Any]]:
    """The packs that a saved game says it needs."""
    data = form.read_object(text.partition("\n}")[0] + "}") if "\n}" in text else form.read_object(text)
    packs = data.get("packs")
    if not isinstance(packs, list) or not all(
        isinstance(pack, dict) and isinstance(pack.get("id"), str) for pack in packs
    ):
        raise Refused("table-011", "This is no saved game of ruledsl.")
    return packs
