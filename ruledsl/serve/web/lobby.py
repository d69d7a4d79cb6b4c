"""The lobby's requests: what there is, setting a table up, sitting down, a saved game brought along."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

from ruledsl.naming.errors import GameError
from ruledsl.naming.nouns import Naming
from ruledsl.packs.loading import MOST_PACKS
from ruledsl.play.bots import SEATS
from ruledsl.play.game import Game
from ruledsl.serve.refused import Refused
from ruledsl.serve.tables.hall import seats_for
from ruledsl.serve.tables.seat import COLOURS, HOST, PERSON, Seat
from ruledsl.serve.web import form
from ruledsl.serve.web.guard import address_of, body_of
from ruledsl.serve.web.visitors import needs_cookie, visitor_of
from ruledsl.serve.work.aside import aside
from ruledsl.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ruledsl.play.game import Rules
    from ruledsl.serve.room import Room
    from ruledsl.serve.tables.hall import Founder
    from ruledsl.serve.tables.journal import Row

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
    "variants": (form.options, False),
    "map": (form.maybe(form.text()), False),
    "players": (form.number(MOST_PLAYERS), True),
    "seats": (lambda given: isinstance(given, list) and len(given) <= MOST_PLAYERS, True),
    "analysis": (form.flag, False),
}
SIT_FORM = {"table": (form.text(60), True), "secret": (form.text(100), True)}
FORGET_FORM = {"table": (form.text(60), True)}


class Lobby:
    """Each method is a route."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.hall = room.hall
        self.offer = room.offer
        self.settings = room.settings

    # ── what there is ──

    async def look(self, request: Request) -> Response:
        """Packs, bots, languages, and the visitor's own tables."""
        naming = _naming(request)
        await self.offer.read()
        found = self.offer.lobby(naming)
        visitor = visitor_of(request, self.settings)
        rows = self.hall.journal.tables_of(visitor, self.settings.limits.tables_of_one) if visitor else []
        return JSONResponse(
            {
                **found,
                "installs": self.settings.alone,
                "mine": [self._mine(row, visitor, naming) for row in rows],
            }
        )

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
        await self.offer.read()
        names, language = self.offer.names_of(packs_in(request)), _naming(request).language
        asked = {"names": names, "language": language}
        return JSONResponse(await self.room.clerks.look(address_of(request), "setup", **asked))

    # ── tables ──

    async def create(self, request: Request) -> Response:
        """A new table."""
        founder = self._founder(request)
        data = form.form_of(form.read_object(await body_of(request, self.settings.limits.body)), TABLE_FORM)
        seats, mine = _seats(data["seats"], data["players"])
        await self.offer.read()
        names, variants = self.offer.names_of(data["packs"]), data.get("variants", {})
        packs = await self.room.clerks.begin(founder.address, names, variants)
        rules = await aside(self.room.rules, names, variants, packs)
        analysis = data.get("analysis", False)
        game = await aside(begun, rules, data["players"], data.get("map"), analysis=analysis)
        table = await self.hall.set_up(game, seats, founder, mine)
        return JSONResponse({"table": table.id})

    async def upload(self, request: Request) -> Response:
        """A table with a saved game."""
        founder = self._founder(request)
        raw = await body_of(request, self.settings.limits.upload)
        text, names, variants = await aside(self._read, raw)
        packs = await self.room.clerks.begin(founder.address, names, variants)
        await self.room.clerks.play_again(founder.address, text, names)
        rules = await aside(self.room.rules, names, variants, packs)
        game = await aside(Game.from_json, text, rules)
        table = await self.hall.set_up(game, seats_for(game.players), founder, range(game.players))
        return JSONResponse({"table": table.id})

    def _read(self, raw: bytes) -> tuple[str, list[str], dict[str, str]]:
        """A saved game as a text, and what its packs are loaded by, with which variants."""
        try:
            text = raw.decode("utf-8-sig")
        except ValueError:
            raise Refused("table-011", "This is no text in UTF-8.") from None
        ids, variants = _packs_of(text)
        unknown = [id_ for id_ in ids if id_ not in self.offer.packs]
        if unknown:
            raise Refused(
                "table-011", f"This game needs the pack `{unknown[0]}`, which this server does not offer."
            )
        return text, [self.offer.packs[id_].name for id_ in ids], variants

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


def _packs_of(text: str) -> tuple[list[str], dict[str, str]]:
    """The ids of the packs that a saved game says it needs, and its variants."""
    data = form.read_object(text.partition("\n}")[0] + "}") if "\n}" in text else form.read_object(text)
    packs, variants = data.get("packs"), data.get("variants", {})
    if (
        not isinstance(packs, list)
        or not 0 < len(packs) <= MOST_PACKS
        or not all(isinstance(pack, dict) and isinstance(pack.get("id"), str) for pack in packs)
        or not form.options(variants)
    ):
        raise Refused("table-011", "This is no saved game of ruledsl.")
    return [pack["id"] for pack in packs], variants
