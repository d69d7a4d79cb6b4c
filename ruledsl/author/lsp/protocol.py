"""The form of messages between an editor and the server: the addresses of files, and strictness that pygls lacks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.workspace import TextDocument, Workspace

from ruledsl.author.service.completing.spot import Item
from ruledsl.author.service.outline import BUILT_IN, COLOURS, Colour, Entry
from ruledsl.author.service.service import Service, real
from ruledsl.base.diagnostics import Diagnostic, Fix, Span, did_you_mean
from ruledsl.base.uris import in_one_spelling, path_of, quoted, uri_of

if TYPE_CHECKING:
    from cattrs import Converter

LONGEST: Final = 400
"""The most characters of an error message."""


# ── addresses ───────────────────────────────────────────────────────────────────
# How one client writes the addresses of its files: it gets them back as it wrote them, and means the same file however it writes them.


class Addresses:
    """Documents and folders of the client, by the real path of each."""

    def __init__(self) -> None:
        self._documents: dict[Path, str] = {}
        self._folders: dict[Path, str] = {}

    def hear(self, params: Any) -> None:  # noqa: ANN401 - of whichever message
        """Put the address in a message into its one spelling, under which the workspace then keeps the document."""
        document = getattr(params, "text_document", None)
        uri = getattr(document, "uri", None)
        if document is None or not isinstance(uri, str):
            return
        if isinstance(params, lsp.DidOpenTextDocumentParams):
            self._opened(uri)
        document.uri = in_one_spelling(uri)

    def _opened(self, uri: str) -> None:
        """Remember the address of a document, and those of the folders above it where links do not lead elsewhere."""
        given = path_of(uri)
        if given is None:
            return
        path = real(given)
        self._documents[path] = uri
        while given.name and given.name == path.name:
            given, path, uri = given.parent, path.parent, uri.rpartition("/")[0]
            if path in self._folders or path_of(uri) != given:
                return
            self._folders[path] = uri

    def folder(self, uri: str) -> Path | None:
        """A folder of the client's workspace."""
        path = self.path(uri)
        if path is not None:
            self._folders[path] = uri.rstrip("/")
        return path

    def path(self, uri: str) -> Path | None:
        """The real path of the file at an address; None if it is not on this computer."""
        path = path_of(uri)
        return None if path is None else real(path)

    def uri(self, path: Path) -> str:
        """The address of a file, written as the client writes it or the nearest folder above."""
        if path in self._documents:
            return self._documents[path]
        above = next((folder for folder in path.parents if folder in self._folders), None)
        if above is None:
            return uri_of(path)
        return f"{self._folders[above]}/{quoted(path.relative_to(above).as_posix())}"

    def document(self, path: Path, workspace: Workspace) -> TextDocument | None:
        """The document of a file, if the client has it open."""
        document: TextDocument | None = workspace.text_documents.get(unquote(in_one_spelling(self.uri(path))))
        return document


# ── protocol ────────────────────────────────────────────────────────────────────
# What pygls lacks: every request is answered, nothing happens before initialization, and no answer has a traceback.


class _Unreadable(NamedTuple):
    """A message without the form that its method requires. `id` is None for a notification."""

    id: int | str | None
    problem: JsonRpcException


