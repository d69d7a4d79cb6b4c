"""However a client writes the address of a file, it means that file, and gets the address back as it wrote it."""

import asyncio
import json
import os
import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath

import odd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import some

from ruledsl.author.lsp.server import language_server
from ruledsl.base.diagnostics import Diagnostics, Span, as_sarif
from ruledsl.base.uris import in_one_spelling, path_of, plain_path_of, reference_to, uri_of

PACK = "id: otters\nversion: 0.1.0\nlanguage: 2\nname: Otters\nrequires: {core: '>=0.1'}\n"
RACE = """races:
  otters:
    name: Otters
    number: 5
    tray: 10
    pieces: {dam: {name: Dam, supply: 2, symbol: d}}
    rules: |
      after my conquest: move 1 dam from box to region
"""
OTHER = RACE.replace("otters:", "shrews:").replace("Otters", "Shrews").split("    pieces")[0]
OTHER += "    rules: |\n      after my conquest: move 1 dam from box to region\n      my reserve +watr\n"

POSIX = {
    "file:///home/a%20b/x.yaml": "/home/a b/x.yaml",
    "file:///home/a b/x.yaml": "/home/a b/x.yaml",
    "FILE:///home/%61%20b/x%2Eyaml": "/home/a b/x.yaml",
    "file://localhost/home/a%20b/x.yaml": "/home/a b/x.yaml",
    "file:/home/a%20b/x.yaml": "/home/a b/x.yaml",
    "file:////home//a%20b/./x.yaml": "/home/a b/x.yaml",
    "file:///home/a+b/(x);y=1.yaml": "/home/a+b/(x);y=1.yaml",
    "file:///home/a%2Bb/%28x%29%3by%3D1.yaml": "/home/a+b/(x);y=1.yaml",
    "file:///home/%2525.yaml": "/home/%25.yaml",
    "file:///home/100%.yaml": "/home/100%.yaml",
    "file:///home/a%23b%3f.yaml#L3": "/home/a#b?.yaml",
    "file:///c%3A/x.yaml": "/c:/x.yaml",
    "file:///home/%FF.yaml": "/home/\udcff.yaml",
    "file://server/share/x.yaml": None,
    "file:///home/%00": None,
    "file:relative.yaml": None,
    "file:": None,
    "untitled:Untitled-1": None,
    "vscode-notebook-cell:/home/x.yaml": None,
    "": None,
}
WINDOWS = {
    "file:///c%3A/a%20b/x.yaml": r"C:\a b\x.yaml",
    "file:///C:/a b/x.yaml": r"C:\a b\x.yaml",
    "file:///c:/a%20b/x.yaml": r"C:\a b\x.yaml",
    "file://localhost/c:/x.yaml": r"C:\x.yaml",
    "file://server/share/%C3%A9.yaml": "\\\\server\\share\\é.yaml",
    "file:////server/share/x.yaml": r"\\server\share\x.yaml",
    "file:///x.yaml": None,
}


def test_an_address_names_a_path():
    for table, system in ((POSIX, PurePosixPath), (WINDOWS, PureWindowsPath)):
        for uri, path in table.items():
            found = plain_path_of(uri, system)
            assert found == (None if path is None else system(path)), uri
            if found is not None:
                assert plain_path_of(uri_of(found), system) == found


@given(st.lists(st.text(min_size=1), min_size=1).map("/".join))
def test_whatever_a_path_is_its_address_names_it(name):
    path = PurePosixPath("/home", name.replace("\0", "").lstrip("/"))
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return
    uri = uri_of(path)
    assert uri.isascii()
    assert " " not in uri
    assert plain_path_of(uri) == path
    assert plain_path_of(in_one_spelling(uri)) == PurePosixPath(unicodedata.normalize("NFC", str(path)))


def test_a_name_is_spelled_as_its_folder_has_it(tmp_path):
    for form, other in (("NFC", "NFD"), ("NFD", "NFC")):
        stored = tmp_path / unicodedata.normalize(form, "é") / unicodedata.normalize(form, "größe.yaml")
        stored.parent.mkdir()
        stored.touch()
        for given_form in (form, other):
            asked = Path(unicodedata.normalize(given_form, str(stored)))
            assert path_of(uri_of(asked)) == stored
        stored.unlink()
        stored.parent.rmdir()
    new = tmp_path / "é" / "new.yaml"
    assert path_of(uri_of(new)) == new


def test_files_in_sarif():
    assert reference_to("a b/é.yaml") == "a%20b/%C3%A9.yaml"
    assert reference_to("c:/a b.yaml", PureWindowsPath) == "file:///c:/a%20b.yaml"
    assert reference_to("a\\b c.yaml", PureWindowsPath) == "a/b%20c.yaml"
    assert reference_to("\ud800.yaml") == "%3F.yaml"
    diagnostics = Diagnostics()
    diagnostics.error("Y001", "No.", Span.nowhere("/home/a b/x.yaml"))
    (result,) = as_sarif(diagnostics)["runs"][0]["results"]
    assert (
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///home/a%20b/x.yaml"
    )


