"""A server and a browser for the tests of the page. Without Playwright or a chromium they are left out, unless RULEDSL_BROWSER=required."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from importlib import import_module

import pytest

CHROMIUM = os.environ.get("RULEDSL_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
REQUIRED = os.environ.get("RULEDSL_BROWSER") == "required"
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
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")  # Playwright's loop must be over before other tests of the process begin one
def chromium():
    if REQUIRED:
        sync_api = import_module("playwright.sync_api")
    elif not CHROMIUM:
        pytest.skip(LEFT_OUT)
    else:
        sync_api = pytest.importorskip("playwright.sync_api", reason=LEFT_OUT)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM or "/usr/bin/chromium", args=ARGUMENTS)
        yield browser
        browser.close()


class Server:
    """`ruledsl serve` with a table of its own; `links` are those of the seats."""

    def __init__(self, folder, cache, *words):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.words = [sys.executable, "-m", "ruledsl.cli", "serve", *words]
        self.words += [
            *(["--seed", "7"] if words else []),
            "--port",
            str(self.port),
            "--data",
            str(folder),
            "--pace",
            "0",
        ]
        self.folder = folder
        self.environment = {**os.environ, "RULEDSL_CACHE": str(cache)}
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self, words=None):
        self.output = (self.folder / "said.txt").open("w+")
        self.process = subprocess.Popen(
            words or self.words, stdout=self.output, stderr=subprocess.STDOUT, env=self.environment
        )
        for _ in range(300):
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", self.port)) and self.said().count("http") >= 1 + 2 * (
                    "--seats" in self.process.args
                ):
                    break
            assert self.process.poll() is None, self.said()
            time.sleep(0.1)
        self.links = re.findall(r"http://\S+#\S+", self.said())

    def said(self):
        return (self.folder / "said.txt").read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.output.close()

    def again(self):
        """Start once more, with the tables that there are."""
        self.start([*self.words[:4], *self.words[-6:]])


@pytest.fixture
def serve(tmp_path, shared_cache):
    running = []

    def start(*words):
        running.append(Server(tmp_path, shared_cache, *words))
        return running[-1]

    yield start
    for server in running:
        server.kill()


@pytest.fixture
def visit(chromium):
    """Open a page; whatever it complains about fails the test, but for requests that are `refused` where those belong to it."""
    contexts, complaints = [], []

    def open_page(address, **settings):
        refused = settings.pop("refused", False)
        context = settings.pop("context", None) or chromium.new_context(
            viewport=settings.pop("viewport", DESKTOP), **settings
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
                and "WebSocket" not in line.text
                and "ERR_CONNECTION" not in line.text
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
