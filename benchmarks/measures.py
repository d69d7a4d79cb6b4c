"""What is measured. Each measure gives several figures of one kind; the table shows their median and how far apart they are."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from benchmarks.yardstick import units_per_second
from ruledsl import Game, Rules, load, validate
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.engine.compile.build import compile_program
from ruledsl.rules.check.checker import check
from ruledsl.rules.packs import load_packs
from ruledsl.rules.packs.compose import compose

UNDERGROUND = ("smallworld", "underground")
BASE_BOARD = "small_world_4p"
TABLES = [
    *((("smallworld",), f"small_world_{players}p", players) for players in (2, 3, 4, 5)),
    *((UNDERGROUND, f"underground_{players}p", players) for players in (2, 3, 4)),
    *((("warcraft",), "warcraft_test", players) for players in (2, 3, 4)),
]
"""Packs, map and players of the games that are played."""

YARDSTICK = 0.15
"""Seconds for which the yardstick is laid on before and after each round of games."""

Way = Literal["place", "option", "id"]
"""How options are chosen."""
MIDDLE = 120
"""Decisions after which a game is in its middle."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A name, the unit of its figures, the figures of several rounds; `per_unit` the same by the yardstick, if that was measured each time."""

    name: str
    unit: str
    figures: list[float]
    per_unit: tuple[float, ...] = ()

    @property
    def is_rate(self) -> bool:
        """Is more of it better?"""
        return self.unit.endswith("/s")


def all_measures(rounds: int, seconds: float) -> Iterator[Measure]:
    """All of them; each round takes so many seconds, or one go if that takes longer."""
    for packs, board, players in TABLES:
        yield from _games(load(*packs), board, players, rounds, seconds)
    game = _middle(load("smallworld"))
    for name, work in _moments(game).items():
        figures = [_microseconds(work, seconds / 2) for _ in range(rounds)]
        yield Measure(name, "µs", figures)
    for name, work in _loading().items():
        yield Measure(name, "ms", [_milliseconds(work) for _ in range(rounds)])


# ── games ──


def _games(rules: Rules, board: str, players: int, rounds: int, seconds: float) -> Iterator[Measure]:
    """Whole games with uniformly random choices, in Python."""
    rules.backend.problem = "measured without"
    yield from played(f"{rules.asked_for[-1]}, {players} players", rules, board, players, rounds, seconds)


def played(
    name: str,
    rules: Rules,
    board: str,
    players: int,
    rounds: int,
    seconds: float,
    *,
    way: Way = "place",
) -> Iterator[Measure]:
    """Whole games, driven choice by choice."""
    games, decisions, units, seed = [], [], [], 0
    after = units_per_second(1, YARDSTICK)
    for _ in range(rounds):
        before, done, chosen, start = after, 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds or not done:
            chosen += play(rules, board, players, seed, way)
            done, seed = done + 1, seed + 1
        after = units_per_second(1, YARDSTICK)
        games.append(done / spent)
        decisions.append(chosen / spent)
        units.append((before + after) / 2)
    yield Measure(f"random games: {name}", "games/s", games, _by(games, units))
    yield Measure(f"decisions: {name}", "decisions/s", decisions, _by(decisions, units))


def _by(figures: list[float], units: list[float]) -> tuple[float, ...]:
    return tuple(figure / unit for figure, unit in zip(figures, units, strict=True))


def play(rules: Rules, board: str, players: int, seed: int, way: Way = "place") -> int:
    """One game to its end, its options chosen by their places, as what they are, or by id after all ids were read; the number of decisions."""
    game = rules.new_game(players, seed, board)
    chance = random.Random(seed).random
    while not game.over:
        decision = game.decision
        options = decision.ids if way == "id" else decision.options
        place = int(chance() * len(options))
        game.choose(place if way == "place" else options[place])
    return len(game.choices)


def _middle(rules: Rules) -> Game:
    chance = random.Random(1)
    game = rules.new_game(4, 1)
    while len(game.choices) < MIDDLE or game.decision.kind != "offer":
        game.choose(chance.randrange(len(game.decision.options)))
    return game


# ── small things, and loading ──


def _moments(game: Game) -> dict[str, Callable[[], object]]:
    """In the middle of a game of four."""
    rules, text = game.rules, game.to_json()
    people = game.view(0)["peoples"][-1]["race"]
    region = game.state.board.ids[0]

    def why() -> object:
        return game.why("conquest_cost", people=people, region=region)

    return {
        "copy of a state": game.state.copy,
        "copy of a game": game.copy,
        "hash": lambda: game.hash,
        "view of a player": lambda: game.view(0),
        "ids and labels of all options": lambda: list(game.decision.options),
        "why a region costs what it costs": why,
        "save": game.to_json,
        "load a save": lambda: Game.from_json(text, rules),
        "load a save without playing it again": lambda: Game.from_json(text, rules, replay=False),
        "undo": lambda: game.copy().undo(force=True),
    }


def _loading() -> dict[str, Callable[[], object]]:
    found = Diagnostics()
    composition = compose(load_packs(["smallworld"], found), {}, found)
    program = check(composition, found)
    if program is None:
        raise SystemExit("the packs that are measured have errors")
    return {
        "a new process that loads smallworld": lambda: _process('__import__("ruledsl").load("smallworld")'),
        "a new process that only imports": lambda: _process("import ruledsl.play.rules"),
        "load smallworld": lambda: load("smallworld"),
        "load smallworld and underground": lambda: load(*UNDERGROUND),
        "validate smallworld and underground": lambda: validate(*UNDERGROUND),
        "compile smallworld": lambda: compile_program(program),
    }


def _process(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - one of the two lines above


def _microseconds(work: Callable[[], object], seconds: float) -> float:
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(10):
            work()
        done += 10
    return spent / done * 1e6


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3
