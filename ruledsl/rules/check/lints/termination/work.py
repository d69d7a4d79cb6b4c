"""Loops that would take unreasonably long, and memories that are too large to send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.language.vocabulary.types import GAME
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.sizes import Sizes
from ruledsl.rules.check.graph import constant, effects_in

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import MemoryDef


MOST_TIMES = 10_000


def loops_are_short(program: Program, diagnostics: Diagnostics) -> None:
    """Nested `repeat` with literal numbers stays below a bound. Numbers that depend on the game are bounded at runtime."""
    rules: list[Any] = [*program.events, *program.triggers, *program.actions]
    for rule in rules:
        _look(rule.body, 1, diagnostics)


def _look(body: t.TBlock, times: int, diagnostics: Diagnostics) -> None:
    for effect in body:
        inner = times
        if isinstance(effect, t.TRepeat):
            inner *= max(constant(effect.times) or 1, 1)
            if inner > MOST_TIMES:
                message = f"This would be repeated {inner} times."
                diagnostics.error(
                    "R042", message, effect.span, expected=f"at most {MOST_TIMES}, loops around it included"
                )
                continue
        _look(effects_in(effect), inner, diagnostics)


MUCH = 50_000
"""The most words and numbers remembered at once; the official packs together need less than a third of it."""
TOO_MUCH = 10
"""The factor at which a warning becomes an error."""


def tables_can_be_told(program: Program, diagnostics: Diagnostics) -> None:
    """All memories of all nouns, with each member of a set counted, are small enough to be sent with every view of the table."""
    sizes = Sizes(program)

    def told(memory: MemoryDef) -> int:
        rows = 1 if memory.on == GAME else sizes.all_of(memory.on)
        return rows * (1 + sizes.all_of(memory.type) if memory.type.is_set else 1)

    whole = sum(map(told, program.memories))
    if whole <= MUCH:
        return
    heaviest = max(program.memories, key=told)
    message = (
        f"All that is remembered may come to {whole:,} words and numbers, {told(heaviest):,} of them in `{heaviest.name}`: "
        "every view of the table and every saved game has all of it."
    )
    help_ = "Remember less for each, on fewer, or use a map with fewer regions. Pieces that lie in regions cost nothing."
    say = diagnostics.error if whole > TOO_MUCH * MUCH else diagnostics.warning
    say("R043", message, heaviest.origin.span, expected=f"at most {MUCH:,}", help=help_)
