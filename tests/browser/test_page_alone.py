"""The page without a server: whole games, tiles that are sent, several tabs, and what is the same as at a server."""

import gzip
import html
import json
from importlib import import_module
from pathlib import Path
from random import Random
from textwrap import indent

import pytest
from alone import Shown, sit_down
from lengths import WHOLE
from playing import PHONE, answer, asked, at_table, changed, is_over, play, position

SHORT = 6
"""Answers that are given where a whole game would take too long."""


OURS = (
    *("/page/", "/python/", "/covers/", "/licences/", "/known/", "/ruledsl.packed", "/workshop.html"),
    *(
        f"/{name}.js"
        for name in ("background", "machine", "opened", "python", "spawn", "storage", "sw", "worker")
    ),
)


def test_a_game_is_played_and_goes_on_without_a_network(shown, visit, tmp_path):
    page = visit(shown.address, viewport=PHONE)
    sit_down(page)
    given = play(page, Random(7).randrange, most=2000 if WHOLE else SHORT)
    assert is_over(page) or given == SHORT, page.locator(".ask").inner_text()
    made = page.locator(".table").get_attribute("data-made")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    answer, size = page.evaluate(ASKED)
    assert "not there any more" in json.loads(answer)["answer"]["problem"]
    assert size > 1 << 20
    assert shown.asked.index("/sw.js") < shown.asked.index("/known/python")
    assert not [
        path for path in shown.asked if path not in {"/", "/index.html"} and not path.startswith(OURS)
    ]

    shown.end()
    page.reload()
    at_table(page)
    assert int(page.locator(".table").get_attribute("data-made")) >= int(made)
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    download.value.save_as(tmp_path / "game.json")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Tableland").click()
    page.locator(".my-tables li").wait_for()
    page.set_input_files("input[type=file]", tmp_path / "game.json")
    at_table(page)
    page.get_by_role("link", name="Tableland").click()
    page.locator(".my-tables li").nth(1).wait_for()


@pytest.mark.skipif(WHOLE, reason="the folder has a workshop, too")
def test_the_folder_of_one_game_stays_small(folder):
    """Each file as a server sends it, compressed. This game has more than Small World, whose folder has less than 15 MB (`docs/page.md`)."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < 15_300_000


def test_a_link_that_leads_nowhere_shows_the_lobby_and_says_so(shown, visit):
    page = visit(shown.address)
    page.wait_for_selector(".go")
    for place in ("http://[", "//[", "%", "/nowhere"):
        page.evaluate("place => (location.hash = place)", place)
        page.locator("main .problem", has_text="There is no such table.").wait_for()
        page.wait_for_selector(".go")
        page.evaluate("location.hash = '/'")
        page.locator("main .problem").wait_for(state="detached")
    page.evaluate("location.hash = '/table/['")
    page.get_by_role("heading", name="There is no such table.").wait_for()


def test_what_arrives_changed_is_not_kept(shown, visit):
    shown.change(
        "spawn.js", "export function", "/* by a network that answers for all servers */ export function"
    )
    page = visit(shown.address)
    page.wait_for_selector(".go")
    while "/sw.js" not in shown.asked:
        page.wait_for_timeout(50)
    page.wait_for_function(SETTLED)
    assert not page.evaluate("navigator.serviceWorker.getRegistration().then((found) => !!found?.active)")
    page.reload()
    page.wait_for_selector(".go")
    shown.instead.clear()
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


SETTLED = """
    async () => {
        const found = await navigator.serviceWorker.getRegistration();
        return !found || (!found.installing && (found.active || found.waiting));
    }
"""
"""Has the service worker come to its end, or is it there?"""
ASKED = """
    async () => {
        const { spawn } = await import(new URL('spawn.js', location.href));
        const worker = spawn();
        const question = { table: '', beginning: '', packs: [['nothing', '1', 'none']], variants: {}, choices: [] };
        const answer = await worker.ask(JSON.stringify({ files: {}, begun_with: ['ruledsl.table.server.bots.worker', 'packs', '1'], question }));
        const { size } = worker;
        worker.end();
        return [answer, size];
    }
