"""Checked expressions as nouns: who or what, which ones. `me` is you; clauses are in `clauses.py`, how many in `amounts.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.check import typed as t
from ruledsl.check.graph import same
from ruledsl.explain.wording.english import IT, YOU, Group, Mention, article, nominal, several
from ruledsl.explain.wording.filling import clause_of, group_of
from ruledsl.explain.wording.named import PRONOUNS, Named
from ruledsl.explain.wording.questions import GROUPS, NOUNS
from ruledsl.vocabulary.operators import OPERATORS
from ruledsl.vocabulary.types import NUMBER, PIECE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from ruledsl.check import program as p
    from ruledsl.naming.nouns import Naming

    Said = TypeVar("Said")

__all__ = ["HOLDER", "Nouns", "asked"]

_MATH: Final = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "max": "but at least",
    "min": "but at most",
}
HOLDER: Final = "⟨holder⟩"
"""Whoever holds the region that a clause is about."""
MOST_OPENED: Final = 60
"""Definitions whose meaning is said in one rule where they are used; others go by their names."""


def asked(node: t.Ask) -> str:
    """The key of a question in the tables: its name, with its second preposition where the name alone does not say which."""
    name, preps = node.builtin.name, node.builtin.preps
    longer = f"{name} {preps[1]}" if len(preps) > 1 else f"{name} {preps[0]}" if preps else name
    if name == "tiles" and node.builtin.params[0].name == "kind":
        return "tiles kind"
    return longer if longer in NOUNS or longer in GROUPS else name


class Nouns(Named):
    """Says who and what."""

    def __init__(self, program: p.Program, naming: Naming) -> None:
        super().__init__(program, naming)
        self.held = ""
        self.opened = 0
        self.by_name: set[int] = set()
        """Definitions that went by their names, by index."""

    def args(self, params: Sequence[t.Var], args: Sequence[t.TExpr]) -> dict[str, Mention]:
        """What is filled in for the parameters of a declaration."""
        return {
            param.name: self.way(arg) or self.mention(arg) for param, arg in zip(params, args, strict=True)
        }

    def meaning(self, node: t.Defined, say: Callable[[t.TExpr], Said]) -> Said | None:
        """What a definition without a text means here, said in its place; nothing if it goes by its name."""
        found = node.define
        if self.text("says", found.name):
            return None
        if found.is_predicate or self.opened >= MOST_OPENED:
            self.by_name.add(found.index)
            return None
        self.opened += 1
        kept = self.env
        self.env = {
            **kept,
            **{param: self.mention(arg) for param, arg in zip(found.params, node.args, strict=True)},
        }
        said = say(found.body)
        self.env = kept
        return said

    # ── one thing ──

    def mention(self, node: t.TExpr) -> Mention:
        """Who or what an expression means."""
        if node.type.is_set:
            return Mention(self.group(node).plural, plural=True)
        match node:
            case t.Const():
                return self.constant(node)
            case t.VarRef(var=var):
                return self.env.get(var) or self.introduce(var)
            case t.Pronoun(word=word):
                return PRONOUNS[word]
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
                return Mention(clause_of(text, {"tile": whose}), counted=True) if text else self.of(name, [whose])
            case _:
                return self._worked_out(node)

    def _of_these(self, node: t.ValueOf | t.Defined) -> Mention:
        """What a value or definition is about; a number that hardly ever changes is called by what it usually is."""
        found = node.value if isinstance(node, t.ValueOf) else node.define
        text = self.text("says", found.name)
        said = self.args(found.params, node.args)
        if text:
            return Mention(clause_of(text, said), counted=node.type == NUMBER)
        if isinstance(node, t.Defined):
            meant = self.meaning(node, self.mention)
            return meant or self.of(found.name, list(said.values()))
        usual = self.usual(node)
        return self.constant(usual) if usual is not None else self.of(found.name, list(said.values()))

    def usual(self, node: t.TExpr) -> t.Const | None:
        """The number that a value without a text has unless a tile says otherwise."""
        match node:
            case t.ValueOf(value=found, type=kind) if kind == NUMBER and isinstance(found.base, t.Const):
                return found.base if found.base.value and not self.text("says", found.name) else None
        return None

    def _answer(self, node: t.Ask) -> Mention:
        name, args = asked(node), node.args
        if name == "owner" and self.mention(args[0]) == YOU:
            return YOU
        if name == "owner" and isinstance(args[0], t.Ask) and asked(args[0]) == "holder":
            return Mention(f"the player who holds {self.mention(args[0].args[0])}")
        if name == "bearer" and self.mention(args[0]) == PRONOUNS["this"]:
            return YOU
        if name == "holder" and self.held and self.held == self.mention(args[0]).text:
            return Mention(HOLDER)
        said = self.operands(args, several=True)
        if name in ("first", "only"):
            single = nominal(self.group(args[0]).single)
            alone = name == "only" or self._lies_once(args[0])
            return Mention(f"the {single}" if alone else f"the first {single}")
        return (
            Mention(clause_of(NOUNS[name], said), counted=node.type == NUMBER)
            if name in NOUNS
            else self.of(node.builtin.name, list(said.values()))
        )

    def kept(self, memory: p.MemoryDef, whose: Mention | None) -> Mention:
        text = self.text("says", memory.name)
        if text:
            return Mention(clause_of(text, {memory.on.name: whose} if whose else {}))
        return self.of(memory.name, [whose] if whose else [])

    def _worked_out(self, node: t.TExpr) -> Mention:
        match node:
            case t.Math(op="+", left=left, right=right) if isinstance(left, t.Const) and (usual := self.usual(right)):
                return Mention(str(left.value + usual.value), plural=True)
            case t.Math(op=op, left=left, right=right):
                said = _MATH.get(op) or OPERATORS[op].said
                return Mention(f"{self._part(left, op)} {said} {self._part(right, op)}", counted=True)
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                said = (
                    f"{self.mention(then)} if {self.clause(condition)}, otherwise {self.mention(otherwise)}"
                )
                return Mention(said)
            case t.Count():
                return Mention(f"the number of {self.counted(node).plural}", counted=True)
            case t.Fold(op=op, term=term, var=var, members=members, condition=condition):
                group = self.members(members, var, condition)
                kept, self.env = self.env, {**self.env, var: Mention("it")}
                what = nominal(self.mention(term).text)
                self.env = kept
                word = "total" if op == "sum" else op
                return Mention(f"the {word} of {what} for each of {group.plural}", counted=True)
            case _:
                return Mention(f"whether {self.clause(node)}")

    def _part(self, node: t.TExpr, around: str) -> str:
        """An operand, in brackets where it could be read otherwise."""
        text = self.mention(node).text
        inner = node.op if isinstance(node, t.Math) else ""
        loose = inner in ("+", "-", "max", "min")
        return f"({text})" if (around in ("*", "/") and loose) or isinstance(node, t.Either) else text

    def _lies_once(self, node: t.TExpr) -> bool:
        """Are these the regions of a piece of which the box has one?"""
        match node:
            case t.Ask(args=(t.Const(value=kind),)) if asked(node) == "sites":
                return self.program.composition.pieces[self.program.pieces[kind]].supply == 1
        return False

    def clause(self, node: t.TExpr, *, holds: bool = True) -> str:
        """What is the case: see `clauses.py`."""
        raise NotImplementedError

    def clauses(self, node: t.TExpr) -> list[str]:
        """The same for each part of an `and`."""
        raise NotImplementedError

    # ── several ──

    def group(self, node: t.TExpr) -> Group:
        """The members of a set."""
        match node:
            case t.Ask(args=(t.Const() as kind,)) if asked(node) == "tiles kind":
                return Group("tile", "tiles").of_kind([nominal(self.mention(kind).text)])
            case t.Ask(args=args) if asked(node) in GROUPS:
                return group_of(GROUPS[asked(node)], self.operands(args))
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args) if self.text(
                "says", found.name
            ):
                return group_of(self.text("says", found.name), self.args(found.params, args))
            case t.Recall(memory=memory, arg=arg) if self.text("says", memory.name):
                return group_of(
                    self.text("says", memory.name), {memory.on.name: self.mention(arg)} if arg else {}
                )
            case t.Filter(var=var, members=members, condition=condition):
                return self.members(members, var, condition)
            case t.SetOf(item=item):
                said = self.mention(item).text
                return Group(said, said)
            case t.DeckTiles(deck=deck):
                return group_of(f"{{many|tile|tiles}} of {self.mention(deck)}", {})
            case t.Reach(start=start, step=step, var=var):
                first = self.group(start)
                kept, self.env = self.env, {**self.env, var: Mention("each of these")}
                more = self.group(step).plural
                self.env = kept
                said = f"with, from each of these on, {more}"
                return Group(f"{first.single}, {said}", f"{first.plural}, {said}")
            case t.SetMath() | t.Either():
                return self._joined(node)
            case t.Defined() if (meant := self.meaning(node, self.group)) is not None:
                return meant
            case t.Const():
                return Group(f"none of the {self.kind(node.type)}s", f"no {self.kind(node.type)}s")
            case _:
                return self._among(node)

    def operands(self, args: Sequence[t.TExpr], *, several: bool | None = None) -> dict[str, Mention]:
        """What is asked about, by number; kinds of pieces without an article where it is about how many there are."""
        said = {}
        for number, arg in enumerate(args):
            if several is not None and arg.type == PIECE and isinstance(arg, t.Const):
                one = nominal(self.piece(arg.value, 1))
                said[str(number)] = Mention(self.piece(arg.value, 2) if several else one)
            else:
                said[str(number)] = self.mention(arg)
        return said

    def _joined(self, node: t.SetMath | t.Either) -> Group:
        if isinstance(node, t.Either):
            then, other = self.group(node.then), self.group(node.otherwise)
            if_ = self.clause(node.condition)
            return Group(
                f"{then.single} if {if_}, otherwise {other.single}",
                f"{then.plural} if {if_}, otherwise {other.plural}",
            )
        left, right = self.group(node.left), self.group(node.right)
        if node.op == "+":
            return Group(f"{left.single} or {right.single}", f"{left.plural} and {right.plural}")
        return Group(f"{left.single} other than {right.plural}", f"{left.plural} other than {right.plural}")

    def _among(self, node: t.TExpr) -> Group:
        """What has no text: `regions among your moors`."""
        noun = self.kind(node.type.element)
        match node:
            case t.VarRef(var=var):
                known = self.env.get(var) or self.introduce(var)
                return Group(f"one of {known}", known.text)
            case t.Ask(builtin=builtin, args=args):
                called = self.of(builtin.name, [self.mention(arg) for arg in args])
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args):
                called = self.of(found.name, list(self.args(found.params, args).values()))
            case t.Recall(memory=memory, arg=arg):
                called = self.of(memory.name, [self.mention(arg)] if arg else [])
            case t.Fold(term=term, var=var, members=members, condition=condition):
                self.env[var] = Mention(article(self.members(members, var, condition).single))
                return self.group(term)
            case _:
                called = Mention("these")
        return Group(f"{noun} among {called}", f"{several(noun)} among {called}")

    def counted(self, node: t.Count) -> Group:
        """What is counted; of those that are the first of their like, each likeness."""
        match node.condition:
            case t.Order(op="==", left=t.VarRef(var=var), right=t.Ask(args=(t.Filter() as like,)) as found) if (
                var is node.var and asked(found) == "first" and same(like.members, node.members)
            ):
                return self._likenesses(node, like)
        return self.members(node.members, node.var, node.condition)

    def _likenesses(self, node: t.Count, like: t.Filter) -> Group:
        match like.condition:
            case t.Order(op="==", left=left, right=right) if left.type == right.type:
                kept, self.env = self.env, {**self.env, like.var: Mention("⟨one⟩"), node.var: Mention("⟨one⟩")}
                first, second = self.mention(left).text, self.mention(right).text
                self.env = kept
                if first == second and first.startswith("⟨one⟩'s "):
                    kind, among = first.removeprefix("⟨one⟩'s "), self.group(node.members).plural
                    return Group(f"different {kind} among {among}", f"different {several(kind)} among {among}")
        return self.members(node.members, node.var, node.condition)

    def members(self, node: t.TExpr, var: t.Var, condition: t.TExpr | None) -> Group:
        """The members of a set of which a condition on one of them holds."""
        group = self.group(node)
        if condition is None:
            return group
        kept, held = self.env, self.held
        outer = {v: (Mention("the other one") if m.text == IT.text else m) for v, m in kept.items()}
        self.env = {**outer, var: IT}
        found = group.narrowed(self.clauses(condition))
        self.env, self.held = kept, held
        return found
