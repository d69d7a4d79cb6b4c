"""An editor that means harm: `python tests/author/service/attack.py --messages 20000 [--seed N]`.

What it says is random, cut off, out of order, far too large, or almost right. The server has to live on, within bounds of memory, and answer every
request that can be read once, and never with a traceback.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import queue
import random
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

from lsprotocol import types as lsp

PATIENCE = 60
BOUNDED = """
from ruledsl.author.lsp.server import over_stdio
from ruledsl.base.system import bound_memory
bound_memory(1 << 30)
over_stdio(())
"""
EVERY = 25
"""After so many messages the server is asked something that makes sense."""
PACK = "id: otters_at_home\nversion: 0.1.0\nlanguage: 1\nname: Otters\nrequires: {smallworld: '0.1'}\n"
TILE = """races:
  otters:
    name: Otters
    number: 5
    tray: 10
    rules: |
      my conquest_cost -1 if region is water
"""
ASKED = (
    "hover", "definition", "references", "prepareRename", "rename", "completion", "codeAction", "documentSymbol", "formatting", "semanticTokens/full",
)  # fmt: skip
SAID = ("didOpen", "didChange", "didChange", "didChange", "didSave", "didClose")
OTHERS = (
    "initialize", "initialized", "$/cancelRequest", "$/setTrace", "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders",
    "workspace/executeCommand", "window/workDoneProgress/cancel", "x/y", "", "textDocument/", "\x00", "notebookDocument/didOpen",
)  # fmt: skip
ANYTHING = (
    None, True, False, 0, -1, 1, 10**9, 10**30, 1.5, float("nan"), float("inf"), "", "a", "\x00", "\ud800", "\u202e" * 9, "é" * 500, [], [1], {},
    {"uri": 1}, {"line": 0}, [[[[]]]], {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": 1, "method": "exit"},
)  # fmt: skip
PLACES = (
    "file:///dev/zero", "file:///dev/stdin", "file:///", "file:///etc/passwd", "file:///proc/self/mem", "file:relative.yaml", "file://[::1/x",
    "file://elsewhere/x.yaml", "file:///%00", "file:///%ff.yaml", "untitled:1", "", "http://127.0.0.1/", "file:///" + "a" * 5000,
)  # fmt: skip
PIECES = (
    "rules: |\n",
    "  my conquest_cost -1\n", "    ", "\t", ":", "- ", "[", "{", "&a ", "*a ", "!!python/object ", '"', "'", "#", "\r", "\n", "😀", "\u0301",
    "otters", "races:\n", "if region is water", "let v be v\n", "(" * 300, "\u2028", "? " * 50, "x" * 2000,
)  # fmt: skip
RAW = (
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b"{}", b"[" * 100_000, b'{"a":' * 20_000, b"9" * 5000, b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"2.0","id":1e999,"method":"x"}', b'[{"jsonrpc":"2.0","id":1,"method":"x"}]', b'{"jsonrpc":"1.0","method":"x","params":{}}',
)  # fmt: skip


class Attacker:
    """What is said, one message after the other; `files` are addresses of files of a pack."""

    def __init__(self, seed: int, files: list[str]) -> None:
        self.chance, self.files, self.number = random.Random(seed), files, 0

    def next(self) -> bytes:
        """One message without its head."""
        kind = self.chance.random()
        if kind < 0.08:
            return self.chance.choice(RAW)
        message = self._message()
        if kind < 0.4:
            message = self._spoilt(message)
        text = json.dumps(message, ensure_ascii=self.chance.random() < 0.9).encode("utf-8", "surrogatepass")
        return text[: self.chance.randrange(len(text))] if 0.4 < kind < 0.5 else text

    def _message(self) -> dict:
        method = self.chance.choice((self.chance.choice(ASKED), self.chance.choice(SAID), None))
        if method is None:
            name, params = self.chance.choice(OTHERS), copy.deepcopy(self.chance.choice(ANYTHING))
        else:
            name, params = f"textDocument/{method}", self._params(method)
        self.number += 1
        asks = method in ASKED or self.chance.random() < 0.1
        return {"jsonrpc": "2.0", "method": name, "params": params, **({"id": self.number} if asks else {})}

    def _params(self, method: str) -> dict:
        document = {"uri": self.chance.choice((*self.files * 4, *PLACES)), "version": self.number}
        if method == "didOpen":
            document |= {"languageId": "yaml", "text": self._text()}
        return {
            "textDocument": document,
            "position": self._position(),
            "range": self._range(),
            "context": {"includeDeclaration": True, "diagnostics": []},
            "newName": self.chance.choice(("beach", "me", "", "x" * 9000, "\x00", "a b")),
            "options": {"tabSize": 2, "insertSpaces": True},
            "contentChanges": [self._change() for _ in range(self.chance.choice((0, 1, 1, 1, 30)))],
        }

    def _position(self) -> dict:
        def number() -> int:
            return self.chance.choice((0, 0, 1, 2, 3, 6, 6, 12, 39, 99, 2**31 - 1))

        return {"line": number(), "character": number()}

    def _range(self) -> dict:
        return {"start": self._position(), "end": self._position()}

    def _change(self) -> dict:
        where = {} if self.chance.random() < 0.3 else {"range": self._range()}
        return {"text": self._text(), **where}

    def _text(self) -> str:
        if self.chance.random() < 0.5:
            return TILE
        made = "".join(self.chance.choices(PIECES, k=self.chance.randrange(12)))
        return made * 3000 if self.chance.random() < 0.02 else made

    def _spoilt(self, message: dict) -> dict:
        """With something else in some place."""
        inside, there = message, message
        while isinstance(there, dict) and there and self.chance.random() < 0.8:
            key = self.chance.choice(list(there))
            inside, there = there, there[key]
        if inside is not message or self.chance.random() < 0.5:
            inside[key if inside is not message else "params"] = copy.deepcopy(self.chance.choice(ANYTHING))
        else:
            message.pop(self.chance.choice(list(message)))
        return message


class Server:
    """`ruledsl lsp`, with bounded memory; what it says is read beside."""

    def __init__(self) -> None:
        self.process = Popen([sys.executable, "-c", BOUNDED], stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self.heard: queue.Queue[dict | None] = queue.Queue()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        while head := self.process.stdout.readline():
            length = int(head.split(b":")[1])
            while self.process.stdout.readline() != b"\r\n":
                pass
            self.heard.put(json.loads(self.process.stdout.read(length)))
        self.heard.put(None)

    def say(self, body: bytes) -> None:
        """One message."""
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def answers(self, message: dict) -> list[dict]:
        """Everything that it says until it answers this."""
        self.say(json.dumps({"jsonrpc": "2.0", **message}).encode())
        found: list[dict] = []
        while not found or found[-1].get("id") != message["id"]:
            said = self.heard.get(timeout=PATIENCE)
            if said is None:
                raise RuntimeError(f"the server ended with {self.process.wait()}")
            found.append(said)
        return found


def readable(body: bytes) -> dict:
    """The message that this is, if it is one."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def waits(body: bytes) -> bool:
    """Is this a request, which has to be answered?"""
    found = readable(body)
    return (
        found.get("jsonrpc") == "2.0"
        and isinstance(found.get("id"), int | str)
        and isinstance(found.get("method"), str)
        and not {"error", "result"} & set(found)
        and not is_notice(found)
    )


