"""Declarations of packs as sentences: events, values, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from ruledsl.language.vocabulary.types import FLAG, NUMBER
from ruledsl.play.explain.wording.doings import Doings
from ruledsl.play.explain.wording.english import (
    IT,
    YOU,
    Group,
    Mention,
    be,
    clause_of,
    listed,
    nominal,
    several,
)
from ruledsl.play.explain.wording.named import plain
from ruledsl.rules.check import typed as t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.rules.check.typed import declarations as defs


class Declarations(Doings):
    """Phrases declarations."""

    def first(
        self, params: Sequence[t.Var], condition: t.TExpr | None, *, held: bool = True, text: str = ""
    ) -> tuple[dict[str, Mention], str]:
        """The first mention of parameters, with the parts of a condition that identify them; and the rest of it, with its `if`.

        A parameter whose owner form is in the `text` gets no relative clause: no “player that has won's turn”.
        """
        mentions: dict[str, Mention] = {}
        parts = self.parts(condition) if condition is not None else []
        for param in params:
            if param in self.env:
                mentions[param.name] = self.env[param]
                continue
            if param.type == NUMBER:
                number = next((part for part in parts if _bounds(param, part)), None)
                parts = [part for part in parts if part is not number]
                self.introduce(param)
                mentions[param.name] = Mention("", plural=True)
                if isinstance(number, t.Order):
                    mentions[param.name] = self.number(number.op, number.right)
                continue
            about = self._about(param, parts, held=held)
            alone = Group(self.kind(param.type), several(self.kind(param.type)))
            group = alone.narrowed(self._said_of(param, about)) if about else alone
            if f"{{{param.name}'s" in text and any(not word.startswith("of ") for word in group.behind):
                about, group = [], alone
            parts = [part for part in parts if not any(part is used for used in about)]
            other = any(earlier.text == group.any for earlier in mentions.values())
            mentions[param.name] = self._called(param, group, other=other)
        return mentions, self._given(parts)

    def _given(self, parts: list[t.TExpr]) -> str:
        """The remaining condition: `if …`, `unless …`."""
        match parts:
            case []:
                return ""
            case [t.Not(operand=operand)] if not isinstance(operand, t.Exists):
                return f"unless {self.clause(operand)}"
            case [t.Order(op="!=", left=left) as denied] if left.type != NUMBER:
                return f"unless {self.clause(denied, holds=False)}"
        both = conjunction(parts)
        return f"if {listed(self.clauses(both))}" if both is not None else ""

    def _called(self, param: t.Var, group: Group, *, other: bool) -> Mention:
        if param.type == FLAG:
            return self.introduce(param)
        if param.type.name == "mode":
            self.introduce(param)
            return Mention("in one way or another")
        self.introduce(param, group)
        return Mention(f"another {group.single}" if other else group.any, many=group.plural)

    def _about(self, param: t.Var, parts: list[t.TExpr], *, held: bool) -> list[t.TExpr]:
        """The parts of a condition about one parameter alone; results are included only if `held` is."""
        if param.type in (NUMBER, FLAG) or param.type.is_set:
            return []
        fitting, kept = [], self.env
        for part in parts:
            self.env = {**kept, param: IT}
            clause = self.clause(part)
            if not held and clause == f"{YOU} hold {IT.text}":
                continue
            if (clause.startswith(IT.text) and clause.count(IT.text) == 1) or (
                clause.endswith(f" {IT.text}") and " or " not in clause
            ):
                fitting.append(part)
        self.env = kept
        return fitting

    def _said_of(self, param: t.Var, parts: list[t.TExpr]) -> list[str]:
        kept, self.env = self.env, {**self.env, param: IT}
        clauses = [
            clause for both in [conjunction(parts)] if both is not None for clause in self.clauses(both)
        ]
        self.env = kept
        return clauses

    def event(self, rule: defs.EventDef) -> str:
        """The effects of an event."""
        self._for_you(rule)
        text = self.text("says", rule.name)
        mentions, _ = self.first(rule.params, None)
        head = f"when {clause_of(text, mentions)}:" if text else f"“{plain(rule.name)}” means:"
        return f"{head} {self.block(rule.body)}"

    def _for_you(self, rule: defs.EventDef) -> None:
        """A parameter that is always the bearer of the rule is "you"."""
        for number, param in enumerate(rule.params):
            given = [args[number] for args in self.books.raised.get(rule, ())]
            if given and all(isinstance(arg, t.Pronoun) and arg.word == "me" for arg in given):
                self.env[param] = YOU

    def value(self, rule: defs.ValueDef) -> str:
        """A value before other rules change it."""
        mentions, _ = self.first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.type == FLAG:
            clause = clause_of(text, mentions) if text else f"“{plain(rule.name)}” applies"
            if isinstance(rule.base, t.Const):
                contrary = (
                    clause_of(text, mentions, holds=bool(rule.base.value))
                    if text
                    else f"“{plain(rule.name)}” does not apply"
                )
                return f"{contrary}, unless a rule says otherwise"
            return f"{clause} if {self.clause(rule.base)}, unless a rule says otherwise"
        amount = self.text("amount", rule.name)
        if amount and not text and isinstance(rule.base, t.Const):
            return f"{clause_of(amount, {**mentions, 'amount': self._so_many_of(rule.base)})}, unless a rule says otherwise"
        called = self._titled(rule.name, mentions, many=rule.type.is_set)
        if rule.type.is_set:
            return f"{called} are {self.group(rule.base).plural}"
        return f"{called} is {self.mention(rule.base)}"

    def _so_many_of(self, node: t.Const) -> Mention:
        return Mention(str(node.value) if node.value else "no", plural=node.value != 1)

    def _titled(self, name: str, mentions: dict[str, Mention], *, many: bool) -> str:
        text = self.text("says", name)
        if not text:
            return self.of(name, list(mentions.values())).text
        if many:
            return f"the {clause_of(text, {**mentions, 'many': Mention('', plural=True)})}"
        return clause_of(text, mentions)

    def define(self, rule: defs.DefineDef) -> str:
        """The meaning of a definition."""
        mentions, _ = self.first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.is_predicate or rule.type == FLAG:
            params = list(mentions.values())
            default = (
                f"{params[0]} {be(params[0], holds=True)} {plain(rule.name)}" if params else plain(rule.name)
            )
            head, body = clause_of(text, mentions) if text else default, self.clause(rule.body)
            means = nominal(head.partition(" is ")[2])
            same_thing = bool(means) and means == nominal(body.partition(" is ")[2])
            return "" if same_thing else f"{head} if {body}"
        called = self._titled(rule.name, mentions, many=rule.type.is_set)
        if rule.type.is_set:
            return f"{called} are {self.group(rule.body).plural}"
        return f"{called} is {self.mention(rule.body)}"


def _bounds(param: t.Var, part: t.TExpr) -> TypeGuard[t.Order]:
    """Does it compare a number with another one?"""
    return isinstance(part, t.Order) and isinstance(part.left, t.VarRef) and part.left.var is param


def conjunction(parts: Sequence[t.TExpr]) -> t.TExpr | None:
    """The conjunction of all; None if there are none."""
    both: t.TExpr | None = None
    for part in parts:
        both = (
            part if both is None else t.Logic(op="and", left=both, right=part, type=part.type, span=part.span)
        )
    return both
