"""The games of a series as lines, played on any number of cores, in the order of the games."""

from __future__ import annotations

import json
from collections.abc import Generator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.errors import PackError
from ruledsl.lab.bulk.changed import changed
from ruledsl.lab.bulk.crew import Crew, Died
from ruledsl.lab.bulk.outcome import outcome
from ruledsl.lab.bulk.playing import why_slow
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.lab.bulk.plan import Plan
    from ruledsl.play.game import Rules

CHUNK = 4
"""Games in one task: few, so that slow games delay nothing, but not one, since each task has a cost."""
KEPT = 24
"""The most plans whose rules stay loaded."""

Identity = tuple[tuple[str, str, str], ...]


class Line(NamedTuple):
    """The outcome of a game as a line of JSON, with its end; `failed` if the game could not be played.

    `python` says why such games run in Python; it is empty if they run inside a native program.
    """

    text: str
    failed: bool
    python: str = ""


Lines = Generator[Line, None, None]
Piece = tuple["Plan", Identity, "Sequence[int]"]
"""Games to play: the plan, the identity of its packs, the numbers of the games."""


def lines_of(rules: Rules, plan: Plan, games: Sequence[int], workers: int) -> Lines:
    """The lines of these games, in order, the same for any number of processes; with one, this process plays."""
    return _alone(rules, plan, games) if workers == 1 else _shared_out(rules, plan, games, workers)


def _alone(rules: Rules, plan: Plan, games: Sequence[int]) -> Lines:
    for number in games:
        yield _line(rules, plan, number)


def _line(rules: Rules, plan: Plan, number: int) -> Line:
    found = outcome(rules, plan, number)
    return Line(text_of(found), "error" in found, why_slow(rules, plan))


def text_of(found: dict[str, Any]) -> str:
    """A line of JSON, with its end."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n"


def _shared_out(rules: Rules, plan: Plan, games: Sequence[int], workers: int) -> Lines:
    identity = tuple(rules.composition.identity)
    pieces = ((plan, identity, games[start : start + CHUNK]) for start in range(0, len(games), CHUNK))
    with Crew(workers) as crew:
        for lines in crew.results(chunk_of, pieces):
            yield from lines


# ── inside a process ──


def chunk_of(piece: Piece) -> list[Line]:
    """The lines of some games. `Died` if the packs are not those of the plan."""
    plan, identity, games = piece
    rules = rules_of(plan, identity)
    return [_line(rules, plan, number) for number in games]


@lru_cache(KEPT)
def rules_of(plan: Plan, identity: Identity) -> Rules:
    """The rules of a plan, loaded once in each process. `Died` if the packs do not have this identity."""
    try:
        rules = load(*plan.packs, variants=dict(plan.variants))
    except PackError:
        rules = None
    if rules is None or tuple(rules.composition.identity) != identity:
        raise Died("The packs were changed while they were being played.")
    return changed(rules, plan.changes)
