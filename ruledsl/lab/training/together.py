"""Learning on several cores: each process plays and learns by itself for a while, then all continue from their average.

That is local stochastic gradient ascent with averaging (Stich, "Local SGD converges fast and communicates little", 2019).
"""

from __future__ import annotations

import os
import time
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.lab.bulk.crew import Crew
from ruledsl.lab.bulk.plan import Plan
from ruledsl.lab.bulk.workers import rules_of
from ruledsl.lab.training.practice import Knowledge, Practice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.lab.bulk.workers import Identity

ROUND = 2.0
"""Seconds of processor time between two averages."""
SITTING = 40
"""Learning steps before new games, with another number of players."""


class Lesson(NamedTuple):
    """A lesson for a process: the packs, and the current knowledge."""

    plan: Plan
    identity: Identity
    known: Knowledge


def taught(practice: Practice, workers: int) -> Iterator[float]:
    """Learn on several cores, without end; yields the seconds of processor time that each round took on each of them.

    Raises `Died` if a process ends, or the packs change.
    """
    if workers == 1:
        yield from _steps(practice)
    rules = practice.rules
    plan = Plan(rules.asked_for, tuple(rules.composition.chosen.items()), (), practice.seed)
    identity = tuple(rules.composition.identity)
    with Crew(workers) as crew:
        while True:
            before = practice.knowledge
            found = list(crew.results(lesson, [Lesson(plan, identity, before)] * workers))
            practice.take(_together(before, found))
            yield ROUND


def _steps(practice: Practice) -> Iterator[float]:
    """Step by step."""
    steps = 0
    while True:
        began = time.process_time()
        steps += 1
        if steps % SITTING == 0:
            practice.sit_down()
        practice.go_on()
        yield time.process_time() - began


def _together(before: Knowledge, found: list[Knowledge]) -> Knowledge:
    """The average of the knowledge; choices and games are summed."""
    arrays = tuple(np.mean(parts, axis=0) for parts in zip(*(one.arrays for one in found), strict=True))
    made = before.made + sum(one.made - before.made for one in found)
    games = before.games + sum(one.games - before.games for one in found)
    return Knowledge(arrays, max(one.steps for one in found), made, games, before.pace)


# ── inside a process ──


def lesson(given: Lesson) -> Knowledge:
    """Learn for a round from the given knowledge."""
    practice = _practice(given.plan, given.identity)
    practice.take(given.known)
    spent = 0.0
    for step in _steps(practice):
        spent += step
        if spent >= ROUND:
            break
    return practice.knowledge


@lru_cache(1)
def _practice(plan: Plan, identity: Identity) -> Practice:
    """The practice of this process, created once; its games are its own."""
    return Practice(rules_of(plan, identity), plan.seed + os.getpid())
