"""A server under load, killed with -9 again and again: `python tests/table/server/killed.py --times 200`.

Players choose at several tables, each on two devices at once, until the server is gone. After it was started anew each table has to stand where its
last answered choice left it, or further, if that was in the journal but its answer not on its way yet.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[2])]

from real_server import Browser, Player, Server  # noqa: E402 - found by the path above

DEVICES = 2
SEATS = (["mine", "mine"], ["mine", "random", "mine"], ["random", "mine"])


def killed_again_and_again(folder, times, tables, seed):
    """What was wrong, in sentences."""
    chance = random.Random(seed)
    wrong = []
    server = Server(folder / "data")
    try:
        players = asyncio.run(_set_up(server, tables, chance))
        for round_ in range(times):
            wrong += asyncio.run(_until_killed(server, players, chance.uniform(0.05, 0.8)))
            server = Server(folder / "data")
            for player in players:
                player.browser.address = server.address
            wrong += [f"kill {round_ + 1}: {said}" for said in asyncio.run(_compared(players))]
            if all(player.over for player in players):
                players = asyncio.run(_set_up(server, tables, chance))
    finally:
        server.kill()
    return wrong


async def _set_up(server, tables, chance):
    """New tables, each with somebody at it on two devices, who chooses on both of them as soon as there is a choice."""
    found = []
    for number in range(tables):
        browser = Browser(server.address)
        await browser.begin()
        seats = [{"who": who} for who in SEATS[number % len(SEATS)]]
        asked = {"packs": ["smallworld"], "players": len(seats), "seats": seats}
        table = (await browser.post("/api/tables", asked))["table"]
        found += [Player(browser, table, chance.random()) for _ in range(DEVICES)]
    return found


async def _until_killed(server, players, seconds):
    async def kill():
        while not any(player.answered for player in players):  # noqa: ASYNC110 - they need not know who waits
            await asyncio.sleep(0.05)
        await asyncio.sleep(seconds)
        server.kill()

    ends = await asyncio.gather(kill(), *(player.play() for player in players), return_exceptions=True)
    return [f"somebody's play ended with {end!r}" for end in ends if end is not None]


async def _compared(players):
    wrong = []
    for player in players:
        now, before = await player.look(), player.answered
        if before is None:
            continue
        if now["made"] < before["made"]:
            wrong.append(f"{before['made']} choices were answered, {now['made']} are there")
        elif now["made"] == before["made"] and _table_of(now) != _table_of(before):
            wrong.append(f"the table is another one after {now['made']} choices")
        player.answered, player.over = now, now["over"]
    return wrong


def _table_of(view):
    """What does not depend on who is there."""
    return {key: value for key, value in view.items() if key != "thinking"}


def main():
    """The long form."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = killed_again_and_again(Path(folder), words.times, words.tables, words.seed)
    print(*wrong, f"killed {words.times} times, {len(wrong)} faults", sep="\n")  # noqa: T201
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
