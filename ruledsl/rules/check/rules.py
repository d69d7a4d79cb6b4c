"""Second pass: the rules themselves (modifiers, triggers, prohibitions, permits, actions)."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Fix
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.types import (
    BIT_SETS,
    FLAG,
    NUMBER,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    STAGE,
    STRATA,
    TILE,
    UNKNOWN,
    Type,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.actions import offered_to, permitted, watched
from ruledsl.rules.check.advice.misfit import in_a_region, nowhere, of_no_bearer
from ruledsl.rules.check.advice.renamed import unchangeable
from ruledsl.rules.check.calls import check_call
from ruledsl.rules.check.effects import bind, check_block, named_members
from ruledsl.rules.check.graph import walk
from ruledsl.rules.check.scope import CARET, Reason, Scope, WordOf
from ruledsl.rules.check.typed.declarations import (
    EVERY,
    ActionDef,
    DefineDef,
    EventDef,
    ForbidDef,
    LimitDef,
    ModifierDef,
    Origin,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)
from ruledsl.rules.packs.model import Owner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.rules.check.expressions import ExpressionChecker
    from ruledsl.rules.check.program import Program

# ── guards ──────────────────────────────────────────────────────────────────────
# Guards: the stages of the bearing people in which rules of a tile are in force, or a condition on the tile, whoever bears it.


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
            candidates = ["always", *self.program.stages, *predicates]
            self.names.unknown("N009", "stage", word.text, word.span, candidates)
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
            tests = ((key, self._test(guard.stage, key, owner)) for key in keys)
            self._tests[id(guard)] = [(key, test) for key, test in tests if test is not None]
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
        lengths = [len(table) for table in tables]
        yield
        for table, before in zip(tables, lengths, strict=True):
            for rule in table[before:]:
                rule.origin = Origin(owner, rule.origin.span)
                rule.condition = test if rule.condition is None else _both(test, rule.condition)
                if isinstance(rule, ActionDef):
                    rule.bringer = owner.face


def _both(test: t.TExpr, condition: t.TExpr) -> t.TExpr:
    return t.Logic("and", test, condition, type=FLAG, span=condition.span)


def _is_of_tiles(define: DefineDef) -> bool:
    return len(define.params) == 1 and define.params[0].type == TILE


AIMS: Final = (REGION, PEOPLE, PLAYER, TILE, PIECE)
"""What an action may be aimed at."""
OF_AND_FROM: Final = "An action with a target says `of` a name in its first line and `from` a set."


FLAGS_SAID: Final = {"+": "becomes yes", "-": "becomes no"}
"""What authors mean who add to a flag, or subtract from it."""
SETS_SAID: Final = {"+": "also ", "-": "without "}
"""The same of a set."""


class RuleChecker:
    """Checks the rules of one owner after another."""

    def __init__(self, checker: ExpressionChecker, program: Program) -> None:
        self.checker = checker
        self.names = checker.names
        self.program = program
        self.guards = Guards(checker, program)
        self.face = -1
        """The tile whose rules are being checked, if nobody bears them."""

    def check(self, rule: s.Rule, guard: s.Guard | None, owner: Owner) -> None:
        """One rule, under its guard if it has one."""
        if guard is not None and self.guards.is_predicate(guard, owner):
            self._unborne(rule, guard, owner)
            return
        if guard is None:
            stages = frozenset({0}) if owner.tile else None
        else:
            stages = self.guards.stages(guard, owner)
        self._rule(rule, Origin(owner, rule.span, stages))

    def _unborne(self, rule: s.Rule, guard: s.Guard, owner: Owner) -> None:
        """A rule of a tile under a condition: its pack declares the same rule for each copy, under that condition."""
        for key, test in self.guards.tests(guard, owner):
            self.face = self.program.tiles.index(key)
            before = len(self.names.diagnostics)
            with self.guards.standing(test, Owner(owner.pack, face=key)):
                self._rule(rule, Origin(owner, rule.span))
            self.face = -1
            if len(self.names.diagnostics) > before:
                return

    def _scope(self, origin: Origin) -> Scope:
        owner = origin.owner
        if self.face >= 0:
            return Scope(origin, face=self.face)
        here = Scope(origin, me=bool(owner.tile), here=bool(owner.piece), this=bool(owner.tile))
        if owner.tile:
            tile = self.program.composition.tiles[owner.tile]
            kind = self.program.composition.kinds[tile.kind]
            here.here = here.here or kind.borne_by == "region"
        return here

    def _rule(self, node: s.Rule, origin: Origin) -> None:
        match node:
            case s.Modifier():
                self._modifier(node, origin)
            case s.Trigger():
                self._trigger(node, origin)
            case s.Forbid() | s.Permit():
                self._permission_rule(node, origin)
            case s.Action():
                self._action(node, origin)

    def subject(
        self, scope_word: str, params: list[t.Var], node: s.Word, name: str, scope: Scope
    ) -> tuple[bool, int | None]:
        """The parameter that `my` or `here` binds to the bearer: the first people or player, the first region."""
        if not scope_word:
            return True, None
        wanted = (PEOPLE, PLAYER) if scope_word == "my" else (REGION,)
        if not (scope.me if scope_word == "my" else scope.here):
            scope.pronoun("me" if scope_word == "my" else "here", node.span)
            if scope_word == "here":
                nowhere(node, params, scope, self.names)
            else:
                message = "`my` means nothing here: this rule belongs to no people."
                self.names.diagnostics.error("N010", message, node.span)
            return False, None
        index = next((i for i, p in enumerate(params) if p.type in (*wanted, UNKNOWN)), None)
        if index is None:
            what = "people or player" if scope_word == "my" else "region"
            region = next((p.name for p in params if p.type == REGION), "") if scope_word == "my" else ""
            advice = f"It is about a region. Leave out `my`, and say in which regions: `if holder of {region} is me`."
            meant, fix = "", None
            if scope_word == "here":
                meant, fix = in_a_region(name, params, node.span, self.names, lies=True)
            elif region:
                fix = of_no_bearer(node, region, self.names.diagnostics)
            self.names.diagnostics.error(
                "T008",
                f"`{name}` has no {what} that `{scope_word}` could mean.",
                node.span,
                expected=f"`{meant}`" if meant else "",
                help=advice if region else "",
                fix=fix,
            )
        return index is not None, index

    def _prepared(
        self, scope_word: str, params: list[t.Var], node: s.Word, name: str, origin: Origin
    ) -> tuple[Scope, int | None] | None:
        scope = self._scope(origin)
        fine, subject = self.subject(scope_word, params, node, name, scope)
        if not fine:
            return None
        inner = scope.with_params(params)
        if origin.owner.piece:
            inner.here_var = next((p for p in params if p.type == REGION), None)
            inner.here = inner.here_var is not None
            inner.lies = scope_word == "here"
        return inner, subject

    # ── modifiers ──

    def _modifier(self, node: s.Modifier, origin: Origin) -> None:
        if unchangeable(node.name, origin.owner, self.names):
            return
        value = self.names.one(node.name, origin.owner, ValueDef)
        if value is None:
            return
        prepared = self._prepared(node.scope, value.params, node.name, value.name, origin)
        if prepared is None:
            return
        scope, subject = prepared
        scope.changes = value
        op = node.change.op
        if not self._change_fits(node, value.type):
            return
        change = self.checker.check(node.change.value, scope, value.type)
        condition = self.checker.check(node.condition, scope, FLAG) if node.condition else None
        if change is None or (node.condition and condition is None):
            return
        itself = any(
            isinstance(part, t.ValueOf) and part.value is value.bare for part in walk(change, condition)
        )
        self.program.add_modifier(
            ModifierDef(value, -1, node.scope, subject, op, change, condition, origin, itself)
        )

    def _change_fits(self, node: s.Modifier, kind: Type) -> bool:
        if kind == UNKNOWN:
            return True
        of = "number" if kind == NUMBER else "set" if kind.is_set else ""
        stratum = STRATA[node.change.op]
        wanted = "" if stratum.settles(kind) else stratum.of
        if wanted and (wanted != of or (of == "set" and kind.element not in BIT_SETS)):
            *choices, last = [
                f"`{choice.word}`"
                for choice in sorted(STRATA.values(), key=lambda s: not s.of)
                if choice.of in (of, "") or choice.settles(kind)
            ]
            self.names.diagnostics.error(
                "T009",
                f"`{node.name.text}` is a {kind}; it does not change by `{node.change.op}`.",
                node.change.span,
                expected=f"{', '.join(choices)} or {last}" if choices else last,
                suggestion=FLAGS_SAID.get(node.change.op, "") if kind == FLAG else "",
                fix=self._other_change(node, kind),
            )
            return False
        return True

    def _other_change(self, node: s.Modifier, kind: Type) -> Fix | None:
        """The fix for a sign where a set is changed."""
        span, sign = node.change.span, node.change.op
        if kind.is_set and sign in SETS_SAID:
            return Fix(span._replace(end_line=span.line, end_column=span.column + 1), SETS_SAID[sign])
        return None

    # ── triggers ──

    def _trigger(self, node: s.Trigger, origin: Origin) -> None:
        event = self._watched(node.name, origin.owner)
        if event is None:
            self._without_head(node, origin)
            return
        prepared = self._prepared(node.scope, event.params, node.name, event.name, origin)
        if prepared is None:
            self._without_head(node, origin, event.params)
            return
        scope, subject = prepared
        condition = self.checker.check(node.condition, scope, FLAG) if node.condition else None
        scope.awaited = event
        if node.moment == "instead of":
            scope.replaces, scope.replaced = True, event
        body = check_block(self.checker, node.body, scope)
        moment = "instead" if scope.replaces else node.moment
        trigger = TriggerDef(
            event, len(self.program.triggers), moment, node.scope, subject, condition, body, origin
        )
        event.triggers.append(trigger)
        self.program.triggers.append(trigger)

    def _without_head(
        self, node: s.Trigger | s.Action, origin: Origin, params: Sequence[t.Var] | None = None
    ) -> None:
        """Check what a rule does although its head has an error: its parameters may then be anything."""
        if params is None:
            names = {param.name for event in self.program.events for param in event.params}
            params = [t.Var(name, UNKNOWN) for name in sorted(names)]
        scope = self._scope(origin).with_params([*params])
        scope.replaces = isinstance(node, s.Trigger) and node.moment == "instead of"
        if isinstance(node, s.Action):
            if node.by is not None:
                self._taker(node.by, scope)
            self._target(node, scope)
            self._limit(node.limit, scope)
        if node.condition:
            self.checker.check(node.condition, scope, FLAG)
        check_block(self.checker, node.body, scope)

    def _watched(self, name: s.Word, owner: Owner) -> EventDef | None:
        """The event that a rule waits for: a declared one, or the taking of an action."""
        if self.names.meant(name.text, owner, EventDef):
            return self.names.one(name, owner, EventDef)
        actions = self.names.actions_meant(name.text, owner)
        if len(actions) > 1:
            self.names.several(name, actions)
            return None
        if not actions:
            candidates = chain(self.names.of_kind(EventDef), self.names.actions)
            counted = Counter(trigger.event.name for trigger in self.program.triggers)
            likely = [event for event, _ in counted.most_common()]
            self.names.unknown("N003", "event", name.text, name.span, candidates, likely)
            return None
        self.names.means(name.span, actions[0])
        return watched(self.program, actions[0])

    # ── permissions ──

    def _permission_rule(self, node: s.Forbid | s.Permit, origin: Origin) -> None:
        permission = self._permission(node, origin.owner)
        if permission is None:
            return
        prepared = self._prepared(node.scope, permission.params, node.name, permission.name, origin)
        if prepared is None:
            return
        scope, subject = prepared
        condition = self.checker.check(node.condition, scope, FLAG) if node.condition else None
        if node.condition and condition is None:
            return
        if node.reason.text != EVERY:
            self.names.means(
                node.reason.span, Reason(permission, node.reason.text), declares=isinstance(node, s.Forbid)
            )
        if isinstance(node, s.Forbid):
            forbid = ForbidDef(
                permission,
                len(self.program.forbids),
                node.reason.text,
                node.scope,
                subject,
                condition,
                origin,
            )
            permission.forbids.append(forbid)
            self.program.forbids.append(forbid)
            return
        reasons = self.names.reasons.get(permission, set())
        if node.reason.text not in (*reasons, EVERY):
            self.names.no_prohibition(permission, node.reason)
            return
        permit = PermitDef(
            permission, len(self.program.permits), node.reason.text, node.scope, subject, condition, origin
        )
        permission.permits.append(permit)
        self.program.permits.append(permit)

    def _permission(self, node: s.Forbid | s.Permit, owner: Owner) -> PermissionDef | None:
        """What a rule forbids or permits: a declared permission, or an action."""
        name = node.name
        actions = self.names.actions_meant(name.text, owner)
        if self.names.meant(name.text, owner, PermissionDef) or not actions:
            candidates = chain(self.names.of_kind(PermissionDef), self.names.actions)
            return self.names.one(name, owner, PermissionDef, candidates=candidates)
        if len(actions) > 1:
            self.names.several(name, actions)
            return None
        self.names.means(name.span, actions[0])
        permission = permitted(self.program, actions[0])
        if isinstance(node, s.Forbid):
            self.names.reasons.setdefault(permission, set()).add(node.reason.text)
        return permission

    # ── actions ──

    def _action(self, node: s.Action, origin: Origin) -> None:
        diagnostics = self.names.diagnostics
        if node.during is None or node.body is None:
            missing = (
                "`during` and the phase it is offered in" if node.during is None else "`do:` and what it does"
            )
            if not diagnostics.has_error_in(node.span):
                message = f"The action `{node.name.text}` is not complete."
                diagnostics.error("R013", message, node.name.span, expected=missing)
            self._without_head(node, origin)
            return
        phase = self._offering(node.during, origin.owner)
        if phase is None:
            self._without_head(node, origin)
            return
        scope = self._scope(origin).with_params(phase.params)
        target, options = self._target(node, scope)
        condition = self.checker.check(node.condition, scope, FLAG) if node.condition else None
        by = self._taker(node.by, scope) if node.by else None
        limit = self._limit(node.limit, scope)
        body = check_block(self.checker, node.body, scope)
        if (node.condition and condition is None) or (node.limit and limit is None):
            return
        if (node.target is not None and options is None) or (node.by and by is None):
            return
        index = len(self.program.actions)
        bringer = origin.owner.tile or origin.owner.piece
        action = ActionDef(
            node.name.text, index, phase, target, options, condition, limit, body, origin, bringer
        )
        if by is not None:
            offered_to(action, by)
        self.program.actions.append(action)
        self.names.actions.setdefault(action.name, []).append(action)
        self.names.means(node.name.span, action, declares=True)

    def _offering(self, during: s.Word, owner: Owner) -> EventDef | None:
        """The phase in which the action is offered."""
        events = self.names.meant(during.text, owner, EventDef)
        if len(events) > 1:
            self.names.several(during, events)
            return None
        phase = events[0] if events else None
        if phase is None or not phase.offers:
            offering = [e.name for e in self.program.events if e.offers]
            self.names.unknown("N014", "phase that offers actions", during.text, during.span, offering)
        else:
            self.names.means(during.span, phase)
        return phase

    def _target(self, node: s.Action, scope: Scope) -> tuple[t.Var | None, t.TExpr | None]:
        if self.names.meanings is not None and node.target is not None and node.target.text == CARET:
            self.names.meanings.ask("N006", map(str, AIMS))  # it is usually called what it is
        if node.target is None or node.options is None:
            if node.options is not None:
                self._nameless(node, node.options, scope)
            elif node.target is not None and not self.names.diagnostics.has_error_in(node.span):
                self._anywhere(node)
            if node.target is not None:
                bind(scope, node.target, UNKNOWN)
            return None, None
        options, _, _ = named_members(self.checker, node.target, node.options, scope)
        kind = options.type.element if options else UNKNOWN
        if kind not in (*AIMS, UNKNOWN):
            self.checker.mismatch(node.options.span, REGION, kind)
            options, kind = None, UNKNOWN
        return bind(scope, node.target, kind), options

    def _anywhere(self, node: s.Action) -> None:
        """Report an action without a set of targets; those of its bearer are usual."""
        diagnostics, name = self.names.diagnostics, node.name
        line = (diagnostics.sources.line(name.span.file, name.span.line) or "").rstrip()
        below = diagnostics.sources.line(name.span.file, name.span.line + 1) or ""
        told = "from regions of me"
        place = name.span._replace(column=len(line) + 1, end_column=len(line) + 1)
        fix = Fix(place, f"\n{below[: len(below) - len(below.lstrip())]}{told}")
        diagnostics.error("R014", OF_AND_FROM, name.span, expected=f"a line below, such as `{told}`", fix=fix)

    def _nameless(self, node: s.Action, options: s.Expr, scope: Scope) -> None:
        """Report an action whose target has no name, and give it one, so that the rest can be checked."""
        if self.names.diagnostics.has_error_in(node.span):
            return
        targets = self.checker.check(options, scope)
        if targets is None or targets.type.element not in AIMS:
            return
        meant = str(targets.type.element)
        line = f"action {node.name.text} of {meant}"
        end = node.name.span._replace(line=node.name.span.end_line, column=node.name.span.end_column)
        self.names.diagnostics.error(
            "R014", OF_AND_FROM, node.name.span, expected=f"`{line}`", fix=Fix(end, f" of {meant}")
        )
        bind(scope, s.Word(meant, span=node.name.span), targets.type.element)

    def _taker(self, node: s.Expr, scope: Scope) -> t.TExpr | None:
        """Who may take an action: a player, whatever people acts, or a people."""
        by = self.checker.open(node, scope, PLAYER)
        if by.type not in (PLAYER, PEOPLE, UNKNOWN):
            self.checker.mismatch(node.span, PLAYER, by.type)
            return None
        return by

    def _limit(self, node: s.Limit | None, scope: Scope) -> LimitDef | None:
        if node is None:
            return None
        unit = self.names.one(node.unit, scope.origin.owner, EventDef)
        if unit is None:
            return None
        times = self.checker.check(node.times, scope, NUMBER)
        each = self.checker.check(node.each, scope) if node.each else None
        if times is None or (node.each and each is None):
            return None
        along = node.along
        return LimitDef(times, unit, each, along.text if along else "", along.span if along else None)
