"""The page without a server: a folder shown by Python's own web server, of which nothing but files is asked."""

import functools
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from types import SimpleNamespace

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


@pytest.fixture
def shown(folder):
    """The address of the page, and what its server was asked for."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    server.asked = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield SimpleNamespace(address=f"http://127.0.0.1:{server.server_port}/", asked=server.asked)
    server.shutdown()
    server.server_close()
    thread.join()


OURS = ("/page/", "/python/", "/keeping.js", "/machine.js", "/ruledsl.zip", "/worker.js")


def test_a_game_is_played_and_is_there_again(shown, visit):
    page = visit(shown.address, viewport=PHONE)
    page.wait_for_selector(".go")
    for seat in page.get_by_label("Who sits on seat").all()[1:]:
        seat.select_option("greedy" if WHOLE else "random")
    page.locator(".go").click()
    at_table(page)
    given = play(page, Random(7).randrange, most=2000 if WHOLE else SHORT)
    assert is_over(page) or given == SHORT, page.locator(".ask").inner_text()
    made = page.locator(".table").get_attribute("data-made")
    page.reload()
    at_table(page)
    assert int(page.locator(".table").get_attribute("data-made")) >= int(made)
    assert all(path == "/" or path.startswith(OURS) for path in shown.asked)
