"""Rulebooks and sheets: what is in them, that nothing in them runs or is loaded, and how large they come out of a printer."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from ruledsl.author.book import Unprintable, rulebook, sheets
from ruledsl.author.book.sheets import PAPERS, SIZES, sheets_of
from ruledsl.cli.app import main
from ruledsl.play.rules import load

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>{}\u202e'
PACK = """
id: evil
version: 0.1.0
language: 1
name: NAME
requires: {smallworld: ">=0.1"}
"""
TILE = """
races:
  imps:
    name: {en: NAME, it: NAME2}
    summary: {en: NAME, "xx": NAME}
    number: 3
    tray: 4
    pieces:
      trap: {name: NAME, supply: 2, symbol: "<b>", rules: here defence +1}
    rules: my income +1
rules: "value mischief of player = 1"
texts:
  says.mischief: {en: NAME}
  chapter.imps: {en: NAME}
"""


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.found, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def with_class(self, name):
        return [attrs for _, attrs in self.found if name in attrs.get("class", "").split()]


@pytest.fixture(scope="module")
def smallworld():
    return load("smallworld")


@pytest.fixture(scope="module")
def evil(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs") / "evil"
    folder.mkdir()
    quoted = "'" + EVIL.replace("\u202e", "").replace("'", "''") + "'"
    for name, text in (("pack.yaml", PACK), ("imps.yaml", TILE)):
        filled = text.replace("NAME2", quoted).replace("NAME", quoted)
        (folder / name).write_text(filled, encoding="utf-8")
    return load(str(folder))


def harmless(text):
    for tag, attrs in Page(text).found:
        assert tag not in {"script", "iframe", "object", "embed", "link", "base"}
        for key, value in attrs.items():
            assert not key.startswith("on")
            if key in ("src", "href"):
                assert value.startswith(("#", "data:image/svg+xml;base64,")), value
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style
    assert "default-src &#x27;none&#x27;" in text


def test_a_rulebook_has_everything(smallworld):
    text = rulebook(smallworld, ["smallworld"])
    page, composition = Page(text), smallworld.composition
    tiles = [tile for tile in composition.tiles.values() if tile.pack == "smallworld"]
    ids = {attrs["id"] for _, attrs in page.found if "id" in attrs}
    assert {f"tile-{tile.id}" for tile in tiles} | {f"map-{id_}" for id_ in composition.maps} <= ids
    assert {attrs["href"][1:] for tag, attrs in page.found if tag == "a"} <= ids
    assert "Each coastal region costs you 1 token less to conquer." in page.text
    assert "A race cannot conquer a region that the race holds." in page.text
    assert "Coins while active" not in page.text
    assert "price paid" not in page.text
    for name in ("Amatsonit", "Heksemestre", "Nani"):
        assert name in page.text
    harmless(text)


def test_languages_are_switched_without_a_script(smallworld):
    page = Page(rulebook(smallworld, ["smallworld"], "it"))
    boxes = [attrs for tag, attrs in page.found if tag == "input"]
    assert [attrs["id"] for attrs in boxes if "checked" in attrs] == ["l3"]
    assert [attrs["type"] for attrs in boxes] == ["radio"] * 6


@pytest.mark.parametrize("language", ["da", "en", "fi", "it", "no", "sv"])
def test_a_book_begins_in_each_language_of_its_packs(smallworld, language):
    """Names and summaries stand there in every one, and the one asked for is shown."""
    page = Page(rulebook(smallworld, ["smallworld"], language))
    shown = [attrs for tag, attrs in page.found if tag == "input" and "checked" in attrs]
    assert len(shown) == 1
    for tile in smallworld.composition.tiles.values():
        if tile.pack == "smallworld":
            assert tile.names.get(language, tile.names["en"]) in page.text
            assert tile.summary.get(language, tile.summary["en"]) in page.text


@pytest.mark.parametrize(
    "form", [lambda rules: rulebook(rules, ["evil"]), lambda rules: sheets(rules, ["imps"])]
)
def test_hostile_names_are_text(evil, form):
    text = form(evil)
    harmless(text)
    assert "<script>alert(1)" in Page(text).text
    assert not [attrs for tag, attrs in Page(text).found if tag == "img" and attrs.get("src") == "x"]


def test_sheets_hold_what_the_box_does(smallworld):
    page = Page(sheets(smallworld, ["trolls", "heroic"]))
    assert len(page.with_class("banner")) == 1
    assert len(page.with_class("badge")) == 1
    assert len(page.with_class("token")) == 10
    assert len(page.with_class("counter")) == 10 + 2
    harmless(sheets(smallworld, ["trolls"]))
    beside = Page(sheets(smallworld, ["fortified"]))
    assert len(beside.with_class("counter")) == 6


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_nothing_lies_over_the_margin_or_over_another_thing(paper):
    things = [(size, "") for size in SIZES.values() for _ in range(13)]
    found = list(sheets_of(things, paper))
    assert sum(map(len, found)) == len(things)
    for sheet in found:
        for number, one in enumerate(sheet):
            assert one.left >= paper.margin <= one.top
            assert one.left + one.size.across <= paper.wide - paper.margin
            assert one.top + one.size.high <= paper.high - paper.margin
            for other in sheet[:number]:
                apart = one.left >= other.left + other.size.across or one.top >= other.top + other.size.high
                assert apart


def test_sizes_are_bounded(smallworld):
    with pytest.raises(Unprintable, match="nothing to print"):
        sheets(smallworld, [])
    with pytest.raises(Unprintable, match="at most"):
        sheets(smallworld, ["skeletons"] * 500)


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for words, name in (
        (["smallworld"], "smallworld.html"),
        (["--print", "smallworld/trolls"], "smallworld-sheets.html"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(args=["docs", *words])
        assert ended.value.code == 0, capsys.readouterr()
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(SystemExit) as ended:
        main(args=["docs", "--print", "smallworld/trols"])
    assert ended.value.code == 2
    assert "Did you mean `trolls`?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pack", "people", "costs"),
    [
        ("smallworld", "orcs", {"2": 4, "3": 3, "4": 2, "6": 3}),
        ("underground", "ogres", {"5": 1}),
        ("warcraft", "orcs", {"3": 3, "4": 2}),
    ],
)
def test_what_the_book_says_of_its_pictures_is_so(pack, people, costs):
    """Every passage has a title and paragraphs, every position one picture, and the first one the costs that the text names."""
    rules = load(pack)
    passages = [passage for known in rules.composition.packs for passage in known.book]
    shown = [passage.position for passage in passages if passage.position]
    html = rulebook(rules, [pack])
    written = html[: html.index('id="rules"')]
    assert written.count("<figure>") == written.count("<img") == len(shown) >= 2
    assert all(passage.title["en"] in unescape(written) for passage in passages)
    assert len(re.sub(r"<[^>]+>", " ", written).split()) > 1200
    game = rules.position(shown[0])
    assert {
        region: game.why("conquest_cost", people=people, region=region).result for region in costs
    } == costs


def test_a_picture_of_no_position_says_what_is_wrong():
    text = "book:\n  - title: Here\n    text: |\n      One.\n\n      <b>Two.\n    position: {players: 99}\n"
    rules = load("smallworld", texts={"pack.yaml": PACK.replace("NAME", "Evil"), "book.yaml": text})
    html = rulebook(rules, ["evil"])
    assert "<p>One.</p><p>&lt;b&gt;Two.</p>" in html
    assert re.search(r'<p class="key">[^<]*players', html)


HEAD = "id: empires\nversion: 0.1.0\nlanguage: 3\nname: Empires\nrequires: {{core: '>=0.1'}}\n{more}"
EMPIRES = """\
nouns: {people: empire|empires, power: law|laws}
races: {reds: {name: Reds, number: 5, tray: 9}}
powers: {strict: {name: Strict, number: 4}}
book: [{title: Rise and fall, text: Whoever has forty points wins.}]
"""


@pytest.mark.parametrize(("more", "shown"), [("", True), ("replaces: [book]\n", False)])
def test_a_game_on_top_of_core_has_a_book_of_its_own(more, shown):
    rules = load(texts={"pack.yaml": HEAD.format(more=more), "empires.yaml": EMPIRES})
    page = Page(rulebook(rules, ["empires"]))
    assert "Whoever has forty points wins." in page.text
    assert ("After the last round everybody shows their coins." in page.text) is shown
    headings = [
        title
        for title in ("Empires", "Laws", "Races", "Powers")
        if f">{title}<" in rulebook(rules, ["empires"])
    ]
    assert headings[:2] == ["Empires", "Laws"]
    assert not {"Races", "Powers"} & {*headings}
