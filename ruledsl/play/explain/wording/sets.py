"""Checked sets as nouns: regions you hold, the opponents, those next to one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.types import PIECE
from ruledsl.play.explain.wording.english import (
    IT,
    Group,
    Mention,
    article,
    group_of,
    nominal,
    several,
)
from ruledsl.play.explain.wording.named import Named
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, same, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check import program as p

    Said = TypeVar("Said")

_FURTHER: Final = {
    IT.text: "the other one",
    "the other one": "the first one",
    "the first one": "the very first one",
}
"""The names of members in nested sets."""
MOST_OPENED: Final = 60
"""The most definitions of one rule whose meaning is inlined; others appear by name."""


class Sets(Named):
    """Phrases sets."""

    def __init__(self, program: p.Program, naming: Naming) -> None:
        super().__init__(program, naming)
        self.held = ""
        self.opened = 0
        self.by_name: set[int] = set()
        """Definitions that appeared by name, by index."""

    def args(self, params: Sequence[t.Var], args: Sequence[t.TExpr]) -> dict[str, Mention]:
        """The arguments of a declaration."""
        return {
            param.name: self.way(arg) or self.mention(arg) for param, arg in zip(params, args, strict=True)
        }

    def meaning(self, node: t.Defined, say: Callable[[t.TExpr], Said]) -> Said | None:
        """The meaning of a definition without a text, inlined; None if it appears by name."""
        definition = node.define
        if self.text("says", definition.name):
            return None
        if definition.is_predicate or self.opened >= MOST_OPENED:
            self.by_name.add(definition.index)
            return None
        self.opened += 1
        kept = self.env
        self.env = {
            **kept,
            **{param: self.mention(arg) for param, arg in zip(definition.params, node.args, strict=True)},
        }
        meant = say(definition.body)
        self.env = kept
        return meant

    def mention(self, node: t.TExpr) -> Mention:
        """Phrase an expression as a noun; a subclass (`nouns.py`) does it."""
        raise NotImplementedError

    def clause(self, node: t.TExpr, *, holds: bool = True) -> str:
        """Phrase a condition, or its negation, as a clause; a subclass (`clauses.py`) does it."""
        raise NotImplementedError

    def clauses(self, node: t.TExpr) -> list[str]:
        """Phrase each part of an `and` as a clause; a subclass (`clauses.py`) does it."""
        raise NotImplementedError

    def group(self, node: t.TExpr) -> Group:
        """The members of a set."""
        match node:
            case t.Ask():
                return self._answers(node)
            case t.ValueOf() | t.Defined() | t.Recall():
                return self._declared_ones(node)
            case t.Filter(var=var, members=members, condition=condition):
                return self.members(members, var, condition)
            case t.SetOf(item=item):
                member = self.mention(item).text
                return Group(member, member)
            case t.DeckTiles(deck=deck):
                return group_of(f"{{many|tile|tiles}} of {self.mention(deck)}", {})
            case t.Reach():
                return self._reached(node)
            case t.SetMath() | t.Either():
                return self._joined(node)
            case t.Const():
                return Group(f"none of the {self.kind(node.type)}s", f"no {self.kind(node.type)}s")
            case _:
                return self._among(node)

    def _answers(self, node: t.Ask) -> Group:
        """The answers of a built-in question."""
        name, args = node.builtin.code, node.args
        if name == "tiles_of_kind" and isinstance(args[0], t.Const):
            return Group("tile", "tiles").of_kind([nominal(self.mention(args[0]).text)])
        if name == "spread":
            first, way = self.group(args[0]), self.group(args[1]).plural
            return Group(
                f"{first.single} or one connected with it through {way}",
                f"{first.plural} and those connected with them through {way}",
            )
        mentions = self.operands(args)
        if name == "surroundings":
            mentions["0"] = Mention(self.group(args[0]).any)
        return group_of(node.builtin.said, mentions)

    def _declared_ones(self, node: t.ValueOf | t.Defined | t.Recall) -> Group:
        """A declaration of a pack, by its text; a definition without one by its meaning."""
        match node:
            case t.Recall(memory=memory, arg=arg):
                text = self.text("says", memory.name)
                mentions = {memory.on.name: self.mention(arg)} if arg else {}
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                text = self.text("says", definition.name)
                mentions = self.args(definition.params, args) if text else {}
        if text:
            return group_of(text, mentions)
        meant = self.meaning(node, self.group) if isinstance(node, t.Defined) else None
        return meant or self._among(node)

    def _reached(self, node: t.Reach) -> Group:
        first = self.group(node.start)
        kept, self.env = self.env, {**self.env, node.var: Mention("one of these")}
        more = self.group(node.step).plural
        self.env = kept
        return Group(
            f"{first.single} and, again and again, {more}", f"{first.plural} and, again and again, {more}"
        )

    def operands(self, args: Sequence[t.TExpr], *, several: bool | None = None) -> dict[str, Mention]:
        """The arguments by number; kinds of pieces without an article in questions about numbers."""
        mentions = {}
        for number, arg in enumerate(args):
            if several is not None and arg.type == PIECE and isinstance(arg, t.Const):
                one = nominal(self.piece(arg.value, 1))
                mentions[str(number)] = Mention(self.piece(arg.value, 2) if several else one)
            else:
                mentions[str(number)] = self.mention(arg)
        return mentions

    def _joined(self, node: t.SetMath | t.Either) -> Group:
        if isinstance(node, t.Either):
            then, other = self.group(node.then), self.group(node.otherwise)
            if_ = self.clause(node.condition)
            return Group(
                f"{then.single} if {if_}, otherwise {other.single}",
                f"{then.plural} if {if_}, otherwise {other.plural}",
            )
        loose = "-" if node.op == "+" else "+"
        left, right = self._operand(node.left, loose), self._operand(node.right, "-")
        if node.op == "+":
            return Group(f"{left.single} or {right.single}", f"{left.plural} and {right.plural}")
        return Group(f"{left.single} other than {right.plural}", f"{left.plural} other than {right.plural}")

    def _operand(self, node: t.TExpr, loose: str) -> Group:
        """A set that is combined with others, or narrowed: in brackets if it is ambiguous."""
        group = self.group(node)
        if isinstance(node, t.Either) or (isinstance(node, t.SetMath) and node.op in loose):
            return Group(f"({group.single})", f"({group.plural})")
        return group

    def _among(self, node: t.TExpr) -> Group:
        """A set without a text: `regions among your moors`."""
        noun = self.kind(node.type.element)
        match node:
            case t.VarRef(var=var):
                mention = self.env.get(var) or self.introduce(var)
                return Group(nominal(mention.one) if mention.one else f"one of {mention}", mention.text)
            case t.Ask(builtin=builtin, args=args):
                called = self.of(builtin.name, [self.mention(arg) for arg in args])
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                called = self.of(definition.name, list(self.args(definition.params, args).values()))
            case t.Recall(memory=memory, arg=arg):
                called = self.of(memory.name, [self.mention(arg)] if arg else [])
            case t.Fold(term=term, var=var, members=members, condition=condition):
                self.env[var] = Mention(article(self.members(members, var, condition).single))
                return self.group(term)
            case _:
                called = Mention("these")
        return Group(f"{noun} among {called}", f"{several(noun)} among {called}")

    def counted(self, node: t.Count) -> Group:
        """A counted set; if only the first of equal members counts, the distinct ones."""
        match node.condition:
            case t.Order(
                op="==", left=t.VarRef(var=var), right=t.Ask(args=(t.Filter() as like,)) as asked
            ) if var is node.var and asks(asked, "first") and same(like.members, node.members):
                return self._likenesses(node, like)
        return self.members(node.members, node.var, node.condition)

    def _likenesses(self, node: t.Count, like: t.Filter) -> Group:
        match like.condition:
            case t.Order(op="==", left=left, right=right) if left.type == right.type and _each_of_one(
                node.var, like.var, left, right
            ):
                kept, self.env = (
                    self.env,
                    {**self.env, like.var: Mention("⟨one⟩"), node.var: Mention("⟨one⟩")},
                )
                first, second = self.mention(left).text, self.mention(right).text
                self.env = kept
                if first == second and first.startswith("⟨one⟩'s "):
                    kind, among = first.removeprefix("⟨one⟩'s "), self.group(node.members).plural
                    return Group(
                        f"different {kind} among {among}", f"different {several(kind)} among {among}"
                    )
        return self.members(node.members, node.var, node.condition)

    def members(self, node: t.TExpr, var: t.Var, condition: t.TExpr | None) -> Group:
        """The members of a set for which a condition holds."""
        match condition:
            case None:
                return self.group(node)
            case t.Order(op="==", left=t.VarRef(var=left), right=right) if (
                left is var and not speaks_of(right, var) and _is_in(right, node)
            ):
                member = self.mention(right).text
                return Group(member, member)
        group = self._operand(node, "+-")
        kept, held = self.env, self.held
        outer = {v: (Mention(_FURTHER[m.text]) if m.text in _FURTHER else m) for v, m in kept.items()}
        self.env = {**outer, var: IT}
        narrowed = group.narrowed(self.clauses(condition))
        self.env, self.held = kept, held
        return narrowed


def _is_in(one: t.TExpr, members: t.TExpr) -> bool:
    """Is it a member in any case: of all there are, or by its name?"""
    if isinstance(one, t.Ask) and one.builtin.gives_member and same(one.args[0], members):
        return True
    return isinstance(members, t.Ask) and not members.args


def _each_of_one(one: t.Var, other: t.Var, *sides: t.TExpr) -> bool:
    """Is each side about only one of the variables?"""
    spoken = [(speaks_of(side, one), speaks_of(side, other)) for side in sides]
    return sorted(spoken) == [(False, True), (True, False)]


def speaks_of(node: t.TExpr, var: t.Var) -> bool:
    """Does an expression read a variable?"""
    return any(isinstance(part, t.VarRef) and part.var is var for part in walk(node))
