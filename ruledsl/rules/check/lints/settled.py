"""Conditions that are settled before they are evaluated: by the event that has just taken place, or by the stage of the rule."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.vocabulary.types import PEOPLE, PLAYER
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses, conjuncts, constant
from ruledsl.rules.check.moments import (
    NOBODY,
    Facts,
    Heard,
    Interpreter,
    Judge,
    Patience,
    Place,
    TooMuch,
    const,
    key_of,
)
from ruledsl.rules.check.typed.declarations import ActionDef, ForbidDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostic, Span
    from ruledsl.rules.check.moments import Term
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import EventDef

if TYPE_CHECKING:
    Rule = ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef

ME = "me"
MOST_EFFECTS: Final = 100_000
"""All official packs together need a seventh of it."""


def moments_leave_it_open(program: Program, diagnostics: Diagnostics) -> None:
    """No rule asks for something that is certain at that moment."""
    heard, patience = Heard(program.triggers), Patience(MOST_EFFECTS)
    for clause in clauses(program):
        rule = clause.what
        if isinstance(rule, ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef):
            looked = clause.once(_Looked)
            if looked.steps > patience.left or not looked.fits(program, heard):
                looked.look(rule, program, heard, patience)
            else:
                patience.left -= looked.steps
            diagnostics.extend(looked.diagnostics)


class _Looked:
    """The findings in a rule, the steps they took, and the events met on the way; valid while these are unchanged."""

    def __init__(self, clause: Clause) -> None:
        self._tile = clause.origin.owner.tile
        self._words: object = None
        self._met: dict[EventDef, list[object]] = {}
        self.steps = 0
        self.diagnostics: list[Diagnostic] = []

    def fits(self, program: Program, heard: Heard) -> bool:
        """Would another search find the same, in as many steps?"""
        return self._words == self._words_of(program) and all(
            len(before) == len(now := heard.around(event, self._tile)) and all(map(operator.is_, before, now))
            for event, before in self._met.items()
        )

    def look(self, rule: Rule, program: Program, heard: Heard, patience: Patience) -> None:
        """Do the search."""
        diagnostics, before = Diagnostics(), patience.left
        met = _Rule(program, heard, patience, rule, diagnostics).look()
        self.diagnostics, self.steps = list(diagnostics), before - patience.left
        self._met = {event: heard.around(event, self._tile) for event in met}
        self._words = self._words_of(program) if patience.left >= 0 else None

    def _words_of(self, program: Program) -> object:
        composition = program.composition
        kind = composition.tiles[self._tile].kind if self._tile else ""
        return program.stages, composition.kinds[kind].borne_by if kind else ""


class _Rule:
    def __init__(
        self,
        program: Program,
        heard: Heard,
        patience: Patience,
        rule: Rule,
        diagnostics: Diagnostics,
    ) -> None:
        self.program = program
        self.rule = rule
        self.heard = heard
        self.patience = patience
        self.diagnostics = diagnostics
        self.event = rule.event.name if isinstance(rule, TriggerDef) and rule.moment == "after" else ""
        self.certain: frozenset[Term] = frozenset()

    def look(self) -> set[EventDef]:
        """Report each settled condition of the rule. Returns the events met on the way."""
        rule = self.rule
        asks = isinstance(rule, TriggerDef | ActionDef) and self._asks(rule)
        guarded = isinstance(rule, TriggerDef) and rule.origin.stages is not None
        if rule.condition is None and not asks and not guarded:
            return set()
        interpreter = Interpreter(rule.origin.owner.tile, self.heard, self.patience, self._condition)
        facts, env = Facts(), self._env(interpreter)
        try:
            if isinstance(rule, TriggerDef) and rule.moment == "after":
                facts = self._after(rule, interpreter, facts, env)
            if not self._in_force(facts, env):
                return interpreter.met
            if rule.condition is not None:
                judge = Judge(facts, env, self.certain)
                self._condition(rule.condition, judge)
            if isinstance(rule, TriggerDef | ActionDef) and asks:
                interpreter.block(rule.body, facts.copy(), Place(dict(env), own=True))
        except TooMuch:
            pass
        return interpreter.met

    def _asks(self, rule: TriggerDef | ActionDef) -> bool:
        return any(isinstance(effect, t.TIf) for effect in rule.body)

    def _env(self, interpreter: Interpreter) -> dict[object, Term]:
        """The terms of everything that the rule can name."""
        rule = self.rule
        env: dict[object, Term] = {}
        if isinstance(rule, TriggerDef):
            params = rule.event.params
        elif isinstance(rule, ActionDef):
            params = rule.params
        else:
            params = (rule.value if isinstance(rule, ModifierDef) else rule.permission).params
        for param in params:
            env[param] = interpreter.thing()
        subject = getattr(rule, "subject", None)
        mine = isinstance(rule, ActionDef) or getattr(rule, "scope", "") == "my"
        if mine and subject is not None and params[subject].type == PEOPLE:
            env[ME] = env[params[subject]]
        elif rule.origin.owner.tile:
            env[ME] = interpreter.thing()
        if ME in env:
            self.certain = frozenset({env[ME]})
        return env

    def _after(
        self, rule: TriggerDef, interpreter: Interpreter, facts: Facts, env: dict[object, Term]
    ) -> Facts:
        after = interpreter.event(rule.event, [env[param] for param in rule.event.params], facts, rule)
        subject = rule.subject
        if rule.scope == "my" and subject is not None and rule.event.params[subject].type == PLAYER:
            after.learn(("owner", env[ME]), [env[rule.event.params[subject]]], None)
        return after

    def _in_force(self, facts: Facts, env: dict[object, Term]) -> bool:
        """Learn the bearer's stage; False if it cannot be in that stage, which is reported."""
        owner, stages = self.rule.origin.owner, self.rule.origin.stages
        if not owner.tile or stages is None or ME not in env:
            return True
        composition = self.program.composition
        if composition.kinds[composition.tiles[owner.tile].kind].borne_by != "people":
            return True
        key = ("stage", env[ME])
        wanted = frozenset(map(const, stages))
        fact = facts.known.get(key)
        if fact is None:
            facts.learn(key, wanted, None)
            return True
        if fact.answers & wanted:
            facts.learn(key, fact.answers & wanted, fact.span)
            return True
        names = " or ".join(f"`{self.program.stages[stage]}`" for stage in sorted(stages))
        message = f"This never runs: it is in force while its people is {names}, and by the end of `{self.event}` it is not."
        self._report("R029", message, self.rule.origin.span, [fact.span] if fact.span else [])
        return False

    # ── conditions ──

    def _condition(self, condition: t.TExpr, judge: Judge) -> None:
        """Report the settled parts of a condition, or all of it."""
        judge = Judge(judge.facts, judge.env, self.certain)
        parts = conjuncts(condition)
        if any(constant(part) is not None for part in (condition, *parts)):
            return  # that is already reported
        reported = False
        for part in (*parts, *([condition] if len(parts) > 1 else [])):
            judge.settled = []
            holds = judge(part)
            if holds is not None and not (reported and part is condition):
                reported = True
                self._settled(part, judge, holds=holds)
        for part in () if reported else parts:
            self._asks_for_nobody(part, judge)

    def _asks_for_nobody(self, part: t.TExpr, judge: Judge) -> None:
        """`holder of region is not me`, where it can only be me or nobody by then: a test for nobody, which is hardly intended."""
        if not isinstance(part, t.Order) or part.op != "!=":
            return
        for asked, other in ((part.left, part.right), (part.right, part.left)):
            key, one = key_of(asked, judge.term), judge.term(other)
            fact = judge.facts.known.get(key) if key is not None else None
            if (
                fact is not None
                and fact.span is not None
                and fact.answers == {one, NOBODY}
                and one in self.certain
            ):
                message = f"By the end of `{self.event}` it is this one or nobody, so this only asks whether it is nobody."
                self._report("R028", message, part.span, [fact.span])

    def _settled(self, part: t.TExpr, judge: Judge, *, holds: bool) -> None:
        word = "always" if holds else "never"
        if not judge.settled:
            if not holds:  # a condition that holds anyway repeats the stage, perhaps on purpose
                message = "This condition never holds while its rule is in force."
                self.diagnostics.warning("R024", message, part.span)
            return
        by = f"by the end of `{self.event}`" if self.event else "by then"
        self._report("R028", f"This condition {word} holds {by}.", part.span, judge.settled)

    def _report(self, code: str, message: str, span: Span, settled: list[Span]) -> None:
        labels = [(place, "settled here") for place in settled if place != span]
        help_ = f"Ask for it `before` `{self.event}`, before it is settled." if self.event else ""
        self.diagnostics.warning(code, message, span, labels=labels, help=help_)
