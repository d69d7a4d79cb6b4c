"""Checked rules as English sentences: one rule of a tile, a piece or a pack, with everything in it.

The grammar is recursive: a set may be said by a condition, a condition by an amount, an amount by a set. So it is one class, from nouns to
whole sentences. `me` is "you" for whoever carries a rule out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeGuard, TypeVar, cast

from ruledsl.language.vocabulary.types import (
    ACTS,
    FLAG,
    NUMBER,
    OPERATORS,
    PEOPLE,
    PIECE,
    PLAYER,
    STRATA,
    filled,
)
from ruledsl.play.explain.wording.english import (
    IT,
    YOU,
    Group,
    Mention,
    article,
    be,
    capital,
    clause_of,
    group_of,
    listed,
    nominal,
    of_them,
    several,
    verb,
)
from ruledsl.rules.check import program as p
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, effects_in, same, walk, where_read
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.explain.log import Bookkeeping
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, PermissionDef, ValueDef

    Said = TypeVar("Said")

_TYPES: Final = {"people": "race", "kind": "kind of tile", "mode": "way of conquering", "stage": "state"}
PRONOUNS: Final = {"me": YOU, "here": Mention("this region"), "this": Mention("this tile")}
HOLDER: Final = "⟨holder⟩"
"""The holder of the region that a clause is about."""

_FURTHER: Final = {
    IT.text: "the other one",
    "the other one": "the first one",
    "the first one": "the very first one",
}
"""The names of members in nested sets."""
MOST_OPENED: Final = 60
"""The most definitions of one rule whose meaning is inlined; others appear by name."""

_MATH: Final = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "max": "but at least",
    "min": "but at most",
}
_BOUNDS, _SUMS = ("max", "min"), ("+", "-", "max", "min")
_LEFT: Final = {
    "+": (*_BOUNDS, "/"),
    "-": (*_BOUNDS, "/"),
    "*": _SUMS,
    "/": (*_SUMS, "*"),
    "max": (),
    "min": (),
}
_RIGHT: Final = {
    "+": (*_BOUNDS, "/"),
    "-": (*_SUMS, "/"),
    "*": (*_SUMS, "/"),
    "/": (*_SUMS, "*", "/"),
    "max": _BOUNDS,
    "min": _BOUNDS,
}
"""Operators that need brackets to the left of one, and to its right: those of lower precedence, and what is divided, since words have none."""
_MOST: Final = {"max": "largest", "min": "smallest"}

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

THAT_WAS_SO: Final = "that was so"
"""The clause for a noted flag."""
_PLACES = ("next to ", "with ", "in ", "within ", "connected ", "that are ")

IN_HAND: Final = ("pieces_with_people", "pieces_with_player")
"""The questions about pieces in a hand."""
CALCULATED: Final = re.compile(r" (?:plus|minus|times|divided by|but at (?:least|most)|otherwise) ")
_TURNED: Final = {"more": "less", "less": "more"}

_Move = TypeVar("_Move", t.TMoveTokens, t.TMovePieces)

_IMPERATIVE = re.compile(
    r"(?:take|put|place|move|return|conquer|gain|pay|go|roll|draw|lay|attack|exchange|choose|reveal) "
)
_STATES = re.compile(r"you (?:are|have|can|may|must|need|cannot|do not) ")
_LONG = 40
"""The length from which a thing mentioned more than once is only named."""
_OF_ITS_OWN = (
    "in any case, ",
    "after that, ",
    "then ",
    "once ",
    "twice ",
    "up to ",
    "if ",
    "for each ",
    "you may ",
    "at most ",
    "look at ",
    "let ",
)
_WRITES = {
    "set": "{spot} becomes {value}",
    "add": "add {value} to {spot}",
    "put": "note {value} among {spot}",
    "drop": "strike {value} from {spot}",
}

Rule = (
    defs.ModifierDef
    | defs.TriggerDef
    | defs.ForbidDef
    | defs.PermitDef
    | defs.ActionDef
    | defs.EventDef
    | defs.ValueDef
    | defs.DefineDef
)
_TAIL = re.compile(r" (?:for (?:each|every)|if|as (?!many)) ")
_MOMENTS = {"before": "before", "after": "after", "instead": "when"}


STOP = "\u2029"
"""Between two sentences, while a rule is put into words: a full stop, or a semicolon in brackets."""


def bracketed(text: str) -> str:
    """Sentences inside another one, in brackets if there are several."""
    return f"({text.replace(STOP, '; ')})" if STOP in text else text


class Sentence:
    """The words of one rule. `env` maps its variables to their current names, `homes` parameters to the packs that declare them."""

    def __init__(self, program: p.Program, naming: Naming, rule: Rule, books: Bookkeeping) -> None:
        self.program = program
        self.naming = naming
        self.books = books
        self.rule = rule
        self.env: dict[t.Var, Mention] = {}
        declared: tuple[EventDef | ValueDef | DefineDef | PermissionDef, ...] = (
            *program.events,
            *program.values,
            *program.defines,
            *program.permissions,
        )
        self.homes = {var: one.origin.owner.pack for one in declared for var in one.params}
        self.pack = rule.origin.owner.pack
        self.here = Mention("its region") if rule.origin.owner.piece else PRONOUNS["here"]
        self.held = ""
        self.opened = self.inside = self.rolls = 0
        self.by_name: set[int] = set()
        """Definitions that appeared by name, by index."""

    # ── things with a name ────────────────────────────────────────────────────

    def text(self, family: str, name: str) -> str:
        """The packs' text of a declaration, or empty; the rule's own pack comes first."""
        texts = self.program.composition.text(f"{family}.{name}", self.pack)
        return (texts or {}).get("en", "")

    def kind(self, kind: Type) -> str:
        """The name of a type."""
        return _TYPES.get(kind.name, kind.name)

    def introduce(self, var: t.Var, group: Group | None = None) -> Mention:
        """Name a variable: `the region` (with a `group`: `the opponent`), or its own name if the first is taken."""
        pack = self.homes.get(var, self.pack)
        named = (self.program.composition.local_text(f"name.{var.name}", pack) or {}).get("en", "")
        if named:
            self.env[var] = Mention(named, plural=var.type.is_set, counted=var.type == NUMBER)
            return self.env[var]
        noun = self.kind(var.type) if var.type not in (NUMBER, FLAG) else plain(var.name)
        if group is not None and group.noun:
            noun = group.noun
        usual = Mention(f"the {noun}", plural=var.type.is_set, counted=var.type == NUMBER)
        other_name = "other " + noun if var.name == var.type.name else plain(var.name)
        taken = any(mention.text == usual.text for other, mention in self.env.items() if other is not var)
        other = Mention(f"the {other_name}", plural=var.type.is_set, counted=var.type == NUMBER)
        self.env[var] = other if taken else usual
        return self.env[var]

    def constant(self, node: t.Const) -> Mention:
        """A number, a flag, nobody, or a word, tile, piece, deck."""
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
        if kind == "deck":
            return Mention(self.text("name", program.decks[value]) or f"the {plain(program.decks[value])}")
        if kind == "kind":
            tile_kind = program.composition.kinds[program.kinds[value]]
            return Mention(article(self.naming.text(tile_kind.names, plain(tile_kind.id))))
        if kind == "die":
            return Mention(f"the {plain(program.dice[value])} die")
        table = {"trait": program.traits, "mode": program.modes, "way": program.ways, "stage": program.stages}
        word = table[kind][value]
        return Mention(self.text("word", word) or plain(word))

    def way(self, node: t.TExpr) -> Mention | None:
        """A way of conquest in words: `as your final conquest`."""
        if not isinstance(node, t.Const) or node.type.name != "mode":
            return None
        word = self.program.modes[node.value]
        return Mention(self.text("as", word) or f"as “{plain(word)}”")

    def is_alone(self, kind: int) -> bool:
        """Does the box have only one piece of a kind?"""
        return self.program.composition.pieces[self.program.pieces[kind]].supply == 1

    def piece(self, kind: int, many: int) -> str:
        """The name of a kind of piece, with an article if there is only one."""
        piece = self.program.composition.pieces[self.program.pieces[kind]]
        name = self.naming.text(piece.names, plain(piece.id))
        text = self.text("piece", piece.id)
        if text:
            name = clause_of(text, {"many": Mention("", plural=many != 1)})
        if many == 1 and self.is_alone(kind):
            return name if "'s " in name else f"the {name.removeprefix('The ')}"
        return article(name) if many == 1 else name if text else several(name)

    def of(self, name: str, args: Sequence[Mention]) -> Mention:
        """A declaration without a text: `your holes dug`, `the price of the region for you`."""
        if not args:
            return Mention(f"the {plain(name)}")
        rest = "".join(f" for {other}" for other in args[1:])
        if args[0] == YOU:
            return Mention(f"your {plain(name)}{rest}")
        return Mention(f"the {plain(name)} of {args[0]}{rest}")

    # ── sets ──────────────────────────────────────────────────────────────────

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

    # ── single things ─────────────────────────────────────────────────────────

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
            case t.Math() if (halved := _halved(node)) is not None:
                return Mention(
                    f"half of {self._part(halved[0], OPERATORS)}, rounded {halved[1]}", counted=True
                )
            case t.Math() if (up := t.rounded_down(node)) is not None:
                return Mention(f"{self.mention(up)}, rounded up", counted=True)
            case t.Math(op=op, left=left, right=right):
                words = _MATH.get(op) or OPERATORS[op].said
                first, second = self._part(left, _LEFT[op]), self._part(right, _RIGHT[op])
                return Mention(f"{first} {words} {second}", counted=True)
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                cases = f"{self._part(then, ())} if {self.clause(condition)}"
                return Mention(f"{cases}, otherwise {self.mention(otherwise)}")
            case t.Count():
                return Mention(f"the number of {self.counted(node).plural}", counted=True)
            case t.Fold(op=op, term=t.VarRef(var=term), var=var, members=members, condition=None) if (
                term is var
            ):
                return Mention(
                    f"the {'total' if op == 'sum' else op} of {of_them(str(self.mention(members)))}",
                    counted=True,
                )
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

    # ── comparisons ───────────────────────────────────────────────────────────

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

    # ── conditions ────────────────────────────────────────────────────────────

    def clauses(self, node: t.TExpr) -> list[str]:
        """A clause for each part of an `and`; parts about the same holder become one."""
        parts = self.parts(node)
        clauses: list[str] = []
        done: set[int] = set()
        for number, part in enumerate(parts):
            if number in done:
                continue
            where = self._holder_of(part)
            same = [
                i
                for i, other in enumerate(parts)
                if where and i not in done and self._holder_of(other) == where
            ]
            text = self._held_by(where, [parts[i] for i in same]) if where else ""
            if text:
                done |= set(same)
            clauses.append(text or self._fact(part))
        return clauses

    def clause(self, node: t.TExpr, *, holds: bool = True) -> str:
        """The clause of a condition, or of its negation."""
        match node:
            case t.Not(operand=operand):
                return self.clause(operand, holds=not holds)
            case t.Logic(op="and") if holds:
                return listed(self.clauses(node))
            case t.Logic():
                return self._either(_sides(node, holds=holds), "and" if (node.op == "and") == holds else "or")
            case t.Exists() if len(parts := self.parts(node)) > 1:
                return self.clause(_all_together(parts), holds=holds)
            case _:
                where = self._holder_of(node)
                text = self._held_by(where, [node], holds=holds) if where else ""
                return text or self._fact(node, holds=holds)

    def parts(self, node: t.TExpr) -> list[t.TExpr]:
        """The conjuncts."""
        match node:
            case t.Logic(op="and", left=left, right=right):
                return [*self.parts(left), *self.parts(right)]
            case t.Not(operand=t.Logic(op="or", left=left, right=right), type=kind, span=span):
                denied = (t.Not(operand=side, type=kind, span=span) for side in (left, right))
                return [part for side in denied for part in self.parts(side)]
            case t.Not(operand=t.Not(operand=inner)):
                return self.parts(inner)
            case t.Exists(var=var, condition=t.Logic() as condition):
                return self._apart(node, [part for part in self.parts(condition) if not speaks_of(part, var)])
        return [node]

    def _apart(self, node: t.Exists, loose: list[t.TExpr]) -> list[t.TExpr]:
        """Separate conditions that are not about the members: among those about the members, their subject would be unclear."""
        if not loose or node.condition is None:
            return [node]
        tied = [part for part in self.parts(node.condition) if part not in loose]
        return [*loose, replace(node, condition=_all_together(tied) if tied else None)]

    def _either(self, sides: list[tuple[t.TExpr, bool]], word: str) -> str:
        """A disjunction or conjunction of clauses; a common subject appears once: `the region is hill or farmland`."""
        clauses: list[str] = []
        for node, holds in sides:
            clause = self.clause(node, holds=holds)
            if word == "or" and len(_all_of(node, holds=holds)) > 1 and " and " in clause:
                clause = f"({clause})"
            both = _merged(clauses[-1], word, clause) if clauses else ""
            clauses[-1:] = [both] if both else [*clauses[-1:], clause]
        one = listed(clauses, word)
        return f"either {one}" if word == "or" and len(clauses) > 1 else one

    def _holder_of(self, node: t.TExpr) -> str:
        """The region whose holder a condition is about, if there is one."""
        if self.held or isinstance(node, t.Logic | t.Exists):
            return ""
        if isinstance(node, t.Order) and asks(node.left, "holder"):
            return ""
        about = [part for part in walk(node) if asks(part, "holder")]
        regions = {self.mention(part.args[0]).text for part in about}
        return regions.pop() if len(regions) == 1 else ""

    def _held_by(self, region: str, parts: list[t.TExpr], *, holds: bool = True) -> str:
        self.held = region
        raw = [self._negated(part) for part in parts]
        self.held = ""
        if holds and any(not positive for _, positive in raw):
            if len(raw) > 1:
                return ""
            holds = False
        texts = [text for text, _ in raw]
        if any(IT.text in text or HOLDER not in text for text in texts):
            return ""
        group = Group("race", "races").narrowed([text.replace(HOLDER, IT.text) for text in texts])
        whom = group.any
        return f"{region} {'is' if holds else 'is not'} held by {whom}"

    def _negated(self, node: t.TExpr) -> tuple[str, bool]:
        """A condition without its `not`, and whether it had none."""
        if isinstance(node, t.Not):
            return self._fact(node.operand), False
        return self._fact(node), True

    def _fact(self, node: t.TExpr, *, holds: bool = True) -> str:
        match node:
            case t.Not(operand=operand):
                return self.clause(operand, holds=not holds)
            case t.Logic():
                return self.clause(node, holds=holds)
            case t.Order():
                return self.order(node, holds=holds)
            case t.HasTrait(noun=noun, word=word):
                return self._trait(self.mention(noun), word, holds=holds)
            case t.HasPiece(place=place, kind=kind):
                what = self.mention(kind).text
                only = isinstance(kind, t.Const) and self.is_alone(kind.value)
                has = (
                    f"has {what}" if holds else f"does not have {what}" if only else f"has no {nominal(what)}"
                )
                return f"{self.mention(place)} {has}"
            case t.Member(item=item, members=members):
                return self._member(self.mention(item), members, holds=holds)
            case t.Exists():
                return self._exists(node, holds=holds)
            case t.CanDo(permission=definition, args=args, despite=despite):
                text = self._declared(definition, args, holds=holds, modal=True)
                mentions = self.args(definition.params, args)
                lifted = listed([self._although(word, mentions) for word in despite], "or")
                return f"{text} (even if {lifted})" if lifted else text
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                return self._declared(definition, args, holds=holds)
            case _:
                return self._other_fact(node, holds=holds)

    def _although(self, reason: str, mentions: dict[str, Mention]) -> str:
        """A fact that holds despite a prohibition; the subject's own name is omitted."""
        if reason == defs.EVERY:
            return "anything stands against it"
        fact = clause_of(self.text("despite", reason) or plain(reason), mentions)
        return fact.removeprefix(f"{IT.text} is ")

    def _other_fact(self, node: t.TExpr, *, holds: bool) -> str:
        match node:
            case t.Ask(builtin=question, args=args):
                mentions = self.operands(args)
                return clause_of(question.said, mentions, holds=holds)
            case t.Recall(memory=memory, arg=arg) if self.text("says", memory.name):
                whose = {memory.on.name: self.mention(arg)} if arg else {}
                return clause_of(self.text("says", memory.name), whose, holds=holds)
            case t.Recall(memory=memory, arg=arg):
                noted = f" for {self.mention(arg)}" if arg else ""
                return f"“{plain(memory.name)}” {'is' if holds else 'is not'} noted{noted}"
            case t.VarRef(var=var) if self.env.get(var, Mention("")).text == THAT_WAS_SO:
                return THAT_WAS_SO if holds else "that was not so"
            case t.Const(value=value):
                return "always" if bool(value) == holds else "never"
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                first = self.clause(then, holds=holds)
                first = f"({first})" if isinstance(then, t.Either) else first
                return f"{first} if {self.clause(condition)}, otherwise {self.clause(otherwise, holds=holds)}"
            case _:
                return f"{self.mention(node)} {'applies' if holds else 'does not apply'}"

    def _trait(self, noun: Mention, word: str, *, holds: bool) -> str:
        text = self.text("word", word)
        if "{" in text:
            return clause_of(text, {"one": noun}, holds=holds)
        return f"{noun} {be(noun, holds=holds)} {text or plain(word).replace(' ', chr(160))}"

    def _member(self, one: Mention, members: t.TExpr, *, holds: bool) -> str:
        """`you hold the region`, `the region is next to this one`; otherwise that it is a member."""
        if asks(members, "land"):
            who = self.mention(members.args[0])
            return f"{who} {verb(who, 'hold', holds=holds)} {one}"
        group, is_ = self.group(members), be(one, holds=holds)
        noun, _, rest = group.single.partition(" ")
        if rest.startswith("that is "):
            return f"{one} {is_} {rest.removeprefix('that is ')}"
        if rest.startswith(_PLACES) and noun == self.kind(members.type.element):
            return f"{one} {is_} {rest}"
        return f"{one} {is_} {group.any}"

    def _exists(self, node: t.Exists, *, holds: bool) -> str:
        """That there is a member; for a neighbour or a container, in short: `the region is next to a mountain region`."""
        parts = self.parts(node.condition) if node.condition is not None else []
        inside = next((part for part in parts if self._is_about(part, node.var)), None)
        rest = [part for part in parts if part is not inside]
        group = self._those(node, rest)
        if inside is not None:
            kept, self.env = (
                self.env,
                {**self.env, node.var: Mention(group.any if holds else f"any {group.single}")},
            )
            text = self._member(self.mention(inside.item), inside.members, holds=holds)
            self.env = kept
            return text
        noun, near, where = group.one.partition(" next to ")
        if near and noun == "region" and " " not in where.removeprefix("the ").removeprefix("this "):
            others = Group(noun, group.many.partition(" next to ")[0], group.before, group.behind)
            return f"{where} {'is' if holds else 'is not'} next to {others.any if holds else f'any {others.single}'}"
        held = self._held_ones(node, rest)
        if held is not None:
            who, those = held
            if holds:
                return f"{who} {verb(who, 'hold', holds=True)} {those.any}"
            return f"{who} {verb(who, 'hold', holds=True)} no {those.single}"
        return f"there is {group.any if holds else f'no {group.single}'}"

    def _held_ones(self, node: t.Exists, parts: list[t.TExpr]) -> tuple[Mention, Group] | None:
        """For regions that somebody holds: who, and which regions."""
        match node.members:
            case t.Ask(args=(who,)) if asks(node.members, "land"):
                kept = self.env
                self.env = {**kept, node.var: IT}
                clauses = [clause for part in parts for clause in self.clauses(part)]
                self.env = kept
                return self.mention(who), Group("region", "regions").narrowed(clauses)
        return None

    def _is_about(self, part: t.TExpr, var: t.Var) -> TypeGuard[t.Member]:
        """Does it say that something else is in a set that depends on a variable?"""
        if not isinstance(part, t.Member):
            return False
        used = [
            any(isinstance(x, t.VarRef) and x.var is var for x in walk(side))
            for side in (part.item, part.members)
        ]
        return used == [False, True]

    def _those(self, node: t.Exists, parts: list[t.TExpr]) -> Group:
        return self.members(node.members, node.var, _all_together(parts) if parts else None)

    def _declared(
        self,
        declaration: defs.ValueDef | defs.DefineDef | defs.PermissionDef,
        args: tuple[t.TExpr, ...],
        *,
        holds: bool,
        modal: bool = False,
    ) -> str:
        """A declaration of a pack, by its text, or else by its name."""
        by_param = self.args(declaration.params, args)
        text = self.text("says", declaration.name)
        if text:
            return clause_of(text, by_param, holds=holds)
        if isinstance(declaration, defs.DefineDef):
            self.by_name.add(declaration.index)
        mentions = list(by_param.values())
        if modal:
            return f"{' '.join(['one', 'can' if holds else 'cannot', plain(declaration.name), *map(str, mentions[:1])])}"
        if not mentions:
            return f"{plain(declaration.name)} {'applies' if holds else 'does not apply'}"
        rest = "".join(
            f" {prep} {other}" for prep, other in zip(declaration.preps[1:], mentions[1:], strict=True)
        )
        return f"{mentions[0]} {be(mentions[0], holds=holds)} {plain(declaration.name)}{rest}"

    # ── amounts ───────────────────────────────────────────────────────────────

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

    # ── moves ─────────────────────────────────────────────────────────────────

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

    # ── effects ───────────────────────────────────────────────────────────────

    def block(self, body: t.TBlock) -> str:
        """Effects in sequence, as sentences without the last full stop."""
        phrases: list[str] = []
        self.rolls = (
            self.rolls
            if self.inside
            else sum(isinstance(x, t.TRoll) for effect in body for x in walk(effect))
        )
        body = tuple(effect for effect in body if isinstance(effect, t.TLet) or not self.books.does(effect))
        asking = where_read(body)
        for number, effect in enumerate(body):
            if number and self._same_move(body[number - 1], effect):
                continue  # merged into the previous one
            following = body[number + 1] if number + 1 < len(body) else None
            if following is not None and self._same_move(effect, following):
                phrases.append(self.put(cast("t.TMovePieces", effect)))
            elif isinstance(effect, t.TLet):
                behind = [place for place in asking.get(effect.var, ()) if place > number]
                at_once = not behind or behind == [number + 1]
                phrases.append(self._let(effect, [body[place] for place in behind], at_once=at_once))
            else:
                phrases.append(self.effect(effect))
            if phrases[-1] and number and _has_block(body[number - 1]) and phrases[-2]:
                phrases[-1] = self._behind(body[number - 1], phrases[-2], phrases[-1])
        text = ""
        for part in filter(None, phrases):
            if not text:
                text = part
            elif STOP in part or part.startswith(_OF_ITS_OWN) or STOP in text:
                text = f"{text}{STOP}{part}"
            else:
                text = f"{text}, then {part}"
        return text or "nothing happens"

    def _behind(self, before: t.TEffect, earlier: str, part: str) -> str:
        """The phrase after an effect with a block, which must not seem part of that block."""
        if STOP not in earlier and not (self.inside and isinstance(before, t.TIf)):
            return part if part.startswith(_OF_ITS_OWN) else f"then {part}"
        return f"after that, {part}" if isinstance(before, t.TForEach | t.TRepeat) else f"in any case, {part}"

    def _let(self, node: t.TLet, asked_in: Sequence[t.TEffect] = (), *, at_once: bool = True) -> str:
        """A bound name: silent if the thing itself can be mentioned each time."""
        var, value = node.var, self.mention(node.value)
        if isinstance(node.value, t.VarRef | t.Pronoun | t.Const) or (
            at_once and self._can_be_said_there(var, asked_in, value.text)
        ):
            self.env[var] = value
            return ""
        if var.type.is_set:
            these = Mention(f"these {several(self.kind(var.type.element))}", plural=True)
            self.env[var] = these
            return f"look at {value}"
        if var.type == FLAG:
            self.env[var] = Mention(THAT_WAS_SO)
            return f"note whether {self.clause(node.value)}"
        own = self.program.composition.local_text(f"name.{var.name}", self.homes.get(var, self.pack))
        name = (own or {}).get("en", "") or f"the {plain(var.name)}"
        self.env[var] = Mention(name, counted=var.type == NUMBER)
        return f"let {name} be {value}"

    def _can_be_said_there(self, var: t.Var, asked_in: Sequence[t.TEffect], phrase: str) -> bool:
        """Is it read only before anything changes? Then the thing itself can be mentioned."""
        for effect in asked_in:
            uses = sum(isinstance(part, t.VarRef) and part.var is var for part in walk(effect))
            if uses > 1 and len(phrase) > _LONG:
                return False
            leaves = [x for x in walk(effect) if isinstance(x, t.TEffect) and not effects_in(x)]
            if len(leaves) > 1:
                return False
        return True

    def _same_move(self, first: t.TEffect, second: t.TEffect) -> bool:
        """Does the second effect only take from the box what the first one moves?"""
        if not (isinstance(first, t.TMovePieces) and isinstance(second, t.TMovePieces)):
            return False
        places = (first.source.what, second.source.what, first.target.what, second.target.what)
        kinds = (
            isinstance(first.kind, t.Const)
            and isinstance(second.kind, t.Const)
            and first.kind.value == second.kind.value
        )
        all_of_it = second.amount is None or (isinstance(second.amount, t.Const) and second.amount.value == 1)
        onto = places[2:] in (("region", "region"), ("tile", "tile"))
        moved = places[:2] == ("anywhere", "box") and onto and all_of_it
        there = first.target.of is not None and second.target.of is not None
        return kinds and moved and first.amount is None and there and same(first.target.of, second.target.of)

    def effect(self, node: t.TEffect) -> str:
        """One effect, as a clause in the imperative or about somebody else; empty for a bound name."""
        match node:
            case t.TDo(event=event, args=args):
                return self._event(event, self.args(event.params, args))
            case t.TLet():
                return self._let(node)
            case t.TWrite():
                return self._write(node)
            case t.TSwap(left=left, right=right):
                return f"exchange {self._spot(left)} with {self._spot(right)}"
            case t.TSwapRegions(left=left, right=right):
                return f"exchange all that lies in {self.mention(left)} with all that lies in {self.mention(right)}"
            case t.TStop(phase=phase):
                return self.text("stop", phase.name) or f"the {plain(phase.name)} end"
            case t.TProceed():
                return "it happens all the same"
            case t.TOffer():
                return self._offer(node)
            case t.TCollect(value=value, args=args, payer=payer):
                return self._collected(value, args, payer)
            case t.TAct():
                return self._act(node)
            case _:
                return self._moved(node)

    def _moved(self, node: t.TEffect) -> str:
        match node:
            case t.TMoveTokens():
                return self.tokens(node)
            case t.TMovePieces():
                return self.pieces(node)
            case t.TCoins():
                return self.coins(node)
            case t.TRoll() | t.TReroll():
                return self._rolled(node)
            case t.TDig(deck=deck, tile=tile, var=var, under=under):
                group = self.group(cast("t.Ask", tile).args[0])
                self.introduce(var, group)
                way = (
                    "turn up tiles from {}, until there is {}, and put the others beneath"
                    if under
                    else "take from {} the first of {}"
                )
                return way.format(self.mention(deck), article(group.single) if under else group.plural)
            case t.TPick(members=members, var=var):
                group = self.group(members)
                self.introduce(var, group)
                return f"draw lots for {group.any}"
            case _:
                return self._nested(node)

    def _event(self, event: defs.EventDef, mentions: dict[str, Mention]) -> str:
        text = self.text("says", event.name)
        if text:
            return imperative(clause_of(text, mentions))
        if event.action is not None:
            return self._taken(event.action, mentions)
        parts = list(zip(event.preps, event.params, strict=True))
        owned = bool(parts) and parts[0][0] == "of" and parts[0][1].type in (PEOPLE, PLAYER)
        whose = mentions[parts.pop(0)[1].name].whose if owned else "the"
        rest = "".join(f" {prep} {mentions[param.name]}" for prep, param in parts)
        return f"{whose} {plain(event.name)} takes place{rest}"

    def _taken(self, action: defs.ActionDef, mentions: dict[str, Mention]) -> str:
        """An action taken by a rule."""
        verb = self.text("action", action.name) or plain(action.name)
        done = verb if action.target is None else f"{verb} {mentions[action.target.name]}"
        others = [
            str(mentions[param.name]) for param in action.phase.params if str(mentions[param.name]) != "you"
        ]
        return f"let {' and '.join(others)} {done}" if others else done

    def _offer(self, node: t.TOffer) -> str:
        who, phase = self.mention(node.to), self.text("name", node.phase.name) or plain(node.phase.name)
        if node.one:
            return f"{who} {'choose' if who.plural else 'chooses'} one action of the {phase}"
        return f"{who} may take actions of the {phase}, one after another"

    def _collected(self, value: defs.ValueDef, args: tuple[t.TExpr, ...], payer: t.TExpr) -> str:
        who = self.mention(payer)
        text = self.text("says", value.name)
        what = clause_of(text, self.args(value.params, args)) if text else f"the {plain(value.name)}"
        return f"{who} {'pay' if who.plural else 'pays'} {what} to whom it is owed"

    def _spot(self, spot: t.Spot) -> str:
        whose = self.mention(spot.arg) if spot.arg is not None else None
        if spot.memory is not None:
            return self.kept(spot.memory, whose).text
        return clause_of(spot.builtin.said, {"0": whose} if whose is not None else {}) if spot.builtin else ""

    def _write(self, node: t.TWrite) -> str:
        memory, value = node.spot.memory, node.value
        nothing = isinstance(value, t.Const) and (value.value < 0 or (value.type == FLAG and not value.value))
        op = "clear" if node.op == "set" and nothing else node.op
        whose = self.mention(node.spot.arg) if node.spot.arg is not None else None
        told = node.spot.type != FLAG or isinstance(value, t.Const)
        if memory is not None and told and (text := self.text(op, memory.name)):
            subject = {memory.on.name: whose} if whose else {}
            what = self.mention(value)
            those = what.text.removeprefix("the number of ")
            if those != what.text:
                what = replace(what, many=of_them(those))
            return imperative(clause_of(text, {**subject, "value": what}))
        if node.op == "set" and node.spot.type == FLAG and memory is not None:
            return self._flag(memory, whose, value)
        spot = self._spot(node.spot)
        if op == "clear":
            return f"there is no {nominal(spot).removeprefix('your ')} any more"
        lasting = f" ({self._until(memory)})" if memory is not None and memory.until is not None else ""
        return _WRITES[node.op].format(spot=spot, value=self.mention(value)) + lasting

    def _flag(self, memory: defs.MemoryDef, whose: Mention | None, value: t.TExpr) -> str:
        """`from now on the tile is awake`."""
        text = self.text("says", memory.name)
        noted = f"“{plain(memory.name)}”{f' for {whose}' if whose else ''}"
        if not isinstance(value, t.Const):
            return f"{clause_of(text, self._whose(memory, whose)) if text else f'note {noted}'} if {self.clause(value)}"
        if not text:
            lasting = f" {self._until(memory)}" if memory.until is not None and value.value else ""
            return f"{'note' if value.value else 'no longer note'} {noted}{lasting}"
        clause = clause_of(text, self._whose(memory, whose), holds=bool(value.value))
        until = self._until(memory) if value.value else "from now on"
        return clause if until in clause else f"{until} {clause}"

    def _whose(self, memory: defs.MemoryDef, whose: Mention | None) -> dict[str, Mention]:
        return {memory.on.name: whose} if whose else {}

    def _until(self, memory: defs.MemoryDef) -> str:
        """How long a memory lasts."""
        if memory.until is None:
            return "from now on"
        event = memory.until.name
        return self.text("until", event) or f"until the next {plain(event)}"

    def _act(self, node: t.TAct) -> str:
        act, text = ACTS[node.act], ""
        drawn = ""
        if node.var is not None:
            group = self._drawn(node)
            drawn = group.any + self._as(node.var, group)
        for part in filled(act.said or act.written, drawn, node.args):
            text += part if isinstance(part, str) else str(self.mention(part))
        return text

    def _drawn(self, node: t.TAct) -> Group:
        """What is drawn from a deck, by its kind if the deck has only one."""
        program, deck = self.program, node.args[0] if node.args else None
        kinds: list[str] = []
        if isinstance(deck, t.Const) and deck.type.name == "deck":
            kinds = list(program.composition.decks[program.decks[deck.value]].kinds)
        var = (
            Group(self.kind(node.var.type), several(self.kind(node.var.type)))
            if node.var is not None
            else Group("tile", "tiles")
        )
        names = [self.naming.text(program.composition.kinds[kind].names, plain(kind)) for kind in kinds]
        return var.of_kind(names) if len(names) == 1 else var

    def _nested(self, node: t.TEffect) -> str:
        match node:
            case t.TIf():
                return self._if(node)
            case t.TInTurn():
                return self._in_turn(node)
            case t.TForEach(var=var, members=members, body=body, until=until):
                return self._for_each(var, self.group(members), body, until)
            case t.TRepeat(times=times, body=body, declinable=declinable, until=until):
                often = self._often(times, most=declinable or until is not None)
                return f"{'again and again' if node.seen else often}, {self._inside(body, until)}"
            case t.TChoose(body=None):
                return self._choose(node)
            case t.TChoose(asking=asking, body=body, otherwise=otherwise):
                kept = dict(self.env)
                text = f"{self.mention(asking)} may choose {self._option(node)}: {self._inside(body or ())}"
                self.env = kept
                return text + self._if_not(otherwise)
            case t.TMay(asking=asking, body=body, otherwise=otherwise):
                who = self.mention(asking)
                return self.permitted(who, self._inside(body)) + self._if_not(otherwise)
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _if_not(self, otherwise: t.TBlock) -> str:
        return f"{STOP}if not, {self._inside(otherwise)}" if otherwise else ""

    def _inside(self, body: t.TBlock, until: t.TExpr | None = None) -> str:
        """A block inside another one: its names are local to it, and brackets say where it ends if it has parts."""
        kept, self.inside = dict(self.env), self.inside + 1
        text = bracketed(self.block(body)) + (f", until {self.clause(until)}" if until is not None else "")
        self.env, self.inside = kept, self.inside - 1
        return text

    def _in_turn(self, node: t.TInTurn) -> str:
        """Players who are asked one after the other."""
        kept, one = dict(self.env), self.group(node.members)
        who = "whoever's turn it is" if asks(node.first, "turn_player") else str(self.mention(node.first))
        each = f"each {one.single.removeprefix('one ')}{self._as(node.var, one)}"
        text = f"clockwise, beginning with {who}, {each} is asked: {self._inside(node.choice)}"
        self.env = kept
        others = "until all others have passed" if node.passing == "others" else "until all have passed"
        return f"{text}; this goes on, without those who pass, {others}" if node.passing else text

    def _rolled(self, node: t.TRoll | t.TReroll) -> str:
        """A roll. If there are several in the rule, each has its own name."""
        die = f"the {plain(self.program.dice[node.die])} die"
        if isinstance(node, t.TReroll):
            return f"roll {die} again for each of {of_them(self.group(node.again).plural)}"
        many = node.amount is not None
        name = (
            f"the {plain(node.var.name)}"
            if self.rolls > 1
            else f"the {'numbers' if many else 'number'} rolled"
        )
        name += " dice" if many and self.rolls > 1 and not name.endswith("dice") else ""
        self.env[node.var] = Mention(name, counted=not many, plural=many)
        text = f"roll {die}" + (f" {self._often(node.amount, most=False)}" if node.amount is not None else "")
        return f"{text} ({name})" if self.rolls > 1 else text

    def _as(self, var: t.Var, group: Group) -> str:
        """The later name of one of them, where it is not obvious."""
        name = self.introduce(var, group).text
        return "" if name in (f"the {self.kind(var.type)}", f"the {group.noun}") else f" ({name})"

    def _if(self, node: t.TIf) -> str:
        """Each case with its whole condition: conditions in conditions become one."""
        sentences: list[str] = []
        for number, (condition, body) in enumerate(node.branches):
            is_last = number + 1 == len(node.branches) and not node.otherwise
            word = "otherwise, if" if sentences else "if"
            for parts, inner in self._cases(condition, body, is_last=is_last):
                text = self._inside(inner)
                text = f"({text})" if text.startswith("if ") and not is_last else text
                sentences.append(f"{word} {self.clause(_all_together(parts))}, {text}")
                word = "if"
        if node.otherwise:
            sentences.append(f"otherwise, {self._inside(node.otherwise)}")
        return STOP.join(sentences)

    def _cases(
        self, condition: t.TExpr, body: t.TBlock, *, is_last: bool
    ) -> Iterator[tuple[list[t.TExpr], t.TBlock]]:
        """The cases of a branch: those of a condition in it that is all of it and leaves no case out, or that no case follows."""
        effects = [effect for effect in body if not self.books.does(effect)]
        inner = effects[0] if len(effects) == 1 else None
        if (
            not isinstance(inner, t.TIf)
            or not (inner.otherwise or is_last)
            or (inner.otherwise and len(self.clause(condition)) > _LONG)
        ):
            yield [condition], body
            return
        others: list[t.TExpr] = []
        for part, block in inner.branches:
            yield from (
                ([condition, *others, *parts], rest)
                for parts, rest in self._cases(part, block, is_last=is_last)
            )
            others.append(t.Not(operand=part, type=part.type, span=part.span))
        if inner.otherwise:
            yield [condition, *others], inner.otherwise

    def _for_each(self, var: t.Var, group: Group, body: t.TBlock, until: t.TExpr | None = None) -> str:
        kept, one = dict(self.env), group.single
        one = one.removeprefix("one ") if one.startswith("one of ") else one
        text = f"for each {one}{self._as(var, group)}, {self._inside(body, until)}"
        self.env = kept
        return text

    def _often(self, times: t.TExpr, *, most: bool) -> str:
        number = self.usual(times) or times
        if isinstance(number, t.Const):
            usual = {1: "once", 2: "twice"}.get(number.value, f"{number.value} times")
            return f"up to {number.value} times" if most else usual
        match times:
            case t.Count():
                often = f"for each {self.counted(times).single}"
            case t.Ask(args=(t.Const(value=kind), *_)) if asks(times, *IN_HAND):
                often = f"for each {nominal(self.piece(kind, 1))} in hand"
            case _:
                often = self._as_often(self.mention(times).text)
        return (
            f"at most once {often}"
            if most and often.startswith("for each")
            else often
            if not most
            else f"at most {often}"
        )

    def _as_often(self, text: str) -> str:
        counted = text.partition("the number of ")
        if counted[1] and not counted[0] and not CALCULATED.search(text):
            return f"for each of {of_them(counted[2])}"
        return f"as many times as {text}"

    def permitted(self, who: Mention, inside: str) -> str:
        """That somebody may do something."""
        if who == YOU:
            inside = re.sub(r"^you (?=gain|pay|go|take)", "", inside)
        else:
            inside = re.sub(rf"^{re.escape(str(who))} (gain|pay|choose|take)s ", r"\1 ", inside)
        plain_doing = _IMPERATIVE.match(inside) and STOP not in inside
        return f"{who} may {inside}" if plain_doing else f"{who} may do this: {inside}"

    def _choose(self, node: t.TChoose) -> str:
        who = self.mention(node.asking)
        option = self._option(node)
        return f"choose {option}" if who == YOU else f"{who} {'choose' if who.plural else 'chooses'} {option}"

    def _option(self, node: t.TChoose) -> str:
        """One of the options, which has its type or name from then on."""
        group = self.group(node.options)
        return group.any + self._as(node.var, group)

    # ── declarations ──────────────────────────────────────────────────────────

    def first(
        self, params: Sequence[t.Var], condition: t.TExpr | None, *, held: bool = True, text: str = ""
    ) -> tuple[dict[str, Mention], str]:
        """The first mention of parameters, with the parts of a condition that identify them; and the rest of it, with its `if`.

        A parameter whose owner form is in the `text` gets no relative clause: no “player that has won's turn”.
        """
        mentions: dict[str, Mention] = {}
        parts = self.parts(condition) if condition is not None else []
        for param in params:
            if param in self.env:
                mentions[param.name] = self.env[param]
                continue
            if param.type == NUMBER:
                number = next((part for part in parts if _bounds(param, part)), None)
                parts = [part for part in parts if part is not number]
                self.introduce(param)
                mentions[param.name] = Mention("", plural=True)
                if isinstance(number, t.Order):
                    mentions[param.name] = self.number(number.op, number.right)
                continue
            about = self._about(param, parts, held=held)
            alone = Group(self.kind(param.type), several(self.kind(param.type)))
            group = alone.narrowed(self._said_of(param, about)) if about else alone
            if f"{{{param.name}'s" in text and any(not word.startswith("of ") for word in group.behind):
                about, group = [], alone
            parts = [part for part in parts if not any(part is used for used in about)]
            other = any(earlier.text == group.any for earlier in mentions.values())
            mentions[param.name] = self._called(param, group, other=other)
        return mentions, self._given(parts)

    def _given(self, parts: list[t.TExpr]) -> str:
        """The remaining condition: `if …`, `unless …`."""
        match parts:
            case []:
                return ""
            case [t.Not(operand=operand)] if not isinstance(operand, t.Exists):
                return f"unless {self.clause(operand)}"
            case [t.Order(op="!=", left=left) as denied] if left.type != NUMBER:
                return f"unless {self.clause(denied, holds=False)}"
        both = conjunction(parts)
        return f"if {listed(self.clauses(both))}" if both is not None else ""

    def _called(self, param: t.Var, group: Group, *, other: bool) -> Mention:
        if param.type == FLAG:
            return self.introduce(param)
        if param.type.name == "mode":
            self.introduce(param)
            return Mention("in one way or another")
        self.introduce(param, group)
        return Mention(f"another {group.single}" if other else group.any, many=group.plural)

    def _about(self, param: t.Var, parts: list[t.TExpr], *, held: bool) -> list[t.TExpr]:
        """The parts of a condition about one parameter alone; results are included only if `held` is."""
        if param.type in (NUMBER, FLAG) or param.type.is_set:
            return []
        fitting, kept = [], self.env
        for part in parts:
            self.env = {**kept, param: IT}
            clause = self.clause(part)
            if not held and clause == f"{YOU} hold {IT.text}":
                continue
            if (clause.startswith(IT.text) and clause.count(IT.text) == 1) or (
                clause.endswith(f" {IT.text}") and " or " not in clause
            ):
                fitting.append(part)
        self.env = kept
        return fitting

    def _said_of(self, param: t.Var, parts: list[t.TExpr]) -> list[str]:
        kept, self.env = self.env, {**self.env, param: IT}
        clauses = [
            clause for both in [conjunction(parts)] if both is not None for clause in self.clauses(both)
        ]
        self.env = kept
        return clauses

    def event(self, rule: defs.EventDef) -> str:
        """The effects of an event."""
        self._for_you(rule)
        text = self.text("says", rule.name)
        mentions, _ = self.first(rule.params, None)
        head = f"when {clause_of(text, mentions)}:" if text else f"“{plain(rule.name)}” means:"
        return f"{head} {self.block(rule.body)}"

    def _for_you(self, rule: defs.EventDef) -> None:
        """A parameter that is always the bearer of the rule is "you"."""
        for number, param in enumerate(rule.params):
            given = [args[number] for args in self.books.raised.get(rule, ())]
            if given and all(isinstance(arg, t.Pronoun) and arg.word == "me" for arg in given):
                self.env[param] = YOU

    def value(self, rule: defs.ValueDef) -> str:
        """A value before other rules change it."""
        mentions, _ = self.first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.type == FLAG:
            clause = clause_of(text, mentions) if text else f"“{plain(rule.name)}” applies"
            if isinstance(rule.base, t.Const):
                contrary = (
                    clause_of(text, mentions, holds=bool(rule.base.value))
                    if text
                    else f"“{plain(rule.name)}” does not apply"
                )
                return f"{contrary}, unless a rule says otherwise"
            return f"{clause} if {self.clause(rule.base)}, unless a rule says otherwise"
        amount = self.text("amount", rule.name)
        if amount and not text and isinstance(rule.base, t.Const):
            return f"{clause_of(amount, {**mentions, 'amount': self._so_many_of(rule.base)})}, unless a rule says otherwise"
        called = self._titled(rule.name, mentions, many=rule.type.is_set)
        if rule.type.is_set:
            return f"{called} are {self.group(rule.base).plural}"
        return f"{called} is {self.mention(rule.base)}"

    def _so_many_of(self, node: t.Const) -> Mention:
        return Mention(str(node.value) if node.value else "no", plural=node.value != 1)

    def _titled(self, name: str, mentions: dict[str, Mention], *, many: bool) -> str:
        text = self.text("says", name)
        if not text:
            return self.of(name, list(mentions.values())).text
        if many:
            return f"the {clause_of(text, {**mentions, 'many': Mention('', plural=True)})}"
        return clause_of(text, mentions)

    def define(self, rule: defs.DefineDef) -> str:
        """The meaning of a definition."""
        mentions, _ = self.first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.is_predicate or rule.type == FLAG:
            params = list(mentions.values())
            default = (
                f"{params[0]} {be(params[0], holds=True)} {plain(rule.name)}" if params else plain(rule.name)
            )
            head, body = clause_of(text, mentions) if text else default, self.clause(rule.body)
            means = nominal(head.partition(" is ")[2])
            same_thing = bool(means) and means == nominal(body.partition(" is ")[2])
            return "" if same_thing else f"{head} if {body}"
        called = self._titled(rule.name, mentions, many=rule.type.is_set)
        if rule.type.is_set:
            return f"{called} are {self.group(rule.body).plural}"
        return f"{called} is {self.mention(rule.body)}"

    # ── rules ─────────────────────────────────────────────────────────────────

    def said(self) -> str:
        """The sentence (or several), without its last full stop."""
        first, *others = self._said().split(STOP)
        return ". ".join([first, *map(capital, others)])

    def _said(self) -> str:
        match self.rule:
            case defs.ModifierDef() as rule:
                return self._modifier(rule)
            case defs.TriggerDef() as rule:
                return self._trigger(rule)
            case defs.ForbidDef() as rule:
                return self._permission(rule.permission, rule, holds=False)
            case defs.PermitDef() as rule:
                return self._permit(rule)
            case defs.ActionDef() as rule:
                return self._action(rule)
            case defs.EventDef() as rule:
                return self.event(rule)
            case defs.ValueDef() as rule:
                return self.value(rule)
            case defs.DefineDef() as rule:
                return self.define(rule)

    def _bearers(self, params: Sequence[t.Var], scope: str, subject: int | None) -> None:
        """Name the parameter that is tied to the bearer `you`, or `this region`."""
        if scope == "my" and subject is not None:
            self.env[params[subject]] = YOU
        elif scope == "here" and subject is not None:
            self.env[params[subject]] = self.here

    def _modifier(self, rule: defs.ModifierDef) -> str:
        value = rule.value
        self._bearers(value.params, rule.scope, rule.subject)
        text = (rule.scope and self.text(rule.scope, value.name)) or self.text("change", value.name)
        flag = self.text("says", value.name) if value.type == FLAG else text
        shown = [param for param in value.params if f"{{{param.name}" in flag or not flag]
        given = self._tied(rule.condition, shown)
        mentions, rest = self.first(shown, given)
        if value.type == FLAG:
            clause = self._flagged(rule, mentions)
        else:
            clause = self._changed(rule, text, mentions)
        return f"{clause} {rest}" if rest else clause

    def _flagged(self, rule: defs.ModifierDef, mentions: dict[str, Mention]) -> str:
        text = self.text("says", rule.value.name)
        subject = next(iter(mentions.values()), Mention("everything"))
        text = (
            text
            or f"{{{next(iter(mentions), '')}}} {{holds|{be(subject, holds=True)}|{be(subject, holds=False)}}} {plain(rule.value.name)}"
        )
        if isinstance(rule.change, t.Const):
            return clause_of(text, mentions, holds=bool(rule.change.value))
        return f"{clause_of(text, mentions)} whenever {self.clause(rule.change)}"

    def _changed(self, rule: defs.ModifierDef, text: str, mentions: dict[str, Mention]) -> str:
        tail = ""

        def change(one: str, many: str) -> str:
            nonlocal tail
            head, mark, rest = _split(self._change(rule, one, many))
            tail = mark + rest
            return head

        if text:
            if rule.op != "also":
                text = text.replace("also ", "")
            return clause_of(text, mentions, change=change) + tail
        called = self.of(rule.value.name, list(mentions.values())).text
        joint = ":" if rule.value.type.is_set else " is"
        return f"{called}{joint} {change('', '')}{tail}"

    def _change(self, rule: defs.ModifierDef, one: str, many: str) -> str:
        stratum = STRATA[rule.op]
        if rule.value.type.is_set:
            members = self.group(rule.change).plural
            return {"also": f"all {members}", "without": f"no {members}"}.get(rule.op, f"only {members}")
        if stratum.adds:
            return self.amount(rule.change, one, many, "more" if stratum.by_sign > 0 else "less")
        if rule.op == "times":
            times = self._part(rule.change, OPERATORS)
            return f"{times} times as many {many}"
        if rule.op == "at most" and isinstance(rule.change, t.Const) and not rule.change.value and many:
            return f"no {many}"
        amount = (one == "token" and self._all_there(rule)) or self.amount(rule.change, one, many)
        return f"{rule.op} {amount}" if stratum.operator is not None else amount

    def _all_there(self, rule: defs.ModifierDef) -> str:
        """All tokens of a value's subject: `you keep all your tokens`."""
        match rule.change:
            case t.Ask(args=args) if all(isinstance(arg, t.Pronoun | t.VarRef) for arg in args):
                whose = {"tokens_in": "all {} tokens", "hand": "all tokens in {} hand"}
                return (
                    whose.get(rule.change.builtin.code, "").format(self.mention(args[0]).whose)
                    if args
                    else ""
                )
        return ""

    def _trigger(self, rule: defs.TriggerDef) -> str:
        event = rule.event
        self._bearers(event.params, rule.scope, rule.subject)
        moment = self.text(rule.moment, event.name)
        text = moment or self.text("says", event.name)
        shown = [param for param in event.params if f"{{{param.name}" in text]
        condition = self._tied(rule.condition, shown)
        mentions, given = self.first(shown, condition, held=rule.moment != "after", text=text)
        for param in event.params:
            if param not in self.env:
                self.introduce(param)
        if moment:
            when = clause_of(moment, mentions)
        elif text:
            when = f"{_MOMENTS[rule.moment]} {clause_of(text, mentions)}"
        else:
            whose = "your" if rule.scope == "my" else "any"
            moment = "in place of" if rule.moment == "instead" else rule.moment
            when = f"{moment} {whose} {plain(event.name)}"
        instead = " this happens instead:" if rule.moment == "instead" else ""
        body = self.block(rule.body)
        if given and STOP in body:
            return f"{when}, {given}:{instead} {bracketed(body) if body.startswith('if ') else body}"
        return f"{when}{f', {given}' if given else ''},{instead} {body}"

    def _tied(self, condition: t.TExpr | None, params: Sequence[t.Var]) -> t.TExpr | None:
        """A condition without the part that ties a parameter to the bearer, the place or the tile: that becomes its name."""
        rest = []
        for part in self.parts(condition) if condition is not None else []:
            match part:
                case t.Order(op="==", left=t.VarRef(var=var), right=one) if var in params and (
                    isinstance(one, t.Pronoun) or (asks(one, "owner") and self.mention(one) == YOU)
                ):
                    self.env[var] = self.mention(one)
                case _:
                    rest.append(part)
        return conjunction(rest)

    def _permit(self, rule: defs.PermitDef) -> str:
        despite = self.text("despite", rule.reason)
        sentence = self._permission(rule.permission, rule, holds=True)
        if rule.reason == defs.EVERY:
            return f"{sentence}, whatever stands against it"
        if despite:
            return f"{sentence}, even if {clause_of(despite, {v.name: m for v, m in self.env.items()})}"
        return f"{sentence}, although otherwise: {self.text('forbid', rule.reason) or plain(rule.reason)}"

    def _permission(
        self, permission: defs.PermissionDef, rule: defs.ForbidDef | defs.PermitDef, *, holds: bool
    ) -> str:
        self._bearers(permission.params, rule.scope, rule.subject)
        text = self.text("says", permission.name)
        if permission.action is not None and "{holds" not in text:
            text = ""  # an event of that name has the text, instead of the permission
        text = text or _allowed(permission, self.text("action", permission.name) or plain(permission.name))
        shown = [param for param in permission.params if f"{{{param.name}" in text]
        mentions, rest = self.first(shown, self._tied(rule.condition, shown))
        clause = clause_of(text, mentions, holds=holds)
        return f"{clause} {rest}" if rest else clause

    def _action(self, rule: defs.ActionDef) -> str:
        for param in rule.phase.params:
            if param.type in (PEOPLE, PLAYER):
                self.env[param] = YOU
        when = [self.text("during", rule.phase.name) or f"during {plain(rule.phase.name)}"]
        choice = ""
        if rule.limit is not None:
            when.append(self._limit(rule.limit, rule.target))
        if rule.target is not None and rule.options is not None:
            group = self.group(rule.options)
            self.introduce(rule.target, group)
            choice = f"choose {group.any}"
        given = f"if {self.clause(rule.condition)}, " if rule.condition is not None else ""
        about = any(isinstance(part, t.VarRef) and part.var is rule.target for part in walk(rule.condition))
        body = self.block(rule.does)
        if not choice:
            return f"{', '.join(when)}, {given}{self.permitted(YOU, body)}"
        if about:
            return f"{', '.join(when)}, you may {choice}, {given.removesuffix(', ')}: {body}"
        return f"{', '.join(when)}, {given}you may {choice}: {body}"

    def _limit(self, limit: defs.LimitDef, target: t.Var | None) -> str:
        times = self.mention(self.usual(limit.times) or limit.times).text
        often = {"1": "once", "2": "twice"}.get(times, f"up to {times} times")
        limited = f"{often} per {plain(limit.unit.name)}"
        if limit.along:
            return f"{limited} (counted together with “{plain(limit.along)}”)"
        if limit.each is None:
            return limited
        if target is not None:
            self.env[target] = Mention(f"such {article(self.kind(target.type))}")
        what = nominal(self.mention(limit.each).text)
        return (
            f"{limited} for each {self.kind(limit.each.type)}"
            if isinstance(limit.each, t.VarRef)
            else f"{limited} against each {what}"
        )


