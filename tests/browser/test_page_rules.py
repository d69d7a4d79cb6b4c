"""The rules at hand: how to play, for exactly the packs of a table, in the language of whoever reads."""

import pytest
from playing import at_table


def opened(page, name):
    with page.expect_popup() as popup:
        page.get_by_role("button", name=name).click()
    popup.value.wait_for_selector("h1")
    return popup.value


def test_how_to_play_is_one_press_away(table, visit):
    page = visit(table("smallworld", seats=("human", "random")).links[0])
    at_table(page)
    book = opened(page, "How to play")
    titles = book.locator("h2").all_inner_texts()
    assert any(title.startswith("How to play") for title in titles)
    assert book.locator("#tile-amazons").count() == 1
    assert book.locator("#tile-goblins").count() == 0, "of a pack that is not on this table"


@pytest.mark.needs_server("the same book")
def test_the_rules_are_in_the_language_of_the_reader(table, visit):
    page = visit(table("smallworld", seats=("human", "random")).links[0] + "", locale="it-IT")
    at_table(page)
    book = opened(page, "Come si gioca")
    assert book.locator("#tile-amazons h3").inner_text().strip().startswith("Amazzoni")
