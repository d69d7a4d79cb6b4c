"""The arguments of the server, and its limits."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Final

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.system import PACKAGE

PAGE = PACKAGE / "table" / "page"
"""The files of the page."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on requests of strangers. Sizes are in bytes, rates in messages or requests a second, with bursts of `burst`."""

    tables: int = 2_000
    tables_of_one: int = 60
    """Tables of one visitor, and tables set up from one address."""
    watchers: int = 40
    """Spectators' pages at one table."""
    pages: int = 12
    """Pages of one visitor who sits at a table, there."""
    holders: int = 12
    """Visitors who hold one seat."""
    connections: int = 2_000
    of_address: int = 200
    """Connections of one other computer."""
    silent: int = 64
    silent_seconds: float = 1.0
    """Connections of one address that may be without a complete request for this long. A browser that opens many pages has sent requests by then."""
    head_seconds: float = 10.0
    body_seconds: float = 120.0
    """Time for a request to arrive: for its head, and for its body."""
    stalled: float = 60.0
    """Seconds in which a connection may take none of the data it is sent."""
    message: int = 16_000
    body: int = 64_000
    upload: int = 16_000_000
    rate: float = 20.0
    burst: float = 60.0
    share: float = 0.2
    share_at_once: float = 2.0
    """The time for requests other than choices: this part of each second for those who sit at a table, as much again for spectators; up to this many
    seconds of it are saved up."""
    loop: float = 0.25
    loop_at_once: float = 1.0
    loop_of_all: float = 0.35
    loop_in_turn: float = 0.01
    """Seconds of the event loop that one address gets in each second; how many of them are saved up; the part of the
    time that all those who owe some get together; and how long others wait for one address in one turn of the loop."""
    wire: float = 20e6
    """Bytes, received or sent, that count as much as a second of the event loop."""
    loud: float = 20.0
    """Seconds for which an address may owe time, then its loudest connection is closed."""
    frames: int = 500
    """Frames of one message on a socket."""
    kept: int = 512_000_000
    kept_of_address: int = 64_000_000
    """Bytes of unfinished requests: in total, on disk if they are large, and of one address."""
    nonsense: int = 30
    """The malformed messages after which a connection is closed."""
    waiting: int = 16
    """Requests of one address that wait for a process."""
    compositions: int = 24
    """Sets of packs that stay loaded for visitors of the lobby."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server stores its tables, what it offers and how it plays."""

    data: Path
    packs: tuple[str, ...] = ()
    """Offered packs besides those found by their ids: folders."""
    host: str = "127.0.0.1"
    port: int = 8000
    secure: bool = False
    """Does a proxy that terminates TLS stand before the server? Then cookies are restricted to TLS."""
    origins: tuple[str, ...] = ()
    """Origins of this server besides the host in a request: those of a proxy."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies in front, which say in `X-Forwarded-For` for whom they ask."""
    pace: float = 0.6
    """Seconds between the choices of a bot."""
    thinking: float = 20.0
    """Seconds that a bot may think, before a faster one chooses for it."""
    workers: int = 1
    """Processes in which bots think."""
    workshop: Path | None = None
    """The folder whose packs are edited; without one there is no workshop."""
    limits: Limits = field(default_factory=Limits)

    @property
    def alone(self) -> bool:
        """Is the server only for browsers on this computer?"""
        return is_loopback(self.host) and not self.origins


def is_loopback(host: str) -> bool:
    """Is it an address of this computer that no other one reaches?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# ── closing ─────────────────────────────────────────────────────────────────────
# The codes with which sockets close, as in `docs/table-protocol.md` (`page/table/connection.js` knows which are final).


NORMAL: Final = 1000
BROKEN: Final = 1011
"""A failure: something could not be written, or a process has ended."""
NOT_ALLOWED: Final = 4003
NO_TABLE: Final = 4004
TOO_FAST: Final = 4008
"""The page sends more than can be answered, or reads less than it is sent."""
NONSENSE: Final = 4009
