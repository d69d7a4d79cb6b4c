"""Checks a composition in one run: collects all declarations, then checks every body."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.visitor import walk
from ruledsl.language.vocabulary.types import NOTHING, UNKNOWN
from ruledsl.rules.check.actions import check_together, tell_apart, watched
from ruledsl.rules.check.advice.renamed import declaring, with_new_names
from ruledsl.rules.check.copies import add_copies
from ruledsl.rules.check.declare import Declarations, add_phase, declare, in_order, put_beside, report_circle
from ruledsl.rules.check.effects import check_block
from ruledsl.rules.check.expressions import ExpressionChecker
from ruledsl.rules.check.incremental import KeptCheck
from ruledsl.rules.check.incremental.texts import KeptTexts, declare_again, enter_again, rule_again, sight_of
from ruledsl.rules.check.lints import run_lints
from ruledsl.rules.check.names import Names
from ruledsl.rules.check.program import Program
from ruledsl.rules.check.rules import RuleChecker
from ruledsl.rules.check.scope import Scope
from ruledsl.rules.check.typed import Const
from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, ForbidDef, PermissionDef, ValueDef
from ruledsl.version import LANGUAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.incremental.texts import Unit
    from ruledsl.rules.check.names import Declared
    from ruledsl.rules.check.program import Ruled
    from ruledsl.rules.check.scope import Meanings
    from ruledsl.rules.check.typed.declarations import MemoryDef
    from ruledsl.rules.packs.model import Composition, Owner

NEEDED: Final = (s.Action, s.Forbid)
"""Rules that other rules refer to, each with a round of its own before the rest: actions, which others await or forbid, and prohibitions, which
others lift."""


def check(
    composition: Composition,
    diagnostics: Diagnostics,
    pause: Callable[[], None] = lambda: None,
    kept: KeptCheck | None = None,
) -> Program:
    """The program of a composition. There always is one; it may run only if `diagnostics` has no errors.

    `pause` is called between steps, and may raise something to cancel. Callers that check repeatedly pass the same `kept`; the
    previously checked program is then no longer valid.
    """
    pause()
    kept = kept or KeptCheck()
    program = Checking(composition, diagnostics, kept=kept.texts).run()
    run_lints(program, diagnostics, pause, kept)
    if not diagnostics.has_errors:
        add_copies(program, kept.clauses.values(), diagnostics)
    return program


def check_names(
    composition: Composition, diagnostics: Diagnostics, meanings: Meanings, file: str = ""
) -> Names:
    """Check names and types only, and record the meaning of every word; with a `file`, only the rules in that file.

    The program of these names could not run, and the findings outside of the file may be incomplete.
    """
    checking = Checking(composition, diagnostics, meanings)
    checking.run(file)
    return checking.names


def _offers(effects: tuple[s.Effect, ...]) -> bool:
    """Do the effects contain an offer? Actions are checked in the phases that offer them."""
    return any(isinstance(node, s.Offer) for effect in effects for node in walk(effect))


def _round_of(node: s.Rule) -> int:
    return NEEDED.index(type(node)) if isinstance(node, NEEDED) else len(NEEDED)


def empty_program(composition: Composition) -> Program:
    """A program with the words of a composition, before anything is declared."""
    fields = {field.name: None for kind in composition.kinds.values() for field in kind.fields}
    return Program(
        composition,
        stages=list(composition.words.stages),
        modes=list(composition.words.modes),
        ways=list(composition.words.ways),
        traits=composition.words.region_traits,
        piece_traits=list(composition.words.piece_traits),
        tile_traits=list(composition.words.tile_traits),
        pieces=list(composition.pieces),
        tiles=list(composition.tiles),
        kinds=list(composition.kinds),
        decks=list(composition.decks),
        dice=list(composition.dice),
        fields=list(fields),
    )


class Checking:
    """One check of the rule texts of a composition.

    Of texts `kept` from the previous check, only those that depend on a change are checked again. `meanings` records the meanings of words.
    """

    def __init__(
        self,
        composition: Composition,
        diagnostics: Diagnostics,
        meanings: Meanings | None = None,
        kept: KeptTexts | None = None,
    ) -> None:
        self.composition = composition
        self.diagnostics = diagnostics
        self.program = empty_program(composition)
        self.names = Names.of(self.program, diagnostics, meanings)
        self.todo = Declarations({}, {}, {}, [])
        self.busy: dict[ValueDef | DefineDef, None] = {}
        self.checker = ExpressionChecker(self.names, self.demand)
        self.rules = RuleChecker(self.checker, self.program)
        self.kept = KeptTexts() if kept is None else kept
        self.units = self.kept.take(composition.rules, sight_of(self.names), self.names.meant_by_words)
        self.homes: dict[object, Unit] = {}

    def run(self, file: str = "") -> Program:
        """Check all declarations, then the rules; with a `file`, only those in it, and what they may need of others."""
        self._declare()
        self._reasons()
        for memory, node in self.todo.memories.items():
            with self._watching(self.homes[memory]):
                self._memory(memory, node)
        for declared in in_order(self.todo):
            self._guarded(self.homes[declared], declared.origin.span, self.demand, declared)
        self._events(file, offering=True)
        self._rules(0, file)
        self._events(file, offering=False)
        self.kept.in_phases(self.program.events)
        for round_ in range(1, len(NEEDED) + 1):
            self._rules(round_, file)
        tell_apart(self.names)
        check_together(self.names)
        self._finish()
        if not file:  # other files were checked only in part
            self.kept.keep(self.units)
        return self.program

    def _events(self, file: str, *, offering: bool) -> None:
        """Check the bodies of events: those that offer actions before the actions, all others after them, since they may do some."""
        for event, effects in self.todo.events:
            if _offers(effects) == offering and (offering or not file or event.origin.span.file == file):
                self._guarded(self.homes[event], event.origin.span, self._event, event, effects)

    def _rules(self, round_: int, file: str) -> None:
        for unit in self.units:
            self._round(unit, round_, file if round_ == len(NEEDED) else "")

    def _finish(self) -> None:
        for unit in self.units:
            for action in unit.taken:
                watched(self.program, action)
            for permission, despite in unit.despites:
                if despite not in permission.despites:
                    permission.despites.append(despite)
            if not unit.is_kept:
                unit.is_sound &= not self.diagnostics.has_error_in(unit.text.span)
        newest = {pack.id for pack in self.composition.packs if pack.language >= LANGUAGE_VERSION}
        for unit in self.units if newest else ():
            if unit.text.owner.pack in newest:
                self._hiding(unit)

    def _hiding(self, unit: Unit) -> None:
        """Warn about names that hide those of required packs. A pack of an earlier edition may have had its names first."""
        owner = unit.text.owner
        for node, word in declaring(unit.statements):
            other = None if isinstance(node, s.Forbid) else self.names.hidden_by(word.text, type(node), owner)
            if other is not None:
                theirs = other.origin.owner.pack
                self.diagnostics.warning(
                    "N030",
                    f"`{word.text}` is a name of {theirs}, too, which is hidden here.",
                    word.span,
                    labels=((other.origin.span, f"that of {theirs}"),),
                    help=f"`{theirs}/{word.text}` still means that one. Another name for yours keeps them apart.",
                )

    @contextmanager
    def _watching(self, unit: Unit) -> Iterator[None]:
        """Attribute the findings meanwhile to this text."""
        names, before = self.names, self._said()
        numbered, despites, taken = len(names.numbered), len(names.despites), len(names.taken)
        fine = False
        try:
            yield
            fine = self._said() == before
        finally:
            unit.is_sound &= fine
            unit.numbered += names.numbered[numbered:]
            unit.despites += names.despites[despites:]
            unit.taken += names.taken[taken:]

    def _said(self) -> int:
        return self.diagnostics.added + self.names.withheld

    def _guarded(self, unit: Unit, span: Span, step: Callable[..., object], *args: object) -> None:
        """Run one step; report code that is nested deeper than Python can recurse."""
        try:
            with self._watching(unit):
                step(*args)
        except RecursionError:
            self.busy.clear()
            self.diagnostics.error("R003", "This is nested too deeply to be checked.", span)

    def _round(self, unit: Unit, round_: int, file: str) -> None:
        """Check the rules of a text that belong to one round."""
        if unit.is_kept:
            for rule in unit.rules.get(round_, ()):
                rule_again(rule, unit, self.names)
            return
        program = self.program
        tables: tuple[Sequence[Ruled], ...] = (
            program.modifiers,
            program.triggers,
            program.forbids,
            program.permits,
            program.actions,
        )
        for node, guard in unit.written:
            if _round_of(node) == round_ and file in ("", node.span.file):
                before = [len(table) for table in tables]
                self._guarded(unit, node.span, self.rules.check, node, guard, unit.text.owner)
                for table, count in zip(tables, before, strict=True):
                    unit.add(round_, table[count:])

    def _declare(self) -> None:
        fresh = [unit for unit in self.units if not unit.is_kept]
        if any(pack.renamed for pack in self.composition.packs):
            owners: dict[str, list[Owner]] = {}
            for unit in self.units:
                for name in unit.names:
                    owners.setdefault(name, []).append(unit.text.owner)
            texts = [replace(unit.text) for unit in fresh]
            with_new_names(self.composition, texts, owners, self.names, self.diagnostics)
            for unit, text in zip(fresh, texts, strict=True):
                unit.is_sound &= text.document is unit.text.document
                unit.statements = text.statements
        for unit in self.units:
            if unit.is_kept:
                declare_again(unit, self.names)
            else:
                self._declare_in(unit)
        for unit in self.units:
            self._add_phases(unit)
        for unit in self.units:
            self.names.doubtful |= unit.lost - self.names.declared.keys()
        self.names.tell_apart()

    def _declare_in(self, unit: Unit) -> None:
        program = self.program
        tables: tuple[Sequence[Declared], ...] = (
            program.memories,
            program.values,
            program.defines,
            program.permissions,
            program.events,
        )
        before = [len(table) for table in tables]
        with self._watching(unit):
            for statement in unit.statements:
                declare(self.names, statement, unit.text.owner, self.todo)
        for table, count in zip(tables, before, strict=True):
            unit.declared += table[count:]
        self.homes |= dict.fromkeys(unit.declared, unit)

    def _add_phases(self, unit: Unit) -> None:
        """Add the phases that a text adds to events."""
        for node, phase in unit.added:
            enter_again(phase, self.names)
            put_beside(self.names, node, phase)
        for statement in () if unit.is_kept else unit.statements:
            if isinstance(statement, s.PhaseAdded):
                with self._watching(unit):
                    added = add_phase(self.names, statement, unit.text.owner)
                if added is not None:
                    unit.added.append((statement, added))
                    self.homes[added] = unit
                    self.todo.events.append((added, statement.body.effects))

    def _reasons(self) -> None:
        """Collect the prohibitions by permission; those of actions come with the actions."""
        for unit in self.units:
            if unit.is_kept:
                for rule in unit.rules.get(NEEDED.index(s.Forbid), ()):
                    if isinstance(rule, ForbidDef) and rule.permission.action is None:
                        self.names.reasons.setdefault(rule.permission, set()).add(rule.reason)
                continue
            for node, _ in unit.written:
                if isinstance(node, s.Forbid):
                    for permission in self.names.meant(node.name.text, unit.text.owner, PermissionDef):
                        self.names.reasons.setdefault(permission, set()).add(node.reason.text)

    def _memory(self, memory: MemoryDef, node: s.Remember) -> None:
        if node.until is not None:
            memory.until = self.names.one(node.until, memory.origin.owner, EventDef)
        if node.initial is not None:
            initial = self.checker.check(node.initial, Scope(memory.origin), memory.type)
            if initial is not None and not isinstance(initial, Const):
                self.diagnostics.error(
                    "T010",
                    "A memory starts with a constant: a number, yes, no, none or a word.",
                    node.initial.span,
                )
            elif (
                initial is not None and not memory.type.is_set
            ):  # the only literal set is empty, and begins so anyway
                memory.initial = initial.value
                self.homes[memory].initial[memory] = initial

    def demand(self, declared: object) -> bool:
        """Make sure that a value or definition has its type; False if it has none, which is reported."""
        if isinstance(declared, ValueDef | DefineDef):
            if declared in self.busy:
                self._circle(declared)
            elif declared in self.todo.values or declared in self.todo.defines:
                self.busy[declared] = None
                self._settle(declared)
                self.busy.pop(declared, None)
            return declared.type != UNKNOWN
        return True

    def _circle(self, declared: ValueDef | DefineDef) -> None:
        """Report a value or definition whose type depends on itself."""
        busy = list(self.busy)
        chain = busy[busy.index(declared) :]
        if not self.composition.incomplete:
            report_circle(chain, self.diagnostics)
        for member in chain:
            member.type = UNKNOWN

    def _settle(self, declared: ValueDef | DefineDef) -> None:
        with self._watching(self.homes[declared]):
            self._find_type(declared)

    def _find_type(self, declared: ValueDef | DefineDef) -> None:
        scope = Scope(declared.origin).with_params(declared.params)
        if isinstance(declared, ValueDef):
            node = self.todo.values.pop(declared)
            expr = self.checker.check(node.base, scope)
            if node.against:
                declared.against = self.checker.check(node.against, scope)
            declared.base = expr or declared.base
        else:
            expr = self.checker.check(self.todo.defines.pop(declared).body, scope)
            declared.body = expr or declared.body
        if expr is not None and expr.type == NOTHING:
            message = "`none` alone does not say of which kind it is."
            self.diagnostics.error("T011", message, expr.span, expected="something of a known kind")
        settled = expr is not None and expr.type != NOTHING
        declared.type = expr.type if expr is not None and settled else UNKNOWN

    def _event(self, event: EventDef, effects: tuple[s.Effect, ...]) -> None:
        scope = Scope(event.origin).with_params(event.params)
        if event.parent is not None:
            scope.phase = event
        block = s.Block(effects, span=event.origin.span)
        event.body = self.homes[event].bodies[event] = check_block(self.checker, block, scope)
