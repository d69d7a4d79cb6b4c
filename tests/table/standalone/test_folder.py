"""What a page takes along, and that it is what it should be."""

import ast
import hashlib
import json
import shutil
import subprocess
import sys

import pytest

from ruledsl.play.naming.languages import TABLE
from ruledsl.table.server.documents import document
from ruledsl.table.standalone import folder, vendored
from ruledsl.table.standalone.sources import OF_WORKSHOP, sources
from ruledsl.table.standalone.vendored import NotFetched, Vendored

SERVERS = {"starlette", "uvicorn", "websockets", "anyio", "h11", "wasmtime"}


@pytest.fixture(scope="module")
def taken():
    return sources()


def test_no_module_of_the_page_imports_a_server_before_it_is_called(taken):
    for name, data in taken.items():
        if name.endswith(".py"):
            tree = ast.parse(data)
            found = {
                alias.name.split(".")[0]
                for node in tree.body
                if isinstance(node, ast.Import)
                for alias in node.names
            } | {node.module.split(".")[0] for node in tree.body if isinstance(node, ast.ImportFrom)}
            assert name == "engine/machines/wasm.py" or not found & SERVERS, name


def rooms(names):
    """The packages that these files are of, and what stands in them."""
    parts = [name.split("/") for name in names]
    return {part[0] for part in parts} | {"/".join(part[:2]) for part in parts}


def test_the_page_takes_what_is_reached_and_leaves_what_is_not(taken):
    assert {"play", "table/server", "rules/check", "engine/cells"} <= rooms(taken)
    assert not {"cli", "author/lsp", "lab/rl", "lab/bulk", "lab/study"} & rooms(taken)
    assert {"author/lsp", "author/service", "lab/study"} <= rooms(sources(*OF_WORKSHOP))
    assert not [
        name for name in taken if name.startswith(("table/server/web", "table/workshop", "table/page"))
    ]


@pytest.fixture
def somebodys(tmp_path, monkeypatch):
    monkeypatch.setenv(vendored.VARIABLE, str(tmp_path / "kept"))
    origin = tmp_path / "thing.txt"
    origin.write_text("as it was")
    digest = hashlib.sha256(b"as it was").hexdigest()
    copy = "import shutil, sys; shutil.copy(*sys.argv[1:])"
    monkeypatch.setattr(
        Vendored, "_by_npm", lambda _self, folder: [sys.executable, "-c", copy, str(origin), folder]
    )
    return origin, Vendored("thing", "1", "thing.txt", digest, "MIT")


def test_nothing_of_the_page_imports_what_is_left_out_of_pythons_library():
    """Neither ruledsl's own modules nor the libraries that they use, at any time."""
    modules = folder._program(*OF_WORKSHOP) | folder._libraries(vendored.vendored())
    asked = {
        (name, path)
        for path, data in modules.items()
        if path.endswith(".py")
        for node in ast.walk(ast.parse(data))
        for name in imported(node)
    }
    assert {path for name, path in asked if name.partition(".")[0] in folder.USELESS} == set()


def imported(node):
    """The modules that a statement imports by their full names."""
    if isinstance(node, ast.ImportFrom):
        return [node.module] if not node.level else []
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_what_was_fetched_is_kept(somebodys):
    origin, thing = somebodys
    assert thing.kept() is None
    assert thing.data() == b"as it was"
    origin.unlink()
    assert thing.data() == b"as it was"


def test_what_is_not_what_it_should_be_is_refused(somebodys, tmp_path):
    origin, thing = somebodys
    origin.unlink()
    with pytest.raises(NotFetched, match="thing 1 cannot be fetched"):
        thing.data()
    origin.write_text("something else")
    with pytest.raises(NotFetched, match="digest differs"):
        thing.data()
    origin.write_text("as it was")
    thing.data()
    (tmp_path / "kept" / "thing.txt").write_text("changed meanwhile")
    assert thing.kept() is None


def test_everything_has_a_digest_and_a_licence():
    for name, one in json.loads(vendored.LIST.read_text()).items():
        assert len(one["sha256"]) == 64, name
        assert one["licence"], name
        assert one["version"] in one["file"], name


def test_a_page_that_is_opened_as_a_file_says_what_to_do(tmp_path):
    """No module runs there, and Chromium loads the plain script."""
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.skip("no browser")
    folder._write_html(tmp_path / "index.html", document("index.html"), folder.POLICIES)
    folder._write_html(
        tmp_path / "workshop.html", document("workshop/workshop.html"), folder.POLICIES_OF_WORKSHOP
    )
    shutil.copy(folder.STATIC / "opened.js", tmp_path)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name in ("index.html", "workshop.html"):
            page.goto((tmp_path / name).as_uri())
            assert "python3 -m http.server" in page.get_by_role("alert").inner_text()
            assert json.loads(page.locator("meta[name=languages]").get_attribute("content")) == TABLE
        browser.close()


PLAIN = f"""
import sys
sys.modules |= dict.fromkeys({sorted(SERVERS - {"wasmtime"})})
from ruledsl.table.standalone import rehearsal
rehearsal.boot = lambda *_: None  # the packs are those of the checkout
rehearsal.main()
"""


def test_the_rehearsal_needs_no_server():
    """`ruledsl page` runs on a plain installation, which has none."""
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "ruledsl.table.server.tables.table" in json.loads(done.stdout.splitlines()[-1])
