"""Books and sheets as a browser prints them: the pages of the PDF, and how large things are on them, in millimetres."""

import re

import pytest

from ruledsl.author.book import rulebook, sheets
from ruledsl.play.rules import load

MM = 96 / 25.4
BOX = "e => { const b = e.getBoundingClientRect(); return [b.width, b.height] }"


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


@pytest.fixture
def printed(chromium):
    page = chromium.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    def show(text):
        page.set_content(text)
        page.emulate_media(media="print")
        data = page.pdf(prefer_css_page_size=True, print_background=True)
        boxes = {
            tuple(float(x) for x in found.split()) for found in re.findall(rb"/MediaBox \[([\d. ]+)\]", data)
        }
        assert not [url for url in asked if not url.startswith(("data:", "about:"))]
        return page, boxes

    yield show
    page.close()


def size(page, selector):
    return [round(side / MM, 1) for side in page.locator(selector).first.evaluate(BOX)]


@pytest.mark.parametrize(("paper", "wide", "high"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)])
def test_sheets(printed, rules, paper, wide, high):
    page, boxes = printed(sheets(rules, ["trolls", "heroic"], paper=paper))
    for _, _, across, down in boxes:
        assert across == pytest.approx(wide / 25.4 * 72, abs=1)
        assert down == pytest.approx(high / 25.4 * 72, abs=1)
    assert size(page, ".sheet") == [wide, high]
    assert size(page, ".banner .face") == [90.0, 50.0]
    assert size(page, ".badge .face") == [56.0, 50.0]
    assert size(page, ".token .face") == [25.0, 25.0]
    assert size(page, ".counter .face") == [25.0, 25.0]


def test_pieces_have_their_size_and_marks_at_their_edges(printed, rules):
    """Those of a tile, and those that stand in its file; each as often as the box has it, on as many pages as there are sheets."""
    page, _ = printed(sheets(rules, ["bivouacking", "fortified", "heroic"]))
    assert page.locator(".counter").count() == 5 + 6 + 2
    boxes = page.locator(".counter").evaluate_all(
        "all => all.map(e => { const s = e.closest('.sheet').getBoundingClientRect(), b = e.getBoundingClientRect();"
        " return [b.x - s.x, b.y - s.y, b.width, b.height] })"
    )
    marks = " ".join(page.locator(".marks path").evaluate_all("all => all.map(e => e.getAttribute('d'))"))
    ends = {(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)v", marks)}
    for box in boxes:
        left, top, wide, high = (round(side / MM, 1) for side in box)
        assert (wide, high) == (25.0, 25.0)
        for x in (left, left + 25):
            assert any(abs(x - mark) < 0.2 and abs(top - 0.7 - y) < 0.2 for mark, y in ends)
    data = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", data)) == page.locator(".sheet").count()


def test_what_a_race_does_in_decline_stands_on_its_declined_side(printed, rules):
    """Large enough to read, and within the banner: for each race of the box, in its longest language."""
    races = [tile.id for tile in rules.composition.tiles.values() if rules.composition.kinds[tile.kind].tray]
    page, _ = printed(sheets(rules, races, "fi"))
    found = page.locator(".banner .summary").evaluate_all(
        "all => all.map(e => { const face = e.closest('.face'); return [face.querySelector('h2').textContent, face.matches('.back'),"
        " parseFloat(getComputedStyle(e).fontSize) * 0.75, face.scrollHeight - face.clientHeight] })"
    )
    assert all(size >= 9.5 and beyond <= 0 for _, _, size, beyond in found)
    declined = {name for name, back, _, _ in found if back}
    assert declined >= {"Kääpiöt", "Ghoulit", "Peikot"}
    assert not declined & {"Amatsonit", "Hiidet"}


def test_a_rulebook(printed, rules):
    page, boxes = printed(rulebook(rules, ["smallworld"]))
    assert len(boxes) == 1
    assert size(page, ".card")[0] == 88.0
    assert not page.locator(".switch").is_visible()


def test_the_switch_of_languages(chromium, rules):
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_content(rulebook(rules, ["smallworld"]))
    title = page.locator("#tile-amazons h3")
    assert title.inner_text() == "Amazons"
    page.get_by_label("Suomi").check()
    assert title.inner_text() == "Amatsonit"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