# ── things with a name ────────────────────────────────────────────────────────


def plain(word: str) -> str:
    """A word as prose."""
    return word.replace("_", " ")


# ── sets ──────────────────────────────────────────────────────────────────────


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


# ── single things ─────────────────────────────────────────────────────────────


def _in_a_row(node: t.TExpr) -> Iterator[str]:
    """Its operator, and those on its left with the same precedence, which need no brackets."""
    while isinstance(node, t.Math):
        yield node.op
        if node.op not in ("*", "/"):
            return
        node = node.left


def _halved(node: t.Math) -> tuple[t.TExpr, str] | None:
    """What is halved, and in which direction it is rounded."""
    up = t.rounded_down(node)
    match up or node:
        case t.Math(op="/", left=number, right=t.Const(value=2)):
            return number, "up" if up else "down"
    return None


def _operands(node: t.TExpr, op: str) -> list[t.TExpr]:
    """The operands of one operation, however it is nested."""
    if isinstance(node, t.Math) and node.op == op:
        return [*_operands(node.left, op), *_operands(node.right, op)]
    return [node]


# ── comparisons ───────────────────────────────────────────────────────────────


def declared(node: t.TExpr) -> str:
    """The name of the question, if a pack declares it."""
    match node:
        case t.ValueOf(value=definition) | t.Defined(define=definition):
            return definition.name
        case t.Recall(memory=memory):
            return memory.name
    return ""


