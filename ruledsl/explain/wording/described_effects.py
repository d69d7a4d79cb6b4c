"""Effects as phrases, and expressions said without a game: `me` is this people, `here` this region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ruledsl.check import typed as t
from ruledsl.explain.rules import At
from ruledsl.explain.wording.words import Noun, Words
from ruledsl.vocabulary.effects import ACTS, filled
from ruledsl.vocabulary.types import DIE

if TYPE_CHECKING:
    from ruledsl.explain.evaluator import Evaluator
    from ruledsl.explain.wording.words import Phrase

__all__ = ["Effects", "Spoken"]

_PRONOUNS = {"me": "this people", "here": "this region", "this": "this tile"}
_WRITES = {"add": ("add", "to"), "put": ("put", "in"), "drop": ("drop", "from")}


class Spoken(Words):
    """Says expressions by what is written: nobody's regions are looked up."""

    def __init__(self) -> None:
        super().__init__(cast("Evaluator", None))

    def __call__(self, node: t.TExpr, at: At) -> Phrase:
        """The phrase of an expression."""
        match node:
            case t.Pronoun(word=word):
                return (_PRONOUNS[word],)
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                return (*self(then, at), "if", *self(condition, at), ", otherwise", *self(otherwise, at))
            case t.Logic(op="and", left=left, right=right):
                return (*self._in_and(left, at), "and", *self._in_and(right, at))
            case t.Exists(members=members, condition=None):
                return ("there are", *self(members, at))
            case t.Exists(var=var, members=members, condition=condition) if condition:
                return ("there is", var.name, "in", *self(members, at), "where", *self(condition, at))
            case t.Not(operand=operand):
                return self._not(operand, at)
            case t.Defined(define=define) if define.is_predicate:
                return self._predicate("is", node, at)
            case _:
                return super().__call__(node, at)

    def _not(self, node: t.TExpr, at: At) -> Phrase:
        match node:
            case t.Exists(members=members, condition=None):
                return ("there are no", *self(members, at))
            case t.HasTrait() | t.HasPiece():
                return self._fact(node, at, holds=False)
            case t.Defined(define=define) if define.is_predicate:
                return self._predicate("is not", node, at)
            case _:
                return ("not", "(", *self(node, at), ")")

    def _predicate(self, verb: str, node: t.Defined, at: At) -> Phrase:
        """`region is coastal`, `holder of region is enemy of this people`."""
        rest: list[Any] = []
        for prep, arg in zip(node.define.preps[1:], node.args[1:], strict=True):
            rest += [prep, *self(arg, at)]
        return (*self(node.args[0], at), verb, node.define.name, *rest)

    def _in_and(self, node: t.TExpr, at: At) -> Phrase:
        said = self(node, at)
        return ("(", *said, ")") if isinstance(node, t.Logic) and node.op == "or" else said

    def _bound(self, node: t.TExpr, at: At) -> bool:  # noqa: ARG002 - as the words of a game have it
        return False


