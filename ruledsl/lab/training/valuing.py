"""A value learned by self-play: what a position is worth to a seat at the end, in leads over the average of all.

Everybody samples a policy. At the first choice of each turn the numbers of every seat are noted (`engine/cells/trials/valuing.py`), and at the end of
the game its leads. A least-squares fit with a ridge gives a weight for each number by turns left, and for each tile in play.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.base.dataclass import replace
from ruledsl.engine.compile.wasm.memory import DECISION
from ruledsl.engine.machines.games import TILE_VALUES
from ruledsl.engine.small.columns import LEFTS, MOST_VALUED, MOST_WORTHS, VALUED, VALUED_POWER, VALUED_RACE
from ruledsl.lab.training.practice import Practice
from ruledsl.play.bots.simple import DECIDES, judging

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ruledsl.play.bots.policy import Policy
    from ruledsl.play.game import Rules

if TYPE_CHECKING:
    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

WIDTH = 1 + MOST_WORTHS + len(VALUED)
RIDGE = 200.0
"""The weight of a prior that says: nothing but the deciding value counts."""


class Positions(NamedTuple):
    """Positions of finished games: a row of numbers for each seat of each, the lead of each seat at the end, and the numbers of the games."""

    seats: Whole
    leads: Floats
    games: Whole


def gathered(rules: Rules, policy: Policy, players: int, games: int, seed: int) -> Positions:
    """Positions of so many games of these players, who sample a policy."""
    practice = Practice(rules, seed, [players])
    practice.begin_with(policy)
    batch = practice.watched.batch
    place = batch.machine.end
    batch.machine.grow(place + 8 * batch.size * players * WIDTH)
    noted: list[list[Whole]] = [[] for _ in range(batch.size)]
    turns = np.full((batch.size, 2), -1)
    seats, leads, numbers = [], [], []
    done = 0
    while done < games:
        seen = practice.watched.look()
        now = np.stack([seen.left, seen.movers], axis=1)
        rows = _appraised(practice, place)
        for game in np.flatnonzero((now != turns).any(axis=1)):
            noted[game].append(rows[game])
        turns = now
        _, chosen = practice.choose(seen)
        first = np.cumsum(seen.options) - seen.options
        batch.step((chosen - first).astype(np.int32).data)
        scores = np.asarray(batch.scores).reshape(-1, players)
        for game in np.flatnonzero(np.array(batch.done)):
            lead = scores[game] - scores[game].mean()
            seats += noted[game]
            leads += [lead] * len(noted[game])
            numbers += [done] * len(noted[game])
            noted[game], turns[game] = [], -1
            done += 1
    return Positions(np.array(seats), np.array(leads), np.array(numbers))


def _appraised(practice: Practice, place: int) -> Whole:
    watched = practice.watched
    machine, size = watched.batch.machine, watched.batch.size
    machine.cells["D"][DECISION["worths"]] = len(watched.worths)
    machine.call("appraise", watched.batch.blocks, size, place)
    words = (ctypes.c_int64 * (size * watched.players * WIDTH)).from_address(machine.host.base + place)
    return np.ctypeslib.as_array(words).reshape(size, watched.players, WIDTH).copy()


def fitted(positions: Positions, columns: Sequence[str | None], tiles: Sequence[str]) -> dict[str, int]:
    """The value that explains these leads best, by name, in parts of what decides the game (`DECIDES`).

    `columns` name the numbers of a seat, the deciding one first; None for a number that is always 0.
    """
    seats = range(positions.seats.shape[1])
    rows = [_inputs(positions.seats[:, seat], len(tiles)) for seat in seats]
    mean = np.mean(rows, axis=0)
    now = positions.seats[:, :, 1]
    later = positions.leads - (now - now.mean(axis=1, keepdims=True))
    square, against = np.zeros((mean.shape[1],) * 2), np.zeros(mean.shape[1])
    for seat in seats:
        off = rows[seat] - mean
        square += off.T @ off
        against += off.T @ later[:, seat]
    square[np.diag_indices_from(square)] += RIDGE
    weights = np.rint(DECIDES * np.linalg.solve(square, against)).astype(int).tolist()
    values = {}
    for place, weight in enumerate(weights[: LEFTS * MOST_VALUED]):
        left, column = divmod(place, MOST_VALUED)
        name, worth = columns[column], weight + (DECIDES if column == 0 else 0)
        if name is not None and worth:
            values[f"{name} left {left}"] = worth
    of_tiles = iter(weights[LEFTS * MOST_VALUED :])
    for tile in tiles:
        for part in TILE_VALUES:
            weight = next(of_tiles)
            if weight:
                values[part.format(tile)] = weight
    return values


def _inputs(seat: Whole, tiles: int) -> Floats:
    """A row for each position: the numbers of a seat in the columns of its turns left, then for each tile whether it has it, and for how long."""
    every = np.arange(len(seat))
    left = np.minimum(seat[:, 0], LEFTS - 1)
    inputs = np.zeros((len(seat), LEFTS * MOST_VALUED + 2 * tiles))
    for column in range(MOST_VALUED):
        inputs[every, left * MOST_VALUED + column] = seat[:, 1 + column]
    for column in (1 + VALUED_RACE, 1 + VALUED_POWER):
        there = np.flatnonzero(seat[:, column] >= 0)
        place = LEFTS * MOST_VALUED + 2 * seat[there, column]
        np.add.at(inputs, (there, place), 1)
        np.add.at(inputs, (there, place + 1), seat[there, 0])
    return inputs


def with_values(rules: Rules, policy: Policy, players: int, games: int, seed: int) -> Policy:
    """The policy with a value learned from so many games of these players, who sample it. A fifth of a minute on one core for a thousand games."""
    names = [value.name for value in rules.backend.code.program.values]
    worths = [names[worth[0]] for worth in judging(rules).worths]
    columns = [*worths, *[None] * (MOST_WORTHS - len(worths)), *VALUED[: MOST_VALUED - MOST_WORTHS]]
    positions = gathered(rules, policy, players, games, seed)
    return replace(policy, values=fitted(positions, columns, rules.program.tiles))
