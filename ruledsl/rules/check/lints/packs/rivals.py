"""Rules that replace the same thing at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check.graph import same
from ruledsl.rules.check.typed.declarations import ModifierDef, TriggerDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import Origin

MOST_COMPARED = 60
"""The most replacements of one thing that are compared with each other."""
MOST_NAMED = 8
"""The most rivals that are named."""

Replacement = ModifierDef | TriggerDef


def replacements_agree(program: Program, diagnostics: Diagnostics) -> None:
    """No two `becomes` of a value, and no two `instead of` of an event, hold at once without a condition.

    One of a tile takes precedence over one of the game; those of one level must say the same, or when they hold.
    """
    for value in program.values:
        _compare([m for m in value.modifiers if m.op == "becomes"], value.name, program, diagnostics)
    for event in program.events:
        _compare([x for x in event.triggers if x.moment == "instead"], event.name, program, diagnostics)


def _compare(
    rules: list[ModifierDef] | list[TriggerDef], name: str, program: Program, diagnostics: Diagnostics
) -> None:
    plain: list[Replacement] = [rule for rule in rules if rule.condition is None][:MOST_COMPARED]
    for number, last in enumerate(plain):
        rivals = [
            other
            for other in plain[:number]
            if _together(other, last, program) and not same(_outcome(other), _outcome(last))
        ]
        if not rivals:
            continue
        code, word = ("R019", "becomes") if isinstance(last, ModifierDef) else ("R021", "instead of")
        many = "Two" if len(rivals) == 1 else str(len(rivals) + 1)
        message = f"{many} rules say what takes the place of `{name}`, and nothing says which one applies."
        which = "the other" if len(rivals) == 1 else "another"
        labels = [(other.origin.span, f"{which} `{word}`, of {other.origin.owner}") for other in rivals]
        report = diagnostics.warning if last.origin.owner.tile else diagnostics.error
        report(
            code,
            message,
            last.origin.span,
            labels=labels[:MOST_NAMED],
            expected=f"a condition (`if …`) in {'one' if len(rivals) == 1 else 'all but one'} of them",
        )


def _outcome(rule: Replacement) -> object:
    return rule.change if isinstance(rule, ModifierDef) else rule.body


def _together(first: Replacement, second: Replacement, program: Program) -> bool:
    """Can both hold for one subject at the same time?"""
    one, other = first.origin, second.origin
    if bool(one.owner.tile) != bool(other.owner.tile) or first.scope != second.scope:
        return False
    if one.stages is not None and other.stages is not None and not one.stages & other.stages:
        return False
    return first.scope != "my" or _borne_together(one, other, program)


def _borne_together(one: Origin, other: Origin, program: Program) -> bool:
    """A people has one race and one power; it may have any tiles that lie in regions."""
    tiles = program.composition.tiles
    kinds = program.composition.kinds
    if one.owner.tile == other.owner.tile:
        return True
    first, second = tiles[one.owner.tile].kind, tiles[other.owner.tile].kind
    return first != second or kinds[first].borne_by != "people"
