"""The workshop's panels "Try it" and "Is it fair?" in a browser: by keys, on a phone, while the text is right and while it is not."""

import re
import shutil
from pathlib import Path

import pytest

BLANK = Path(__file__).resolve().parents[2] / "rulesets" / "blank-tiles"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def shop(empty_shop):
    folder = empty_shop.folder / "blank-tiles"
    shutil.copytree(BLANK, folder)
    return folder.parent


def opened(visit, server, panel, **settings):
    """The page, with a file in the editor and a panel beside it."""
    page = visit(f"{server.address}/workshop", **settings)
    if "is_mobile" in settings:
        page.get_by_role("button", name="Files", exact=True).click()
    page.get_by_role("button", name="moles.yaml", exact=True).first.click()
    page.wait_for_function("() => globalThis.workshop?.path.endsWith('/moles.yaml') && workshop.editor")
    if "is_mobile" in settings:
        page.get_by_role("button", name="Card & more").click()
    page.get_by_role("tab", name=panel).click()
    return page


def rewrite(page, old, new):
    """Change the text, as somebody does who writes there."""
    page.evaluate(
        """([old, now]) => {
          const { view } = workshop.editor;
          const at = view.state.doc.toString().indexOf(old);
          view.dispatch({ changes: { from: at, to: at + old.length, insert: now } });
        }""",
        [old, new],
    )


def row(page, region):
    """What is said of a region."""
    return page.locator(".numbers details", has=page.locator("summary", has_text=re.compile(f"^{region} ")))


def focused(page):
    """What whoever hears the page is told of the element that has the focus."""
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_numbers_follow_the_text_and_stay_while_it_has_errors(empty_shop, visit, shop):
    page = opened(visit, empty_shop, "Try it")
    row(page, 2).get_by_text("costs 2").wait_for()
    rewrite(page, "after my conquest if", "my conquest_cost +4 if region is hill\n      after my conquest if")
    row(page, 2).get_by_text("costs 6").wait_for()
    assert page.locator(".told .mark-of.takes").nth(1).text_content() == "6"
    assert page.locator(".told .mark-of.brings").nth(1).text_content() == "+1"
    rewrite(page, "cost +4", "coast +4")
    page.locator(".trial.old").wait_for()
    assert "costs 6" in row(page, 2).text_content()
    assert page.locator(".trial > .problem").text_content().startswith("These numbers are from before. ")
    assert page.get_by_role("button", name="Play on").is_disabled()
    rewrite(page, "coast +4", "cost +1")
    row(page, 2).get_by_text("costs 3").wait_for()
    row(page, 2).locator("summary").click()
    assert "blank_tiles/moles.yaml:17:7" in row(page, 2).locator(".why .place").nth(1).text_content()


def test_a_position_is_laid_and_played_on_and_kept_by_keys_alone(empty_shop, visit, shop):
    page = opened(visit, empty_shop, "Try it")
    page.locator('.ground [tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    row(page, 2).get_by_text("Moles ×1 (player 1)").wait_for()
    page.keyboard.press("Enter")
    row(page, 2).get_by_text("Moles ×2 (player 1)").wait_for()
    assert focused(page) == "2 hill, Moles ×2 (player 1)"
    assert (
        page.locator("#said").text_content()
        == "2 hill, Moles ×2 (player 1). income of Moles from 2 hill is 1"
    )
    assert "income of Moles from 2 hill is 1" in page.locator(".chosen").text_content()
    page.keyboard.press("Shift+Enter")
    row(page, 2).get_by_text("Moles ×1 (player 1)").wait_for()
    page.get_by_label("A press on a region lays down").select_option("piece burrow")
    page.locator('.ground [tabindex="0"]').focus()
    page.keyboard.press("Enter")
    row(page, 2).get_by_text("Burrow").first.wait_for()
    page.get_by_label("in hand").fill("40")
    page.keyboard.press("Tab")
    page.get_by_text("race tokens are more than the box has").wait_for()
    page.get_by_label("against the bot").select_option("random")
    with page.context.expect_page() as opening:
        page.get_by_role("button", name="Play on").press("Enter")
    table = opening.value
    page.get_by_role("link", name="To the table").wait_for()
    table.locator('.board [data-region="3"]').first.wait_for(state="attached")
    table.locator(".region-list summary").press("Enter")
    table.get_by_role("button", name=re.compile("^conquer 1 mountain")).press("Enter")
    table.wait_for_selector('.table[data-made="1"]')
    page.bring_to_front()
    page.get_by_label("Keep what was played").fill("Up the mountain!")
    page.get_by_role("button", name="Keep", exact=True).press("Enter")
    page.get_by_text("with 1 choice. It has passed.").wait_for()
    assert "  up_the_mountain:" in (shop / "blank-tiles" / "scenarios" / "recorded.yaml").read_text()


def few_games(route):
    """Of those that the page asks for: they are played when nothing else wants the machine, and here much does."""
    asked = route.request.post_data_json
    route.continue_(post_data={**asked, "games": min(asked["games"], 60)} if "games" in asked else None)


def test_a_tile_is_weighed_on_a_phone_and_the_result_is_old_when_the_text_changes(empty_shop, visit, shop):
    page = opened(visit, empty_shop, "Is it fair?", **PHONE)
    page.route("**/api/workshop/ask*", few_games)
    page.get_by_role("button", name="Play 500 games").click()
    page.locator(".verdict").wait_for()
    assert re.match(
        r"(Fair|Not sure yet|Too weak): .* With it \d+% of the games are won",
        page.locator(".verdict").text_content(),
    )
    assert page.locator(".wins tbody tr").count() == 14
    page.get_by_role("button", name="What is it like?").click()
    page.locator(".alike dd").nth(2).wait_for()
    assert re.match(
        "(It is most like|In these positions hardly anything tells it from) ",
        page.locator(".alike .verdict").text_content(),
    )
    assert "The same: what regions cost it" in page.locator(".alike dd").first.text_content()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    rewrite(page, "number: 5", "number: 9")
    page.get_by_text("The text has changed since").wait_for()
    page.get_by_role("button", name="Play 500 games").click()
    page.locator(".fair > [role=status] .verdict").wait_for()
    page.get_by_role("tab", name="Try it").click()
    page.locator(".ground svg.board").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
