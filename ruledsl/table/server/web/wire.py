"""Connections below their requests: how many there are, how long one may send nothing, or take nothing, and who pays for what is done for them.

uvicorn closes connections that are idle between two requests; the waits for which it has no limit end here. It parses whatever arrives; here arrive
small pieces, so that a loud connection is stopped (`account.py`) before others wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import h11
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ruledsl.table.server.asking.connection import Connection
from ruledsl.table.server.asking.form import asked_for
from ruledsl.table.server.asking.messages import handle
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import BROKEN, NO_TABLE, NONSENSE, NORMAL, NOT_ALLOWED, TOO_FAST
from ruledsl.table.server.web.account import Account, Accounts
from ruledsl.table.server.web.guard import (
    Bucket,
    Crowd,
    Network,
    Rates,
    address_of,
    counted,
    founder_of,
    needs_our_origin,
    query_of,
)
from ruledsl.table.server.work.paying import PAYER, paid_by, timed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.websockets import WebSocket
    from uvicorn._types import ASGIReceiveEvent
    from websockets.frames import Frame

    from ruledsl.table.server.settings import Limits, Settings
    from ruledsl.table.server.tables.registry import TableRegistry
    from ruledsl.table.server.tables.table import Table

LOG = logging.getLogger("ruledsl.serve")


READ = 1_024
"""Bytes that are parsed before others have their turn. They may be 170 frames or chunks, which take some milliseconds."""
LINGER = 2.0
"""Seconds from the last answer to the end of a connection: if it ended with something unread, the system would drop that answer."""
LOUD = "too much work from this address"
LOUD_ANSWER = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: text/plain\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(LOUD), LOUD.encode())
)


class Gate:
    """All connections of a server and their accounts, and by address those without a complete request, the longest-waiting first.

    From `proxies` and from this computer come connections of anybody.
    """

    def __init__(self, limits: Limits, most: int, proxies: Sequence[Network] = ()) -> None:
        self.limits = limits
        self.crowd = Crowd(most, limits.of_address, proxies)
        self.silent: dict[str, dict[Http, float]] = {}
        self.accounts = Accounts(limits)
        self.buffer = memoryview(bytearray(READ))

    def account(self, address: str) -> Account:
        """The account of an address."""
        return self.accounts.of(address, many=self.crowd.are_many(address))

    def enter(self, connection: Http) -> None:
        """Count a connection. `Refused` when there are too many; a silent one makes room for it."""
        if self.crowd.open.total() >= self.crowd.most and self.silent:
            self._close_first(max(self.silent, key=lambda address: len(self.silent[address])))
        self.crowd.enter(connection.address)

    def wait(self, connection: Http) -> None:
        """Expect a request on it. Some connections of an address may wait; beyond that, those that have waited for a while are closed."""
        waiting = self.silent.setdefault(connection.address, {})
        waiting[connection] = now = connection.loop.time()
        while (
            len(waiting) > self.limits.silent
            and now - next(iter(waiting.values())) >= self.limits.silent_seconds
        ):
            self._close_first(connection.address)

    def heard(self, connection: Http) -> None:
        """The request is complete, or will never be."""
        waiting = self.silent.get(connection.address, {})
        waiting.pop(connection, None)
        if not waiting:
            self.silent.pop(connection.address, None)

    def _close_first(self, address: str) -> None:
        LOG.warning("Too many connections of %s say nothing; the first ones are closed.", address)
        next(iter(self.silent[address])).give_up()


class _Tap:
    """A transport that is read if both want to read: uvicorn, and the account. `written` counts bytes.

    What is written `together` is sent with one call of the system, instead of one for each pong.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._stopped = {"uvicorn": False, "account": False, "end": False}
        self._together: list[bytes] | None = None
        self.written = 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever transports have
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send, unless nothing more is said."""
        if self._stopped["end"]:
            return
        self.written += len(data)
        if self._together is None:
            self._transport.write(data)
        else:
            self._together.append(data)

    def close(self) -> None:
        """Close, when everything is sent."""
        self._send()
        self._transport.close()

    def end(self) -> None:
        """Say and hear nothing more; close when the peer has had time to read what was said."""
        self._send()
        self.stop("end", stopped=True)
        with suppress(OSError):
            self._transport.write_eof()
        asyncio.get_running_loop().call_later(LINGER, self._transport.abort)

    def _send(self) -> None:
        parts, self._together = self._together, None
        if parts:
            self._transport.write(b"".join(parts))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send what is written within at its end."""
        self._together = []
        try:
            yield
        finally:
            self._send()

    def pause_reading(self) -> None:
        """Called by uvicorn."""
        self.stop("uvicorn", stopped=True)

    def resume_reading(self) -> None:
        """Called by uvicorn."""
        self.stop("uvicorn", stopped=False)

    def stop(self, whose: str, *, stopped: bool) -> None:
        """One of the two stops, or goes on."""
        self._stopped[whose] = stopped
        if any(self._stopped.values()):
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()


