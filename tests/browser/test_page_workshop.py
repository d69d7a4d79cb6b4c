"""The workshop in a real browser: a tile from the first click to its card, texts that are not lost, strangers' texts, the keyboard alone."""

import json
import re
import resource

import beavers
import pytest
from beavers import FILE, RACE
from test_page_for_everybody import faults


@pytest.fixture
def shop(empty_shop):
    return beavers.lay(empty_shop.folder)


@pytest.fixture
def workshop(visit, empty_shop, shop):
    """The page with the race open, at the server that tests share."""
    return at(visit, empty_shop)


@pytest.fixture
def own_shop(tmp_path):
    return beavers.lay(tmp_path / "shop")


@pytest.fixture
def own_workshop(serve, visit, own_shop):
    """A server of the test's own, and its page with the race open."""
    server = serve("--workshop", str(own_shop))
    return server, at(visit, server)


def at(visit, server):
    page = visit(f"{server.address}/workshop", refused=True)
    opened(page)
    return page


def opened(page):
    page.wait_for_selector(f'.cm-content[aria-label="Text of {FILE}"]')
    page.wait_for_selector(".state.saved")


def text_of(page):
    return page.evaluate("workshop.text")


def write(page, text, keys="Control+End"):
    page.locator(".cm-content").click()
    page.keyboard.press(keys)
    page.keyboard.type(text)


def undone(page, wanted):
    """Undo until that stands there again: what is typed slowly is undone in parts."""
    for _ in range(20):
        if text_of(page) == wanted:
            return
        page.keyboard.press("Control+z")
    raise AssertionError(text_of(page))


def saved(page, place, wanted):
    """Wait until that is on the disk."""
    for _ in range(600):
        if wanted in place.read_text():
            return
        page.wait_for_timeout(50)
    raise AssertionError(
        f"{page.locator('.state').text_content()}: {wanted!r} is not in {place.read_text()!r}"
    )


def test_from_an_empty_folder_to_a_card(empty_shop, visit):
    """A pack, a copy of a tile, its card and scenarios; a mistake is found, told and mended; completion, meaning, renaming, layout."""
    page = visit(f"{empty_shop.address}/workshop")
    page.get_by_label("What it is called").fill("Beavers")
    assert page.get_by_label("What it is called").input_value() == "beavers"
    page.get_by_role("button", name="Make the pack").click()
    page.get_by_role("button", name="New tile…").click()
    page.locator("dialog select").select_option("copy")
    page.locator("dialog select").nth(1).select_option("giants")
    page.get_by_label("What it is called").fill("beavers")
    page.get_by_role("button", name="Make it").click()
    opened(page)
    card = page.frame_locator(".paper")
    card.get_by_role("heading", name="Beavers").wait_for()
    page.get_by_role("tab", name="Scenarios").click()
    page.wait_for_selector(".scenario.green")
    page.wait_for_selector(".margin .reached")
    write(page, "      my region_income +1 if region is forestt")
    page.wait_for_selector(".cm-lintRange-error")
    page.get_by_role("button", name="Write `forest`").click()
    page.wait_for_selector(".cm-lintRange-error", state="detached")
    page.wait_for_selector(".margin .unreached")
    page.get_by_role("tab", name="Card").click()
    card.get_by_text("forest").first.wait_for()
    write(page, "\nmy region_income +1 if region is mo")
    page.keyboard.press("Control+Space")
    page.wait_for_selector(".cm-tooltip-autocomplete li:has-text('mountain')")
    page.keyboard.press("Escape")
    page.keyboard.type("untain")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Alt+i")
    page.wait_for_selector(".told:has-text('mountain')")
    assert faults(page) == []


def test_lines_go_further_in_and_bubbles_come_only_when_asked_for(workshop):
    page = workshop
    page.get_by_text("No errors").wait_for()
    page.get_by_text("Nothing on this tile says what it does").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("\nafter my conquest if region is forest:\nchoose shore from neighbours of regio")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.type("  ")
    page.wait_for_timeout(300)
    assert page.locator(".cm-tooltip-autocomplete").count() == 0
    assert text_of(page).endswith("forest:\n        choose shore from neighbours of regio\n          \n"), (
        text_of(page)
    )
    page.wait_for_selector(".cm-lintRange-error")
    page.keyboard.press("F8")
    assert page.evaluate("getSelection().toString()") == "regio"
    assert page.locator(".cm-tooltip").count() == 0
    page.locator(".is-property", has_text="conquest_cost").click()
    for ended in ("Escape", "ArrowLeft"):
        page.keyboard.press("Alt+i")
        page.wait_for_selector(".told strong:has-text('conquest_cost')")
        assert "declared by core, core/conquest.yaml:" in page.locator(".told").text_content()
        page.keyboard.press(ended)
        assert page.locator(".told").count() == 0
    page.keyboard.press("Control+.")
    page.get_by_text("nothing that can be fixed automatically").wait_for()


