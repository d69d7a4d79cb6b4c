"""A process that answers requests: one line of JSON for each request and each answer. Both ends."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ruledsl.base.system import BEGUN_POLITELY, give_way
from ruledsl.play.bots import Random, seed_of_seat
from ruledsl.play.views import SeatView
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.paying import asker
from ruledsl.table.server.work.queue import Line

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ruledsl.play.game import Game
    from ruledsl.table.server.settings import Settings
    from ruledsl.table.server.tables.registry import TableRegistry
    from ruledsl.table.server.tables.table import Table
    from ruledsl.table.server.work.queue import Answering

LONGEST = 1 << 26
"""The most bytes of a line."""


class Process:
    """A module of ours that runs with these arguments, started by the first request."""

    def __init__(self, module: str, *arguments: str) -> None:
        self.command = (sys.executable, "-m", module, *arguments)
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request. `OSError` or `ValueError` if the process has ended, or does not reply as it should."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
                creationflags=BEGUN_POLITELY,
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None  # noqa: S101, PT018 - both are pipes
        stdin.write(json.dumps(question).encode() + b"\n")
        await stdin.drain()
        reply: dict[str, Any] = json.loads(await stdout.readline())
        return reply

    async def end(self) -> None:
        """End the process. It takes no more requests and does not start again."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def answering(answer: Callable[[dict[str, Any]], dict[str, Any]], polite: int) -> None:
    """In the process: answer until the input ends. `polite` lowers its priority below the server's; other output goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(polite)
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        output.write(json.dumps(answer(json.loads(line))) + "\n")
        output.flush()


# ── turns ───────────────────────────────────────────────────────────────────────
# The turns of bots: at tables where somebody is, one choice after the other, at a pace that people can follow, in separate processes.


log = logging.getLogger(__name__)

SUBSTITUTE = "greedy"
"""The bot that plays on for a person."""
MINUTE = 60.0
QUICK = frozenset({"random"})
"""Bots that do not think: they need no process."""


class Turns:
    """Watches all tables of a registry. `process` creates the processes in which bots think."""

    def __init__(
        self, registry: TableRegistry, settings: Settings, process: Callable[..., Answering]
    ) -> None:
        self.registry = registry
        self.settings = settings
        self.workers = _Workers(
            *(settings.workers, settings.thinking, settings.data / "packs", settings.limits.compositions),
            process,
        )
        registry.ready, registry.advise = self.consider, self.advise
        self._waits: dict[str, tuple[int, float, asyncio.TimerHandle]] = {}
        """What people are waited for at tables: the number of choices made, the seconds, and the end of them."""

    def consider(self, table: Table) -> None:
        """Something happened at a table: start the bot, if it is a bot's turn; else wait for the person as long as the host says."""
        if table.bot and table.watchers and not table.thinking:
            table.thinking = True
            self.registry.do(self._turn(table))
        self._wait(table)

    def _wait(self, table: Table) -> None:
        """While somebody is at the table, wait for the person who decides."""
        wanted = table.made, table.patience * MINUTE
        waiting = self._waits.get(table.id)
        if waiting is not None and (waiting[:2] != wanted or not table.watchers):
            del self._waits[table.id]
            waiting[2].cancel()
            waiting = None
        if waiting is None and table.patience and table.watchers:
            timer = asyncio.get_running_loop().call_later(wanted[1], self._play_on, table, table.made)
            self._waits[table.id] = *wanted, timer

    def _play_on(self, table: Table, made: int) -> None:
        """A bot plays on for whoever was waited for."""
        self._waits.pop(table.id, None)
        if table.made == made and table.patience and self.registry.tables.get(table.id) is table:
            table.substitute(SUBSTITUTE)
            self.registry.journal.seated(table.id, table.now.seats)
            self.registry.changed(table)

    async def _turn(self, table: Table) -> None:
        """Make one choice. It counts only if nothing has happened at the table meanwhile."""
        made = table.made
        try:
            await asyncio.sleep(self.settings.pace)
            bot = table.bot
            if not bot or table.made != made or self.registry.tables.get(table.id) is not table:
                return
            choice = await self._choice(table, bot)
            if table.bot == bot:
                await table.choose_as_bot(made, choice)
                self.registry.record(table, made)
        except Refused:
            return  # somebody has chosen or undone meanwhile
        finally:
            table.thinking = False
            self.registry.changed(table)

    async def advise(self, table: Table, seat: int) -> list[dict[str, Any]]:
        """What a bot would do for a seat; `Refused` if it fails."""
        try:
            return await self.workers.advise(table, seat)
        except _NoChoice as problem:
            log.warning("%s So there is no advice at table %s.", problem, table.id)
            raise Refused(
                "table-052", "There is no advice: thinking about it took too long, or broke down."
            ) from None

    async def _choice(self, table: Table, bot: str) -> int:
        game = table.playable
        seat = game.decision.player
        seed = seed_of_seat(game.start.get("seed", 0), seat)
        if bot not in QUICK and len(game.decision.pending.options) > 1:
            try:
                return await self.workers.choose(table, bot, seat, seed)
            except _NoChoice as problem:
                if seat not in table.failed:
                    log.warning("%s At table %s chance chooses for it.", problem, table.id)
                table.failed.add(seat)
        return _quick(game, seat, seed)

    async def close(self) -> None:
        """Stop all bots."""
        for _, _, timer in self._waits.values():
            timer.cancel()
        await self.workers.close()


