"""A policy for games of some packs: a weight for each possible feature of options, by name.

Features are named after the contents of packs (`engine/compile/wasm/memory.py`), so that a policy also applies to games with other packs: features
that it has not learned weigh nothing. A policy also says of each tile by which rules it was learned: texts and names for people may change,
but weights of a tile with other rules are not its own (`unlearned`).
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import plain
from ruledsl.base.store.remembering import remembered
from ruledsl.base.system import user_data
from ruledsl.engine.compile.wasm.memory import Features
from ruledsl.engine.machines.games import TILE_VALUES
from ruledsl.play.bots.simple import Chance, Greedy, rollouts_of
from ruledsl.rules.check.knowledge import LARGEST as MOST_DONE
from ruledsl.rules.check.knowledge import digests_of, doing_of
from ruledsl.rules.packs.folders.files import NoFile, read_at_most
from ruledsl.rules.packs.folders.find import official_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from ruledsl.engine.machines.games import Rollouts
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.code import Code
    from ruledsl.play.views import SeatView
    from ruledsl.rules.check.program import Program

SCALE = 100
"""Weights are whole hundredths, so that a choice is the same on every machine."""
FILE = "policy.json"
"""The name of the file in a pack's folder."""
MOST_TILES = 2_000
"""The most tiles that a policy describes, as many as packs may have: each of a game is compared with all of them."""
MOST_BYTES = 16_000_000
"""The most bytes of such a file."""
LARGEST = 1 << 20
"""The largest weight."""


class LearnedTile(NamedTuple):
    """A tile as it was learned: the digest of its rules, and what they change and react to (`rules/check/knowledge.py`)."""

    rules: str
    does: Mapping[str, int]


def learned_tiles(program: Program) -> dict[str, LearnedTile]:
    """The tiles of a program as a policy that is learned with them keeps them."""
    does = doing_of(program).tiles
    return {tile: LearnedTile(digest, does[tile]) for tile, digest in digests_of(program).items()}


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """`packs` are those with which it was learned, in `choices` choices; `weights` are hundredths, by feature, 0 by default; `tiles` as they were.

    `values` say what a position is worth to a seat, in parts of what decides the game (`engine/cells/trials/valuing.py`); policies of earlier
    versions have none.
    """

    packs: tuple[str, ...]
    choices: int
    weights: Mapping[str, int]
    tiles: Mapping[str, LearnedTile] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)

    def text(self) -> str:
        """The text of its file."""
        data = {
            "packs": list(self.packs),
            "choices": self.choices,
            "tiles": {tile: one._asdict() for tile, one in sorted(self.tiles.items())},
            "weights": dict(sorted(self.weights.items())),
            "values": dict(sorted(self.values.items())),
        }
        return json.dumps(data, indent=0, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, text: str, name: str) -> Policy:
        """Read a policy from a file of that name. Raises `GameError` G051 if it is not a policy."""
        try:
            data = json.loads(plain(text))
            packs, choices, weights, tiles = (data[key] for key in ("packs", "choices", "weights", "tiles"))
            values = data.get("values", {})
            named = isinstance(packs, list) and all(isinstance(pack, str) for pack in packs)
            numbers = _is_numbers(weights, LARGEST) and _is_numbers(values, LARGEST)
            if named and type(choices) is int and numbers and len(tiles) <= MOST_TILES:
                learned = {tile: _learned(one) for tile, one in tiles.items()}
                return cls(tuple(packs), choices, weights, learned, values)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        raise GameError("G051", f"`{name}` is no policy as `ruledsl train` writes it.")


def _learned(data: dict[str, Any]) -> LearnedTile:
    rules, does = data["rules"], data["does"]
    if isinstance(rules, str) and _is_numbers(does, MOST_DONE):
        return LearnedTile(rules, does)
    raise ValueError


def _is_numbers(data: object, most: int) -> bool:
    """Is this a table of whole numbers up to this far from 0?"""
    return isinstance(data, dict) and all(type(one) is int and abs(one) <= most for one in data.values())


def file_of(packs: Iterable[str]) -> Path | None:
    """The user's file for a policy learned with these packs; None where there is no user folder."""
    folder = user_data()
    return None if folder is None else folder / "policies" / f"{'+'.join(packs)}.json"


@cache
def _shipped() -> tuple[Policy, ...]:
    """The policies in the official packs, those of the fewest packs first."""
    policies = map(_read, official_folder().glob(f"*/{FILE}"))
    return tuple(sorted(policies, key=lambda policy: (len(policy.packs), policy.packs)))


def _read(entry: Path) -> Policy:
    try:
        data = read_at_most(entry, MOST_BYTES)
        text = None if data is None else data.decode()
    except (OSError, NoFile, UnicodeDecodeError):
        text = None
    if text is None:
        raise GameError("G051", f"`{entry.name}` is no policy as `ruledsl train` writes it.")
    return Policy.read(text, entry.name)


def policy_for(packs: Iterable[str]) -> Policy:
    """The weights for games with these packs, in the order of loading.

    They come from ruledsl's policies for any of the packs, and from the one learned with exactly these.
    Raises `GameError` G051 if a file of the user cannot be read. The same packs and file give the same object: machines compare objects only.
    """
    there = tuple(packs)
    own = file_of(there)
    written = own is not None and own.is_file()
    return _known(
        there, own if written else None, own.stat().st_mtime_ns if own is not None and written else 0
    )