def test_nothing_is_right_before_it_was_checked(workshop):
    page = workshop
    page.get_by_text("No errors").wait_for()
    page.evaluate("""() => {
      const place = document.querySelector(".writing .tools .grow");
      const told = () => (document.body.dataset.told = `${document.body.dataset.told ?? ""}${place.textContent}. `);
      new MutationObserver(told).observe(place, { childList: true, characterData: true, subtree: true });
    }""")
    write(page, "# one\n")
    page.wait_for_selector("body[data-told='Checking…. No errors. ']")


def test_a_name_is_another_one_everywhere(workshop, shop):
    page = workshop
    story = shop / "beavers/scenarios/first.yaml"
    story.parent.mkdir()
    story.write_text(
        "scenarios:\n  one:\n    about: A first one.\n    position: {players: 2, map: {regions: {a: {terrain: forest, entry: true}}}, "
        "phase: conquests, peoples: [{race: beavers, player: 0, hand: 2}]}\n    steps:\n      - state: {turn: 0}\n"
    )
    page.get_by_text("No errors").wait_for()
    page.locator(".is-propertyName", has_text="beavers").click()
    page.keyboard.press("F2")
    page.locator(".renaming input").fill("otters")
    page.keyboard.press("Enter")
    saved(page, shop / FILE, "  otters:")
    saved(page, story, "race: otters")


def test_undoing_goes_on_over_a_reload_and_a_dead_server_loses_nothing(own_workshop, own_shop):
    server, page = own_workshop
    write(page, "# one\n")
    saved(page, own_shop / FILE, "# one")
    page.reload()
    opened(page)
    page.locator(".cm-content").click()
    undone(page, RACE)
    page.keyboard.press("Control+y")
    saved(page, own_shop / FILE, "# one")
    server.kill()
    write(page, "# two\n")
    page.wait_for_selector(".state.lost")
    write(page, "# three\n")
    server.start(server.words)
    saved(page, own_shop / FILE, "# two\n# three\n")
    page.wait_for_selector(".tools:has-text('No errors')")
    # The page goes while the server is away: what was typed is there when both are back.
    server.kill()
    write(page, "# four\n")
    page.wait_for_selector(".state.lost")
    page.goto("about:blank")
    server.start(server.words)
    page.goto(f"{server.address}/workshop")
    saved(page, own_shop / FILE, "# three\n# four\n")


def test_a_file_that_changes_underneath(workshop, shop):
    """Where nothing was written it is shown; where something was, both texts are, to choose."""
    page = workshop
    place = shop / FILE
    place.write_text(RACE.replace("6", "7"))
    page.locator(".cm-line", has_text="number: 7").wait_for()
    page.locator(".cm-content").click()
    undone(page, RACE)
    saved(page, place, "number: 6")
    for choice, kept in (("Keep mine", "# mine"), ("Take the one on the disk", "# theirs 2")):
        page.evaluate("workshop.keeper.writing = true")
        write(page, "# mine\n")
        place.write_text(RACE + f"# theirs{' 2' if 'disk' in choice else ''}\n")
        page.evaluate("workshop.keeper.writing = false; workshop.keeper.save()")
        page.get_by_role("alertdialog").get_by_text("# theirs").wait_for()
        page.get_by_role("alertdialog").get_by_text("# mine").first.wait_for()
        page.get_by_role("button", name=choice).click()
        saved(page, place, kept)
        assert kept in text_of(page)
    place.unlink()
    page.get_by_role("button", name="Keep mine").click()
    page.wait_for_selector(".conflict", state="detached")
    for _ in range(200):
        if place.exists():
            break
        page.wait_for_timeout(50)
    assert "# theirs 2" in place.read_text()


def test_of_two_files_that_are_asked_for_the_last_one_is_shown_and_keys_are_kept(workshop, shop):
    """Also while the server takes its time to read one."""
    page, other = workshop, "beavers/pack.yaml"
    late = []

    def hold(route):
        late.append(route)

    page.route(re.compile(r"/file\?path=beavers%2Fpack"), hold)

    def slowly(*where):
        page.evaluate("where => { globalThis.opening = workshop.open(...where) }", where)
        while not late:
            page.wait_for_timeout(20)
        return late.pop()

    request = slowly(other, 2)
    page.evaluate("path => workshop.open(path)", FILE)
    request.continue_()
    page.evaluate("opening")
    opened(page)
    assert page.evaluate("workshop.keeper.tabs.path") == FILE
    request = slowly(other)
    write(page, "# mine\n")
    request.continue_()
    page.evaluate("opening")
    page.wait_for_selector(f'.cm-content[aria-label="Text of {other}"]')
    saved(page, shop / FILE, "# mine")