class _Watched(asyncio.BufferedProtocol):
    """The common part of both kinds of connections, a `Payer`. `gate` belongs to the server; `address` counts there until the connection is lost."""

    gate: Gate
    address: str = ""
    own: Account
    """The account of the connection; `account` is the one that pays now."""
    account: Account
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    may: asyncio.Event
    """Is it read, and its requests and messages answered? Some may have come in one piece."""
    _stalled: asyncio.TimerHandle | None = None
    _counts: bool = False

    # ── paying ──

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - small pieces
        """Where the next piece goes."""
        return self.gate.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """A piece has come: the connection pays for reading and parsing it, and for the work that it starts."""
        data = bytes(self.gate.buffer[:nbytes])
        with paid_by(self), self._tap.together():
            self.data_received(data)  # type: ignore[attr-defined]
        self.pay(nbytes / self.gate.limits.wire)

    @property
    def _tap(self) -> _Tap:
        assert isinstance(self.transport, _Tap)  # noqa: S101 - `connection_made` has made it
        return self.transport

    def pay(self, seconds: float, waited: float = 0.0) -> None:
        """Its account pays, also for what was written meanwhile, see `Payer`."""
        written, self._tap.written = self._tap.written, 0
        self.account.pay(self, seconds + written / self.gate.limits.wire, waited)

    @property
    def key(self) -> str:
        """What takes turns in queues: the address, or, where many people are at it, each connection for itself."""
        account = self.account
        return f"{account.address} {id(self)}" if account.many else account.address

    def pays(self, account: Account) -> None:
        """From now on that account pays, if there still is a connection."""
        if account is not self.account and self in self.account.spent:
            self.account.leave(self)
            self.account = account
            account.enter(self)

    def listen(self, *, again: bool) -> None:
        """Stop reading, or read `again`; messages that have arrived wait as long."""
        self._tap.stop("account", stopped=not again)
        if again:
            self.may.set()
        else:
            self.may.clear()

    def eof_received(self) -> None:
        """Nothing more will come: uvicorn closes the connection."""
        super().eof_received()

    def too_loud(self) -> None:
        """Close the connection, with a reason; each protocol says it in its own way."""
        raise NotImplementedError

    def _begin(self, account: Account) -> None:
        """The connection is there, and that account pays for it."""
        self.own = self.account = account
        self.may = asyncio.Event()
        self.may.set()
        account.enter(self)

    # ── waiting ──

    def pause_writing(self) -> None:
        """The peer takes no data."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.gate.limits.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        """The peer takes data again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        super().connection_lost(exc)
        if self._stalled is not None:
            self._stalled.cancel()
        self.account.leave(self)
        self._leave()

    def _leave(self) -> None:
        if self._counts:
            self._counts = False
            self.gate.crowd.leave(self.address)


