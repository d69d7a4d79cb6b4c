"""The pages of this folder as a site: `make docs` (decisions/0013-site.md says why so)."""

import re
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Number, Operator, String, Text
from sphinx.application import Sphinx

project = "ruledsl"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "ruledsl"
html_copy_source = False
myst_heading_anchors = 5
html_show_sourcelink = False


class Rules(RegexLexer):
    """Rule texts, coloured by the words that every rule is made of."""

    name = "rules"
    aliases: ClassVar[list[str]] = ["rules"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"#.*", Comment),
            (r'"[^"\n]*"', String),
            (r"\b[0-9]+\b", Number),
            (
                words(
                    "my here after before instead if then else for each of from to where when once per during do action value define event "
                    "remember permission declined active always forbid permit offer choose may and or not is has at least most becomes times".split(),
                    prefix=r"\b",
                    suffix=r"\b",
                ),
                Keyword,
            ),
            (r"[-+*/=(){}:,]", Operator),
            (r"[\w.]+|\s+|.", Text),
        ]
    }


def elsewhere(_app: Sphinx, _page: str, text: list[str]) -> None:
    """What lies outside of this folder is named, not linked to: the site has the pages only."""
    text[0] = re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?!docs/)[^)#]*(?:#[^)]*)?\)", r"\1", text[0])


def setup(app: Sphinx) -> None:
    """Hear of pages as they are read."""
    app.add_lexer("rules", Rules)
    app.connect("source-read", elsewhere)
