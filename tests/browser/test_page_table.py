"""What somebody does at the page: asking why, trying, taking back, placing, looking back, coming back, sitting down with a friend."""

import json
import re
from pathlib import Path

import pytest
from playing import answer, asked, at_table, changed, position, press

SOLO = ["smallworld", "--players", "2", "--seats", "human,greedy"]


def to_conquests(page):
    """Take the first race; regions are lit."""
    at_table(page)
    asked(page)
    press(page, page.locator(".card.offered .main").first)
    page.wait_for_selector(".light.offered")


def middle(page, selector, nth=0):
    """The point of a lit region where its tokens lie, on the screen."""
    return page.evaluate(
        """([selector, nth]) => {
            const id = document.querySelectorAll(selector)[nth].dataset.region;
            const group = document.querySelector(`.region[data-region="${id}"]`);
            const { x, y } = new DOMPoint(+group.dataset.x, +group.dataset.y).matrixTransform(group.getScreenCTM());
            return { x, y, id };
        }""",
        [selector, nth],
    )


def test_pointing_says_the_cost_and_why(table, visit):
    page = visit(table().links[0])
    to_conquests(page)
    at = middle(page, ".light.offered")
    page.mouse.move(at["x"], at["y"])
    page.wait_for_selector(".here .cost .sum li")
    amounts = [
        int(text.replace("−", "-"))
        for text in page.locator(".here .cost > .sum > li:not(.dropped) > .amount").all_inner_texts()
    ]
    said = page.locator(".here .cost .answer").inner_text()
    assert sum(amounts) == int(re.findall(r"\d+", said)[-1])
    place = page.locator(".here .sum .place").first
    assert re.search(r"\.yaml:\d+:\d+", place.text_content())
    assert not place.is_visible()
    marks_say_what_a_press_does(page, at)
    nothing_moves_for_ever(page)


def nothing_moves_for_ever(page):
    """What does has the whole map painted sixty times a second: a core, and the battery of a phone."""
    page.evaluate("document.documentElement.dataset.motion = 'on'")
    moving = "document.getAnimations().map((one) => one.effect.getComputedTiming().iterations)"
    assert 1 in page.evaluate(moving)
    assert set(page.evaluate(moving)) == {1}


def marks_say_what_a_press_does(page, at):
    """On the map, in the words of those who hear the page, and by what comes of it."""
    page.wait_for_selector(".told .on-token")
    lit = page.locator(".light.offered.takes")
    assert page.locator(".told .on-token").count() == lit.count() == page.locator(".light.offered").count()
    region = page.locator(f'.region[data-region="{at["id"]}"]')
    costs = int(re.search(r"takes (\d+) tokens? from the hand", region.get_attribute("aria-label"))[1])
    hand = int(page.locator(".ask .hand").inner_text().split()[0])
    assert page.locator(".keys li").count() == 1
    made = position(page)
    page.mouse.click(at["x"], at["y"])
    changed(page, made)
    assert int(page.locator(".ask .hand").inner_text().split()[0]) == hand - costs
    assert page.locator(".here").count() == 0, "whoever has pressed sees what came of it"
    assert page.locator(".territory.active .rim").count() == 1
    assert page.locator(f'.on-region[data-region="{at["id"]}"] .emblem .shape').count() > 0


def test_what_cannot_be_taken_back_takes_two_presses(table, visit):
    page = visit(table().links[0])
    at_table(page)
    asked(page)
    made = position(page)
    take = page.locator(".card.offered .main")
    assert len(set(take.evaluate_all("(all) => all.map((one) => one.ariaLabel)"))) == take.count()
    take.nth(1).click()
    assert "cannot be taken back" in page.locator(".option.sure .again").inner_text()
    take.nth(0).click()
    page.wait_for_function("() => document.querySelectorAll('.card.offered .main')[0].matches('.sure')")
    assert page.locator(".option.sure").count() == 1
    assert position(page) == made
    page.locator(".side").evaluate("(side) => side.scrollTo(0, 400)")
    page.locator(".option.sure").click()
    changed(page, made)
    assert page.locator(".market details:not([open])").count() == 1
    page.wait_for_function("() => document.querySelector('.side').scrollTop === 0")


