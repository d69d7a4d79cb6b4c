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
_WRITES = {
    "set": "{spot} becomes {value}",
    "add": "add {value} to {spot}",
    "put": "put {value} in {spot}",
    "drop": "drop {value} from {spot}",
}
_SENTENCES: dict[type[t.TEffect], str] = {
    t.TLet: "let {var} be {value}",
    t.TSwap: "exchange {left} with {right}",
    t.TSwapRegions: "exchange all in {left} with all in {right}",
    t.TOffer: "offer actions to {to}",
    t.TStop: "end {phase}",
    t.TMoveTokens: "move {amount} tokens of {people} from {source} to {target}",
    t.TMovePieces: "move {amount} {kind} from {source} to {target}",
    t.TCollect: "{payer} pays every part of {value} to whom it is owed",
    t.TForEach: "for each {var} in {members} {body}",
    t.TMay: "may {name} {body} {otherwise}",
}
"""Effects whose parts are said one after another."""


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
        if type(node) in _SENTENCES:
            return self._filled(_SENTENCES[type(node)], node)
        match node:
            case t.TDo(event=event, args=args):
                return self.words.call(event.name, event.preps, [p.name for p in event.params], args, At())
            case t.TWrite(op=op):
                return self._filled(_WRITES[op], node)
            case t.TCoins(payer=payer, receiver=receiver):
                if payer is None and receiver is not None:
                    return self._filled("{receiver} gains {amount} coins", node)
                said = self._filled("pays {amount} coins", node)
                to = ("to", *self._said(receiver)) if receiver else ()
                return (*(self._said(payer) if payer else ()), *said, *to)
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
            case t.TRepeat(declinable=True, body=body):
                return (*self._filled("up to {times} times", node), *self(body[0]))
            case t.TRepeat():
                return self._filled("repeat {times} times {body}", node)
            case t.TChoose(body=None):
                return self._filled("choose {var} from {options} {otherwise}", node)
            case t.TChoose():
                return self._filled("may choose {var} from {options} {body} {otherwise}", node)
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    # ── parts ──

    def _filled(self, sentence: str, node: t.TEffect) -> Phrase:
        """A sentence with the parts of an effect in the places of their names."""
        said: list[Any] = []
        for word in sentence.split():
            name = word.strip("{}")
            said += (word,) if name == word else self._part(name, getattr(node, name))
        return tuple(said)

    def _part(self, name: str, part: Any) -> Phrase:
        match part:
            case t.TExpr():
                return self._said(part)
            case t.Spot(memory=memory, builtin=builtin, arg=arg):
                called = memory or builtin
                return (called.name if called else "", *(("of", *self._said(arg)) if arg else ()))
            case t.Where(what="region", of=t.TExpr() as region):
                return self._said(region)
            case t.Where(what=what, of=of):
                return (
                    (what,) if what == "anywhere" else ("the", what, *(("of", *self._said(of)) if of else ()))
                )
            case tuple():
                return self._else(part) if name == "otherwise" else self._block(part)
            case None:
                return ("all",)
        return (part if isinstance(part, str) else part.name,)

    def _said(self, node: t.TExpr) -> Phrase:
        return self.words(node, At())

    def _block(self, body: t.TBlock) -> Phrase:
        said: list[Any] = [":", "("] if len(body) > 1 else [":"]
        for number, effect in enumerate(body):
            said += [*([";"] if number else []), *self(effect)]
        return (*said, *((")",) if len(body) > 1 else ()))

    def _else(self, body: t.TBlock) -> Phrase:
        return ("; otherwise", *self._block(body)) if body else ()
