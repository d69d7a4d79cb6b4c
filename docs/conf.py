"""The pages of this folder as a site: `make docs` (decisions/0013-site.md says why so)."""

import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[1]))

from ruledsl.language.syntax.colours import RuleLexer
from ruledsl.language.syntax.grammar import grammar

project = "ruledsl"
extensions = ["myst_parser", "sphinx_copybutton"]
html_theme = "furo"
html_title = "ruledsl"
html_copy_source = False
myst_heading_anchors = 5
html_show_sourcelink = False


def elsewhere(_app: Sphinx, _page: str, text: list[str]) -> None:
    """What lies outside of this folder is named, not linked to: the site has the pages only."""
    text[0] = re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?!docs/)[^)#]*(?:#[^)]*)?\)", r"\1", text[0])


LANGUAGE = Path(__file__).with_name("language")
SOUGHT = {
    "bots": "bots",
    "cookbook": "recipes examples ideas",
    "editors": "editors neovim rename hover completion",
    "first-race": "races beginning",
    "language/attacks": "attacks",
    "language/core": "conquest income turn redeployment",
    "language/maps": "maps terrains symbols borders boards",
    "language/names": "summary translation translate",
    "language/own-words": "traits",
    "language/questions": "regions neighbours",
    "language/stages": "decline active",
    "language/tiles": "power badge banner tray tiles",
    "language/tokens": "coins pieces tokens",
    "packs": "install bundles",
    "scenarios": "scenarios tests",
    "workshop": "workshop",
}
"""What people look for who do not know the words of the language yet, by the page that they want."""
LISTS = ("index", "words", "mistakes")
"""Pages that only list words, or what goes wrong with them."""


@cache
def home_of() -> dict[str, str]:
    """The page of each word that is sought; for one of the language, that of its name, one with it in a heading, or the one with most of it."""
    pages = {
        f"language/{path.stem}": path.read_text(encoding="utf-8")
        for path in LANGUAGE.glob("*.md")
        if path.stem not in LISTS
    }
    counts = {page: Counter(re.findall(r"\b[a-z]+\b", text)) for page, text in sorted(pages.items())}
    headed = {
        page: {*re.findall(r"`([a-z]+)`", " ".join(re.findall(r"(?m)^#+ .*$", text)))}
        for page, text in pages.items()
    }

    def fits(page: str, word: str) -> tuple[bool, bool, int]:
        return page.rpartition("/")[2] in {word, f"{word}s"}, word in headed[page], counts[page][word]

    homes = {word: max(counts, key=lambda page: fits(page, word)) for word in sorted(grammar().words)}
    return homes | {word: page for page, words in SOUGHT.items() for word in words.split()}


def words_first(_app: Sphinx, page: str, text: list[str]) -> None:
    """Enter words into the index at their pages, as main entries: a search for one lists its page first, and lists other entries last."""
    entries = [f"```{{index}} ! single: {word}\n```" for word, home in home_of().items() if home == page]
    if entries:
        title, _, rest = text[0].partition("\n")
        text[0] = "\n".join([title, "", *entries, rest])


def setup(app: Sphinx) -> None:
    """Hear of pages as they are read."""
    app.add_lexer("rules", RuleLexer)
    app.connect("source-read", elsewhere)
    app.connect("source-read", words_first)
