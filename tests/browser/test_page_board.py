"""The board: what is offered has a colour of its own, and marks cover nothing that has to be read."""

import re
from itertools import pairwise

import pytest
from lengths import some
from playing import asked, at_table, play

from ruledsl.table.server.settings import PAGE

APART = 0.15
"""So far colours are apart in OKLab that nobody takes one for the other: neighbours of the palette of seats are a tenth apart."""
ZOOMED = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
"""A window of 1440 by 900 at 200 %."""
SIZES = {"wide": {}, "laptop": {"viewport": {"width": 1280, "height": 720}}, "zoomed": ZOOMED}
CROWDED = 0.4
"""At 200 % a small region that is full has no free place: so much of one thing may be covered there."""
COVERED = """
    () => {
        const boxes = (what) => [...document.querySelectorAll(`svg.board ${what}`)]
            .map((one) => one.getBoundingClientRect())
            .filter((box) => box.width);
        const read = ['.tokens .badge', '.tokens .chip rect', '.tokens .tile rect', '.marks .mark', '.marks text']
            .flatMap((what) => boxes(what).map((box) => [what, box]));
        const along = (a, b, from, to) => Math.max(0, Math.min(a[to], b[to]) - Math.max(a[from], b[from]));
        const shared = (a, b) => along(a, b, 'left', 'right') * along(a, b, 'top', 'bottom');
        const plates = boxes('.told .plate');
        const parts = (plate) => read.map(([what, box]) => [what, shared(plate, box) / (box.width * box.height)]);
        return { plates: plates.length, covered: plates.flatMap(parts).filter(([, part]) => part > 0.12) };
    }
"""
"""Boxes of round things meet at their corners before the things do: an eighth of a box is nothing."""


def linear(channel):
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def oklab(colour):
    """A colour `#rrggbb` as its lightness and its two hues, in which distances are as eyes see them (Ottosson, 2020)."""
    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def far(one, other):
    return sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5


def test_offers_have_a_colour_that_no_player_has():
    written = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.css"))
    seats = dict(re.findall(r"\.(seat-\d+) \{ --seat: (#\w{6})", written))
    offer = re.search(r"--offer: (#\w{6})", written)[1]
    assert len(seats) == 12
    assert {seat: colour for seat, colour in seats.items() if far(offer, colour) < APART} == {}


@pytest.mark.needs_server("the same board")
@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, {"width": 1280, "height": 720}])
def test_all_cards_that_can_be_taken_are_in_sight(table, visit, viewport):
    page = visit(table(seats=("human", "random", "random")).links[0], viewport=viewport)
    at_table(page)
    page.wait_for_selector(".card.offered")
    low = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().bottom))"
    )
    assert low <= viewport["height"]


def test_the_log_says_each_thing_once(table, visit):
    page = visit(table(seats=("human", "random")).links[0])
    at_table(page)
    play(page, lambda count: count // 2, most=7)
    lines = page.locator(".log li").all_inner_texts()
    assert any("conquer" in line for line in lines)
    assert not [line for line in lines if ": conquer " in line], "the event says it"
    assert not [line for line, after in pairwise(lines) if line == after]


@pytest.mark.parametrize("pack", some(["underground", "smallworld", "warcraft"]))
@pytest.mark.needs_server("the same board")
def test_marks_cover_neither_numbers_nor_symbols(table, visit, pack):
    """In the middle of a game, on a screen, on a small one, and at 200 %; each region has its mark where it is."""
    link = table(pack, seats=("human", "random", "random")).links[0]
    page = visit(link)
    at_table(page)
    play(page, lambda count: count // 2, most=9)
    for many in range(3):
        play(page, lambda count: count // 2, most=many)
        assert asked(page)
        for name, size in SIZES.items():
            seen = visit(link, **size)
            seen.wait_for_selector(".ask.mine")
            if seen.locator(".light.offered").count():
                seen.wait_for_selector(".told .plate")
                found = seen.evaluate(COVERED)
                most = CROWDED if name == "zoomed" else 0
                assert [part for part in found["covered"] if part[1] > most] == [], (name, found)
            seen.context.close()