def test_pointing_at_what_is_not_offered_says_why_not(table, visit):
    page = visit(table().links[0])
    to_conquests(page)
    lit = set(
        page.evaluate("[...document.querySelectorAll('.light.offered')].map((light) => light.dataset.region)")
    )
    everything = page.evaluate(
        "[...document.querySelectorAll('.region')].map((region) => region.dataset.region)"
    )
    dark = next(region for region in everything if region not in lit)
    at = middle(page, f'.region[data-region="{dark}"]')
    page.mouse.move(at["x"], at["y"])
    page.wait_for_selector(".here .not .answer")


SPREAD = """
    (() => {
        const lit = [...document.querySelectorAll('.light.offered')].map((one) => one.dataset.region);
        const all = [...document.querySelectorAll('.region')].filter((one) => !lit.includes(one.dataset.region));
        const far = (x, y) => all.reduce((a, b) => (x * a.dataset.x + y * a.dataset.y > x * b.dataset.x + y * b.dataset.y ? a : b));
        const [left, right, top, bottom] = [far(-1, 0), far(1, 0), far(0, -1), far(0, 1)];
        const middle = { x: (+left.dataset.x + +right.dataset.x) / 2, y: (+top.dataset.y + +bottom.dataset.y) / 2 };
        const off = (one) => Math.hypot(one.dataset.x - middle.x, one.dataset.y - middle.y);
        return [left, right, top, bottom, all.reduce((a, b) => (off(a) < off(b) ? a : b))].map((one) => one.dataset.region);
    })()
"""
COVERED = """
    (id) => {
        const box = document.querySelector('.here').getBoundingClientRect();
        const group = document.querySelector(`.region[data-region="${id}"]`);
        const { x, y } = new DOMPoint(+group.dataset.x, +group.dataset.y).matrixTransform(group.getScreenCTM());
        return x > box.left && x < box.right && y > box.top && y < box.bottom;
    }
"""


