"""A table with somebody of each role at it, in each phase of its life; and every request there is, as they would ask it.

What there is to ask comes from the server itself, its routes and its messages: a new one that nobody here knows how to ask is a `KeyError`.
"""

import copy
import json
import random

from starlette.routing import Mount, WebSocketRoute

from ruledsl import load
from ruledsl.table.server.asking.messages import MESSAGES
from ruledsl.table.server.refusals import STATUS
from ruledsl.table.server.tables.registry import Founder, seats_for

ROLES = ("host", "player", "invited", "spectator", "elsewhere", "stranger")
"""In that order the document has them."""
PHASES = {
    "new": ("invited", "spectator", "elsewhere", "stranger"),
    "hosted": ("host", "invited", "spectator", "elsewhere", "stranger"),
    "playing": ROLES,
    "over": ROLES,
    "left": ("player", "invited", "spectator", "elsewhere", "stranger"),
}
"""Nobody has come yet, or the host alone; people play; the game is over; the last host has left. With the roles that there are then."""
ABOUT_ROLES = {"table-001", "table-003", "table-020", "table-021", "table-022", "table-031", "table-032"}
"""Codes that say that somebody may not. Others say that something cannot be done, whoever asks."""
SEATS = 3


def requests_of(app):
    """The name of every request and message."""
    for route in app.router.routes:
        if isinstance(route, Mount):
            yield f"GET {route.path}/{{file}}"
        elif isinstance(route, WebSocketRoute):
            yield f"SOCKET {route.path}"
        else:
            yield from (f"{method} {route.path}" for method in sorted(route.methods - {"HEAD"}))
    yield from MESSAGES


