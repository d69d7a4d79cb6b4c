"""The most steps of an answer: every node costs one each time it is evaluated, and a loop costs its body for each member.

Parts that do not depend on the current member count once, since they are evaluated once; so do conditions that hold for all members of a
bit set together. A question asked by two parts of a rule counts twice: a chain of definitions that ask one another twice doubles at each link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.language.vocabulary.limits import MOST_ASKED
from ruledsl.language.vocabulary.types import ACTS, BIT_SETS
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import children, conjuncts
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    ForbidDef,
    ModifierDef,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.rules.check.bounds.ranges import Ranges, Sizes
    from ruledsl.rules.check.incremental.asking import Asking

Unit = ValueDef | DefineDef | PermissionDef
"""Anything asked by name."""
Rule = ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef
Asked = Unit | EventDef | Rule
Part = t.TExpr | t.TEffect | Rule

_FREE = (t.Const, t.VarRef, t.Pronoun)


def asked_by(node: object) -> Unit | None:
    """The value, definition or permission that a node asks."""
    asked = t.asked_in(node)
    return asked if isinstance(asked, Unit) and isinstance(node, t.TExpr) else None


def consisting_of(thing: Asked) -> list[Part]:
    """The tree of a declaration or rule, and the rules that change, await, forbid or permit it."""
    match thing:
        case ValueDef():
            parts: list[Part | None] = [thing.base, thing.against, *thing.modifiers]
        case DefineDef():
            parts = [thing.body]
        case PermissionDef():
            parts = [*thing.forbids, *thing.permits]
        case EventDef():
            parts = [*thing.body, *thing.triggers]
        case TriggerDef():
            replaced = thing.event.body if thing.moment == "instead" else ()  # it may continue with that
            parts = [thing.condition, *thing.body, *replaced]
        case ActionDef():
            limits = [thing.limit.times, thing.limit.each] if thing.limit else []
            parts = [thing.options, thing.condition, *limits, *thing.body]
        case ModifierDef():
            parts = [thing.change, thing.condition]
        case _:
            parts = [thing.condition]
    return [part for part in parts if part is not None]


def parts_of(node: t.TExpr) -> Iterator[t.TExpr]:
    """The direct subexpressions."""
    return (part for part in children(node) if isinstance(part, t.TExpr))


class Answers:
    """Created once for a program without errors, in which nothing depends on itself."""

    def __init__(self, sizes: Sizes, asking: Asking) -> None:
        self.sizes = sizes
        self.asking = asking
        asking.about("answer", self._alone(self._unit), consisting_of)
        asking.about("rule", self._alone(self._rule), consisting_of)
        asking.about("limit", self._alone(self._limit), consisting_of)
        self._nodes: dict[int, float] = {}
        self._free: dict[int, frozenset[t.Var]] = {}

    def _alone(self, find: Callable[[Any], float]) -> Callable[[Any], float]:
        """Separate results for each question, since an expression's bound may depend on the one that asks."""

        def alone(thing: object) -> float:
            before, self._nodes = self._nodes, {}
            steps = find(thing)
            self._nodes = before
            return steps

        return alone

    def __call__(self, node: t.TExpr | None) -> float:
        """The steps of an expression."""
        if node is None or isinstance(node, _FREE):
            return 0.0
        steps = self._nodes.get(id(node))
        if steps is None:
            steps = self._nodes[id(node)] = self._steps(node)
        return steps

    def of(self, unit: Unit) -> float:
        """The steps of a value with all rules that can be in force, of a definition, or of a permission asked about everything at once."""
        return float(self.asking("answer", unit))

    def rule(self, rule: ModifierDef) -> float:
        """The steps of one modifier."""
        return float(self.asking("rule", rule))

    def limit(self, rule: ForbidDef | PermitDef) -> float:
        """The steps of one prohibition or permit, asked about everything at once."""
        return float(self.asking("limit", rule))

    def _rule(self, rule: ModifierDef) -> float:
        return 1 + self(rule.change) + self(rule.condition)

    def _limit(self, rule: ForbidDef | PermitDef) -> float:
        first = rule.permission.params[0]
        return 1 + (
            self.over(first, None, self.sizes.all_of(first.type), rule.condition) if rule.condition else 0
        )

    def loop(self, node: t.Loop) -> tuple[float, float, int]:
        """The steps of a loop outside its body, those for each member, and the number of members. Terms of folds are evaluated for each."""
        once, each = self._split(node.condition, node.var) if node.condition is not None else (0.0, 0.0)
        each += 1 + self(node.term) if isinstance(node, t.Fold) else 0
        return 1 + self(node.members) + once, each, self.sizes.members(node.members)

    def over(self, var: t.Var, members: t.TExpr | None, count: int, *conditions: t.TExpr) -> float:
        """The steps of testing conditions for each of `count` members."""
        split = [self._split(condition, var) for condition in conditions]
        return 1 + self(members) + sum(once for once, _ in split) + count * sum(each for _, each in split)

    # ── nodes ──

    def _steps(self, node: t.TExpr) -> float:
        if isinstance(node, t.Loop):
            once, each, count = self.loop(node)
            return once + count * each
        if isinstance(node, t.Reach):
            return 1 + self(node.start) + self.sizes.all_of(node.type) * (1 + self(node.step))
        return self._own(node) + sum(self(part) for part in parts_of(node))

    def _own(self, node: t.TExpr) -> float:
        unit = asked_by(node)
        if unit is not None:
            return 1 + self.of(unit)
        if isinstance(node, t.Ask):
            return float(self.sizes.many(node.builtin.goes_over)) if node.builtin.goes_over else 1.0
        return 1.0

    def _split(self, node: t.TExpr, var: t.Var) -> tuple[float, float]:
        """The steps of an expression that are done once while `var` iterates over members, and those for each member."""
        if var not in self._variables(node):
            return self(node), 0.0
        if isinstance(node, t.VarRef):
            return 0.0, 0.0
        whole = self._whole(node, var) if var.type in BIT_SETS else None
        if whole is not None:
            return whole, 0.0
        if isinstance(node, t.Loop | t.Reach):
            return 0.0, self(node)
        split = [self._split(part, var) for part in parts_of(node)]
        return sum(once for once, _ in split), self._own(node) + sum(each for _, each in split)

    def _whole(self, node: t.TExpr, var: t.Var) -> float | None:
        """The steps of a condition for all members of a bit set together; None if each member must be tested."""
        match node:
            case t.Not(operand=operand):
                return self._whole(operand, var)
            case t.Logic(left=left, right=right):
                parts = [
                    self._whole(part, var) if var in self._variables(part) else self(part)
                    for part in (left, right)
                ]
                return None if None in parts else 1 + sum(part for part in parts if part is not None)
            case t.HasTrait(noun=t.VarRef()):
                return 1.0
            case t.HasPiece(place=t.VarRef(), kind=other) | t.Member(item=t.VarRef(), members=other):
                return self._once(other, var)
            case t.CanDo(args=(t.VarRef(), *rest)) if not any(var in self._variables(arg) for arg in rest):
                return self(node)
            case t.Order(op="==" | "!=", left=t.Ask(args=(t.VarRef(),)), right=other):
                return self._once(other, var)
            case t.Defined(define=define, args=args):
                return self._whole_definition(define, args, var)
            case t.Exists(members=members, condition=condition) if var not in self._variables(members):
                return self._together(node, condition, var)
        return None

    def _once(self, other: t.TExpr, var: t.Var) -> float | None:
        return None if var in self._variables(other) else 1 + self(other)

    def _whole_definition(self, define: DefineDef, args: tuple[t.TExpr, ...], var: t.Var) -> float | None:
        using = [place for place, arg in enumerate(args) if var in self._variables(arg)]
        if len(using) != 1 or not isinstance(args[using[0]], t.VarRef):
            return None
        steps = self._whole(define.body, define.params[using[0]])
        return None if steps is None else steps + sum(map(self, args))

    def _together(self, node: t.Exists, condition: t.TExpr | None, var: t.Var) -> float | None:
        """`some home in … where it is in SET of home`: the union of these sets."""
        parts = [part for part in conjuncts(condition) if var in self._variables(part)]
        match parts:
            case [t.Member(item=t.VarRef(var=item), members=members)] if (
                item is var and var not in self._variables(members)
            ):
                return self(node)
        return None

    def _variables(self, node: t.TExpr) -> frozenset[t.Var]:
        """All variables that are read in it."""
        free = self._free.get(id(node))
        if free is None:
            own = frozenset({node.var}) if isinstance(node, t.VarRef) else frozenset[t.Var]()
            free = self._free[id(node)] = own.union(*(self._variables(part) for part in parts_of(node)))
        return free

    # ── units ──

    def _unit(self, unit: Unit) -> float:
        if isinstance(unit, DefineDef):
            return self(unit.body)
        if isinstance(unit, ValueDef):
            return 1 + self(unit.base) + self(unit.against) + self.sizes.in_force(unit.modifiers, self.rule)
        rules = (*unit.forbids, *unit.permits)
        return 1 + self.sizes.in_force(rules, self.limit)


