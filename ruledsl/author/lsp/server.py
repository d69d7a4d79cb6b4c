"""The requests of editors, each answered by one method of the service."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from ruledsl.author.lsp.protocol import Addresses, Protocol, Shapes
from ruledsl.author.service.index import CannotRename
from ruledsl.author.service.outline import COLOURS
from ruledsl.author.service.service import Service
from ruledsl.base.diagnostics import Diagnostic, Fix, Span
from ruledsl.base.diagnostics.diagnostic import SAFE
from ruledsl.base.store import much_is_held
from ruledsl.base.system import ONE_THREAD
from ruledsl.version import __version__

# ── publishing ──────────────────────────────────────────────────────────────────
# The findings that an editor shows: at once those of the changed text, after a pause those of everything; never those of an outdated text.


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

    def findings(self, path: Path) -> list[Diagnostic]:
        """The current findings of a file; the caller has its turn."""
        change, findings = self.latest.get(path, (-1, []))
        return findings if change == self._service.documents.changes else self._service.findings(path)

    def _at_once(self) -> None:
        self._soon = None
        paths, self._changed = sorted(self._changed), set()
        for path in paths:
            with self._turns.now():
                findings = self._service.findings(path)
            self._publish(path, findings)
        self._everything = asyncio.get_running_loop().create_task(self._all(paths[-1]))

    async def _all(self, path: Path) -> None:
        """Check everything after a quiet moment; start again if a request came in between."""
        delay = QUIET
        while True:
            await asyncio.sleep(delay)
            change = self._service.documents.changes
            findings = self._look(path) if ONE_THREAD else await asyncio.to_thread(self._look, path)
            if findings is not None and change == self._service.documents.changes:
                self._publish_all(findings)
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

    def _publish_all(self, findings: list[Diagnostic]) -> None:
        by_path: dict[Path, list[Diagnostic]] = {path: [] for path in self._told}
        for diagnostic in findings:
            by_path.setdefault(self._service.path_of(diagnostic.span), []).append(diagnostic)
        for path, diagnostics in by_path.items():
            self._publish(path, diagnostics)

    def _publish(self, path: Path, findings: list[Diagnostic]) -> None:
        self.latest[path] = self._service.documents.changes, findings
        if findings:
            self._told.add(path)
        else:
            self._told.discard(path)
        lines = self._shapes.lines(path)
        document = self._addresses.document(path, self._server.workspace)
        self._server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                self._addresses.uri(path),
                [self._shapes.diagnostic(diagnostic, lines) for diagnostic in findings],
                document.version if document is not None else None,
            )
        )


A = TypeVar("A")


class _Answers:
    """The answers to one client."""

    def __init__(self, server: LanguageServer, packs: tuple[str, ...]) -> None:
        self.server = server
        self.service = Service(packs)
        self.addresses = cast("Protocol", server.protocol).addresses
        self.shapes = Shapes(server, self.service, self.addresses)
        self.turns = Turns()
        self.publisher = Publisher(server, self.service, self.shapes, self.turns, self.addresses)

    def _asked(self, uri: str, answer: Callable[[Path], A], otherwise: A) -> A:
        """Answer for a file, in turn; `otherwise` if the address is no file."""
        path = self.addresses.path(uri)
        if path is None:
            return otherwise
        with self.turns.now():
            return answer(path)

    def began(self, params: lsp.InitializedParams) -> None:
        """The folders of the workspace are known now."""
        del params
        workspace = self.server.workspace
        uris = [folder.uri for folder in workspace.folders.values()] or [workspace.root_uri or ""]
        paths = [self.addresses.folder(uri) for uri in uris]
        self.service.workspace([path for path in paths if path is not None])

    # ── documents ──

    def did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """The editor's text counts from now on."""
        self._put(params.text_document.uri)

    def did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """The text has changed."""
        self._put(params.text_document.uri)

    def _put(self, uri: str) -> None:
        path = self.addresses.path(uri)
        document = None if path is None else self.addresses.document(path, self.server.workspace)
        if path is not None and document is not None:
            self.service.put(path, document.source)
            self.publisher.changed(path)

    def did_save(self, params: lsp.DidSaveTextDocumentParams) -> None:
        """Other programs may have changed other files."""
        self._put(params.text_document.uri)

    def did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """The file on the disk counts again."""
        path = self.addresses.path(params.text_document.uri)
        if path is not None:
            self.service.put(path, None)
            self.publisher.closed(path)

    def did_change_watched_files(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        """Other programs have changed files."""
        for change in params.changes:
            path = self.addresses.path(change.uri)
            if path is not None:
                self.service.documents.changes += 1
                self.publisher.changed(path)

    # ── names ──

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """The description of a name."""

        def answer(path: Path) -> lsp.Hover | None:
            description = self.service.hover(path, *self.shapes.place(path, params.position))
            if description is None:
                return None
            text, span = description
            content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
            return lsp.Hover(content, self.shapes.range(span, self.shapes.lines(path)))

        return self._asked(params.text_document.uri, answer, None)

    def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        """Its declarations."""

        def answer(path: Path) -> list[lsp.Location]:
            spans = self.service.definition(path, *self.shapes.place(path, params.position))
            return [self.shapes.location(span) for span in spans]

        return self._asked(params.text_document.uri, answer, [])

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """All its occurrences."""

        def answer(path: Path) -> list[lsp.Location]:
            place = self.shapes.place(path, params.position)
            with_all = params.context.include_declaration
            return [
                self.shapes.location(s) for s in self.service.references(path, *place, declarations=with_all)
            ]

        return self._asked(params.text_document.uri, answer, [])

    def prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        """The span of the name that would be renamed."""

        def answer(path: Path) -> lsp.Range:
            span = self.service.place_of_name(path, *self.shapes.place(path, params.position))
            return self.shapes.range(span, self.shapes.lines(path))

        return self._or_refuse(params.text_document.uri, answer, None)

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """Rename it, everywhere at once."""

        def answer(path: Path) -> lsp.WorkspaceEdit:
            by_file = self.service.renamed(path, *self.shapes.place(path, params.position), params.new_name)
            edits = {}
            for file, fixes in by_file.items():
                lines = self.shapes.lines(file)
                edits[self.addresses.uri(file)] = [self.shapes.edit(fix, lines) for fix in fixes]
            return lsp.WorkspaceEdit(edits)

        return self._or_refuse(params.text_document.uri, answer, None)

    def _or_refuse(self, uri: str, answer: Callable[[Path], A], otherwise: A | None) -> A | None:
        """The answer; a refusal becomes an error with a sentence."""
        try:
            return self._asked(uri, answer, otherwise)
        except CannotRename as problem:
            raise JsonRpcException(str(problem), lsp.LSPErrorCodes.RequestFailed) from None

    # ── what could be written ──

    def complete(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        """The completions at a place. Indenting a line with spaces is no request."""
        nothing = lsp.CompletionList(is_incomplete=False, items=[])
        asked_by = params.context.trigger_character if params.context else None

        def answer(path: Path) -> lsp.CompletionList:
            line, column = self.shapes.place(path, params.position)
            if asked_by == " " and not self._after_a_word(path, line, column):
                return nothing
            items, prefix = self.service.completions(path, line, column)
            where = Span("", line, column - len(prefix), line, column)
            shown = self.shapes.range(where, self.shapes.lines(path))
            return lsp.CompletionList(
                is_incomplete=False, items=[self.shapes.item(item, n, shown) for n, item in enumerate(items)]
            )

        return self._asked(params.text_document.uri, answer, nothing)

    def _after_a_word(self, path: Path, line: int, column: int) -> bool:
        before = self.shapes.lines(path)[line - 1][: column - 1]
        return bool(before.strip()) and not before.endswith("  ")

    def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Fixes of the findings there; and, for the whole text, all safe fixes."""

        def answer(path: Path) -> list[lsp.CodeAction]:
            uri, lines = self.addresses.uri(path), self.shapes.lines(path)
            fixable = [d for d in self.publisher.findings(path) if d.correction is not None]
            actions = []
            for diagnostic in fixable:
                fix = diagnostic.correction
                shown = self.shapes.diagnostic(diagnostic, lines)
                if fix is not None and _touch(shown.range, params.range):
                    file = self.service.path_of(fix.span)
                    there = lines if fix.span.file == diagnostic.span.file else self.shapes.lines(file)
                    edit = lsp.WorkspaceEdit({self.addresses.uri(file): [self.shapes.edit(fix, there)]})
                    title = _title(fix, there) + (f" in `{file.name}`" if there is not lines else "")
                    actions.append(_action(title, lsp.CodeActionKind.QuickFix, edit, shown))
            safe = [
                d.correction
                for d in fixable
                if d.code in SAFE and d.correction is not None and d.correction.span.file == d.span.file
            ]
            if safe:
                edit = lsp.WorkspaceEdit({uri: [self.shapes.edit(fix, lines) for fix in _apart(safe)]})
                title = "Put right all that says the same in other words"
                actions.append(_action(title, lsp.CodeActionKind.SourceFixAll, edit, None))
            return actions

        return self._asked(params.text_document.uri, answer, [])

    # ── whole documents ──

    def colours(self, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        """The colours of all words."""

        def answer(path: Path) -> lsp.SemanticTokens:
            return lsp.SemanticTokens(self.shapes.tokens(self.service.colours(path), self.shapes.lines(path)))

        return self._asked(params.text_document.uri, answer, lsp.SemanticTokens([]))

    def outline(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """The outline."""

        def answer(path: Path) -> list[lsp.DocumentSymbol]:
            lines = self.shapes.lines(path)
            return [self.shapes.symbol(entry, lines) for entry in self.service.outline(path)]

        return self._asked(params.text_document.uri, answer, [])

    def formatting(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        """The formatted text."""

        def answer(path: Path) -> list[lsp.TextEdit]:
            old, new = self.service.text(path), self.service.formatted(path)
            if old is None or new is None or old == new:
                return []
            rows = old.count("\n") + 1
            return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(rows, 0)), new)]

        return self._asked(params.text_document.uri, answer, [])


def _action(
    title: str, kind: lsp.CodeActionKind, edit: lsp.WorkspaceEdit, mends: lsp.Diagnostic | None
) -> lsp.CodeAction:
    return lsp.CodeAction(
        title,
        kind=kind,
        edit=edit,
        diagnostics=[mends] if mends else None,
        is_preferred=mends is not None or None,
    )


def _title(fix: Fix, lines: list[str]) -> str:
    """The effect of a fix, in words."""
    at = fix.span
    old = (
        lines[at.line - 1][at.column - 1 : at.end_column - 1] if at.line == at.end_line <= len(lines) else ""
    )
    was, new = " ".join(old.split()), " ".join(fix.text.split())
    if was == new:
        return f"Indent this line {'further' if len(fix.text) > len(old) else 'less'}"
    if not new:
        return f"Leave out `{was}`"
    return f"Write `{new}` for `{was}`" if was else f"Put in `{new}`"


def _apart(fixes: list[Fix]) -> list[Fix]:
    """Fixes that do not touch an earlier one: an editor applies all of them at once."""
    kept: list[Fix] = []
    for fix in sorted(set(fixes), key=lambda fix: fix.span.start):
        if not kept or kept[-1].span.end < fix.span.start:
            kept.append(fix)
    return kept


def _touch(one: lsp.Range, other: lsp.Range) -> bool:
    return one.start.line <= other.end.line and other.start.line <= one.end.line


def language_server(packs: tuple[str, ...] = ()) -> LanguageServer:
    """A server for one client, whose files are checked together with these packs."""
    sync = lsp.TextDocumentSyncKind.Incremental
    server = LanguageServer("ruledsl", __version__, text_document_sync_kind=sync, protocol_cls=Protocol)
    answers = _Answers(server, packs)
    features: dict[str, tuple[Callable[[Any], Any], Any]] = {
        lsp.TEXT_DOCUMENT_DID_OPEN: (answers.did_open, None),
        lsp.TEXT_DOCUMENT_DID_CHANGE: (answers.did_change, None),
        lsp.TEXT_DOCUMENT_DID_SAVE: (answers.did_save, None),
        lsp.TEXT_DOCUMENT_DID_CLOSE: (answers.did_close, None),
        lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: (answers.did_change_watched_files, None),
        lsp.TEXT_DOCUMENT_HOVER: (answers.hover, None),
        lsp.TEXT_DOCUMENT_DEFINITION: (answers.definition, None),
        lsp.TEXT_DOCUMENT_REFERENCES: (answers.references, None),
        lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (answers.outline, None),
        lsp.TEXT_DOCUMENT_FORMATTING: (answers.formatting, None),
        lsp.TEXT_DOCUMENT_COMPLETION: (answers.complete, lsp.CompletionOptions([" ", "/"])),
        lsp.TEXT_DOCUMENT_CODE_ACTION: (
            answers.actions,
            lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
        ),
        lsp.TEXT_DOCUMENT_PREPARE_RENAME: (answers.prepare_rename, None),
        lsp.TEXT_DOCUMENT_RENAME: (answers.rename, lsp.RenameOptions(prepare_provider=True)),
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (
            answers.colours,
            lsp.SemanticTokensLegend(list(COLOURS), ["declaration"]),
        ),
        lsp.INITIALIZED: (answers.began, None),
    }
    for name, (function, options) in features.items():
        server.feature(name, options)(_plain(function))
    return server


def _plain(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function in place of a method: pygls inspects what it gets."""

    def answer(params: Any) -> Any:  # noqa: ANN401 - whatever the question is
        return function(params)

    return answer


# ── run ─────────────────────────────────────────────────────────────────────────
# Runs the server over standard input and output, or over a WebSocket.


SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def over_stdio(packs: tuple[str, ...]) -> None:
    """Run until the editor shuts it down, or is gone.

    The streams are copies, since the server closes them; other writers to standard output are redirected to stderr, and are no messages.
    """
    much_is_held()
    _end_at_once()
    with (
        os.fdopen(os.dup(sys.stdin.fileno()), "rb") as given,
        os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output,
    ):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        language_server(packs).start_io(given, output)


def over_websocket(
    packs: tuple[str, ...], host: str, port: int, origins: tuple[str, ...], say: Callable[[str], None]
) -> None:
    """Run until the process is stopped; each connection has its own server, and `say` gets the address.

    Browsers' pages may connect only from one of these origins; other programs send none.
    """
    much_is_held()
    _end_at_once()
    from pygls.io_ import run_websocket  # noqa: PLC0415
    from websockets.asyncio.server import ServerConnection, serve  # noqa: PLC0415
    from websockets.typing import Origin  # noqa: PLC0415

    async def connection(socket: ServerConnection) -> None:
        server = language_server(packs)
        await run_websocket(socket, threading.Event(), server.protocol, logging.getLogger(__name__))

    async def listen() -> None:
        allowed = [None, *map(Origin, origins)]
        async with serve(connection, host, port, origins=allowed, max_size=8_000_000) as server:
            place = next(iter(server.sockets)).getsockname()
            say(f"ruledsl lsp listens at ws://{place[0]}:{place[1]}")
            await server.serve_forever()

    asyncio.run(listen())


def _end_at_once() -> None:
    """Nothing needs saving or logging: a signal ends the server, whatever its threads wait for. Ignored signals stay ignored."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
