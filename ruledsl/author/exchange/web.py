"""Downloads a file: only over https, with limits on size, time and redirects."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import visible
from ruledsl.version import __version__

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

# ── refused ─────────────────────────────────────────────────────────────────────
# Packs that cannot be fetched or installed.


class NotInstalled(ValueError):
    """Why a pack is not installed, or not removed, as a sentence. Nothing has changed."""


# ── addresses ───────────────────────────────────────────────────────────────────
# The computers that a pack may come from: public ones, resolved once, so that the checked address is the one connected to.


HTTPS = 443
LONGEST = 2_000
"""The most characters of an address."""
LOW = (1 << 32) - 1
AROUND_IPV4 = tuple(
    ipaddress.ip_network(network) for network in ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")
)
"""Networks whose last 32 bits are an IPv4 address: compatible, mapped and translated addresses, and NAT64."""
SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
        *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("224.0.0.0/4", "240.0.0.0/4"),
        *("::/8", "100::/8", "2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20"),
        *("5f00::/16", "fc00::/7", "fe80::/9", "ff00::/8"),
    )
)
"""All networks of the registries of special addresses (RFC 6890 and what was added since), and those that carry others inside. Python's own
table (`is_global`) follows only a part of them, which depends on its version."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The permitted computers: those of the `local` network (including this one) only on request; repositories that are `files` only in tests."""

    local: bool = False
    files: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A computer to connect to: its name, which its certificate must have, and its resolved addresses."""

    host: str
    port: int
    addresses: tuple[str, ...]
    path: str


def target_of(url: str, reach: Reach) -> Target:
    """The target of a web address. Raises `NotInstalled`.

    The name is resolved here and nowhere else: a DNS answer that changes a moment later has no effect.
    """
    parts, host = _parts(url)
    port = parts.port or HTTPS
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotInstalled(f"There is no computer `{host}`, or it cannot be looked up now.") from None
    addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in entries))
    for address in addresses:
        if not reach.local and not _is_public(address):
            raise NotInstalled(
                f"`{host}` is in the local network ({address}); `--local` allows that, if you trust the address."
            )
    path = parts.path or "/"
    return Target(host, port, addresses, f"{path}?{parts.query}" if parts.query else path)


def _parts(url: str) -> tuple[SplitResult, str]:
    """A parsed address, and the name of its computer for the resolver."""
    shown = visible(url)[:100]
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise NotInstalled(
            f"`{shown}` is no address: some sign in it has to be written as `%XX`, or it is too long."
        )
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise NotInstalled(f"`{shown}` is no address.") from None
    if parts.scheme != "https" or not host:
        raise NotInstalled(f"`{shown}` does not begin with `https://`: nothing else is fetched.")
    if parts.username is not None or parts.password is not None:
        raise NotInstalled(
            "An address with a name or password in it is not fetched: it would be shown and kept."
        )
    return parts, host


def _is_public(address: str) -> bool:
    """Is this an address of the public internet, however it is encoded?"""
    ip: IPv4Address | IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inside = ip.sixtofour
        if any(ip in network for network in AROUND_IPV4):
            inside = ipaddress.IPv4Address(int(ip) & LOW)
        if inside is not None:
            return _is_public(str(inside))
    return ip.is_global and not any(ip in network for network in SPECIAL)


MOST_REDIRECTS: Final = 5
SECONDS: Final = 60.0
"""The total time, however slowly the server answers."""
MOST_ADDRESSES: Final = 4
SILENCE: Final = 15.0
"""The longest wait for data."""
OK: Final = 200
ELSEWHERE: Final = frozenset({301, 302, 303, 307, 308})


def fetched(url: str, most: int, reach: Reach) -> bytes:
    """The content of an address, of at most `most` bytes. Raises `NotInstalled`."""
    end = time.monotonic() + SECONDS
    for _ in range(MOST_REDIRECTS + 1):
        answer = _asked(target_of(url, reach), most, end)
        if isinstance(answer, bytes):
            return answer
        try:
            url = urljoin(url, answer)
        except ValueError:
            raise NotInstalled("The address leads on to one that is none.") from None
    raise NotInstalled(f"The address leads on more than {MOST_REDIRECTS} times.")


def shown_url(url: str) -> str:
    """An address without possible secrets: names, passwords, queries."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


class _Connection(http.client.HTTPSConnection):
    """Connects to the checked addresses under the requested name. `held` sockets can be cut off, even during the TLS handshake."""

    def __init__(self, target: Target) -> None:
        self.secured = ssl.create_default_context()
        super().__init__(target.host, target.port, timeout=SILENCE, context=self.secured)
        self.target = target
        self.held: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the first address that answers."""
        problem: OSError | None = None
        for address in self.target.addresses[:MOST_ADDRESSES]:
            try:
                plain = socket.create_connection((address, self.target.port), SILENCE)
            except OSError as failure:
                problem = failure
                continue
            self.held = plain
            self.sock = self.held = self.secured.wrap_socket(plain, server_hostname=self.target.host)
            return
        raise problem or OSError("there is no address")


def _asked(target: Target, most: int, end: float) -> bytes | str:
    """The content, or the address of a redirect. A slow response is eventually cut off."""
    connection = _Connection(target)
    late = threading.Event()

    def cut() -> None:
        late.set()
        with suppress(OSError):
            if connection.held is not None:
                connection.held.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(end - time.monotonic(), 0.1), cut)
    timer.daemon = True
    timer.start()
    try:
        with closing(connection):
            answer = _answer(connection, target, most)
        if late.is_set():
            raise TimeoutError
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if isinstance(problem, NotInstalled):
            raise
        why = "it took too long" if late.is_set() else _why(problem)
        raise NotInstalled(f"`{target.host}` does not answer as it should: {why}.") from None
    else:
        return answer
    finally:
        timer.cancel()


def _answer(connection: _Connection, target: Target, most: int) -> bytes | str:
    headers = {"User-Agent": f"ruledsl/{__version__}", "Accept-Encoding": "identity"}
    connection.request("GET", target.path, headers=headers)
    with closing(connection.getresponse()) as response:
        if response.status in ELSEWHERE:
            return response.getheader("Location") or ""
        if response.status != OK:
            raise NotInstalled(f"`{target.host}` answers {response.status}: nothing to install lies there.")
        if response.getheader("Content-Encoding", "identity") != "identity":
            raise NotInstalled(f"`{target.host}` sends something packed that was not asked for.")
        data = response.read(most + 1)
    if len(data) > most:
        raise NotInstalled(f"What lies there is larger than {most // 1_000_000} MB.")
    return data


def _why(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate is not good ({problem.verify_message})"
    if isinstance(problem, TimeoutError):
        return "nothing came"
    return " ".join(str(problem).split())[:100] or type(problem).__name__