class World:
    """`table` is what it is about; `people` are visitors by their roles.

    `seat` is that of the player, who has the first one too; `free` the one of who is invited.
    """

    def __init__(self, desk):
        self.desk = desk
        self.registry = desk.registry

    async def begin(self, phase):
        """Everybody comes, and it is as it is in that phase."""
        game = load("smallworld").new_game(SEATS, 5)
        self.registry.pack_store.keep(game.rules)
        self.table = await self.registry.set_up(game, seats_for(SEATS), Founder(), ())
        if phase not in ("new", "hosted"):
            await self.play(None if phase == "over" else 40)
        self.seat = self.table.course.players[-1] if self.table.made else 0
        self.free = next(seat for seat in range(1, SEATS) if seat != self.seat)
        self.people = {role: await self.desk.visitor() for role in PHASES[phase]}
        here = self.table.id
        if "host" in self.people or phase == "left":
            host = self.people.get("host") or await self.desk.visitor()
            await host.post("/api/sit", {"table": here, "secret": self.table.row.key})
        if "player" in self.people:
            for seat in {self.seat, 0}:
                await self.people["player"].post("/api/sit", {"table": here, "secret": self.secret(seat)})
        if phase == "left":
            await host.post("/api/forget", {"table": here})
        seats = [{"who": "mine"}, {"who": "open"}]
        asked = {"packs": ["smallworld"], "players": len(seats), "seats": seats}
        self.other = (await self.people["elsewhere"].post("/api/tables", asked))["table"]
        return self

    async def play(self, most):
        """So many choices, or all; if the game goes on then, the last of them can be taken back, and one more was taken back."""
        chance, table = random.Random(3), self.table
        while not table.game.over:
            options = table.game.decision.options
            option = options[chance.randrange(len(options))]
            await table.choose(table.made, option.id, None)
            is_same = most and table.made >= most and table.asked == table.course.players[-1]
            if is_same and table.course.hides_nothing_since_last(table.game):
                table.game.choose(0)
                table.game.undo(force=True)
                break
        self.registry.record(table, 0)

    def secret(self, seat):
        """What stands in the link of a seat."""
        return self.table.seats[seat].secret

    def secrets(self):
        """All that nobody may be told: the host's, and those of seats that somebody holds; and all that only the host may be."""
        taken = {seat.player for seat in self.table.seats if self.table.holders_of(seat.player)}
        own = {seat.player: seat.secret for seat in self.table.seats}
        hidden = {self.table.row.key, *(own[seat] for seat in taken)} - {""}
        return hidden, {own[seat] for seat in own.keys() - taken}

    # ── as it was ──

    def state(self):
        """All that a request that is refused leaves as it was."""
        table, journal = self.table, self.registry.journal
        row = journal.row(table.id)
        there = self.registry.tables.get(table.id) is table
        held = {visitor: sorted(seats) for visitor, seats in table.holders.items()}
        return there, table.game.hash, table.now, held, row, journal.choices(table.id), journal.count()

    async def tried(self, role, request):
        """What comes of a request, and then all is as it was: `yes` or the code by which this role is kept from it; all that was answered;
        and whether it changed anything.
        """
        table, journal = self.table, self.registry.journal
        journal.commit()
        kept = table.game.copy(), table.course.copy()
        row, holders, seats = table.row, copy.deepcopy(table.holders), copy.deepcopy(table.seats)
        before, tables = self.state(), dict(self.registry.tables)
        commit, journal.commit = journal.commit, lambda: None
        try:
            outcome, said = await self.ask(role, request)
            changed = self.state() != before
        finally:
            journal.roll_back()
            journal.commit = commit
            table.game, table.course, table.heir, table.failed = *kept, None, set()
            table.row, table.holders, table.seats = row, holders, seats
            self.registry.tables = tables
        return outcome, said, changed

    # ── asking ──

    async def ask(self, role, request):
        """`yes` or a code, and what was said."""
        if role == "stranger":
            self.people[role].http.cookies.clear()
        kind, _, path = request.partition(" ")
        if not path:
            return await self.say(role, kind)
        if kind == "SOCKET":
            return await self.open(role, path.replace("{table}", self.table.id))
        http = self.people[role].http
        if kind == "GET":
            answer = await http.get(self.address(path))
        else:
            answer = await http.post(path, json=self.body(role, path))
        code = "" if answer.status_code < 400 else answer.json()["error"]["code"]
        return code_of(code), answer.text

    async def say(self, role, kind):
        """A message, on a page of its own."""
        visitor = self.people[role]
        page = await visitor.open(self.table.id)
        try:
            answer = await page.say(kind, **self.message(kind))
        finally:
            page.leave()
        said = [text for text in page.heard if not (kind == "renew" and json.loads(text) == answer)]
        return code_of(answer.get("code", "")), "\n".join(said)

    def message(self, kind):
        """What a message says that its sender would like to be obeyed."""
        table, own = self.table, self.seat
        made = {"made": table.made}
        option = "stop" if table.game.over else table.game.decision.options[0].id
        region = next(iter(table.game.state.board.map.regions)).id
        return {
            "choose": {**made, "option": option},
            "place": {**made, "amounts": {option: 1}},
            "leave": made,
            "undo": made,
            "redo": made,
            "preview": {**made, "options": [option]},
            "brings": made,
            "advice": made,
            "paid": {"step": table.made},
            "story": {},
            "why": {"value": "victory", "args": {"player": own}},
            "why_not": {"action": "conquer"},
            "region": {"region": region},
            "log": {"from": 0, "count": 5},
            "look": {"seat": own},
            "language": {"language": "it"},
            "name": {"seat": own, "name": "Eve", "colour": 5},
            "renew": {"seat": own},
            "hand": {"seat": own, "to": "random"},
            "patience": {"minutes": 5},
            "say": {"sign": "thanks"},
            "here": {},
            "rematch": {},
            "replay": {"step": 0},
            "plots": {},
            "branch": {"step": 0},
        }[kind]

    def address(self, path):
        """Where something is got."""
        query = {
            "/table/{table}/save": f"?seat={self.seat}",
            "/table/{table}/scenario": f"?seat={self.seat}",
            "/map.svg": f"?table={self.table.id}",
            "/rules": f"?table={self.table.id}",
            "/api/setup": "?packs=smallworld",
            "/api/cards": "?packs=smallworld&pack=smallworld",
            "/api/workshop/file": "?path=beavers/pack.yaml",
        }.get(path, "")
        return path.format(table=self.table.id, file="main.js", paper="none") + query

    def body(self, role, path):
        """What is posted, with the best secret that somebody of this role knows."""
        table = self.table.id
        known = {"host": self.free, "player": self.seat, "invited": self.free}
        secret = (
            self.secret(known[role]) if role in known else self.registry.tables[self.other].seats[0].secret
        )
        seats = [{"who": "mine"}, {"who": "random"}]
        nothing = {"pack": "nothing", "texts": {}}
        return {
            "/api/tables": {"packs": ["smallworld"], "players": 2, "seats": seats},
            "/api/lessons": {"pack": "smallworld", "lesson": "first_turn"},
            "/api/upload": json.loads(self.table.row.beginning),
            "/api/sit": {"table": table, "secret": secret},
            "/api/forget": {"table": table},
            "/api/packs": {"data": "", "agreed": ""},
            "/api/workshop/unpack": {"data": ""},
            "/api/workshop/delete": {"pack": "nothing"},
            "/api/workshop/file": {"path": "beavers/pack.yaml", "text": "", "version": "another"},
            "/api/workshop/ask": {"job": "card", **nothing},
            "/api/workshop/make": {"pack": "nothing", "what": "race", "id": "x"},
            "/api/workshop/bundle": nothing,
            "/api/workshop/play": {**nothing, "position": {}, "bot": "random"},
            "/api/workshop/keep": {"pack": "nothing", "table": table, "name": "x"},
        }[path]

    async def open(self, role, path):
        """A socket, which is closed at once."""
        http, said = self.people[role].http, []
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        headers = {"host": http.base_url.netloc.decode(), "origin": http.headers["origin"], "cookie": cookie}
        came = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}]

        async def receive():
            return came.pop(0) if came else {"type": "websocket.disconnect", "code": 1001}

        async def send(message):
            said.append(message)

        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"language=en",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "subprotocols": [],
        }
        await self.desk.app(scope, receive, send)
        codes = [message["code"] for message in said if message["type"] == "websocket.close"]
        return code_of("table-003" if 4003 in codes else ""), json.dumps(said)


def code_of(code):
    """As the document has it."""
    assert not code or code in STATUS or code.startswith("G"), code
    return code.removeprefix("table-") if code in ABOUT_ROLES else "yes"
