"""The effects of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ruledsl.language.syntax.parsing.building import Made, Part, sentence
from ruledsl.language.syntax.tree import (
    Act,
    Amount,
    Block,
    Choose,
    Collect,
    Do,
    Effect,
    Expr,
    ForEach,
    IfEffect,
    May,
    MayChoose,
    Move,
    Node,
    Offer,
    Operand,
    Pays,
    Repeat,
    Roll,
    UpTo,
    Word,
)
from ruledsl.language.vocabulary.effects import ACTS

TOKEN, TOKENS = "token", "tokens"
"""Singular and plural of race tokens: the tree has the singular."""


def _move(made: Made) -> Effect:
    amount, kind, owner, source, target = (made[index] for index in (1, 2, 4, 6, 8))
    if not isinstance(amount, Amount):
        amount = Amount(amount, span=amount.span)
    if kind.text == TOKENS:
        kind = Word(TOKEN, span=kind.span)
    return Move(amount, kind, owner, source, target, span=made.span)


def _if(made: Made) -> Effect:
    """`if C: B (else if C: B)* [else: B]`; the keywords and colons between them carry no information."""
    meant = [child for child in made.children if child is not None and not isinstance(child, Part)]
    otherwise = meant.pop() if len(meant) % 2 else None
    return IfEffect(tuple(zip(meant[::2], meant[1::2], strict=True)), otherwise, span=made.span)


def _may_choose(made: Made) -> Effect:
    asking: Expr | None = made.find("asking")
    return MayChoose(made[2], made[4], asking, *_body_and_else(made), span=made.span)


def _body_and_else(made: Made) -> tuple[Block, Block | None]:
    """The block of a choice, and the one after its `else`."""
    first, *rest = [child for child in made.children if isinstance(child, Block)]
    return first, rest[0] if rest else None


def _act(made: Made) -> Effect:
    bound = made.several(Word)
    return Act(made.name, made.several(Operand), bound[0] if bound else None, span=made.span)


MAKERS: Final[dict[str, Callable[[Made], Any]]] = {
    **{kind.rule: sentence(kind) for kind in Node.__subclasses__() if kind.rule},
    "block": lambda made: Block(made.several(Node), span=made.span),
    "do": lambda made: Do(made[1], made[2].value, span=made.span),
    "choose": lambda made: Choose(made[1], made[3], made.find("asking"), span=made.span),
    "roll": lambda made: Roll(made[1], made[3], made.find("asking"), span=made.span),
    "move": _move,
    "everything": lambda made: Amount(None, span=made.span),
    "pays": lambda made: Pays(made[0], made[2], made[5], span=made.span),
    "collect": lambda made: Collect(made[1], made[2].value, span=made.span),
    **dict.fromkeys(ACTS, _act),
    "offer": lambda made: Offer(made[1] is not None, made[3], span=made.span),
    "if_": _if,
    "for_each": lambda made: ForEach(made[2], made[4], made[6], span=made.span),
    "repeat": lambda made: Repeat(made[1], made[4], span=made.span),
    "up_to": lambda made: UpTo(made[2], made[4], span=made.span),
    "may_choose": _may_choose,
    "may": lambda made: May(made[1], made.find("asking"), *_body_and_else(made), span=made.span),
    "asking": lambda made: made.part("asking", made[1]),
}