class Effects:
    """Says what effects do."""

    def __init__(self) -> None:
        self.words = Spoken()

    def __call__(self, node: t.TEffect) -> Phrase:
        """The phrase of one effect."""
        match node:
            case t.TDo(event=event, args=args):
                return self.words.call(event.name, event.preps, [p.name for p in event.params], args, At())
            case t.TLet(var=var, value=value):
                return ("let", var.name, "be", *self._said(value))
            case t.TWrite(op="set", spot=spot, value=value):
                return (*self._spot(spot), "becomes", *self._said(value))
            case t.TWrite(op=op, spot=spot, value=value):
                verb, prep = _WRITES[op]
                return (verb, *self._said(value), prep, *self._spot(spot))
            case t.TSwap(left=left, right=right):
                return ("exchange", *self._spot(left), "with", *self._spot(right))
            case t.TSwapRegions(left=here, right=there):
                return ("exchange all in", *self._said(here), "with all in", *self._said(there))
            case t.TOffer(to=to):
                return ("offer actions to", *self._said(to))
            case t.TStop(phase=phase):
                return ("end", phase.name)
            case _:
                return self._moves(node)

    def _moves(self, node: t.TEffect) -> Phrase:
        match node:
            case t.TMoveTokens(amount=amount, people=people, source=source, target=target):
                whose = (*self._amount(amount), "tokens of", *self._said(people))
                return ("move", *whose, *self._where("from", source), *self._where("to", target))
            case t.TMovePieces(amount=amount, kind=kind, source=source, target=target):
                what = (*self._amount(amount), *self._said(kind))
                return ("move", *what, *self._where("from", source), *self._where("to", target))
            case t.TCoins(payer=None, receiver=receiver, amount=amount) if receiver:
                return (*self._said(receiver), "gains", *self._said(amount), "coins")
            case t.TCoins(payer=payer, receiver=receiver, amount=amount):
                to = ("to", *self._said(receiver)) if receiver else ()
                return (*(self._said(payer) if payer else ()), "pays", *self._said(amount), "coins", *to)
            case t.TCollect(value=value, payer=payer):
                return (*self._said(payer), "pays every part of", value.name, "to whom it is owed")
            case t.TRoll(die=die, var=var):
                return ("roll", Noun(DIE, die), "as", var.name)
            case t.TPick(members=members, var=var):
                return ("draw", var.name, "from", *self._said(members), "by chance")
            case t.TAct():
                return self._act(node)
            case _:
                return self._nested(node)

    def _act(self, node: t.TAct) -> Phrase:
        act, said = ACTS[node.act], list[Any]()
        for part in filled(act.said or act.written, node.var.name if node.var else "", node.args):
            said += (part.strip(),) if isinstance(part, str) else self._said(part)
        return tuple(said)

    def _nested(self, node: t.TEffect) -> Phrase:
        match node:
            case t.TIf(branches=branches, otherwise=otherwise):
                said: list[Any] = []
                for condition, body in branches:
                    said += ["otherwise if" if said else "if", *self._said(condition), *self._block(body)]
                return (*said, *self._else(otherwise))
            case t.TForEach(var=var, members=members, body=body):
                return ("for each", var.name, "in", *self._said(members), *self._block(body))
            case t.TRepeat(times=times, body=body, declinable=True):
                return ("up to", *self._said(times), "times", *self(body[0]))
            case t.TRepeat(times=times, body=body):
                return ("repeat", *self._said(times), "times", *self._block(body))
            case t.TChoose(var=var, options=options, body=chosen, otherwise=otherwise):
                head = ("choose" if chosen is None else "may choose", var.name, "from", *self._said(options))
                return (*head, *(self._block(chosen) if chosen else ()), *self._else(otherwise))
            case t.TMay(name=name, body=body, otherwise=otherwise):
                return ("may", name, *self._block(body), *self._else(otherwise))
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    # ── parts ──

    def _said(self, node: t.TExpr) -> Phrase:
        return self.words(node, At())

    def _block(self, body: t.TBlock) -> Phrase:
        said: list[Any] = [":", "("] if len(body) > 1 else [":"]
        for number, effect in enumerate(body):
            said += [*([";"] if number else []), *self(effect)]
        return (*said, *((")",) if len(body) > 1 else ()))

    def _else(self, body: t.TBlock) -> Phrase:
        return ("; otherwise", *self._block(body)) if body else ()

    def _amount(self, amount: t.TExpr | None) -> Phrase:
        return self._said(amount) if amount else ("all",)

    def _spot(self, spot: t.Spot) -> Phrase:
        name = spot.memory.name if spot.memory else spot.builtin.name if spot.builtin else ""
        return (name, "of", *self._said(spot.arg)) if spot.arg else (name,)

    def _where(self, prep: str, where: t.Where) -> Phrase:
        if where.what == "region" and where.of:
            return (prep, *self._said(where.of))
        if where.what == "anywhere":
            return (prep, "anywhere")
        return (prep, "the", where.what, *(("of", *self._said(where.of)) if where.of else ()))
