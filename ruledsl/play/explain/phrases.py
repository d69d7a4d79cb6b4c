"""Checked expressions as phrases: words, and nouns that the printer translates into the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.types import (
    COMPARISONS,
    NUMBER,
    OPERATORS,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    SETS,
    TILE,
    Type,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.explain.evaluator import Evaluator
    from ruledsl.play.explain.rules import At
    from ruledsl.rules.packs.model import Owner


@dataclass(frozen=True, slots=True)
class Noun:
    """Something with a type in a phrase, such as a region, a people or a number."""

    type: Type
    value: Any


@dataclass(frozen=True, slots=True)
class Called:
    """A name with its arguments, each with its preposition and parameter."""

    name: str
    args: tuple[tuple[str, str, Phrase], ...]


@dataclass(frozen=True, slots=True)
class Verb:
    """What a permission permits."""

    name: str


Phrase = tuple["str | Noun | Called | Verb", ...]

_ORDERS = {comparison.sign: comparison.word for comparison in COMPARISONS.values()}
_LIVING = (PEOPLE, PLAYER, REGION)


class Words:
    """Phrases expressions. Arguments that are peoples, players or regions appear by their current names."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def __call__(self, node: t.TExpr, at: At) -> Phrase:
        """The phrase of an expression."""
        match node:
            case t.Const(type=kind):
                return (Noun(kind, self.evaluator(node, at) if kind == PIECE else node.value),)
            case t.VarRef(var=var):
                return (Noun(var.type, at.env[var]),) if var in at.env else (var.name,)
            case t.Pronoun(type=kind, word=word):
                return (Noun(kind, getattr(at, word)),)
            case t.Ask(builtin=asked, args=args):
                return self.call(asked.name, asked.preps, [str(kind) for kind in asked.params], args, at)
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                if isinstance(node, t.Defined) and node.define.is_predicate:
                    return self._fact(node, at)
                return self.call(
                    definition.name, definition.preps, [p.name for p in definition.params], args, at
                )
            case t.Recall(memory=memory, arg=arg):
                return (memory.name, "of", *self.noun(arg, at)) if arg else (memory.name,)
            case t.FieldOf(field=name, arg=arg):
                return (name, "of", *self.noun(arg, at))
            case t.CanDo() | t.Member() | t.HasTrait() | t.HasPiece():
                return self._fact(node, at)
            case _:
                return self._operator(node, at)

    def _fact(self, node: t.TExpr, at: At, *, holds: bool = True) -> Phrase:
        """A predicate and its subject, or its negation."""
        match node:
            case t.Member(item=item, members=members):
                return (*self.noun(item, at), "is in" if holds else "is not in", *self(members, at))
            case t.HasTrait(noun=noun, word=word):
                return (*self.noun(noun, at), "is" if holds else "is not", word)
            case t.HasPiece(place=place, kind=kind):
                return (*self.noun(place, at), "has" if holds else "has no", *self(kind, at))
            case t.Defined(define=define, args=args):
                return (*self.noun(args[0], at), "is" if holds else "is not", define.name)
            case t.CanDo(permission=permission, args=args, despite=despite):
                places = range(len(args))
                doer = next((n for n in places if permission.params[n].type in (PEOPLE, PLAYER)), -1)
                who = self.noun(args[doer], at) if doer >= 0 else ()
                rest = [word for n in places if n != doer for word in self.noun(args[n], at)]
                lifted = (word for reason in despite for word in ("despite", reason))
                return (*who, "can" if holds else "cannot", Verb(permission.name), *rest, *lifted)
        message = f"{type(node).__name__} is no predicate"
        raise TypeError(message)

    def _operator(self, node: t.TExpr, at: At) -> Phrase:
        match node:
            case t.SetOf(item=inner) | t.DeckTiles(deck=inner):
                return self(inner, at)
            case t.Not(operand=operand):
                return ("not", *self(operand, at))
            case t.Logic(op=op, left=left, right=right):
                return (*self(left, at), op, *self(right, at))
            case t.Math() if (up := t.rounded_down(node)) is not None:
                return (*self(up, at), "rounded up")
            case t.Math(op=op, left=left, right=right):
                return (*self(left, at), OPERATORS[op].said, *self(right, at))
            case t.SetMath(op=op, left=left, right=right):
                return (*self(left, at), SETS[op].said, *self(right, at))
            case t.Order(op=op, left=left, right=right):
                return (*self(left, at), _ORDERS[op], *self(right, at))
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                bound = self._bound(node, at)
                if bound:
                    return self(then if self.evaluator(condition, at) else otherwise, at)
                return (*self(then, at), "or", *self(otherwise, at))
            case _:
                return self._sets(node, at)

    def _sets(self, node: t.TExpr, at: At) -> Phrase:
        match node:
            case t.Filter():
                return self._members(node, at)
            case t.Count():
                return ("number of", *self._members(node, at))
            case t.Exists():
                return ("some", *self._members(node, at))
            case t.Fold(op=op, term=term):
                return (op, "of", *self(term, at), "over", *self._members(node, at))
            case t.Reach(start=start, step=step):
                return (*self(start, at), "and all reached by", *self(step, at))
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _members(self, node: t.Loop, at: At) -> Phrase:
        members = self(node.members, at)
        return (*members, "where", *self(node.condition, at)) if node.condition else members

    def call(
        self, name: str, preps: Sequence[str], params: Sequence[str], args: tuple[t.TExpr, ...], at: At
    ) -> Phrase:
        """A name with its arguments."""
        phrases = [self.noun(arg, at) for arg in args]
        return (Called(name, tuple(zip(preps, params, phrases, strict=True))),)

    def called(
        self, name: str, preps: Sequence[str], params: Sequence[t.Var], args: tuple[Any, ...]
    ) -> Phrase:
        """A name with known arguments."""
        nouns: list[Phrase] = [(Noun(param.type, arg),) for param, arg in zip(params, args, strict=True)]
        return (Called(name, tuple(zip(preps, [p.name for p in params], nouns, strict=True))),)

    def noun(self, node: t.TExpr, at: At) -> Phrase:
        """An argument: its current name, if it has one."""
        if node.type in _LIVING and self._bound(node, at):
            return (Noun(node.type, self.evaluator(node, at)),)
        return self(node, at)

    def _bound(self, node: t.TExpr, at: At) -> bool:
        """Are all variables of an expression known here?"""
        inside = list(walk(node))
        bound = {*at.env, *(part.var for part in inside if isinstance(part, t.Loop))}
        return all(part.var in bound for part in inside if isinstance(part, t.VarRef))

    def bringer(self, owner: Owner, this: int = -1) -> Phrase:
        """The tile or the piece that brings a rule of the instance `this`; empty for a rule of a pack."""
        program = self.evaluator.program
        if owner.piece:
            kind = program.pieces.index(owner.piece)
            return (Noun(PIECE, self.evaluator.answers.own_kind(kind, this)),)
        tile = owner.tile or owner.face
        return (Noun(TILE, program.tiles.index(tile)),) if tile else ()

    # ── conditions ──

    def holding(self, node: t.TExpr, at: At) -> Phrase:
        """The facts about a condition: `hand of X is 2`, not `hand of X is at least 3`."""
        match node:
            case t.Order(left=left, right=right):
                fact = (*self(left, at), "is", Noun(left.type, self.evaluator(left, at)))
                if left.type != NUMBER and self.evaluator(left, at) == self.evaluator(right, at):
                    return fact
                if self._plain(right):
                    return fact if self._differs(node, at) else (*fact, *self._meant(node, at))
                return (*fact, ",", *self(right, at), "is", Noun(right.type, self.evaluator(right, at)))
            case t.Not(operand=operand):
                return self.holding(operand, at)
            case t.Member() | t.HasTrait() | t.HasPiece() | t.CanDo():
                return self._fact(node, at, holds=bool(self.evaluator(node, at)))
            case t.Defined(define=define) if define.is_predicate:
                return self._fact(node, at, holds=bool(self.evaluator(node, at)))
            case t.Exists():
                return ("there are" if self.evaluator(node, at) else "there are no", *self._members(node, at))
            case _:
                return (*self(node, at), "is", Noun(node.type, self.evaluator(node, at)))

    def _plain(self, node: t.TExpr) -> bool:
        return isinstance(node, t.Const | t.VarRef | t.Pronoun)

    def _differs(self, node: t.Order, at: At) -> bool:
        """Is the plain fact insufficient (as opposed to `stage of X is declined`)?"""
        return node.op in ("==", "!=") and (node.left.type != NUMBER or bool(self.evaluator(node, at)))

    def _meant(self, node: t.Order, at: At) -> Phrase:
        """The required value: `, at least 3`."""
        word = _ORDERS[node.op].removeprefix("is").strip()
        return (",", *([word] if word else []), *self(node.right, at))
