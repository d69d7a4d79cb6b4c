"""A worker beside the tables, for slow work and for code of strangers. The page kills it when it takes too much (`static/background.js`)."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.table.standalone.boot import SharedFolders, boot, shared

if TYPE_CHECKING:
    from collections.abc import Callable


class Background:
    """Answers the requests of `page.inside`: the modules are those of the server's processes, too. `tell` sends messages that nobody requested."""

    def __init__(self, data: Path, tell: Callable[[str], None]) -> None:
        self._shared, self._tell = SharedFolders(shared(data)), tell
        self._answer: Callable[[dict[str, Any]], dict[str, Any]] | None = None
        self._language: Any = None

    def answered(self, text: str) -> str:
        """The answer to a request, and the files that have changed meanwhile."""
        asked = json.loads(text)
        self._shared.put(asked["files"])
        if self._answer is None:
            module, *arguments = asked["begun_with"]
            self._answer = import_module(module).answerer(*arguments)
        answer = self._answer(asked["question"])
        return json.dumps({"answer": answer, "files": self._shared.news()})

    def heard(self, text: str) -> None:
        """A message of an editor."""
        heard = json.loads(text)
        self._shared.put(heard["files"])
        if self._language is None:
            self._language = import_module("ruledsl.table.standalone.language").Language(self._tell)
        self._language.hear(heard["said"])


def begin(data: str, fetch: Callable[[str], Any], tell: Callable[[str], None]) -> Background:
    """The handler of this worker."""
    boot(Path(data), fetch)
    return Background(Path(data), tell)
