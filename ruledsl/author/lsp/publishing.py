"""The findings that an editor shows: at once those of the changed text, after a pause those of everything; never those of an outdated text."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ruledsl.author.lsp.addresses import Addresses
from ruledsl.author.lsp.shapes import Shapes
from ruledsl.author.service.service import Service
from ruledsl.base.diagnostics import Diagnostic
from ruledsl.base.system import ONE_THREAD

QUIET: Final = 0.15
"""Seconds without a change after which everything is checked."""
AGAIN: Final = 0.05
READING: Final = "ruledsl: reading packs"
"""The token of the only slow work."""
PATIENCE: Final = 2.0
"""Seconds in which a client must agree to show it."""


class Superseded(Exception):
    """A change or a request has arrived: the check of everything must wait."""


class Turns:
    """Mutual exclusion: requests have priority over background work, which yields as soon as it can."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = 0

    @contextmanager
    def now(self) -> Iterator[None]:
        """A turn for a request."""
        self._waiting += 1
        try:
            with self._lock:
                yield
        finally:
            self._waiting -= 1

    @contextmanager
    def later(self) -> Iterator[None]:
        """A turn for background work."""
        with self._lock:
            yield

    def pause(self) -> None:
        """Yield to waiting requests: raises `Superseded`."""
        if self._waiting:
            raise Superseded


def _heard(answer: asyncio.Future[Any]) -> bool:
    """Read an answer, so that an unread refusal is not reported as an error."""
    return not answer.cancelled() and answer.exception() is None


class Publisher:
    """Sends the findings of one service to one client."""

    def __init__(
        self, server: LanguageServer, service: Service, shapes: Shapes, turns: Turns, addresses: Addresses
    ) -> None:
        self._server, self._service, self._shapes, self._turns = server, service, shapes, turns
        self._addresses = addresses
        self._changed: set[Path] = set()
        self._told: set[Path] = set()
        self._everything: asyncio.Task[None] | None = None
        self._soon: asyncio.Handle | asyncio.Task[None] | None = None
        self._has_begun = False
        self.latest: dict[Path, tuple[int, list[Diagnostic]]] = {}

    def changed(self, path: Path) -> None:
        """A document has changed; several changes at once are checked once."""
        self._changed.add(path)
        loop = asyncio.get_running_loop()
        if self._everything is not None:
            self._everything.cancel()
        if self._soon is None and self._has_begun:
            self._soon = loop.call_soon(self._at_once)
        elif self._soon is None:
            self._has_begun = True
            self._soon = loop.create_task(self._begin())

    async def _begin(self) -> None:
        """Reading packs takes seconds before the first findings: tell the client, if it can show that."""
        window = self._server.client_capabilities.window
        progress = self._server.work_done_progress
        shown = window is not None and bool(window.work_done_progress)
        if shown:
            # The request is not cancelled when nobody waits any more: pygls would report a late answer as an error,
            # to the editor.
            asked = asyncio.ensure_future(progress.create_async(READING))
            await asyncio.wait([asked], timeout=PATIENCE)
            asked.add_done_callback(_heard)
            shown = asked.done() and _heard(asked)
        if shown:
            progress.begin(READING, lsp.WorkDoneProgressBegin(title="ruledsl", message="reading packs"))
            await asyncio.sleep(0)  # sends the message before the event loop is blocked for a while
        try:
            self._at_once()
        finally:
            if shown:
                progress.end(READING, lsp.WorkDoneProgressEnd(message="packs are read"))

    def closed(self, path: Path) -> None:
        """A document was closed: its file counts again."""
        self.changed(path)

    def known(self, path: Path) -> list[Diagnostic]:
        """The current findings of a file; the caller has its turn."""
        change, found = self.latest.get(path, (-1, []))
        return found if change == self._service.documents.changes else self._service.findings(path)

    def _at_once(self) -> None:
        self._soon = None
        paths, self._changed = sorted(self._changed), set()
        for path in paths:
            with self._turns.now():
                found = self._service.findings(path)
            self._publish(path, found)
        self._everything = asyncio.get_running_loop().create_task(self._all(paths[-1]))

    async def _all(self, path: Path) -> None:
        """Check everything after a quiet moment; start again if a request came in between."""
        delay = QUIET
        while True:
            await asyncio.sleep(delay)
            change = self._service.documents.changes
            found = self._look(path) if ONE_THREAD else await asyncio.to_thread(self._look, path)
            if found is not None and change == self._service.documents.changes:
                self._publish_all(found)
                return
            delay = AGAIN

    def _look(self, path: Path) -> list[Diagnostic] | None:
        change = self._service.documents.changes

        def pause() -> None:
            self._turns.pause()
            if change != self._service.documents.changes:
                raise Superseded

        try:
            with self._turns.later():
                return self._service.everything(path, pause)
        except Superseded:
            return None

    def _publish_all(self, found: list[Diagnostic]) -> None:
        by_path: dict[Path, list[Diagnostic]] = {path: [] for path in self._told}
        for diagnostic in found:
            by_path.setdefault(self._service.path_of(diagnostic.span), []).append(diagnostic)
        for path, diagnostics in by_path.items():
            self._publish(path, diagnostics)

    def _publish(self, path: Path, found: list[Diagnostic]) -> None:
        self.latest[path] = self._service.documents.changes, found
        if found:
            self._told.add(path)
        else:
            self._told.discard(path)
        lines = self._shapes.lines(path)
        document = self._addresses.document(path, self._server.workspace)
        self._server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                self._addresses.uri(path),
                [self._shapes.diagnostic(diagnostic, lines) for diagnostic in found],
                document.version if document is not None else None,
            )
        )
