"""Every race with every power: taken, expanded, sent into decline and followed by another, at random, and everything holds together."""

import random
import sys
import zlib
from pathlib import Path

import pytest

from ruledsl import load

sys.path.insert(0, str(Path(__file__).parent.parent))
import invariants

RULES = load("smallworld")
TILES = RULES.program.composition.tiles.values()
RACES = sorted(tile.id for tile in TILES if tile.kind == "race")
POWERS = sorted(tile.id for tile in TILES if tile.kind == "power")
PLAN = ("take", "expand", "decline", "take")
"""What the first player does at the beginning of each of four turns; all else is chance."""

ATTEMPTS = 2


def test_there_are_as_many_pairs_as_in_the_box():
    assert (len(RACES), len(POWERS)) == (14, 20)


@pytest.mark.parametrize("race", RACES)
def test_a_race_with_every_power(race):
    for power in POWERS:
        for attempt in range(ATTEMPTS):
            try:
                play(race, power, attempt)
            except Exception as problem:
                problem.add_note(f"{power} {race}, attempt {attempt}")
                raise


def play(race, power, attempt):
    """Four turns of each player: the first takes this pair and follows the plan, the second does anything."""
    seed = zlib.crc32(f"{power} {race} {attempt}".encode())
    chance = random.Random(seed)
    market = [{"race": race, "power": power}]
    game = RULES.position(
        {"players": 2, "seed": seed, "coins": [5, 5], "setting_out": True, "market": market}
    )
    invariants.check(game)
    done = []
    while game.round <= len(PLAN):
        options = [option.id for option in game.decision.options]
        chosen = chance.choice(options)
        begins = game.decision.rule == "core: opening" and game.decision.player == 0
        if begins and len(done) < game.round:
            # A race that was driven away, or declined at the end of its turn, is followed by another at once.
            planned = [option for option in options if option.split(":")[0] == PLAN[game.round - 1]]
            chosen = chance.choice(planned or options)
            done.append(chosen.split(":")[0])
        game.choose(chosen)
        invariants.check(game)
        if game.round == 1 and chosen == f"take:{race}":
            taken = next(people for people in game.view(0)["peoples"] if people["race"] == race)
            assert (taken["player"], taken["power"], taken["stage"]) == (0, power, "active")
    assert done[0] == "take"
    assert "take" in done[1:]
    assert len(done) == len(PLAN)
    assert "decline" in done or power == "stout"
