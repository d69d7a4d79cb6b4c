"""The pages of this folder as a site: `make docs` (decisions/0013-site.md says why so)."""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[1]))

from ruledsl.language.syntax.colours import RuleLexer

project = "ruledsl"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "ruledsl"
html_copy_source = False
myst_heading_anchors = 5
html_show_sourcelink = False


def elsewhere(_app: Sphinx, _page: str, text: list[str]) -> None:
    """What lies outside of this folder is named, not linked to: the site has the pages only."""
    text[0] = re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?!docs/)[^)#]*(?:#[^)]*)?\)", r"\1", text[0])


def setup(app: Sphinx) -> None:
    """Hear of pages as they are read."""
    app.add_lexer("rules", RuleLexer)
    app.connect("source-read", elsewhere)
