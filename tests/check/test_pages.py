"""What the pages of the codes show is true: the bad example gives the code, the good one nothing."""

import pytest
from faulty_cases import example, tried_pages
from trying import YAML

from ruledsl.diagnostics import all_pages

CODES = dict(tried_pages())
TRIED = [page for code, page in all_pages().items() if code in CODES]


@pytest.mark.parametrize("page", TRIED, ids=lambda page: page.code)
def test_the_bad_example_gives_its_code(page):
    for text in YAML.findall(page.avoid):
        found, said = example(text)
        assert page.code in {d.code for d in found}, said


@pytest.mark.parametrize("page", TRIED, ids=lambda page: page.code)
def test_the_good_example_is_good(page):
    for text in YAML.findall(page.prefer):
        found, said = example(text)
        assert not found, said
