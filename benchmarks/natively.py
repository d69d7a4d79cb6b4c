"""How fast games go natively: whole games inside, many side by side, and what a first use costs."""

from __future__ import annotations

import array
import random
import tempfile
import time
import timeit
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from benchmarks.generated import write_boards
from benchmarks.measures import BASE_BOARD, UNDERGROUND, Measure, Way, played
from benchmarks.yardstick import units_per_second
from ruledsl import load

ALL_WORLDS = ("crossover", "warcraft", "sky_islands", "leaders", "tales")
LARGE = 500
TABLES = [
    (("smallworld",), BASE_BOARD, 4),
    (UNDERGROUND, "underground_4p", 4),
    (("warcraft",), "warcraft_test", 4),
    (ALL_WORLDS, "islands_4p", 4),
]
SIDE_BY_SIDE = 256
YARDSTICK = 0.15
SEATS = (1, 2, 3, 4)


def natively(rounds: int, seconds: float) -> Iterator[Measure]:
    """All of it."""
    for packs, board, players in TABLES:
        rules = load(*packs)
        rules.backend.program()
        yield _inside(packs, board, players, rounds, seconds)
    with tempfile.TemporaryDirectory() as folder:
        boards = write_boards(Path(folder), (LARGE,), 4)
        yield _inside(("smallworld", boards), f"board_{LARGE}", 4, rounds, seconds)
    yield _batch(rounds, seconds)
    yield _copies(rounds)
    rules = load("smallworld")
    ways: dict[str, Way] = {"driven": "place", "driven by options": "option", "driven by ids": "id"}
    for name, way in ways.items():
        name_ = f"{name}, smallworld natively, 4 players"
        yield from played(name_, rules, BASE_BOARD, 4, rounds, seconds, way=way)


def _inside(packs: tuple[str, ...], board_id: str, players: int, rounds: int, seconds: float) -> Measure:
    """Whole games of bots that take anything, one after the other, on one core."""
    rules = load(*packs)
    board = rules.board(rules.map_dealt(players, 1, board_id).id)
    games = rules.backend.games(board)
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
    name = board_id if packs[0] != packs[-1] else packs[-1]
    return Measure(f"native games inside: {name}, {players} players", "games/s", figures, per_unit)


def _copies(rounds: int) -> Measure:
    """One game of a batch stands where another one stands."""
    batch = load("smallworld").batch(2, 4, 1, BASE_BOARD)
    for _ in range(100):
        batch.step([count // 2 for count in batch.counts])
    figures = []
    for _ in range(rounds):
        best = min(timeit.repeat(lambda: batch.copy(0, 1), number=200, repeat=20))
        figures.append(best / 200 * 1e6)
    return Measure("copy of a state in a batch", "µs", figures)


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


if __name__ == "__main__":
    from benchmarks.__main__ import table_of

    yardstick_now = units_per_second()
    Console(width=110).print(table_of([*natively(rounds=3, seconds=0.6)], yardstick_now))
