"""Lints about rules that may not end, or take too much."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.language.vocabulary.limits import MOST_ASKED
from ruledsl.language.vocabulary.types import GAME
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.answers import Answers, Doing, asked_by, consisting_of
from ruledsl.rules.check.bounds.answers import Unit as Asked
from ruledsl.rules.check.bounds.ranges import Ranges, Sizes
from ruledsl.rules.check.graph import (
    Clause,
    Link,
    asks,
    children,
    circle_in,
    clauses,
    conjuncts,
    constant,
    effects_in,
    kept_answers,
    strongly_connected,
    walk,
)
from ruledsl.rules.check.incremental.asking import Asking
from ruledsl.rules.check.typed import raised_in
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
    from collections.abc import Container, Iterator, Mapping, Sequence

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ForbidDef, MemoryDef, PermitDef

# ── circles ─────────────────────────────────────────────────────────────────────
# Values, definitions and permissions whose answer depends on itself, through bases, modifiers and prohibitions of any tile.


Graph = dict[Asked, list[Link[Asked]]]


def answers_end(program: Program, diagnostics: Diagnostics) -> None:
    """No question is asked again while it is being answered."""
    graph = _graph(program)
    for group in strongly_connected(graph):
        way = circle_in(graph, sorted(group, key=lambda member: member.name))
        if way:
            _report(way, diagnostics)


def _graph(program: Program) -> Graph:
    links = {clause.what: clause.once(_links) for clause in clauses(program)}
    graph: Graph = {}
    immunity = program.value(program.composition.roles.get("immunity", ""))
    for value in program.values:
        graph[value] = [*links[value]]
        for modifier in value.modifiers:
            graph[value] += links[modifier]
            if value.against is not None and immunity is not None and modifier.origin.owner.tile:
                graph[value].append(Link(immunity, modifier.origin.span))
    for define in program.defines:
        graph[define] = links[define]
    for permission in program.permissions:
        rules = (*permission.forbids, *permission.permits)
        graph[permission] = [link for rule in rules for link in links[rule]]
    return graph


def _links(clause: Clause) -> list[Link[Asked]]:
    return [Link(unit, node.span) for node in clause.nodes if (unit := asked_by(node)) is not None]  # type: ignore[union-attr]


def _report(way: list[tuple[Asked, Link[Asked]]], diagnostics: Diagnostics) -> None:
    first = way[0][0]
    names = " → ".join(f"`{member.name}`" for member in (*(node for node, _ in way), first))
    labels: list[tuple[Span, str]] = [
        (link.span, f"`{node.name}` asks `{link.to.name}` here") for node, link in way
    ]
    diagnostics.error(
        "R002",
        f"`{first.name}` depends on itself, so it has no answer: {names}.",
        labels[0][0],
        labels=labels[1:],
    )


# ── depth ───────────────────────────────────────────────────────────────────────
# Questions, events, brackets and blocks that are nested too deep to follow.


if TYPE_CHECKING:
    Thing = ValueDef | DefineDef | PermissionDef | EventDef | ActionDef

TOO_DEEP = "R003"
MOST_DEEP = 120
"""The most nodes nested in each other, through every question and event on the way; official packs need a quarter of that."""
BY_NAME = 2
"""The additional depth of a question or event by name, for the rules in between."""


class _Near(NamedTuple):
    """For one clause: its own depth, and the depth at which it asks or raises something."""

    own: int
    others: dict[Thing, int]


class _Way(NamedTuple):
    """The depth of something, and what it leads through; None if that is in itself."""

    deep: int
    to: Thing | None


def nothing_is_too_deep(program: Program, diagnostics: Diagnostics) -> None:
    """No question or event nests deeper than the stack allows, with everything that it asks on the way."""
    near = {clause.what: clause.once(_near) for clause in clauses(program)}
    parts = {thing: [near[part] for part in _parts(thing) if part in near] for thing in _things(program)}
    graph = {
        thing: [Link(other, other.origin.span) for one in content for other in one.others]
        for thing, content in parts.items()
    }
    ways: dict[Thing, _Way] = {}
    reported: set[Span] = set()
    for group in strongly_connected(graph):
        below = [
            _Way(depth + BY_NAME + ways[other].deep, other)
            for thing in group
            for one in parts[thing]
            for other, depth in one.others.items()
            if other in ways
        ]
        own = sum(max([one.own for one in parts[thing]], default=0) for thing in group)
        way = max([_Way(own, None), *below], key=lambda one: one.deep)
        ways.update(dict.fromkeys(group, way))
        if way.deep > MOST_DEEP and (way.to is None or ways[way.to].deep <= MOST_DEEP):
            span = _written_last(group[0], ways, program).origin.span
            if span not in reported:
                reported.add(span)
                message = f"What `{group[0].name}` asks and raises, one thing in the other, is more than {MOST_DEEP} levels deep."
                help_ = "Brackets, blocks and joined parts are counted too. Ask less within what others ask."
                diagnostics.error(TOO_DEEP, message, span, help=help_)


def _written_last(thing: Thing, ways: dict[Thing, _Way], program: Program) -> Thing:
    """On the deepest path, the first thing of the pack that builds on the others."""
    packs = [pack.id for pack in program.composition.packs]
    last, to = thing, ways[thing].to
    while to is not None:
        if packs.index(to.origin.owner.pack) > packs.index(last.origin.owner.pack):
            last = to
        to = ways[to].to
    return last


def _things(program: Program) -> list[Thing]:
    return [*program.values, *program.defines, *program.permissions, *program.events, *program.actions]


def _parts(thing: Thing) -> list[object]:
    """The declaration itself, and the rules that change, await, forbid or permit it."""
    match thing:
        case ValueDef():
            return [thing, *thing.modifiers]
        case PermissionDef():
            return [*thing.forbids, *thing.permits]
        case EventDef():
            return [thing, *thing.triggers]
    return [thing]


def _near(clause: Clause) -> _Near:
    own = 0
    others: dict[Thing, int] = {}
    waiting = [(root, 1) for root in clause.roots]
    while waiting:
        node, depth = waiting.pop()
        own = max(own, depth)
        waiting += [(part, depth + 1) for part in children(node)]
        other = raised_in(node) or asked_by(node)
        if other is not None:
            others[other] = max(others.get(other, 0), depth)
    return _Near(own, others)


# ── effort ──────────────────────────────────────────────────────────────────────
# Answers and events that would take unreasonably long in any state of the game.


if TYPE_CHECKING:
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
    Weighed = Rule | t.TExpr | t.TEffect

MUCH_EFFORT = 50_000_000
"""Steps of one answer, or until somebody decides; all official packs together need a little more than half of it."""
TOO_MUCH_EFFORT = 2
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
        self.much = MUCH_EFFORT * max(1.0, self.sizes.regions / USUAL_BOARD) ** 3

    def report(self, diagnostics: Diagnostics) -> None:
        """Report each place once, for the most expensive of all that lead through it."""
        dearest: dict[Span, tuple[float, str, Weighed]] = {}
        for name, thing in self._roots():
            steps = self.steps(thing)
            if steps > self.much:
                place = self._multiplying(thing)
                if steps > dearest.get(_span(place), (0.0,))[0]:
                    dearest[_span(place)] = steps, name, place
        for span, (steps, name, place) in dearest.items():
            why = self._why(place)
            message = f"Here the work multiplies: {name} may take {_in_words(steps)} steps. {why}"
            expected = f"at most {_in_words(self.much)}"
            help_ = "Go through fewer things for each of many, or compute once what is the same for all and name it."
            say = diagnostics.error if steps > TOO_MUCH_EFFORT * self.much else diagnostics.warning
            say("R043", message, span, expected=expected, help=help_)

    def _roots(self) -> Iterator[tuple[str, Weighed]]:
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

    def steps(self, thing: Weighed) -> float:
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

    def _below(self, thing: Weighed) -> list[Weighed]:
        """The parts of a thing, and what it asks or raises."""
        match thing:
            case t.TExpr() | t.TEffect():
                called = t.raised_in(thing) or asked_by(thing)
                return [*_inside(thing), *([called] if called is not None else [])]
        return list(consisting_of(thing))

    def _heaviest(self, thing: Weighed, met: Container[int]) -> Weighed | None:
        """The most expensive part of a thing that was not met on the way."""
        return max((part for part in self._below(thing) if id(part) not in met), key=self.steps, default=None)

    def _multiplying(self, thing: Weighed) -> Weighed:
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

    def _why(self, place: Weighed) -> str:
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

    def _loops(self, thing: Weighed | None) -> list[str]:
        """The loops from here on, outermost first."""
        loops: list[str] = []
        met: set[int] = set()
        while thing is not None and len(loops) < MOST_LOOPS:
            met.add(id(thing))
            match thing:
                case t.Filter() | t.Count() | t.Fold() | t.Exists() | t.TForEach():
                    count = self.sizes.members(thing.members)
                    loops += [f"{count:,} {thing.members.type.element}s"] if count > 1 else []
                case t.Reach():
                    loops.append(f"{self.sizes.all_of(thing.type):,} {thing.type.element}s")
                case t.TInTurn(passing=passing):
                    loops.append(f"{self.sizes.seats * (MOST_ASKED if passing else 1):,} times")
                case t.TRepeat():
                    loops.append(f"{self.doing.repeated(thing.times):,} times")
                case ActionDef(options=options) if options is not None:
                    loops.append(f"{self.sizes.members(options):,} targets")
                case PermissionDef(params=(first, *_)):
                    loops.append(f"{self.sizes.all_of(first.type):,} {first.type}s")
            thing = self._heaviest(thing, met)
        return loops


def _inside(node: t.TExpr | t.TEffect) -> list[Weighed]:
    weighed: list[Weighed] = []
    for part in children(node):
        if isinstance(part, t.TExpr | t.TEffect):
            weighed.append(part)
        else:
            weighed += [inner for inner in children(part) if isinstance(inner, t.TExpr)]
    return weighed


def _span(thing: Weighed) -> Span:
    return thing.span if isinstance(thing, t.TExpr | t.TEffect) else thing.origin.span


def _in_words(steps: float) -> str:
    if steps < MILLION:
        return f"{steps:,.0f}"
    if steps < MILLION**2:
        return f"{steps / MILLION:,.0f} million"
    return "more than a million million"


# ── runaway ─────────────────────────────────────────────────────────────────────
# Events that raise themselves, directly or through others and their triggers, without a decision in between.


if TYPE_CHECKING:
    EventGraph = dict[EventDef, list[Link[EventDef]]]


def events_end(program: Program, diagnostics: Diagnostics) -> None:
    """Every raised event comes to an end, or to a decision that may end it.

    Effects in `may …:` and `may choose …:` happen only if somebody wants them, unless they happen either way, and actions are taken one by one;
    everything else happens by itself.
    """
    bodies = {event: [event.body, *(trigger.body for trigger in event.triggers)] for event in program.events}
    once = {id(effect) for event in program.events for effect in _once(event)}
    links = {clause.what: clause.once(_event_links) for clause in clauses(program)}
    graph: EventGraph = {
        event: [link for what in (event, *event.triggers) for link in links[what]] for event in program.events
    }
    does = {clause.what: clause.once(_does) for clause in clauses(program)}
    sure = _Sure(bodies, once, does)
    for group in strongly_connected(graph):
        sure.settle(group)
        circle = sorted([event for event in group if sure.raises_itself(event)], key=lambda event: event.name)
        if circle:
            _report_event(circle_in(graph, circle), diagnostics)


def _event_links(clause: Clause) -> list[Link[EventDef]]:
    return [Link(event, node.span) for node in clause.nodes if (event := t.raised_in(node)) is not None]  # type: ignore[union-attr]


class _Does(NamedTuple):
    """What a body may do: take tokens out of regions, bring some there, raise events, and write memories."""

    takes: bool
    brings: bool
    raised: tuple[EventDef, ...]
    writes: tuple[MemoryDef, ...]


def _does(clause: Clause) -> _Does:
    moves = [node for node in clause.nodes if isinstance(node, t.TMoveTokens)]
    return _Does(
        any(move.source.what == "region" for move in moves),
        any(move.target.what == "region" for move in moves),
        tuple(event for node in clause.nodes if (event := raised_in(node)) is not None),
        tuple(spot.memory for node in clause.nodes for spot in t.written_in(node) if spot.memory),
    )


class _Sure:
    """The events that are raised regardless of decisions, as bits by index: for every event all that it leads to.

    An effect in `once` (by `id`) does not cause its own repetition, nor what happens only while a flag is not set. Nor does one under a condition
    on tokens in regions, if events that lead to one another take some away and bring none: then the condition fails in the end.
    """

    def __init__(
        self, bodies: dict[EventDef, list[t.TBlock]], once: set[int], does: Mapping[object, _Does]
    ) -> None:
        self.bodies = bodies
        self.once = once
        self.does = does
        self.raised: dict[EventDef, int] = {}
        self.thins_out = False
        self.group: list[EventDef] = []
        self.writes: Counter[MemoryDef] = Counter()

    def settle(self, group: list[EventDef]) -> None:
        """Settle events that lead to one another, after all others that they lead to."""
        self.group, self.thins_out = group, self._thins_out(group)
        self.writes = Counter(memory for does in self._own(group) for memory in does.writes)
        changed = True
        while changed:
            changed = False
            for event in group:
                raised = 0
                for body in self.bodies[event]:
                    raised |= self._of(body)
                changed |= raised != self.raised.get(event, 0)
                self.raised[event] = raised

    def _happens_once(self, condition: t.TExpr, body: t.TBlock) -> bool:
        """Does it happen only while a flag is not set, which it sets first, and which nothing on the way clears?"""
        first = body[0] if body else None
        if not isinstance(first, t.TWrite) or first.op != "set" or constant(first.value) != 1:
            return False
        flag = first.spot.memory
        unset = any(
            isinstance(part, t.Not) and isinstance(part.operand, t.Recall) and part.operand.memory is flag
            for part in conjuncts(condition)
        )
        return flag is not None and unset and flag.until not in self.group and self.writes[flag] == 1

    def _thins_out(self, group: list[EventDef]) -> bool:
        """Do these events, with all that they raise, take tokens out of regions, and do they themselves bring none there?"""
        if any(does.brings for does in self._own(group)):
            return False
        waiting, met = list(group), set(group)
        while waiting:
            does = self.does[waiting.pop()]
            if does.takes:
                return True
            new = {*does.raised} - met
            met |= new
            waiting += new
        return False

    def _own(self, group: list[EventDef]) -> list[_Does]:
        """What the events do themselves, with what waits for them."""
        return [self.does[what] for event in group for what in (event, *event.triggers)]

    def raises_itself(self, event: EventDef) -> bool:
        """Does it raise itself, regardless of decisions?"""
        return bool(self.raised[event] >> event.index & 1)

    def _of(self, parts: Sequence[object]) -> int:
        raised = 0
        for part in parts:
            match part:
                case t.TDo(event=event) if id(part) not in self.once:
                    raised |= 1 << event.index | self.raised.get(event, 0)
                case t.TMay(body=body, otherwise=otherwise) | t.TChoose(body=body, otherwise=otherwise):
                    raised |= self._of(body or ()) & self._of(otherwise)
                case t.TIf() | t.TForEach() if self.thins_out and _is_about_tokens(part):
                    continue
                case t.TIf(branches=branches, otherwise=otherwise):
                    raised |= self._of(otherwise)
                    for condition, body in branches:
                        raised |= 0 if self._happens_once(condition, body) else self._of(body)
                case t.TEffect():
                    raised |= self._of(children(part))
        return raised


ABOUT_TOKENS = ("land", "tokens_in", "force", "troops", "occupants")
"""The questions that tell of tokens in regions."""


def _is_about_tokens(part: t.TIf | t.TForEach) -> bool:
    """Does it depend on tokens in regions whether something happens?"""
    looked = [part.members] if isinstance(part, t.TForEach) else [condition for condition, _ in part.branches]
    return any(asks(node, *ABOUT_TOKENS) for node in walk(*looked))


def _once(event: EventDef) -> list[t.TDo]:
    """What the only trigger that raises its own event raises under a condition that fails the next time: `if people is not me: do … of me`."""
    again = [(trigger, _anew(trigger.body, [trigger.condition], event)) for trigger in event.triggers]
    raising = [
        effects for trigger, effects in again if any(_is_raised(event, part) for part in walk(*trigger.body))
    ]
    return raising[0] if len(raising) == 1 else []


def _is_raised(event: EventDef, part: object) -> bool:
    return t.raised_in(part) is event


def _anew(block: t.TBlock, given: list[t.TExpr | None], event: EventDef) -> list[t.TDo]:
    """Effects that raise the event with arguments for which one of the conditions on the way fails."""
    effects: list[t.TDo] = []
    for effect in block:
        if isinstance(effect, t.TDo) and effect.event is event:
            args = dict(zip(event.params, effect.args, strict=True))
            parts = [part for condition in given for part in conjuncts(condition)]
            effects += [effect] if any(constant(_said_of(part, args)) == 0 for part in parts) else []
        elif isinstance(effect, t.TIf):
            for condition, body in effect.branches:
                effects += _anew(body, [*given, condition], event)
        elif isinstance(effect, t.TEffect):
            effects += _anew(effects_in(effect), given, event)
    return effects


def _said_of(part: t.TExpr, args: Mapping[t.Var, t.TExpr]) -> t.TExpr:
    """A condition on the event's parameters, applied to these arguments, as far as it compares them."""
    match part:
        case t.VarRef(var=var) if var in args:
            return args[var]
        case t.Not(operand=operand):
            return replace(part, operand=_said_of(operand, args))
        case t.Order(left=left, right=right):
            return replace(part, left=_said_of(left, args), right=_said_of(right, args))
    return part


