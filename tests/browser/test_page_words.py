"""In the language whose letters all have accents: what has none on the page is said by nobody who could translate it."""

import re

from playing import asked, at_table
from test_page_table import middle, on_to_placing, to_conquests

SAID = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if ((node.nodeType === 3 ? node.parentElement : node).closest('[lang=en], .place, option, .cm-editor, iframe, .files li, .where')) continue;
        if (node.nodeType === 3) found.push(node.textContent);
        else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
    }
    return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
}"""
PLAIN = re.compile(r"[A-Za-z]{2,}")
NAMES = ("Tableland", "v0.1.0", "beavers", "dams at work", "Ctrl+Z", "Ctrl+Y")


class Reader:
    """Looks at a page, and keeps what has plain letters."""

    def __init__(self, page):
        self.page = page
        self.forgotten = {}

    def look(self, where):
        """What is there now?"""
        for text in self.page.evaluate(SAID):
            if PLAIN.search(text) and text not in NAMES:
                self.forgotten[text] = where


def test_everything_that_a_page_says_can_be_translated(table, visit):
    there = table()
    page = visit(f"{there.address}/?language=en-XA")
    reader = Reader(page)
    page.wait_for_selector(".maps img")
    reader.look("lobby")
    page.goto(there.links[0])
    at_table(page)
    asked(page)
    reader.look("taking")
    to_conquests(page)
    at = middle(page, ".light.offered")
    page.mouse.move(at["x"], at["y"])
    page.wait_for_selector(".here .cost .sum li")
    reader.look("conquering")
    page.locator(".advise").click()
    page.wait_for_selector(".advice li")
    reader.look("advice")
    page.locator(".bar .menu [aria-haspopup=dialog]").last.click()
    page.wait_for_selector("dialog[open]")
    reader.look("menu")
    page.keyboard.press("Escape")
    on_to_placing(page)
    reader.look("placing")
    page.locator(".bar .menu [aria-pressed]").first.click()
    page.wait_for_selector(".replay output")
    reader.look("replay")
    assert reader.forgotten == {}


def test_everything_that_the_workshop_says_can_be_translated(empty_shop, visit):
    page = visit(f"{empty_shop.address}/?language=en-XA")
    page.goto(f"{empty_shop.address}/workshop")
    reader = Reader(page)
    page.locator(".begin form input").first.fill("beavers")
    reader.look("no pack")
    page.locator(".begin form .main").click()
    page.locator(".card-panel").wait_for()
    page.wait_for_selector(".writing .grow >> text=/Ń|Ć/")
    reader.look("pack")
    page.locator(".files .row .option").first.click()
    page.locator("dialog select").wait_for()
    reader.look("new tile")
    page.locator("dialog form input[pattern]").fill("dams")
    page.locator("dialog form .main").click()
    page.locator("iframe.paper").wait_for()
    reader.look("card")
    for tab, there in (
        ("scenarios", ".scenario"),
        ("try", ".trial .region"),
        ("fair", ".fair select option"),
    ):
        page.locator(f"#tab-{tab}").click()
        page.locator(there).first.wait_for(state="attached")
        reader.look(tab)
    assert reader.forgotten == {}


BROUGHT = """
    async (numbers) => {
        const { t } = await import('/page/words.js');
        return numbers.map((n) => t('{n} [coin.many] at the end of the turn', { n }));
    }
"""


def test_a_number_takes_the_form_of_its_size_whatever_its_sign(table, visit):
    page = visit(table().links[0])
    at_table(page)
    coins = [text.split(" at ")[0] for text in page.evaluate(BROUGHT, ["+1", "−1", "+2", "−2"])]
    assert coins == ["+1 coin", "−1 coin", "+2 coins", "−2 coins"]