def test_two_tabs_on_one_file(workshop, empty_shop, visit, shop):
    page = workshop
    other = second_tab(visit, empty_shop, page)
    write(page, "# first\n")
    other.locator(".cm-line", has_text="# first").wait_for()
    write(other, "nothing")
    assert "nothing" not in text_of(other)
    other.get_by_role("button", name="Write here instead").click()
    page.get_by_text("open in another tab").wait_for()
    write(other, "# second\n")
    page.locator(".cm-line", has_text="# second").wait_for()
    saved(other, shop / FILE, "# first\n# second\n")
    other.close()
    page.get_by_text("open in another tab").wait_for(state="detached")
    write(page, "# third\n")
    saved(page, shop / FILE, "# second\n# third\n")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["theirs first", "ours first"])
def test_a_file_that_is_still_being_saved_by_the_tab_before(workshop, empty_shop, visit, shop, order):
    """Of two texts that come from one version the second one is refused; that tab looks at what is there, and nothing is lost."""
    page = workshop
    other, held = second_tab(visit, empty_shop, page), []

    def hold(route):
        waits = route.request.method == "POST" and len(held) < 2
        held.append(route) if waits else route.continue_()

    page.context.route("**/api/workshop/file*", hold)
    write(page, "# first\n")
    other.locator(".cm-line", has_text="# first").wait_for()
    page.wait_for_function("() => workshop.keeper.writing")
    other.get_by_role("button", name="Write here instead").click()
    page.get_by_text("open in another tab").wait_for()
    write(other, "# second\n")
    other.wait_for_function("() => workshop.keeper.writing")
    while len(held) < len(order):  # it is on its way to being held
        other.wait_for_timeout(20)
    for number in order:
        held[number].continue_()
        saved(page, shop / FILE, ("# first\n", "# second\n")[number])
    saved(other, shop / FILE, "# first\n# second\n")
    page.locator(".cm-line", has_text="# second").wait_for()
    write(other, "# third\n")
    saved(other, shop / FILE, "# second\n# third\n")
    assert not any(tab.get_by_text("changed by another program").count() for tab in (page, other))


def second_tab(visit, server, page):
    """Another tab, which reads along. Whoever takes over may be told once that the tab before has just saved."""
    other = visit(f"{server.address}/workshop", context=page.context, refused=True)
    other.get_by_text("open in another tab").wait_for()
    return other


def test_a_full_disk(own_workshop, own_shop):
    """The server may write files of no length any more: it says so, the text stays, and is saved when there is room."""
    server, page = own_workshop
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    write(page, "# more\n")
    page.get_by_role("alert").get_by_text("The disk is full").wait_for()
    assert (own_shop / FILE).read_text() == RACE
    page.reload()
    page.locator(".cm-line", has_text="# more").wait_for()
    page.get_by_role("alert").get_by_text("The disk is full").wait_for()
    resource.prlimit(
        server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    )
    saved(page, own_shop / FILE, "# more")


def test_texts_of_strangers_run_nothing(empty_shop, visit, shop):
    evil = "<img src=x onerror=alert(1)><script>alert(1)</script>"
    (shop / FILE).write_text(
        RACE.replace("name: Beavers", f"name: {json.dumps(evil)}\n    summary: {json.dumps(evil)}")
    )
    page = visit(f"{empty_shop.address}/workshop")
    ran = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    opened(page)
    page.frame_locator(".paper").get_by_text("onerror").first.wait_for()
    page.get_by_text("No errors").wait_for()
    page.locator(".is-propertyName", has_text="beavers").hover()
    page.wait_for_selector(".cm-lsp-hover-tooltip")
    assert page.locator(".cm-lsp-hover-tooltip img, .cm-lsp-hover-tooltip script, .paper img").count() == 0
    assert ran == []


def test_the_keyboard_alone_and_a_phone(workshop):
    page = workshop
    page.locator(".cm-content").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('cm-content')")
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('cm-content')")
    for _ in range(20):
        if page.evaluate("document.activeElement.id") == "tab-card":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-scenarios"
    page.get_by_text("0 of 0 pass").wait_for()
    for width in (360, 390, 768, 1024, 2560):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Card & more").click()
    page.get_by_role("tab", name="Card").click()
    page.frame_locator(".paper").get_by_role("heading", name="Beavers").wait_for()
    page.get_by_role("button", name="Files").click()
    page.get_by_role("button", name="pack.yaml").click()
    page.wait_for_selector('.cm-content[aria-label="Text of beavers/pack.yaml"]')
    assert faults(page) == []
