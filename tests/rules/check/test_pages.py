"""What the pages of the codes show is true: the good example gives nothing; what the bad one gives is in test_faulty.py."""

import pytest
from faulty_cases import example, tried_pages
from trying import YAML

from ruledsl.base.diagnostics import all_pages

CODES = dict(tried_pages())
TRIED = [page for code, page in all_pages().items() if code in CODES]


@pytest.mark.parametrize("page", TRIED, ids=lambda page: page.code)
def test_the_good_example_is_good(page):
    for text in YAML.findall(page.prefer):
        found, said = example(text)
        assert not found, said
