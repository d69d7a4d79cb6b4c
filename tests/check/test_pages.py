"""What the pages of the codes show is true: the bad example gives the code, the good one nothing."""

import pytest
from trying import YAML, shown, try_pack

from ruledsl.diagnostics import all_pages

PARTS = {"P013", "P014", "P020", "P021", "P030", "P031"}
"""Their examples are parts of files, or several of them; `faulty` has them whole."""
PAGES = [
    page
    for code, page in all_pages().items()
    if (code[0] in "NTR" or code >= "P013") and code[0] in "PNTR" and code not in PARTS
]
TRIED = [page for page in PAGES if YAML.search(page.avoid) and "pack.yaml" not in page.avoid]


@pytest.mark.parametrize("page", TRIED, ids=lambda page: page.code)
def test_the_bad_example_gives_its_code(page, tmp_path):
    for example in YAML.findall(page.avoid):
        found, _ = try_pack(tmp_path, {"house.yaml": example})
        assert page.code in {d.code for d in found}, shown(found)


@pytest.mark.parametrize("page", TRIED, ids=lambda page: page.code)
def test_the_good_example_is_good(page, tmp_path):
    for example in YAML.findall(page.prefer):
        found, _ = try_pack(tmp_path, {"house.yaml": example})
        assert not list(found), shown(found)
