"""Downloads a file: only over https, with limits on size, time and redirects."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from ruledsl.author.exchange.addresses import target_of
from ruledsl.author.exchange.refused import NotInstalled
from ruledsl.version import __version__

if TYPE_CHECKING:
    from ruledsl.author.exchange.addresses import Reach, Target

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
            except OSError as found:
                problem = found
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
            found = _answer(connection, target, most)
        if late.is_set():
            raise TimeoutError
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if isinstance(problem, NotInstalled):
            raise
        why = "it took too long" if late.is_set() else _why(problem)
        raise NotInstalled(f"`{target.host}` does not answer as it should: {why}.") from None
    else:
        return found
    finally:
        timer.cancel()


def _answer(connection: _Connection, target: Target, most: int) -> bytes | str:
    said = {"User-Agent": f"ruledsl/{__version__}", "Accept-Encoding": "identity"}
    connection.request("GET", target.path, headers=said)
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
