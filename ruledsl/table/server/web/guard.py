"""Who may send requests, how many and how large; and the headers of every response."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import time
from collections import Counter, OrderedDict
from contextlib import asynccontextmanager, suppress
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.registry import Founder
from ruledsl.table.server.work.paying import asker, keeper

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path
    from typing import IO

    from starlette.requests import HTTPConnection, Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ruledsl.table.server.settings import Settings

POLICIES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "content-security-policy": "; ".join(POLICIES),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
NETWORK = 64
"""Bits of an IPv6 address that a computer chooses itself."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Headers:
    """Adds the headers to every response; one without a caching header must not be cached."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        self.headers = HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with if scope["type"] == "http" else send)


# ── origin ──


def needs_our_host(request: HTTPConnection, settings: Settings) -> None:
    """`Refused` unless the request names this server by an address, `localhost`, or a configured name.

    A foreign page can let its own name resolve to this server (DNS rebinding); then the request contains that name.
    """
    host = _name_in(f"//{request.headers.get('host', '')}")
    told = {*map(_name_in, settings.origins), settings.host}
    if host not in told and host not in LOOPBACK and not _is_address(host):
        raise Refused("table-003", "This server does not know that host name; `--origin` adds it.")


def needs_loopback(request: HTTPConnection) -> None:
    """`Refused` unless the browser uses a loopback name: no name from outside leads to requests that write files here."""
    if _name_in(f"//{request.headers.get('host', '')}") not in LOOPBACK:
        raise Refused("table-003", "This is open on this computer only, at `localhost`.")


def needs_our_origin(request: HTTPConnection, settings: Settings) -> None:
    """`Refused` unless it comes from a page of this server."""
    needs_our_host(request, settings)
    origin = request.headers.get("origin", "")
    scheme = "https" if settings.secure else "http"
    if origin not in (f"{scheme}://{request.headers.get('host', '')}", *settings.origins):
        raise Refused("table-003", "This comes from another page than this server's.")


def _name_in(address: str) -> str:
    """The host in an address; empty if there is none, or it is malformed."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def address_of(request: HTTPConnection) -> str:
    """The address that a request counts for."""
    return counted(request.client.host if request.client else "")


def counted(host: str) -> str:
    """The address itself; for IPv6 its network, since the owner of one such address has 2⁶⁴ of them."""
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    if address.is_loopback or address.ipv4_mapped:
        return str(address.ipv4_mapped or address)
    return str(ipaddress.ip_network((int(address) >> NETWORK << NETWORK, 128 - NETWORK)).network_address)


# ── limits ──


IN_MEMORY = 64_000
"""Bytes of an unfinished body in memory; a larger one is on disk until it is complete and its turn comes."""


@asynccontextmanager
async def body_of(request: Request, most: int, folder: Path | None = None) -> AsyncIterator[IO[bytes]]:
    """The body of a request, as a file (in `folder`, if it is large); `Refused` as soon as it is too large, or if too much is kept already."""
    kept, keep = 0, keeper()
    file = SpooledTemporaryFile(IN_MEMORY, dir=str(folder) if folder else None)  # noqa: SIM115 - closed below
    try:
        async for chunk in request.stream():
            keep(len(chunk))
            kept += len(chunk)
            if kept > most:
                raise Refused("table-002", "This is too large: at most {most} bytes are taken.", most=most)
            file.write(chunk)
        file.seek(0)
    except ClientDisconnect:
        raise Refused("table-001", "The request is incomplete.") from None
    except OSError as problem:
        raise Refused("table-051", "The file cannot be written: {why}.", why=problem.strerror) from None
    else:
        yield file
    finally:
        keep(-kept)
        with suppress(OSError):  # what did not fit on a full disk is still to be written, and nobody needs it
            file.close()


class Bucket:
    """A token bucket: `rate` a second, and bursts of `burst`."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def passes(self) -> bool:
        """May one more pass now?"""
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * self.rate, self.burst)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Crowd:
    """Counts open connections, in total and of each other computer. Those from this one, and from `proxies`, come from anybody."""

    def __init__(self, most: int, of_address: int, proxies: Sequence[Network] = ()) -> None:
        self.most = most
        self.of_address = of_address
        self.proxies = proxies
        self.open: Counter[str] = Counter()

    def are_many(self, address: str) -> bool:
        """May there be many different people at this address?"""
        if not _is_address(address):
            return False
        ip = ipaddress.ip_address(address)
        return ip.is_loopback or any(ip in network for network in self.proxies)

    def enter(self, address: str) -> None:
        """Count one more; `Refused` when there are too many."""
        if self.open.total() >= self.most or (
            self.open[address] >= self.of_address and not self.are_many(address)
        ):
            raise Refused("table-005", "Too many pages are open.")
        self.open[address] += 1

    def leave(self, address: str) -> None:
        """Count one less."""
        self.open[address] -= 1
        self.open += Counter()  # drops zero counts


class Rates:
    """A bucket for each recent address."""

    MOST = 4096

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def needs_patience(self, request: HTTPConnection) -> None:
        """`Refused` when this address has asked too often."""
        address = asker(address_of(request))
        bucket = self._of.setdefault(address, Bucket(self.rate, self.burst))
        self._of.move_to_end(address)
        if len(self._of) > self.MOST:
            self._of.popitem(last=False)
        if not bucket.passes():
            raise Refused("table-005", "Too many requests; wait a little.")


# ── visitors ────────────────────────────────────────────────────────────────────
# Visitors: browsers identified by a cookie, of which the server stores only a digest.


DAYS = 400
"""The longest time for which browsers keep cookies."""
SHORTEST, LONGEST = 40, 64


def _name(settings: Settings) -> str:
    return "__Host-visitor" if settings.secure else "visitor"


def visitor_of(request: HTTPConnection, settings: Settings) -> str:
    """The visitor: the digest of the cookie; empty without one."""
    given = request.cookies.get(_name(settings), "")
    if not SHORTEST <= len(given) <= LONGEST:
        return ""
    return hashlib.sha256(given.encode()).hexdigest()


def query_of(request: HTTPConnection) -> dict[str, str]:
    """The query of a request. If it names no language, its language is what the browser accepts."""
    return {"language": request.headers.get("accept-language", ""), **request.query_params}


def founder_of(request: HTTPConnection, settings: Settings) -> Founder:
    """The visitor and the address."""
    return Founder(visitor_of(request, settings), address_of(request))


def needs_cookie(request: HTTPConnection, settings: Settings) -> Founder:
    """The visitor and the address of a request; `Refused` without a cookie."""
    founder = founder_of(request, settings)
    if not founder.visitor:
        raise Refused("table-001", "This browser has no cookie of this server; load the page first.")
    return founder


def greet(request: HTTPConnection, response: Response, settings: Settings) -> None:
    """Give a new browser its cookie."""
    if not visitor_of(request, settings):
        response.set_cookie(
            _name(settings),
            secrets.token_urlsafe(32),
            max_age=DAYS * 86_400,
            path="/",
            secure=settings.secure,
            httponly=True,
            samesite="strict",
        )
