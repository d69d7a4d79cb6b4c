"""A policy for games of some packs: a weight for each possible feature of options, by name.

Features are named after the contents of packs (`compile/native/features.py`), so that a policy also applies to games with other packs: features
that it has not learned weigh nothing. A policy also says of each tile by which rules it was learned: texts and names for people may change,
but weights of a tile with other rules are not its own (`unlearned`).
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import plain
from ruledsl.base.system import user_data
from ruledsl.rules.check.knowledge.digests import digests_of
from ruledsl.rules.check.knowledge.doing import LARGEST as MOST_DONE
from ruledsl.rules.check.knowledge.doing import doing_of
from ruledsl.rules.packs.folders.files import NoFile, read_at_most
from ruledsl.rules.packs.folders.find import official_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ruledsl.rules.check.program import Program

SCALE = 100
"""Weights are whole hundredths, so that a choice is the same on every machine."""
FILE = "policy.json"
"""The name of the file in a pack's folder."""
MOST_BYTES = 16_000_000
"""The most bytes of such a file."""
LARGEST = 1 << 20
"""The largest weight."""


class Learned(NamedTuple):
    """A tile as it was learned: the digest of its rules, and what they change and react to (`check/knowledge/doing.py`)."""

    rules: str
    does: Mapping[str, int]


def learned_tiles(program: Program) -> dict[str, Learned]:
    """The tiles of a program as a policy that is learned with them keeps them."""
    does = doing_of(program).tiles
    return {tile: Learned(digest, does[tile]) for tile, digest in digests_of(program).items()}


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """`packs` are those with which it was learned, in `choices` choices; `weights` are hundredths, by feature, 0 by default; `tiles` as they were."""

    packs: tuple[str, ...]
    choices: int
    weights: Mapping[str, int]
    tiles: Mapping[str, Learned] = field(default_factory=dict)

    def text(self) -> str:
        """The text of its file."""
        data = {
            "packs": list(self.packs),
            "choices": self.choices,
            "tiles": {tile: one._asdict() for tile, one in sorted(self.tiles.items())},
            "weights": dict(sorted(self.weights.items())),
        }
        return json.dumps(data, indent=0, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, text: str, name: str) -> Policy:
        """Read a policy from a file of that name. Raises `GameError` G051 if it is not a policy."""
        try:
            data = json.loads(plain(text))
            packs, choices, weights, tiles = (data[key] for key in ("packs", "choices", "weights", "tiles"))
            named = isinstance(packs, list) and all(isinstance(pack, str) for pack in packs)
            if named and type(choices) is int and _is_numbers(weights, LARGEST):
                return cls(
                    tuple(packs), choices, weights, {tile: _learned(one) for tile, one in tiles.items()}
                )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        raise GameError("G051", f"`{name}` is no policy as `ruledsl train` writes it.")


def _learned(data: dict[str, Any]) -> Learned:
    rules, does = data["rules"], data["does"]
    if isinstance(rules, str) and _is_numbers(does, MOST_DONE):
        return Learned(rules, does)
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
    found = map(_read, official_folder().glob(f"*/{FILE}"))
    return tuple(sorted(found, key=lambda policy: (len(policy.packs), policy.packs)))


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
    known = [policy for policy in _shipped() if set(policy.packs) <= set(there)]
    if own is not None:
        known.append(_read(own))
    weights: dict[str, int] = {}
    tiles: dict[str, Learned] = {}
    for policy in known:
        weights.update(policy.weights)
        tiles.update(policy.tiles)
    packs = dict.fromkeys(pack for policy in known for pack in policy.packs)
    return Policy(tuple(packs), sum(policy.choices for policy in known), weights, tiles)
