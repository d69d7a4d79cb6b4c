"""Moments: what chance has decided is seen, and what else happens is shown for a moment."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from playing import answer, asked, at_table, changed, is_over, play, position, press

SHORT = str(Path(__file__).parent / "short")
SHOWN = """
    () => {
        window.shown = [];
        let last = null;
        const look = () => {
            const now = document.querySelector('.moment');
            if (now === last?.node) return;
            if (last) last.seconds = (performance.now() - last.began) / 1000;
            last = now && { node: now, kind: now.className.split(' ')[1], text: now.innerText, began: performance.now() };
            if (last) window.shown.push(last);
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }
"""
SEEN = "window.shown.map(({ kind, text, seconds }) => ({ kind, text, seconds }))"
LATE = 0.05
"""A browser tells of a change a little after it."""


def heard_by(page, link):
    """The views that the page gets from now on."""
    views = []

    def take(frame):
        message = json.loads(frame)
        if message["type"] == "view":
            views.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", take))
    page.goto(link)
    return views


def rolled(views):
    """What dice said after the first view, and what came of it, by the number of the line."""
    known = views[0]["log"]["count"]
    entries = {
        entry["n"]: entry for view in reversed(views) for entry in view["log"]["entries"]
    }  # as first told
    return {n: came_of(entry, entries) for n, entry in entries.items() if entry["roll"] and n >= known}


def came_of(entry, entries):
    """The line of a die, and the next one of the same choice."""
    following = entries.get(entry["n"] + 1)
    same = following and following["made"] == entry["made"]
    return f"{entry['text']}. {following['text']}" if same else entry["text"]


def rolled_last(views):
    """Was a die rolled by the last choice?"""
    now = views[-1]
    known = [view["log"]["count"] for view in views if view["made"] < now["made"]][-1]
    return any(entry["roll"] and entry["n"] >= known for entry in now["log"]["entries"])


def conquered(page, lit):
    """Press the first of these regions, and once more, by the list."""
    region = lit.first.get_attribute("data-region")
    page.locator(".region-list").evaluate("(list) => (list.open = true)")
    press(page, page.locator(".region-list .option").filter(has_text=re.compile(rf"\b{region}\b")).first)


def all_shown(page):
    page.wait_for_function("() => !document.querySelector('.moment')")
    return page.evaluate(SEEN)


@pytest.mark.needs_server("it reads what a server says")
@pytest.mark.parametrize("motion", [True, False])
def test_every_die_is_seen_for_a_second(table, visit, motion):
    """Whoever plays on at once sees the face that was rolled all the same, and by whom: also where nothing may move."""
    link = table(seats=("human", "random")).links[0]
    page = visit("about:blank", motion=True, reduced_motion="no-preference" if motion else "reduce")
    views = heard_by(page, link)
    at_table(page)
    page.evaluate(SHOWN)
    for _ in range(40):
        if rolled(views) or not asked(page):
            break
        risky = page.locator(".light.offered.risks")
        if risky.count():
            before = position(page)
            conquered(page, risky)
            changed(page, before)
        else:
            play(page, lambda count: 0, most=1)
    assert rolled(views), "nobody rolled"
    page.wait_for_selector(".rolled")  # its face stays, until the next thing happens
    play(page, lambda count: count // 2, most=2)
    shown = all_shown(page)
    dice = [one for one in shown if one["kind"] == "roll"]
    assert sorted(one["text"] for one in dice) == sorted(rolled(views).values())
    assert min(one["seconds"] for one in dice) > 1 - LATE
    taken = [one["text"] for one in shown if one["kind"] == "takes"]
    assert not [text for text in taken for one in dice if one["text"].endswith(text)], "each thing once"
    assert all(re.search("conquer|fail to take", one["text"]) for one in dice), "and what came of it"
    asked(page)
    assert page.locator(".rolled").count() == rolled_last(views)
    if not motion:
        assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.needs_server("it reads what a server says")
def test_what_turns_over_is_seen_for_a_second(table, visit):
    """Places and relics under the earth lie face down until somebody comes."""
    link = table("underground", seats=("human", "random")).links[0]
    page = visit("about:blank", motion=True)
    heard_by(page, link)
    at_table(page)
    page.evaluate(SHOWN)
    for _ in range(60):
        shown = page.evaluate(SEEN)
        if any(one["kind"] == "turns" for one in shown) or is_over(page):
            break
        hidden = page.locator(".light.offered.reveals")
        if not asked(page):
            break
        before = position(page)
        if hidden.count():
            conquered(page, hidden)
        else:
            answer(page, lambda count: 0)
        changed(page, before)
    seconds = [one["seconds"] for one in all_shown(page) if one["kind"] == "turns"]
    assert seconds
    assert min(seconds) > 1 - LATE


def test_income_the_last_round_and_the_end_are_shown(table, visit):
    """A game of few rounds, to its end; whoever hears the page is told what is not said elsewhere."""
    page = visit(table(SHORT, seats=("human", "random", "random"), board="short_3p").links[0], motion=True)
    at_table(page)
    page.evaluate(SHOWN)
    play(page, lambda count: count // 2)
    page.wait_for_selector(".result")
    kinds = {one["kind"] for one in all_shown(page)}
    assert {"takes", "income", "end"} <= kinds, kinds


@pytest.mark.needs_server("somebody waits for somebody else")
def test_whoever_waits_reads_what_happens(table, visit):
    one, other = [visit(link) for link in table(seats=("human", "human")).links]
    at_table(one)
    at_table(other)
    while not (active := next((page for page in (one, other) if page.locator(".ask.mine").count()), None)):
        one.wait_for_timeout(50)
    waiting = other if active is one else one
    play(active, lambda count: 0, most=3)
    waiting.wait_for_selector(".ask:not(.mine) .lines li >> text=conquer")


def test_who_is_asked_in_the_turn_of_another_reads_why(table, visit):
    """Tokens that were driven out are placed anew in the turn of the attacker."""
    page = visit(table(seats=("human", "greedy")).links[0])
    at_table(page)
    chance = Random(2)
    while asked(page) and not page.locator(".occasion").count():
        play(page, chance.randrange, most=1)
    assert "conquer" in page.locator(".occasion").first.inner_text()
