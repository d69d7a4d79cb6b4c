"""What the server was started with, and how much of everything it takes."""

from __future__ import annotations

from pathlib import Path

from ruledsl.dataclass import dataclass, field

__all__ = ["Limits", "Settings"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what strangers can ask for. Sizes are in bytes, rates in messages or requests a second, with as many at once as `burst` says."""

    tables: int = 2_000
    tables_of_visitor: int = 60
    watchers: int = 40
    """Connections at one table."""
    connections: int = 2_000
    of_address: int = 200
    """Connections of one other computer."""
    message: int = 16_000
    body: int = 64_000
    upload: int = 16_000_000
    rate: float = 20.0
    burst: float = 60.0
    nonsense: int = 30
    """So many messages of a connection may make no sense, then it is closed."""
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
