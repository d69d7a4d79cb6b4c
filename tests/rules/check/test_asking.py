"""Answers that are taken over are those that somebody finds who has kept nothing, also where questions go round in a circle."""

import random

import pytest

from ruledsl.rules.check.incremental.asking import Asking, KeptAnswers


class Thing:
    """Something that has a number, and asks others."""

    def __init__(self, number, to):
        self.number, self.to = number, to


def answers(things, kept, order, found):
    asking = Asking(kept, "these")

    def add_up(name):
        found.append(name)
        return min(9, things[name].number + sum(asking("sum", other) for other in things[name].to))

    asking.about("sum", add_up, lambda name: [things[name]], 1)
    return {name: asking("sum", name) for name in order}


def thing(chance):
    return Thing(chance.randrange(4), chance.sample(range(12), chance.randrange(4)))


@pytest.mark.parametrize("seed", range(40))
def test_answers_are_those_that_are_found_anew(seed):
    chance, kept = random.Random(seed), KeptAnswers()
    things = {name: thing(chance) for name in range(12)}
    for _ in range(30):
        things[chance.randrange(12)] = thing(chance)
        order = chance.sample(range(12), chance.randrange(1, 13))
        assert answers(things, kept, order, []) == answers(things, KeptAnswers(), order, [])


def test_only_what_leans_on_a_change_is_found_again():
    kept, order = KeptAnswers(), range(5)
    things = {0: Thing(1, [1]), 1: Thing(20, [2]), 2: Thing(1, []), 3: Thing(1, [2]), 4: Thing(1, [])}
    first, found = answers(things, kept, order, []), []
    assert answers(things, kept, order, found) == first
    assert found == []
    things[2] = Thing(2, [])
    answers(things, kept, order, found)
    assert found == [2, 1, 3]  # what asks 1 is told the same as before


def test_under_other_circumstances_everything_is_found_again():
    kept, things, found = KeptAnswers(), {0: Thing(1, [])}, []
    answers(things, kept, [0], found)
    kept.circumstances = "others"
    answers(things, kept, [0], found)
    assert found == [0, 0]
