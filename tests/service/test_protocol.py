"""The server as an editor meets it: a process that speaks the protocol over its input and output."""

import asyncio
import os
import sys

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

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
    pack = tmp_path_factory.mktemp("packs") / "otters_at_home"
    pack.mkdir()
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
