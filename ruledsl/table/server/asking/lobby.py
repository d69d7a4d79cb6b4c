"""The lobby's requests: lists what there is, sets up tables, gives seats, takes uploaded saved games."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import decoded
from ruledsl.language.vocabulary.limits import MOST_PLAYERS
from ruledsl.play.bots import AT_TABLES
from ruledsl.play.draw import with_owners
from ruledsl.play.game import Game
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.views import game_for
from ruledsl.rules.packs.folders.bundles import LARGEST
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.form import Endpoint, Request, Response
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.registry import seats_for
from ruledsl.table.server.tables.seat import COLOURS, HOST, PALETTE, PERSON, Seat, Stand, needs_own_name
from ruledsl.table.server.views.lessons import course_of
from ruledsl.table.server.views.things import book_of, drawn_for
from ruledsl.table.server.work.queue import aside, setting_up

if TYPE_CHECKING:
    from ruledsl.play.game import Rules
    from ruledsl.table.server.room import Room
    from ruledsl.table.server.tables.journal import Row
    from ruledsl.table.server.tables.registry import Founder
    from ruledsl.table.server.tables.table import Table

# ── sent ────────────────────────────────────────────────────────────────────────
# Bundles dropped on the lobby of a server for this computer only: inspected, shown, and installed after consent.


MOST_SENT = LARGEST * 4 // 3 + 1_000
"""Bytes of a request with a bundle in base64."""
SENT_FORM = {
    "data": (form.text(MOST_SENT), True),
    "agreed": (form.text(40), False),
    "glance": (form.flag, False),
}


def sent(room: Room) -> list[Endpoint]:
    """`/api/packs`, if nobody else can reach the server."""

    async def take(asked: Request) -> Response:
        """The description of a bundle; with its digest as `agreed`, the bundle is installed."""
        data = form.form_of(form.read_object(asked.body), SENT_FORM)
        form.bytes_in(data["data"])
        description = await room.pool.install(
            *(asked.founder.address, data["data"], data.get("agreed", ""), form.asked_for(asked.query)),
            glance=data.get("glance", False),
        )
        if description["installed"]:
            room.offer.look_again()
        return Response.of(description)

    return [Endpoint("/api/packs", take, MOST_SENT)]


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
LESSON_FORM = {"pack": (form.text(100), True), "lesson": (form.text(100), True)}
TUTOR = "greedy"
"""The bot that sits on the other seats of a lesson."""
SIT_FORM = {"table": (form.text(60), True), "secret": (form.text(100), True)}
FORGET_FORM = {"table": (form.text(60), True)}


class Lobby:
    """The handlers of the lobby."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.registry = room.registry
        self.offer = room.offer
        self.settings = room.settings

    @property
    def endpoints(self) -> list[Endpoint]:
        """All of its endpoints."""
        limits = self.settings.limits
        return [
            Endpoint("/api/lobby", self.look),
            Endpoint("/api/setup", self.set_out),
            Endpoint("/api/cards", self.show_cards),
            Endpoint("/api/tables", self.create, limits.body),
            Endpoint("/api/lessons", self.teach, limits.body),
            Endpoint("/api/upload", self.upload, limits.upload),
            Endpoint("/api/sit", self.sit, limits.body),
            Endpoint("/api/forget", self.forget, limits.body),
        ]

    # ── lists ──

    async def look(self, asked: Request) -> Response:
        """Packs, bots, languages, and the visitor's own tables."""
        naming = _naming(asked)
        await self.offer.read()
        lobby = self.offer.lobby(naming)
        visitor = asked.founder.visitor
        rows = self.registry.journal.tables_of(visitor, self.settings.limits.tables_of_one) if visitor else []
        mine = [self._mine(row, visitor) for row in rows]
        return Response.of({**lobby, "installs": self.settings.alone, "mine": mine})

    def _mine(self, row: Row, visitor: str) -> dict[str, Any]:
        holds = self.registry.journal.holders(row.id).get(visitor, set())
        held = sorted(holds - {HOST})
        return {
            "table": row.id,
            "title": row.title,
            "seats": held,
            "host": HOST in holds,
            "over": row.over,
            "made": row.made,
            "yours": row.asked in held,
            "asked": row.asked,
            "players": [_sitter(seat) for seat in row.seats],
            "played": int(row.played),
        }

    async def set_out(self, asked: Request) -> Response:
        """The players, maps, options and bots for some packs."""
        await self.offer.read()
        names, language = self.offer.names_of(packs_in(asked)), _naming(asked).language
        about = {"names": names, "language": language}
        return Response.of(await self.room.pool.look(asked.founder.address, "setup", **about))

    async def show_cards(self, asked: Request) -> Response:
        """The cards of one pack, together with others."""
        await self.offer.read()
        pack = asked.query.get("pack", "")
        names = self.offer.names_of(packs_in(asked, pack))
        about = {"pack": pack, "language": _naming(asked).language}
        return Response.of(await self.room.pool.look(asked.founder.address, "cards", names, **about))

    # ── tables ──

    async def create(self, asked: Request) -> Response:
        """A new table."""
        founder, data = asked.founder, form.form_of(form.read_object(asked.body), TABLE_FORM)
        seats, mine = _seats(data["seats"], data["players"])
        rules = await self._rules(founder, data["packs"], data.get("variants", {}))
        analysis = data.get("analysis", False)
        game = await setting_up(begun, rules, data["players"], data.get("map"), analysis=analysis)
        table = await self.registry.set_up(game, seats, founder, mine)
        self.registry.write()
        return Response.of({"table": table.id})

    async def teach(self, asked: Request) -> Response:
        """A table for a lesson of a pack, with bots on all other seats."""
        founder, data = asked.founder, form.form_of(form.read_object(asked.body), LESSON_FORM)
        rules = await self._rules(founder, [data["pack"]], {})
        game = await setting_up(_taught, rules, data["pack"], data["lesson"])
        mine = game.decision.player
        seats = [
            Seat(player, PERSON if player == mine else TUTOR, colour=player) for player in range(game.players)
        ]
        table = await self.registry.set_up(game, seats, founder, [mine])
        self.registry.write()
        return Response.of({"table": table.id})

    async def _rules(self, founder: Founder, ids: list[str], variants: dict[str, str]) -> Rules:
        """The rules of some packs, if they can be played."""
        await self.offer.read()
        names = self.offer.names_of(ids)
        packs = await self.room.pool.begin(founder.address, names, variants)
        return await setting_up(self.room.rules, names, variants, packs)

    async def upload(self, asked: Request) -> Response:
        """A table with a saved game."""
        founder = asked.founder
        text = await setting_up(_text_of, asked.body)
        ids, variants = await self.room.pool.packs_of(founder.address, text)
        names = await setting_up(self._names_of, ids)
        packs = await self.room.pool.begin(founder.address, names, variants)
        await self.room.pool.play_again(founder.address, text, names)
        rules = await setting_up(self.room.rules, names, variants, packs)
        game = await setting_up(Game.from_json, text, rules)
        table = await self.registry.set_up(game, seats_for(game.players), founder, range(game.players))
        self.registry.write()
        return Response.of({"table": table.id})

    def _names_of(self, ids: list[str]) -> list[str]:
        """The names of packs on this server. `Refused` if it does not offer one."""
        offered = self.offer.packs
        unknown = [id_ for id_ in ids if id_ not in offered]
        if unknown:
            raise Refused(
                "table-011",
                "This game needs the pack `{pack}`, which this server does not offer.",
                pack=unknown[0],
            )
        return [offered[id_].name for id_ in ids]

    async def sit(self, asked: Request) -> Response:
        """Give a visitor the seat, or the part of the host, whose secret they have."""
        data = form.form_of(form.read_object(asked.body), SIT_FORM)
        table = await self.registry.find(data["table"])
        seat = self.registry.sit(table, asked.founder.visitor, data["secret"])
        self.registry.write()
        return Response.of({"table": table.id, "seat": None if seat == HOST else seat, "host": seat == HOST})

    async def forget(self, asked: Request) -> Response:
        """Remove a table from a visitor's own."""
        data = form.form_of(form.read_object(asked.body), FORGET_FORM)
        table = await self.registry.find(data["table"])
        self.registry.forget(table, asked.founder.visitor)
        self.registry.write()
        return Response.of({})


