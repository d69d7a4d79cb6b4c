"""What a word of 64 bits can do, as Python runs it."""

import pytest

from ruledsl.engine.small.words import ones, shr

WHOLE = (1 << 64) - 1


@pytest.mark.parametrize(
    ("word", "places", "found"),
    [(12, 2, 3), (-1, 60, 15), (WHOLE, 63, 1), (1 << 62, 62, 1), (5, 64, 5), (5, 65, 2)],
)
def test_bits_are_moved_down_with_zeroes_behind_them(word, places, found):
    assert shr(word, places) == found


@pytest.mark.parametrize(("word", "found"), [(0, 0), (5, 2), (-1, 64), (1 << 63, 1)])
def test_bits_are_counted_in_one_word(word, found):
    assert ones(word) == found
