"""Checked expressions as nouns: who or what, how many, which ones. `me` is you; clauses are in `clauses.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.explain.wording.english import IT, YOU, Group, Mention, article, nominal, several
from ruledsl.explain.wording.filling import clause_of, group_of
from ruledsl.explain.wording.questions import GROUPS, NOUNS
from ruledsl.vocabulary.operators import OPERATORS
from ruledsl.vocabulary.types import FLAG, NUMBER, PIECE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.check import program as p
    from ruledsl.naming.nouns import Naming
    from ruledsl.vocabulary.types import Type

__all__ = ["Nouns", "asked", "plain"]

_TYPES = {"people": "race", "kind": "kind of tile", "mode": "way of conquering", "stage": "state"}
_MATH = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "max": "but at least",
    "min": "but at most",
}
_PRONOUNS = {"me": YOU, "here": Mention("this region"), "this": Mention("this tile")}


def plain(word: str) -> str:
    """A word as it is read."""
    return word.replace("_", " ")


def asked(node: t.Ask) -> str:
    """The key of a question in the tables: its name, with its second preposition where the name alone does not say which."""
    name, preps = node.builtin.name, node.builtin.preps
    longer = f"{name} {preps[1]}" if len(preps) > 1 else f"{name} {preps[0]}" if preps else name
    if name == "tiles" and node.builtin.params[0].name == "kind":
        return "tiles kind"
    return longer if longer in NOUNS or longer in GROUPS else name


class Nouns:
    """Says who and what. `env` is what variables are called where a rule has come to."""

    def __init__(self, program: p.Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming
        self.env: dict[t.Var, Mention] = {}
        self.pack = ""
        self.held = ""

    # ── what things are called ──

    def text(self, family: str, name: str) -> str:
        """What packs say of a declaration, or nothing; the rule's own pack comes first."""
        found = self.program.composition.text(f"{family}.{name}", self.pack)
        return (found or {}).get("en", "")

    def kind(self, kind: Type) -> str:
        """What one of a type is called."""
        return _TYPES.get(kind.name, kind.name)

    def introduce(self, var: t.Var) -> Mention:
        """From here on a variable is `the region`, or goes by its name where another one is called that."""
        noun = self.kind(var.type) if var.type not in (NUMBER, FLAG) else plain(var.name)
        usual = Mention(f"the {noun}", plural=var.type.is_set)
        other_name = "other " + noun if var.name == var.type.name else plain(var.name)
        taken = any(found == usual for other, found in self.env.items() if other is not var)
        self.env[var] = Mention(f"the {other_name}", plural=var.type.is_set) if taken else usual
        return self.env[var]

    def args(self, params: Sequence[t.Var], args: Sequence[t.TExpr]) -> dict[str, Mention]:
        """What is filled in for the parameters of a declaration."""
        return {param.name: self.mention(arg) for param, arg in zip(params, args, strict=True)}

    # ── one thing ──

    def mention(self, node: t.TExpr) -> Mention:
        """Who or what an expression means."""
        if node.type.is_set:
            return Mention(self.group(node).plural, plural=True)
        match node:
            case t.Const():
                return self._constant(node)
            case t.VarRef(var=var):
                return self.env.get(var) or self.introduce(var)
            case t.Pronoun(word=word):
                return _PRONOUNS[word]
            case t.Ask():
                return self._answer(node)
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args):
                said = self.args(found.params, args)
                text = self.text("says", found.name)
                if (
                    isinstance(node, t.ValueOf)
                    and isinstance(node.value.base, t.Const)
                    and node.type == NUMBER
                    and not text
                ):
                    return self._constant(node.value.base)
                number = node.type == NUMBER
                return (
                    Mention(clause_of(text, said), counted=number)
                    if text
                    else self._of(found.name, list(said.values()))
                )
            case t.Recall(memory=memory, arg=arg):
                whose = self.mention(arg) if arg else None
                return self._kept(memory, whose)
            case t.FieldOf(field=name, arg=arg):
                return self._of(name, [self.mention(arg)])
            case _:
                return self._worked_out(node)

    def _constant(self, node: t.Const) -> Mention:
        kind, value, program = node.type.name, node.value, self.program
        if kind == "number":
            return Mention(str(value), plural=value != 1)
        if kind == "flag":
            return Mention("yes" if value else "no")
        if value < 0:
            return Mention("nobody" if kind in ("player", "people") else "nothing")
        if kind == "tile":
            tile = program.composition.tiles[program.tiles[value]]
            return Mention(self.naming.text(tile.names, tile.id))
        if kind == "piece":
            return Mention(self.piece(value, 1))
        table = {"trait": program.traits, "mode": program.modes, "stage": program.stages}
        table |= {"kind": program.kinds, "deck": program.decks, "die": program.dice}
        if kind == "deck":
            return Mention(f"the {plain(program.decks[value])}")
        if kind == "kind":
            found = program.composition.kinds[program.kinds[value]]
            return Mention(article(self.naming.text(found.names, plain(found.id))))
        word = table[kind][value]
        return Mention(self.text("word", word) or plain(word))

    def piece(self, kind: int, many: int) -> str:
        """The name of a kind of piece, with an article where there is one piece of it."""
        piece = self.program.composition.pieces[self.program.pieces[kind]]
        name = self.naming.text(piece.names, plain(piece.id))
        if many == 1 and piece.supply == 1:
            return f"the {name.removeprefix('The ')}"
        return article(name) if many == 1 else several(name)

    def _answer(self, node: t.Ask) -> Mention:
        name, args = asked(node), node.args
        if name == "owner" and self.mention(args[0]) == YOU:
            return YOU
        if name == "bearer" and self.mention(args[0]) == _PRONOUNS["this"]:
            return YOU
        if name == "holder" and self.held and self.held == self.mention(args[0]).text:
            return Mention(_HELD)
        said = self.operands(args, several=True)
        if name in ("first", "only"):
            group = self.group(args[0])
            return Mention(f"the {'first ' if name == 'first' else ''}{group.single}")
        return (
            Mention(clause_of(NOUNS[name], said), counted=node.type == NUMBER)
            if name in NOUNS
            else self._of(node.builtin.name, list(said.values()))
        )

    def _kept(self, memory: p.MemoryDef, whose: Mention | None) -> Mention:
        text = self.text("says", memory.name)
        if text:
            return Mention(clause_of(text, {memory.on.name: whose} if whose else {}))
        return self._of(memory.name, [whose] if whose else [])

    def _of(self, name: str, said: list[Mention]) -> Mention:
        """What has no text: `your holes dug`, `the price of the region for you`."""
        if not said:
            return Mention(f"the {plain(name)}")
        rest = "".join(f" for {other}" for other in said[1:])
        if said[0] == YOU:
            return Mention(f"your {plain(name)}{rest}")
        return Mention(f"the {plain(name)} of {said[0]}{rest}")

    def _worked_out(self, node: t.TExpr) -> Mention:
        match node:
            case t.Math(op=op, left=left, right=right):
                return Mention(
                    f"{self.mention(left)} {_MATH.get(op) or OPERATORS[op].said} {self.mention(right)}",
                    counted=True,
                )
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                said = (
                    f"{self.mention(then)} if {self.clause(condition)}, otherwise {self.mention(otherwise)}"
                )
                return Mention(said)
            case t.Count(var=var, members=members, condition=condition):
                return Mention(f"the number of {self.members(members, var, condition).plural}", counted=True)
            case t.Fold(op=op, term=term, var=var, members=members, condition=condition):
                group = self.members(members, var, condition)
                said = "total" if op == "sum" else op
                kept, self.env = self.env, {**self.env, var: Mention("it")}
                what = self.mention(term).text.removeprefix("the ")
                self.env = kept
                return Mention(f"the {said} of {what} over {group.plural}")
            case _:
                return Mention(f"whether {self.clause(node)}")

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
            case t.Reach(start=start):
                first = self.group(start)
                return Group(
                    f"{first.one} or one reached from there",
                    f"{first.many} and all that is reached from there",
                )
            case t.SetMath() | t.Either():
                return self._joined(node)
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
                called = self._of(builtin.name, [self.mention(arg) for arg in args])
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args):
                called = self._of(found.name, list(self.args(found.params, args).values()))
            case t.Recall(memory=memory, arg=arg):
                called = self._of(memory.name, [self.mention(arg)] if arg else [])
            case t.Fold(term=term, var=var, members=members, condition=condition):
                self.env[var] = Mention(article(self.members(members, var, condition).single))
                return self.group(term)
            case _:
                called = Mention("these")
        return Group(f"{noun} among {called}", f"{several(noun)} among {called}")

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

    # ── how many ──

    def amount(self, node: t.TExpr, one: str, many: str, more: str = "") -> str:
        """So many of something: `2 coins more`, `1 coin for each hill region you hold`."""
        more = f" {more}" if more else ""
        said = self._amount(node, one, many, more)
        return " ".join(said.split())

    def _amount(self, node: t.TExpr, one: str, many: str, more: str) -> str:
        match node:
            case t.Const(value=0) if many:
                return f"no {many}{more}"
            case t.Const(value=value):
                return f"{value} {one if value == 1 else many}{more}"
            case t.ValueOf(value=found) if isinstance(found.base, t.Const) and not self.text(
                "says", found.name
            ):
                return self._amount(found.base, one, many, more)
            case t.Count():
                return f"1 {one}{more} for each {self._counted(node).single}"
            case t.Math(op="*", left=t.Const(value=value), right=t.Count() as count):
                return f"{value} {one if value == 1 else many}{more} for each {self._counted(count).single}"
            case t.Math(op="*", left=t.Count() as count, right=t.Const(value=value)):
                return f"{value} {one if value == 1 else many}{more} for each {self._counted(count).single}"
            case t.Math(op="/", left=t.Count() as count, right=t.Const(value=value)):
                return f"1 {one}{more} for every {value} {self._counted(count).plural}"
            case _:
                return self._amount_of(node, one, many, more)

    def _amount_of(self, node: t.TExpr, one: str, many: str, more: str) -> str:
        match node:
            case t.Either(condition=condition, then=t.Const(value=value), otherwise=t.Const(value=0)):
                return f"{value} {one if value == 1 else many}{more} if {self.clause(condition)}"
            case t.Ask(args=args) if asked(node) == "tokens" and one == "token" and not more:
                return f"all {self.mention(args[0]).whose} tokens"
            case t.Math(op="-", left=t.Ask(args=args) as left, right=right) if (
                asked(left) == "tokens" and one == "token"
            ):
                return f"all but {self.mention(right)} of {self.mention(args[0]).whose} tokens"
            case t.Ask(args=(t.Const(value=kind), *_)) if asked(node) == "amount with":
                return f"1 {one}{more} for each {nominal(self.piece(kind, 1))} in hand"
            case t.VarRef(var=var) if (known := self.env.get(var)) and known.text.startswith("as many"):
                return known.text
            case _:
                return (
                    f"as many {many}{more} as {self.mention(node)}" if many else f"{self.mention(node)}{more}"
                )

    def _counted(self, node: t.Count) -> Group:
        return self.members(node.members, node.var, node.condition)


_HELD = "⟨holder⟩"
