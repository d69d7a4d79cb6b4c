"""A first game that teaches: begun in the lobby, told step by step, and left at any time."""

import pytest
from playing import at_table, changed, position

STEP = ".lesson small"


def told(page, n):
    """Wait until the lesson is at this step."""
    page.locator(STEP, has_text=f"Step {n} of 7").wait_for()


def begun(there, visit, **settings):
    page = visit(there.address, **settings)
    page.get_by_role("button", name="Begin the lesson").click()
    at_table(page)
    told(page, 1)
    return page


def press(page, button):
    """Press what is meant, twice where a table asks twice."""
    made = position(page)
    button.click()
    page.wait_for_function(
        "(made) => document.querySelector('.table').dataset.made !== made || document.querySelector('.option.sure:not([disabled])')",
        arg=made,
    )
    if position(page) == made:
        page.locator(".option.sure:not([disabled])").first.click()
        changed(page, made)


@pytest.mark.needs_server("texts of the same page")
def test_a_lesson_is_played_to_its_end(table, visit):
    page = begun(table(), visit)
    press(page, page.locator(".card .option.meant"))
    for step in (2, 3, 4, 5):
        told(page, step)
        assert page.locator(".light.marked").count() == 1
        page.locator(".region-list").evaluate("(list) => (list.open = true)")
        press(page, page.locator(".region-list .option.meant"))
    told(page, 6)
    page.get_by_role("button", name="Spread evenly").click()
    page.get_by_role("button", name="Confirm").click()
    told(page, 7)
    page.get_by_role("button", name="Leave the lesson").click()
    page.wait_for_selector(".lesson", state="detached")
    assert page.locator(".result").count() == 0


@pytest.mark.needs_server("texts of the same page")
def test_a_lesson_bears_with_other_ways_and_speaks_the_readers_language(table, visit):
    page = begun(table(), visit)
    press(page, page.locator(".card .option.meant"))
    told(page, 2)
    page.locator(".region-list").evaluate("(list) => (list.open = true)")
    press(page, page.locator(".region-list .option:not(.meant)").first)
    page.locator(".lesson", has_text="You have gone your own way").wait_for()
    page.get_by_role("button", name="Take back").click()
    told(page, 2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("da")
    page.locator(".lesson", has_text="Din race kommer ind på kortet").wait_for()
