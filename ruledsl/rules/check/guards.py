"""Guards: the stages of the bearing people in which rules of a tile are in force, or a condition on the tile, whoever bears it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.types import FLAG, STAGE, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.calls import check_call
from ruledsl.rules.check.scope import Scope
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    ForbidDef,
    ModifierDef,
    Origin,
    PermitDef,
    TriggerDef,
)
from ruledsl.rules.check.typed.meanings import WordOf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.rules.check.expressions import ExpressionChecker
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Owner

Stages = frozenset[int] | None
Conditional = ModifierDef | TriggerDef | ForbidDef | PermitDef | ActionDef


class Guards:
    """Reads guards; an error in one is reported once, however many rules it guards."""

    def __init__(self, checker: ExpressionChecker, program: Program) -> None:
        self.checker = checker
        self.names = checker.names
        self.program = program
        self._stages: dict[int, Stages] = {}
        self._tests: dict[int, list[tuple[str, t.TExpr]]] = {}

    # ── the stages of a people ──

    def stages(self, guard: s.Guard, owner: Owner) -> Stages:
        """The stages in which the rules under a guard are in force (None: all)."""
        if id(guard) not in self._stages:
            self._stages[id(guard)] = self._find_stages(guard.stage, owner)
        return self._stages[id(guard)]

    def _find_stages(self, word: s.Word, owner: Owner) -> Stages:
        if not owner.tile:
            self.names.diagnostics.error(
                "R012", "Stages are those of a tile's people; this rule belongs to no tile.", word.span
            )
        if word.text == "always":
            return None
        index = self.names.word(STAGE, word.text)
        if index is None:
            predicates = [d.name for d in self.program.defines if d.is_predicate and _is_of_tiles(d)]
            known = ["always", *self.program.stages, *predicates]
            self.names.unknown("N009", "stage", word.text, word.span, known)
            return frozenset()
        self.names.means(word.span, WordOf("stage", word.text))
        return frozenset({index})

    # ── conditions on the tile ──

    def is_predicate(self, guard: s.Guard, owner: Owner) -> bool:
        """Does a guard ask something of the tile itself? A stage of that name takes precedence, unless an unrelated pack declares it."""
        word = guard.stage.text
        if not owner.tile or owner.piece or word == "always":
            return False
        if self.names.nearness(STAGE, word, owner.pack) <= self.names.called(word, owner):
            return False
        return any(d.is_predicate and _is_of_tiles(d) for d in self.names.meant(word, owner, DefineDef))

    def tests(self, guard: s.Guard, owner: Owner) -> list[tuple[str, t.TExpr]]:
        """The tile that the rule is printed on and its copies, each with its condition."""
        if id(guard) not in self._tests:
            entries = self.program.composition.tiles
            keys = [key for key, tile in entries.items() if owner.tile in (key, tile.copy_of)]
            found = ((key, self._test(guard.stage, key, owner)) for key in keys)
            self._tests[id(guard)] = [(key, test) for key, test in found if test is not None]
        return self._tests[id(guard)]

    def _test(self, word: s.Word, key: str, owner: Owner) -> t.TExpr | None:
        tile = self.names.noun(TILE, self.program.tiles.index(key), word.span)
        return check_call(self.checker, word, (), Scope(Origin(owner, word.span)), word.span, first=tile)

    @contextmanager
    def standing(self, test: t.TExpr, owner: Owner) -> Iterator[None]:
        """Rules declared meanwhile are in force while the condition holds, as rules of this owner."""
        program = self.program
        tables: tuple[Sequence[Conditional], ...] = (
            program.modifiers,
            program.triggers,
            program.forbids,
            program.permits,
            program.actions,
        )
        known = [len(table) for table in tables]
        yield
        for table, before in zip(tables, known, strict=True):
            for rule in table[before:]:
                rule.origin = Origin(owner, rule.origin.span)
                rule.condition = test if rule.condition is None else _both(test, rule.condition)
                if isinstance(rule, ActionDef):
                    rule.bringer = owner.face


def _both(test: t.TExpr, condition: t.TExpr) -> t.TExpr:
    return t.Logic("and", test, condition, type=FLAG, span=condition.span)


def _is_of_tiles(define: DefineDef) -> bool:
    return len(define.params) == 1 and define.params[0].type == TILE
