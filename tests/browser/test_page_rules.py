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


@pytest.mark.needs_server("the same book")
def test_the_lobby_and_the_menu_lead_to_the_rules_of_the_packs_chosen(table, visit):
    there = table("smallworld", seats=("human", "random"))
    page = visit(there.links[0])
    at_table(page)
    page.get_by_role("button", name="Menu").click()
    with page.expect_popup() as popup:
        page.locator("dialog").get_by_role("button", name="How to play").click()
    popup.value.wait_for_selector("#tile-amazons")
    page.goto(there.address)
    page.locator(".game", has_text="Small World").first.click()
    page.get_by_text("Expansions, and other games mixed in").click()
    assert page.locator(".game", has_text="Stormholds").count() == 1
    assert page.locator(".extra", has_text="Stormholds").count() == 0  # it shares nothing with this game
    assert page.locator(".extra", has_text="Underground").count() > 0
    page.locator(".extra", has_text="Cursed").click()
    page.wait_for_selector(".extra.on")
    page.wait_for_selector(".open-table")
    book = opened(page, "How to play")
    assert book.locator("#tile-amazons").count() == 1
    assert book.locator("#tile-goblins").count() == 1, "of the expansion that was chosen"


@pytest.mark.needs_server("the same lobby")
def test_the_cards_of_an_expansion_are_read_before_it_is_chosen(table, visit):
    page = visit(table("smallworld", seats=("human", "random")).address)
    page.locator(".game", has_text="Small World").first.click()
    page.get_by_text("Expansions, and other games mixed in").click()
    extra = page.locator(".extra", has_text="Cursed")
    extra.get_by_role("button", name="7 cards").click()
    cards = page.locator("dialog .tile-card")
    cards.first.wait_for()
    names = cards.locator("h3").all_inner_texts()
    assert len(names) == 7
    goblins = cards.filter(has=page.get_by_role("heading", name="Goblins"))
    assert goblins.locator("li").count() > 0, "its rules"
    assert goblins.locator("svg.head").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert not extra.locator("input").is_checked()
