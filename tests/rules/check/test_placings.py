"""Where tokens are placed one by one: what pages may answer many times at once."""

import pytest

from ruledsl import load


@pytest.mark.parametrize(
    ("packs", "places"),
    [
        (("smallworld",), ["core/conquest.yaml"]),
        (("underground",), ["core/conquest.yaml"]),
        (("warcraft",), ["core/conquest.yaml", "powers/beast_master.yaml"]),
        (("smallworld", "tales"), ["core/conquest.yaml"]),
    ],
)
def test_tokens_are_placed_one_by_one_only_there(packs, places):
    """Races and powers ask for many a region; their questions are answered once."""
    rules = load(*packs)
    found = sorted("/".join(span.file.rsplit("/", 2)[-2:]) for span in rules.placings)
    assert found == places
