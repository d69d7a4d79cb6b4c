"""From a composition to a checked program: declare everything, then check every body, in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.actions import tell_apart
from ruledsl.check.advice.renamed import declared_in, with_new_names
from ruledsl.check.declare import Declarations, add_phase, declare, in_order, report_circle, unread
from ruledsl.check.effects import check_block
from ruledsl.check.expressions import ExpressionChecker
from ruledsl.check.lints import run_lints
from ruledsl.check.names import Names
from ruledsl.check.program import DefineDef, EventDef, PermissionDef, Program, ValueDef
from ruledsl.check.rules import RuleChecker
from ruledsl.check.scope import Scope
from ruledsl.check.typed import TDo, VarRef
from ruledsl.syntax import tree as s
from ruledsl.syntax.visitor import walk
from ruledsl.vocabulary.types import NOTHING, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ruledsl.check.lints.portions import KeptPortions
    from ruledsl.check.program import MemoryDef
    from ruledsl.check.typed.meanings import Meanings
    from ruledsl.diagnostics import Diagnostics, Span
    from ruledsl.packs.model import Composition, Owner, RuleText

__all__ = ["Checking", "check", "check_names", "empty_program"]

NEEDED = (s.Action, s.Forbid)
"""Rules that others name: they wait for actions or forbid them, and permit what is forbidden."""


def check(
    composition: Composition,
    diagnostics: Diagnostics,
    pause: Callable[[], None] = lambda: None,
    kept: KeptPortions | None = None,
) -> Program:
    """The program of a composition. Always gives one; it may be run only if `diagnostics` has no errors.

    `pause` is called between the steps of it, and may break off by raising something. Whoever checks again and again gives the same `kept`.
    """
    pause()
    program = Checking(composition, diagnostics).run()
    run_lints(program, diagnostics, pause, kept)
    return program


def check_names(
    composition: Composition, diagnostics: Diagnostics, meanings: Meanings, file: str = ""
) -> Names:
    """Names and types alone, with what every word means; if a `file` is named, of the rules only those that stand in it.

    The program of these names could not be run, and what is found outside of the file may not be all there is.
    """
    found = Checking(composition, diagnostics, meanings)
    found.run(file)
    return found.names


def _offers(effects: tuple[s.Effect, ...]) -> bool:
    """Is there an offer in this? Actions are looked at in the phases that offer them."""
    return any(isinstance(node, s.Offer) for effect in effects for node in walk(effect))


def empty_program(composition: Composition) -> Program:
    """The words of a composition, before anything is declared."""
    fields = {field.name: None for kind in composition.kinds.values() for field in kind.fields}
    return Program(
        composition,
        stages=list(composition.words.stages),
        modes=list(composition.words.modes),
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
    """One check of some rule texts: those of a composition, unless others are given.

    What others declared that were checked before may stand in `names` and `program` already; `owners` then has who did.
    """

    def __init__(
        self, composition: Composition, diagnostics: Diagnostics, meanings: Meanings | None = None
    ) -> None:
        self.composition = composition
        self.diagnostics = diagnostics
        self.program = empty_program(composition)
        self.names = Names.of(self.program, diagnostics, meanings)
        self.todo = Declarations({}, {}, {}, [], [])
        self.busy: dict[ValueDef | DefineDef, None] = {}
        self.texts: Sequence[RuleText] = composition.rules
        self.owners: dict[str, list[Owner]] = {}
        self.checker = ExpressionChecker(self.names, self.demand)
        self.rules = RuleChecker(self.checker, self.program)

    def run(self, file: str = "") -> Program:
        """Everything that is declared, then the rules; if a `file` is named only those in it, and what they may need of others."""
        self._declare()
        self._reasons()
        self._memories()
        for declared in in_order(self.todo):
            self._guarded(declared.origin.span, self.demand, declared)
        for event, effects in self.todo.events:
            if file and event.origin.span.file != file and not _offers(effects):
                continue
            self._guarded(event.origin.span, self._event, event, effects)
        rules = list(self._rules())
        # Actions first, since others wait for them or forbid them; then what is forbidden, which others permit.
        rules.sort(
            key=lambda found: NEEDED.index(type(found[0])) if isinstance(found[0], NEEDED) else len(NEEDED)
        )
        for rule, guard, owner in rules:
            if not file or rule.span.file == file or isinstance(rule, NEEDED):
                self._guarded(rule.span, self.rules.check, rule, guard, owner)
        tell_apart(self.program, self.diagnostics)
        return self.program

    def _guarded(self, span: Span, step: Callable[..., object], *args: object) -> None:
        """One step of the check; what is nested deeper than Python can follow is reported."""
        try:
            step(*args)
        except RecursionError:
            self.busy.clear()
            self.diagnostics.error("R003", "This is nested too deeply to be checked.", span)

    def _rules(self) -> Iterator[tuple[s.Rule, s.Guard | None, Owner]]:
        """Every rule, with the guard that it stands under."""
        for text in self.texts:
            for statement in text.statements:
                if isinstance(statement, s.Guard):
                    yield from ((rule, statement, text.owner) for rule in statement.rules)
                elif isinstance(statement, s.Rule):
                    yield statement, None, text.owner

    def _declare(self) -> None:
        for name, owners in declared_in(self.texts).items():
            self.owners.setdefault(name, []).extend(owners)
        with_new_names(self.composition, self.texts, self.owners, self.names, self.diagnostics)
        for rule in self.texts:
            for statement in rule.statements:
                declare(self.names, statement, rule.owner, self.todo)
        for node, owner in self.todo.added:
            phase = add_phase(self.names, node, owner)
            if phase is not None:
                self.todo.events.append((phase, node.body.effects))
        for rule in self.texts:
            self.names.doubtful |= set(unread(rule.text)) - set(self.names.declared)
            self.names.doubtful |= set(rule.lost) - set(self.names.declared)
        self.names.tell_apart()

    def _reasons(self) -> None:
        for rule, _, owner in self._rules():
            if isinstance(rule, s.Forbid):
                for permission in self.names.meant(rule.name.text, owner, PermissionDef):
                    self.names.reasons.setdefault(permission, set()).add(rule.reason.text)

    def _memories(self) -> None:
        for memory, node in self.todo.memories.items():
            self._memory(memory, node)

    def _memory(self, memory: MemoryDef, node: s.Remember) -> None:
        if node.until is not None:
            memory.until = self.names.one(node.until, memory.origin.owner, EventDef)
        if node.initial is not None:
            found = self.checker.check(node.initial, Scope(memory.origin), memory.type)
            value = getattr(found, "value", None)
            if found is not None and value is None:
                self.diagnostics.error(
                    "T010",
                    "A memory begins with something fixed: a number, yes, no, none or a word.",
                    node.initial.span,
                )
            elif value is not None and not memory.type.is_set:
                memory.initial = value  # the only set that can be written out is empty, and begins so anyway

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
        """Report a value or definition whose type hangs on itself."""
        busy = list(self.busy)
        chain = busy[busy.index(declared) :]
        if not self.composition.incomplete:
            report_circle(chain, self.diagnostics)
        for member in chain:
            member.type = UNKNOWN

    def _settle(self, declared: ValueDef | DefineDef) -> None:
        scope = Scope(declared.origin).with_params(declared.params)
        if isinstance(declared, ValueDef):
            node = self.todo.values.pop(declared)
            found = self.checker.check(node.base, scope)
            if node.against:
                declared.against = self.checker.check(node.against, scope)
            declared.base = found or declared.base
        else:
            found = self.checker.check(self.todo.defines.pop(declared).body, scope)
            declared.body = found or declared.body
        if found is not None and found.type == NOTHING:
            message = "`none` alone does not say of which kind it is."
            self.diagnostics.error("T011", message, found.span, expected="something of a known kind")
        settled = found is not None and found.type != NOTHING
        declared.type = found.type if found is not None and settled else UNKNOWN

    def _event(self, event: EventDef, effects: tuple[s.Effect, ...]) -> None:
        scope = Scope(event.origin).with_params(event.params)
        if event.parent is not None:
            scope.phase = event
        block = s.Block(effects, span=event.origin.span)
        body = check_block(self.checker, block, scope)
        if event.phases:
            args = tuple(VarRef(p, type=p.type, span=event.origin.span) for p in event.params)
            body = tuple(TDo(phase, args, span=phase.origin.span) for phase in event.phases)
        event.body = body
