"""What a search does with its time at the root, on a made-up choice of which it is known what every option is worth."""

import random

import pytest

from ruledsl.play.bots import Search, Think
from ruledsl.play.bots.course import Lost


class Options:
    """A choice among options that are worth so much on average, each time more or less; one that is worth None never comes to an end."""

    kind, player, players = "offer_one", 0, 2

    def __init__(self, worths, noise):
        self.worths, self.noise = worths, noise
        self.count = len(worths)
        self.tried, self.trials = [0] * self.count, 0
        self.taken = None

    def choose_by(self, manner):
        pass

    def imagine(self, seed):
        pass

    def again(self, luck):
        self.chance, self.taken = random.Random(luck), None
        self.trials += 1

    def keys(self):
        return list(range(self.count))

    def done(self, key):
        return 0, 0

    def take(self, option):
        self.taken = option
        self.tried[option] += 1

    def finish(self, turns):
        worth = self.worths[self.taken]
        if worth is None:
            raise Lost
        lead = worth + self.chance.randint(-self.noise, self.noise)
        return [lead, -lead]

    def search(self, chance, turns, depth, more):
        return None


@pytest.mark.parametrize("best", range(4))
def test_the_best_option_is_found(best):
    worths = [0, 40, 80, 120]
    worths[best] = 200
    options = Options(worths, noise=1000)
    assert Search(1, Think(10_000)).best(options, 0) == best


def test_options_that_may_be_the_best_are_tried_as_often():
    options = Options([0, 0, 0], noise=500)
    Search(1, Think(300)).best(options, 0)
    assert sum(options.tried) == 300
    assert max(options.tried) - min(options.tried) < 100


def test_what_is_surely_worse_is_given_up():
    options = Options([-400, 20, 0, -400], noise=500)
    Search(1, Think(2000)).best(options, 0)
    assert max(options.tried[0], options.tried[3]) < 100 < min(options.tried[1:3])


def test_it_stops_when_one_is_left():
    options = Options([0, 900], noise=100)
    assert Search(1, Think(10_000)).best(options, 0) == 1
    assert sum(options.tried) <= 64


def test_what_leads_nowhere_is_not_taken_and_not_tried_again():
    options = Options([None, 5, 3], noise=100)
    assert Search(1, Think(1000)).best(options, 0) != 0
    assert options.tried[0] == 1


@pytest.mark.parametrize("think", [Think(5000), Think(milliseconds=60_000)])
def test_a_choice_within_a_turn_is_tried_out_often_enough_and_no_more(think):
    options = Options([0, 0, 0], noise=500)
    options.kind = "offer"
    Search(1, think).best(options, 0)
    assert options.trials == 1000


def test_time_ends_a_choice():
    options = Options([0, 0, 0], noise=500)
    Search(1, Think(milliseconds=1)).best(options, 0)
    assert 64 <= options.trials < 100_000  # some there are however late it is
