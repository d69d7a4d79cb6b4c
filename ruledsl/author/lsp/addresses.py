"""How one client writes the addresses of its files: it gets them back as it wrote them, and means the same file however it writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.workspace import TextDocument, Workspace

from ruledsl.author.service.service import real
from ruledsl.base.uris import in_one_spelling, path_of, quoted, uri_of


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
