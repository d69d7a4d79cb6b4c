"""Moves as sentences: race tokens, pieces, coins."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ruledsl.language.vocabulary.types import PLAYER
from ruledsl.play.explain.wording.amounts import Amounts
from ruledsl.play.explain.wording.english import YOU, Mention, nominal
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, same

_Move = TypeVar("_Move", t.TMoveTokens, t.TMovePieces)


class Moves(Amounts):
    """Phrases moves."""

    def _where(self, where: t.Where, *, source: bool) -> str:
        whose = self.mention(where.of) if where.of is not None else None
        match where.what:
            case "hand":
                place = "keeping" if where.of is not None and where.of.type == PLAYER else "hand"
                return f"{'from ' if source else 'into '}{(whose or YOU).whose} {place}"
            case "region":
                either = "," if whose is not None and " otherwise " in whose.text else ""
                return f"{'from' if source else 'to'} {whose}{either}"
            case "tile":
                return f"{'from' if source else 'onto'} {whose}"
            case "tray":
                return "from the tray" if source else "back to the tray"
            case "aside":
                return "from those set aside" if source else "aside"
            case "box":
                return "from the box" if source else "to the box"
        return "" if source else "anywhere"

    def _carried(self, verb: str, many: str, source: str, target: str, whose: str = "") -> str:
        """`take 4 tokens from the tray`; a long amount comes last."""
        if many.startswith("as many "):
            unit, _, rest = many.removeprefix("as many ").partition(" as ")
            parts = [verb, unit + whose, source, f"{target}, as many as {rest}"]
        else:
            head, each, long = many.partition(" for e")
            parts = [verb, head + whose, source, f"{target}{each}{long}"]
        return " ".join(" ".join(parts).split()).replace(" ,", ",")

    def tokens(self, node: t.TMoveTokens) -> str:
        """Race tokens of a people."""
        node = _counted(node)
        people = self.mention(node.people)
        yours = people == YOU
        whose = "" if yours else f" of {people}"
        source, target = self._where(node.source, source=True), self._where(node.target, source=False)
        many = self._how_many(node, people)
        if "tokens" in many and (many.startswith(("all but ", "all tokens in"))):
            whose = ""
        if many.startswith("all tokens in"):
            source = ""
        kept = node.target.what in ("tray", "aside", "box")
        verb = "take" if node.target.what == "hand" and yours else "put" if kept and yours else "move"
        return self._carried(verb, many, source, target, whose)

    def _how_many(self, node: t.TMoveTokens, people: Mention) -> str:
        if node.amount is None or (_is_all(node.amount, node) and node.source.what == "region"):
            return "all your tokens" if people == YOU else "all tokens"
        if _is_all(node.amount, node):
            return f"all tokens in {people.whose} hand"
        match node.amount:
            case t.Math(op="-", left=left, right=right) if _is_all(left, node):
                plain = self.usual(right) or isinstance(right, t.Const)
                left_there = self.amount(right, "", "") if plain else self.mention(right).text
                return f"all but {left_there} of {people.whose} tokens"
        return self.amount(node.amount, "token", "tokens")

    def pieces(self, node: t.TMovePieces) -> str:
        """Pieces of a kind."""
        node = _counted(node)
        many = self._such(node)
        source, target = self._where(node.source, source=True), self._where(node.target, source=False)
        if node.target.what == "region":
            if node.source.what in ("region", "anywhere"):
                return self._carried("move", many, source, target)
            return self._carried("place", many, source, target.replace("to ", "in ", 1))
        if node.target.what == "hand":
            who = self.mention(node.target.of) if node.target.of is not None else YOU
            if who != YOU:
                return self._carried(f"give {who}", many, source, "")
            return self._carried("take", many, source, target)
        verb = {"box": "return", "tile": "put"}.get(node.target.what, "move")
        return self._carried(verb, many, source, target)

    def put(self, node: t.TMovePieces) -> str:
        """Pieces that lie somewhere, or else come from the box."""
        lies = "on" if node.target.what == "tile" else "in"
        place = self.mention(node.target.of) if node.target.of is not None else ""
        return f"put {self._such(node)} {lies} {place}"

    def _such(self, node: t.TMovePieces) -> str:
        """A number of pieces, with an article for one."""
        kind, amount = node.kind, node.amount
        if not isinstance(kind, t.Const):
            which = self.mention(kind).text
            if amount is None:
                return f"all pieces like {which}"
            one = isinstance(amount, t.Const) and amount.value == 1
            return which if one else f"{self.mention(amount)} of {which}"
        single, several = self.piece(kind.value, 1), self.piece(kind.value, 2)
        one = isinstance(amount, t.Const) and amount.value == 1
        if one or (self.is_alone(kind.value) and amount is None):
            return single
        return f"all {several}" if amount is None else self.amount(amount, nominal(single), several)

    def coins(self, node: t.TCoins) -> str:
        """Coins from somebody, or from the supply, to somebody."""
        many = self.amount(node.amount, "coin", "coins")
        if node.payer is None and node.receiver is not None:
            who = self.mention(node.receiver)
            return f"{who} {'gain' if who.plural else 'gains'} {many}"
        who = self.mention(node.payer) if node.payer is not None else Mention("the supply")
        to = f" to {self.mention(node.receiver)}" if node.receiver is not None else ""
        return f"{who} {'pay' if who.plural else 'pays'} {many}{to}"


def _is_all(amount: t.TExpr, node: t.TMoveTokens) -> bool:
    """Is the amount the number of all tokens at the source?"""
    match node.source.what, amount:
        case "region", t.Ask(args=(who, there)) if asks(amount, "tokens_in") and node.source.of is not None:
            return same(who, node.people) and same(there, node.source.of)
        case "hand", t.Ask(args=(who,)) if asks(amount, "hand"):
            return same(who, node.people)
    return False


def _counted(node: _Move) -> _Move:
    """The move with its effective number: without a source, all are moved."""
    return replace(node, amount=None) if node.source.what == "anywhere" else node