@lru_cache(16)
def _known(there: tuple[str, ...], own: Path | None, _written: int) -> Policy:
    policies = [policy for policy in _shipped() if set(policy.packs) <= set(there)]
    if own is not None:
        policies.append(_read(own))
    weights: dict[str, int] = {}
    tiles: dict[str, LearnedTile] = {}
    values: dict[str, int] = {}
    for policy in policies:
        weights.update(policy.weights)
        values.update(policy.values)
        tiles.update(policy.tiles)
    packs = dict.fromkeys(pack for policy in policies for pack in policy.packs)
    return Policy(tuple(packs), sum(policy.choices for policy in policies), weights, tiles, values)


# ── unlearned ───────────────────────────────────────────────────────────────────
# What a learned policy makes of tiles that it has not learned: it weighs them like those whose rules do the same.
#
# Their weights are averages of those of learned tiles of the same kind, by inverse distance (Shepard, "A two-dimensional interpolation function for
# irregularly-spaced data", 1968). The distance is that of what rules change and react to (`rules/check/knowledge.py`). A tile whose rules have
# changed since then is such a tile, too: what it was before is one of those that it may be like.


MOST_OFF, POWER = 8, 4
"""The most that two tiles can differ in one feature, and how fast the influence of other tiles falls with their distance.

For official tiles, each left out in turn, so their weights came out best (benchmarks/strength.md).
"""
NOISE = 350
"""The percentage of a softmax's noise in the choices of `Easy`."""
NEAR = 1_000_000
"""The influence of a tile with the same rules."""


def policy_of(code: Code) -> Policy:
    """The policy for the games of these rules. `GameError` G051 if a file of the user cannot be read.

    The same rules and file give the same object: machines compare objects only.
    """
    learned = policy_for(pack.id for pack in code.program.composition.packs)
    return remembered(code, Policy, lambda: completed(learned, code), learned)


def unlearned(policy: Policy, program: Program) -> dict[str, LearnedTile]:
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
    weights = _averaged(learned.weights, _places(code, alike))
    values = _averaged(learned.values, _valued(alike))
    return Policy(learned.packs, learned.choices, weights, learned.tiles, values)


def _averaged(weights: Mapping[str, int], places: Iterable[tuple[str, Mapping[str, int]]]) -> dict[str, int]:
    """The weights, with those of these names as averages of others, which count so much."""
    averaged = dict(weights)
    for name, others in places:
        total = sum(others.values())
        if total:
            averaged[name] = sum(near * weights.get(other, 0) for other, near in others.items()) // total
    return averaged


def _valued(alike: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, dict[str, int]]]:
    """The names of these tiles' parts of a value, each with those of the tiles alike."""
    for tile, others in alike.items():
        for part in TILE_VALUES:
            yield part.format(tile), {part.format(other): near for other, near in others.items()}


def _alike(kind: str, now: LearnedTile, learned: Policy) -> dict[str, int]:
    """The learned tiles of this kind, with how much they count."""
    weights = {}
    for other, before in learned.tiles.items():
        if f"kind {kind}" in before.does:
            one, two = now.does, before.does
            off = sum(min(abs(one.get(name, 0) - two.get(name, 0)), MOST_OFF) for name in {*one, *two})
            weights[other] = NEAR // (1 + off) ** POWER
    return weights


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


# ── learned ─────────────────────────────────────────────────────────────────────
# Follows a learned policy (`ruledsl train`), without rollouts and without looking ahead.


class Learned:
    """Chooses the option with the greatest feature weight. Without a `policy`, it uses the one for the packs of the game.

    Where nothing was learned for these, it chooses as `Greedy` does; a policy that it is given it follows, even one without weights.
    """

    def __init__(self, seed: int = 0, policy: Policy | None = None) -> None:
        self.seed = seed
        self.policy = policy

    def choose(self, view: SeatView) -> int:
        """The option with the greatest weight; among equals the first one."""
        return 0 if view.count == 1 else self.best(rollouts_of(view), view.made)

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The option with the greatest weight for the player who is asked in these rollouts, after `made` choices; among equals the first one."""
        weights = self.weights_for(rollouts.machine)
        if not weights and self.policy is None:
            return Greedy(self.seed).best(rollouts, made)
        rollouts.go_by(weights)
        return rollouts.weighed(Chance(self.seed, rollouts.player, made).state)

    def weights_for(self, machine: Machine) -> Mapping[str, int]:
        """The weights of features in the games of a machine; none where nothing was learned."""
        policy = policy_of(machine.code) if self.policy is None else self.policy
        return policy.weights


class Easy:
    """Samples the learned policy for the packs of the game by its softmax, without looking ahead: it mostly sees what is good, and does not insist.

    Without a policy for these packs, it chooses as `Greedy` does in one choice of two, and at random in the others.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: SeatView) -> int:
        """An option that is likely by the policy."""
        return 0 if view.count == 1 else self.best(rollouts_of(view), view.made)

    def best(self, rollouts: Rollouts, made: int) -> int:
        """An option for the player who is asked in these rollouts, after `made` choices."""
        chance = Chance(self.seed, rollouts.player, made)
        weights = policy_of(rollouts.machine.code).weights
        if weights:
            rollouts.go_by(weights)
            return rollouts.sampled(chance.state, NOISE)
        return chance.below(rollouts.count) if chance.below(2) else Greedy(self.seed).best(rollouts, made)
