"""Evaluates an expression under what is known: to a term, or to nothing certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.language.vocabulary.operators import calculated, compared
from ruledsl.language.vocabulary.types import FLAG
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.moments.facts import NOBODY, const

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.moments.facts import Facts, Key, Term

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
            found = term(arg)
            return None if found is None else (memory, found)
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
        found = self._cases(condition, {})
        return found.pop() if len(found) == 1 else None

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
            found: set[bool | None] = set()
            if len(taken) * 2 > MOST_CASES:
                return {None}
            for answer in sorted(self.facts.known[opened.key].answers, key=str):
                found |= self._cases(condition, {**taken, opened.key: answer})
                if None in found or len(found) > 1:
                    return {None}
            return found

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
        found = zip(params, (self._term(arg, env) for arg in args), strict=True)
        return {**env, **{param: term for param, term in found if term is not None}}

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
                found = self._term(node, env)
                return bool(found[1]) if found is not None and found[0] == "const" else None
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
        found = self._known(membership(key, item))
        return None if found is None else found == const(1)
