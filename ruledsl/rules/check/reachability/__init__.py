"""Which tiles make sense on a map: those without rules, and those with at least one rule that can ever do something there.

Nothing is played. Every rule is run as if everything unknown could be anything, starting from an empty table, until nothing new can come about
(the least fixed point): `table.py` holds what can come about, `answers.py` the possible values of an expression, `effects.py` the possible
effects. A rule without any effect even then is dead. The others may or may not be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.store.remembering import remembered
from ruledsl.rules.check.reachability.answers import EMPTY, Answers, Patience, Seen, Table
from ruledsl.rules.check.reachability.effects import Bringing, Effects
from ruledsl.rules.check.typed.declarations import ActionDef, ForbidDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ruledsl.rules.check.program import Program

    Rule = ModifierDef | TriggerDef | ForbidDef | PermitDef | ActionDef

__all__ = ["Patience", "Table", "find_pointless", "pointless_on"]


def find_pointless(
    program: Program,
    words: frozenset[int],
    printed: frozenset[int],
    among: frozenset[int] | None = None,
    patience: Patience | None = None,
) -> frozenset[int]:
    """The indices of all tiles whose rules are all dead, where regions count as `words` and these terrains are `printed`.

    Judges only the tiles in `among`, if given. When `patience` runs out, everything unknown can be anything.
    """
    table = Table(program, words, printed, patience or Patience())
    doubtful: dict[str, frozenset[int]] = {}
    for rule in _rules(program):
        key = rule.origin.owner.tile
        asked = table.copies(key) if among is None else table.copies(key) & among
        if asked:
            doubtful[key] = asked
    bringing = remembered(program, Bringing, lambda: Bringing(program))  # many maps come one after another
    living: set[int] = set()
    size = -1
    while size < table.size and doubtful:
        size = table.size
        living |= _Pass(table, living, doubtful, bringing).run()
        for rule in _rules(program):
            if id(rule) in living:
                doubtful.pop(rule.origin.owner.tile, None)
    return frozenset().union(*doubtful.values())


def pointless_on(program: Program, words: frozenset[int], printed: frozenset[int]) -> frozenset[int]:
    """The indices of all tiles whose rules are all dead, where regions count as `words` and these terrains are `printed`; memoised."""
    return remembered(
        program, pointless_on, lambda: find_pointless(program, words, printed), (words, printed)
    )


def _rules(program: Program) -> Iterator[Rule]:
    yield from program.modifiers
    yield from program.forbids
    yield from program.permits
    yield from program.triggers
    yield from program.actions


class _Pass:
    """One pass over everything; `living` are the rules (by `id`) that are known to have an effect.

    Of rules that bring about nothing new, only those of the `doubtful` tiles are tested.
    """

    def __init__(self, table: Table, living: set[int], doubtful: Container[str], bringing: Bringing) -> None:
        self.table = table
        self.living = living
        self.doubtful = doubtful
        self.bringing = bringing
        self.blameless: set[str] = set()
        self.answers = Answers(table)
        self.effects = Effects(table, self.answers)

    def run(self) -> set[int]:
        program = self.table.program
        start = program.event(program.composition.roles.get("start", ""))
        for event in program.events if start is None else [start]:
            self.effects.happen(event)
        for event in program.events:
            if event.index in self.table.raised and not self.bringing.is_done(event, self.table):
                self.effects.block(event.body, Seen(-1))
        rules: set[int] = set()
        for rule in _rules(program):
            if not self._is_done(rule) and self._lives(rule):
                rules.add(id(rule))
                self.blameless.add(rule.origin.owner.tile)
        return rules

    def _is_done(self, rule: Rule) -> bool:
        """Does it bring about nothing new, and is it known to live, or not asked for? Since the table only grows, it will not die."""
        tile = rule.origin.owner.tile
        if id(rule) not in self.living and tile in self.doubtful and tile not in self.blameless:
            return False
        return not isinstance(rule, TriggerDef | ActionDef) or self.bringing.is_done(rule, self.table)

    def _lives(self, rule: Rule) -> bool:
        owner = rule.origin.owner
        if not self.table.in_play(owner):
            return False
        seen = Seen(self.table.tiles.get(owner.tile, -1))
        if isinstance(rule, ActionDef):
            return self._can_be_taken(rule, seen)
        if not self.answers.can_hold(rule.condition, seen):
            return False
        match rule:
            case ModifierDef():
                return self.answers.changes(rule, seen)
            case TriggerDef():
                return rule.event.index in self.table.raised and self._happens(rule, seen)
            case PermitDef():
                return any(self._lives(f) for f in rule.permission.forbids if f.falls_under(rule.reason))
        return True

    def _happens(self, rule: TriggerDef, seen: Seen) -> bool:
        """Does it do something, or prevent something?"""
        does = self.effects.block(rule.body, seen)
        return does or (rule.moment == "instead" and self.effects.block(rule.event.body, Seen(-1)))

    def _can_be_taken(self, action: ActionDef, seen: Seen) -> bool:
        if action.phase.index not in self.table.raised:
            return False
        if action.target is not None and action.options is not None:
            options = self.answers(action.options, seen)
            if options == EMPTY:
                return False
            seen = seen.also(action.target, options)
        return self.answers.can_hold(action.condition, seen) and self.effects.block(action.body, seen)
