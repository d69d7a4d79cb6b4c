"""The server as an editor meets it: a process that speaks the protocol over its input and output."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from subprocess import PIPE, Popen

import odd
import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

TIMEOUT = 60
PACK = "id: otters_at_home\nversion: 0.1.0\nlanguage: 1\nname: Otters\nrequires: {smallworld: '0.1'}\n"
TILE = """races:
  otters:
    name: Otters
    number: 5
    tray: 10
    rules: |
      my conquest_cost -1 if region is watr
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pack = tmp_path_factory.mktemp("packs") / odd.IN_A_DRIVE / "otters_at_home"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK, encoding="utf-8")
    (pack / "otters.yaml").write_text(TILE, encoding="utf-8")
    return pack


@pytest_lsp.fixture(
    scope="module",
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "ruledsl.cli", "lsp"],
        server_env={**os.environ, "RULEDSL_CACHE": "off"},
    ),
)
async def client(lsp_client: LanguageClient):
    capabilities = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


async def opened(client, path, text):
    """The address of a document that is open with this text, and the findings that come first."""
    uri = path.as_uri()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "yaml", 1, text)))
    return uri, await told(client, uri, 1)


async def told(client, uri, version):
    """The findings that the client has of a version of a document."""
    while True:
        waiting = client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        params = await asyncio.wait_for(waiting, TIMEOUT)
        if params.uri == uri and params.version == version:
            return params.diagnostics


@pytest.mark.asyncio(loop_scope="module")
async def test_an_author_is_told_what_is_wrong_and_what_names_mean(client, folder):
    uri, found = await opened(client, folder / "otters.yaml", TILE)
    assert [(d.code, d.range.start.line, d.range.start.character) for d in found] == [("N001", 6, 39)]
    await asyncio.sleep(0.1)
    (steps,) = client.progress_reports.values()
    assert [type(step) for step in steps] == [lsp.WorkDoneProgressBegin, lsp.WorkDoneProgressEnd]
    hover = await client.text_document_hover_async(
        lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(6, 12))
    )
    assert "Changed by" in hover.contents.value
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(2, uri),
            [
                lsp.TextDocumentContentChangePartial(
                    lsp.Range(lsp.Position(6, 39), lsp.Position(6, 43)), "water"
                )
            ],
        )
    )
    assert not await told(client, uri, 2)


async def rewritten(client, path, version, text):
    """The findings of a document that has another text now."""
    uri = path.as_uri()
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version, uri),
            [lsp.TextDocumentContentChangeWholeDocument(text)],
        )
    )
    return await told(client, uri, version)


@pytest.mark.asyncio(loop_scope="module")
async def test_an_author_completes_mends_renames_and_sees_colours(client, folder):
    path = folder / "otters.yaml"
    document = lsp.TextDocumentIdentifier(path.as_uri())
    await rewritten(client, path, 10, TILE.replace("is watr", "is "))
    found = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(6, 39)))
    labels = [item.label for item in sorted(found.items, key=lambda item: item.sort_text)]
    assert "water" in labels[:30]

    (wrong,) = await rewritten(client, path, 11, TILE.replace("watr", "water").replace("-1", "minus 1"))
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, wrong.range, lsp.CodeActionContext([wrong]))
    )
    (fix,) = [action for action in actions if action.kind == lsp.CodeActionKind.QuickFix]
    assert [edit.new_text for edit in fix.edit.changes[document.uri]] == ["-"]
    assert lsp.CodeActionKind.SourceFixAll in [action.kind for action in actions]

    two = "after my conquest:\n        choose 😀shore from neighbours of region\n        do vacating of shore"
    text = TILE.replace("my conquest_cost -1 if region is watr", two.replace("😀", ""))
    assert not await rewritten(client, path, 12, text)
    place = lsp.Position(7, 17)
    edit = await client.text_document_rename_async(lsp.RenameParams(document, place, "beach"))
    assert [change.new_text for change in edit.changes[document.uri]] == ["beach", "beach"]
    with pytest.raises(Exception, match="a word of the language"):
        await client.text_document_rename_async(lsp.RenameParams(document, place, "me"))

    colours = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert len(colours.data) % 5 == 0
    assert len(colours.data) > 50
    outline = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert [symbol.name for symbol in outline] == ["races"]
    locations = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), document, place)
    )
    assert len(locations) == 2


@pytest.mark.asyncio(loop_scope="module")
async def test_columns_count_as_the_client_counts(client, folder):
    """Signs outside of the basic plane are two units long."""
    path = folder / "otters.yaml"
    text = TILE.replace("    name: Otters\n", "    name: {en: 😀😀, english: Otters}\n").replace(
        "watr", "water"
    )
    (found,) = await rewritten(client, path, 20, text)
    assert (found.range.start.line, found.range.start.character) == (2, 21)


# ── over a WebSocket ──

VERSIONS = 24


@contextlib.contextmanager
def serving(*options):
    """The address of a server, as long as it is needed; then it is ended by a signal, whatever it does."""
    command = [sys.executable, "-m", "ruledsl.cli", "lsp", "--port", "0", *options]
    with Popen(command, stdout=PIPE, text=True, env={**os.environ, "RULEDSL_CACHE": "off"}) as server:
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            assert server.wait(TIMEOUT) == -signal.SIGTERM


def message(method, params, **more):
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})


def version_of(name, number):
    """Each third version has an unknown word, each fourth no colon; two documents declare names of their own."""
    text = TILE.replace("otters", name).replace("watr", "water" if number % 3 else "watr")
    return text.replace("number: 5", "number 5") if not number % 4 else text


def codes_of(number):
    return [code for code, wrong in (("Y021", not number % 4), ("N001", not number % 3)) if wrong]