class Protocol(LanguageServerProtocol):
    """The protocol for one editor."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.addresses = Addresses()

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - one of many classes, as pygls has it
        """A message as an object of its class; malformed ones are answered like all others."""
        try:
            return super().structure_message(data)
        except JsonRpcException as problem:
            id_ = data.get("id") if "method" in data else None
            return _Unreadable(id_ if isinstance(id_, int | str) else None, problem)

    def handle_message(self, message: Any) -> None:  # noqa: ANN401 - whatever JSON can say
        """Handle a message, unless it is malformed or out of order."""
        if isinstance(message, _Unreadable):
            if message.id is not None:
                self._refuse(message.id, message.problem)
            return
        id_, method = getattr(message, "id", None), getattr(message, "method", "")
        if not hasattr(message, "jsonrpc") or not isinstance(id_, int | str | None):
            return
        begun = self._workspace is not None
        if method == lsp.EXIT and not self._include_headers:
            self._leave()
        elif method == lsp.INITIALIZE and begun:
            self._refuse(id_, JsonRpcInvalidRequest("This editor has introduced itself already."))
        elif begun or method in ("", lsp.INITIALIZE, lsp.EXIT):
            self.addresses.hear(getattr(message, "params", None))
            super().handle_message(message)
        elif id_ is not None:
            code = lsp.ErrorCodes.ServerNotInitialized
            self._refuse(id_, JsonRpcException("Say `initialize` first.", code))

    def _refuse(self, id_: int | str | None, problem: JsonRpcException) -> None:
        if id_ is not None:
            self._send_response(id_, error=problem.to_response_error())

    def _leave(self) -> None:
        """One editor of several has left; the others stay."""
        closing = None if self.writer is None else self.writer.close()
        if closing is not None:
            asyncio.ensure_future(closing)  # noqa: RUF006 - nobody waits for it

    def _send_response(
        self,
        msg_id: int | str,
        result: Any | None = None,  # noqa: ANN401 - whatever was asked for
        error: lsp.ResponseError | None = None,
    ) -> None:
        if error is not None:
            error = lsp.ResponseError(error.code, error.message[:LONGEST])
        super()._send_response(msg_id, result, error)


# ── shapes ──────────────────────────────────────────────────────────────────────
# Places and answers of the service in the form of the protocol. Lines and columns count from 0 there, columns in units that the client chose.


SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
KINDS = {
    "table": lsp.SymbolKind.Namespace,
    "rules": lsp.SymbolKind.Package,
    "entry": lsp.SymbolKind.Class,
    "value": lsp.SymbolKind.Property,
    "define": lsp.SymbolKind.Function,
    "permission": lsp.SymbolKind.Boolean,
    "event": lsp.SymbolKind.Event,
    "phase": lsp.SymbolKind.Event,
    "phaseadded": lsp.SymbolKind.Event,
    "remember": lsp.SymbolKind.Variable,
    "action": lsp.SymbolKind.Method,
    "guard": lsp.SymbolKind.Namespace,
}


ITEMS = {
    "word": lsp.CompletionItemKind.Keyword,
    "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Value,
    "memory": lsp.CompletionItemKind.Variable,
    "name in this rule": lsp.CompletionItemKind.Variable,
    "event": lsp.CompletionItemKind.Event,
    "phase": lsp.CompletionItemKind.Event,
    "action": lsp.CompletionItemKind.Event,
    "predicate": lsp.CompletionItemKind.Function,
    "definition": lsp.CompletionItemKind.Function,
    "permission": lsp.CompletionItemKind.Function,
    BUILT_IN: lsp.CompletionItemKind.Function,
    "tile": lsp.CompletionItemKind.Class,
    "piece": lsp.CompletionItemKind.Class,
}


class Shapes:
    """The converter for one client, whose documents have the addresses that it gave them."""

    def __init__(self, server: LanguageServer, service: Service, addresses: Addresses) -> None:
        self._server = server
        self._service = service
        self._addresses = addresses

    # ── places ──

    def lines(self, path: Path) -> list[str]:
        """The current lines of a file."""
        return (self._service.text(path) or "").split("\n")

    def place(self, path: Path, position: lsp.Position) -> tuple[int, int]:
        """Line and column, from 1."""
        lines = self.lines(path)
        at = self._server.workspace.position_codec.position_from_client_units(lines, position)
        return at.line + 1, at.character + 1

    def range(self, span: Span, lines: list[str]) -> lsp.Range:
        """A span in a file with these lines; a whole file is represented by its first line."""
        if span.is_nowhere:
            return lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        return lsp.Range(
            self._position(span.line, span.column, lines),
            self._position(span.end_line, span.end_column, lines),
        )

    def _position(self, line: int, column: int, lines: list[str]) -> lsp.Position:
        row = max(0, min(line - 1, len(lines) - 1))
        at = lsp.Position(row, max(0, min(column - 1, len(lines[row].removesuffix("\r")))))
        return self._server.workspace.position_codec.position_to_client_units(lines, at)

    def location(self, span: Span) -> lsp.Location:
        """A place in whichever file."""
        path = self._service.path_of(span)
        return lsp.Location(self._addresses.uri(path), self.range(span, self.lines(path)))

    # ── answers ──

    def diagnostic(self, finding: Diagnostic, lines: list[str]) -> lsp.Diagnostic:
        """A finding."""
        parts = [finding.message]
        if finding.expected:
            parts.append(f"Expected: {finding.expected}.")
        if finding.suggestion:
            parts.append(did_you_mean(finding.suggestion))
        if finding.help:
            parts.append(finding.help)
        related = [
            lsp.DiagnosticRelatedInformation(self.location(span), text) for span, text in finding.labels
        ]
        return lsp.Diagnostic(
            self.range(finding.span, lines),
            " ".join(parts),
            SEVERITIES[finding.severity],
            code=finding.code,
            source="ruledsl",
            related_information=related or None,
        )

    def edit(self, fix: Fix, lines: list[str]) -> lsp.TextEdit:
        """A fix."""
        return lsp.TextEdit(self.range(fix.span, lines), fix.text)

    def item(self, item: Item, number: int, where: lsp.Range) -> lsp.CompletionItem:
        """A completion; the first is the best."""
        return lsp.CompletionItem(
            item.text,
            kind=ITEMS.get(item.kind, lsp.CompletionItemKind.EnumMember),
            detail=item.kind,
            documentation=item.meaning or None,
            sort_text=f"{number:04}",
            text_edit=lsp.TextEdit(where, item.text),
        )

    def tokens(self, colours: list[Colour], lines: list[str]) -> list[int]:
        """Colours in the protocol's form: each relative to the previous one."""
        numbers: list[int] = []
        row = column = 0
        for colour in colours:
            where = self.range(colour.span, lines)
            start, length = where.start, where.end.character - where.start.character
            if length > 0:
                before = column if start.line == row else 0
                number = COLOURS.index(colour.what)
                numbers += [start.line - row, start.character - before, length, number, int(colour.declares)]
                row, column = start.line, start.character
        return numbers

    def symbol(self, entry: Entry, lines: list[str]) -> lsp.DocumentSymbol:
        """A line of the outline."""
        return lsp.DocumentSymbol(
            entry.name or "?",
            KINDS.get(entry.kind, lsp.SymbolKind.Object),
            self.range(entry.span, lines),
            self.range(entry.place, lines),
            detail=entry.kind,
            children=[self.symbol(inner, lines) for inner in entry.inside],
        )
