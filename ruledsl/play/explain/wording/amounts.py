"""Checked numbers as amounts of something: `2 coins more`, `1 coin for each hill region you hold`."""

from __future__ import annotations

import re
from typing import Final

from ruledsl.play.explain.wording.clauses import Clauses
from ruledsl.play.explain.wording.english import nominal, of_them
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks

IN_HAND: Final = ("pieces_with_people", "pieces_with_player")
"""The questions about pieces in a hand."""
CALCULATED: Final = re.compile(r" (?:plus|minus|times|divided by|but at (?:least|most)|otherwise) ")


_TURNED: Final = {"more": "less", "less": "more"}


class Amounts(Clauses):
    """Phrases amounts."""

    def amount(self, node: t.TExpr, one: str, many: str, more: str = "") -> str:
        """An amount of something: `2 coins more`, `1 coin for each hill region you hold`."""
        more = f" {more}" if more else ""
        text = self._amount(node, one, many, more)
        return " ".join(text.split())

    def _amount(self, node: t.TExpr, one: str, many: str, more: str) -> str:
        match node:
            case t.Const(value=0) if many:
                return f"no {many}{more}"
            case t.Const(value=value):
                return f"{value} {one if value == 1 else many}{more}"
            case t.ValueOf() if (usual := self.usual(node)) is not None:
                return self._amount(usual, one, many, more)
            case t.Count():
                return f"1 {one}{more} for each {self.counted(node).single}"
            case t.Math(op="*", left=t.Const(value=value), right=t.Count() as count):
                return f"{value} {one if value == 1 else many}{more} for each {self.counted(count).single}"
            case t.Math(op="*", left=t.Count() as count, right=t.Const(value=value)):
                return f"{value} {one if value == 1 else many}{more} for each {self.counted(count).single}"
            case t.Math(op="/", left=t.Count() as count, right=t.Const(value=value)):
                return f"1 {one}{more} for every {value} {self.counted(count).plural}"
            case _:
                return self._amount_of(node, one, many, more)

    def _amount_of(self, node: t.TExpr, one: str, many: str, more: str) -> str:
        match node:
            case t.Either(condition=condition, then=t.Const(value=value), otherwise=t.Const(value=0)):
                return f"{value} {one if value == 1 else many}{more} if {self.clause(condition)}"
            case t.Either(condition=condition, then=then, otherwise=otherwise) if many:
                first, less = (self._amount(part, one, many, more) for part in (then, otherwise))
                first = f"({first})" if isinstance(then, t.Either) else first
                return f"{first} if {self.clause(condition)}, otherwise {less}"
            case t.Math(op="-", left=t.Const(value=0), right=right) if more.strip() in _TURNED:
                return self._amount(right, one, many, f" {_TURNED[more.strip()]}")
            case t.Math(
                op="max",
                left=t.Math(op="-", left=t.Count() as count, right=t.Const(value=first)),
                right=t.Const(value=0),
            ) if many:
                return f"1 {one}{more} for each {self.counted(count).single} beyond the first {first}"
            case t.Ask(args=(t.Const(value=kind), *_)) if asks(node, *IN_HAND):
                return f"1 {one}{more} for each {nominal(self.piece(kind, 1))} in hand"
            case t.VarRef(var=var) if (mention := self.env.get(var)) and mention.text.startswith("as many"):
                return mention.text
        return self._as_many(self.mention(node).text, one, many, more)

    def _as_many(self, text: str, one: str, many: str, more: str) -> str:
        counted = text.partition("the number of ")
        if text.isdigit():
            return f"{text} {one if text == '1' else many}{more}"
        if not many:
            return f"{text}{more}"
        if one and counted[1] and not counted[0] and not CALCULATED.search(text):
            return f"1 {one}{more} for each of {of_them(counted[2])}"
        return f"as many {many}{more} as {text}"
