"""What a learned policy makes of tiles that it has not learned: it weighs them like those whose rules do the same.

Their weights are averages of those of learned tiles of the same kind, by inverse distance (Shepard, "A two-dimensional interpolation function for
irregularly-spaced data", 1968). The distance is that of what rules change and react to (`check/knowledge/doing.py`). A tile whose rules have
changed since then is such a tile, too: what it was before is one of those that it may be like.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ruledsl.base.store.remembering import remembered
from ruledsl.engine.compile.wasm.features import Features
from ruledsl.play.bots.policy import Learned, Policy, learned_tiles, policy_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.engine.state.code import Code
    from ruledsl.rules.check.program import Program

MOST_OFF, POWER = 8, 4
"""The most that two tiles can differ in one feature, and how fast the influence of other tiles falls with their distance.

For official tiles, each left out in turn, so their weights came out best (benchmarks/strength.md).
"""
NEAR = 1_000_000
"""The influence of a tile with the same rules."""


def policy_of(code: Code) -> Policy:
    """The policy for the games of these rules. `GameError` G051 if a file of the user cannot be read.

    The same rules and file give the same object: machines compare objects only.
    """
    learned = policy_for(pack.id for pack in code.program.composition.packs)
    return remembered(code, Policy, lambda: completed(learned, code), learned)


def unlearned(policy: Policy, program: Program) -> dict[str, Learned]:
    """The tiles that a policy was not learned with, or not with their current rules, as they are now."""
    there = learned_tiles(program)
    return {
        tile: now
        for tile, now in there.items()
        if tile not in policy.tiles or policy.tiles[tile].rules != now.rules
    }


def completed(learned: Policy, code: Code) -> Policy:
    """The policy with weights for tiles that it has not learned with their current rules."""
    program = code.program
    kinds = {tile: program.composition.tiles[tile].kind for tile in program.tiles}
    alike = {tile: _alike(kinds[tile], now, learned) for tile, now in unlearned(learned, program).items()}
    weights = dict(learned.weights)
    for name, others in _places(code, alike):
        total = sum(others.values())
        weight = sum(near * learned.weights.get(other, 0) for other, near in others.items())
        if total:
            weights[name] = weight // total
    return Policy(learned.packs, learned.choices, weights, learned.tiles)


def _alike(kind: str, now: Learned, learned: Policy) -> dict[str, int]:
    """The learned tiles of this kind, with how much they count."""
    found = {}
    for other, before in learned.tiles.items():
        if f"kind {kind}" in before.does:
            one, two = now.does, before.does
            off = sum(min(abs(one.get(name, 0) - two.get(name, 0)), MOST_OFF) for name in {*one, *two})
            found[other] = NEAR // (1 + off) ** POWER
    return found


def _places(code: Code, alike: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, dict[str, int]]]:
    """The names of features about these tiles; for each of them the same feature about the tiles alike."""
    tiles = list(code.program.tiles)
    for section, parts in Features(code).sections.items():
        where = next((place for place, part in enumerate(parts) if list(part) == tiles), None)
        if where is None:
            continue
        for tile, others in alike.items():
            for told in product(*(part if place != where else [tile] for place, part in enumerate(parts))):
                yield (
                    _name(section, told),
                    {
                        _name(section, (*told[:where], other, *told[where + 1 :])): near
                        for other, near in others.items()
                    },
                )


def _name(section: str, told: tuple[str, ...]) -> str:
    return " ".join((section.lower(), *told))
