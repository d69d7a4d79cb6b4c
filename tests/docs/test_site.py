"""The pages hang together, without the tools that make a site of them: each has its place, each link leads to a page and a heading that there is."""

import importlib.util
import re
import sys
import types
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {path.relative_to(DOCS).with_suffix("").as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(path):
    """The headings of a page, as links name them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    plain = (re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in HEADING.findall(text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in plain}


def test_every_page_has_one_place_in_the_table_of_contents():
    named = ["index"]
    for name, path in PAGES.items():
        lines = [
            line for tree in TREE.findall(path.read_text(encoding="utf-8")) for line in tree.splitlines()
        ]
        named += [(Path(name).parent / line).as_posix() for line in lines if line and line[0] != ":"]
    assert sorted(named) == sorted(PAGES)


def test_every_link_leads_somewhere():
    wrong = []
    for name, path in PAGES.items():
        for link in LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8"))):
            if re.match(r"https?:", link):
                continue
            file, _, heading = link.partition("#")
            place = (path.parent / file).resolve() if file else path
            if not place.exists():
                wrong.append(f"{name}: {link} is not there")
            elif heading and place.suffix == ".md" and heading not in anchors(place):
                wrong.append(f"{name}: {link} has no such heading")
    assert not wrong, "\n".join(wrong)


def test_a_search_for_a_word_finds_its_page_first(monkeypatch):
    sphinx = types.ModuleType("sphinx.application")
    sphinx.Sphinx = object
    monkeypatch.setitem(sys.modules, "sphinx.application", sphinx)
    spec = importlib.util.spec_from_file_location("conf_of_site", DOCS / "conf.py")
    conf = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conf)
    for page in set(conf.home_of().values()):
        text = [PAGES[page].read_text(encoding="utf-8")]
        conf.words_first(None, page, text)
        main = set(re.findall(r"! single: (\w+)", text[0]))
        assert main == {word for word, home in conf.home_of().items() if home == page}
    homes = {word: page.rpartition("/")[2] for word, page in conf.home_of().items()}
    expected = {
        "forbid": "actions",
        "permit": "actions",
        "action": "actions",
        "value": "values",
        "event": "events",
        "after": "events",
        "move": "tokens",
        "choose": "choices",
        "races": "first-race",
        "power": "tiles",
        "terrains": "maps",
        "conquest": "core",
        "decline": "stages",
        "coins": "tokens",
        "neighbours": "questions",
        "scenarios": "scenarios",
        "install": "packs",
        "translate": "names",
        "rename": "editors",
    }
    assert {word: homes[word] for word in expected} == expected
