"""The files of the page: no tile in them, small enough, with all their words in all languages, and nothing from elsewhere."""

import gzip
import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import ruledsl
from ruledsl.table.server.tables.seat import PALETTE

PAGE = Path(ruledsl.__file__).parent / "table" / "page"
OWN = sorted(
    path for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html") and "vendor" not in path.parts
)
SCRIPTS = [path for path in OWN if path.suffix == ".js"]
STATIC = sorted((PAGE.parent / "standalone" / "static").glob("*.js"))
EDITOR = PAGE / "vendor" / "codemirror.js"
LANGUAGES = ["da", "fi", "it", "no", "sv"]
WORDS_OF_THE_PAGE = {"anchor", "column", "edge", "entry", "icon", "mine", "place", "were"}
"""Ids of packs that mean something of the page's own in its scripts and styles."""


def ids():
    """What packs call their tiles, pieces, terrains and symbols."""
    found = set()
    for packs in (
        ["smallworld", "underground", "crossover"],
        ["warcraft"],
        ["smallworld", "sky_islands", "cursed", "leaders", "tales"],
    ):
        composition = ruledsl.load(*packs).composition
        for names in (
            composition.tiles,
            composition.pieces,
            composition.words.region_traits,
            composition.decks,
        ):
            found |= {name.partition("#")[0].rpartition("/")[2] for name in names}
    return found


def test_no_script_or_style_knows_a_tile_a_terrain_or_a_piece():
    words = {}
    for path in OWN:
        for word in re.findall(r"(?<![A-Za-z])[a-z][a-z0-9_]+", path.read_text(encoding="utf-8")):
            words.setdefault(word, path.name)
    known = {word: words[word] for word in ids() & words.keys() if word not in WORDS_OF_THE_PAGE}
    assert known == {}


def lines(paths):
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def compressed(paths):
    return sum(len(gzip.compress(path.read_bytes())) for path in paths)


def test_the_page_is_small():
    workshop = [path for path in SCRIPTS if "workshop" in path.relative_to(PAGE).parts]
    assert lines(set(SCRIPTS) - set(workshop)) <= 3700
    assert lines(workshop) <= 1950
    assert max(lines([path]) for path in SCRIPTS) <= 400
    kinds = (".js", ".css", ".html", ".svg", ".json")
    files = {path for path in PAGE.rglob("*") if path.is_file() and path.suffix in kinds}
    of_workshop = {path for path in files if "workshop" in path.relative_to(PAGE).parts} | {EDITOR}
    assert compressed(files - of_workshop) < 200_000
    assert compressed([EDITOR]) < 250_000
    assert sum(path.stat().st_size for path in PAGE.rglob("*.woff2")) < 140_000


def test_what_is_vendored_is_what_it_says_it_is():
    """Each file with its version and digest; a file that is not in the list, or is another one, is not shipped."""
    for folder in (PAGE / "vendor", Path(__file__).parent / "vendor"):
        said = json.loads((folder / "vendored.json").read_text(encoding="utf-8"))
        files = {
            path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".js", ".woff2")
        }
        assert {name: hashlib.sha256(data).hexdigest() for name, data in files.items()} == {
            name: entry["sha256"] for name, entry in said.items()
        }
        assert all(
            re.fullmatch(r"\d+(\.\d+)+", version)
            for entry in said.values()
            for version in entry["holds"].values()
        )


LOOKS = ("fraunces.woff2", "icons.js", "source-sans-italic.woff2", "source-sans.woff2")


@pytest.mark.parametrize(("folder", "files"), [("workshop", ["codemirror.js"]), ("page", LOOKS)])
def test_what_is_built_holds_what_its_lock_says(folder, files):
    lock = json.loads((PAGE.parents[2] / "editors" / folder / "package-lock.json").read_text("utf-8"))
    there = json.loads((PAGE / "vendor" / "vendored.json").read_text(encoding="utf-8"))
    built = {
        name.removeprefix("node_modules/"): entry["version"]
        for name, entry in lock["packages"].items()
        if name and "esbuild" not in name
    }
    assert {name: version for file in files for name, version in there[file]["holds"].items()} == built
    assert not any("resolved" in entry for entry in lock["packages"].values())


