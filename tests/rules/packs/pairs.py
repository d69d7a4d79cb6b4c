"""Every race with every power, on the boards of every world: taken, expanded, sent into decline and followed by another, at random.

`python tests/rules/packs/pairs.py` plays all pairs of all worlds on all cores (a few minutes); the tests play a part of them.
"""

from __future__ import annotations

import random
import sys
import zlib
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path

from ruledsl import load

sys.path.insert(0, str(Path(__file__).parents[2]))
import invariants

MIXED = ("smallworld", "underground", "crossover")
ALL = ("smallworld", "underground", "warcraft", "crossover")
SKY = ("spiders_web", "sky_islands", "leaders", "tales")
WORLDS = {
    ("smallworld",): ("small_world_2p",),
    ("underground",): ("underground_2p",),
    ("warcraft",): ("islands_2p",),
    MIXED: ("small_world_2p", "underground_2p"),
    ALL: ("small_world_2p", "underground_2p", "islands_2p"),
    SKY: ("small_world_2p", "sky_3p"),
}
"""Packs that are played together, and on which boards."""

BOXES = (
    *ALL,
    "blank-tiles",
    "cursed",
    "grand_dames",
    "be_not_afraid",
    "royal_bonus",
    "spiders_web",
    "sky_islands",
)
"""Everything that brings races or powers which are dealt; played once each, on a board where the race is at home."""
HOMES = {"underground": "underground_2p", "warcraft": "islands_2p"}


PLAN = ("take", "expand", "decline", "take")
"""What the first player does at the beginning of each of four turns; all else is chance."""


@cache
def rules(packs):
    return load(*packs)


@cache
def pairs(packs):
    """Races and powers by the keys under which positions know them."""
    tiles = rules(packs).composition.tiles.items()
    races, powers = (sorted(key for key, tile in tiles if tile.kind == kind) for kind in ("race", "power"))
    return list(product(races, powers))


def games():
    """All (packs, board, race, power)."""
    return [(packs, board, *pair) for packs in WORLDS for board in WORLDS[packs] for pair in pairs(packs)]


def games_of_boxes():
    """Every pair of all boxes, once."""
    tiles = rules(BOXES).composition.tiles
    return [
        (BOXES, HOMES.get(tiles[race].pack, "small_world_2p"), race, power) for race, power in pairs(BOXES)
    ]


def play(packs, board, race, power, attempt=0):
    """Four turns of each player: the first takes this pair and follows the plan, the second does anything."""
    seed = zlib.crc32(f"{board} {power} {race} {attempt}".encode())
    chance = random.Random(seed)
    game = rules(packs).position(
        {
            "players": 2,
            "map": board,
            "seed": seed,
            "coins": [5, 5],
            "setting_out": True,
            "market": [{"race": race, "power": power}],
        }
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
            chosen = f"take:{race}" if not done else chance.choice(planned or options)
            done.append(chosen.split(":")[0])
        game.choose(chosen)
        invariants.check(game)
        if game.round == 1 and chosen == f"take:{race}":
            taken = next(people for people in game.view(0)["peoples"] if people["race"] == race)
            assert (taken["player"], taken["stage"]) == (0, "active")
    assert done[0] == "take"
    assert len(done) == len(PLAN)


def tried(one):
    """Nothing, or what went wrong with one pair."""
    packs, board, race, power = one
    try:
        play(packs, board, race, power)
    except Exception as problem:  # noqa: BLE001 - all of them are reported together
        return f"{' '.join(packs)} on {board}: {power} {race}: {type(problem).__name__}: {problem}"
    return None


def main():
    todo = [*games(), *games_of_boxes()]
    with ProcessPoolExecutor() as pool:
        wrong = [found for found in pool.map(tried, todo, chunksize=20) if found]
    sys.stdout.write("\n".join([*wrong, f"{len(todo)} pairs played, {len(wrong)} went wrong"]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
