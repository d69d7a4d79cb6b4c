"""Each example of the pages can be opened from the site, as the pack that the tests try."""

import base64
import html

import pytest
from doc_blocks import PAGES, blocks_of
from playground import files_tried, linked, target

from ruledsl.rules.packs.folders.bundles import contents
from ruledsl.table.workshop.endpoints import LONGEST

RIGHT = [
    block
    for page in PAGES
    for block in blocks_of(page)
    if block.kind in ("yaml", "rules") and not block.flags & {"wrong", "error"}
]
SHOWN = '<div class="highlight-{kind} notranslate"><div class="highlight"><pre><span></span>{text}\n</pre></div>\n</div>'


@pytest.mark.parametrize("page", PAGES)
def test_a_link_brings_the_pack_of_an_example(page):
    for block in (block for block in RIGHT if block.page == page):
        data, _, file = target(block).partition("pack=")[2].partition("&file=")
        assert len(data) <= LONGEST
        files = files_tried(block)
        assert contents(base64.urlsafe_b64decode(data)) == {
            name: text.encode() for name, text in files.items()
        }
        assert file.startswith("scenarios/") or block.text.split()[0] in files[file]


def test_what_is_right_has_a_link_and_what_is_wrong_has_none():
    blocks = [block for block in blocks_of("language/mistakes.md") if block.kind in ("yaml", "rules")]
    text = "".join(SHOWN.format(kind=block.kind, text=html.escape(block.text.strip())) for block in blocks)
    right = [block for block in blocks if "wrong" not in block.flags]
    assert linked(text, "language/mistakes.md").count('href="../playground/workshop.html#/?pack=') == len(
        right
    )
    blocks = [block for block in RIGHT if block.page == "language/sets.md"]
    text = "".join(SHOWN.format(kind=block.kind, text=html.escape(block.text.strip())) for block in blocks)
    assert linked(text, "language/sets.md").count("Try it") == len(blocks) > 3