# ── conditions ────────────────────────────────────────────────────────────────


def _all_together(parts: Sequence[t.TExpr]) -> t.TExpr:
    """The conjunction of all."""
    return reduce(
        lambda one, other: t.Logic(op="and", left=one, right=other, type=other.type, span=other.span), parts
    )


def _sides(node: t.TExpr, *, holds: bool) -> list[tuple[t.TExpr, bool]]:
    """The operands of one `and` or `or`, however it is nested: each with whether it must hold or fail."""
    if isinstance(node, t.Not):
        return (
            _sides(node.operand, holds=not holds)
            if isinstance(node.operand, t.Logic | t.Not)
            else [(node, holds)]
        )
    if not isinstance(node, t.Logic):
        return [(node, holds)]
    sides: list[tuple[t.TExpr, bool]] = []
    for side in (node.left, node.right):
        inner, so = _plainly(side, holds=holds)
        alike = isinstance(inner, t.Logic) and ((inner.op == "and") == so) == ((node.op == "and") == holds)
        sides += _sides(inner, holds=so) if alike else [(inner, so)]
    return sides


def _plainly(node: t.TExpr, *, holds: bool) -> tuple[t.TExpr, bool]:
    """Without a leading `not`, with whether it then must hold."""
    return _plainly(node.operand, holds=not holds) if isinstance(node, t.Not) else (node, holds)


