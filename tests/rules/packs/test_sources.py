"""Packs and tiles say what they stand on, and whoever asks is told."""

import json

import pytest
from click.testing import CliRunner

from ruledsl import load
from ruledsl.author.book.rulebook import rulebook
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.cli import main
from ruledsl.play.naming.nouns import Naming
from ruledsl.rules.packs import known_packs
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.sources import cited, sources_data, sources_of

HEAD = """\
id: imps
version: 0.1.0
language: 2
name: Imps
requires: {core: ">=0.1"}
sources:
  - kind: rulebook
    title: The Book of Imps
    year: 1999
    page: https://example.org/imps
    note: {en: all of it, it: tutto}
    missing: ["How many there are. Here five.", {en: Where they live. Here anywhere., it: "Dove vivono. Qui ovunque."}]
  - {kind: own reading, title: What they eat}
"""
TILES = """\
races:
  imps: {name: Imps, number: 3, tray: 5, sources: [{kind: hearsay, title: Whispers <b>}]}
  elder_imps: {name: Elder Imps, number: 3, tray: 5}
"""


@pytest.fixture
def imps(tmp_path):
    def written(head=HEAD, tiles=TILES):
        folder = tmp_path / "imps"
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text(head)
        (folder / "tiles.yaml").write_text(tiles)
        return str(folder)

    return written


def test_sources_are_read_and_a_tile_without_its_own_has_those_of_its_pack(imps):
    rules = load(imps())
    pack, tiles = rules.composition.packs[-1], rules.composition.tiles
    assert [cited(source) for source in pack.sources] == [
        "rulebook: The Book of Imps (1999)",
        "own reading: What they eat",
    ]
    assert [cited(source) for source in sources_of(rules.composition, tiles["imps"])] == [
        "hearsay: Whispers <b>"
    ]
    assert sources_of(rules.composition, tiles["elder_imps"]) == pack.sources
    assert sources_data(pack.sources[:1], Naming("it").said) == [
        {
            "kind": "rulebook",
            "title": "The Book of Imps",
            "year": 1999,
            "page": "https://example.org/imps",
            "note": "tutto",
            "missing": ["How many there are. Here five.", "Dove vivono. Qui ovunque."],
        }
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("kind: rulebook", "kind: rulebok", "rulebook"),
        ("    title: The Book of Imps\n", "", "title"),
        ("year: 1999", "year: soon", "whole number"),
        ("https://example.org/imps", "javascript:alert(1)", "https://"),
        ("kind: own reading", "sort: own reading", "sort"),
        ('"How many there are. Here five."', "[]", "text"),
    ],
)
def test_what_is_wrong_with_a_source_is_said_where_it_stands(imps, right, wrong, said):
    assert right in HEAD
    diagnostics = Diagnostics()
    load_packs([imps(HEAD.replace(right, wrong))], diagnostics)
    errors = [found for found in diagnostics.sorted() if found.severity == "error"]
    assert errors
    assert all(found.span.file.endswith("pack.yaml") and 6 <= found.span.line <= 13 for found in errors)
    assert any(said in f"{found.message} {found.expected} {found.suggestion}" for found in errors), errors


def test_every_shipped_pack_says_what_it_stands_on():
    diagnostics = Diagnostics()
    packs = load_packs(known_packs(), diagnostics)
    assert not diagnostics.has_errors
    assert len(packs) >= 16
    assert [pack.id for pack in packs if not pack.sources] == []
    stated = [source for pack in packs for of in (pack, *pack.tiles.values()) for source in of.sources]
    assert {source.kind for source in stated} == {"rulebook", "review", "hearsay", "own reading"}
    # Whatever is missing is a sentence.
    lacking = [lack["en"] for source in stated for lack in source.missing]
    assert [lack for lack in lacking if not lack[0].isupper() or lack[-1] != "."] == []


def test_the_rulebook_has_a_chapter_and_the_card_its_own(imps):
    html = rulebook(load(imps()), ["imps"])
    chapter = html[html.index('id="sources"') :]
    assert "rulebook: The Book of Imps (1999)" in chapter
    assert "Missing: How many there are. Here five." in chapter
    card = html[html.index('id="tile-imps"') :]
    assert "hearsay: Whispers &lt;b&gt;" in card[: card.index("</article>")]
    assert "Whispers <b>" not in html


def test_list_and_show_tell_of_them(imps):
    def told(*words):
        return CliRunner().invoke(main, words).stdout

    pack = imps()
    out = told("list", pack, "--sources")
    for said in ("rulebook", "1999", "missing", "hearsay", "Whispers"):
        assert said in out
    (found,) = [
        row
        for row in json.loads(told("list", pack, "--sources", "--format", "json"))["packs"]
        if row["id"] == "imps"
    ]
    assert [source["title"] for source in found["sources"]] == ["The Book of Imps", "What they eat"]
    assert [source["title"] for source in found["tiles"]["imps"]] == ["Whispers <b>"]
    assert "missing: How many there are. Here five." in told("show", f"{pack}/elder_imps")
    assert "hearsay: Whispers <b>" in told("show", f"{pack}/imps")
