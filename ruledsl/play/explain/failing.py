"""Why a condition does not hold: every part that fails, the prohibitions in force, and the values it mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.play.explain.explanation import TraceLine, TraceWriter
from ruledsl.play.explain.known import Unknowable
from ruledsl.play.explain.lines import Lines
from ruledsl.play.explain.rules import At
from ruledsl.rules.check import typed as t

if TYPE_CHECKING:
    from ruledsl.play.explain.evaluator import Evaluator
    from ruledsl.play.explain.rules import Ban
    from ruledsl.rules.packs.model import Owner


class Failing:
    """Returns a line for every part of a condition that does not hold, given the owner of the rule."""

    def __init__(self, evaluator: Evaluator, writer: TraceWriter, owner: Owner) -> None:
        self.evaluator = evaluator
        self.writer = writer
        self.lines = Lines(evaluator)
        self.words = self.lines.words
        self.owner = owner

    def __call__(self, condition: t.TExpr, at: At, target: t.Var | None) -> list[TraceLine]:
        """Every part of a condition that does not hold; `target` is the target's variable."""
        if self.evaluator(condition, at):
            return []
        if isinstance(condition, t.Logic) and condition.op == "and":
            return self._parts((condition.left, condition.right), at, target)
        if isinstance(condition, t.CanDo):
            verdict = self.evaluator.answers.verdict(
                condition.permission, tuple(self.evaluator(a, at) for a in condition.args)
            )
            standing = [ban for ban in verdict.standing if not ban.rule.falls_under(*condition.despite)]
            return [self._ban(ban, verdict.args) for ban in standing]
        general = self.writer.phrase(self.words(condition, without(at, target)))
        args = {
            "condition": self.writer.phrase(self.words(condition, at)),
            "general": self.writer.naming.word("contrary", what=general),
            "values": self._compared(condition, at),
        }
        text = "; ".join(self._facts(condition, at, holds=False))
        below = tuple(self._values(condition, at, self.owner))
        source = str(self.owner)
        return [TraceLine("not.condition", args, text, span=condition.span, source=source, children=below)]

    def _parts(self, parts: tuple[t.TExpr, ...], at: At, target: t.Var | None) -> list[TraceLine]:
        """The failing parts of a conjunction; if one is known to fail, the others may be unknown."""
        found: list[TraceLine] = []
        unsure: Unknowable | None = None
        for part in parts:
            try:
                found += self(part, at, target)
            except Unknowable as problem:
                unsure = problem
        if unsure is not None and not found:
            raise unsure
        return found

    def _ban(self, ban: Ban, args: tuple[Any, ...]) -> TraceLine:
        """A prohibition in force, in the words of the pack if it has some."""
        rule = ban.rule
        at = At.of(rule.permission.params, args, ban.bearer)
        key = f"forbid.{rule.reason}"
        nouns = {
            p.name: self.writer.label(p.type, a) for p, a in zip(rule.permission.params, args, strict=True)
        }
        telling = rule.condition is not None and not _obvious(rule.condition)
        facts = self._facts(rule.condition, at, holds=True) if rule.condition and telling else []
        reason, pack = rule.reason.replace("_", " "), rule.origin.owner.pack
        wording = self.writer.template(key, nouns, reason, pack).rstrip(".")
        text = ": ".join([wording, "; ".join(facts)] if facts else [wording])
        more = {"reason": rule.reason, "facts": facts, "general": wording, "short": wording}
        owner = rule.origin.owner
        below = tuple(self._values(rule.condition, at, owner)) if rule.condition else ()
        return TraceLine(key, {**nouns, **more}, text, None, str(owner), rule.origin.span, children=below)

    def _facts(self, condition: t.TExpr, at: At, *, holds: bool) -> list[str]:
        """The facts behind those parts of a condition that make it hold, or fail."""
        if isinstance(condition, t.Logic):
            decides = [
                part for part in (condition.left, condition.right) if bool(self.evaluator(part, at)) == holds
            ]
            return [fact for part in decides for fact in self._facts(part, at, holds=holds)]
        if isinstance(condition, t.Not):
            return self._facts(condition.operand, at, holds=not holds)
        return [self.writer.phrase(self.words.holding(condition, at))]

    def _values(self, condition: t.TExpr, at: At, source: Owner) -> list[TraceLine]:
        """The lines of the values in a condition, if rules changed them or they are sums."""
        match condition:
            case t.Logic(left=left, right=right):
                return [*self._values(left, at, source), *self._values(right, at, source)]
            case t.Not(operand=operand):
                return self._values(operand, at, source)
            case t.Order(left=left, right=right) if left.type == NUMBER:
                sides = [side for side in (left, right) if isinstance(side, t.ValueOf | t.Defined | t.Math)]
                return [wording for side in sides for wording in self._told(side, at, source)]
            case t.ValueOf():
                return self._told(condition, at, source)
            case t.CanDo():
                return self(condition, at, None)
        return []

    def _compared(self, condition: t.TExpr, at: At) -> dict[str, Any]:
        """The values in a part of a condition, by name: those that are compared, or tested."""
        match condition:
            case t.Not(operand=operand):
                return self._compared(operand, at)
            case t.Order(left=left, right=right):
                about = [left, right]
            case _:
                about = [condition]
        return {name: self.evaluator(side, at) for side in about if (name := _name_of(side))}

    def _told(self, node: t.TExpr, at: At, source: Owner) -> list[TraceLine]:
        lines = self.lines.expression(node, at, source)
        return self.writer.lines(lines) if len(lines) > 1 else []


def _name_of(node: t.TExpr) -> str:
    """The packs' name of something; empty if there is none."""
    match node:
        case t.ValueOf(value=declared) | t.Defined(define=declared) | t.Recall(memory=declared):
            return str(declared.name)
        case t.HasTrait(word=word):
            return str(word)
        case t.Ask(builtin=asked):
            return str(asked.name)
        case t.Member(members=members):
            return _name_of(members)
    return ""


def without(at: At, var: t.Var | None) -> At:
    """The same place, with one variable unknown."""
    return At({key: value for key, value in at.env.items() if key is not var}, at.me, at.here, at.this)


def _obvious(condition: t.TExpr) -> bool:
    """Does the name of a prohibition say everything?"""
    return isinstance(condition, t.HasTrait) or (
        isinstance(condition, t.Defined) and condition.define.is_predicate
    )