def _all_of(node: t.TExpr, *, holds: bool) -> list[tuple[t.TExpr, bool]]:
    """The conjuncts of it; itself, if it is no conjunction."""
    inner, so = _plainly(node, holds=holds)
    both = isinstance(inner, t.Logic) and (inner.op == "and") == so
    return _sides(inner, holds=so) if both else [(inner, so)]


def _merged(one: str, word: str, other: str) -> str:
    """Two clauses about the same thing merged, if possible: neither of two is `not one or the other`, and not both is said twice."""
    for between, joint in ((" is ", word), (" has ", word), (" is not ", "or"), (" has no ", "or")):
        head, _, first = one.partition(between)
        same, parted, second = other.partition(between)
        negative = "no" in between
        plain_enough = negative or not any(clause.startswith(("not ", "no ")) for clause in (first, second))
        if parted and head == same and first and plain_enough and (word == "and" or not negative):
            return f"{one} {joint} {second}"
    return ""


# ── moves ─────────────────────────────────────────────────────────────────────


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


# ── effects ───────────────────────────────────────────────────────────────────


def _has_block(effect: t.TEffect) -> bool:
    """Does it contain a block?"""
    return isinstance(effect, t.TIf | t.TForEach | t.TRepeat | t.TMay) or (
        isinstance(effect, t.TChoose) and effect.body is not None
    )


