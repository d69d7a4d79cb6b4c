"""The pictures of `docs/table.md`, taken from the page as it is. `RULEDSL_PICTURES=write` puts them into the documentation."""

import os
from pathlib import Path

import pytest
from playing import answer, asked, at_table, changed, is_over, position

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
WRITTEN = os.environ.get("RULEDSL_PICTURES") == "write"
BOT = "greedy" if WRITTEN else "random"
SHOWN = """
    Promise.all([...document.images].map((image) => image.decode()))
        .then(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
"""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.fixture
def take(tmp_path):
    """Take a picture under a name; one of nothing would be much smaller."""
    folder = PICTURES if WRITTEN else tmp_path

    def picture(page, name):
        page.evaluate(SHOWN)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=84)
        assert (folder / f"{name}.jpg").stat().st_size > 20_000

    return picture


def until_lit(page, answers):
    """Some answers, and then those up to the next conquests."""
    at_table(page)
    while asked(page) and (
        answers > 0 or page.locator(".light.offered").count() < 4 or page.locator(".placing").count()
    ):
        made = position(page)
        answer(page, lambda _: 0)
        changed(page, made)
        answers -= 1
    assert not is_over(page)


def test_pictures_of_a_game(table, visit, take):
    there = table(seats=("human", BOT, BOT))
    page = visit(there.links[0])
    until_lit(page, 8)
    at = page.locator(".light.offered").nth(2).bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.wait_for_selector(".here .cost")
    take(page, "table")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Plots").click()
    page.wait_for_selector(".plots figure")
    take(page, "replay")
    page.goto(there.address)
    page.wait_for_selector(".maps img")
    take(page, "lobby")


def test_pictures_of_islands_and_of_a_phone(table, visit, take):
    there = table("warcraft", seats=("human", BOT))
    page = visit(there.links[0], color_scheme="dark")
    until_lit(page, 6)
    take(page, "islands")
    phone = visit(there.links[0], **PHONE)
    at_table(phone)
    phone.wait_for_selector(".light.offered")
    take(phone, "phone")
