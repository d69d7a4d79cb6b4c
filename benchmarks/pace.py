"""`python -m benchmarks.pace`: how fast one core plays, as a ratio of the yardstick, in every way in which games can be played.

Everything is processor time of this process. What is measured takes turns with the yardstick and with what it is compared with: so what else the
machine does meanwhile falls out of the figures.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from benchmarks.generated import write_boards
from benchmarks.measures import BASE_BOARD
from benchmarks.yardstick import units_per_second
from ruledsl import Game, Rules, load
from ruledsl.lab.bulk.playing import Plan
from ruledsl.lab.bulk.workers import lines_of

__all__: list[str] = []

BY_HAND = 0.0165
"""Games per unit of the yardstick that an engine plays which was written by hand in Python for the base game alone."""
ALL_WORLDS = ("crossover", "warcraft", "sky_islands", "leaders", "tales")
PLAYERS = 4
SEATS = (1, 2, 3, 4)
SIDE_BY_SIDE = 256
YARDSTICK = 0.1


class Inside:
    """Whole games of bots that take anything; `choices` counts theirs."""

    def __init__(self, packs: tuple[str, ...], board: str, players: int = PLAYERS) -> None:
        rules = load(*packs)
        self.board = rules.board(rules.map_dealt(players, 1, board).id)
        self.games, self.seats, self.seed = rules.backend.games(self.board), SEATS[:players], 0
        self.choices = 0

    def play(self) -> int:
        """One game."""
        self.seed += 1
        self.games.begin(self.board, self.seed, self.seats)
        self.games.finish()
        made: int = self.games.machine.scalar("made")
        self.choices += made
        return made


def driven(rules: Rules, look: Callable[[Game], object]) -> Iterator[int]:
    """Games that are driven choice by choice; after each of them, how many choices it had. `look` is called before each choice."""
    seed = 0
    while True:
        seed += 1
        game = rules.new_game(PLAYERS, seed, BASE_BOARD)
        chance = random.Random(seed).random
        while not game.over:
            look(game)
            game.choose(int(chance() * len(game.decision.options)))
        yield len(game.choices)


def _ids(game: Game) -> object:
    return [option.id for option in game.decision.options]


def _ids_and_view(game: Game) -> object:
    return _ids(game), game.view(game.decision.player)


def _rate(work: Callable[[], object], seconds: float) -> float:
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not done:
        work()
        done += 1
    return done / spent


def _by_yardstick(work: Callable[[], object], rounds: int, seconds: float) -> list[float]:
    """Times a unit of the yardstick, round by round."""
    work()
    found, after = [], units_per_second(1, YARDSTICK)
    for _ in range(rounds):
        before, rate = after, _rate(work, seconds)
        after = units_per_second(1, YARDSTICK)
        found.append(2 * rate / (before + after))
    return found


def _in_turn(one: Callable[[], float], other: Callable[[], float], rounds: int) -> list[float]:
    """The seconds of one thing by those of another."""
    one()  # what is done first fills caches
    other()
    found = []
    for _ in range(rounds):
        before, this = other(), one()
        found.append(2 * this / (before + other()))
    return found


def _seconds_a_choice(inside: Inside, seconds: float) -> float:
    before, start = inside.choices, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        inside.play()
    return spent / (inside.choices - before)


def _batch(inside: Inside, rounds: int, seconds: float) -> list[float]:
    batch = load("smallworld").batch(SIDE_BY_SIDE, PLAYERS, 1, BASE_BOARD)
    chance = random.Random(1).random

    def stepped() -> float:
        spent, steps = 0.0, 0
        while spent < seconds:
            choices = memoryview(bytearray(4 * SIDE_BY_SIDE)).cast("i")
            for game, count in enumerate(batch.counts):
                choices[game] = int(chance() * count)
            start = time.process_time()
            batch.step(choices)
            spent += time.process_time() - start
            steps += 1
        return spent / (steps * SIDE_BY_SIDE)

    for _ in range(3):
        stepped()
    return _in_turn(stepped, partial(_seconds_a_choice, inside, seconds), rounds)


def _choices(one: Inside, other: Inside, rounds: int, seconds: float) -> list[float]:
    return _in_turn(
        partial(_seconds_a_choice, one, seconds), partial(_seconds_a_choice, other, seconds), rounds
    )


def _games(one: Inside, other: Inside, rounds: int, seconds: float) -> list[float]:
    """Seconds a game, by those of another kind."""
    first, second = (lambda: 1 / _rate(one.play, seconds)), (lambda: 1 / _rate(other.play, seconds))
    return _in_turn(first, second, rounds)


def _copies(packs: tuple[str, ...], board: str, rounds: int) -> list[float]:
    """Microseconds."""
    batch = load(*packs).batch(2, PLAYERS, 1, board)
    for _ in range(100):
        batch.step([count // 2 for count in batch.counts])
    return [1e6 / _rate(lambda: [batch.copy(0, 1) for _ in range(500)], 0.05) / 500 for _ in range(rounds)]


def _simulated(rules: Rules) -> Callable[[], object]:
    """One game of a series a call, as `simulate` plays them with one worker."""
    plan = Plan(("smallworld",), (), ("random",) * PLAYERS, 1, BASE_BOARD)
    return partial(next, lines_of(rules, plan, range(1 << 40), 1))


def rows(rounds: int, seconds: float) -> Iterator[tuple[str, str, list[float]]]:
    """What is measured, its unit, and the figures of all rounds. Games are per unit of the yardstick."""
    base = Inside(("smallworld",), BASE_BOARD)
    yield "whole games inside", "games/u", _by_yardstick(base.play, rounds, seconds)
    yield "simulate, one worker", "games/u", _by_yardstick(_simulated(load("smallworld")), rounds, seconds)
    for name, look in (("len(options)", bool), ("ids", _ids), ("ids and view", _ids_and_view)):
        games = driven(load("smallworld"), look)
        yield f"driven, {name}", "games/u", _by_yardstick(partial(next, games), rounds, seconds)
    yield f"batch of {SIDE_BY_SIDE}, a choice / inside", "×", _batch(base, rounds, seconds / 4)
    yield "copy of a game", "µs", _copies(("smallworld",), BASE_BOARD, rounds)
    yield "copy of a game, all worlds", "µs", _copies(ALL_WORLDS, "islands_4p", rounds)
    with tempfile.TemporaryDirectory() as folder:
        pack = write_boards(Path(folder), (48, 63, 64, 500), PLAYERS)
        small, word, words, large = (Inside((pack,), f"board_{size}") for size in (48, 63, 64, 500))
        yield "a choice, 64 / 63 regions", "×", _choices(words, word, rounds, seconds)
        yield "a choice, 500 / 48 regions", "×", _choices(large, small, rounds, seconds)
    islands = Inside(ALL_WORLDS, "islands_4p")
    yield "islands / base, inside", "×", [1 / one for one in _games(islands, base, rounds, seconds)]
    os.environ["RULEDSL_BACKEND"] = "python"
    yield (
        "printed as Python, whole games",
        "games/u",
        _by_yardstick(Inside(("smallworld",), BASE_BOARD).play, rounds, seconds),
    )


@click.command()
@click.option("--rounds", default=5, show_default=True)
@click.option("--seconds", default=0.5, show_default=True, help="Of each round.")
@click.option("--only", default="", help="Nothing but rows with this in their names.")
def main(rounds: int, seconds: float, only: str) -> None:
    """Measure all of it."""
    for name, unit, figures in rows(rounds, seconds):
        if only in name:
            spread = f"{statistics.median(figures):.4g} ({min(figures):.4g} to {max(figures):.4g})"
            hand = f"{statistics.median(figures) / BY_HAND:.2f} × by hand" if unit == "games/u" else ""
            print(f"{name:36} {spread:32} {unit:8} {hand}", flush=True)


if __name__ == "__main__":
    main()
