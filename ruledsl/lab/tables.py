"""A table for many games: the rules, the seats, the map."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ruledsl.base.arguments import NUMBER, TEXT, expect, or_none
from ruledsl.base.errors import GameError
from ruledsl.lab.bulk import Plan
from ruledsl.play.bots import HUMAN, is_ours, seat_names
from ruledsl.play.game import Rules
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

USUAL = 3


def rules_of(
    packs: Sequence[str | PathLike[str] | Rules],
    variants: Mapping[str, str] | None,
    texts: Mapping[str, str] | None,
) -> Rules:
    """The rules of packs, or the given rules."""
    if len(packs) == 1 and isinstance(packs[0], Rules):
        if variants is not None or texts is not None:
            raise TypeError("Rules are given alone: variants and texts are for `ruledsl.load`.")
        return packs[0]
    for pack in packs:
        if isinstance(pack, Rules):
            raise TypeError("Rules are given alone, without packs beside them.")
    return load(*(p for p in packs if not isinstance(p, Rules)), variants=variants, texts=texts)


def set_up(
    rules: Rules, players: int | None, seats: str | Sequence[str], seed: int, map_id: str | None
) -> Plan:
    """A plan of games by these rules. Raises `TypeError`, and `GameError` for an unknown bot or map, or an impossible number of players."""
    expect(or_none(NUMBER), "players", players)
    expect(NUMBER, "seed", seed)
    expect(or_none(TEXT), "map", map_id)
    names = (
        [name.strip() for name in seats.split(",") if name.strip()] if isinstance(seats, str) else list(seats)
    )
    for name in names:
        expect(TEXT, "A seat", name)
        if name == HUMAN or not (is_ours(name) or name in seat_names()):
            raise GameError(
                "G050", f"There is no bot `{name}`: {', '.join(n for n in seat_names() if n != HUMAN)}."
            )
    count = players if players is not None else len(names) or USUAL
    if len(names) > count:
        raise GameError("G050", f"There are {len(names)} seats named for {count} players.")
    rules.map_dealt(count, seed, map_id)
    chosen = tuple(rules.composition.chosen.items())
    return Plan(rules.asked_for, chosen, (*names, *["random"] * (count - len(names))), seed, map_id)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