def _report_event(way: list[tuple[EventDef, Link[EventDef]]], diagnostics: Diagnostics) -> None:
    names = " → ".join(f"`{event.name}`" for event in (*(node for node, _ in way), way[0][0]))
    labels = [(link.span, f"`{node.name}` raises `{link.to.name}` here") for node, link in way]
    diagnostics.error(
        "R015",
        f"`{way[0][0].name}` raises itself, and nobody can stop it: {names}.",
        labels[0][0],
        labels=labels[1:],
        help="Let somebody decide on the way: with `may`, `may choose` or an action. Or remember that it has been: "
        "`if not done of me:`, and first of all below that `set done of me to yes`.",
    )


# ── work ────────────────────────────────────────────────────────────────────────
# Loops that would take unreasonably long, and memories that are too large to send.


MOST_TIMES = 10_000


def loops_are_short(program: Program, diagnostics: Diagnostics) -> None:
    """Nested `repeat` with literal numbers stays below a bound. Numbers that depend on the game are bounded at runtime."""
    rules: list[Any] = [*program.events, *program.triggers, *program.actions]
    for rule in rules:
        _look(rule.body, 1, diagnostics)


def _look(body: t.TBlock, times: int, diagnostics: Diagnostics) -> None:
    for effect in body:
        inner = times
        if isinstance(effect, t.TRepeat):
            inner *= max(constant(effect.times) or 1, 1)
            if inner > MOST_TIMES:
                message = f"This would be repeated {inner} times."
                diagnostics.error(
                    "R042", message, effect.span, expected=f"at most {MOST_TIMES}, loops around it included"
                )
                continue
        _look(effects_in(effect), inner, diagnostics)


MUCH = 50_000
"""The most words and numbers remembered at once; the official packs together need less than a third of it."""
TOO_MUCH = 10
"""The factor at which a warning becomes an error."""


def tables_can_be_told(program: Program, diagnostics: Diagnostics) -> None:
    """All memories of all nouns, with each member of a set counted, are small enough to be sent with every view of the table."""
    sizes = Sizes(program)

    def told(memory: MemoryDef) -> int:
        rows = 1 if memory.on == GAME else sizes.all_of(memory.on)
        return rows * (1 + sizes.all_of(memory.type) if memory.type.is_set else 1)

    whole = sum(map(told, program.memories))
    if whole <= MUCH:
        return
    heaviest = max(program.memories, key=told)
    message = (
        f"All that is remembered may come to {whole:,} words and numbers, {told(heaviest):,} of them in `{heaviest.name}`: "
        "every view of the table and every saved game has all of it."
    )
    help_ = "Remember less for each, on fewer, or use a map with fewer regions. Pieces that lie in regions cost nothing."
    say = diagnostics.error if whole > TOO_MUCH * MUCH else diagnostics.warning
    say("R043", message, heaviest.origin.span, expected=f"at most {MUCH:,}", help=help_)
