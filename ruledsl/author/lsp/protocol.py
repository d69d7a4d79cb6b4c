"""Strictness that pygls lacks: every request is answered, nothing happens before initialization, and no answer has a traceback."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol

from ruledsl.author.lsp.addresses import Addresses

if TYPE_CHECKING:
    from cattrs import Converter
    from pygls.lsp.server import LanguageServer

LONGEST: Final = 400
"""The most characters of an error message."""


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
