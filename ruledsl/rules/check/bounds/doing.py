"""The steps until somebody is asked: effects, the events that they raise, and the triggers on those."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.language.vocabulary.effects import ACTS
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.answers import consisting_of
from ruledsl.rules.check.graph import children

if TYPE_CHECKING:
    from ruledsl.rules.check.bounds.answers import Answers
    from ruledsl.rules.check.bounds.ranges import Ranges
    from ruledsl.rules.check.typed.declarations import ActionDef, EventDef, TriggerDef

NEVER = float("-inf")
TYPICAL = 20
"""The assumed number of repetitions where it is unknown; at runtime it is bounded."""


class Work(NamedTuple):
    """Steps on the paths through some effects: without a choice, until the first choice, between two, after the last one.

    Minus infinity where there is no such path.
    """

    through: float = 0.0
    first: float = NEVER
    between: float = NEVER
    last: float = NEVER

    @property
    def most(self) -> float:
        """The longest path between two choices."""
        return max(self)

    def then(self, other: Work) -> Work:
        """In sequence."""
        return Work(
            self.through + other.through,
            max(self.first, self.through + other.first),
            max(self.between, other.between, self.last + other.first),
            max(other.last, self.last + other.through),
        )

    def or_else(self, other: Work) -> Work:
        """One of two branches."""
        return Work(*map(max, self, other))

    def times(self, count: float) -> Work:
        """Repeated."""
        if count < 1:
            return Work()
        again = (count - 1) * self.through
        joint = self.last + (count - 2) * self.through + self.first if count > 1 else NEVER
        return Work(count * self.through, again + self.first, max(self.between, joint), self.last + again)


DECISION = Work(NEVER, 0.0, NEVER, 0.0)


class Doing:
    """Created once for a program without errors."""

    def __init__(self, answers: Answers, ranges: Ranges) -> None:
        self.answers = answers
        self.ranges = ranges
        self.sizes = answers.sizes
        self.asking = answers.asking
        program = answers.sizes.program
        self.bound = program.value(program.composition.roles.get("bound", ""))
        self.asking.about("event", self._raised, consisting_of, Work(1.0))
        self.asking.about("trigger", self._trigger, consisting_of)
        self.asking.about("targets", self._targets, consisting_of)
        self.asking.about("action", lambda action: self.block(action.body), consisting_of)
        self.asking.about("repeated", self._repeated)

    def event(self, event: EventDef) -> Work:
        """Raising an event, with all triggers on it that can be in force. An event that leads back to itself asks somebody on the way."""
        return self._work("event", event)

    def _work(self, what: str, thing: EventDef | TriggerDef | ActionDef) -> Work:
        found: Work = self.asking(what, thing)
        return found

    def _raised(self, event: EventDef) -> Work:
        found = self.block(event.body).then(Work(1.0))
        works = {trigger: self._trigger(trigger) for trigger in event.triggers}
        for trigger, work in works.items():
            if trigger.moment == "instead":
                found = found.or_else(work)
        through = self.sizes.in_force(event.triggers, lambda rule: max(works[rule].through, 0.0))
        first = self.sizes.in_force(event.triggers, lambda rule: max(works[rule].most, 0.0))
        return found.then(Work(through)).or_else(Work(NEVER, found.through + first, first, first))

    def trigger(self, trigger: TriggerDef) -> Work:
        """A trigger with its condition."""
        return self._work("trigger", trigger)

    def action(self, action: ActionDef) -> Work:
        """Taking an action."""
        return self._work("action", action)

    def _trigger(self, trigger: TriggerDef) -> Work:
        return Work(1 + self.answers(trigger.condition)).then(self.block(trigger.body))

    def targets(self, action: ActionDef) -> float:
        """Finding the current targets of an action."""
        return float(self.asking("targets", action))

    def _targets(self, action: ActionDef) -> float:
        limit = action.limit
        conditions = [
            part
            for part in (action.condition, limit.each if limit else None, limit.times if limit else None)
            if part
        ]
        if action.target is None or action.options is None:
            return 1 + sum(map(self.answers, conditions))
        return self.answers.over(
            action.target, action.options, self.sizes.members(action.options), *conditions
        )

    def block(self, effects: t.TBlock) -> Work:
        """Effects in order."""
        found = Work()
        for effect in effects:
            found = found.then(self.effect(effect))
        return found

    def effect(self, effect: t.TEffect) -> Work:
        """One effect with all its parts."""
        match effect:
            case t.TDo(event=event, args=args):
                return Work(sum(map(self.answers, args))).then(self.event(event))
            case t.TProceed(event=event):
                return self.block(event.body)
            case t.TRoll(shown=t.TDo() as shown):
                return Work(1.0).then(self.effect(shown))
            case t.TIf(branches=branches, otherwise=otherwise):
                called = Work(1 + sum(self.answers(condition) for condition, _ in branches))
                found = self.block(otherwise)
                for _, body in branches:
                    found = found.or_else(self.block(body))
                return called.then(found)
            case t.TForEach(members=members, body=body):
                return Work(1 + self.answers(members)).then(
                    self.block(body).then(Work(1.0)).times(self.sizes.members(members))
                )
            case t.TRepeat(times=times, body=body):
                return Work(1 + self.answers(times)).then(
                    self.block(body).then(Work(1.0)).times(self.repeated(times))
                )
            case t.TChoose(options=options, body=chosen, otherwise=otherwise):
                found = self.block(chosen or ()).or_else(self.block(otherwise))
                return Work(1 + self.answers(options)).then(DECISION).then(found)
            case t.TMay(body=body, otherwise=otherwise):
                return Work(1.0).then(DECISION).then(self.block(body).or_else(self.block(otherwise)))
            case t.TOffer():
                return Work(1.0).then(DECISION)
        return Work(1 + self._plain(effect))

    def repeated(self, times: t.TExpr) -> int:
        """The most repetitions of a loop, as far as the tree tells."""
        return int(self.asking("repeated", times))

    def _repeated(self, times: t.TExpr) -> int:
        most = self.ranges(times)[1]
        return max(most, 0) if isinstance(times, t.Const) or most <= self.sizes.regions else TYPICAL

    def _plain(self, effect: t.TEffect) -> float:
        """The steps of the expressions in an immediate effect, and of the set it iterates over."""
        found = 0.0
        waiting = children(effect)
        while waiting:
            part = waiting.pop()
            if isinstance(part, t.TExpr):
                found += self.answers(part)
            else:
                waiting += children(part)
        if isinstance(effect, t.TAct) and ACTS[effect.act].goes_over:
            found += self.sizes.many(ACTS[effect.act].goes_over)
        if (
            isinstance(effect, t.TMoveTokens)
            and self.bound is not None
            and effect.target.what in ("hand", "region")
        ):
            found += self.answers.of(self.bound)
        if isinstance(effect, t.TCollect):
            found += self.answers.of(effect.value)
        return found
