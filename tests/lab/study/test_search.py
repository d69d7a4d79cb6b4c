"""The search for the number that brings a tile to par, on tiles whose strengths are known because they are made up."""

import random

import pytest

from ruledsl.lab.study.hands import Search, Verdict
from ruledsl.lab.study.trials import Tally, Trials

DEVIATION = 20


def played(strength, games, chance):
    """So many games with a tile of this strength: their sums, as they would be."""
    total = round(2 * games * chance.gauss(strength, DEVIATION / games**0.5))
    squares = 4 * games * DEVIATION**2 + total**2 // games
    wins = games * 6 // 3
    return Trials(Tally(2, games, total, squares), Tally(6, games, wins, wins * 6), 5 * games)


def spent_on(search, strength_of, seed, budget):
    """After so many games with its tile, unless it is sure before."""
    chance = random.Random(seed)
    while budget > 0 and (numbers := search.next()):
        for number in numbers:
            search.add(number, played(strength_of(number), 1500, chance))
            budget -= 1500
    return search


def searched(now, strength_of, seed, budget=300_000, **options):
    return spent_on(Search(now, now - 4, now + 4, 3, **options), strength_of, seed, budget)


@pytest.mark.parametrize("off", [-2, -1, 1, 2])
def test_a_number_off_by_one_or_two_is_said_so(off):
    search = searched(6 + off, lambda number: 1.6 * (number - 6), seed=off)
    assert search.sure
    assert search.best == 6
    assert search.verdict == (Verdict.STRONG if off > 0 else Verdict.WEAK)


def test_a_tile_at_par_stays_as_it_is():
    search = searched(6, lambda number: 1.6 * (number - 6), seed=1)
    assert (search.sure, search.best, search.verdict) == (True, 6, Verdict.PAR)


def test_games_are_spent_on_those_that_are_hard_to_tell_apart():
    search = searched(6, lambda number: 1.0 * (number - 6.3), seed=1)
    assert search.best == 6
    counts = {number: arm.lead.count for number, arm in search.arms.items()}
    assert min(counts[6], counts[7]) > 2 * max(count for n, count in counts.items() if n not in (6, 7))


def test_between_two_numbers_there_is_no_certainty_before_they_are_as_good_as_one_another():
    search = searched(6, lambda number: 4 * (number - 6.5), seed=2, budget=60_000)
    assert not search.sure
    assert {search.best, *search.left} == {6, 7}


@pytest.mark.parametrize("seed", range(5))
def test_only_the_two_numbers_around_par_are_named_once_it_lies_between_them(seed):
    search = searched(5, lambda number: 1.5 * (number - 6.5), seed=seed, budget=60_000)
    assert {search.best, *search.left} == {6, 7}


@pytest.mark.parametrize("seed", range(5))
def test_it_is_known_how_strong_the_printed_number_is_before_the_best_one_is_found(seed):
    search = searched(4, lambda number: 1.0 * (number - 5.5), seed=seed, budget=60_000)
    assert not search.sure
    assert search.verdict == Verdict.WEAK


def test_what_is_far_beyond_is_not_even_tried():
    search = searched(9, lambda number: 5.0 * (number - 6), seed=3)
    assert search.sure
    assert max(search.arms) <= 10
    assert min(search.arms) >= 5


def test_a_single_number_is_weighed_until_its_verdict_is_known():
    search = Search(5, 5, 5, 3)
    chance = random.Random(4)
    while numbers := search.next():
        assert numbers == [5]
        search.add(5, played(2.0, 500, chance))
    assert search.verdict == Verdict.STRONG
    assert search.left == []


def around(strength_of, seed, budget, now=13):
    """Nobody says which numbers are to be tried."""
    return spent_on(Search.around(now, 3), strength_of, seed, budget)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("right", [3, 6, 24])
