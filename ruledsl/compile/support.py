"""Names that compiled code may use, beside the questions and mutations of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.primitives import mutations, queries, stand_ins, tokens
from ruledsl.engine.primitives.hidden import in_tile_order, told
from ruledsl.engine.primitives.immunity import shielded
from ruledsl.engine.rules.inplay import refresh
from ruledsl.engine.running import choices, events, frames
from ruledsl.engine.state import fuel, lists
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import REGION_BITS
from ruledsl.vocabulary.limits import saturated
from ruledsl.vocabulary.strata import SUMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType

    from ruledsl.engine.state.state import State

__all__ = ["RULES", "executed"]

RULES = "<rules>"
"""What compiled rules call their file."""


BIT = [*(1 << index for index in range(1 << REGION_BITS)), 0]
"""The bit set with one member, by that; the last one, that of nobody, is empty."""


def divide(left: int, right: int) -> int:
    """Rounded down; by 0 it is 0."""
    return left // right if right else 0


def union(sets: Iterable[int]) -> int:
    """All members of all sets."""
    found = 0
    for mask in sets:
        found |= mask
    return found


def reached(g: State, start: int, step: Callable[[int], int], weight: int) -> int:
    """A set, and what each of its members leads to, until nothing is new. A member counts for so many rounds."""
    found = waiting = start
    while waiting:
        fuel.spend(g, weight * waiting.bit_count())
        waiting = union(step(member) for member in bits(waiting)) & ~found
        found |= waiting
    return found


def held_by(g: State, people: int) -> int:
    """The regions whose holder is this people (-1: that nobody holds)."""
    width = g.code.people_width
    if people >= 0 and not g.extra:
        return g.P[people * width + at.LAND]
    region_width = g.code.region_width
    return sum([1 << r for r in range(g.board.size) if g.R[r * region_width] == people])


def tile_purse(tile: int) -> int:
    """A tile as a holder of coins."""
    return -2 - tile if tile >= 0 else -1


def failing(g: State, ask: Callable[..., int], among: int, *args: int) -> int:
    """Those for which a flag does not hold."""
    return among & ~ask(g, among, *args) if among else 0


def forget_until(g: State, event: int) -> None:
    """What lasts until an event begins is forgotten."""
    events.forget(g, g.code.events[event])


def log(g: State, event: int, *args: int) -> None:
    """An event leaves a line in the log."""
    if g.journal is not None:
        ways = g.code.events[event].ways
        g.journal.append((3, event, *(told(g, args, ways) if ways else args)))


def lying(g: State, kind: int, region: int) -> int:
    """How many pieces of a kind lie in a region."""
    return g.on.get(kind << REGION_BITS | region, 0)


def used(g: State, action: int, tile: int, each: int) -> int:
    """How often a tile (-1: a pack) has offered an action that was taken, for what is counted apart."""
    return g.used.get((action, tile, each), 0)


def unlifted(g: State, permission: int, reason: int, bad: int, *args: Any) -> int:
    """Of what a prohibition stands against, what no permit of a tile lifts."""
    if bad:
        for fn, me, here, this in (g.play or refresh(g)).permits[permission].get(g.code.reasons[reason], ()):
            bad &= ~fn(g, me, here, this, bad, *args)
    return bad


def unforbidden(g: State, permission: int, despite: tuple[int, ...], allowed: int, *args: Any) -> int:
    """Of what is allowed otherwise, what no tile forbids for reasons that count."""
    reasons = g.code.reasons
    left_out = [reasons[reason] for reason in despite]
    for (fn, me, here, this), reason in (g.play or refresh(g)).forbids[permission]:
        if reason in left_out:
            continue
        bad = fn(g, me, here, this, allowed, *args)
        for lift in g.code.static_permits.get((permission, reason), ()):
            bad &= ~lift(g, -1, -1, -1, bad, *args)
        allowed &= ~unlifted(g, permission, reasons.index(reason), bad, *args)
    return allowed


def collect(g: State, value: int, payer: int, *args: Any) -> None:
    """Every tile's part of a value is paid by `payer` to the player who owns its rule."""
    table = (g.play or refresh(g)).values[value]
    if not table:
        return
    subject = g.code.value_subjects[value]
    strata = table[args[subject] if subject >= 0 else -1]
    nobody = (-1,) * g.code.guarded[value]
    for fn, me, here, this in (rule for stratum in SUMS for rule in strata[stratum]):
        part = fn(g, me, here, this, 0, *args, *nobody)
        if part:
            mutations.move_coins(g, payer, queries.owner(g, me) if me >= 0 else None, part)


def lands_of(g: State, player: int) -> int:
    """The regions whose holder is a people of this player (-1: that nobody holds)."""
    if player < 0:
        return held_by(g, -1)
    own = bits(g.Y[player * g.code.player_width + at.OWN])
    if g.extra:
        return union([held_by(g, people) for people in own])
    width, found = g.code.people_width, 0
    for people in own:
        found |= g.P[people * width + at.LAND]
    return found


def executed(module: CodeType, note: Callable[[int], None] | None = None) -> dict[str, Any]:
    """The functions of a compiled module, by name, with everything they may use; `note` is told which rules are used."""
    found = _namespace()
    found["note"] = note
    exec(module, found)  # noqa: S102 - compiled from a tree that this package built from a checked program
    return found


_OF_PYTHON = {
    "sum": sum,
    "max": max,
    "min": min,
    "len": len,
    "tuple": tuple,
    "list": list,
    "range": range,
    "enumerate": enumerate,
    "fromkeys": dict.fromkeys,
}
"""What compiled code may use of Python's own: a handful of pure functions."""

_OWN: tuple[Callable[..., Any], ...] = (
    shielded,
    divide,
    union,
    reached,
    held_by,
    tile_purse,
    collect,
    bits,
    in_tile_order,
    lands_of,
    failing,
    forget_until,
    log,
    lying,
    used,
    unlifted,
    unforbidden,
    saturated,
)
"""The functions of this module, and some of the engine's, that compiled code calls."""


def _namespace() -> dict[str, Any]:
    """A fresh namespace for compiled code."""
    found: dict[str, Any] = {"__builtins__": dict(_OF_PYTHON)}
    for module in (queries, mutations, tokens, stand_ins):
        found.update(
            (key, item) for key, item in vars(module).items() if callable(item) and not key.startswith("_")
        )
    found.update((key, getattr(lists, key)) for key in lists.__all__)
    found.update((item.__name__, item) for item in _OWN)
    found.update(
        after_event=events.after_event,
        replace=events.replace,
        replaced=events.replaced,
        proceed=events.proceed,
        refresh=refresh,
        push=events.push,
        run_direct=events.run_direct,
        ask=choices.ask,
        offer=choices.offer,
        stop_phase=frames.stop_phase,
    )
    found.update(BIT=BIT, spend=fuel.spend, spending=fuel.spending)
    return found
