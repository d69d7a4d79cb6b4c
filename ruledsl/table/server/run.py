"""The server from start to end: a socket, the room, an optional first table, and uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import logging
import socket
import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import uvicorn

from ruledsl.base.dataclass import dataclass
from ruledsl.base.system import files_as_before, files_at_once
from ruledsl.play.bots import HUMAN
from ruledsl.table.server.asking.lobby import begun
from ruledsl.table.server.room import Room
from ruledsl.table.server.settings import is_loopback
from ruledsl.table.server.tables.registry import Founder
from ruledsl.table.server.tables.seat import PERSON, Seat
from ruledsl.table.server.views.things import link_of
from ruledsl.table.server.web.app import app_of
from ruledsl.table.server.web.wire import Gate, Metered, OncePerMinute, protocols_of

if TYPE_CHECKING:
    from ruledsl.play.game import Rules
    from ruledsl.table.server.settings import Settings

OPEN = """\
This server can be reached from other computers: whoever reaches it can set tables up, look on, and sit down with a link.
What is said between them and this computer is not encrypted; for that, put a proxy with TLS in front and name it with --origin."""
GRACE = 2
"""Seconds that connections get to end."""


class CannotServe(Exception):
    """The server cannot start, with the reason as one sentence."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table requested on the command line. `who` are its seats as the command line names them."""

    rules: Rules
    who: list[str]
    map: str | None
    analysis: bool
    seed: int | None


MOST_OF_EDITORS = 8_000_000
"""Bytes of a message of an editor, which may contain a file; messages at tables have a smaller limit."""
MOST_OF_HEADS = 32_000
"""Bytes of a request before its body."""
BACKLOG = 64
"""Connections accepted in one turn of the loop: the next turn counts them, and the one after that closes those beyond the limit.
So up to three times as many files are among the `OTHER_FILES`. Further connections wait in the operating system."""
OTHER_FILES = 200
"""Open files besides counted connections: new ones, the journal, packs being read, pipes to processes."""
THIS_COMPUTER = ("127.0.0.1", "::1")
"""The proxies that are trusted if only `--origin` says that there is one."""
LOGGERS = ("ruledsl.serve", "uvicorn.error", "asyncio")
"""The loggers of events that strangers cause."""
GARBAGE = (5_000, 10, 400)
"""Garbage collection (`gc.set_threshold`): often for new objects, which takes some milliseconds, seldom for everything that hundreds of tables hold,
which stops the server for a second. Views and choices leave no cyclic garbage."""


def serve(settings: Settings, table: NewTable | None, say: Callable[[str], None]) -> None:
    """Run until the server is stopped. `CannotServe` if it cannot start; `say` gets its address."""
    try:
        listening = socket.create_server(
            (settings.host, settings.port),
            family=socket.AF_INET6 if ":" in settings.host else socket.AF_INET,
        )
    except OSError as problem:
        raise CannotServe(
            f"Nothing can be served at {settings.host}:{settings.port}: {problem.strerror or problem}."
        ) from None
    with listening, _process_of_a_server():
        asyncio.run(_serve(settings, listening, table, say))


@contextlib.contextmanager
def _process_of_a_server() -> Iterator[None]:
    """Set garbage collection, logs and the limit of open files for a server, and leave all as they were."""
    garbage = gc.get_threshold()
    logs = [logging.getLogger(name) for name in (*LOGGERS, "uvicorn", "uvicorn.access", "uvicorn.asgi")]
    before = [(log.level, log.propagate, log.handlers[:], log.filters[:]) for log in logs]
    gc.set_threshold(*GARBAGE)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(OncePerMinute())
    try:
        with files_as_before():
            yield
    finally:
        gc.set_threshold(*garbage)
        for log, (level, propagate, handlers, filters) in zip(logs, before, strict=True):
            log.setLevel(level)
            log.propagate, log.handlers, log.filters = propagate, handlers, filters


async def _serve(
    settings: Settings, listening: socket.socket, table: NewTable | None, say: Callable[[str], None]
) -> None:
    try:
        room = Room(settings)
    except (sqlite3.Error, OSError) as problem:
        raise CannotServe(
            f"The tables in `{settings.data}` cannot be opened: {problem}. Is another server at it?"
        ) from None
    address = _address(settings, listening)
    if settings.workshop is not None:
        say(f"The workshop: {address}/workshop")
    say(f"The lobby: {address}/")
    if table is not None:
        for line in await _first(room, table):
            say(line.format(address=address))
    if not is_loopback(settings.host):
        say(OPEN)
    proxies = [ipaddress.ip_network(proxy) for proxy in settings.proxies]
    gate = Gate(settings.limits, files_at_once(settings.limits.connections, OTHER_FILES), proxies)
    http, sockets = protocols_of(gate)
    config = uvicorn.Config(
        Metered(app_of(room), gate),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.origins or settings.proxies),
        forwarded_allow_ips=list(settings.proxies) or list(THIS_COMPUTER),
        http=http,
        h11_max_incomplete_event_size=MOST_OF_HEADS,
        ws=sockets,
        backlog=BACKLOG,
        ws_max_size=MOST_OF_EDITORS if settings.workshop is not None else settings.limits.message,
        limit_concurrency=settings.limits.connections * 2,
        timeout_graceful_shutdown=GRACE,
    )
    await uvicorn.Server(config).serve(sockets=[listening])


async def _first(room: Room, asked: NewTable) -> list[str]:
    """Set up the table; returns what to say about it."""
    rules = asked.rules
    room.pack_store.keep(rules)
    seats = [
        Seat(player, PERSON if who == HUMAN else who, colour=player) for player, who in enumerate(asked.who)
    ]
    game = begun(rules, len(seats), asked.map, analysis=asked.analysis, seed=asked.seed)
    table = await room.registry.set_up(game, seats, Founder(), ())
    people = [seat for seat in seats if seat.who == PERSON]
    links = [("Host", table.row.key)] + [(f"Player {seat.player + 1}", seat.secret) for seat in people]
    told = [f"{who}: {{address}}{link_of(table, secret)}" for who, secret in links]
    return [f"{table.row.title}, {len(seats)} players.", *told, f"To look on: {{address}}/table/{table.id}"]


def _address(settings: Settings, listening: socket.socket) -> str:
    """The server's address for browsers on this computer."""
    host, port = listening.getsockname()[:2]
    if settings.origins:
        return settings.origins[0]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared with
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
