"""Checked expressions in words: things, sets, numbers and conditions.

This module decides for all languages, in templates whose English form is their key; a `Grammar` knows the forms of its words. Expressions
are recursive: a set has a condition, a condition a number, a number a set. So it is one class. `me` is "you" for whoever carries a
rule out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeGuard, TypeVar

from ruledsl.language.vocabulary.types import FLAG, NUMBER, OPERATORS, PEOPLE, PIECE, REGION
from ruledsl.play.explain.wording.grammar import HOLDER, IT, MARKED, Group, Mention, Untold
from ruledsl.play.explain.wording.grammars import grammar_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, same, walk
from ruledsl.rules.check.scope import ask
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check import program as p

    Told = TypeVar("Told")

_TYPES: Final = {"people": "[people]", "kind": "kind of tile", "mode": "way of conquering", "stage": "state"}
_FURTHER: Final = {
    IT.text: "the other one",
    "the other one": "the first one",
    "the first one": "the very first one",
}
"""The names of members in nested sets."""
MOST_OPENED: Final = 60
"""The most definitions of one rule whose meaning is inlined; others appear by name."""

_MATH: Final = {
    "+": "{one} plus {other}",
    "-": "{one} minus {other}",
    "*": "{one} times {other}",
    "/": "{one} divided by {other}",
    "max": "{one}, but at least {other}",
    "min": "{one}, but at most {other}",
    "mod": "{one} mod {other}",
}
_BOUNDS, _SUMS = ("max", "min"), ("+", "-", "max", "min")
_MATHS = (*_SUMS, "*", "/")
_LEFT: Final = {
    "+": (*_BOUNDS, "/"),
    "-": (*_BOUNDS, "/"),
    "*": _SUMS,
    "/": (*_SUMS, "*"),
    "max": _MATHS,
    "min": _MATHS,
}
_RIGHT: Final = {
    "+": (*_BOUNDS, "/"),
    "-": (*_SUMS, "/"),
    "*": (*_SUMS, "/"),
    "/": (*_SUMS, "*", "/"),
    "max": _MATHS,
    "min": _MATHS,
}
"""Operators that need brackets to the left of one, and to its right: those of lower precedence, and what is divided, since words have none."""
_MOST: Final = {"max": "the largest of {these}", "min": "the smallest of {these}"}
_FOLDS: Final = {
    "sum": "the total of {what}",
    "highest": "the highest of {what}",
    "lowest": "the lowest of {what}",
    "union": "the union of {what}",
}

_CONTRARY: Final = {"==": "!=", "!=": "==", ">=": "<", "<": ">=", "<=": ">", ">": "<="}
_COMPARED: Final = {
    "==": "{one} is {other}",
    "!=": "{one} is not {other}",
    ">=": "{one} is at least {other}",
    "<=": "{one} is at most {other}",
    ">": "{one} is more than {other}",
    "<": "{one} is less than {other}",
}
QUANTITY: Final = {
    "==": "exactly {n}",
    "!=": "other than {n}",
    ">=": "at least {n}",
    "<=": "at most {n}",
    ">": "more than {n}",
    "<": "fewer than {n}",
}
_AS_MANY: Final = {
    "==": ("exactly as many", "as {those}"),
    "!=": ("not as many", "as {those}"),
    ">=": ("at least as many", "as {those}"),
    "<=": ("at most as many", "as {those}"),
    ">": ("more", "than {those}"),
    "<": ("fewer", "than {those}"),
}

_ANSWERED: Final = {
    "terrain": ("{about} {about|shows|show} {other}", "{about} {about|does|do} not show {other}"),
    "owner": ("{about} {about|belongs|belong} to {other}", "{about} {about|does|do} not belong to {other}"),
    "site": ("{about} {about|lies|lie} in {other}", "{about} {about|does|do} not lie in {other}"),
}
"""That the answer to a question is somebody or something, and that it is not."""
_PLACES: Final = {"hand": "in hand", "tray": "in the tray"}


class Expressions:
    """The words of expressions in the rules of a `pack`. `env` maps variables to their current names."""

    def __init__(self, program: p.Program, naming: Naming, pack: str) -> None:
        self.program = program
        self.naming = naming
        self.grammar = grammar_of(naming.language, program.composition.nouns)
        self.pack = pack
        self.env: dict[t.Var, Mention] = {}
        self.homes: dict[t.Var, str] = {}
        self.borders: set[t.Var] = set()
        """The packs that declare parameters, in whose texts they may have a name; other variables are the rule's own."""
        self.here = Mention(self.say("this region"))
        self.this = Mention(self.say("this tile"))
        self.held = ""
        self.opened = 0
        self.by_name: set[int] = set()
        """Definitions that appeared by name, by index."""

    # ── texts ─────────────────────────────────────────────────────────────────

    def say(self, english: str, *, holds: bool = True, **slots: object) -> str:
        """One of our own templates, in the language, with its holes filled."""
        mentions = {
            name: one if isinstance(one, Mention) else Mention(str(one)) for name, one in slots.items()
        }
        return self.grammar.fill(self.grammar.own(english), mentions, holds=holds, own=True)

    def asked(self, english: str, mentions: Mapping[str, Mention], *, holds: bool = True) -> str:
        """The words of a built-in question or effect, with its operands by number."""
        return self.grammar.fill(self.grammar.own(english), mentions, holds=holds)

    def plain(self, word: str) -> str:
        """What a table calls something, or its name in the rules as prose, which only English takes."""
        if self.grammar.is_standard:
            return plain(word)
        text = self.text("called", word)
        if not text:
            raise Untold(word)
        return text

    def trait(self, word: str) -> str:
        """A terrain or a symbol, or another word of the packs."""
        return (
            self.text("word", word)
            or ("" if self.grammar.is_standard else self.text("trait", word))
            or self.plain(word)
        )

    def text(self, family: str, name: str) -> str:
        """The packs' text of a declaration, or empty; the rule's own pack comes first."""
        return self._told(self.program.composition.text(f"{family}.{name}", self.pack))

    def local(self, var: t.Var) -> str:
        """The text that the pack of a variable has for its name."""
        return self._told(
            self.program.composition.local_text(f"name.{var.name}", self.homes.get(var, self.pack))
        )

    def _told(self, names: Mapping[str, str] | None) -> str:
        """A text in the language; `Untold` if it exists in others only."""
        language = self.grammar.language
        if names is None or language in names:
            return names[language] if names else ""
        if self.grammar.is_standard:
            return ""
        raise Untold(str(names))

    # ── things with a name ────────────────────────────────────────────────────

    def kind(self, kind: Type) -> str:
        """The name of a type."""
        return self.grammar.own(_TYPES.get(kind.name, kind.name))

    def kinds(self, kind: Type) -> str:
        """The name of several of a type."""
        return self.grammar.several(self.kind(kind))

    def introduce(self, var: t.Var, group: Group | None = None) -> Mention:
        """Name a variable: `the region` (with a `group`: `the opponent`), or its own name if the first is taken."""
        name = self.local(var)
        if group is not None and group.bears:
            self.borders.add(var)
        if not name:
            noun = (group.noun if group is not None else "") or (
                self.plain(var.name) if var.type in (NUMBER, FLAG) else self.kind(var.type)
            )
            name = self.grammar.definite(noun)
            if any(mention.text == name for other, mention in self.env.items() if other is not var):
                is_of_type = var.name == var.type.name
                name = (
                    self.say("the other {one}", one=noun)
                    if is_of_type
                    else self.grammar.definite(self.plain(var.name))
                )
        self.env[var] = self.numbered(name) if var.type == NUMBER else Mention(name, plural=var.type.is_set)
        return self.env[var]

    def lies(self, where: t.Where) -> str:
        """The sort of a place, as sentences tell them apart: on a border as on a tile."""
        of = where.of
        is_border = (
            of.var in self.borders
            if isinstance(of, t.VarRef)
            else isinstance(of, t.Ask) and of.builtin.on_borders
        )
        return "tile" if is_border else where.what

    def constant(self, node: t.Const) -> Mention:
        """A number, a flag, nobody, or a word, tile, piece, deck."""
        kind, value, program = node.type.name, node.value, self.program
        if kind == "number":
            return Mention(str(value), plural=value != 1)
        if kind == "flag":
            return Mention(self.say("yes" if value else "no (answer)"))
        if value < 0:
            return Mention(self.say("nobody" if kind in ("player", "people") else "nothing"))
        if kind == "tile":
            tile = program.composition.tiles[program.tiles[value]]
            return Mention(self.naming.text(tile.names, tile.id))
        if kind == "piece":
            return Mention(self.piece(value, 1))
        if kind == "deck":
            return Mention(
                self.text("name", program.decks[value])
                or self.grammar.definite(self.plain(program.decks[value]))
            )
        if kind == "kind":
            tile_kind = program.composition.kinds[program.kinds[value]]
            return Mention(self.grammar.article(self.naming.text(tile_kind.names, plain(tile_kind.id))))
        if kind == "die":
            return Mention(self.say("the {name} die", name=self.plain(program.dice[value])))
        table = {"trait": program.traits, "mode": program.modes, "way": program.ways, "stage": program.stages}
        word = table[kind][value]
        return Mention(self.trait(word))

    def way(self, node: t.TExpr) -> Mention | None:
        """A way of conquest in words: `as your final conquest`."""
        if not isinstance(node, t.Const) or node.type.name != "mode":
            return None
        word = self.program.modes[node.value]
        return Mention(self.text("as", word) or self.say("as “{name}”", name=self.plain(word)))

    def is_alone(self, kind: int) -> bool:
        """Does the box have only one piece of a kind?"""
        return self.program.composition.pieces[self.program.pieces[kind]].supply == 1

    def piece(self, kind: int, many: int) -> str:
        """The name of a kind of piece, with an article if there is only one."""
        piece = self.program.composition.pieces[self.program.pieces[kind]]
        name = self.naming.text(piece.names, plain(piece.id))
        text = self.text("piece", piece.id)
        if text:
            name = self.grammar.fill(text, {"many": Mention("", plural=many != 1)})
        if many == 1:
            return self.grammar.definite(name) if self.is_alone(kind) else self.grammar.article(name)
        return name if text else self.grammar.several(name)

    def of(self, name: str, args: Sequence[Mention]) -> Mention:
        """A declaration without a text: `your holes dug`, `the price of the region for you`."""
        if not args:
            return Mention(self.grammar.definite(self.plain(name)))
        rest = "".join(f" {self.say('for {other}', other=other)}" for other in args[1:])
        english = "{owner's} {name}" if args[0].is_you else "the {name} of {owner}"
        return Mention(self.say(english, owner=args[0], name=self.plain(name)) + rest)

    # ── sets ──────────────────────────────────────────────────────────────────

    def args(self, params: Sequence[t.Var], args: Sequence[t.TExpr]) -> dict[str, Mention]:
        """The arguments of a declaration."""
        return {
            param.name: self.way(arg) or self.mention(arg) for param, arg in zip(params, args, strict=True)
        }

    def meaning(self, node: t.Defined, say: Callable[[t.TExpr], Told]) -> Told | None:
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

    def those(self, one: str, many: str, rest: str = "") -> Group:
        """Things of a kind, with what belongs to both of their numbers."""
        return Group(self.grammar, one, many, rest, rest)

    def of_type(self, kind: Type, rest: str = "") -> Group:
        """Things of a type."""
        return self.those(self.kind(kind), self.kinds(kind), rest)

    def phrased(self, english: str, one: Mapping[str, Any], many: Mapping[str, Any] | None = None) -> Group:
        """A template as a group: for one of them, and for several."""
        return Group(
            self.grammar, self.say(english, **one), self.say(english, **(one if many is None else many))
        )

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
                return self.those(member, member)
            case t.DeckTiles(deck=deck):
                return self.grammar.group_of(
                    self.grammar.own("{many|tile|tiles} of {deck}"), {"deck": self.mention(deck)}
                )
            case t.Reach():
                return self._reached(node)
            case t.SetMath() | t.Either():
                return self._joined(node)
            case t.Spared(value=value, source=source):
                group, without = self.group(value), {"source": self.mention(source)}
                english = "{what} without {source}"
                return self.phrased(
                    english, {"what": group.single, **without}, {"what": group.plural, **without}
                )
            case t.Const():
                kinds = self.kinds(node.type)
                return Group(
                    self.grammar,
                    self.say("none of the {kinds}", kinds=kinds),
                    self.say("no {kinds}", kinds=kinds),
                )
            case _:
                return self._among(node)

    def _answers(self, node: t.Ask) -> Group:
        """The answers of a built-in question."""
        name, args = node.builtin.code, node.args
        if name == "tiles_of_kind" and isinstance(args[0], t.Const):
            tiles = self.of_type(node.type.element)
            return tiles.of_kind([self.grammar.nominal(self.mention(args[0]).text)])
        if name == "counting_as" and isinstance(args[0], t.Const) and args[0].value >= 0:
            return self.group(self._where_it_is(node, args[0].value))
        if name == "spread":
            first, way = self.group(args[0]), self.group(args[1]).plural
            return Group(
                self.grammar,
                self.say("{first} or one connected with it through {way}", first=first.single, way=way),
                self.say("{first} and those connected with them through {way}", first=first.plural, way=way),
            )
        mentions = self.operands(args)
        if name in ("surroundings", "all_borders"):
            mentions["0"] = Mention(self.group(args[0]).any)
        group = self.grammar.group_of(self.grammar.own(node.builtin.said), mentions)
        return replace(group, called=group.one, bears=True) if node.builtin.on_borders else group

    def _where_it_is(self, node: t.Ask, trait: int) -> t.Filter:
        """`regions of cavern` as `regions where it is cavern`, which is the same."""
        it = t.Var("it", REGION)
        one = t.VarRef(it, type=REGION, span=node.span)
        is_it = t.HasTrait(one, trait, self.program.traits[trait], type=FLAG, span=node.span)
        return t.Filter(it, ask("regions", (), node.span), is_it, type=node.type, span=node.span)

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
            return self.grammar.group_of(text, mentions)
        meant = self.meaning(node, self.group) if isinstance(node, t.Defined) else None
        return meant or self._among(node)

    def _reached(self, node: t.Reach) -> Group:
        first = self.group(node.start)
        kept, self.env = self.env, {**self.env, node.var: Mention(self.say("one of these"))}
        more = self.group(node.step).plural
        self.env = kept
        english = "{first} and, again and again, {more}"
        return self.phrased(
            english, {"first": first.single, "more": more}, {"first": first.plural, "more": more}
        )

    def operands(self, args: Sequence[t.TExpr], *, several: bool | None = None) -> dict[str, Mention]:
        """The arguments by number; kinds of pieces without an article in questions about numbers."""
        mentions = {}
        for number, arg in enumerate(args):
            if several is not None and arg.type == PIECE and isinstance(arg, t.Const):
                one = self.grammar.nominal(self.piece(arg.value, 1))
                mentions[str(number)] = Mention(self.piece(arg.value, 2) if several else one)
            else:
                mentions[str(number)] = self.mention(arg)
        return mentions

    def _joined(self, node: t.SetMath | t.Either) -> Group:
        if isinstance(node, t.Either):
            then, other = self.group(node.then), self.group(node.otherwise)
            if_ = self.clause(node.condition)
            return self.phrased(
                "{then} if {condition}, otherwise {other}",
                {"then": then.single, "condition": if_, "other": other.single},
                {"then": then.plural, "condition": if_, "other": other.plural},
            )
        loose = "-" if node.op == "+" else "+"
        left, right = self._operand(node.left, loose), self._operand(node.right, "-")
        if node.op == "+":
            words = self.grammar.conjunctions
            return self.those(
                f"{left.single} {words['or']} {right.single}", f"{left.plural} {words['and']} {right.plural}"
            )
        return self.phrased(
            "{these} other than {those}",
            {"these": left.single, "those": right.plural},
            {"these": left.plural, "those": right.plural},
        )

    def _operand(self, node: t.TExpr, loose: str) -> Group:
        """A set that is combined with others, or narrowed: in brackets if it is ambiguous."""
        group = self.group(node)
        if isinstance(node, t.Either) or (isinstance(node, t.SetMath) and node.op in loose):
            return self.those(f"({group.single})", f"({group.plural})")
        return group

    def _among(self, node: t.TExpr) -> Group:
        """A set without a text: `regions among your moors`."""
        match node:
            case t.VarRef(var=var):
                mention = self.env.get(var) or self.introduce(var)
                one = (
                    self.grammar.nominal(mention.one)
                    if mention.one
                    else self.say("one of {these}", these=mention)
                )
                return self.those(one, mention.text)
            case t.Ask(builtin=builtin, args=args):
                called = self.of(builtin.name, [self.mention(arg) for arg in args])
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                called = self.of(definition.name, list(self.args(definition.params, args).values()))
            case t.Recall(memory=memory, arg=arg):
                called = self.of(memory.name, [self.mention(arg)] if arg else [])
            case t.Fold(term=term, var=var, members=members, condition=condition):
                one = self.members(members, var, condition).single
                self.env[var] = Mention(self.grammar.article(one))
                return self.group(term)
            case _:
                called = Mention(self.say("these"))
        return self.of_type(node.type.element, self.say("among {these}", these=called))

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
                kept, one = self.env, Mention("⟨one⟩")
                self.env = {**self.env, like.var: one, node.var: one}
                first, second = self.mention(left).text, self.mention(right).text
                self.env = kept
                kind = self.grammar.without_owner(first, one)
                if first == second and kind:
                    among = self.group(node.members).plural
                    return self.phrased(
                        "different {kinds} among {these}",
                        {"kinds": kind, "these": among},
                        {"kinds": self.grammar.several(kind), "these": among},
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
                return self.those(member, member)
        group = self._operand(node, "+-")
        kept, held = self.env, self.held
        further = {
            self.say(text) if text != IT.text else text: self.say(next_) for text, next_ in _FURTHER.items()
        }
        outer = {v: (Mention(further[m.text]) if m.text in further else m) for v, m in kept.items()}
        self.env = {**outer, var: IT}
        narrowed = group.narrowed(self.clauses(condition))
        self.env, self.held = kept, held
        return narrowed

    # ── single things ─────────────────────────────────────────────────────────

    def numbered(self, text: str) -> Mention:
        """A number in words."""
        return Mention(text, counted=True, number_of=self.grammar.number_of(text))

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
                return {"me": self.grammar.you, "here": self.here, "this": self.this}[word]
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
                    self.numbered(self.grammar.fill(text, {"tile": whose}))
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
            phrase = self.grammar.fill(text, mentions)
            return self.numbered(phrase) if node.type == NUMBER else Mention(phrase)
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
        if name == "owner" and self.mention(args[0]).is_you:
            return self.grammar.you
        if name == "owner" and asks(args[0], "holder"):
            return Mention(self.say("the player who holds {region}", region=self.mention(args[0].args[0])))
        if name in ("bearer_of_tile", "bearer_of_piece") and self.mention(args[0]) == self.this:
            return self.grammar.you
        if name == "holder" and self.held and self.held == self.mention(args[0]).text:
            return HOLDER
        mentions = self.operands(args, several=True)
        if name in ("first", "only"):
            single = self.grammar.nominal(self.group(args[0]).single)
            english = (
                "the only {one}" if name == "only" else "" if self._lies_once(args[0]) else "the first {one}"
            )
            return Mention(self.say(english, one=single) if english else self.grammar.definite(single))
        phrase = self.asked(node.builtin.said, mentions)
        return self.numbered(phrase) if node.type == NUMBER else Mention(phrase)

    def kept(self, memory: defs.MemoryDef, whose: Mention | None) -> Mention:
        """A memory."""
        text = self.text("says", memory.name)
        if text:
            phrase = self.grammar.fill(text, {memory.on.name: whose} if whose else {})
            return Mention(phrase, number_of=self.grammar.number_of(phrase))
        return self.of(memory.name, [whose] if whose else [])

    def _worked_out(self, node: t.TExpr) -> Mention:
        match node:
            case t.Math(op="+", left=left, right=right) if isinstance(left, t.Const) and (
                usual := self.usual(right)
            ):
                return Mention(str(left.value + usual.value), plural=True)
            case t.Math(op="max" | "min" as op) if len(several := _operands(node, op)) > 2:  # noqa: PLR2004
                words = self.grammar.listed([self._part(one, _BOUNDS) for one in several])
                return Mention(self.say(_MOST[op], these=words), counted=True)
            case t.Math() if (halved := _halved(node)) is not None:
                english = "half of {what}, rounded up" if halved[1] else "half of {what}, rounded down"
                return Mention(self.say(english, what=self._part(halved[0], OPERATORS)), counted=True)
            case t.Math() if (up := t.rounded_down(node)) is not None:
                return Mention(self.say("{what}, rounded up", what=self.mention(up)), counted=True)
            case t.Math(op=op, left=left, right=right):
                first, second = self._part(left, _LEFT[op]), self._part(right, _RIGHT[op])
                return Mention(self.say(_MATH[op], one=first, other=second), counted=True)
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                english = "{then} if {condition}, otherwise {other}"
                cases: dict[str, Any] = {"then": self._part(then, ()), "condition": self.clause(condition)}
                text = self.say(english, **cases, other=self.mention(otherwise))
                return Mention(text, counted=node.type == NUMBER)
            case t.Spared(value=value, source=source) if node.type != FLAG:
                what, counted = self.mention(value), node.type == NUMBER
                return Mention(
                    self.say("{what} without {source}", what=what, source=self.mention(source)),
                    counted=counted,
                )
            case t.Count():
                those = self.counted(node).plural
                return Mention(self.say("the number of {those}", those=those), counted=True, number_of=those)
            case t.Fold():
                return self._folded(node)
            case _ if node.type == FLAG:
                return Mention(self.say("whether {condition}", condition=self.clause(node)))
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _folded(self, node: t.Fold) -> Mention:
        """A total, or the most: of something for each of several, or of numbers themselves."""
        if isinstance(node.term, t.VarRef) and node.term.var is node.var and node.condition is None:
            numbers = self.grammar.of_them(self.mention(node.members).text)
            return Mention(self.say(_FOLDS[node.op], what=numbers), counted=True)
        group = self.members(node.members, node.var, node.condition)
        each = Mention(self.say("each of {these}", these=self.grammar.of_them(group.plural)))
        kept, self.env = self.env, {**self.env, node.var: each}
        what = self._part(node.term, OPERATORS)
        self.env = kept
        if each.text not in what or not speaks_of(node.term, node.var):  # the same for each of them
            what = self.say("{what} for {each}", what=what, each=each)
        return Mention(self.say(_FOLDS[node.op], what=what), counted=True)

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
            these, those = (self.grammar.of_them(self.mention(side).text) for side in (right, left))
            return self.say(
                "{these} are {holds|exactly|not exactly} {those}", holds=is_, these=these, those=those
            )
        if isinstance(right, t.Const) and right.value < 0:
            if asks(left, "holder"):
                place = self.mention(left.args[0])
                return self.say("{holds|nobody|somebody} holds {region}", holds=is_, region=place)
            return self._there(left, holds=not is_)
        for one, other in ((left, right), (right, left)):
            if text := self.text("is", declared(one)):
                return self.grammar.fill(text, {**self.about(one), "value": self.mention(other)}, holds=is_)
        if isinstance(left, t.Ask) and (answered := self._answered(left, right, holds=is_)):
            return answered
        who, what = self.mention(left), self.mention(right)
        if left.type.name == "mode" and "{" in what.text:
            return self.grammar.fill(what.text, {}, holds=is_)
        if left.type.name == "way":
            how = self.text("as", self.program.ways[right.value]) if isinstance(right, t.Const) else ""
            return self.say("{holds|it happens|it does not happen} {what}", holds=is_, what=how or what)
        return self.is_so(who, what.text, holds=is_)

    def is_so(self, who: Mention, what: str, *, holds: bool) -> str:
        """That somebody is something: `the region is not empty`."""
        return self.say("{who} {who|is|are} {holds||not} {what}", holds=holds, who=who, what=what)

    def _answered(self, left: t.Ask, right: t.TExpr, *, holds: bool) -> str:
        """That the answer to a question is somebody or something, if it needs a special phrase."""
        if asks(left, "turn_player"):
            return self.say("it is {holds||not} {other's} turn", holds=holds, other=self.mention(right))
        if not left.args:
            return ""
        about, other = self.mention(left.args[0]), self.mention(right)
        match left.builtin.code:
            case "holder":
                return self.holding(other, about, holds=holds)
            case "terrain" if isinstance(right, t.Ask) and asks(right, "terrain"):
                alike = (
                    "{about} {about|has|have} the same terrain as {other}",
                    "{about} {about|does|do} not have the same terrain as {other}",
                )
                return self.say(alike[not holds], about=about, other=self.mention(right.args[0]))
            case "owner" if other.is_you:
                return self.say("{about} {about|is|are} {holds||not} yours", holds=holds, about=about)
            case "kind_of_tile" | "stage":
                return self.is_so(about, other.text, holds=holds)
            case code if code in _ANSWERED:
                return self.say(_ANSWERED[code][not holds], about=about, other=other)
        return ""

    def holding(self, who: Mention, what: Mention | str, *, holds: bool) -> str:
        """That somebody holds something: `you do not hold the region`."""
        english = "{who} {who|holds|hold} {what}" if holds else "{who} {who|does|do} not hold {what}"
        return self.say(english, who=who, what=what)

    def there_is(self, group: Group, *, holds: bool) -> str:
        """That there is one of these, or none."""
        if holds:
            return self.say("there is {one}", one=group.any)
        return self.say("there is no {one}", one=group.single)

    def _there(self, node: t.TExpr, *, holds: bool) -> str:
        """That there is one: by a text that names the owner, if there is such a text."""
        text = self.text("some", declared(node))
        if text:
            return self.grammar.fill(text, self.about(node), holds=holds)
        if isinstance(node, t.Ask) and node.builtin.there:
            return self.asked(node.builtin.there, self.operands(node.args), holds=holds)
        if isinstance(node, t.Ask) and asks(node, "first", "only"):
            return self.there_is(self.group(node.args[0]), holds=holds)
        chosen = isinstance(node, t.VarRef) and node.var not in self.homes
        if chosen and self.mention(node).text == self.grammar.definite(self.kind(node.type)):
            return self.say("{holds|there is one|there is none}", holds=holds)
        one = self.grammar.nominal(self.mention(node).text)
        return self.there_is(self.those(one, one), holds=holds)

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
        if (
            isinstance(left, t.Ask)
            and asks(left, "remainder")
            and op in ("==", "!=")
            and number.exists is not None
        ):
            mentions = self.operands(left.args)
            english = "{0} {holds|can|cannot} be divided by {1} without remainder"
            return self.asked(english, mentions, holds=op == "==")
        rest = ""
        if number.counted:
            word, than = _AS_MANY[op]
            rest = f" {self.say(than, those=self.mention(right))}"
            number = Mention(self.say(word), plural=True)
        text = self._had(left, number)
        if text:
            return text + rest
        return self.say(_COMPARED[op], one=self.mention(left), other=self.mention(right))

    def _had(self, left: t.TExpr, number: Mention) -> str:
        """Who has that many, or that there are that many."""
        if isinstance(left, t.Ask) and left.builtin.lone and number.exists is not None:
            kind = left.args[0]
            if isinstance(kind, t.Const) and self.is_alone(kind.value):
                mentions = {str(i): self.mention(arg) for i, arg in enumerate(left.args)}
                return self.asked(left.builtin.lone, mentions, holds=number.exists)
        if isinstance(left, t.Ask) and left.builtin.amounts:
            mentions = self.operands(left.args, several=number.plural)
            return self.asked(left.builtin.amounts, {**mentions, "amount": number})
        if isinstance(left, t.Count):
            return self._so_many(left, number)
        if text := self.text("amount", declared(left)):
            return self.grammar.fill(text, {**self.about(left), "amount": number})
        both = self._both(left)
        if both is None:
            return ""
        who, where = both
        english = "{who} {who|has|have} {amount} {amount|[token]|[token.many]} {where}"
        return self.say(english, who=who, amount=number, where=where)

    def _so_many(self, node: t.Count, number: Mention) -> str:
        group = self.counted(node)
        if isinstance(node.members, t.VarRef) and node.condition is None:
            return self.say("{these} are {n}", these=group.plural, n=number)
        if not group.before and group.rest == self.say("you hold"):
            held = replace(group, rest="", rests="")
            return self.say(
                "you hold {n} {what}", n=number, what=held.plural if number.plural else held.single
            )
        what = group.plural if number.plural else group.single
        return self.say("there {n|is|are} {n} {what}", n=number, what=what)

    def _both(self, node: t.TExpr) -> tuple[Mention, str] | None:
        """Two places with tokens of the same people: the owner, and `in the tray or in hand`."""
        match node:
            case t.Math(op="+", left=t.Ask(args=(one,)) as first, right=t.Ask(args=(other,)) as second) if (
                asks(first, *_PLACES) and asks(second, *_PLACES) and same(one, other)
            ):
                places = [self.say(_PLACES[asked.builtin.code]) for asked in (first, second)]
                return self.mention(one), self.grammar.listed(places, "or")
        return None

    def number(self, op: str, right: t.TExpr) -> Mention:
        """`at least 2`; anything but a plain number is `counted`."""
        right = self.usual(right) or right
        value = right.value if isinstance(right, t.Const) else None
        if (op, value) in (("==", 0), ("<", 1), ("<=", 0)):
            return Mention(self.say("no (amount)"), plural=True, exists=False)
        if (op, value) in (("!=", 0), (">", 0)):
            op, value = ">=", 1
        amount = str(value) if value is not None else self.mention(right).text
        exists = True if (op, value) == (">=", 1) else None
        text = self.say(QUANTITY[op], n=amount)
        return Mention(text, plural=value != 1, counted=value is None, exists=exists)

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
                return self.grammar.listed(self.clauses(node))
            case t.Logic():
                return self._either(_sides(node, holds=holds), "and" if (node.op == "and") == holds else "or")
            case t.Exists() if len(parts := self.parts(node)) > 1:
                return self.clause(all_together(parts), holds=holds)
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
        return [*loose, replace(node, condition=all_together(tied) if tied else None)]

    def _either(self, sides: list[tuple[t.TExpr, bool]], word: str) -> str:
        """A disjunction or conjunction of clauses; a common subject appears once: `the region is hill or farmland`."""
        clauses: list[str] = []
        joint = f" {self.grammar.conjunctions['and']} "
        for node, holds in sides:
            clause = self.clause(node, holds=holds)
            if word == "or" and len(_all_of(node, holds=holds)) > 1 and joint in clause:
                clause = f"({clause})"
            both = self.grammar.merged(clauses[-1], word, clause) if clauses else ""
            clauses[-1:] = [both] if both else [*clauses[-1:], clause]
        one = self.grammar.listed(clauses, word)
        return self.say("either {one}", one=one) if word == "or" and len(clauses) > 1 else one

    def _holder_of(self, node: t.TExpr) -> str:
        """The region whose holder a condition is about, if there is one."""
        if self.held or isinstance(node, t.Logic | t.Exists):
            return ""
        if isinstance(node, t.Order) and asks(node.left, "holder"):
            return ""
        inner = [*walk(node)]
        if any(isinstance(part, t.Order) and asks(part.left, "holder") for part in inner):
            return ""  # what is said of whoever holds it does not say that somebody does
        about = [part for part in inner if asks(part, "holder")]
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
        marks = [[mark[1] for mark in MARKED.finditer(text)] for text, _ in raw]
        if any("it" in there or "holder" not in there for there in marks):
            return ""
        people = self.of_type(PEOPLE).narrowed([text.replace("⟨holder", "⟨it") for text, _ in raw])
        return self.say(
            "{region} is {holds||not} held by {people}", holds=holds, region=region, people=people.any
        )

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
                if holds or (isinstance(kind, t.Const) and self.is_alone(kind.value)):
                    english = "{place} {holds|has|does not have} {what}"
                    return self.say(english, holds=holds, place=self.mention(place), what=what)
                return self.say(
                    "{place} has no {what}", place=self.mention(place), what=self.grammar.nominal(what)
                )
            case t.Member(item=item, members=members):
                return self._member(self.mention(item), members, holds=holds)
            case t.Exists():
                return self._exists(node, holds=holds)
            case t.CanDo(permission=definition, args=args, despite=despite):
                text = self._declared(definition, args, holds=holds, modal=True)
                mentions = self.args(definition.params, args)
                lifted = self.grammar.listed([self._although(word, mentions) for word in despite], "or")
                return self.say("{fact} (even if {lifted})", fact=text, lifted=lifted) if lifted else text
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                return self._declared(definition, args, holds=holds)
            case t.Spared(value=value, source=source):
                fact = self._fact(value, holds=holds)
                return self.say("{what} without {source}", what=fact, source=self.mention(source))
            case _:
                return self._other_fact(node, holds=holds)

    def _although(self, reason: str, mentions: dict[str, Mention]) -> str:
        """A fact that holds despite a prohibition; the subject's own name is omitted."""
        if reason == defs.EVERY:
            return self.say("anything stands against it")
        fact = self.grammar.fill(self.text("despite", reason) or self.plain(reason), mentions)
        return fact.removeprefix(self.is_so(IT, "", holds=True))

    def _other_fact(self, node: t.TExpr, *, holds: bool) -> str:
        match node:
            case t.Ask(builtin=question, args=args):
                return self.asked(question.said, self.operands(args), holds=holds)
            case t.Recall(memory=memory, arg=arg) if text := self.text("says", memory.name):
                whose = {memory.on.name: self.mention(arg)} if arg else {}
                return self.grammar.fill(text, whose, holds=holds)
            case t.Recall(memory=memory, arg=arg):
                name = self.plain(memory.name)
                if arg is None:
                    return self.say("“{name}” is {holds||not} noted", holds=holds, name=name)
                return self.say(
                    "“{name}” is {holds||not} noted for {whose}",
                    holds=holds,
                    name=name,
                    whose=self.mention(arg),
                )
            case t.VarRef(var=var) if self.env.get(var, Mention("")).text == self.say("that was so"):
                return self.say("that was so" if holds else "that was not so")
            case t.Const(value=value):
                return self.say("always" if bool(value) == holds else "never")
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                first, other = self.clause(then, holds=holds), self.clause(otherwise, holds=holds)
                english, condition_ = "{then} if {condition}, otherwise {other}", self.clause(condition)
                return f"({self.say(english, then=first, condition=condition_, other=other)})"
            case _:
                return self.applies(self.mention(node).text, holds=holds)

    def applies(self, what: str, *, holds: bool) -> str:
        """That something without other words is so."""
        return self.say("{what} {holds|applies|does not apply}", holds=holds, what=what)

    def _trait(self, noun: Mention, word: str, *, holds: bool) -> str:
        text = self.text("word", word)
        if "{" in text:
            return self.grammar.fill(text, {"one": noun}, holds=holds)
        return self.is_so(noun, text or self.trait(word).replace(" ", chr(160)), holds=holds)

    def _member(self, one: Mention, members: t.TExpr, *, holds: bool) -> str:
        """`you hold the region`, `the region is next to this one`; otherwise that it is a member."""
        if isinstance(members, t.Ask) and asks(members, "land"):
            return self.holding(self.mention(members.args[0]), one, holds=holds)
        group = self.group(members)
        alike = group.one == self.kind(members.type.element)
        return self.is_so(one, (alike and self.grammar.predicate(group)) or group.any, holds=holds)

    def _exists(self, node: t.Exists, *, holds: bool) -> str:
        """That there is a member; for a neighbour or a container, in short: `the region is next to a mountain region`."""
        parts = self.parts(node.condition) if node.condition is not None else []
        inside = next((part for part in parts if self._is_about(part, node.var)), None)
        rest = [part for part in parts if part is not inside]
        group = self._those(node, rest)
        if inside is not None:
            kept = self.env
            one = group.any if holds else self.say("any {one}", one=group.single)
            self.env = {**self.env, node.var: Mention(one)}
            text = self._member(self.mention(inside.item), inside.members, holds=holds)
            self.env = kept
            return text
        where = self.grammar.neighbour(group.rest)
        if where and group.one == self.kind(node.var.type):
            others = replace(group, rest="", rests="")
            beside = others.any if holds else self.say("any {one}", one=others.single)
            return self.say(
                "{region} is {holds||not} next to {other}", holds=holds, region=where, other=beside
            )
        held = self._held_ones(node, rest)
        if held is not None:
            who, those = held
            if holds:
                return self.holding(who, those.any, holds=True)
            return self.say("{who} {who|holds|hold} no {one}", who=who, one=those.single)
        return self.there_is(group, holds=holds)

    def _held_ones(self, node: t.Exists, parts: list[t.TExpr]) -> tuple[Mention, Group] | None:
        """For regions that somebody holds: who, and which regions."""
        match node.members:
            case t.Ask(args=(who,)) if asks(node.members, "land"):
                kept = self.env
                self.env = {**kept, node.var: IT}
                clauses = [clause for part in parts for clause in self.clauses(part)]
                self.env = kept
                return self.mention(who), self.of_type(node.var.type).narrowed(clauses)
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
        return self.members(node.members, node.var, all_together(parts) if parts else None)

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
            return self.grammar.fill(text, by_param, holds=holds)
        if isinstance(declaration, defs.DefineDef):
            self.by_name.add(declaration.index)
        mentions, name = list(by_param.values()), self.plain(declaration.name)
        if modal:
            what = " ".join([name, *map(str, mentions[:1])])
            return self.say("one {holds|can|cannot} {what}", holds=holds, what=what)
        if not mentions:
            return self.applies(name, holds=holds)
        return self.is_so(mentions[0], name + self.along(declaration.preps[1:], mentions[1:]), holds=holds)

    def along(self, preps: Sequence[str], others: Sequence[Mention]) -> str:
        """What a name is about, each with its preposition: ` of the tile for you`."""
        return "".join(
            f" {self.grammar.own(prep)} {other}" for prep, other in zip(preps, others, strict=True)
        )


def plain(word: str) -> str:
    """A word as prose."""
    return word.replace("_", " ")


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


def _in_a_row(node: t.TExpr) -> Iterator[str]:
    """Its operator, and those on its left with the same precedence, which need no brackets."""
    while isinstance(node, t.Math):
        yield node.op
        if node.op not in ("*", "/"):
            return
        node = node.left


def _halved(node: t.Math) -> tuple[t.TExpr, bool] | None:
    """What is halved, and whether it is rounded up."""
    up = t.rounded_down(node)
    match up or node:
        case t.Math(op="/", left=number, right=t.Const(value=2)):
            return number, up is not None
    return None


def _operands(node: t.TExpr, op: str) -> list[t.TExpr]:
    """The operands of one operation, however it is nested."""
    if isinstance(node, t.Math) and node.op == op:
        return [*_operands(node.left, op), *_operands(node.right, op)]
    return [node]


def declared(node: t.TExpr) -> str:
    """The name of the question, if a pack declares it."""
    match node:
        case t.ValueOf(value=definition) | t.Defined(define=definition):
            return definition.name
        case t.Recall(memory=memory):
            return memory.name
    return ""


def all_together(parts: Sequence[t.TExpr]) -> t.TExpr:
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