def test_what_is_told_of_a_region_does_not_cover_it(table, visit):
    """On screens of several shapes, of regions on each side and in the middle."""
    page = visit(table().links[0])
    to_conquests(page)
    for size in ((1000, 760), (844, 390), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for id_ in page.evaluate(SPREAD):
            page.locator(f'.region[data-region="{id_}"]').evaluate("(region) => region.focus()")
            page.keyboard.press("Enter")
            page.wait_for_selector(".here.held :is(.cost, .not, .option)")
            assert not page.evaluate(COVERED, id_), (size, id_)
            page.locator(".here .close").click()


def test_every_number_can_be_asked(table, visit):
    page = visit(table().links[0])
    to_conquests(page)
    page.locator(".players button.num").first.click()
    page.wait_for_selector("dialog[open] .why .answer")
    page.get_by_role("button", name="Show the rules").click()
    assert page.locator("dialog .sum .place").first.is_visible() or not page.locator("dialog .sum").count()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_a_preview_changes_nothing_and_a_choice_can_be_taken_back(table, visit):
    page = visit(table().links[0])
    to_conquests(page)
    made = position(page)
    stacks = page.locator(".tokens .stack").count()
    at = middle(page, ".light.offered")
    # A finger shows what there is to say before anything is chosen.
    page.evaluate(
        """({x, y}) => {
            const target = document.elementFromPoint(x, y);
            for (const kind of ['pointerdown', 'pointerup']) {
                const finger = {bubbles: true, pointerId: 1, pointerType: 'touch', clientX: x, clientY: y};
                target.dispatchEvent(new PointerEvent(kind, finger));
            }
        }""",
        at,
    )
    page.locator(".here.held .quiet").first.click()
    page.wait_for_selector(".preview li")
    assert page.locator(".tokens .stack").count() > stacks
    assert position(page) == made
    page.locator(".preview .option:not(.main)").click()
    page.wait_for_selector(".preview", state="detached")
    assert page.locator(".tokens .stack").count() == stacks
    page.mouse.click(at["x"], at["y"])
    changed(page, made)
    page.locator(".undo").click()
    page.locator(".redo").wait_for()
    page.keyboard.press("Control+y")
    page.locator(".undo").wait_for()
    page.keyboard.press("Control+z")
    page.locator(".redo").wait_for()
    page.wait_for_function("(made) => document.querySelector('.table').dataset.made === made", arg=made)
    assert page.locator(".tokens .stack").count() == stacks


def to_placing(page):
    to_conquests(page)
    on_to_placing(page)


def on_to_placing(page):
    """Take three regions, and end it there."""
    for _ in range(3):
        made, at = position(page), middle(page, ".light.offered")
        # where it is not known in time what a press does, it is asked for again
        press(page, None, lambda page, _, at=at: page.mouse.click(at["x"], at["y"]))
        changed(page, made)
    page.locator(".options > .option").last.click()
    page.wait_for_selector(".placing")


@pytest.mark.needs_server("sockets")
def test_the_next_choice_need_not_wait_for_the_answer_to_the_last(table, visit):
    def without_answers(socket):
        server = socket.connect_to_server()
        server.on_message(lambda said: is_about_a_choice(json.loads(said)) or socket.send(said))

    def is_about_a_choice(said):
        return said["type"] == "answer" and "made" in said

    page = visit(table().links[0])
    page.route_web_socket(re.compile("/socket"), without_answers)
    page.reload()
    to_placing(page)


def test_a_press_is_heard_when_it_is_not_known_what_it_would_do(table, visit):
    def never_known(socket):
        server = socket.connect_to_server()
        server.on_message(lambda said: "brings" in json.loads(said) or socket.send(said))

    page = visit(table().links[0])
    page.clock.install()
    page.route_web_socket(re.compile("/socket"), never_known)
    page.reload()
    at_table(page)
    page.locator(".card.offered .main").first.click()
    page.clock.fast_forward(3000)
    page.locator(".option.sure .again", has_text="may not be able to take it back").wait_for()


def left(page):
    return int(page.locator(".left b").inner_text())


def test_tokens_are_placed_at_once_dragged_and_confirmed(table, visit):
    page = visit(table().links[0])
    to_placing(page)
    made, hand = position(page), left(page)
    assert hand > 1
    first = middle(page, ".light.offered")
    page.mouse.click(first["x"], first["y"])
    assert left(page) == hand - 1
    page.locator(".placing .option").first.click()
    assert left(page) == 0
    there = page.locator(".stepper output").all_inner_texts()
    assert max(map(int, there)) - min(map(int, there)) <= 1
    page.locator(".placing .option").nth(2).click()
    assert left(page) == hand
    page.keyboard.down("Shift")
    page.mouse.click(first["x"], first["y"])
    page.keyboard.up("Shift")
    assert left(page) == 0
    other = middle(page, ".light.offered")
    page.mouse.move(first["x"], first["y"])
    page.mouse.down()
    page.mouse.move(other["x"], other["y"], steps=6)
    page.mouse.up()
    amounts = page.evaluate("[...document.querySelectorAll('.plus text')].map((text) => +text.textContent)")
    assert sorted(amounts) == sorted([1, hand - 1])
    assert position(page) == made
    page.locator(".placing .main").click()
    changed(page, made)


def test_a_replay_goes_back_and_on(table, visit):
    page = visit(table().links[0])
    play_on(page, 16)
    told(page)
    page.get_by_role("button", name="Replay").click()
    slider = page.locator(".replay input")
    slider.fill("0")
    page.wait_for_function("() => document.querySelector('.tokens .stack') === null")
    slider.fill(slider.get_attribute("max"))
    page.wait_for_selector(".tokens .stack")
    asks = page.locator("#asked").inner_text()
    page.get_by_role("button", name="One round back").click()
    page.wait_for_function("(asks) => document.querySelector('#asked').textContent !== asks", arg=asks)
    assert page.locator(".replay output").inner_text().split()[1] in page.locator("#asked").inner_text()
    page.get_by_role("button", name="Plots").click()
    page.wait_for_selector(".plots figure")
    with page.expect_navigation():
        page.get_by_role("button", name="Go on from here").click()
    at_table(page)


def told(page):
    """What the others did stands there once they have done it, is shown on the map, and says what it was paid for."""
    asked(page)
    turn = page.locator(".story .turn:not(.going)").first
    paid = int(turn.locator(".num").inner_text().replace("−", "-"))
    turn.locator(".num").click()
    said = page.locator("dialog[open] .why .answer").inner_text()
    assert int(re.findall(r"\d+", said)[-1]) == paid
    page.keyboard.press("Escape")
    taken = page.locator(".story .tell", has_text=re.compile(r"takes \d+ region")).first
    taken.click()
    page.wait_for_selector(".paths .seal")
    assert page.locator(".paths .seal").count() == int(re.search(r"(\d+) region", taken.inner_text())[1])


def play_on(page, answers):
    at_table(page)
    for _ in range(answers):
        if not asked(page):
            return
        made = position(page)
        answer(page, lambda _: 0)
        changed(page, made)


def test_a_page_finds_its_table_again_when_the_server_was_killed(serve, visit):
    server = serve(*SOLO)
    page = visit(server.links[0])
    to_conquests(page)
    made = position(page)
    server.kill()
    page.wait_for_selector(".bar .lost")
    server.again()
    page.wait_for_selector(".bar .lost", state="detached", timeout=30000)
    assert position(page) == made
    at = middle(page, ".light.offered")
    page.mouse.click(at["x"], at["y"])
    changed(page, made)


def test_scripts_and_server_find_the_same_language(table, visit):
    """One table for both: every case of the server's own tests, in the browser."""
    page = visit(table().links[0], locale="nb-NO")
    page.locator("html[lang=no]").wait_for()
    page.get_by_role("button", name="Meny").wait_for()
    cases = json.loads((Path(__file__).parents[1] / "naming/languages.json").read_text(encoding="utf-8"))
    look = "(cases) => import('/page/settings.js').then((script) => cases.map(([wanted]) => script.nearest(wanted)))"
    assert page.evaluate(look, cases) == [found for _, found in cases]


def test_the_language_can_be_chosen(table, visit):
    page = visit(table().links[0], locale="it-IT")
    at_table(page)
    assert page.locator(".market h2").inner_text() == "Mercato"
    page.get_by_role("button", name="Menu").click()
    page.locator(".looks select").first.select_option("en")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('.market h2').textContent === 'Market'")
    page.get_by_role("button", name="Menu").click()
    page.locator(".looks select").first.select_option("da")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('.market h2').textContent === 'Marked'")


@pytest.mark.needs_server("several seats")
def test_two_friends_set_a_table_up_and_play(table, visit):
    """One sets it up in the lobby, the other one comes by the link; they play a while, and there is a rematch."""
    there = table()
    host = visit(there.address)
    host.wait_for_selector(".maps img")
    host.get_by_role("radio", name="2", exact=True).check()
    host.locator(".seat-list select").nth(2).select_option("open")
    host.get_by_label("Name of seat 1").fill("Ann")
    with host.expect_navigation():
        host.get_by_role("button", name="Open the table").click()
    at_table(host)
    friend = visit(link_of(host))
    at_table(friend)
    assert "#" not in friend.url
    turns = set()
    made = "0"
    for _ in range(14):
        pages = (host, friend)
        for page in pages:
            page.wait_for_selector(f'.table[data-made="{made}"]')
        (page,) = (page for page in pages if page.locator(".ask.mine").count())
        answer(page, lambda _: 0)
        changed(page, made)
        made = position(page)  # one answer may place several tokens
        turns.add(page)
    assert len(turns) == 2
    assert "Ann" in friend.locator(".players").inner_text()
    host.get_by_role("button", name="Talk").click()
    host.get_by_label("Say something").fill("Well <b>done</b>")
    host.keyboard.press("Enter")
    friend.locator(".toast", has_text="Ann: Well <b>done</b>").wait_for()
    assert friend.locator(".fresh-talk").inner_text() == "1"
    friend.get_by_role("button", name="Talk").click()
    friend.locator(".talk li", has_text="Well <b>done</b>").wait_for()
    friend.get_by_label("thanks").click()
    host.locator(".talk li", has_text="thanks").wait_for()
    for page, mine in ((host, "your turn"), (friend, "your turn")):
        asked = bool(page.locator(".ask.mine").count())
        assert page.title().startswith(f"● {mine} · ") is asked
        page.keyboard.press("Escape")
    host.get_by_role("button", name="Menu").click()
    host.locator("dialog").get_by_role("button", name="Play again").click()
    friend.wait_for_selector(".banner a")


def link_of(page):
    """What the button beside the open seat copies."""
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.locator(".invitation button").first.click()
    page.wait_for_function("() => window.copied")
    return page.evaluate("window.copied")


@pytest.mark.needs_server("several seats")
def test_a_spectator_sees_the_game_and_is_asked_nothing(table, visit):
    there = table()
    page = visit(there.links[0])
    to_conquests(page)
    spectator = visit(there.links[0].partition("#")[0], motion=True)
    at_table(spectator)
    assert spectator.locator(".ask.mine").count() == 0
    assert spectator.locator(".light.offered").count() == 0
    at = middle(page, ".light.offered")
    made = position(spectator)
    page.mouse.click(at["x"], at["y"])
    changed(spectator, made)
    assert spectator.locator(f'.on-region[data-region="{at["id"]}"] .stack').count() == 1


def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(table, visit):
    page = visit(table().links[0], motion=True)
    at_table(page)
    asked(page)
    made = position(page)
    page.get_by_role("button", name="Menu").click()
    assert page.locator(".legend .sample").count() > 5
    page.get_by_role("button", name="Let a bot play").click()
    changed(page, made)
    page.locator("dialog").get_by_role("button", name="Take the seat back").click()
    page.keyboard.press("Escape")
    asked(page)


@pytest.mark.needs_server("several seats")
def test_the_page_says_who_holds_what_and_a_host_renews_links(table, visit):
    there = table(seats=("human", "human", "human"))
    friend = visit(there.links[1])
    at_table(friend)
    host = visit(there.host)
    at_table(host)
    assert "#" not in host.url
    assert host.locator(".invitation .row").count() == 2
    host.locator(".invitation").get_by_role("button", name="Sit here").first.click()
    host.wait_for_selector(".ask.mine")
    assert host.locator(".invitation .row").count() == 1
    host.get_by_role("button", name="Menu").click()
    held = host.locator(".seats .holding").all_inner_texts()
    assert held == ["held by one browser, the host sits here", "held by one browser", "nobody yet"]
    assert host.get_by_text("You are the host").count() == 1
    assert friend.locator(".invitation").count() == 0
    host.on("dialog", lambda dialog: dialog.accept())
    host.locator(".seats li").nth(1).get_by_role("button", name="Renew the link").click()
    friend.get_by_text("The host has renewed the link of Player 2").wait_for()
    assert host.get_by_role("button", name="Copy the new link").count() == 0
    host.locator(".seats li").nth(0).get_by_role("button", name="Renew the link").click()
    host.get_by_role("button", name="Copy the new link").wait_for()
    assert host.locator(".ask.mine").count() == 1
    assert not friend.locator(".player.you").count()
    friend.get_by_role("button", name="Menu").click()
    assert friend.locator(".seats .holding").nth(1).inner_text() == "nobody yet, link renewed (1×)"
    assert friend.get_by_text("There is a host").count() == 1
    assert friend.get_by_role("button", name="Renew the link").count() == 0
    late = visit(there.links[1], refused=True)
    late.get_by_text("was renewed since").wait_for()


@pytest.mark.needs_server("several seats")
def test_who_share_a_screen_are_told_whose_question_it_is(table, visit):
    host = visit(table(seats=("human", "human")).host)
    at_table(host)
    for left in (1, 0):
        host.locator(".invitation").get_by_role("button", name="Sit here").first.click()
        host.wait_for_function(
            "(left) => document.querySelectorAll('.invitation .row').length === left", arg=left
        )
    assert host.locator(".players .tag").all_inner_texts() == ["at this screen"] * 2
    assert host.locator(".ask.mine .status b").inner_text() == "Player 1"


@pytest.mark.needs_server("links with secrets of seats")
def test_an_address_with_anything_in_it_runs_nothing_and_shows_nothing(table, visit):
    link, image = table().links[0].partition("#")[0], "<img src=x onerror=alert(1)>"
    page = visit(f"{link}?replay={image}&language={image}#{image}", refused=True)
    at_table(page)
    page.get_by_text("This link opens no seat at this table").wait_for()
    assert page.locator("img").count() == 0
    assert "onerror" not in page.locator("body").inner_text()
    assert "#" not in page.url


@pytest.mark.needs_server("requests that can be held back")
def test_a_map_that_is_being_drawn_says_so(table, visit):
    page = visit(table().address)
    held = []
    page.route("**/map.svg*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for its parameters
    page.reload()
    drawing = page.locator(".map .drawing")
    drawing.first.wait_for()
    for _ in range(100):
        if any("small_world" in route.request.url for route in held):
            break
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    page.wait_for_function(
        "() => document.querySelectorAll('.map .drawing').length < document.querySelectorAll('.map').length"
    )


@pytest.mark.needs_server("requests that can be counted")
def test_packs_chosen_one_after_the_other_are_combined_once(table, visit):
    page = visit(table().address)
    page.wait_for_selector(".maps img")
    asked = []
    page.route("**/api/setup?*", lambda route: (asked.append(route.request.url), route.continue_()))
    page.locator(".new details summary").first.click()
    names = ("Cursed!", "Grand Dames of Small World", "Royal Bonus")
    chosen = [page.get_by_label(name, exact=True).element_handle() for name in names]
    with page.expect_response("**/api/setup?*"):
        for one in chosen:
            one.evaluate("(one) => one.click()")
    page.wait_for_selector(".new .go")
    assert len(asked) == 1
    assert asked[0].count("%2C") == 3


HEARD = """() => {
    window.heard = 0;
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const silent = { frequency: {}, gain, connect: (next) => next, start() {}, stop() {} };
    window.AudioContext = class {
        constructor() {
            window.heard += 1;
            Object.assign(this, { currentTime: 0, destination: silent, createOscillator: () => silent, createGain: () => silent });
        }
    };
}"""
"""A loudspeaker that counts by how many it is taken."""


@pytest.mark.needs_server("it needs two people")
def test_whoever_waits_calls_and_a_bot_plays_on(table, visit):
    """Somebody who is called sees it, and hears it only where they have asked for sound; after the host's time a bot plays on."""
    setting = table(seats=("human", "human"))
    host = visit(setting.host)
    host.get_by_role("button", name="Sit here").first.click()
    friend = visit(setting.links[1])
    friend.get_by_role("heading", name="Player 1 decides").wait_for()
    host.evaluate(HEARD)
    friend.get_by_role("button", name="Talk").click()
    friend.get_by_role("button", name="Are you there?").click()
    host.locator(".toast", has_text="Are you there?").wait_for()
    assert host.evaluate("window.heard") == 0
    host.get_by_role("button", name="Menu").click()
    host.get_by_label("Sound", exact=True).check()
    friend.get_by_role("button", name="Are you there?").click()
    host.wait_for_function("() => window.heard === 1")
    patience = host.get_by_label("If somebody does not decide")
    patience.select_option("1")
    back = host.locator(".banner").get_by_role("button", name="Take the seat back")
    back.wait_for()
    patience.select_option("0")
    host.keyboard.press("Escape")
    back.click()
    back.wait_for(state="detached")


@pytest.mark.needs_server("it needs several people")
def test_the_link_that_was_copied_is_the_one_that_says_so(table, visit):
    """When somebody has sat down, their row goes; the next one's link was not copied."""
    setting = table(seats=("human", "human", "human"))
    host = visit(setting.host, permissions=["clipboard-write"])
    rows = host.locator(".invitation .row")
    rows.nth(0).get_by_role("button", name="Copy the link").click()
    rows.nth(0).get_by_role("button", name="Copied").wait_for()
    at_table(visit(setting.links[0]))
    host.wait_for_function("() => document.querySelectorAll('.invitation .row').length === 2")
    assert host.locator(".invitation").get_by_role("button", name="Copied").count() == 0