def is_notice(message: dict) -> bool:
    """Is it a message that nobody answers, whether or not it has a number like a request?"""
    method = message.get("method")
    return isinstance(method, str) and lsp.METHOD_TO_TYPES.get(method, (None, True))[1] is None


def attacked(messages: int, seed: int) -> dict[str, int]:
    """How many answers of which kind came of so many messages; raises where the server does what it must not."""
    os.environ["RULEDSL_CACHE"] = "off"
    kinds: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there).resolve() / "a b é+(x)" / "otters_at_home"
        folder.mkdir(parents=True)
        for name, text in (("pack", PACK), ("otters", TILE)):
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        attacker = Attacker(seed, [(folder / f"{name}.yaml").as_uri() for name in ("otters", "pack", "new")])
        server = Server()
        with server.process as process:
            try:
                _exchange(server, attacker, messages, kinds)
                server.say(json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode())
                process.wait(PATIENCE)
            finally:
                process.kill()
    return kinds


def _exchange(server: Server, attacker: Attacker, messages: int, kinds: dict[str, int]) -> None:
    hover = {"textDocument": {"uri": attacker.files[0]}, "position": {"line": 6, "character": 12}}
    begin = {"method": "initialize", "params": {"capabilities": {}}}
    for first in range(0, messages, EVERY):
        if first == EVERY:
            server.answers({"id": "begin", **begin})
        said = [attacker.next() for _ in range(EVERY)]
        for body in said:
            server.say(body)
        heard = server.answers({"id": f"hover-{first}", "method": "textDocument/hover", "params": hover})
        waited = Counter(repr(readable(body)["id"]) for body in said if waits(body))
        waited.subtract(repr(one["id"]) for one in heard[:-1] if "id" in one and "method" not in one)
        either = {repr(found.get("id")) for found in map(readable, said) if is_notice(found)}
        wrong = {id_ for id_, count in waited.items() if count and id_ not in either}
        assert not wrong, [body[:300] for body in said if repr(readable(body).get("id")) in wrong] or wrong
        for one in heard:
            text = json.dumps(one)
            assert "raceback" not in text, one
            assert 'File \\"' not in text, one
            kind = one.get("method") or ("error" if "error" in one else "answer")
            kinds[kind] = kinds.get(kind, 0) + 1


def main() -> None:
    """As many messages as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.stdout.write(f"{attacked(given.messages, given.seed)}\n")


if __name__ == "__main__":
    main()
