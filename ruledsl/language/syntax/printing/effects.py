"""Effects as lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ruledsl.language.syntax import tree
from ruledsl.language.syntax.printing.entries import Entries
from ruledsl.language.syntax.printing.expressions import Parts, args_parts, sentence_parts
from ruledsl.language.syntax.tree import Block, Effect, Expr, Node
from ruledsl.language.vocabulary.effects import ACTS, filled
from ruledsl.language.vocabulary.levels import ATOM, CHAIN, EXPR

TOKEN: Final = "token"  # noqa: S105 - of a race


def _short(expr: Expr) -> tuple[Expr, int]:
    return expr, CHAIN


def _amount(expr: Expr) -> tuple[Expr, int]:
    """A number before a word: `gains (coins of me) coins` is easier to read with brackets than without."""
    return expr, ATOM


def _asking(asking: Expr | None) -> Parts:
    return [" asking ", _short(asking)] if asking else []


def _move(node: tree.Move) -> Parts:
    amount = node.amount.value
    kind = _counted(TOKEN, amount) if node.kind.text == TOKEN else node.kind.text
    parts: Parts = ["move ", "all" if amount is None else _amount(amount), f" {kind}"]
    for word, value in (("of", node.owner), ("from", node.source), ("to", node.target)):
        if value is not None:
            parts += [f" {word} ", _short(value)]
    return parts


def _counted(word: str, amount: Expr | None) -> str:
    """The singular or plural of a word."""
    return word if isinstance(amount, tree.Number) and amount.value == 1 else f"{word}s"


def _coins(node: tree.Gains | tree.Pays, verb: str) -> Parts:
    """The one who gains or pays, with the right form of the verb, and the amount."""
    is_you = isinstance(node.player, tree.Pronoun) and node.player.word == "you"
    coins = _counted("coin", node.amount)
    return [_short(node.player), f" {verb if is_you else f'{verb}s'} ", _amount(node.amount), f" {coins}"]


def _pays(node: tree.Pays) -> Parts:
    receiver: Parts = [" to ", _short(node.receiver)] if node.receiver else []
    return [*_coins(node, "pay"), *receiver]


def _act(node: tree.Act) -> Parts:
    sentence = filled(ACTS[node.name].written, node.binds.text if node.binds else "", node.args)
    return [part if isinstance(part, str) else _short(part) for part in sentence]


def _choose(node: tree.Choose) -> Parts:
    return [f"choose {node.name.text} from ", (node.options, EXPR), *_asking(node.asking)]


SIMPLE: Final[dict[type[Node], Callable[[Any], Parts]]] = {
    **{kind: sentence_parts for kind in Node.__subclasses__() if kind.written},
    tree.Do: lambda node: [f"do {node.name.text}", *args_parts(node.args)],
    tree.Choose: _choose,
    tree.Roll: lambda node: [f"roll {node.die.text} as {node.name.text}", *_asking(node.asking)],
    tree.Move: _move,
    tree.Gains: lambda node: _coins(node, "gain"),
    tree.Pays: _pays,
    tree.Collect: lambda node: [f"collect {node.name.text}", *args_parts(node.args)],
    tree.Act: _act,
    tree.Offer: lambda node: ["offer one to " if node.one else "offer to ", _short(node.to)],
}


def effect(node: Effect, depth: int, entries: Entries) -> None:
    """Print an effect with its blocks."""
    simple = SIMPLE.get(type(node))
    if simple is not None:
        entries.add(depth, simple(node), node, node)
    elif isinstance(node, tree.IfEffect):
        _if(node, depth, entries)
    elif isinstance(node, tree.ForEach):
        head: Parts = [f"for each {node.name.text} in ", (node.members, EXPR)]
        block(head, (node, node.members), node.body, depth, entries)
    elif isinstance(node, tree.Repeat):
        block(["repeat ", _short(node.times), " times"], (node, node.times), node.body, depth, entries)
    elif isinstance(node, tree.UpTo):
        _optional(node.choice, node, ["up to ", _short(node.times), " times "], depth, entries)
    elif isinstance(node, tree.MayChoose | tree.May):
        _optional(node, node, [], depth, entries)


def _optional(
    node: tree.MayChoose | tree.May, first: Node, before: Parts, depth: int, entries: Entries
) -> None:
    """Print a choice that may be declined; `first` is where its head begins."""
    if isinstance(node, tree.MayChoose):
        head = [*before, f"may choose {node.name.text} from ", (node.options, EXPR), *_asking(node.asking)]
        last: Node = node.asking or node.options
    else:
        head = [*before, f"may {node.name.text}", *_asking(node.asking)]
        last = node.asking or node.name
    block(head, (first, last), node.body, depth, entries)
    _else(node.otherwise, depth, entries)


def _if(node: tree.IfEffect, depth: int, entries: Entries) -> None:
    for number, (condition, body) in enumerate(node.branches):
        head: Parts = ["else if " if number else "if ", (condition, EXPR)]
        block(head, (condition if number else node, condition), body, depth, entries)
    _else(node.otherwise, depth, entries)


def _else(otherwise: Block | None, depth: int, entries: Entries) -> None:
    if otherwise is not None:
        block(["else"], (otherwise, None), otherwise, depth, entries)


def block(head: Parts, around: tuple[Node, Node | None], body: Block, depth: int, entries: Entries) -> None:
    """Print the block after a colon: a single simple effect on the colon's line if it was there and fits, otherwise lines below it.

    `around` is where the head begins and ends; without an end, it ends where it begins.
    """
    first, last = around
    if len(body.effects) == 1:
        only = body.effects[0]
        simple = SIMPLE.get(type(only))
        stood_there = only.span.line == body.span.line
        if simple is not None and stood_there and not entries.comment_between(first, only):
            line: Parts = [*head, ": ", *simple(only)]
            if entries.fits(depth, line):
                entries.add(depth, line, first, only, opens=True)
                return
    entries.add(depth, [*head, ":"], first, last)
    for one in body.effects:
        effect(one, depth + 1, entries)