# ── doing ───────────────────────────────────────────────────────────────────────
# The steps until somebody is asked: effects, the events that they raise, and the triggers on those.


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
        work: Work = self.asking(what, thing)
        return work

    def _raised(self, event: EventDef) -> Work:
        total = self.block(event.body).then(Work(1.0))
        works = {trigger: self._trigger(trigger) for trigger in event.triggers}
        for trigger, work in works.items():
            if trigger.moment == "instead":
                total = total.or_else(work)
        through = self.sizes.in_force(event.triggers, lambda rule: max(works[rule].through, 0.0))
        first = self.sizes.in_force(event.triggers, lambda rule: max(works[rule].most, 0.0))
        return total.then(Work(through)).or_else(Work(NEVER, total.through + first, first, first))

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
        work = Work()
        for effect in effects:
            work = work.then(self.effect(effect))
        return work

    def effect(self, effect: t.TEffect) -> Work:
        """One effect with all its parts."""
        match effect:
            case t.TDo(event=event, args=args):
                return Work(sum(map(self.answers, args))).then(self.event(event))
            case t.TProceed(event=event):
                return self.block(event.body)
            case t.TRoll() | t.TReroll():
                return self._rolled(effect)
            case t.TInTurn(members=members, choice=choice, passing=passing):
                times = self.sizes.seats * (MOST_ASKED if passing else 1)
                return Work(1 + self.answers(members)).then(self.block(choice).then(Work(1.0)).times(times))
            case t.TIf(branches=branches, otherwise=otherwise):
                called = Work(1 + sum(self.answers(condition) for condition, _ in branches))
                work = self.block(otherwise)
                for _, body in branches:
                    work = work.or_else(self.block(body))
                return called.then(work)
            case t.TForEach(members=members, body=body, until=until):
                once = self.block(body).then(Work(1 + self.answers(until)))
                return Work(1 + self.answers(members)).then(once.times(self.sizes.members(members)))
            case t.TRepeat(times=times, body=body, until=until):
                once = self.block(body).then(Work(1 + self.answers(until)))
                return Work(1 + self.answers(times)).then(once.times(self.repeated(times)))
            case t.TChoose(options=options, body=chosen, otherwise=otherwise):
                work = self.block(chosen or ()).or_else(self.block(otherwise))
                return Work(1 + self.answers(options)).then(DECISION).then(work)
            case t.TMay(body=body, otherwise=otherwise):
                return Work(1.0).then(DECISION).then(self.block(body).or_else(self.block(otherwise)))
            case t.TOffer():
                return Work(1.0).then(DECISION)
        return Work(1 + self._plain(effect))

    def _rolled(self, roll: t.TRoll | t.TReroll) -> Work:
        """Dice, each of which is seen by itself."""
        once = Work(1.0).then(self.effect(roll.shown) if roll.shown is not None else Work())
        if isinstance(roll, t.TReroll):
            return Work(1 + self.answers(roll.again)).then(once.times(self.sizes.members(roll.again)))
        if roll.amount is None:
            return once
        return Work(1 + self.answers(roll.amount)).then(once.times(self.repeated(roll.amount)))

    def repeated(self, times: t.TExpr) -> int:
        """The most repetitions of a loop, as far as the tree tells."""
        return int(self.asking("repeated", times))

    def _repeated(self, times: t.TExpr) -> int:
        most = self.ranges(times)[1]
        return max(most, 0) if isinstance(times, t.Const) or most <= self.sizes.regions else TYPICAL

    def _plain(self, effect: t.TEffect) -> float:
        """The steps of the expressions in an immediate effect, and of the set it iterates over."""
        steps = 0.0
        waiting = children(effect)
        while waiting:
            part = waiting.pop()
            if isinstance(part, t.TExpr):
                steps += self.answers(part)
            else:
                waiting += children(part)
        if isinstance(effect, t.TAct) and ACTS[effect.act].goes_over:
            steps += self.sizes.many(ACTS[effect.act].goes_over)
        if (
            isinstance(effect, t.TMoveTokens)
            and self.bound is not None
            and effect.target.what in ("hand", "region")
        ):
            steps += self.answers.of(self.bound)
        if isinstance(effect, t.TCollect):
            steps += self.answers.of(effect.value)
        return steps
