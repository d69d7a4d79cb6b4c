"""Connections before their requests: how many there are, and how long one may send nothing, or take nothing.

uvicorn closes connections that are idle between two requests; the waits for which it has no limit end here.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ruledsl.serve.refused import Refused
from ruledsl.serve.web.guard import Crowd, counted

if TYPE_CHECKING:
    from ruledsl.serve.settings import Limits

LOG = logging.getLogger("ruledsl.serve")


class Gate:
    """All connections of a server, and by address those without a complete request, the longest-waiting first."""

    def __init__(self, limits: Limits, most: int) -> None:
        self.limits = limits
        self.crowd = Crowd(most, limits.of_address)
        self.silent: dict[str, dict[Http, float]] = {}

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


class _Watched:
    """The common part of both kinds of connections. `gate` belongs to the server; `address` counts there until the connection is lost."""

    gate: Gate
    address: str = ""
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None
    _counts: bool = False

    def pause_writing(self) -> None:
        """The peer takes no data."""
        super().pause_writing()  # type: ignore[misc]
        self._stalled = self.loop.call_later(self.gate.limits.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        """The peer takes data again."""
        super().resume_writing()  # type: ignore[misc]
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        super().connection_lost(exc)  # type: ignore[misc]
        if self._stalled is not None:
            self._stalled.cancel()
        self._leave()

    def _leave(self) -> None:
        if self._counts:
            self._counts = False
            self.gate.crowd.leave(self.address)


class Http(_Watched, H11Protocol):
    """Ordinary requests. It expects a head (`h11.IDLE`), a body (`h11.SEND_BODY`), or nothing (None) while it answers."""

    _expected: Any = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it at once."""
        super().connection_made(transport)
        self.address = counted(self.client[0] if self.client else "")
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
        super().on_response_complete()
        self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on another protocol counts for this connection."""
        self._expect_nothing()
        super().handle_websocket_upgrade(event)
        heir = self.transport.get_protocol()
        assert isinstance(heir, Socket)  # noqa: S101 - `protocols_of` has said so
        heir.address, heir._counts, self._counts = self.address, self._counts, False  # noqa: SLF001 - one of us

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._expect_nothing()
        super().connection_lost(exc)

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
            seconds = limits.head_seconds if state is h11.IDLE else limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._too_late)
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

    def keepalive_timeout(self) -> None:
        """No pong: the peer does not take data either."""
        super().keepalive_timeout()
        self.transport.abort()


def protocols_of(gate: Gate) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocol classes for HTTP and WebSockets, as uvicorn takes them."""
    return type("Http", (Http,), {"gate": gate}), type("Socket", (Socket,), {"gate": gate})


class OncePerMinute(logging.Filter):
    """At most one log line a minute for each sentence, whatever its values."""

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
        return True
