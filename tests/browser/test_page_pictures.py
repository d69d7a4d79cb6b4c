"""The pictures of `docs/table.md`, taken from the page as it is. `RULEDSL_PICTURES=write` puts them into the documentation."""

import os
from pathlib import Path

import pytest
from playing import answer, asked, at_table, is_over, position

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.fixture
def take(tmp_path):
    """Take a picture under a name; one of nothing would be much smaller."""
    folder = PICTURES if os.environ.get("RULEDSL_PICTURES") == "write" else tmp_path

    def picture(page, name):
        page.wait_for_timeout(700)
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
        page.wait_for_function("(made) => document.querySelector('.table').dataset.made !== made", arg=made)
        answers -= 1
    assert not is_over(page)


def test_pictures_of_a_game(serve, visit, take):
    server = serve("smallworld", "--seats", "human,greedy,greedy", "--players", "3")
    page = visit(server.links[0])
    until_lit(page, 8)
    at = page.locator(".light.offered").nth(2).bounding_box()
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.wait_for_selector(".here .cost")
    take(page, "table")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Plots").click()
    page.wait_for_selector(".plots figure")
    take(page, "replay")
    page.goto(server.address)
    page.wait_for_selector(".maps img")
    take(page, "lobby")


def test_pictures_of_islands_and_of_a_phone(serve, visit, take):
    server = serve("warcraft", "--seats", "human,greedy", "--players", "2")
    page = visit(server.links[0], color_scheme="dark")
    until_lit(page, 6)
    take(page, "islands")
    phone = visit(server.links[0], **PHONE)
    at_table(phone)
    phone.wait_for_selector(".light.offered")
    take(phone, "phone")
