"""Checked comparisons as clauses: `you have at least 2 tokens in hand`, `nobody holds the region`."""

from __future__ import annotations

from typing import Final

from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.play.explain.wording.english import (
    IT,
    YOU,
    Mention,
    article,
    be,
    clause_of,
    nominal,
    of_them,
    verb,
)
from ruledsl.play.explain.wording.nouns import Nouns
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, same

_CONTRARY: Final = {"==": "!=", "!=": "==", ">=": "<", "<": ">=", "<=": ">", ">": "<="}
_COMPARED: Final = {
    "==": "is", "!=": "is not", ">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than",
}  # fmt: skip
_QUANTITY: Final = {
    "==": "exactly {n}", "!=": "other than {n}", ">=": "at least {n}", "<=": "at most {n}", ">": "more than {n}", "<": "fewer than {n}",
}  # fmt: skip
_AS_MANY: Final = {
    "==": ("exactly as many", "as"), "!=": ("not as many", "as"), ">=": ("at least as many", "as"), "<=": ("at most as many", "as"),
    ">": ("more", "than"), "<": ("fewer", "than"),
}  # fmt: skip


class Comparing(Nouns):
    """Phrases comparisons."""

    def order(self, node: t.Order, *, holds: bool) -> str:
        """The clause of a comparison."""
        op = node.op if holds else _CONTRARY[node.op]
        if node.left.type == NUMBER:
            return self._quantity(node.left, op, node.right)
        left, right, is_ = node.left, node.right, op == "=="
        if left.type.is_set:
            same_ones = "exactly" if is_ else "not exactly"
            return f"{of_them(self.mention(right).text)} are {same_ones} {of_them(self.mention(left).text)}"
        if isinstance(right, t.Const) and right.value < 0:
            if asks(left, "holder"):
                return f"{'nobody' if is_ else 'somebody'} holds {self.mention(left.args[0])}"
            return self._there(left, holds=not is_)
        for one, other in ((left, right), (right, left)):
            if text := self.text("is", declared(one)):
                return clause_of(text, {**self.about(one), "value": self.mention(other)}, holds=is_)
        if isinstance(left, t.Ask) and (answered := self._answered(left, right, holds=is_)):
            return answered
        who, what = self.mention(left), self.mention(right)
        if left.type.name == "mode" and "{" in what.text:
            return clause_of(what.text, {}, holds=is_)
        return f"{who} {be(who, holds=is_)} {what}"

    def _answered(self, left: t.Ask, right: t.TExpr, *, holds: bool) -> str:
        """That the answer to a question is somebody or something, if it needs a special phrase."""
        if asks(left, "turn_player"):
            return f"it {be(IT, holds=holds)} {self.mention(right).whose} turn"
        if not left.args:
            return ""
        about, other = self.mention(left.args[0]), self.mention(right)
        match left.builtin.code:
            case "holder":
                return f"{other} {verb(other, 'hold', holds=holds)} {about}"
            case "terrain" if asks(right, "terrain"):
                same_one = self.mention(right.args[0])
                return f"{about} {verb(about, 'have', holds=holds)} the same terrain as {same_one}"
            case "terrain":
                return f"{about} {verb(about, 'show', holds=holds)} {other}"
            case "owner" if other == YOU:
                return f"{about} {be(about, holds=holds)} yours"
            case "owner":
                return f"{about} {verb(about, 'belong', holds=holds)} to {other}"
            case "site":
                return f"{about} {verb(about, 'lie', holds=holds)} in {other}"
            case "kind_of_tile" | "stage":
                return f"{about} {be(about, holds=holds)} {other}"
        return ""

    def _there(self, node: t.TExpr, *, holds: bool) -> str:
        """That there is one: by a text that names the owner, if there is such a text."""
        text = self.text("some", declared(node))
        if text:
            return clause_of(text, self.about(node), holds=holds)
        if isinstance(node, t.Ask) and node.builtin.there:
            return clause_of(node.builtin.there, self.operands(node.args), holds=holds)
        if asks(node, "first", "only"):
            return f"there is {self.group(node.args[0]).any if holds else f'no {self.group(node.args[0]).single}'}"
        one = nominal(self.mention(node).text)
        return f"there is {article(one) if holds else f'no {one}'}"

    def about(self, node: t.TExpr) -> dict[str, Mention]:
        """The subjects of a declaration, by parameter name."""
        match node:
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                return self.args(definition.params, args)
            case t.Recall(memory=memory, arg=arg) if arg is not None:
                return {memory.on.name: self.mention(arg)}
        return {}

    def _quantity(self, left: t.TExpr, op: str, right: t.TExpr) -> str:
        """How many there are: by a text that names the owner, if there is such a text."""
        number = self.number(op, right)
        rest = ""
        if asks(left, "remainder") and op in ("==", "!=") and number.text in ("no", "at least 1"):
            mentions = self.operands(left.args)
            return clause_of(
                "{0} {holds|can|cannot} be divided by {1} without remainder", mentions, holds=op == "=="
            )
        if number.counted:
            word, joint = _AS_MANY[op]
            rest = f" {joint} {self._those_of(right)}"
            number = Mention(word, plural=True)
        text = self._had(left, number)
        if text:
            return text + rest
        return f"{self.mention(left)} {_COMPARED[op]} {self.mention(right)}"

    def _those_of(self, node: t.TExpr) -> str:
        text = self.mention(node).text
        return of_them(text.removeprefix("the number of ")) if text.startswith("the number of ") else text

    def _had(self, left: t.TExpr, number: Mention) -> str:
        """Who has that many, or that there are that many."""
        if isinstance(left, t.Ask) and left.builtin.lone and number.text in ("no", "at least 1"):
            kind = left.args[0]
            if isinstance(kind, t.Const) and self.is_alone(kind.value):
                mentions = {str(i): self.mention(arg) for i, arg in enumerate(left.args)}
                return clause_of(left.builtin.lone, mentions, holds=number.text != "no")
        if isinstance(left, t.Ask) and left.builtin.amounts:
            mentions = self.operands(left.args, several=number.plural)
            return clause_of(left.builtin.amounts, {**mentions, "amount": number})
        if isinstance(left, t.Count):
            return self._so_many(left, number)
        if text := self.text("amount", declared(left)):
            return clause_of(text, {**self.about(left), "amount": number})
        both = self._both(left)
        if both is None:
            return ""
        who, where = both
        return clause_of(
            f"{{0}} {{0|has|have}} {{amount}} {{amount|token|tokens}} {where}", {"0": who, "amount": number}
        )

    def _so_many(self, node: t.Count, number: Mention) -> str:
        group = self.counted(node)
        what = group.plural if number.plural else group.single
        if what.startswith("these "):
            return f"{what} are {number}"
        held = "region you hold" if not number.plural else "regions you hold"
        if what.startswith(held):
            return f"you hold {number} {held.partition(' ')[0]}{what.removeprefix(held)}"
        return f"there {'are' if number.plural else 'is'} {number} {what}"

    def _both(self, node: t.TExpr) -> tuple[Mention, str] | None:
        """Two places with tokens of the same people: the owner, and `in the tray or in hand`."""
        places = {"hand": "in hand", "tray": "in the tray"}
        match node:
            case t.Math(op="+", left=t.Ask(args=(one,)) as first, right=t.Ask(args=(other,)) as second) if (
                asks(first, *places) and asks(second, *places) and same(one, other)
            ):
                return self.mention(one), f"{places[first.builtin.code]} or {places[second.builtin.code]}"
        return None

    def number(self, op: str, right: t.TExpr) -> Mention:
        """`at least 2`; anything but a plain number is `counted`."""
        right = self.usual(right) or right
        value = right.value if isinstance(right, t.Const) else None
        if (op, value) in (("==", 0), ("<", 1), ("<=", 0)):
            return Mention("no", plural=True)
        if (op, value) in (("!=", 0), (">", 0)):
            op, value = ">=", 1
        amount = str(value) if value is not None else self.mention(right).text
        return Mention(_QUANTITY[op].format(n=amount), plural=value != 1, counted=value is None)


def declared(node: t.TExpr) -> str:
    """The name of the question, if a pack declares it."""
    match node:
        case t.ValueOf(value=definition) | t.Defined(define=definition):
            return definition.name
        case t.Recall(memory=memory):
            return memory.name
    return ""
