"""How fast games go natively: whole games inside, many side by side, and what a first use costs."""

from __future__ import annotations

import array
import random
import time
from collections.abc import Iterator

from benchmarks.measures import BASE_BOARD, UNDERGROUND, Measure, played
from benchmarks.yardstick import units_per_second
from ruledsl import load
from ruledsl.native.backend import WORTH_IT

__all__ = ["natively"]

TABLES = [
    (("smallworld",), BASE_BOARD, 4),
    (UNDERGROUND, "underground_4p", 4),
    (("warcraft",), "warcraft_test", 4),
]
SIDE_BY_SIDE = 256
YARDSTICK = 0.15
SEATS = (1, 2, 3, 4)


def natively(rounds: int, seconds: float) -> Iterator[Measure]:
    """Nothing where there is no compiler."""
    for packs, board, players in TABLES:
        rules = load(*packs)
        if rules.backend.wait() is None:
            return
        yield _inside(packs, board, players, rounds, seconds)
    yield _batch(rounds, seconds)
    rules = load("smallworld")
    rules.backend.wait()
    rules.backend.chosen = WORTH_IT
    yield from played("driven, smallworld natively, 4 players", rules, BASE_BOARD, 4, rounds, seconds)


def _inside(packs: tuple[str, ...], board_id: str, players: int, rounds: int, seconds: float) -> Measure:
    """Whole games of bots that take anything, one after the other, on one core."""
    rules = load(*packs)
    board = rules.board(board_id)
    rules.backend.wait(board)
    games = rules.backend.games(board)
    if games is None:
        raise SystemExit("there is no native backend")
    figures, units, seed = [], [], 0
    for _ in range(rounds):
        before, done, start = units_per_second(1, YARDSTICK), 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            for _ in range(20):
                games.begin(board, seed, SEATS[:players])
                games.finish()
                seed += 1
            done += 20
        units.append((before + units_per_second(1, YARDSTICK)) / 2)
        figures.append(done / spent)
    per_unit = tuple(figure / unit for figure, unit in zip(figures, units, strict=True))
    return Measure(f"native games inside: {packs[-1]}, {players} players", "games/s", figures, per_unit)


def _batch(rounds: int, seconds: float) -> Measure:
    """Many games side by side, one choice in each at a time."""
    batch = load("smallworld").batch(SIDE_BY_SIDE, 4, 1, BASE_BOARD)
    chance = random.Random(1).random
    for _ in range(400):
        batch.step([int(chance() * count) for count in batch.counts])
    figures, units = [], []
    for _ in range(rounds):
        before, done, spent, start = units_per_second(1, YARDSTICK), 0, 0.0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            choices = array.array("i", [int(chance() * count) for count in batch.counts])
            begun = time.perf_counter()
            batch.step(choices)
            spent += time.perf_counter() - begun
            done += sum(batch.done)
        units.append((before + units_per_second(1, YARDSTICK)) / 2)
        figures.append(done / spent)
    per_unit = tuple(figure / unit for figure, unit in zip(figures, units, strict=True))
    return Measure(f"batch of {SIDE_BY_SIDE} games, 4 players", "games/s", figures, per_unit)
