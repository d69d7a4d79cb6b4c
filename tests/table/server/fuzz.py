"""Messages and requests of everybody that make no sense, come late, twice, or that they may not.

`python tests/table/server/fuzz.py --messages 100000` sends them.

Each gets one clear answer, in which no secret is, and nothing has changed: not the game, not the journal, not the seats.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[2])]

from at_table import Desk, here  # noqa: E402 - found by the path above
from documented import documented  # noqa: E402
from roles import ROLES, World  # noqa: E402

from ruledsl.table.server.asking.messages import MESSAGES, handle  # noqa: E402
from ruledsl.table.server.room import Room  # noqa: E402
from ruledsl.table.server.settings import Limits, Settings  # noqa: E402
from ruledsl.table.server.web import routes as endpoints  # noqa: E402

ANYTHING = (
    None, True, False, 0, -1, 1, 7, 10**9, 10**30, 1.5, float("nan"), "", "7", "conquer:7", "stop", "auto", "\x00", "\u202e", "é" * 400,
    [], [1], ["stop"], {}, {"7": 1}, {"7": -1}, {"7": 10**12}, {"region": "7"}, [[[[]]]], "random", "person", "conquest_cost", "greedy",
)  # fmt: skip
KEYS = sorted(
    {key for message in MESSAGES.values() for key in message.form} | {"id", "type", "extra", "__class__", ""}
)
BROKEN = (
    "", "{", "[]", "null", "1", '"choose"', "{}", '{"id": 1', "\ufeff{}", "[" * 5000, '{"id": 1e999}', '{"a":' * 900, "\x00", '{"id": "1"}',
    '{"id": 7, "type": "look", "\\ud800": 1}', '{"id": 8, "\\udfff": ["\\ud800"]}',
    '{"type": "choose"}', '{"id": 10000000000000000000000}', '{"id": -1, "type": "plots"}',
)  # fmt: skip
HARMLESS = {
    "why",
    "why_not",
    "region",
    "log",
    "replay",
    "plots",
    "preview",
    "brings",
    "advice",
    "paid",
    "story",
    "look",
    "language",
}
"""Messages that change nothing at a table even if they make sense."""


PATHS = (
    "/", "/nowhere", "/table/{}", "/table/{}/save", "/table/{}/save?seat={}", "/table/{}/scenario?seat={}", "/table/{}/socket", "/map.svg?table={}",
    "/map.svg?packs={}&map={}",
    "/rules?packs={}&language={}", "/rules?table={}",
    "/map.svg?packs=smallworld&map={}", "/api/setup?packs={}&language={}", "/api/cards?packs={}&pack={}", "/api/setup?packs=smallworld,{}",
    "/api/lobby?language={}", "/page/{}", "/page/../{}", "/page/%2e%2e/{}", "/{}", "/api/{}", "/workshop", "/api/workshop/file?path={}",
)  # fmt: skip
STRANGE = (
    "",
    "x",
    "0",
    "-1",
    "1e9",
    "\u00e9" * 300,
    "..",
    "%00",
    "%ff",
    "a" * 3000,
    ",,,",
    "core",
    "smallworld",
    "../../etc/passwd",
    "#",
    "?",
    "\u202e",
)
POSTED = {
    "/api/tables": ("packs", "variants", "map", "players", "seats", "analysis"),
    "/api/sit": ("table", "secret"),
    "/api/forget": ("table",),
    "/api/upload": ("format", "packs", "start", "choices"),
    "/nowhere": (),
}


class Fuzz:
    """`wrong` says what should not have been."""

    def __init__(self, desk, seed):
        self.desk = desk
        self.chance = random.Random(seed)
        self.wrong = []
        self.refused = 0
        self.may_not = [
            (role, request)
            for request, row in documented().items()
            for role in ROLES
            if row[role] != "yes" and "workshop" not in request
        ]

    async def begin(self):
        """A table in the middle of a game, with somebody of each role."""
        self.world = await World(self.desk).begin("playing")
        self.table = self.world.table
        self.pages = {role: await person.open(self.table.id) for role, person in self.world.people.items()}
        self.secrets, of_host = self.world.secrets()
        self.secrets_of = {role: self.secrets if role == "host" else self.secrets | of_host for role in ROLES}

    async def run(self, messages):
        """So many of them."""
        kinds = (self.broken, self.twisted, self.late, self.twice)
        before = self.world.state()
        for number in range(messages):
            role = ROLES[number % len(ROLES)]
            what = self.chance.randrange(len(kinds) + 3)
            if what < len(kinds):
                said = kinds[what](self.pages[role])
                await self._say(role, said)
            elif what == len(kinds):
                role, said = self.chance.choice(self.may_not)
                await self._attempt(role, said)
            else:
                said = await self._request(role)
            if self.world.state() != before:
                self.wrong.append(f"{role}: something changed by {said[:200]}")
                before = self.world.state()

    def _heard(self, role, said, text):
        if any(secret in text for secret in self.secrets_of[role]):
            self.wrong.append(f"{role}: a secret was told by {said[:200]}")

    async def _say(self, role, text):
        """A message."""
        page = self.pages[role]
        try:
            await handle(self.desk.registry, page.connection, text)
        except Exception as problem:  # noqa: BLE001 - that is what is looked for
            self.wrong.append(f"{role}: {problem!r} came of {text[:200]}")
            return
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        found = await page.connection.outbox.take()
        for told in found:
            self._heard(role, text, told)
        answers = [said for said in map(json.loads, found) if said["type"] in ("answer", "error")]
        if len(answers) != 1:
            self.wrong.append(f"{role}: {len(answers)} answers to {text[:200]}")
        for said in answers:
            self.refused += said["type"] == "error"
            if said["type"] == "error" and not (said["code"] and said["text"]):
                self.wrong.append(f"{role}: no clear answer to {text[:200]}")

    async def _attempt(self, role, request):
        """What somebody of this role may not."""
        kind, _, path = request.partition(" ")
        if not path:
            await self._say(
                role, json.dumps({"type": kind, "id": self._id(self.pages[role]), **self.world.message(kind)})
            )
        elif kind == "GET":
            await self._ask(role, "GET", self.world.address(path))
        else:
            await self._ask(role, "POST", path, json=self.world.body(role, path))

    async def _request(self, role):
        """A request that asks for nothing that there is, or posts what nobody could mean."""
        if self.chance.random() < 0.5:
            path = self.chance.choice(PATHS)
            given = [self.chance.choice((*STRANGE, self.table.id)) for _ in range(path.count("{}"))]
            return await self._ask(role, "GET", path.format(*given), may=True)
        path = self.chance.choice([*POSTED])
        if self.chance.random() < 0.3:
            content = self.chance.choice(BROKEN).encode("utf-8", "surrogatepass")
            return await self._ask(role, "POST", path, content=content)
        data = {key: self.chance.choice(ANYTHING) for key in POSTED[path] if self.chance.random() < 0.9}
        if role not in ("host", "player"):
            data["table"] = self.table.id
        data[self.chance.choice(("extra", "__class__", ""))] = 1
        content = json.dumps(data).encode()
        if self.chance.random() < 0.1:
            return await self._ask(
                role, "POST", path, content=content, headers={"origin": "http://elsewhere"}
            )
        return await self._ask(role, "POST", path, content=content)

    async def _ask(self, role, method, path, *, may=False, headers=None, **more):
        """An ordinary request; what it was."""
        said = f"{method} {path} {more}"
        http = self.world.people[role].http
        if role == "stranger":
            http.cookies.clear()
        headers = {"content-type": "application/json", **(headers or {})}
        try:
            answer = await http.request(method, path, headers=headers, **more)
        except Exception as problem:  # noqa: BLE001 - that is what is looked for
            self.wrong.append(f"{role}: {problem!r} came of {said[:200]}")
            return said
        self._heard(role, said, answer.text)
        if answer.status_code < 400:
            if not may:
                self.wrong.append(f"{role}: may {said[:200]}")
            return said
        self.refused += 1
        error = answer.json()["error"]
        if answer.status_code >= 500 or not (error["code"] and error["text"]):
            self.wrong.append(f"{role}: no clear answer to {said[:200]}")
        return said

    # ── messages ──

    def _id(self, page):
        page.number = max(page.number, page.connection.last_id) + 1
        return page.number

    def broken(self, _page):
        """No message at all."""
        return self.chance.choice(BROKEN)

    def twisted(self, page):
        """Something like a message, with anything in it; never one that could be meant."""
        kind = self.chance.choice([*MESSAGES, "", "table", 7, None])
        data = {"type": kind, "id": self._id(page)}
        form = MESSAGES[kind].form if kind in MESSAGES else {}
        for key in form:
            if self.chance.random() < 0.9:
                data[key] = self.chance.choice(ANYTHING)
        if kind not in HARMLESS or self.chance.random() < 0.3:
            key = self.chance.choice([key for key in KEYS if key not in form and key not in data])
            data[key] = self.chance.choice(ANYTHING)
        return json.dumps(data)

    def _options(self):
        return [option.id for option in self.table.game.decision.options]

    def late(self, page):
        """A choice that was seen in another view."""
        made = self.table.made + self.chance.choice((-3, -1, 1, 2, 1000))
        kind = self.chance.choice(("choose", "place", "leave", "undo", "preview"))
        more = {
            "choose": {"option": self.chance.choice(self._options())},
            "place": {"amounts": {"7": 1}},
            "leave": {"rest": "7"},
            "preview": {"options": ["stop"]},
        }
        return json.dumps({"type": kind, "id": self._id(page), "made": max(made, 0), **more.get(kind, {})})

    def twice(self, page):
        """A number that was there already, with a choice that could be made."""
        option = self.chance.choice(self._options())
        used = max(page.connection.last_id, 0)
        page.connection.last_id = used
        return json.dumps({"type": "choose", "id": used, "made": self.table.made, "option": option})


async def fuzzed(folder, messages, seed):
    """What was wrong; and how many messages were refused."""
    room = Room(Settings(data=folder, pace=0, limits=Limits(share=1.0, share_at_once=1e9)), here)
    try:
        with patch.multiple(endpoints, REQUESTS=1e9, AT_ONCE=1e9):
            fuzz = Fuzz(Desk(room), seed)
            await fuzz.begin()
            await fuzz.run(messages)
        return fuzz.wrong, fuzz.refused
    finally:
        await room.close()


def main():
    """The long form."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong, refused = asyncio.run(fuzzed(Path(folder), words.messages, words.seed))
    print(*wrong[:50], f"{words.messages} messages, {refused} refused, {len(wrong)} faults", sep="\n")  # noqa: T201
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
