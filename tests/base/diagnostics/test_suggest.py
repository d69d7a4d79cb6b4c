"""The nearest name for a misspelt one."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.base.diagnostics import Purse
from ruledsl.base.diagnostics.diagnostic import MAX_WORD, distance

FIRST = (
    "conquest decline region token income reach defence race power market tray coin turn round border score"
).split()
SECOND = (
    "cost limit count owner stage holder bonus phase order deck start end list mark rate value sum base"
).split()
NAMES = [f"{first}_{second}" for first in FIRST for second in SECOND][:260] + (
    "hill swamp forest mountain farmland coastal magic cavern mine amazons dwarves elves ghouls giants halflings "
    "humans orcs ratmen skeletons sorcerers tritons trolls wizards alchemist berserk bivouacking commando diplomat "
    "dragon flying fortified heroic merchant mounted pillaging seafaring spirit stout underworld wealthy"
).split()

CANDIDATES = "conquest_cost conquest region regions income hill halflings coastal my_reach lost_tribe".split()


def nearest(word, candidates, n=1):
    """What a run finds that has spent nothing yet."""
    return Purse().nearest(word, list(candidates), n)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("conquest_csot", ["conquest_cost"]),
        ("conquest-cost", ["conquest_cost"]),
        ("ConquestCost", ["conquest_cost"]),
        ("cost_conquest", ["conquest_cost"]),
        ("Hill", ["hill"]),
        ("hills", ["hill"]),
        ("halfling", ["halflings"]),
        ("lost_tribes", ["lost_tribe"]),
        ("lost tribe", ["lost_tribe"]),
        ("inocme", ["income"]),
        ("costal", ["coastal"]),
        ("banana", []),
        ("x", []),
        ("", []),
    ],
)
def test_examples(word, expected):
    assert nearest(word, CANDIDATES) == expected


def test_the_same_first_letter_is_preferred():
    assert nearest("gill", ["hill", "gall"]) == ["gall"]
    assert nearest("cat", ["bat", "cut"], n=2) == ["cut", "bat"]


def test_several_best_first():
    assert nearest("regions", ["region", "regions_of", "legion", "regionz"], n=3)[:2] == ["region", "regionz"]


def test_the_order_of_the_candidates_does_not_matter():
    for word in ("regoin", "hil", "conquest"):
        assert nearest(word, NAMES, n=5) == nearest(word, reversed(NAMES), n=5)


def misspelt(word, rng):
    """One letter added, left out, exchanged, or swapped with its neighbour."""
    place = rng.randrange(len(word))
    letter = rng.choice(string.ascii_lowercase + "_")
    return rng.choice(
        [
            word[:place] + letter + word[place:],
            word[:place] + word[place + 1 :],
            word[:place] + letter + word[place + 1 :],
            word[:place] + word[place + 1 : place + 2] + word[place] + word[place + 2 :],
        ]
    )


def test_nine_of_ten_misspellings_find_their_word():
    rng = random.Random(20)
    assert len(NAMES) == len(set(NAMES)) >= 300
    tried = right = 0
    while tried < 1000:
        word = rng.choice(NAMES)
        wrong = misspelt(word, rng)
        if wrong not in NAMES:
            tried += 1
            right += nearest(wrong, NAMES) == [word]
    assert right >= 900, f"{right} of {tried}"


def test_huge_words_have_no_suggestions():
    assert nearest("a" * 1_000_000, NAMES) == []
    assert nearest("hill", ["h" * 1_000_000, "hil"]) == ["hil"]
    nearest("a" * MAX_WORD, ["b" * MAX_WORD] * 10 + [f"{'a' * 70}{n}" for n in range(300)])


words = st.text("abc_", max_size=7)


@given(words, words)
def test_distance_is_symmetric_and_bounded(first, second):
    far = distance(first, second, 100)
    assert far == distance(second, first, 100)
    assert (far == 0) == (first == second)
    assert far <= max(len(first), len(second))
    for limit in range(4):
        assert distance(first, second, limit) == min(far, limit + 1)


@given(st.text(max_size=120), st.lists(st.text(max_size=120), max_size=8), st.integers(0, 3))
def test_any_text_can_be_asked_for(word, candidates, n):
    found = nearest(word, candidates, n)
    assert len(found) <= n
    assert set(found) <= set(candidates)