"""
"""A question that a worker beside the tables answers."""


@pytest.mark.skipif(not WHOLE, reason="takes a minute")
def test_a_tile_is_made_tried_and_sent_by_a_link(shown, visit):
    workshop = visit(f"{shown.address}workshop.html")
    link = made_and_linked(workshop)
    workshop.get_by_role("tab", name="Try it").click()
    workshop.wait_for_selector(".trial .board")
    workshop.get_by_role("tab", name="Is it fair?").click()
    workshop.get_by_role("button", name="Play 500 games").click()
    workshop.wait_for_selector(".wins")
    workshop.get_by_role("button", name="Stop").click()
    workshop.reload()
    workshop.wait_for_selector(".cm-content")
    assert "beavers" in workshop.locator(".files").inner_text()

    friend = visit(link)
    dialog = friend.locator("dialog")
    dialog.get_by_text("beavers 0.1.0").wait_for()
    dialog.get_by_role("button", name="Install it").click()
    dialog.get_by_text("Installed. Choose it").wait_for()
    friend.keyboard.press("Escape")
    friend.locator("summary", has_text="Expansions").click()
    friend.get_by_label("Beavers").check()
    sit_down(friend)
    assert play(friend, Random(3).randrange, most=SHORT) == SHORT
    friend.reload()
    at_table(friend)


@pytest.mark.skipif(not WHOLE, reason="takes a minute")
def test_a_pack_is_deleted_comes_back_by_a_link_and_is_replaced_by_a_newer_one(shown, visit):
    workshop = visit(f"{shown.address}workshop.html", refused=True)
    workshop.on("dialog", lambda dialog: dialog.accept())
    link = made_and_linked(workshop).replace("index.html", "workshop.html")
    write_behind(workshop, "# newer")
    newer = linked(workshop).replace("index.html", "workshop.html")
    workshop.get_by_role("button", name="Delete…").click()
    workshop.get_by_role("heading", name="Make a pack").wait_for()

    for address, is_newer in ((link, False), (newer, True)):
        workshop.goto("about:blank")
        workshop.goto(address)
        workshop.get_by_text("No errors").wait_for()
        assert ("# newer" in workshop.evaluate("workshop.text")) == is_newer
    workshop.reload()
    workshop.get_by_text("No errors").wait_for()
    assert "# newer" in workshop.evaluate("workshop.text")


def write_behind(page, text):
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(f"\n{text}")
    page.wait_for_selector(".state.saved")


def made_and_linked(page):
    """A pack with a copy of a tile, its card, and the link with it."""
    page.get_by_label("What it is called").fill("beavers")
    page.get_by_role("button", name="Make the pack").click()
    page.get_by_role("button", name="New tile…").click()
    page.locator("dialog select").first.select_option("copy")
    of = page.locator("dialog select").nth(1)
    of.select_option(of.locator("option", has_text="race banner").first.get_attribute("value"))
    page.get_by_label("What it is called").fill("beavers")
    page.get_by_role("button", name="Make it").click()
    page.get_by_text("No errors").wait_for()
    page.frame_locator(".paper").get_by_role("heading", name="Beavers").wait_for()
    return linked(page)


def linked(page):
    page.get_by_role("button", name="Link…").click()
    page.wait_for_selector("dialog button.main:not([disabled])")
    link = page.locator("dialog input").input_value()
    page.keyboard.press("Escape")
    return link


@pytest.mark.skipif(not WHOLE, reason="takes half a minute")
def test_two_tabs_have_the_same_tables(shown, visit):
    first = visit(shown.address)
    sit_down(first)
    second = visit(first.url, context=first.context)
    at_table(second)
    first.close()
    assert play(second, Random(5).randrange, most=SHORT) == SHORT


@pytest.mark.skipif(not WHOLE, reason="takes half a minute")
def test_reasons_replay_and_languages_are_those_of_the_table(shown, visit):
    page = visit(shown.address)
    sit_down(page)
    chance = Random(7)
    play(page, chance.randrange, most=SHORT)
    while not page.locator(".story .turn:not(.going) .num").count():  # a turn that scored
        assert play(page, chance.randrange, most=1)
    asked(page)
    page.locator(".players button.num").first.click()
    page.wait_for_selector("dialog[open] .why .answer")
    page.keyboard.press("Escape")
    page.locator(".story .turn:not(.going) .num").first.click()
    page.wait_for_selector("dialog[open] .why .answer")
    page.keyboard.press("Escape")
    back = page.locator(".undo:not([disabled])")
    while True:
        assert asked(page)
        before = position(page)
        answer(page, chance.randrange)
        changed(page, before)
        if back.count():
            break
    after = position(page)
    back.click()
    changed(page, after)
    assert int(position(page)) < int(after)
    page.get_by_role("button", name="Replay").click()
    page.locator(".replay input").fill("0")
    page.wait_for_function("() => document.querySelector('.tokens .stack') === null")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog select", has_text="Italiano").select_option("it")
    page.get_by_role("heading", name="Giocatori").wait_for()


SHOWN = '<div class="highlight-{kind} notranslate"><div class="highlight"><pre>{text}</pre></div>\n</div>'
"""An example as the site shows it."""


@pytest.mark.skipif(not WHOLE, reason="takes a minute")
def test_examples_of_the_site_are_tried_one_after_the_other(folder, visit, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "docs")
    blocks_of, linked = import_module("doc_blocks").blocks_of, import_module("playground").linked
    blocks = [
        block
        for block in blocks_of("language/sets.md")
        if block.kind == "rules" and "wrong" not in block.flags
    ]
    if not (folder / "workshop.html").exists() or folder.name != "smallworld":
        pytest.skip("the examples are of Small World")
    page_of_site = "".join(SHOWN.format(kind=one.kind, text=html.escape(one.text)) for one in blocks)
    (tmp_path / "language").mkdir()
    (tmp_path / "language" / "sets.html").write_text(linked(page_of_site, "language/sets.md"))
    (tmp_path / "playground").symlink_to(folder)
    site = Shown(tmp_path)
    try:
        page = visit(f"{site.address}language/sets.html", refused=True)
        for number in (1, 0, 1):
            page.get_by_role("link", name="Try it").nth(number).click()
            page.get_by_text("No errors").wait_for()
            assert indent(blocks[number].text, "      ") in page.evaluate("workshop.text")
            page.get_by_role("tab", name="Try it").click()
            page.wait_for_selector(".trial .board")
            page.goto(f"{site.address}language/sets.html")
    finally:
        site.end()


@pytest.mark.skipif(not WHOLE, reason="takes a quarter of a minute")
def test_a_worker_is_ended_whatever_it_does_and_takes_only_so_much_memory(shown, visit):
    page = visit(shown.address)
    page.wait_for_selector(".go")
    assert page.evaluate(ENDED) == ""
    refused, after = page.evaluate(GREEDY, TOO_MUCH)
    assert "MemoryError" in refused
    assert after == 1 << 20


TOO_MUCH = 1600 << 20
ENDED = """
    async () => {
        const { spawn } = await import(new URL('spawn.js', location.href));
        const worker = spawn();
        const answer = worker.ask(JSON.stringify({ files: {}, begun_with: ['ruledsl.table.server.bots.worker', 'packs', '1'], question: {} }));
        worker.end();
        return answer;
    }
