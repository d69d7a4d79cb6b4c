"""Races with powers: of every world and board as many as there is time for."""

import random

import pairs
import pytest
from lengths import part, some

SAMPLE = part(10)
"""So many pairs of each world on each of its boards; `python tests/rules/packs/pairs.py` plays all of them."""

SIZES = {
    ("smallworld",): (14, 20),
    ("underground",): (15, 21),
    ("warcraft",): (16, 20),
    pairs.MIXED: (29, 41),
    pairs.ALL: (45, 61),
    pairs.SKY: (24, 30),
}
BOARDS = [(packs, board) for packs, boards in pairs.WORLDS.items() for board in boards]


@pytest.mark.parametrize("packs", SIZES)
def test_there_are_as_many_pairs_as_in_the_boxes(packs):
    races, powers = ({pair[side] for pair in pairs.pairs(packs)} for side in (0, 1))
    assert (len(races), len(powers)) == SIZES[packs]


@pytest.mark.parametrize("race", sorted({race for race, _ in pairs.pairs(("smallworld",))}))
def test_a_race_with_powers(race):
    powers = [power for other, power in pairs.pairs(("smallworld",)) if other == race]
    for power in some(powers, 10):
        noted(("smallworld",), "small_world_2p", race, power)


@pytest.mark.parametrize(
    ("packs", "board"), BOARDS, ids=lambda part: " ".join(part) if isinstance(part, tuple) else part
)
def test_some_pairs_of_every_world(packs, board):
    for race, power in random.Random(board).sample(pairs.pairs(packs), SAMPLE):
        noted(packs, board, race, power)


PART = 960
"""Of all pairs of all boxes, one in so many; `make soak` plays the others."""
SLICES = 12


@pytest.mark.parametrize("part", range(SLICES))
def test_a_part_of_all_pairs_of_all_boxes(part):
    games = pairs.games_of_boxes()
    for game in random.Random(0).sample(games, len(games) // PART)[part::SLICES]:
        noted(*game)


def noted(packs, board, race, power):
    try:
        pairs.play(packs, board, race, power)
    except Exception as problem:
        problem.add_note(f"{power} {race} on {board}")
        raise