def test_two_documents_that_change_quickly_never_show_what_is_no_more(folder):
    """Whatever is said of a version is true of that version, and the last one of each document gets its say."""
    uris = {name: (folder / f"{name}.yaml").as_uri() for name in ("otters", "shrews")}
    last: dict[str, list[str]] = {}
    with serving() as address, connect(address, max_size=None) as socket:
        socket.send(message("initialize", {"capabilities": {}}, id=1))
        socket.send(message("initialized", {}))
        for name, uri in uris.items():
            document = {"uri": uri, "languageId": "yaml", "version": 1, "text": version_of(name, 1)}
            socket.send(message("textDocument/didOpen", {"textDocument": document}))
        for version in range(2, VERSIONS + 1):
            for name, uri in uris.items():
                change = {
                    "textDocument": {"uri": uri, "version": version},
                    "contentChanges": [{"text": version_of(name, version)}],
                }
                socket.send(message("textDocument/didChange", change))
        deadline = time.monotonic() + TIMEOUT
        while len(last) < len(uris) and time.monotonic() < deadline:
            said = json.loads(socket.recv(timeout=TIMEOUT))
            if said.get("method") != "textDocument/publishDiagnostics" or "version" not in said["params"]:
                continue
            version, found = said["params"]["version"], said["params"]["diagnostics"]
            codes = [one["code"] for one in found if one["severity"] == 1]
            assert sorted(codes) == sorted(codes_of(version)), said
            if version == VERSIONS:
                last[said["params"]["uri"]] = codes
    assert set(last) == set(uris.values())


def test_a_page_from_elsewhere_may_not_connect():
    """Over a WebSocket: programs may, pages of browsers only from where they were allowed to."""
    with serving("--origin", "https://editor.example.org") as address:
        for origin in (None, "https://editor.example.org"):
            with connect(address, origin=origin) as socket:
                socket.send(message("initialize", {"capabilities": {}}, id=1))
                answer = json.loads(socket.recv(timeout=TIMEOUT))
                assert answer["result"]["serverInfo"]["name"] == "ruledsl"
        with pytest.raises(InvalidStatus), connect(address, origin="https://elsewhere.example.org"):
            pass


def test_who_leaves_ends_nobody_else():
    """Over a WebSocket `exit` ends the connection on which it is said."""
    with serving() as address, connect(address) as staying:
        with connect(address) as leaving:
            leaving.send(message("exit", None))
            with pytest.raises(ConnectionClosed):
                leaving.recv(timeout=TIMEOUT)
        staying.send(message("initialize", {"capabilities": {}}, id=1))
        assert json.loads(staying.recv(timeout=TIMEOUT))["id"] == 1


OUT_OF_ORDER = {
    "asked too early": (["x/y"], -32002),
    "introduced twice": (["initialize", "initialize"], -32600),
    "nonsense": (["initialize", "textDocument/hover"], -32602),
}


@pytest.mark.parametrize("case", OUT_OF_ORDER)
def test_whatever_is_asked_has_an_answer(case):
    """Also what comes out of order, or has not the form that it should have; and no answer has a traceback."""
    methods, code = OUT_OF_ORDER[case]
    with serving() as address, connect(address) as socket:
        for number, method in enumerate(methods):
            socket.send(message(method, {"capabilities": {}}, id=number))
            answer = json.loads(socket.recv(timeout=TIMEOUT))
            assert answer["id"] == number
        assert answer["error"]["code"] == code
        assert "data" not in answer["error"]


# ── over its input and output ──

HASTY = """
from ruledsl.author.lsp import server as publishing
from ruledsl.author.lsp.server import over_stdio
publishing.PATIENCE = 0.01
over_stdio(())
"""
LATE = {"result": None}, {"error": {"code": -32601, "message": "no such method"}}


@pytest.mark.parametrize("late", LATE, ids=lambda late: next(iter(late)))
def test_an_editor_that_says_late_whether_it_shows_progress_is_told_of_no_fault(folder, late):
    """As Neovim does where both are slow to start: it has not answered when nobody waits for that any more."""
    document = {"uri": (folder / "otters.yaml").as_uri(), "languageId": "yaml", "version": 1, "text": TILE}
    command = [sys.executable, "-c", HASTY]
    with Popen(command, stdin=PIPE, stdout=PIPE, env={**os.environ, "RULEDSL_CACHE": "off"}) as server:

        def say(text):
            server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text.encode()))
            server.stdin.flush()

        def hear():
            head = iter(server.stdout.readline, b"\r\n")
            (size,) = (int(line.split()[1]) for line in list(head) if line.startswith(b"Content-Length"))
            return json.loads(server.stdout.read(size))

        say(message("initialize", {"capabilities": {"window": {"workDoneProgress": True}}}, id=1))
        say(message("initialized", {}))
        say(message("textDocument/didOpen", {"textDocument": document}))
        heard = [hear()]
        while heard[-1].get("method") != "textDocument/publishDiagnostics":
            heard.append(hear())
        (asked,) = (one for one in heard if one.get("method") == "window/workDoneProgress/create")
        say(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **late}))
        say(message("shutdown", None, id=2))
        while heard[-1].get("id") != 2:
            heard.append(hear())
        say(message("exit", None))
    assert not [one for one in heard if one.get("method") in ("window/showMessage", "window/logMessage")]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_while_its_editor_is_still_there(number):
    """Whoever reads its input would wait for as long as the editor lives."""
    command = [sys.executable, "-m", "ruledsl.cli", "lsp"]
    asked = message("initialize", {"capabilities": {}}, id=1).encode()
    with Popen(command, stdin=PIPE, stdout=PIPE) as server:
        server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(asked), asked))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        server.send_signal(number)
        assert server.wait(TIMEOUT) == -number
