"""Somebody at the page who presses what can be pressed."""

import time
from collections import Counter
from contextlib import suppress

try:
    from playwright.sync_api import TimeoutError as Timeout
except ImportError:  # then nobody plays
    Timeout = Exception

GONE_ON = (
    "(made) => document.querySelector('.table')?.dataset.made !== made || document.querySelector('.result')"
)

DONE_OR_ASKED_AGAIN = (
    f"(made) => ({GONE_ON})(made) || document.querySelector('.option.sure:not([disabled]), .toast')"
)

PHONE = {"width": 390, "height": 844}


def at_table(page):
    page.wait_for_selector(".table svg.board .tokens")


def is_over(page):
    return page.locator(".result").count() > 0


def asked(page, patience=240.0):
    """Wait until this seat is asked or the game is over; is it asked?"""
    page.wait_for_selector(".ask.mine, .result", timeout=patience * 1000)
    return not is_over(page)


def middle(page, locator):
    """Where the middle of what a locator finds is painted; what is drawn anew is nowhere for a moment."""
    while not (at := locator.bounding_box()):
        page.wait_for_timeout(20)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def click(_page, button):
    button.click()


def tap(_page, button):
    button.tap()


def by_keys(page, button):
    """Go to a button with Tab, or back with Shift and Tab, from wherever the page is, and press Enter; False if it is gone on the way."""
    there = button.element_handle()
    for _ in range(600):
        way = there.evaluate(WAY_TO)
        if way == "here":
            page.keyboard.press("Enter")
            return True
        if way == "gone":
            return False
        page.keyboard.press("Shift+Tab" if way == "back" else "Tab")
    raise AssertionError(f"Tab does not lead to {button}")


WAY_TO = """
    (one) => {
        const at = document.activeElement;
        if (!one.checkVisibility()) return 'gone';
        if (at === one) return 'here';
        const before = at !== document.body && one.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
        return before ? 'back' : 'on';
    }
"""


def answer(page, pick, by=click):
    """Answer what is asked, as `pick` chooses among the buttons; they are pressed `by` the mouse or by keys."""
    if page.locator(".placing").count():
        spread = page.locator(".placing .row .option").first
        if spread.is_enabled():
            by(page, spread)
        confirm = page.locator(".placing .main")
        if confirm.is_enabled():
            by(page, confirm)
            return
    regions = page.locator(".region-list:not([open]) summary")
    if regions.count():
        by(page, regions.first)
    buttons = page.locator(
        ".options .option:not([disabled]), .card.offered .main:not([disabled]), .placing > .option:not([disabled])"
    )
    count = buttons.count()
    if count:
        press(page, buttons.nth(pick(count)), by)


def press(page, button, by=click):
    """Press a button; what cannot be taken back takes two presses."""
    made = position(page)
    if by(page, button) is False:
        return
    with suppress(Timeout):  # on a row that still glides, a press may meet nothing: the next one counts
        page.wait_for_function(DONE_OR_ASKED_AGAIN, arg=made, timeout=20_000)
    again = page.locator(".option.sure:not([disabled])").first
    if position(page) == made and again.count():
        by(page, again)


def position(page):
    return page.evaluate("document.querySelector('.table')?.dataset.made")


def changed(page, made):
    """Wait until there is another position than this one."""
    page.wait_for_function("(made) => document.querySelector('.table').dataset.made !== made", arg=made)


def play(page, pick, most=2000, patience=1200.0, by=click):
    """Answer until the game is over or so many answers were given; how many were."""
    began, given = time.monotonic(), 0
    in_vain = Counter()
    while given < most and time.monotonic() - began < patience and asked(page):
        answer_in_time(page, pick, by, in_vain)
        given += 1
    return given


def play_together(people, patience=2400.0):
    """Several pages, each with how it picks and presses, answer whenever they are asked, until the game is over for all."""
    began = time.monotonic()
    in_vain = Counter()
    while not all(is_over(page) for page, _, _ in people):
        assert time.monotonic() - began < patience
        for page, pick, by in people:
            page.wait_for_selector(".table svg.board .tokens")
            if page.locator(".ask.mine").count():
                answer_in_time(page, pick, by, in_vain)


def answer_in_time(page, pick, by, in_vain):
    """Answer, and wait for the next position; `in_vain` counts how often none came in turn."""
    before = position(page)
    answer(page, pick, by)
    with suppress(Timeout):
        page.wait_for_function(GONE_ON, arg=before, timeout=2000)
    in_vain[page] = in_vain[page] + 1 if position(page) == before and not is_over(page) else 0
    assert in_vain[page] < 10, (
        f"nothing that can be pressed answers this: {page.locator('.ask').inner_text()}"
    )
