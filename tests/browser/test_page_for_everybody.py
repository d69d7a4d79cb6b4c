"""The page with the keyboard alone, for screen readers, on a phone, in the dark."""

from pathlib import Path

from playing import PHONE, answer, asked, at_table, changed, middle, position, press

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


def faults(page):
    """What axe finds in the light and in the dark: the rule, and where."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += faults_now(page)
    return found


def faults_now(page):
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (fault["id"], node["html"][:160], node["any"] and node["any"][0]["message"])
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def test_axe_finds_nothing(table, visit):
    there = table()
    page = visit(there.address)
    page.wait_for_selector(".maps img")
    assert faults(page) == []
    page.goto(there.links[0])
    at_table(page)
    asked(page)
    assert faults(page) == []
    page.locator(".card-name").first.click()
    page.wait_for_selector("dialog[open]")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    assert faults(page) == []
    page.keyboard.press("Escape")
    for _ in range(3):
        asked(page)
        made = position(page)
        answer(page, lambda _: 0)
        changed(page, made)
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Plots").click()
    page.wait_for_selector(".plots figure")
    assert faults(page) == []


def test_the_keyboard_alone_is_enough(table, visit):
    """Take a race with Tab and Enter, conquer with the arrow keys, ask for a reason, end the turn."""
    there = table()
    page = visit(there.links[0])
    at_table(page)
    asked(page)

    def tab_to(selector):
        for _ in range(150):
            page.keyboard.press("Tab")
            if page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    tab_to(".card .option.main")
    made = position(page)
    page.keyboard.press("Enter")
    page.wait_for_selector(".option.sure")
    page.keyboard.press("Enter")
    changed(page, made)
    page.wait_for_selector(".light.offered")
    page.wait_for_selector("#asked:focus")  # its button is gone: the next Tab goes on from the question
    tab_to(".region")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')")
    offered = page.evaluate(
        "[...document.querySelectorAll('.light.offered')].map(light => light.dataset.region)"
    )
    region = page.evaluate("document.activeElement.dataset.region")
    assert region in offered
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.region") != region
    page.wait_for_selector(".here")
    page.keyboard.press("Shift+Tab")
    assert not page.evaluate("document.activeElement.matches('svg')"), "the drawing itself is no stop"
    page.wait_for_selector(".here", state="detached")
    tab_to(".region")
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] * 12:
        if page.evaluate("document.activeElement.dataset.region") in offered:
            break
        page.keyboard.press(key)
    region = page.evaluate("document.activeElement.dataset.region")
    assert region in offered
    page.wait_for_selector(".here .cost .sum li")
    made = position(page)
    page.keyboard.press("Enter")
    changed(page, made)
    assert page.evaluate(f"document.querySelector('.on-region[data-region=\"{region}\"] .stack') !== null")


def test_keys_go_on_to_the_choice_between_several(table, visit):
    page = visit(table("underground").links[0])
    at_table(page)
    press(page, page.get_by_role("button", name="take the Will-o'-Wisps"))
    page.wait_for_selector(".light.offered")
    region = page.locator('.region[data-region="4"]')
    region.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".here.held .option:focus")
    assert page.locator(".here.held .option").count() == 2
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.here .row + .row .quiet')")
    page.get_by_role("button", name="Close").press("Enter")
    assert page.evaluate("document.activeElement.dataset.region") == "4"


def test_nothing_sticks_out(table, visit):
    there = table()
    page = visit(there.address)
    wide = "document.documentElement.scrollWidth"
    for address, shown in ((there.address, ".maps img"), (there.links[0], ".table svg.board .tokens")):
        page.goto(address)
        page.wait_for_selector(shown)
        for width in (360, 390, 768, 1024, 1440, 3840):
            page.set_viewport_size({"width": width, "height": max(640, width * 9 // 16)})
            assert page.evaluate(wide) <= width


def test_on_a_phone_a_tap_tells_and_a_second_one_chooses(table, visit):
    there = table()
    page = visit(there.links[0], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    at_table(page)
    asked(page)
    page.locator(".card .option.main").first.tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".option.sure").tap()
    page.wait_for_selector(".light.offered")
    page.wait_for_function("() => scrollY === 0")  # a new question is read from its beginning
    page.touchscreen.tap(*middle(page, page.locator(".light.offered").first))
    page.wait_for_selector(".here.held .option.main")
    # what a press brings is told a moment after what can be pressed
    page.locator(".here.held .again", has_text="Press again to do it.").wait_for()
    made = position(page)
    page.locator(".here.held .option.main").first.tap()
    changed(page, made)


def test_a_phone_shows_names_of_regions_large_enough_to_read(table, visit):
    there = table("warcraft", seats=("human", "random"))
    page = visit(there.links[0], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    at_table(page)
    sizes = page.locator(".board .marks text").evaluate_all(
        "(all) => all.map((one) => { const at = one.getScreenCTM();"
        " return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(at.a, at.b) })"
    )
    assert sizes
    assert min(sizes) >= 11


OUTSIDE = """
    (() => {
        const board = document.querySelector('svg.board').getBoundingClientRect();
        const out = (one) => one.left < board.left - 1 || one.top < board.top - 1 || one.right > board.right + 1 || one.bottom > board.bottom + 1;
        return [...document.querySelectorAll('.told .plate')].filter((plate) => out(plate.getBoundingClientRect())).length;
    })()
"""


def test_no_mark_hangs_over_the_rim_of_a_small_board(table, visit):
    """Marks stand larger on a phone than the regions at the rim."""
    page = visit(table("underground").links[0], viewport=PHONE)
    at_table(page)
    press(page, page.get_by_role("button", name="take the Will-o'-Wisps"))
    page.wait_for_selector(".told .plate")
    assert page.evaluate(OUTSIDE) == 0
