"""Connections, before anything was asked on them: how many there are, and how long one may say nothing, or take nothing.

uvicorn closes a connection that is idle between two requests; what it waits for without an end is closed here.
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
    """All connections of a server, and those by address on which a whole request has not come yet, the one that has waited longest first."""

    def __init__(self, limits: Limits, most: int) -> None:
        self.limits = limits
        self.crowd = Crowd(most, limits.of_address)
        self.silent: dict[str, dict[Http, float]] = {}

    def enter(self, connection: Http) -> None:
        """One more. `Refused` when there are too many; one that says nothing makes room for it."""
        if self.crowd.open.total() >= self.crowd.most and self.silent:
            self._close_first(max(self.silent, key=lambda address: len(self.silent[address])))
        self.crowd.enter(connection.address)

    def wait(self, connection: Http) -> None:
        """A request is expected on it. Of one address so many are waited for, then those are closed that have waited for a while."""
        waiting = self.silent.setdefault(connection.address, {})
        waiting[connection] = now = connection.loop.time()
        while (
            len(waiting) > self.limits.silent
            and now - next(iter(waiting.values())) >= self.limits.silent_seconds
        ):
            self._close_first(connection.address)

    def heard(self, connection: Http) -> None:
        """The request is there, or will never be."""
        waiting = self.silent.get(connection.address, {})
        waiting.pop(connection, None)
        if not waiting:
            self.silent.pop(connection.address, None)

    def _close_first(self, address: str) -> None:
        LOG.warning("Too many connections of %s say nothing; the first ones are closed.", address)
        next(iter(self.silent[address])).give_up()


class _Watched:
    """What both kinds of connections have in common. `gate` is that of the server; `address` is counted there until the connection is lost."""

    gate: Gate
    address: str = ""
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None
    _counts: bool = False

    def pause_writing(self) -> None:
        """The other side takes nothing."""
        super().pause_writing()  # type: ignore[misc]
        self._stalled = self.loop.call_later(self.gate.limits.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()  # type: ignore[misc]
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """One less."""
        super().connection_lost(exc)  # type: ignore[misc]
        if self._stalled is not None:
            self._stalled.cancel()
        self._leave()

    def _leave(self) -> None:
        if self._counts:
            self._counts = False
            self.gate.crowd.leave(self.address)


class Http(_Watched, H11Protocol):
    """Ordinary requests. What is expected is a head (`h11.IDLE`), a body (`h11.SEND_BODY`), or nothing (None) while it is answered."""

    _expected: Any = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counted, or closed at once."""
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
        """The next request may come."""
        super().on_response_complete()
        self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on another protocol is spoken, and counts instead of this one."""
        self._expect_nothing()
        super().handle_websocket_upgrade(event)
        heir = self.transport.get_protocol()
        assert isinstance(heir, Socket)  # noqa: S101 - `protocols_of` has said so
        heir.address, heir._counts, self._counts = self.address, self._counts, False  # noqa: SLF001 - one of us

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is expected any more."""
        self._expect_nothing()
        super().connection_lost(exc)

    def give_up(self) -> None:
        """It has waited long enough."""
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
    """WebSockets, which are asked every now and then whether they are still there."""

    def keepalive_timeout(self) -> None:
        """They are not, so they take nothing either."""
        super().keepalive_timeout()
        self.transport.abort()


def protocols_of(gate: Gate) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """For HTTP and for WebSockets, as uvicorn takes them."""
    return type("Http", (Http,), {"gate": gate}), type("Socket", (Socket,), {"gate": gate})


class OncePerMinute(logging.Filter):
    """Of what is logged in the same words, whatever it is about, one line a minute."""

    SECONDS = 60
    KINDS = 256
    WORDS = 50
    """Characters by which sentences are told apart."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Is it logged?"""
        kind = record.name, str(record.msg)[: self.WORDS]
        if record.created - self._last.get(kind, -self.SECONDS) < self.SECONDS:
            return False
        if len(self._last) >= self.KINDS:
            self._last.clear()
        self._last[kind] = record.created
        return True
