"""Answers and events that would take unreasonably long in any state of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.answers import Answers, asked_by, consisting_of
from ruledsl.rules.check.bounds.doing import Doing
from ruledsl.rules.check.bounds.ranges import Ranges
from ruledsl.rules.check.bounds.sizes import Sizes
from ruledsl.rules.check.graph import children, kept_answers, walk
from ruledsl.rules.check.keeping.asking import Asking
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    ModifierDef,
    PermissionDef,
    TriggerDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ForbidDef, PermitDef

    Rule = (
        ValueDef
        | DefineDef
        | PermissionDef
        | EventDef
        | TriggerDef
        | ActionDef
        | ModifierDef
        | ForbidDef
        | PermitDef
    )
    Thing = Rule | t.TExpr | t.TEffect

MUCH = 10_000_000
"""Steps of one answer, or until somebody decides; all official packs together need a little more than half of it."""
TOO_MUCH = 10
"""The factor at which a warning becomes an error."""
USUAL_BOARD = 64
"""The usual number of regions: on larger boards every region has more others, and more between them."""
MOST_LOOPS = 6
MILLION = 1_000_000


def answers_are_quick(program: Program, diagnostics: Diagnostics) -> None:
    """No answer, and nothing that happens until somebody decides, exceeds a budget of steps."""
    _Effort(program).report(diagnostics)


class _Effort:
    """Finds what exceeds the budget, and in it the place where the steps multiply."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sizes = Sizes(program, usual=True)
        self.answers = Answers(self.sizes, Asking(kept_answers(program), self.sizes.counted))
        self.doing = Doing(self.answers, Ranges(self.sizes))
        self.much = MUCH * max(1.0, self.sizes.regions / USUAL_BOARD) ** 3

    def report(self, diagnostics: Diagnostics) -> None:
        """Report each place once, for the most expensive of all that lead through it."""
        found: dict[Span, tuple[float, str, Thing]] = {}
        for name, thing in self._roots():
            steps = self.steps(thing)
            if steps > self.much:
                place = self._multiplying(thing)
                if steps > found.get(_span(place), (0.0,))[0]:
                    found[_span(place)] = steps, name, place
        for span, (steps, name, place) in found.items():
            why = self._why(place)
            message = f"Here the work multiplies: {name} may take {_in_words(steps)} steps. {why}"
            expected = f"at most {_in_words(self.much)}"
            help_ = "Go through fewer things for each of many, or compute once what is the same for all and name it."
            say = diagnostics.error if steps > TOO_MUCH * self.much else diagnostics.warning
            say("R043", message, span, expected=expected, help=help_)

    def _roots(self) -> Iterator[tuple[str, Thing]]:
        program = self.program
        units: list[ValueDef | DefineDef] = [*program.values, *program.defines]
        for unit in units:
            yield f"the answer to `{unit.name}`", unit
        for permission in program.permissions:
            yield f"whether somebody can `{permission.name}`", permission
        for action in program.actions:
            yield f"offering and taking `{action.name}`", action
        for trigger in program.triggers:
            yield f"what comes `{trigger.moment} {trigger.event.name}`", trigger
        for event in program.events:
            yield f"the event `{event.name}`", event

    # ── steps ──

    def steps(self, thing: Thing) -> float:
        """The steps of one run."""
        match thing:
            case t.TExpr():
                return self.answers(thing)
            case t.TEffect():
                return self.doing.effect(thing).most
            case ValueDef() | DefineDef() | PermissionDef():
                return self.answers.of(thing)
            case EventDef():
                return self.doing.event(thing).most
            case TriggerDef():
                return self.doing.trigger(thing).most
            case ActionDef():
                return max(self.doing.targets(thing), self.doing.action(thing).most)
            case ModifierDef():
                return self.answers.rule(thing)
        return self.answers.limit(thing)

    def _below(self, thing: Thing) -> list[Thing]:
        """The parts of a thing, and what it asks or raises."""
        match thing:
            case t.TExpr() | t.TEffect():
                called = t.raised_in(thing) or asked_by(thing)
                return [*_inside(thing), *([called] if called is not None else [])]
        return list(consisting_of(thing))

    def _heaviest(self, thing: Thing, met: Container[int]) -> Thing | None:
        """The most expensive part of a thing that was not met on the way."""
        return max((part for part in self._below(thing) if id(part) not in met), key=self.steps, default=None)

    def _multiplying(self, thing: Thing) -> Thing:
        """The innermost part over the budget none of whose own parts is. Cycles are followed once."""
        met, waiting = {id(thing)}, [thing]
        while waiting:
            part = waiting.pop()
            heavy = [below for below in self._below(part) if self.steps(below) > self.much]
            if not heavy:
                return part
            waiting += sorted((below for below in heavy if id(below) not in met), key=self.steps)
            met.update(map(id, heavy))
        return thing

    # ── in words ──

    def _why(self, place: Thing) -> str:
        loops = self._loops(place)
        if loops:
            return f"It goes over {', for each of these over '.join(loops)}."
        names: Counter[str] = Counter()
        for node in walk(place) if isinstance(place, t.TExpr | t.TEffect) else ():
            called = t.raised_in(node) or asked_by(node)
            if called is not None:
                names[called.name] += 1
        for name, count in names.most_common(1):
            if count > 1:
                return f"It asks `{name}` {count} times, and there it goes on like that."
            if len(names) > 1:
                return f"It asks {len(names)} others, and there it goes on like that."
        return "Many rules come together here."

    def _loops(self, thing: Thing | None) -> list[str]:
        """The loops from here on, outermost first."""
        found: list[str] = []
        met: set[int] = set()
        while thing is not None and len(found) < MOST_LOOPS:
            met.add(id(thing))
            match thing:
                case t.Filter() | t.Count() | t.Fold() | t.Exists() | t.TForEach():
                    count = self.sizes.members(thing.members)
                    found += [f"{count:,} {thing.members.type.element}s"] if count > 1 else []
                case t.Reach():
                    found.append(f"{self.sizes.all_of(thing.type):,} {thing.type.element}s")
                case t.TRepeat():
                    found.append(f"{self.doing.repeated(thing.times):,} times")
                case ActionDef(options=options) if options is not None:
                    found.append(f"{self.sizes.members(options):,} targets")
                case PermissionDef(params=(first, *_)):
                    found.append(f"{self.sizes.all_of(first.type):,} {first.type}s")
            thing = self._heaviest(thing, met)
        return found


def _inside(node: t.TExpr | t.TEffect) -> list[Thing]:
    found: list[Thing] = []
    for part in children(node):
        if isinstance(part, t.TExpr | t.TEffect):
            found.append(part)
        else:
            found += [inner for inner in children(part) if isinstance(inner, t.TExpr)]
    return found


def _span(thing: Thing) -> Span:
    return thing.span if isinstance(thing, t.TExpr | t.TEffect) else thing.origin.span


def _in_words(steps: float) -> str:
    if steps < MILLION:
        return f"{steps:,.0f}"
    if steps < MILLION**2:
        return f"{steps / MILLION:,.0f} million"
    return "more than a million million"
