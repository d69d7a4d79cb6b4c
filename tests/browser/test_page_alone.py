"""The page without a server: a folder shown by Python's own web server, of which nothing but files is asked."""

import functools
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from random import Random

import pytest
from conftest import PHONE, REQUIRED
from lengths import WHOLE
from playing import at_table, is_over, play

from ruledsl.page.vendored import vendored

BOXES = ("warcraft", "smallworld", "underground") if WHOLE else ("warcraft",)
SHORT = 6
"""Answers that are given where a whole game would take too long."""


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing, and notes what it was asked for."""

    def do_GET(self):
        self.server.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_words):
        pass


@pytest.fixture(scope="module", params=BOXES)
def folder(request, tmp_path_factory):
    """A page with one game."""
    if not REQUIRED and not all(one.kept() for one in vendored().values()):
        pytest.skip("what the page takes along of others is not there: `make vendored` fetches it")
    site = tmp_path_factory.mktemp("page")
    words = [sys.executable, "-m", "ruledsl.cli", "page", request.param, "-o", str(site)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site


class Shown:
    """A folder, shown until it `ends`: its `address`, and what the server was `asked` for."""

    def __init__(self, folder):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        self.server.asked = self.asked = []
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def end(self):
        if self.thread is not None:
            self.server.shutdown()
            self.server.server_close()
            self.thread.join()
        self.thread = None


@pytest.fixture
def shown(folder):
    found = Shown(folder)
    yield found
    found.end()


OURS = (
    "/page/",
    "/python/",
    "/licences/",
    "/keeping.js",
    "/known/",
    "/machine.js",
    "/ruledsl.zip",
    "/sw.js",
    "/worker.js",
)


def test_a_game_is_played_and_goes_on_without_a_network(shown, visit, tmp_path):
    page = visit(shown.address, viewport=PHONE)
    page.wait_for_selector(".go")
    for seat in page.get_by_label("Who sits on seat").all()[1:]:
        seat.select_option("greedy" if WHOLE else "random")
    page.locator(".go").click()
    at_table(page)
    given = play(page, Random(7).randrange, most=2000 if WHOLE else SHORT)
    assert is_over(page) or given == SHORT, page.locator(".ask").inner_text()
    made = page.locator(".table").get_attribute("data-made")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert not [
        path for path in shown.asked if path not in {"/", "/index.html"} and not path.startswith(OURS)
    ]

    shown.end()
    page.reload()
    at_table(page)
    assert int(page.locator(".table").get_attribute("data-made")) >= int(made)
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    download.value.save_as(tmp_path / "game.json")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="ruledsl").click()
    page.locator(".my-tables li").wait_for()
    page.set_input_files("input[type=file]", tmp_path / "game.json")
    at_table(page)
    page.get_by_role("link", name="ruledsl").click()
    page.locator(".my-tables li").nth(1).wait_for()
