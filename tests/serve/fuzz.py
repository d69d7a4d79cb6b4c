"""Messages that make no sense, come late, twice, or from somebody else: `python tests/serve/fuzz.py --messages 100000`.

Each gets one clear answer, and nothing has changed: not the game, not the journal, not the seats.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from at_table import Desk, Here  # noqa: E402 - found by the path above

from ruledsl.serve.room import Room  # noqa: E402
from ruledsl.serve.settings import Settings  # noqa: E402
from ruledsl.serve.web.messages import MESSAGES, obey  # noqa: E402

ANYTHING = (
    None, True, False, 0, -1, 1, 7, 10**9, 10**30, 1.5, float("nan"), "", "7", "conquer:7", "stop", "auto", "\x00", "\u202e", "é" * 400,
    [], [1], ["stop"], {}, {"7": 1}, {"7": -1}, {"7": 10**12}, {"region": "7"}, [[[[]]]], "random", "person", "conquest_cost", "greedy",
)  # fmt: skip
KEYS = sorted(
    {key for message in MESSAGES.values() for key in message.form} | {"id", "type", "extra", "__class__", ""}
)
BROKEN = (
    "", "{", "[]", "null", "1", '"choose"', "{}", '{"id": 1', "\ufeff{}", "[" * 5000, '{"id": 1e999}', '{"a":' * 900, "\x00", '{"id": "1"}',
    '{"type": "choose"}', '{"id": 10000000000000000000000}', '{"id": -1, "type": "plots"}',
)  # fmt: skip
HARMLESS = {"why", "why_not", "region", "log", "replay", "plots", "preview", "look", "language"}
"""Messages that change nothing at a table even if they make sense."""


class Fuzz:
    """`wrong` says what should not have been."""

    def __init__(self, desk, seed):
        self.desk = desk
        self.chance = random.Random(seed)
        self.wrong = []
        self.refused = 0

    async def begin(self):
        """A table in the middle of a game, with two who sit there and one who does not."""
        host, table = await self.desk.table("mine", "open")
        first = await host.open(table)
        guest, stranger = await self.desk.visitor(), await self.desk.visitor()
        await guest.sit(first.last["seats"]["seats"][1]["link"])
        self.pages = [first, await guest.open(table), await stranger.open(table)]
        for _ in range(11):
            page = self.pages[first.view["ask"]["player"]]
            await page.choose(seed=1)
            for other in self.pages:
                while other.view["made"] < page.view["made"]:
                    await other.hear()
        self.table = first.connection.table
        self.asked = self.table.asked

    def state(self):
        """All that must not change."""
        row = self.desk.hall.journal.row(self.table.id)
        return (
            self.table.game.hash,
            self.desk.hall.journal.choices(self.table.id),
            row,
            self.table.now.seats,
            self.table.holders,
        )

    async def run(self, messages):
        """So many of them."""
        before = self.state()
        for number in range(messages):
            page = self.pages[number % 3]
            text = self.chance.choice((self.broken, self.twisted, self.late, self.twice, self.foreign))(page)
            await self._one(page, text)
            if self.state() != before:
                self.wrong.append(f"something changed by {text[:200]}")
                before = self.state()

    async def _one(self, page, text):
        outbox = page.connection.outbox
        try:
            await obey(self.desk.hall, page.connection, text)
        except Exception as problem:  # noqa: BLE001 - that is what is looked for
            self.wrong.append(f"{problem!r} came of {text[:200]}")
            return
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        found = [json.loads(said) for said in await outbox.take()]
        answers = [said for said in found if said["type"] in ("answer", "error")]
        if len(answers) != 1:
            self.wrong.append(f"{len(answers)} answers to {text[:200]}")
        for said in answers:
            self.refused += said["type"] == "error"
            if said["type"] == "error" and not (said["code"] and said["text"]):
                self.wrong.append(f"no clear answer to {text[:200]}")

    # ── messages ──

    def _id(self, page):
        page.number = max(page.number, page.connection.last_id) + 1
        return page.number

    def broken(self, page):
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

    def late(self, page):
        """A choice that was seen in another view."""
        made = self.table.made + self.chance.choice((-3, -1, 1, 2, 1000))
        kind = self.chance.choice(("choose", "place", "leave", "undo", "preview"))
        more = {
            "choose": {"option": self.chance.choice(self.pages[self.asked].options)},
            "place": {"amounts": {"7": 1}},
            "leave": {"rest": "7"},
            "preview": {"options": ["stop"]},
        }
        return json.dumps({"type": kind, "id": self._id(page), "made": max(made, 0), **more.get(kind, {})})

    def twice(self, page):
        """A number that was there already, with a choice that could be made."""
        option = self.chance.choice(self.pages[self.asked].options)
        used = max(page.connection.last_id, 0)
        page.connection.last_id = used
        return json.dumps({"type": "choose", "id": used, "made": self.table.made, "option": option})

    def foreign(self, page):
        """What somebody else may do; what nobody may who is not asked; options that are none."""
        seat, made = self.pages.index(page), self.table.made
        options = self.pages[self.asked].options if seat != self.asked else ["nonsense", "", "conquer:999"]
        other = self.chance.choice([n for n in (0, 1, 2, 99) if n != seat])
        data = [{"type": "choose", "made": made, "option": self.chance.choice(options)}]
        data.append({"type": "name", "seat": other, "name": "Eve", "colour": 1})
        if seat:
            data += [
                {"type": "hand", "seat": other if other != seat else 0, "to": "random"},
                {"type": "rematch"},
            ]
        if seat == 2:
            data += [
                {"type": "branch", "step": 0},
                {"type": "undo", "made": made},
                {"type": "look", "seat": 0},
            ]
        return json.dumps({**self.chance.choice(data), "id": self._id(page)})


async def fuzzed(folder, messages, seed):
    """What was wrong; and how many messages were refused."""
    room = Room(Settings(data=folder, pace=0), Here)
    try:
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
