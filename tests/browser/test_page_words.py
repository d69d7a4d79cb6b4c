"""With a language in which every text of the page stands in brackets: what does not, has come from the server, or was forgotten."""

import json
import re
from pathlib import Path

from playing import asked, at_table
from test_page_table import middle, on_to_placing, to_conquests

import ruledsl

WORDS = Path(ruledsl.__file__).parent / "serve" / "page" / "words" / "da.json"
SAID = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.nodeType === 3) found.push(node.textContent);
        else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
    }
    return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
}"""
IN_EVERY_LANGUAGE = ("ruledsl", "Dansk", "English", "Suomi", "Italiano", "Norsk", "Svenska")


def texts_in(data):
    """All texts in what a server has said."""
    if isinstance(data, dict):
        return [text for part in data.values() for text in texts_in(part)]
    if isinstance(data, list):
        return [text for part in data for text in texts_in(part)]
    # Of an id and of a line of a sum the page shows a part.
    return [data, data.replace("_", " "), re.sub(r"^[+-]?\d+ ", "", data)] if isinstance(data, str) else []


class Reader:
    """Looks at a page that speaks in brackets, and keeps what it says otherwise."""

    def __init__(self, page):
        self.page = page
        self.heard, self.forgotten = set(IN_EVERY_LANGUAGE), {}
        words = json.loads(WORDS.read_text(encoding="utf-8"))
        page.route(
            "**/page/words/da.json", lambda route: route.fulfill(json={text: f"⟦{text}⟧" for text in words})
        )
        page.on(
            "response", lambda answer: "/api/" in answer.url and self.heard.update(texts_in(answer.json()))
        )
        page.on("websocket", lambda socket: socket.on("framereceived", self.hear))

    def hear(self, frame):
        self.heard.update(texts_in(json.loads(frame)))

    def look(self, where):
        """What is there now?"""
        texts = self.page.evaluate(SAID)
        known = sorted(self.heard, key=len, reverse=True)
        for text in texts:
            left = re.sub("⟦[^⟦⟧]*⟧", "", text)
            for said in known:
                left = left.replace(said, "")
            if re.search(r"[^\W\d_]{2,}", left):
                self.forgotten[text] = where


def test_nothing_that_the_page_says_itself_is_in_one_language_only(table, visit):
    there = table()
    page = visit("about:blank", locale="da-DK")
    reader = Reader(page)
    page.goto(there.address)
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
    page.locator(".bar .menu button").nth(1).click()
    reader.look("menu")
    page.keyboard.press("Escape")
    on_to_placing(page)
    reader.look("placing")
    page.locator(".bar .menu button").first.click()
    page.wait_for_selector(".replay output")
    reader.look("replay")
    assert reader.forgotten == {}