def _quick(game: Game, seat: int, seed: int) -> int:
    return Random(seed).choose(SeatView(game, seat))


THINKER = "ruledsl.table.server.bots.worker"


class _NoChoice(Exception):
    """A bot has not chosen; the sentence is for whoever runs the server (it may contain what only the bot's seat may know)."""


class _Workers:
    """A pool of processes (created by `process`), each started on demand. Those whose tables they are take turns."""

    def __init__(
        self, count: int, seconds: float, pack_store: Path, most: int, process: Callable[..., Answering]
    ) -> None:
        self.seconds = seconds
        self._all = [process(THINKER, str(pack_store), str(most)) for _ in range(max(count, 1))]
        self._free = list(self._all)
        self._line = Line(len(self._all))

    async def choose(self, table: Table, bot: str, seat: int, seed: int) -> int:
        """The choice of a bot at a table; `_NoChoice` if it takes too long or fails."""
        choice: int = (await self._thought(table, bot, seat, seed))["choice"]
        return choice

    async def advise(self, table: Table, seat: int) -> list[dict[str, Any]]:
        """The best options for a seat; `_NoChoice` if it takes too long or fails."""
        advice: list[dict[str, Any]] = (await self._thought(table, "", seat, 0))["advice"]
        return advice

    async def _thought(self, table: Table, bot: str, seat: int, seed: int) -> dict[str, Any]:
        game = table.playable
        request = {
            "table": table.id,
            "packs": table.row.packs,
            "variants": table.row.variants,
            "beginning": table.row.beginning,
            "choices": game.choices,
            "bot": bot,
            "seat": seat,
            "seed": seed,
        }
        async with self._line.turn(asker()):
            worker = self._free.pop(0)
            try:
                reply = await asyncio.wait_for(worker.ask(request), self.seconds)
            except TimeoutError:
                await worker.end()
                raise _NoChoice(f"The bot `{bot}` has not chosen within {self.seconds:g} seconds.") from None
            except (OSError, ValueError):
                await worker.end()
                raise _NoChoice(f"The process in which the bot `{bot}` thought has ended.") from None
            except asyncio.CancelledError:
                await worker.end()
                raise
            finally:
                self._free.append(worker)
        if "problem" in reply:
            raise _NoChoice(reply["problem"])
        return reply

    async def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            await worker.end()
