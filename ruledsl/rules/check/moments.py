"""What is certain at a moment of the game: what an event has settled by its end in any case, and the conditions that follow.

It holds what is known, evaluates conditions under it, and runs effects and the events that they raise. It assumes
that nobody shares a region: whoever enters an empty one holds it. It ignores rules of other tiles, and includes those of packs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.language.vocabulary.types import ACTS, FLAG, REGION, TILE, calculated, compared
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.program import is_static
from ruledsl.rules.check.typed.declarations import EventDef, MemoryDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ruledsl.base.diagnostics import Span

# ── facts ───────────────────────────────────────────────────────────────────────
# What is known of a game between two effects: answers to questions about terms.


Term = tuple[object, ...]
"""A term: `("const", 3)`, `("thing", 7)` for a thing that was named here, or a question about such terms."""
Key = tuple[object, ...]
"""A question (the code of a built-in, or a memory) and its subjects."""

MOST_ANSWERS = 4


def const(value: int) -> Term:
    """The term of a number, a flag, a word, or nobody."""
    return ("const", value)


NOBODY = const(-1)


class Fact(NamedTuple):
    """The possible answers, and the effect that has settled them."""

    answers: frozenset[Term]
    span: Span | None


class Facts:
    """Answers by question; nothing is known of other questions."""

    def __init__(self, facts: dict[Key, Fact] | None = None) -> None:
        self.known = dict(facts or {})

    def copy(self) -> Facts:
        """An independent copy."""
        return Facts(self.known)

    def learn(self, key: Key, answers: Iterable[Term], span: Span | None) -> None:
        """Restrict the answer to these."""
        terms = frozenset(answers)
        if len(terms) > MOST_ANSWERS:
            self.known.pop(key, None)
        else:
            self.known[key] = Fact(terms, span)

    def forget(self, gone: Callable[[Key], bool]) -> None:
        """Forget answers that may have changed."""
        self.known = {key: fact for key, fact in self.known.items() if not gone(key)}

    def joined(self, other: Facts) -> Facts:
        """What is known after one of two paths."""
        facts = Facts()
        for key, (answers, span) in self.known.items():
            if key in other.known:
                facts.learn(key, answers | other.known[key].answers, span or other.known[key].span)
        return facts

    def put_for(self, thing: Term, other: Term) -> None:
        """Substitute another term for a thing."""
        self.known = {
            tuple(other if part == thing else part for part in key): Fact(
                frozenset(other if answer == thing else answer for answer in answers), span
            )
            for key, (answers, span) in self.known.items()
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and {k: f.answers for k, f in self.known.items()} == {
            k: f.answers for k, f in other.known.items()
        }

    __hash__ = None  # type: ignore[assignment]


# ── judging ─────────────────────────────────────────────────────────────────────
# Evaluates an expression under what is known: to a term, or to nothing certain.


if TYPE_CHECKING:
    Env = Mapping[object, Term]

MOST_CASES = 32
MOST_DEFINITIONS = 200
"""The most definitions to expand for one expression; otherwise those that ask one another twice would double without end."""


class _OpenError(Travelling):
    """A question with several answers must be decided first."""

    def __init__(self, key: Key) -> None:
        self.key = key


def membership(memory: Key, item: Term) -> Key:
    """The question whether something is in a remembered set."""
    return (*memory, "in", item)


def key_of(node: t.TExpr, term: Callable[[t.TExpr], Term | None]) -> Key | None:
    """The question that a node asks, if all its subjects are known."""
    match node:
        case t.Ask(builtin=builtin, args=args):
            terms = [term(arg) for arg in args]
            return None if None in terms else (builtin.code, *terms)
        case t.Recall(memory=memory, arg=None):
            return (memory, None)
        case t.Recall(memory=memory, arg=arg) if arg is not None:
            subject = term(arg)
            return None if subject is None else (memory, subject)
    return None


class Judge:
    """A judge at one moment: `env` maps variables and pronouns to terms, `certain` are those that are not nobody."""

    def __init__(self, facts: Facts, env: Env, certain: frozenset[Term] = frozenset()) -> None:
        self.facts = facts
        self.env = env
        self.certain = certain
        self.settled: list[Span] = []
        """The effects that settled the answers in use."""
        self._taken: dict[Key, Term] = {}
        self._definitions = 0

    def __call__(self, condition: t.TExpr) -> bool | None:
        """Does a condition hold, whatever the open answers are?"""
        self._definitions = 0
        truths = self._cases(condition, {})
        return truths.pop() if len(truths) == 1 else None

    def term(self, node: t.TExpr) -> Term | None:
        """The term of an expression, if it is unique."""
        self._taken = {}
        self._definitions = 0
        try:
            return self._term(node, self.env)
        except _OpenError:
            return None

    def _cases(self, condition: t.TExpr, taken: dict[Key, Term]) -> set[bool | None]:
        """The condition in all cases, until they differ."""
        self._taken = taken
        try:
            return {self._truth(condition, self.env)}
        except _OpenError as opened:
            truths: set[bool | None] = set()
            if len(taken) * 2 > MOST_CASES:
                return {None}
            for answer in sorted(self.facts.known[opened.key].answers, key=str):
                truths |= self._cases(condition, {**taken, opened.key: answer})
                if None in truths or len(truths) > 1:
                    return {None}
            return truths

    def _known(self, key: Key | None) -> Term | None:
        if key is None or key not in self.facts.known:
            return None
        answers, span = self.facts.known[key]
        if span is not None and span not in self.settled:
            self.settled.append(span)
        if key in self._taken:
            return self._taken[key]
        if len(answers) > 1:
            raise _OpenError(key)
        return next(iter(answers))

    # ── things ──

    def _term(self, node: t.TExpr, env: Env) -> Term | None:
        match node:
            case t.Const(value=value):
                return const(value)
            case t.VarRef(var=var):
                return env.get(var)
            case t.Pronoun(word=word):
                return env.get(word)
            case t.Ask() | t.Recall():
                key = key_of(node, lambda part: self._term(part, env))
                return self._known(key) or key
            case t.Defined(define=define, args=args):
                return (
                    self._term(define.body, self._inside(define.params, args, env)) if self._looks() else None
                )
            case t.Math(op=op, left=left, right=right):
                first, second = self._term(left, env), self._term(right, env)
                if first is None or second is None or not first[0] == second[0] == "const":
                    return None
                return const(calculated(op, first[1], second[1]))  # type: ignore[arg-type]
        if node.type == FLAG:
            truth = self._truth(node, env)
            return None if truth is None else const(int(truth))
        return None

    def _looks(self) -> bool:
        """Is there budget for one more definition?"""
        self._definitions += 1
        return self._definitions <= MOST_DEFINITIONS

    def _inside(self, params: list[t.Var], args: tuple[t.TExpr, ...], env: Env) -> Env:
        terms = zip(params, (self._term(arg, env) for arg in args), strict=True)
        return {**env, **{param: term for param, term in terms if term is not None}}

    # ── conditions ──

    def _truth(self, node: t.TExpr, env: Env) -> bool | None:
        match node:
            case t.Not(operand=operand):
                inner = self._truth(operand, env)
                return None if inner is None else not inner
            case t.Logic(op=op, left=left, right=right):
                return self._logic(op == "or", self._truth(left, env), lambda: self._truth(right, env))
            case t.Order(op=op, left=left, right=right):
                return self._order(op, self._term(left, env), self._term(right, env))
            case t.Defined(define=define, args=args):
                return (
                    self._truth(define.body, self._inside(define.params, args, env))
                    if self._looks()
                    else None
                )
            case t.Member(item=item, members=t.Recall() as members):
                return self._member(self._term(item, env), members, env)
            case t.Const() | t.Ask() | t.Recall() | t.VarRef():
                answer = self._term(node, env)
                return bool(answer[1]) if answer is not None and answer[0] == "const" else None
        return None

    def _logic(self, decisive: bool, left: bool | None, right: Callable[[], bool | None]) -> bool | None:  # noqa: FBT001
        if left is decisive:
            return decisive
        second = right()
        if second is decisive:
            return decisive
        return None if left is None or second is None else not decisive

    def _order(self, op: str, left: Term | None, right: Term | None) -> bool | None:
        if left is None or right is None:
            return None
        if left == right:
            return op in ("==", ">=", "<=")
        if left[0] == right[0] == "const":
            return bool(compared(op, left[1], right[1]))  # type: ignore[arg-type]
        if NOBODY in (left, right) and self.certain & {left, right} and op in ("==", "!="):
            return op == "!="
        return None

    def _member(self, item: Term | None, members: t.Recall, env: Env) -> bool | None:
        key = key_of(members, lambda part: self._term(part, env))
        if item is None or key is None:
            return None
        answer = self._known(membership(key, item))
        return None if answer is None else answer == const(1)


# ── interpreter ─────────────────────────────────────────────────────────────────
# Abstract interpretation of effects and the events that they raise: from what is known before to what is known after.


MOST_EFFECTS = 3000
MOST_WITHIN = 24
"""The deepest nesting of events."""


class TooMuch(Exception):
    """The analysis exceeds its budget."""


class Patience:
    """The remaining budget of effects for all rules of a program."""

    def __init__(self, left: int) -> None:
        self.left = left


class Heard:
    """The triggers on events: those of packs, and those of each tile."""

    def __init__(self, triggers: Iterable[TriggerDef]) -> None:
        self._known: dict[tuple[int, str], list[TriggerDef]] = {}
        for trigger in triggers:
            owner = trigger.origin.owner
            if owner.tile or is_static(owner):
                self._known.setdefault((trigger.event.index, owner.tile), []).append(trigger)

    def of(self, event: EventDef, tile: str) -> list[TriggerDef]:
        """The triggers of packs, then those of the tile."""
        ours = self._known.get((event.index, ""), [])
        return [*ours, *self._known.get((event.index, tile), ())] if tile else ours

    def around(self, event: EventDef, tile: str) -> list[object]:
        """Everything that an event leads to and depends on, for rules of that tile."""
        instead = [trigger for trigger in event.triggers if trigger.moment == "instead"]
        return [*event.body, None, *instead, None, *self.of(event, tile)]


class Place(NamedTuple):
    """The context of effects: the terms of variables and pronouns, and whether they belong to the rule itself."""

    env: dict[object, Term]
    own: bool = False


class Interpreter:
    """Runs one rule over facts, interleaved with its tile's other rules and those of packs. `seen` gets every condition of the rule's own `if`.

    `met` are the events that it went into.
    """

    def __init__(
        self,
        tile: str,
        heard: Heard,
        patience: Patience,
        seen: Callable[[t.TExpr, Judge], None] | None = None,
    ) -> None:
        self.tile = tile
        self.heard = heard
        self.patience = patience
        self.seen = seen
        self.under_way: list[EventDef] = []
        self.met: set[EventDef] = set()
        self._things = 0
        self._effects = 0

    def thing(self) -> Term:
        """A new thing of which nothing is known."""
        self._things += 1
        return ("thing", self._things)

    def _one_more(self) -> None:
        self._effects += 1
        self.patience.left -= 1
        if self._effects > MOST_EFFECTS or self.patience.left < 0:
            raise TooMuch

    # ── events ──

    def event(
        self, event: EventDef, args: list[Term | None], facts: Facts, but: TriggerDef | None = None
    ) -> Facts:
        """The facts after an event, before rules of tiles react to its end; without the trigger under analysis."""
        self.met.add(event)
        if event in self.under_way:
            return Facts()
        if len(self.under_way) == MOST_WITHIN:
            raise TooMuch
        self.under_way.append(event)
        env: dict[object, Term] = {p: a or self.thing() for p, a in zip(event.params, args, strict=True)}
        if event.action is not None:
            env["me"] = self.thing()
        facts = facts.copy()
        facts.forget(lambda key: isinstance(key[0], MemoryDef) and key[0].until is event)
        facts = self._waiting(event, "before", env, facts, but)
        after = self.block(event.body, facts.copy(), Place(env))
        for trigger in event.triggers:
            if trigger.moment == "instead":
                after = after.joined(self._trigger(trigger, env, facts.copy()))
        after = self._waiting(event, "after", env, after, but)
        self.under_way.pop()
        return after

    def _waiting(
        self, event: EventDef, moment: str, env: dict[object, Term], facts: Facts, but: TriggerDef | None
    ) -> Facts:
        """The rules of packs and of the tile itself, which may or may not run."""
        for trigger in self.heard.of(event, self.tile):
            self._one_more()
            if trigger.moment == moment and trigger is not but:
                facts = facts.joined(self._trigger(trigger, env, facts.copy()))
        return facts

    def _trigger(self, trigger: TriggerDef, env: dict[object, Term], facts: Facts) -> Facts:
        return self.block(trigger.body, facts, Place({**env, "me": self.thing(), "here": self.thing()}))

    # ── effects ──

    def block(self, effects: t.TBlock, facts: Facts, place: Place) -> Facts:
        """Effects in order."""
        for effect in effects:
            self._one_more()
            facts = self._effect(effect, facts, place)
        return facts

    def _effect(self, effect: t.TEffect, facts: Facts, place: Place) -> Facts:
        """One effect with all its parts."""
        match effect:
            case t.TDo(event=event, args=args):
                return self.event(event, list(map(Judge(facts, place.env).term, args)), facts)
            case t.TIf():
                return self._if(effect, facts, place)
            case t.TRoll(var=var, shown=shown):
                place.env[var] = self.thing()
                return facts if shown is None else self._effect(shown, facts, place)
            case t.TForEach(var=var, body=body):
                return self._again(body, facts, place, var)
            case t.TRepeat(body=body):
                return self._again(body, facts, place, None)
            case t.TInTurn(var=var, choice=choice):
                return self._again(choice, facts, place, var)
            case t.TChoose(var=var, body=chosen, otherwise=otherwise):
                place.env[var] = self.thing()
                return self._either(chosen or (), otherwise, facts, place)
            case t.TMay(body=body, otherwise=otherwise):
                return self._either(body, otherwise, facts, place)
            case t.TOffer() | t.TProceed():
                return Facts()
        self._plain(effect, facts, place)
        return facts

    def _plain(self, effect: t.TEffect, facts: Facts, place: Place) -> None:
        """An immediate effect."""
        judge = Judge(facts, place.env)
        match effect:
            case t.TLet(var=var, value=value):
                place.env[var] = self._named(value, judge)
            case t.TWrite():
                _write(effect, facts, judge)
            case t.TMoveTokens():
                move(effect, facts, judge)
            case t.TAct(act=name, var=bound):  # a tile that is put back into a deck loses its memories
                facts.forget(lambda key: isinstance(key[0], MemoryDef) and key[0].on == TILE)
                if ACTS[name].does == "put_in_deck":  # a people leaves with its banner
                    leave(facts, None, None, whole=False)
                if bound is not None:
                    place.env[bound] = self.thing()
            case t.TSwap(left=left, right=right):
                facts.forget(lambda key: key[0] in (left.memory, right.memory))
            case t.TSwapRegions():
                # Memories of regions move along.
                facts.forget(lambda key: not isinstance(key[0], MemoryDef) or key[0].on == REGION)

    def _named(self, value: t.TExpr, judge: Judge) -> Term:
        """The term of a local from now on: a new thing, which holds the answer."""
        term = judge.term(value)
        if term is not None and term[0] in ("const", "thing"):
            return term
        thing = self.thing()
        key = key_of(value, judge.term)
        if key is not None and key not in judge.facts.known:
            judge.facts.learn(key, [thing], None)
        return thing

    def _either(self, first: t.TBlock, second: t.TBlock, facts: Facts, place: Place) -> Facts:
        return self.block(first, facts.copy(), place).joined(self.block(second, facts, place))

    def _again(self, body: t.TBlock, facts: Facts, place: Place, var: t.Var | None) -> Facts:
        """Any number of iterations, until nothing more is lost; facts about things named inside do not count.

        A condition inside is seen with what holds in all of them.
        """
        before, seen = self._things, self.seen
        self.seen = None
        later, settled = self._once(body, facts, place, var, before), facts
        while later != settled:
            later, settled = self._once(body, later, place, var, before), later
        self.seen = seen
        return later if seen is None else self._once(body, later, place, var, before)

    def _once(self, body: t.TBlock, facts: Facts, place: Place, var: t.Var | None, before: int) -> Facts:
        """One iteration more, or none."""
        if var is not None:
            place.env[var] = self.thing()
        later = facts.joined(self.block(body, facts.copy(), place))
        later.forget(lambda key: _met(key, later, before))
        return later

    def _if(self, effect: t.TIf, facts: Facts, place: Place) -> Facts:
        joined: Facts | None = None
        for condition, body in effect.branches:
            judge = Judge(facts, place.env)
            if self.seen is not None and place.own:
                self.seen(condition, judge)
            holds = judge(condition)
            if holds is not False:
                way = self.block(body, _assumed(condition, facts, judge, holds=True), place)
                joined = way if joined is None else joined.joined(way)
            if holds:
                return joined or facts
            facts = _assumed(condition, facts, judge, holds=False)
        last = self.block(effect.otherwise, facts, place)
        return last if joined is None else joined.joined(last)


def _write(effect: t.TWrite, facts: Facts, judge: Judge) -> None:
    spot = effect.spot
    what: object = spot.memory if spot.memory is not None else spot.builtin.code if spot.builtin else ""
    key: Key | None = (what,)
    if spot.arg is not None or spot.memory is not None:
        arg = judge.term(spot.arg) if spot.arg is not None else None
        key = None if arg is None and spot.arg is not None else (what, arg)
    value = judge.term(effect.value)
    if what == HOLDER:  # only somebody who is there
        for other, (answers, span) in list(facts.known.items()):
            if other[0] == HOLDER:
                facts.learn(other, answers | {value}, span) if value is not None else facts.forget(
                    other.__eq__
                )
        return
    if effect.op in ("put", "drop"):
        inside = const(int(effect.op == "put"))
        facts.forget(lambda other: other[0] is what and facts.known[other].answers != {inside})
        if key is not None and value is not None:
            facts.learn(membership(key, value), [inside], effect.span)
        return
    facts.forget(lambda other: other[0] == what)
    if effect.op == "set" and key is not None and value is not None and value[0] in ("const", "thing"):
        facts.learn(key, [value], effect.span)
    if what == "stage":  # entering the last stage means leaving the game
        leave(facts, None, None, whole=False)


def _met(key: Key, facts: Facts, before: int) -> bool:
    """Does a fact mention a thing that was named later?"""
    terms = (*key[1:], *facts.known[key].answers)
    return any(isinstance(m, tuple) and m[0] == "thing" and m[1] > before for m in terms)


def _assumed(condition: t.TExpr, facts: Facts, judge: Judge, *, holds: bool) -> Facts:
    """The facts where a condition holds, or fails: a thing that is nobody becomes a constant."""
    assumed = facts.copy()
    if isinstance(condition, t.Order) and condition.op == ("==" if holds else "!="):
        left, right = judge.term(condition.left), judge.term(condition.right)
        for thing, other in ((left, right), (right, left)):
            if thing is not None and thing[0] == "thing" and other == NOBODY:
                assumed.put_for(thing, NOBODY)
    return assumed


# ── how moves of race tokens change the facts about regions: who holds them, who has left them ──


HOLDER, TOKENS, HAND = "holder", "tokens_in", "hand"


def move(effect: t.TMoveTokens, facts: Facts, judge: Judge) -> None:
    """Some tokens of a people move; whether there are any is unknown."""
    people = judge.term(effect.people)
    source, target = effect.source, effect.target
    whole = effect.amount is None
    if HAND in (source.what, target.what):
        facts.forget(lambda key: key[0] == HAND)
        if source.what == HAND and whole and people is not None:
            facts.learn((HAND, people), [const(0)], effect.span)
    if source.what in ("region", "anywhere"):
        region = judge.term(source.of) if source.of is not None else None
        leave(facts, people, region, whole=whole)
        if whole and people is not None and region is not None:
            facts.learn((TOKENS, people, region), [const(0)], effect.span)
    if target.what == "region":
        region = judge.term(target.of) if target.of is not None else None
        _come(facts, people, region, effect)


def leave(facts: Facts, people: Term | None, region: Term | None, *, whole: bool) -> None:
    """Tokens leave a region, or any region: the holder may lose it, and whoever leaves with all tokens does lose it."""
    for key, (answers, span) in list(facts.known.items()):
        if key[0] == HOLDER:
            stay = answers - {people} if whole and key[1] == region and people is not None else answers
            facts.learn(key, stay | {NOBODY}, span)


def _come(facts: Facts, people: Term | None, region: Term | None, effect: t.TMoveTokens) -> None:
    """Tokens enter a region: where nobody was, they may hold it now."""
    facts.forget(lambda key: key[0] == TOKENS or (key[0] == HOLDER and people is None))
    for key, (answers, span) in list(facts.known.items()):
        if key[0] == HOLDER and NOBODY in answers and people is not None:
            facts.learn(key, answers | {people}, effect.span if key[1] == region else span)
