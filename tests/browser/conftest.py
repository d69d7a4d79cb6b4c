"""Servers and a browser for the tests of the page. Without Playwright or a chromium they are left out, unless RULEDSL_BROWSER=required.

A server that a test ends, or makes ill, is its own (`serve`); the others share two, one with tables and one with a workshop.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import alone
import httpx
import odd
import pytest
import tables
from alone import REQUIRED
from lengths import WHOLE

CHROMIUM = os.environ.get("RULEDSL_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LEFT_OUT = "no browser: needs Playwright and chromium"
DESKTOP = {"width": 1440, "height": 900}


RUNNING = SimpleNamespace(browser=None, until=ExitStack())


@pytest.fixture
def chromium():
    """One browser for all these tests, until others come."""
    if REQUIRED:
        sync_api = import_module("playwright.sync_api")
    elif not CHROMIUM:
        pytest.skip(LEFT_OUT)
    else:
        sync_api = pytest.importorskip("playwright.sync_api", reason=LEFT_OUT)
    if RUNNING.browser is None:
        playwright = RUNNING.until.enter_context(sync_api.sync_playwright())
        launched = playwright.chromium.launch(executable_path=CHROMIUM or "/usr/bin/chromium", args=ARGUMENTS)
        RUNNING.browser = RUNNING.until.enter_context(launched)
    return RUNNING.browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Playwright's loop must be over before other tests of the process begin one."""
    result = yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        RUNNING.browser = None
        RUNNING.until.close()
    return result


COMMAND = ("-m", "ruledsl.cli", "serve")
TABLES = Path(tables.__file__)
LINKS = re.compile(r"Player \d+: (http://\S+#\S+)")
HOST = re.compile(r"Host: (http://\S+)")


class Server:
    """`ruledsl serve` as a process; `links` are those of the seats at the table that it was started with."""

    def __init__(self, folder, cache, *words, command=COMMAND):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base = [sys.executable, *command]
        self.where = ["--port", str(self.port), "--data", str(folder), "--pace", "0"]
        self.words = [*self.base, *words, *(["--seed", "7"] if words else []), *self.where]
        self.folder = folder
        # A server to which a disk is full keeps nothing that Python compiles: it would be cut off.
        self.environment = os.environ | {"RULEDSL_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self, words=None):
        self.output = (self.folder / "said.txt").open("w+")
        self.process = subprocess.Popen(
            words or self.words, stdout=self.output, stderr=subprocess.STDOUT, env=self.environment
        )
        for _ in range(1500):
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", self.port)) and self.said().count("http") >= 1 + 3 * (
                    "--seats" in self.process.args
                ):
                    break
            assert self.process.poll() is None, self.said()
            time.sleep(0.02)
        self.links = LINKS.findall(self.said())

    def said(self):
        return (self.folder / "said.txt").read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.output.close()

    def again(self):
        """Start once more, with the tables that there are."""
        self.start([*self.base, *self.where])


@pytest.fixture
def serve(tmp_path, shared_cache):
    """A server of the test's own."""
    running = []

    def start(*words):
        running.append(Server(tmp_path, shared_cache, *words))
        return running[-1]

    yield start
    for server in running:
        server.kill()


@pytest.fixture(scope="session")
def _tables(tmp_path_factory, shared_cache):
    server = Server(tmp_path_factory.mktemp("tables"), shared_cache, command=(str(TABLES),))
    yield server
    server.kill()


def pytest_generate_tests(metafunc):
    """The long form asks the table of a page without a server the same."""
    if WHOLE and "table" in metafunc.fixturenames:
        metafunc.parametrize("table", ["served", "alone"], indirect=True)


@pytest.fixture(scope="session")
def _alone(tmp_path_factory):
    found = alone.Tables(alone.built(tmp_path_factory.mktemp("alone") / "site", *alone.PACKS.values()))
    yield found
    found.shown.end()


@pytest.fixture(scope="session", params=alone.BOXES)
def folder(request, tmp_path_factory):
    """A page with one game, and a workshop for the tests that need it."""
    return alone.built(tmp_path_factory.mktemp("page") / request.param, request.param, workshop=WHOLE)


@pytest.fixture
def shown(folder):
    """That page at a web server of the test's own."""
    found = alone.Shown(folder)
    yield found
    found.end()


@pytest.fixture
def table(request):
    """Set a table up at the server that tests share, or at a page without one; its `address`, the `links` of who sits there, that of its `host`."""
    if getattr(request, "param", "served") == "served":
        return request.getfixturevalue("_served")
    needs = request.node.get_closest_marker("needs_server")
    if needs:
        pytest.skip(needs.args[0])
    there = request.getfixturevalue("_alone")

    def set_up(*packs, seats=("human", "random"), board=None):
        if not {Path(pack).name for pack in packs} <= alone.PACKS.keys():
            pytest.skip(f"a folder with {', '.join(packs)} is not built for this")
        links = alone.OneSeat([there.link(packs or ("smallworld",), seats, board)])
        return SimpleNamespace(address=there.address, links=links)

    return set_up


@pytest.fixture
def _served(_tables):
    def set_up(*packs, seats=("human", "random"), board=None):
        asked = json.dumps({"packs": packs or ("smallworld",), "seats": seats, "map": board})
        found = httpx.get(_tables.address + tables.ADDRESS, params={"asked": asked}, timeout=120)
        said = found.raise_for_status().text.format(address=_tables.address)
        return SimpleNamespace(address=_tables.address, links=LINKS.findall(said), host=HOST.findall(said)[0])

    return set_up


@pytest.fixture(scope="session")
def _workshop(tmp_path_factory, shared_cache):
    folder = tmp_path_factory.mktemp("workshop")
    (folder / "data").mkdir()
    server = Server(
        folder / "data", shared_cache, "--workshop", str(folder / odd.FOLDER), command=(str(TABLES),)
    )
    yield server
    server.kill()


@pytest.fixture
def empty_shop(_workshop):
    """The workshop that tests share: its `folder`, with nothing in it, and its `address`."""
    folder = _workshop.folder.parent / odd.FOLDER
    shutil.rmtree(folder)
    folder.mkdir()
    return SimpleNamespace(folder=folder, address=_workshop.address)


def still(address):
    """What a browser keeps that was told once to move nothing."""
    kept = [{"name": "ruledsl.settings", "value": '{"motion": false}'}]
    return {"origins": [{"origin": re.match(r"\w+://[^/]+", address)[0], "localStorage": kept}]}


CUT = ("WebSocket", "ERR_CONNECTION", "ERR_CONTENT_LENGTH_MISMATCH")
"""What a browser says where a server ends, also in the middle of a file."""


@pytest.fixture
def visit(chromium):
    """Open a page; whatever it complains about fails the test, but for requests that are `refused` where those belong to it.

    What moves on a page takes time, so nothing does, but where `motion` is asked for.
    """
    contexts, complaints = [], []

    def open_page(address, *, refused=False, motion=False, context=None, viewport=DESKTOP, **settings):
        context = context or chromium.new_context(
            viewport=viewport,
            storage_state=None if motion or "://" not in address else still(address),
            **settings,
        )
        context.set_default_timeout(120_000)  # a timing is no test
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda line: (
                complaints.append(line.text)
                if line.type == "error"
                and not any(cut in line.text for cut in CUT)
                and not (refused and "the server responded with a status of" in line.text)
                else None
            ),
        )
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
