"""The pictures of `docs/table.md`, `docs/workshop.md` and `docs/looks.md`, taken from the page as it is.

`make pictures` puts them into the documentation: all but `board-before.jpg` and `lobby-before.jpg`, which are how they once looked.
"""

import base64
import os
from pathlib import Path

import beavers
import pytest
from conftest import DESKTOP
from lengths import WHOLE
from playing import asked, at_table, is_over, middle, play

from ruledsl import load
from ruledsl.language.vocabulary.motifs import DEVICES, MOTIFS_OF_SYMBOLS
from ruledsl.play.draw import emblems_of, map_svg, signs_of
from ruledsl.play.draw.emblems import drawn_device

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
WRITTEN = os.environ.get("RULEDSL_PICTURES") == "write"
OF_GAMES = pytest.mark.skipif(
    not (WRITTEN or WHOLE), reason="what these pictures show is played and looked at by other tests"
)
BOT = "greedy" if WRITTEN else "random"
SHOWN = """
    Promise.all([...document.images].map((image) => image.decode()))
        .then(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
"""
SHORT = str(Path(__file__).parent / "short")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.fixture
def take(tmp_path):
    """Take a picture under a name; one of nothing would be much smaller."""
    folder = PICTURES if WRITTEN else tmp_path

    def picture(page, name):
        page.evaluate(SHOWN)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=84)
        assert (folder / f"{name}.jpg").stat().st_size > 20_000

    return picture


SIZES = ((1440, 900), (1280, 720), (768, 1024), (390, 844))
SHEET = """
    <style>
        body { margin: 16px; background: #8a8a8a; }
        p { display: flex; gap: 16px; margin: 0 0 16px; }
        img { height: 480px; }
    </style>
"""


@pytest.fixture
def take_all(visit, take):
    """One picture of a screen at four sizes, each in the light and in the dark."""

    def picture(page, name):
        page.wait_for_function("() => !document.querySelector('.moment')")
        rows = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            rows.append("".join(f'<img src="{seen(page, size)}">' for size in SIZES))
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(DESKTOP)
        sheet = visit("about:blank", viewport={"width": 2280, "height": 1024})
        sheet.set_content(f"{SHEET}<p>{rows[0]}</p><p>{rows[1]}</p>")
        take(sheet, f"screens-{name}")

    return picture


def seen(page, size):
    """A screen at a size, as an address that contains it."""
    wide, high = size
    page.set_viewport_size({"width": wide, "height": high})
    page.evaluate(SHOWN)
    data = page.screenshot(type="jpeg", quality=90)
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode()}"


