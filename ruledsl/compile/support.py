"""Names that compiled code may use, beside the questions and mutations of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.compile.strata import PIECES, STRATA
from ruledsl.engine import layout as at
from ruledsl.engine import limits, lists, mutations, queries, run, tokens
from ruledsl.engine.board import bits
from ruledsl.engine.hidden import in_tile_order, told
from ruledsl.engine.immunity import shielded
from ruledsl.engine.inplay import refresh
from ruledsl.vocabulary.limits import saturated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType

    from ruledsl.engine.state import State

__all__ = ["RULES", "executed"]

RULES = "<rules>"
"""What compiled rules call their file."""


def divide(left: int, right: int) -> int:
    """Rounded down; by 0 it is 0."""
    return left // right if right else 0


def one_bit(index: int) -> int:
    """The bit set with one member; empty for nobody."""
    return 1 << index if index >= 0 else 0


def union(sets: Iterable[int]) -> int:
    """All members of all sets."""
    found = 0
    for mask in sets:
        found |= mask
    return found


def reached(start: int, step: Callable[[int], int]) -> int:
    """A set, and what each of its members leads to, until nothing is new."""
    found = waiting = start
    while waiting:
        waiting = union(step(member) for member in bits(waiting)) & ~found
        found |= waiting
    return found


def everyone(g: State) -> int:
    """Every people in the game (for permissions about peoples)."""
    return g.G[at.LIVE]


def held_by(g: State, people: int) -> int:
    """The regions whose holder is this people (-1: that nobody holds)."""
    width = g.code.people_width
    if people >= 0 and not g.extra:
        return g.P[people * width + at.LAND]
    region_width = g.code.region_width
    return sum([1 << r for r in range(g.board.size) if g.R[r * region_width] == people])


def owned_by(g: State, player: int) -> int:
    """The peoples of a player."""
    return g.Y[player * g.code.player_width + at.OWN] if player >= 0 else 0


def tile_purse(tile: int) -> int:
    """A tile as a holder of coins."""
    return -2 - tile if tile >= 0 else -1


def collect(g: State, value: int, args: tuple[Any, ...], payer: int) -> None:
    """Every tile's part of a value is paid by `payer` to the player who owns its rule."""
    table = (g.play or refresh(g)).values[value]
    if not table:
        return
    subject = g.code.value_subjects[value]
    strata = table[args[subject] if subject >= 0 else -1]
    for fn, me, here, this in (*strata[STRATA["+"]], *strata[STRATA["+"] + PIECES]):
        part = fn(g, me, here, this, *args)
        if part:
            mutations.move_coins(g, payer, queries.owner(g, me) if me >= 0 else None, part)


def awake(g: State) -> bool:
    """Can somebody be untouchable, as things stand?"""
    return not g.code.immunity_sleeps or bool((g.play or refresh(g)).values[g.code.immunity])


def only_sums(g: State, value: int, subject: int) -> tuple[Any, ...] | None:
    """The twins of all modifiers of a value, if they only add to it."""
    table = (g.play or refresh(g)).values[value]
    return table[subject][-1] if table else ()


def board_answers(g: State, value: int) -> list[int]:
    """A value of regions that hangs on the board alone, for all of them, and for none at the end."""
    ask = g.code.values[value]
    found = g.board.known[value] = [ask(g, region) for region in (*range(g.board.size), -1)]
    return found


def failing(g: State, ask: Callable[..., int], among: int, *args: int) -> int:
    """Those for which a flag does not hold."""
    return among & ~ask(g, among, *args) if among else 0


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


def executed(module: CodeType) -> dict[str, Any]:
    """The functions of a compiled module, by name, with everything they may use."""
    found = _namespace()
    exec(module, found)  # noqa: S102 - compiled from a tree that this package built from a checked program
    return found


def _namespace() -> dict[str, Any]:
    """A fresh namespace for compiled code: nothing of Python's own but a handful of pure functions."""
    found: dict[str, Any] = {
        "__builtins__": {
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
    }
    for module in (queries, mutations, tokens):
        found.update(
            (key, item) for key, item in vars(module).items() if callable(item) and not key.startswith("_")
        )
    found.update((key, getattr(lists, key)) for key in lists.__all__)
    own = (
        shielded,
        board_answers,
        divide,
        one_bit,
        union,
        reached,
        everyone,
        held_by,
        owned_by,
        tile_purse,
        collect,
        bits,
        awake,
        in_tile_order,
        told,
        only_sums,
        failing,
        lands_of,
        saturated,
    )
    found.update((item.__name__, item) for item in own)
    found.update(
        after_event=run.after_event,
        refresh=refresh,
        push=run.push,
        forget=run.forget,
        join=run.join,
        ask=run.ask,
        offer=run.offer,
        stop_phase=run.stop_phase,
    )
    found.update(spend=limits.spend, spending=limits.spending)
    return found
