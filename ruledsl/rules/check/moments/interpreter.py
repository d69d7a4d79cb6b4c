"""Abstract interpretation of effects and the events that they raise: from what is known before to what is known after."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.language.vocabulary.effects import ACTS
from ruledsl.language.vocabulary.types import REGION, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.moments.facts import NOBODY, Facts, const
from ruledsl.rules.check.moments.judging import Judge, key_of, membership
from ruledsl.rules.check.program import is_static
from ruledsl.rules.check.typed.declarations import EventDef, MemoryDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.rules.check.moments.facts import Key, Term

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
        found = self.block(event.body, facts.copy(), Place(env))
        for trigger in event.triggers:
            if trigger.moment == "instead":
                found = found.joined(self._trigger(trigger, env, facts.copy()))
        found = self._waiting(event, "after", env, found, but)
        self.under_way.pop()
        return found

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
        found = judge.term(value)
        if found is not None and found[0] in ("const", "thing"):
            return found
        thing = self.thing()
        key = key_of(value, judge.term)
        if key is not None and key not in judge.facts.known:
            judge.facts.learn(key, [thing], None)
        return thing

    def _either(self, first: t.TBlock, second: t.TBlock, facts: Facts, place: Place) -> Facts:
        return self.block(first, facts.copy(), place).joined(self.block(second, facts, place))

    def _again(self, body: t.TBlock, facts: Facts, place: Place, var: t.Var | None) -> Facts:
        """Any number of iterations, until nothing more is lost; facts about things named inside do not count."""
        before = self._things
        while True:
            if var is not None:
                place.env[var] = self.thing()
            later = facts.joined(self.block(body, facts.copy(), place))
            later.forget(lambda key, later=later: _met(key, later, before))  # type: ignore[misc]
            if later == facts:
                return later
            facts = later

    def _if(self, effect: t.TIf, facts: Facts, place: Place) -> Facts:
        found: Facts | None = None
        for condition, body in effect.branches:
            judge = Judge(facts, place.env)
            if self.seen is not None and place.own:
                self.seen(condition, judge)
            holds = judge(condition)
            if holds is not False:
                way = self.block(body, _assumed(condition, facts, judge, holds=True), place)
                found = way if found is None else found.joined(way)
            if holds:
                return found or facts
            facts = _assumed(condition, facts, judge, holds=False)
        last = self.block(effect.otherwise, facts, place)
        return last if found is None else found.joined(last)


def _write(effect: t.TWrite, facts: Facts, judge: Judge) -> None:
    spot = effect.spot
    what: object = spot.memory if spot.memory is not None else spot.builtin.code if spot.builtin else ""
    key: Key | None = (what,)
    if spot.arg is not None or spot.memory is not None:
        arg = judge.term(spot.arg) if spot.arg is not None else None
        key = None if arg is None and spot.arg is not None else (what, arg)
    value = judge.term(effect.value)
    if what == HOLDER:  # only somebody who is there
        for known, (answers, span) in list(facts.known.items()):
            if known[0] == HOLDER:
                facts.learn(known, answers | {value}, span) if value is not None else facts.forget(
                    known.__eq__
                )
        return
    if effect.op in ("put", "drop"):
        inside = const(int(effect.op == "put"))
        facts.forget(lambda known: known[0] is what and facts.known[known].answers != {inside})
        if key is not None and value is not None:
            facts.learn(membership(key, value), [inside], effect.span)
        return
    facts.forget(lambda known: known[0] == what)
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
    found = facts.copy()
    if isinstance(condition, t.Order) and condition.op == ("==" if holds else "!="):
        left, right = judge.term(condition.left), judge.term(condition.right)
        for thing, other in ((left, right), (right, left)):
            if thing is not None and thing[0] == "thing" and other == NOBODY:
                found.put_for(thing, NOBODY)
    return found


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
