"""Checked expressions as nouns. `me` is you; conditions are in `clauses.py`, amounts in `amounts.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.types import FLAG, NUMBER, OPERATORS
from ruledsl.play.explain.wording.english import (
    YOU,
    Mention,
    clause_of,
    listed,
    nominal,
    of_them,
)
from ruledsl.play.explain.wording.named import HOLDER, PRONOUNS
from ruledsl.play.explain.wording.sets import Sets, speaks_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ruledsl.rules.check.typed import declarations as defs

_MATH: Final = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "max": "but at least",
    "min": "but at most",
}
_BOUNDS, _SUMS = ("max", "min"), ("+", "-", "max", "min")
_LEFT: Final = {"+": _BOUNDS, "-": _BOUNDS, "*": _SUMS, "/": _SUMS, "max": (), "min": ()}
_RIGHT: Final = {
    "+": _BOUNDS,
    "-": _SUMS,
    "*": (*_SUMS, "/"),
    "/": (*_SUMS, "*", "/"),
    "max": _BOUNDS,
    "min": _BOUNDS,
}
"""Operators with a lower precedence than one on its left, and on its right: their operands need brackets there."""
_MOST: Final = {"max": "largest", "min": "smallest"}


class Nouns(Sets):
    """Phrases single things."""

    # ── one thing ──

    def mention(self, node: t.TExpr) -> Mention:
        """The phrase of an expression."""
        if node.type.is_set:
            group = self.group(node)
            return Mention(group.plural, plural=True, one=group.any)
        match node:
            case t.Const():
                return self.constant(node)
            case t.VarRef(var=var):
                return self.env.get(var) or self.introduce(var)
            case t.Pronoun(word=word):
                return self.here if word == "here" else PRONOUNS[word]
            case t.Ask():
                return self._answer(node)
            case t.ValueOf() | t.Defined():
                return self._of_these(node)
            case t.Recall(memory=memory, arg=arg):
                whose = self.mention(arg) if arg else None
                return self.kept(memory, whose)
            case t.FieldOf(field=name, arg=arg):
                text = self.text("says", name)
                whose = self.mention(arg)
                return (
                    Mention(clause_of(text, {"tile": whose}), counted=True)
                    if text
                    else self.of(name, [whose])
                )
            case _:
                return self._worked_out(node)

    def _of_these(self, node: t.ValueOf | t.Defined) -> Mention:
        """A value or definition; a number that rarely changes appears as its usual value."""
        definition = node.value if isinstance(node, t.ValueOf) else node.define
        text = self.text("says", definition.name)
        mentions = self.args(definition.params, node.args)
        if text:
            return Mention(clause_of(text, mentions), counted=node.type == NUMBER)
        if isinstance(node, t.Defined):
            meant = self.meaning(node, self.mention)
            return meant or self.of(definition.name, list(mentions.values()))
        usual = self.usual(node)
        return (
            self.constant(usual) if usual is not None else self.of(definition.name, list(mentions.values()))
        )

    def usual(self, node: t.TExpr) -> t.Const | None:
        """The usual number of a value without a text, which only tiles change."""
        match node:
            case t.ValueOf(value=definition, type=kind) if kind == NUMBER and isinstance(
                definition.base, t.Const
            ):
                return (
                    definition.base
                    if definition.base.value and not self.text("says", definition.name)
                    else None
                )
        return None

    def _answer(self, node: t.Ask) -> Mention:
        name, args = node.builtin.code, node.args
        if name == "owner" and self.mention(args[0]) == YOU:
            return YOU
        if name == "owner" and asks(args[0], "holder"):
            return Mention(f"the player who holds {self.mention(args[0].args[0])}")
        if name in ("bearer_of_tile", "bearer_of_piece") and self.mention(args[0]) == PRONOUNS["this"]:
            return YOU
        if name == "holder" and self.held and self.held == self.mention(args[0]).text:
            return Mention(HOLDER)
        mentions = self.operands(args, several=True)
        if name in ("first", "only"):
            single = nominal(self.group(args[0]).single)
            word = "only " if name == "only" else "" if self._lies_once(args[0]) else "first "
            return Mention(f"the {word}{single}")
        return Mention(clause_of(node.builtin.said, mentions), counted=node.type == NUMBER)

    def kept(self, memory: defs.MemoryDef, whose: Mention | None) -> Mention:
        """A memory."""
        text = self.text("says", memory.name)
        if text:
            return Mention(clause_of(text, {memory.on.name: whose} if whose else {}))
        return self.of(memory.name, [whose] if whose else [])

    def _worked_out(self, node: t.TExpr) -> Mention:
        match node:
            case t.Math(op="+", left=left, right=right) if isinstance(left, t.Const) and (
                usual := self.usual(right)
            ):
                return Mention(str(left.value + usual.value), plural=True)
            case t.Math(op="max" | "min" as op) if len(several := _operands(node, op)) > 2:  # noqa: PLR2004
                words = listed([self._part(one, _BOUNDS) for one in several])
                return Mention(f"the {_MOST[op]} of {words}", counted=True)
            case t.Math(op=op, left=left, right=right):
                words = _MATH.get(op) or OPERATORS[op].said
                first, second = self._part(left, _LEFT[op]), self._part(right, _RIGHT[op])
                return Mention(f"{first} {words} {second}", counted=True)
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                cases = f"{self._part(then, ())} if {self.clause(condition)}"
                return Mention(f"{cases}, otherwise {self.mention(otherwise)}")
            case t.Count():
                return Mention(f"the number of {self.counted(node).plural}", counted=True)
            case t.Fold(op=op, term=term, var=var, members=members, condition=condition):
                group = self.members(members, var, condition)
                each = Mention(f"each of {of_them(group.plural)}")
                kept, self.env = self.env, {**self.env, var: each}
                what = self._part(term, OPERATORS)
                self.env = kept
                word = "total" if op == "sum" else op
                if each.text not in what or not speaks_of(term, var):  # the same for each of them
                    what = f"{what} for {each}"
                return Mention(f"the {word} of {what}", counted=True)
            case _ if node.type == FLAG:
                return Mention(f"whether {self.clause(node)}")
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _part(self, node: t.TExpr, loose: Container[str]) -> str:
        """An operand, in brackets if it is ambiguous: if its operator is `loose` there."""
        text = self.mention(node).text
        split = any(op in loose for op in _in_a_row(node)) and " " in text
        return f"({text})" if split or isinstance(node, t.Either) else text

    def _lies_once(self, node: t.TExpr) -> bool:
        """Are these the regions of a piece of which the box has only one?"""
        match node:
            case t.Ask(args=(t.Const(value=kind),)) if asks(node, "sites"):
                return self.program.composition.pieces[self.program.pieces[kind]].supply == 1
        return False


def _in_a_row(node: t.TExpr) -> Iterator[str]:
    """Its operator, and those on its left with the same precedence, which need no brackets."""
    while isinstance(node, t.Math):
        yield node.op
        if node.op not in ("*", "/"):
            return
        node = node.left


def _operands(node: t.TExpr, op: str) -> list[t.TExpr]:
    """The operands of one operation, however it is nested."""
    if isinstance(node, t.Math) and node.op == op:
        return [*_operands(node.left, op), *_operands(node.right, op)]
    return [node]