"""
"""A question to a worker that is ended before it has answered."""
GREEDY = """
    async (bytes) => {
        const { begun } = await import(new URL('python.js', location.href));
        const python = await begun();
        let refused = '';
        try {
            python.runPython(`bytearray(${bytes})`);
        } catch (problem) {
            refused = String(problem);
        }
        return [refused, python.runPython('len(bytearray(1 << 20))')];
    }
"""
"""Python as a worker has it, from which too much is asked."""


@pytest.mark.skipif(not WHOLE, reason="takes a quarter of a minute")
def test_packs_that_the_folder_does_not_bring_together_are_played_natively(folder, shown, visit):
    (folder / "probe.js").write_text(PROBE)
    page = visit(shown.address)
    page.wait_for_selector(".go")
    name, problem, choices = page.evaluate(PROBED, TOGETHER.format(folder.name))
    assert (name, problem) == ("native", "")
    assert choices > 10


PROBE = """
import { DATA, begun, known } from "./python.js";
onmessage = async ({ data }) => {
    const python = await begun();
    python.pyimport("ruledsl.table.standalone.background").begin(DATA, known, () => {});
    postMessage(JSON.parse(python.runPython(data)));
};
"""
"""A worker that runs a program."""
PROBED = """
    (program) => new Promise((resolve, reject) => {
        const worker = new Worker(new URL('probe.js', location.href), { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
        worker.postMessage(program);
    })
"""
TOGETHER = """
import json
from ruledsl.play.bots import Greedy
from ruledsl.play.rules import load
from ruledsl.play.views import SeatView
rules = load("{}", texts={{}})
game = rules.new_game(2, 5)
while not game.over and len(game.choices) < 30:
    game.choose(Greedy().choose(SeatView(game, game.decision.player)))
json.dumps([rules.backend.name, rules.backend.problem, len(game.choices)])
"""
"""A game with a pack that nobody has seen before."""