def begun(rules: Rules, players: int, map_id: str | None, *, analysis: bool, seed: int | None = None) -> Game:
    """A new game, with a random seed if none is given; `Refused` for an impossible one."""
    chance = secrets.randbelow(SEEDS) if seed is None else seed
    try:
        return rules.new_game(players, chance, map_id, analysis=analysis)
    except GameError as problem:
        raise Refused("table-010", str(problem)) from None


def _taught(rules: Rules, pack_id: str, lesson_id: str) -> Game:
    """A game at the beginning of a lesson; `Refused` if there is none, or nobody can choose there."""
    lessons = {
        (pack.id, id_): lesson for pack in rules.composition.packs for id_, lesson in pack.lessons.items()
    }
    lesson = lessons.get((pack_id, lesson_id))
    if lesson is None:
        raise Refused("table-010", "There is no lesson `{lesson}` here.", lesson=lesson_id)
    try:
        game = rules.position(lesson.position)
        course_of(rules, lesson)  # here nobody waits for it
    except GameError as problem:
        raise Refused("table-010", str(problem)) from None
    if game.over:
        raise Refused("table-010", "There is no lesson `{lesson}` here.", lesson=lesson_id)
    return game


def packs_in(asked: Request, *more: str) -> list[str]:
    """The packs in a request, after those that it names elsewhere."""
    return [*more, *(id_ for id_ in asked.query.get("packs", "").split(",") if id_)][:24]


def _naming(asked: Request) -> Naming:
    return Naming(form.asked_for(asked.query))