def until_lit(page, answers):
    """Some answers, and then those up to the next conquests."""
    at_table(page)
    while asked(page) and (
        answers > 0 or page.locator(".light.offered").count() < 4 or page.locator(".placing").count()
    ):
        answers -= play(page, lambda count: count // 2, most=1)
    assert not is_over(page)


@OF_GAMES
@pytest.mark.needs_server("pictures of the same page")
def test_pictures_of_a_game(table, visit, take, take_all):
    there = table(seats=("human", BOT, BOT))
    page = visit(there.links[0])
    until_lit(page, 8)
    page.mouse.move(*middle(page, page.locator(".light.offered").nth(2)))
    page.wait_for_selector(".here .cost")
    take(page, "table")
    take_all(page, "table")
    page.locator(".story .turn:not(.going) .tell").first.click()
    page.wait_for_selector(".paths .seal")
    take(page, "story")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Plots").click()
    page.wait_for_selector(".plots figure")
    take(page, "replay")
    page.goto(there.address)
    page.wait_for_selector(".maps img")
    take(page, "lobby")
    take_all(page, "lobby")


@OF_GAMES
@pytest.mark.needs_server("pictures of the same page")
def test_pictures_of_islands_and_of_a_phone(table, visit, take):
    there = table("warcraft", seats=("human", BOT))
    page = visit(there.links[0], color_scheme="dark")
    until_lit(page, 6)
    take(page, "islands")
    phone = visit(there.links[0], **PHONE)
    at_table(phone)
    phone.wait_for_selector(".light.offered")
    take(phone, "phone")


@OF_GAMES
@pytest.mark.needs_server("pictures of the same page")
def test_a_picture_of_the_end(table, visit, take, take_all):
    page = visit(table(SHORT, seats=("human", BOT, BOT), board="short_3p").links[0])
    at_table(page)
    play(page, lambda count: count // 2)
    page.wait_for_selector(".result + .plots .line", state="attached")
    take(page, "end")
    take_all(page, "end")


@OF_GAMES
@pytest.mark.needs_server("pictures of the same page")
def test_pictures_of_the_workshop(empty_shop, visit, take, take_all):
    page = visit(f"{empty_shop.address}/workshop", refused=True)
    page.wait_for_selector(".three .option")
    take(page, "workshop-empty")
    beavers.lay(empty_shop.folder)
    page.reload()
    page.wait_for_selector(".state.saved")
    page.wait_for_selector(".paper")
    take_all(page, "workshop")


BOXES = (
    ("smallworld", "cursed", "grand_dames", "be_not_afraid", "royal_bonus", "spiders_web"),
    ("underground",),
    ("warcraft",),
)
STYLE = """
    <style>
        body { margin: 12px; background: #fcf5e7; font: 11px sans-serif; text-align: center; }
        main { display: grid; grid-template-columns: repeat(14, 1fr); gap: 8px 2px; }
        path { fill: #2a2018; } .cut { fill: #fcf5e7; } .line { fill: none; stroke: #2a2018; stroke-width: .2; }
        figure { margin: 0; }
    </style>
"""


def as_svg(emblem, wide):
    parts = (("shape", emblem["shape"]), ("cut", emblem["cut"]), ("line", emblem["lines"]))
    drawn = "".join(f'<path class="{kind}" d="{d}"/>' for kind, paths in parts for d in paths)
    return f'<svg width="{wide}" height="{wide}" viewBox="-1.1 -1.1 2.2 2.2">{drawn}</svg>'


def test_a_picture_of_all_emblems(visit, take):
    """Each as on a card and as on a token."""
    shown = {}
    for packs in BOXES:
        tiles, pieces = signs_of(load(*packs).composition)
        shown |= {(packs, name): emblem for name, emblem in (tiles | pieces).items()}
    page = visit("about:blank", viewport={"width": 1300, "height": 900})
    figures = (
        f"<figure>{as_svg(emblem, 48)}{as_svg(emblem, 20)}<figcaption>{name.replace('_', ' ')}</figcaption></figure>"
        for (_, name), emblem in shown.items()
    )
    page.set_content(f"{STYLE}<main>{''.join(figures)}</main>")
    page.set_viewport_size({"width": 1300, "height": page.evaluate("document.body.scrollHeight + 24")})
    take(page, "emblems")


def test_a_picture_of_a_board(visit, take):
    composition = load("smallworld").composition
    page = visit("about:blank", viewport={"width": 900, "height": 640})
    page.set_content(
        f"<style>body {{ margin: 0; }} svg {{ width: 100%; height: 100vh; }}</style>{map_svg(composition, composition.maps['small_world_3p'])}"
    )
    take(page, "board-after")


UNLIKE = """
    (emblems) => {
        const WIDE = 24;
        const grids = Object.values(emblems).map(({ shape, cut, lines }) => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = WIDE;
            const pen = canvas.getContext('2d', { willReadFrequently: true });
            pen.setTransform(10.9, 0, 0, 10.9, 12, 12);
            for (const d of shape) pen.fill(new Path2D(d));
            pen.globalCompositeOperation = 'destination-out';
            for (const d of cut) pen.fill(new Path2D(d));
            pen.globalCompositeOperation = 'source-over';
            pen.lineWidth = 0.2;
            for (const d of lines) pen.stroke(new Path2D(d));
            const data = pen.getImageData(0, 0, WIDE, WIDE).data;
            return (x, y) => (x < 0 || y < 0 || x >= WIDE || y >= WIDE ? 0 : data[(y * WIDE + x) * 4 + 3] / 255);
        });
        const far = (a, b, dx, dy) => {
            let sum = 0;
            for (let y = 0; y < WIDE; y++) for (let x = 0; x < WIDE; x++) sum += Math.abs(a(x + dx, y + dy) - b(x, y));
            return sum;
        };
        const shifts = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]));
        const names = Object.keys(emblems);
        return names.map((name, i) => [name, names.map((other, j) => Math.min(...shifts.map(([dx, dy]) => far(grids[i], grids[j], dx, dy))))]);
    }
"""
APART = 20
"""So many of the 576 points of two emblems are unlike at the least, also when one is moved by a point."""


def test_emblems_are_told_apart_at_the_size_of_a_token(chromium):
    """Wherever a token lies between the points of a screen, each head is the nearest to itself, and no two are near each other."""
    heads = {}
    for packs in (["smallworld", "cursed", "grand_dames", "be_not_afraid"], ["underground"], ["warcraft"]):
        heads |= {key.rpartition("/")[2]: head for key, head in emblems_of(load(*packs).composition).items()}
    page = chromium.new_page()
    found = page.evaluate(UNLIKE, heads)
    page.close()
    assert too_near(found, list(heads)) == {}
    assert all(row[place] == 0 for place, (_, row) in enumerate(found))


def test_devices_are_told_apart_at_the_size_of_a_token(chromium):
    """What stands for the pieces and badges: no two shapes are near each other, whatever packs name."""
    devices = {name: drawn_device(name) for name in (*DEVICES, *MOTIFS_OF_SYMBOLS)}
    page = chromium.new_page()
    found = page.evaluate(UNLIKE, devices)
    page.close()
    assert too_near(found, list(devices)) == {}


def too_near(found, names):
    """Pairs that are nearer to each other than they may be, and how near."""
    return {
        (one, other): points
        for place, (one, row) in enumerate(found)
        for other, points in zip(names[:place], row, strict=False)
        if points < APART
    }