OF_BOARDS = {"table.css", "board.css"}
"""Styles with type in units of pictures, and with colours of what lies on boards."""
OWN_LOOKS = re.compile(
    r"font-size: (?!var\(|inherit)[^;}]+|font[a-z-]*: [^;}]*[\"'][^;}]*|[ {](?:background|color): #[^;}]+"
)


def test_type_and_colours_come_from_one_file_that_a_page_explains():
    styles = {path.name: path.read_text(encoding="utf-8") for path in OWN if path.suffix == ".css"}
    tokens = styles.pop("tokens.css")
    own = {name: OWN_LOOKS.findall(text) for name, text in styles.items() if name not in OF_BOARDS}
    assert {name: looks for name, looks in own.items() if looks} == {}
    told = (PAGE.parents[2] / "docs" / "looks.md").read_text(encoding="utf-8")
    assert [name for name in re.findall(r"(--[\w-]+):", tokens) if f"`{name}`" not in told] == []


def test_players_have_the_same_colours_on_the_page_and_in_pictures_of_the_server():
    tokens = (PAGE / "tokens.css").read_text(encoding="utf-8")
    assert tuple(re.findall(r"\.seat-\d+ \{ --seat: (#\w+)", tokens)) == PALETTE


def test_only_the_workshop_loads_the_editor():
    users = [path for path in OWN if "vendor/codemirror" in path.read_text(encoding="utf-8")]
    assert users
    assert all("workshop" in path.relative_to(PAGE).parts for path in users)
    lock = (PAGE.parents[2] / "editors" / "workshop" / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    assert "http" not in lock


OF_ADDRESSES = {"main.js": 1, "reach.js": 1}
"""How often scripts read the page's own address: the id of a table and a secret, which go to the server, and whether one word is there."""


def test_what_an_address_says_is_read_in_few_places():
    found = Counter()
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        found[path.name] += len(re.findall(r"location\.(?:hash|search|pathname|href)", text))
        assert not re.search(r"document\.(URL|documentURI|baseURI|referrer|cookie)", text), path
    assert +found == OF_ADDRESSES


def test_nothing_is_inline_or_from_elsewhere():
    for path in OWN:
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"<script(?![^>]*src=)|<style|\sstyle=\"|\son[a-z]+=\"|innerHTML|eval\(|new Function"
            r"|outerHTML|insertAdjacentHTML|document\.write|srcdoc|dangerouslySet|createContextualFragment",
            text,
        ), path
        assert not re.search(r"(src|href)=\"(https?:)?//|@import|url\((?!#|\"vendor/)", text), path


TEXTS = re.compile(
    r"const (?:ENDS|TABS|COLOURS|AGAIN|KEYS|GUIDE|BOTS|CHARACTERS|LEVELS|SIGNS"
    r"|DROPPED|SAID|STATES|PARTS|NOT_TILES|VERDICTS|DIFFERS|OTHERWISE|SAME) = [\[{](.*?)[\]}];",
    re.DOTALL,
)


COUNTED = re.compile(r"\{n\} (?:choices|errors|minutes|rules)\b")
"""Things that can also be one, of which the text says something else. Browsers, players and regions are several where they are counted."""


def words_in(scripts):
    """The texts that scripts have translated: where they are used, and in tables."""
    found = set()
    for path in scripts:
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"\bt\(\s*\"([^\"]+)\"", text))
        found |= {said for table in TEXTS.findall(text) for said in re.findall(r"\"([^\"]+)\"", table)}
        found |= set(re.findall(r"\btitle: \"([^\"]+)\"", text))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_page_is_in_every_language(language):
    workshop = [path for path in SCRIPTS if "workshop" in path.relative_to(PAGE).parts]
    of_all = words_in({*SCRIPTS, *STATIC} - {*workshop})
    for folder, wanted in (("words", of_all), ("workshop/words", words_in(workshop) - of_all)):
        there = json.loads((PAGE / folder / f"{language}.json").read_text(encoding="utf-8"))
        plain = json.loads((PAGE / folder / "en.json").read_text(encoding="utf-8"))
        assert plain.keys() <= wanted
        assert {text for text in wanted if COUNTED.search(text)} <= plain.keys()
        assert all(
            set(said) == {"one", "other"} and said["other"] == english for english, said in plain.items()
        )
        assert there.keys() == wanted
        for english, said in there.items():
            for text in said.values() if isinstance(said, dict) else [said]:
                assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", text)), text
