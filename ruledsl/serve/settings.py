"""What the server was started with, and how much of everything it takes."""

from __future__ import annotations

import ipaddress
from pathlib import Path

from ruledsl.dataclass import dataclass, field

PAGE = Path(__file__).with_name("page")
"""The files of the page."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what strangers can ask for. Sizes are in bytes, rates in messages or requests a second, with as many at once as `burst` says."""

    tables: int = 2_000
    tables_of_one: int = 60
    """Of one visitor, and set up from one address."""
    watchers: int = 40
    """Connections at one table."""
    connections: int = 2_000
    of_address: int = 200
    """Connections of one other computer."""
    silent: int = 64
    silent_seconds: float = 1.0
    """So many connections of one address on which no whole request has come in so long; many pages that are opened at once have said something."""
    head_seconds: float = 10.0
    body_seconds: float = 120.0
    """A request may take so long to come: what stands before its body, and the body."""
    stalled: float = 60.0
    """Seconds that a connection may take nothing of what it is sent."""
    message: int = 16_000
    body: int = 64_000
    upload: int = 16_000_000
    rate: float = 20.0
    burst: float = 60.0
    share: float = 0.2
    share_at_once: float = 2.0
    """Whatever is asked but choices: for those who sit at a table such a part of each second, and for spectators as much again; so many seconds of
    it are saved up."""
    nonsense: int = 30
    """So many messages of a connection may make no sense, then it is closed."""
    waiting: int = 16
    """Questions of one address that wait for a process."""
    compositions: int = 24
    """So many sets of packs are kept loaded for those who look around in the lobby."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server keeps its tables, what it offers and how it plays."""

    data: Path
    packs: tuple[str, ...] = ()
    """Packs that are offered besides those that are found by their ids: folders."""
    host: str = "127.0.0.1"
    port: int = 8000
    secure: bool = False
    """Is the server reached by TLS, through a proxy that ends it? Then cookies are for TLS only."""
    origins: tuple[str, ...] = ()
    """Origins that are ours besides the one that a request itself names as its host: of a proxy."""
    pace: float = 0.6
    """Seconds between the choices of a bot."""
    thinking: float = 20.0
    """Seconds that a bot may think, before somebody quicker chooses for it."""
    workers: int = 1
    """Processes in which bots think."""
    workshop: Path | None = None
    """The folder whose packs are edited; without one there is no workshop."""
    limits: Limits = field(default_factory=Limits)

    @property
    def alone(self) -> bool:
        """Is the server for the browsers of this computer only?"""
        return is_loopback(self.host) and not self.origins


def is_loopback(host: str) -> bool:
    """Is that an address of this computer which no other one reaches?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