def test_par_is_found_however_far_it_is(right, seed):
    search = around(lambda number: 1.6 * (number - right), seed, 600_000)
    assert (search.sure, search.best, search.outside) == (True, right, None)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("strengths", "right"),
    [((6, 5, 4, 3, 2, 1, 0, -1, -2), 8), ((9, 6, 0, 2, -2, -4, -2, 2, 4), 4)],
    ids=["falling", "a valley with par on its far slope"],
)
def test_where_a_larger_number_may_be_weaker_all_near_it_are_tried(strengths, right, seed):
    search = spent_on(
        Search.around(6, 3, rising=False), lambda number: strengths[number - 2], seed, 3_000_000
    )
    assert (search.sure, search.best) == (True, right)
    assert set(search.arms) == set(range(2, 11))


def test_what_was_not_tried_is_possible_on_the_side_of_par():
    search = around(lambda number: 1.6 * (number - 6), 1, 1500)
    assert list(search.arms) == [13]
    assert search.possible == list(range(14))


def test_nothing_is_known_before_anything_was_played_often_enough():
    search = Search.around(6, 3)
    search.add(6, played(1.0, 50, random.Random(1)))
    assert search.possible == list(range(100))


@pytest.mark.parametrize(("right", "verdict"), [(2, Verdict.STRONG), (20, Verdict.WEAK)])
def test_a_range_without_the_right_number_is_known_to_be_one(right, verdict):
    search = searched(10, lambda number: 1.6 * (number - right), seed=2)
    assert search.outside is verdict
    assert search.next() == []


def test_a_number_that_nobody_began_with_is_not_the_best():
    search = Search.around(6, 3)
    search.add(6, played(3.0, 500, random.Random(1)))
    search.add(5, Trials.none(3))
    assert search.best == 6


def test_numbers_beyond_the_first_nine_take_their_share():
    search = Search.around(13, 3)
    assert search.alpha == pytest.approx(0.05 / 18)
    for number in range(4, 14):
        search.add(number, played(number, 500, random.Random(number)))
    assert search.alpha == pytest.approx(0.05 / 20)


def test_the_confidence_is_shared_among_all_that_is_shown():
    assert Search(5, 3, 7, 3, confidence=0.9).alpha == pytest.approx(0.1 / 10)


def test_it_is_wrong_no_more_often_than_said():
    """Of 40 searches at 90 % at most four may be sure of a number that is farther from par than another one by more than the tolerance."""
    wrong = 0
    for seed in range(40):
        search = searched(
            7, lambda number: 1.5 * (number - 6.2), seed=seed, budget=60_000, confidence=0.9, par=3.0
        )
        wrong += search.sure and search.best != 6
    assert wrong <= 4


def mean_of(number, mean, games):
    total = 2 * games * mean
    return Trials(
        Tally(2, games, total, 4 * games * DEVIATION**2 + total**2 // games), Tally(6, games, 0, 0), games
    )


def test_numbers_share_what_bounds_them():
    search = Search(6, 5, 7, 3)
    search.add(5, mean_of(5, 2, 50_000))
    search.add(6, mean_of(6, 2, 200))
    search.add(7, mean_of(7, 3, 50_000))
    own = [search.arms[number].lead.interval(search.alpha) for number in (5, 6, 7)]
    assert own[1].low < own[0].low
    assert own[1].high > own[2].high
    assert search.strength(6) == (own[0].low, own[2].high)
    search.rising = False
    assert search.strength(6) == own[1]


def test_numbers_that_fall_share_nothing():
    search = Search(6, 5, 7, 3)
    search.add(5, mean_of(5, 6, 50_000))
    search.add(7, mean_of(7, -6, 50_000))
    assert search.strength(5) == search.arms[5].lead.interval(search.alpha)


def test_partners_are_ordered_and_hold_together():
    search = Search(6, 6, 6, 3)
    arm = mean_of(6, 1, 400)
    arm.partners = {"weak": mean_of(6, -9, 400).lead, "strong": mean_of(6, 12, 400).lead}
    search.add(6, arm)
    search.add(6, mean_of(6, 1, 400))
    found = search.partners(6)
    assert list(found) == ["strong", "weak"]
    assert found["strong"].low > 0 > found["weak"].high
    assert found["strong"] == search.arms[6].partners["strong"].interval(0.05 / 2, 1_000)