def imperative(clause: str) -> str:
    """A clause about "you" as an instruction: `choose a region`."""
    return re.sub(r"^you (?=[a-z])", "", clause) if not _STATES.match(clause) else clause


# ── declarations ──────────────────────────────────────────────────────────────


def _bounds(param: t.Var, part: t.TExpr) -> TypeGuard[t.Order]:
    """Does it compare a number with another one?"""
    return isinstance(part, t.Order) and isinstance(part.left, t.VarRef) and part.left.var is param


def conjunction(parts: Sequence[t.TExpr]) -> t.TExpr | None:
    """The conjunction of all; None if there are none."""
    both: t.TExpr | None = None
    for part in parts:
        both = (
            part if both is None else t.Logic(op="and", left=both, right=part, type=part.type, span=part.span)
        )
    return both


# ── rules ─────────────────────────────────────────────────────────────────────


def _allowed(permission: defs.PermissionDef, verb: str) -> str:
    """The phrase of a permission, or of taking an action, without a text of its own."""
    who, *others = permission.params
    preps = [""] * len(others) if permission.action is not None else permission.preps[1:]
    rest = [f" {prep} {{{param.name}}}" for param, prep in zip(others, preps, strict=True)]
    return f"{{{who.name}}} {{holds|can|cannot}} {verb}{''.join(rest)}".replace("  ", " ")


def _split(amount: str) -> tuple[str, str, str]:
    """The amount, and its `for each` part, which comes last in a sentence."""
    tail = _TAIL.search(amount)
    if tail is None:
        return amount, "", ""
    return amount[: tail.start()], tail[0], amount[tail.end() :]