# ── a client ──


class Client:
    """A client in this process: everything that the server tells it, by method, and its answers by id."""

    def __init__(self, root, **initial):
        self.protocol = language_server().protocol
        self.protocol.set_writer(self, include_headers=False)
        self.answers, self.told = {}, {}
        folders = [{"uri": root, "name": "x"}] if root else None
        self.say("initialize", {"capabilities": {}, "workspaceFolders": folders, **initial}, id=0)
        self.say("initialized", {})

    def write(self, data):
        message = json.loads(data)
        if "id" in message:
            self.answers[message["id"]] = message
        elif message["method"] == "textDocument/publishDiagnostics":
            self.told.setdefault(message["params"]["uri"], []).append(message["params"])

    def close(self):
        pass

    def say(self, method, params, **more):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})
        self.protocol.handle_message(json.loads(text, object_hook=self.protocol.structure_message))

    def document(self, what, uri, **more):
        version = {} if what == "didClose" else {"version": 1}
        document = {"uri": uri, "languageId": "yaml", **version, **more.pop("document", {})}
        self.say(f"textDocument/{what}", {"textDocument": document, **more})

    async def ask(self, method, uri, **more):
        id_ = len(self.answers)
        self.say(method, {"textDocument": {"uri": uri}, **more}, id=id_)
        while id_ not in self.answers:  # noqa: ASYNC110 - the server writes when it likes
            await asyncio.sleep(0.001)
        return self.answers[id_].get("result")

    async def findings(self, uri, count):
        while not self.told.get(uri) or len(self.told[uri][-1]["diagnostics"]) != count:  # noqa: ASYNC110 - the server writes when it likes
            await asyncio.sleep(0.001)
        return self.told[uri][-1]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs") / odd.IN_A_DRIVE / "otters"
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "otters.yaml").write_text(RACE, encoding="utf-8")
    (folder / "shrews.yaml").write_text(OTHER, encoding="utf-8")
    (folder.parent / "link").symlink_to("otters")
    return folder


def _raw(path):
    return f"file://{str(path).replace('%', '%25')}"


QUOTINGS = {
    "quoted": uri_of,
    "raw": _raw,
    "drive as it is": lambda path: uri_of(path).replace("%3A", ":"),
    "small digits": lambda path: uri_of(path).replace("%3A", "%3a").replace("%C3%A9", "%c3%a9"),
    "decomposed": lambda path: _raw(unicodedata.normalize("NFD", str(path))),
    "brackets as they are": lambda path: uri_of(path).replace("%28", "(").replace("%29", ")"),
    "host": lambda path: uri_of(path).replace("file://", "file://localhost"),
    "by a link": lambda path: uri_of(path).replace("otters", "link", 1),
}


@pytest.mark.parametrize("name", some(QUOTINGS, of=7))
def test_a_client_is_answered_in_its_own_quoting(name, pack):
    asyncio.run(_answered(QUOTINGS[name], pack))


async def _answered(quoting, pack):
    root, uri, other = quoting(pack), quoting(pack / "shrews.yaml"), quoting(pack / "otters.yaml")
    client = Client(root)
    client.document("didOpen", uri, document={"text": OTHER})
    found = await asyncio.wait_for(client.findings(uri, 1), 60)
    assert (found["version"], set(client.told)) == (1, {uri})
    text, is_link = OTHER, quoting is QUOTINGS["by a link"]
    for number, again in enumerate(QUOTINGS.values(), 2):  # each quoting means the document that is open
        now = uri if is_link or again is QUOTINGS["by a link"] else again(pack / "shrews.yaml")
        text = "\n" + text
        changed = {"document": {"version": number}, "contentChanges": [{"text": text}]}
        client.document("didChange", now, **changed)
    place = {"line": text.count("\n", 0, text.index("dam")), "character": 34}
    (declared,) = await client.ask("textDocument/definition", now, position=place)
    assert declared["uri"] == other
    edit = await client.ask("textDocument/rename", now, position=place, newName="weir")
    assert {at: len(edits) for at, edits in edit["changes"].items()} == {uri: 1, other: 2}
    while client.told[uri][-1]["version"] != number:  # noqa: ASYNC110 - the server writes when it likes
        await asyncio.sleep(0.001)
    assert set(client.told) == {uri}


def test_other_addresses_are_no_fault(pack):
    asyncio.run(_others(pack))


async def _others(pack):
    client = Client(None, rootUri=uri_of(pack))
    for uri in ("untitled:Untitled-1", "file://server/share/x.yaml", "vscode-notebook-cell:/x#1", "file:"):
        client.document("didOpen", uri, document={"text": RACE})
        client.document("didChange", uri, contentChanges=[{"text": OTHER}])
        assert await client.ask("textDocument/documentSymbol", uri) == []
        client.document("didClose", uri)
    assert not client.told