class Http(_Watched, H11Protocol):
    """Ordinary requests. It expects a head (`h11.IDLE`), a body (`h11.SEND_BODY`), or nothing (None) while it answers."""

    _expected: Any = None
    _deadline: asyncio.TimerHandle | None = None
    _left: float = 0.0
    """Seconds left for what it expects, while it is not read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it at once."""
        super().connection_made(_Tap(transport))  # type: ignore[arg-type]
        self.address = counted(self.client[0] if self.client else "")
        self._begin(self.gate.account(self.address))
        try:
            self.gate.enter(self)
        except Refused:
            LOG.warning(
                "There are too many connections, or too many of %s; new ones are closed.", self.address
            )
            transport.abort()
            return
        self._counts = True
        self._expect()

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """The next request may arrive."""
        self.loop.call_soon(self.pays, self.own)  # after the step that is in progress
        super().on_response_complete()
        self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on another protocol counts and pays for this connection."""
        self._expect_nothing()
        super().handle_websocket_upgrade(event)
        heir = self.transport.get_protocol()
        assert isinstance(heir, Socket)  # noqa: S101 - `protocols_of` has said so
        heir.address, heir._counts, self._counts = self.address, self._counts, False  # noqa: SLF001 - one of us

    def listen(self, *, again: bool) -> None:
        """Stop reading, or read `again`. A request that is not read cannot arrive, so the time for a request does not run meanwhile."""
        super().listen(again=again)
        if self._expected is not None:
            self._count_down(runs=again)

    def _count_down(self, *, runs: bool) -> None:
        if runs and self._deadline is None:
            self._deadline = self.loop.call_later(self._left, self._too_late)
        elif not runs and self._deadline is not None:
            self._left = max(self._deadline.when() - self.loop.time(), 0.0)
            self._deadline.cancel()
            self._deadline = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._expect_nothing()
        super().connection_lost(exc)

    def too_loud(self) -> None:
        """Close the connection, with an answer that says why, unless another one has begun."""
        LOG.warning("%s has sent too much for too long; its loudest connection is closed.", self.address)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # no answer has begun
            self.transport.write(LOUD_ANSWER)
        self._expect_nothing()
        self._tap.end()
        self.account.leave(self)

    def give_up(self) -> None:
        """Give up after the longest wait."""
        self._expect_nothing()
        self._leave()
        self.transport.abort()

    def _expect(self) -> None:
        state = self.conn.their_state
        if self.transport.is_closing() or isinstance(self.transport.get_protocol(), Socket):
            return
        if state not in (h11.IDLE, h11.SEND_BODY):
            self._expect_nothing()
        elif state is not self._expected:
            self._expect_nothing()
            self._expected = state
            limits = self.gate.limits
            self._left = limits.head_seconds if state is h11.IDLE else limits.body_seconds
            self._count_down(runs=self.may.is_set())
            self.gate.wait(self)

    def _expect_nothing(self) -> None:
        self._expected = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self.gate.heard(self)

    def _too_late(self) -> None:
        LOG.warning("A connection of %s that said nothing, or too slowly, was closed.", self.address)
        self.give_up()


class Socket(_Watched, WebSocketsSansIOProtocol):
    """WebSockets, which are pinged regularly."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was an ordinary connection until now, which pays for the upgrade."""
        super().connection_made(transport)
        before = PAYER.get()
        assert isinstance(before, Http)  # noqa: S101 - only an upgrade leads here
        before.account.leave(before)
        self._begin(before.account)
        PAYER.set(self)

    async def receive(self) -> ASGIReceiveEvent:
        """The next message, when the account has time for it."""
        message = await super().receive()
        await self.may.wait()
        return message

    def handle_cont(self, event: Frame) -> None:
        """One more frame of a message, which consists of a limited number, however little is in them."""
        if len(self.frames) < self.gate.limits.frames:
            super().handle_cont(event)
        elif not self.close_sent:
            self._fail("too many frames")

    def too_loud(self) -> None:
        """Close the connection, with a code and a reason once it is open, and without a word before that."""
        LOG.warning("%s has sent too much for too long; its loudest connection is closed.", self.address)
        if self.handshake_complete and not self.close_sent:
            self._fail(LOUD)
        else:
            self.transport.abort()

    def _fail(self, why: str) -> None:
        self.conn.fail(TOO_FAST, why)
        self.handle_parser_exception()

    def keepalive_timeout(self) -> None:
        """No pong: the peer does not take data either."""
        super().keepalive_timeout()
        self.transport.abort()


