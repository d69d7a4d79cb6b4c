"""What moving race tokens does to what is known of regions: who holds them, who has left them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.moments.facts import NOBODY, const

if TYPE_CHECKING:
    from ruledsl.check import typed as t
    from ruledsl.check.moments.facts import Facts, Term
    from ruledsl.check.moments.judging import Judge

__all__ = ["leave", "move"]

HOLDER, TOKENS, HAND = "holder", "tokens_in", "hand"


def move(effect: t.TMoveTokens, facts: Facts, judge: Judge) -> None:
    """Some tokens of a people go from one place to another; whether there are any there is not known."""
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
    """Tokens leave a region, or any: whoever held one may hold it no more, and those of whom all have left do not."""
    for key, (answers, span) in list(facts.known.items()):
        if key[0] == HOLDER:
            stay = answers - {people} if whole and key[1] == region and people is not None else answers
            facts.learn(key, stay | {NOBODY}, span)


def _come(facts: Facts, people: Term | None, region: Term | None, effect: t.TMoveTokens) -> None:
    """Tokens come to a region: where nobody was, they may hold it now."""
    facts.forget(lambda key: key[0] == TOKENS or (key[0] == HOLDER and people is None))
    for key, (answers, span) in list(facts.known.items()):
        if key[0] == HOLDER and NOBODY in answers and people is not None:
            facts.learn(key, answers | {people}, effect.span if key[1] == region else span)
