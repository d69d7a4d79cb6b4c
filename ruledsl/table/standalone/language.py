"""The language server of one editor, which gets its messages one by one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ruledsl.author.lsp.server import language_server
from ruledsl.base.store import much_is_held

if TYPE_CHECKING:
    from collections.abc import Callable


class _Writer:
    """The writer for pygls."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def write(self, data: bytes) -> None:
        """A whole message."""
        self._tell(data.decode("utf-8"))

    def close(self) -> None:
        """Nothing to do: the worker is killed with the page."""


class Language:
    """`tell` gets each message to the editor."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        much_is_held()
        self._protocol = language_server().protocol
        self._protocol.set_writer(_Writer(tell), include_headers=False)

    def hear(self, message: str) -> None:
        """A message of the editor."""
        self._protocol.handle_message(json.loads(message, object_hook=self._protocol.structure_message))
