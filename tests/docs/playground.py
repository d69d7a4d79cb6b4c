"""The site with a playground: every example of the pages that teach the language has a link that opens it in the workshop, in the browser.

`python tests/docs/playground.py FOLDER` puts the links into the site in that folder; the page that they lead to lies in `playground` there
(`make playground` makes both). An example is tried as the scratch pack that it belongs to, as the tests try it.
"""

from __future__ import annotations

import base64
import html
import re
import sys
import zipfile
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parent))

from doc_blocks import AROUND, PAGES, Block, blocks_of, files_of

from ruledsl.rules.packs.folders.bundles import packed

FOLDER = "playground"
SHOWN = re.compile(
    r'<div class="highlight-(?:yaml|rules) notranslate">.*?<pre>(.*?)</pre></div>\s*</div>', re.DOTALL
)
"""An example as the site shows it."""
HEAD = re.compile(r"^id: .*$", re.MULTILINE)
LINK = '\n<p class="try"><a class="reference external" href="{}">Try it</a></p>'


def target(block: Block) -> str:
    """What opens an example: the workshop's page, with the example's pack behind the `#`, and which file it is."""
    files = files_tried(block)
    bundle = packed({name: text.encode() for name, text in files.items()}, zipfile.ZIP_DEFLATED)
    unsaid = next((name for name, text in files.items() if text == block.text), AROUND)
    own = block.settings.get("file", unsaid)
    return f"{FOLDER}/workshop.html#/?pack={base64.urlsafe_b64encode(bundle).decode()}&file={quote(own)}"


def files_tried(block: Block) -> dict[str, str]:
    """The pack of an example, by a name of its own: a workshop keeps all that are tried there."""
    _, files = files_of(block)
    name = re.sub(r"\W", "_", f"{Path(block.page).stem}_{block.line}")
    files["pack.yaml"] = HEAD.sub(f"id: {name}", files["pack.yaml"], count=1)
    return files


def linked(text: str, page: str) -> str:
    """A page of the site with a link below each example that is right."""
    up = "../" * page.count("/")
    examples = {
        block.text.strip(): block
        for block in blocks_of(page)
        if block.kind in ("yaml", "rules") and not block.flags & {"wrong", "error"}
    }

    def with_link(found: re.Match[str]) -> str:
        block = examples.get(html.unescape(re.sub(r"<[^>]*>", "", found[1])).strip())
        return found[0] + (LINK.format(html.escape(up + target(block))) if block is not None else "")

    return SHOWN.sub(with_link, text)


def main(site: Path) -> None:
    for page in PAGES:
        path = site / Path(page).with_suffix(".html")
        path.write_text(linked(path.read_text(encoding="utf-8"), page), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
