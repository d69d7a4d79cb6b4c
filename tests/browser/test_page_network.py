"""Networks that are cut without a word, and tabs that slept: the page notices, says so, and comes back by itself."""

import re

import pytest
from playing import asked, at_table, position
from wire import Wire

pytestmark = pytest.mark.needs_server("a network")


@pytest.fixture
def wired(table):
    """A table behind a wire, with the link of its first seat through it."""
    there = table()
    wire = Wire(int(re.search(r":(\d+)", there.address)[1]))
    yield wire, re.sub(r":\d+", f":{wire.port}", there.links[0], count=1)
    wire.end()


def test_a_network_that_is_cut_is_noticed_and_the_page_comes_back(wired, visit, chromium):
    wire, link = wired
    page = visit("about:blank", context=chromium.new_context())
    page.clock.install()
    page.goto(link)
    at_table(page)
    asked(page)
    made = position(page)
    wire.cut.set()
    page.clock.run_for(20_000)
    assert not page.locator(".bar .lost").count()
    page.clock.run_for(20_000)
    page.locator(".bar .lost").wait_for()
    page.clock.run_for(120_000)
    assert page.locator(".bar .lost").count()
    wire.mend()
    page.clock.resume()
    page.locator(".bar .lost").wait_for(state="detached")
    asked(page)
    assert position(page) == made


def test_a_tab_that_slept_asks_at_once(wired, visit, chromium):
    wire, link = wired
    page = visit("about:blank", context=chromium.new_context())
    page.clock.install()
    page.goto(link)
    at_table(page)
    asked(page)
    wire.cut.set()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(5_000)
    assert not page.locator(".bar .lost").count()
    page.clock.run_for(2_000)
    page.locator(".bar .lost").wait_for()