def _sitter(seat: dict[str, Any]) -> dict[str, Any]:
    """Who sits on a seat: its name, its colour, and the bot that plays there (None: a person)."""
    bot = seat["away"] or (None if seat["who"] == PERSON else seat["who"])
    return {"name": seat["name"], "colour": seat["colour"], "bot": bot}


def _seats(given: list[Any], players: int) -> tuple[list[Seat], list[int]]:
    """The seats, and the visitor's own among them."""
    if len(given) != players:
        raise Refused("table-001", "There are not as many seats as players.")
    seats, mine = [], []
    for player, entry in enumerate(given):
        if not isinstance(entry, dict):
            raise Refused("table-001", "A seat is an object.")
        form.form_of(entry, SEAT_FORM)
        who = entry["who"]
        if who not in (MINE, OPEN, *AT_TABLES):
            raise Refused("table-001", "`{who}` is nobody who can sit there.", who=who)
        if who == MINE:
            mine.append(player)
        colour = entry.get("colour", player)
        seats.append(Seat(player, who if who in AT_TABLES else PERSON, entry.get("name", "").strip(), colour))
    for seat in seats:
        needs_own_name(seats, seat.player, seat.name)
    return seats, mine


def _text_of(raw: bytes) -> str:
    """The text of a saved game; `Refused` if it is none."""
    try:
        return decoded(raw)
    except ValueError:
        raise Refused("table-011", "This is no text in UTF-8.") from None


# ── downloads ───────────────────────────────────────────────────────────────────
# Downloads and pictures: saved games, positions, maps.


MOST_ID = 100
"""The most characters of a map's id."""
LATEST = 0
"""The seed of what is made up in a download before the end of the game."""


class Downloads:
    """The handlers of downloads."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.registry = room.registry

    @property
    def endpoints(self) -> list[Endpoint]:
        """All of its endpoints."""
        return [
            Endpoint("/table/{table}/save", self.save),
            Endpoint("/table/{table}/scenario", self.scenario),
            Endpoint("/map.svg", self.map),
            Endpoint("/rules", self.rules),
        ]

    async def map(self, asked: Request) -> Response:
        """The drawing of a map."""
        if "table" in asked.query:
            drawing = await self._map_of(
                await self.registry.find(asked.query["table"]), held="held" in asked.query
            )
        else:
            drawing = await self._looked("map", asked, map=asked.query.get("map", "")[:MOST_ID])
        return Response(drawing, "image/svg+xml")

    async def _looked(self, job: str, asked: Request, **about: str) -> str:
        """What a worker makes of the packs in a request."""
        await self.room.offer.read()
        names = self.room.offer.names_of(packs_in(asked))
        return str((await self.room.pool.look(asked.founder.address, job, names, **about))[job])

    async def _map_of(self, table: Table, *, held: bool) -> str:
        """The map of a table; with the holders of regions in their colours if `held`."""
        if table.game is not None:
            drawing = await aside(drawn_for, table.game)
            return with_owners(drawing, _owners(table, table.game)) if held else drawing
        kept = self.registry.kept(table)
        if kept is None:
            raise table.problem.with_traceback(None)
        return str(kept["map"])

    async def save(self, asked: Request) -> Response:
        """A game as a file."""
        game = await self._known_game(asked)
        text = await aside(game.to_json)
        return Response(text, name="game.json")

    async def scenario(self, asked: Request) -> Response:
        """A position as a scenario file."""
        from ruledsl.author.testkit.recording import scenario_text  # noqa: PLC0415 - whoever plays needs no scenarios

        game = await self._known_game(asked)
        text = await aside(scenario_text, game, "from_the_table")
        return Response(text, "application/yaml", "position.yaml")

    async def rules(self, asked: Request) -> Response:
        """How to play with exactly these packs, or those of a table, as a page in the visitor's language."""
        language = _naming(asked).language
        if "table" in asked.query:
            table = await self.registry.find(asked.query["table"])
            book = await aside(book_of, table.playable.rules, language)
        else:
            book = await self._looked("rules", asked, language=language)
        return Response(book, "text/html")

    async def _known_game(self, asked: Request) -> Game:
        """The game itself, if it hides nothing any more or is for analysis; else a game that it could be as far as the seat knows."""
        table = await self.registry.find(asked.table)
        seat = asked.query.get("seat", "")
        if not seat.isdecimal() or len(seat) > 2:  # noqa: PLR2004 - digits
            raise Refused("table-001", "Say which seat: `?seat=0`.")
        table.needs_holder(asked.founder.visitor, int(seat))
        game = table.playable
        whole = game.over or table.analysis
        return game.copy() if whole else await aside(game_for, game.copy(), int(seat), LATEST)


def _owners(table: Table, game: Game) -> dict[str, str]:
    """The colours of those who hold the regions of a table, by the ids of the regions."""
    held = Stand.of(game.state).held
    return {
        id_: PALETTE[table.seats[player].colour]
        for id_, (player, _) in zip(game.state.board.ids, held, strict=True)
        if player >= 0
    }