class Metered:
    """The application, whose work the account of whoever asks pays: behind a proxy that says so, of another address than the connection's."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app = app
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""
        payer = PAYER.get()
        if isinstance(payer, _Watched) and scope["type"] != "lifespan":
            address = counted(scope["client"][0] if scope["client"] else "")
            if address != payer.address:
                payer.pays(self.gate.account(address))
            await payer.may.wait()
        await timed(self.app(scope, receive, send))  # type: ignore[arg-type]


def protocols_of(gate: Gate) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocol classes for HTTP and WebSockets, as uvicorn takes them."""
    return type("Http", (Http,), {"gate": gate}), type("Socket", (Socket,), {"gate": gate})


class OncePerMinute(logging.Filter):
    """At most one log line a minute for each sentence, whatever its values.

    An error of the operating system is said in the same line: its traceback shows only where a library called the system.
    """

    SECONDS = 60
    KINDS = 256
    WORDS = 50
    """Characters that distinguish sentences."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Should it be logged?"""
        kind = record.name, str(record.msg)[: self.WORDS]
        if record.created - self._last.get(kind, -self.SECONDS) < self.SECONDS:
            return False
        if len(self._last) >= self.KINDS:
            self._last.clear()
        self._last[kind] = record.created
        failure = record.exc_info[1] if record.exc_info else None
        if isinstance(failure, OSError):
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {failure}", None, None
        return True


# ── socket ──────────────────────────────────────────────────────────────────────
# The WebSocket of a table: who may open one, its rate limit, and its two halves, reading and sending.


class Sockets:
    """All open sockets of a server."""

    def __init__(self, registry: TableRegistry, settings: Settings, rates: Rates) -> None:
        self.registry = registry
        self.settings = settings
        self.rates = rates
        self.crowd = Crowd(settings.limits.connections, settings.limits.of_address)

    async def serve(self, socket: WebSocket) -> None:
        """Serve a socket from its request to its end."""
        address = address_of(socket)
        try:
            self.rates.needs_patience(socket)
            needs_our_origin(socket, self.settings)
            table = await self.registry.find(str(socket.path_params["table"]))
            self.crowd.enter(address)
        except Refused as problem:
            await socket.accept()
            await socket.close(NO_TABLE if problem.code == "table-004" else NOT_ALLOWED, problem.text[:120])
            return
        try:
            await socket.accept()
            await self._sit(socket, table)
        finally:
            self.crowd.leave(address)

    async def _sit(self, socket: WebSocket, table: Table) -> None:
        ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def end(code: int) -> None:
            if not ended.done():
                ended.set_result(code)

        language = asked_for(query_of(socket))
        page = Connection(self.registry, table, founder_of(socket, self.settings), language, end)
        try:
            self.registry.enter(table, page)
        except Refused as problem:
            await socket.close(NOT_ALLOWED, problem.text[:120])
            return
        page.introduce()
        halves = [
            asyncio.create_task(timed(self._send(socket, page))),
            asyncio.create_task(timed(self._read(socket, page))),
        ]
        for half in halves:
            half.add_done_callback(lambda _: end(NORMAL))
        try:
            code = await ended
        finally:
            self.registry.go(table, page)
            for half in halves:
                half.cancel()
            outcomes = await asyncio.gather(*halves, return_exceptions=True)
        broken = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        for failure in broken:
            if not isinstance(failure, WebSocketDisconnect):
                LOG.error("A connection broke off.", exc_info=failure)
                code = BROKEN
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)

    async def _send(self, socket: WebSocket, page: Connection) -> None:
        while True:
            for message in await page.outbox.take():
                await socket.send_text(message)

    async def _read(self, socket: WebSocket, page: Connection) -> None:
        limits = self.settings.limits
        bucket, nonsense = Bucket(limits.rate, limits.burst), 0
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not bucket.passes():
                page.drop(TOO_FAST)
                return
            text = message.get("text")
            if not isinstance(text, str) or len(text) > limits.message:
                text = ""
            if not await handle(self.registry, page, text):
                nonsense += 1
            if nonsense > limits.nonsense:
                page.drop(NONSENSE)
                return
