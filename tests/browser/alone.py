"""Pages without a server: folders that `ruledsl page` writes, shown by Python's own web server, of which nothing but files is asked."""

import functools
import json
import os
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest
from lengths import WHOLE
from playing import at_table

from ruledsl.table.standalone.vendored import vendored

SHORT = str(Path(__file__).parent / "short")
PACKS = {Path(pack).name: pack for pack in ("smallworld", "underground", "warcraft", SHORT)}
"""The packs of the page at which tests of the table are repeated."""
BOXES = ("warcraft", "smallworld", "underground") if WHOLE else ("warcraft",)
"""Those of which each has a page of its own."""
REQUIRED = os.environ.get("RULEDSL_BROWSER") == "required"


def built(site, *packs, workshop=False):
    """The folder of a page with these packs."""
    if not REQUIRED and not all(one.kept() for one in vendored().values()):
        pytest.skip("what the page takes along of others is not there: `make vendored` fetches it")
    words = ["-m", "ruledsl.cli", "page", *packs, "-o", str(site), *["--workshop"] * workshop]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site


class Shown:
    """A folder, shown until it `ends`: its `address`, what the server was `asked` for, and texts that it shows `instead` of files."""

    def __init__(self, folder):
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        self.server.shown = self
        self.asked, self.instead = [], {}
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def change(self, name, old, new):
        """Show a file with another text in one place."""
        text = self.instead.get(f"/{name}") or (self.folder / name).read_text(encoding="utf-8")
        assert old in text
        self.instead[f"/{name}"] = text.replace(old, new)

    def end(self):
        if self.thread is not None:
            self.server.shutdown()
            self.server.server_close()
            self.thread.join()
        self.thread = None


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing, and notes what it was asked for."""

    def do_GET(self):
        shown = self.server.shown
        shown.asked.append(self.path)
        instead = shown.instead.get(self.path.partition("?")[0])
        if instead is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path.partition("?")[0]))
        self.end_headers()
        self.wfile.write(instead.encode())

    def log_message(self, *_words):
        pass


SET_UP = """
import { request } from "./page/reach.js";
const asked = new URL(location).searchParams.get("asked");
if (asked && !location.hash) {
    const table = await (await request("/api/tables", { body: asked })).json();
    location.hash = `/table/${table.table}`;
}
"""
SEED = """
import ruledsl.table.server.asking.lobby as lobby
from types import SimpleNamespace
lobby.secrets = SimpleNamespace(randbelow=lambda _: 7)
"""
BEGIN = "const python = await begun();"
MINE = {"human": "mine"}


class OneSeat(list):
    """The link of the one who sits at the page; whoever asks for another one needs a server."""

    def __getitem__(self, place):
        if place:
            pytest.skip("several seats: a page without a server has one")
        return super().__getitem__(place)


class Tables:
    """A page at which tables are set up as at the server that tests share: `table.html?asked=…` is the page with such a table."""

    def __init__(self, site):
        self.shown = Shown(site)
        self.address = f"{self.shown.address}index.html#"
        self.shown.change("index.html", "</body>", '<script type="module" src="set_up.js"></script></body>')
        self.shown.instead["/set_up.js"] = SET_UP
        self.shown.change("worker.js", BEGIN, f"{BEGIN}\n  python.runPython({json.dumps(SEED)});")

    def link(self, packs, seats, board):
        """The address of a page with a new table."""
        asked = {
            "packs": [Path(pack).name for pack in packs],
            "players": len(seats),
            "seats": [{"who": MINE.get(seat, seat)} for seat in seats],
            "map": board,
        }
        return f"{self.shown.address}index.html?asked={quote(json.dumps(asked))}"


def sit_down(page, bot="easy"):
    """A table at which all others are bots."""
    page.wait_for_selector(".go")
    page.get_by_label("Who sits in seat").nth(1).wait_for()  # they are drawn anew when packs were chosen
    others = page.get_by_label("Who sits in seat").all()[1:]
    assert others
    for seat in others:
        seat.select_option(bot)
    page.locator(".go").click()
    at_table(page)
