"""A file from the web: by https only, so much and no more, within a time, through few redirects."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from ruledsl.exchange.addresses import target_of
from ruledsl.exchange.refused import NotInstalled
from ruledsl.version import __version__

if TYPE_CHECKING:
    from ruledsl.exchange.addresses import Reach, Target

MOST_REDIRECTS: Final = 5
SECONDS: Final = 60.0
"""For all of it, whoever answers however slowly."""
MOST_ADDRESSES: Final = 4
SILENCE: Final = 15.0
"""Seconds in which something has to come."""
OK: Final = 200
ELSEWHERE: Final = frozenset({301, 302, 303, 307, 308})


def fetched(url: str, most: int, reach: Reach) -> bytes:
    """What lies at an address, at most so many bytes. Raises `NotInstalled`."""
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
    """An address without what may be a secret in it: names, passwords, questions."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


class _Connection(http.client.HTTPSConnection):
    """Leads to the addresses that were looked at, under the name that was asked for. What is `held` can be cut off, also while keys are agreed on."""

    def __init__(self, target: Target) -> None:
        self.secured = ssl.create_default_context()
        super().__init__(target.host, target.port, timeout=SILENCE, context=self.secured)
        self.target = target
        self.held: socket.socket | None = None

    def connect(self) -> None:
        """To the first address that answers."""
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
    """What lies there, or the address that it leads on to. Whatever is slow is cut off in the end."""
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
