"""Checked rules as sentences of a language: one rule of a tile, a piece or a pack, with everything in it.

What is said is decided here for all languages, in templates whose English form is their key; a `Grammar` knows the forms of its words.
What is said is recursive: a set may be said by a condition, a condition by an amount, an amount by a set. So it is one class, from nouns to
whole sentences. `me` is "you" for whoever carries a rule out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeGuard, TypeVar, cast

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.types import ACTS, FLAG, NUMBER, OPERATORS, PEOPLE, PIECE, PLAYER, STRATA
from ruledsl.play.explain.wording.grammar import HOLDER, IT, MARKED, Group, Mention, Untold, capital
from ruledsl.play.explain.wording.grammars import grammar_of
from ruledsl.rules.check import program as p
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, effects_in, same, walk, where_read
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.explain.log import Bookkeeping
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, PermissionDef, ValueDef

    Told = TypeVar("Told")

_TYPES: Final = {"people": "race", "kind": "kind of tile", "mode": "way of conquering", "stage": "state"}
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
    "max": "{one} but at least {other}",
    "min": "{one} but at most {other}",
    "mod": "{one} mod {other}",
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
_QUANTITY: Final = {
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

_BOUNDED: Final = {"at least": _QUANTITY[">="], "at most": _QUANTITY["<="]}
IN_HAND: Final = ("pieces_with_people", "pieces_with_player")
"""The questions about pieces in a hand."""
_TURNED: Final = {"more": "less", "less": "more"}
_ANSWERED: Final = {
    "terrain": ("{about} {about|shows|show} {other}", "{about} {about|does|do} not show {other}"),
    "owner": ("{about} {about|belongs|belong} to {other}", "{about} {about|does|do} not belong to {other}"),
    "site": ("{about} {about|lies|lie} in {other}", "{about} {about|does|do} not lie in {other}"),
}
"""That the answer to a question is somebody or something, and that it is not."""
_PLACES: Final = {"hand": "in hand", "tray": "in the tray"}

_Move = TypeVar("_Move", t.TMoveTokens, t.TMovePieces)

_LONG = 40
"""The length from which a thing mentioned more than once is only named."""
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
_MOMENTS = {"before": "before {what}", "after": "after {what}", "instead": "when {what}"}


STOP = "\u241e"
"""Between two sentences, while a rule is put into words: a full stop, or a semicolon in brackets."""


def bracketed(text: str) -> str:
    """Sentences inside another one, in brackets if there are several."""
    return f"({text.replace(STOP, '; ')})" if STOP in text else text


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of something: `2 coins more`; what it depends on (`tail`) may stand apart from it: `for each hill region you hold`."""

    head: str
    tail: str = ""
    unit: str = ""
    """What it counts, if it is as many as something else (`measure`)."""
    measure: str = ""

    def __str__(self) -> str:
        return f"{self.head} {self.tail}".strip()


class Sentence:
    """The words of one rule. `env` maps its variables to their current names, `homes` parameters to the packs that declare them."""

    def __init__(self, program: p.Program, naming: Naming, rule: Rule, books: Bookkeeping) -> None:
        self.program = program
        self.naming = naming
        self.grammar = grammar_of(naming.language)
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
        self.here = Mention(self.say("its region") if rule.origin.owner.piece else self.say("this region"))
        self.this = Mention(self.say("this tile"))
        self.held = ""
        self.opened = self.inside = 0
        self.by_name: set[int] = set()
        """Definitions that appeared by name, by index."""

    # ── texts ─────────────────────────────────────────────────────────────────

    def say(self, english: str, *, holds: bool = True, **slots: Mention | Amount | str) -> str:
        """One of our own templates, in the language, with its holes filled."""
        mentions = {
            name: one if isinstance(one, Mention) else Mention(str(one)) for name, one in slots.items()
        }
        return self.grammar.fill(self.grammar.own(english), mentions, holds=holds, own=True)

    def asked(self, english: str, mentions: Mapping[str, Mention], *, holds: bool = True) -> str:
        """The words of a built-in question or effect, with its operands by number."""
        return self.grammar.fill(self.grammar.own(english), mentions, holds=holds)

    def plain(self, word: str) -> str:
        """A name of the rules as prose, which only English takes."""
        if not self.grammar.is_standard:
            raise Untold(word)
        return plain(word)

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
        return Mention(self.text("word", word) or self.plain(word))

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

    def phrased(self, english: str, one: Mapping[str, str], many: Mapping[str, str] | None = None) -> Group:
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
        if name == "spread":
            first, way = self.group(args[0]), self.group(args[1]).plural
            return Group(
                self.grammar,
                self.say("{first} or one connected with it through {way}", first=first.single, way=way),
                self.say("{first} and those connected with them through {way}", first=first.plural, way=way),
            )
        mentions = self.operands(args)
        if name == "surroundings":
            mentions["0"] = Mention(self.group(args[0]).any)
        return self.grammar.group_of(self.grammar.own(node.builtin.said), mentions)

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
            case t.Math(op=op, left=left, right=right):
                first, second = self._part(left, _LEFT[op]), self._part(right, _RIGHT[op])
                return Mention(self.say(_MATH[op], one=first, other=second), counted=True)
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                english = "{then} if {condition}, otherwise {other}"
                cases = {"then": self._part(then, ()), "condition": self.clause(condition)}
                return Mention(self.say(english, **cases, other=self.mention(otherwise)))
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
        """A total, or the most: of something for each of several."""
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
            rest = f" {self.say(than, those=self._those_of(right))}"
            number = Mention(self.say(word), plural=True)
        text = self._had(left, number)
        if text:
            return text + rest
        return self.say(_COMPARED[op], one=self.mention(left), other=self.mention(right))

    def _those_of(self, node: t.TExpr) -> str:
        number = self.mention(node)
        return self.grammar.of_them(number.number_of) if number.number_of else number.text

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
        english = "{who} {who|has|have} {amount} {amount|token|tokens} {where}"
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
        text = self.say(_QUANTITY[op], n=amount)
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
        marks = [[mark[1] for mark in MARKED.finditer(text)] for text, _ in raw]
        if any("it" in there or "holder" not in there for there in marks):
            return ""
        race = self.of_type(PEOPLE).narrowed([text.replace("⟨holder", "⟨it") for text, _ in raw])
        return self.say("{region} is {holds||not} held by {race}", holds=holds, region=region, race=race.any)

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
                first = f"({first})" if isinstance(then, t.Either) else first
                condition_ = self.clause(condition)
                return self.say(
                    "{then} if {condition}, otherwise {other}", then=first, condition=condition_, other=other
                )
            case _:
                return self.applies(self.mention(node).text, holds=holds)

    def applies(self, what: str, *, holds: bool) -> str:
        """That something without other words is so."""
        return self.say("{what} {holds|applies|does not apply}", holds=holds, what=what)

    def _trait(self, noun: Mention, word: str, *, holds: bool) -> str:
        text = self.text("word", word)
        if "{" in text:
            return self.grammar.fill(text, {"one": noun}, holds=holds)
        return self.is_so(noun, text or self.plain(word).replace(" ", chr(160)), holds=holds)

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
            return self.grammar.fill(text, by_param, holds=holds)
        if isinstance(declaration, defs.DefineDef):
            self.by_name.add(declaration.index)
        mentions, name = list(by_param.values()), self.plain(declaration.name)
        if modal:
            what = " ".join([name, *map(str, mentions[:1])])
            return self.say("one {holds|can|cannot} {what}", holds=holds, what=what)
        if not mentions:
            return self.applies(name, holds=holds)
        rest = "".join(
            f" {self.grammar.own(prep)} {other}"
            for prep, other in zip(declaration.preps[1:], mentions[1:], strict=True)
        )
        return self.is_so(mentions[0], name + rest, holds=holds)

    # ── amounts ───────────────────────────────────────────────────────────────

    def amount(self, node: t.TExpr, one: str, many: str, more: str = "") -> Amount:
        """An amount of something: `2 coins more`, `1 coin for each hill region you hold`. `one` and `many` are its words in the language."""
        match node:
            case t.Const(value=0) if many:
                return Amount(self.say("no {many}", many=many) + self._more(more))
            case t.Const(value=value):
                return self._so_much(value, one, many, more)
            case t.ValueOf() if (usual := self.usual(node)) is not None:
                return self.amount(usual, one, many, more)
            case t.Count():
                return self._so_much(1, one, many, more, self.for_each(self.counted(node).single))
            case (
                t.Math(op="*", left=t.Const(value=value), right=t.Count() as count)
                | t.Math(op="*", left=t.Count() as count, right=t.Const(value=value))
            ):
                return self._so_much(value, one, many, more, self.for_each(self.counted(count).single))
            case t.Math(op="/", left=t.Count() as count, right=t.Const(value=value)):
                tail = self.say("for every {n} {those}", n=str(value), those=self.counted(count).plural)
                return self._so_much(1, one, many, more, tail)
            case _:
                return self._amount_of(node, one, many, more)

    def for_each(self, one: str) -> str:
        """What an amount depends on."""
        return self.say("for each {one}", one=one)

    def _more(self, more: str) -> str:
        return f" {self.grammar.own(more)}" if more else ""

    def _so_much(self, value: int, one: str, many: str, more: str, tail: str = "") -> Amount:
        unit = one if value == 1 else many
        return Amount(" ".join(f"{value} {unit}{self._more(more)}".split()), tail)

    def _amount_of(self, node: t.TExpr, one: str, many: str, more: str) -> Amount:
        match node:
            case t.Either(condition=condition, then=t.Const(value=value), otherwise=t.Const(value=0)):
                return self._so_much(
                    value, one, many, more, self.say("if {condition}", condition=self.clause(condition))
                )
            case t.Either(condition=condition, then=then, otherwise=otherwise) if many:
                first, less = (self.amount(part, one, many, more) for part in (then, otherwise))
                first = Amount(f"({first})") if isinstance(then, t.Either) else first
                tail = self.say(
                    "if {condition}, otherwise {other}", condition=self.clause(condition), other=less
                )
                return Amount(first.head, f"{first.tail} {tail}".strip())
            case t.Math(op="-", left=t.Const(value=0), right=right) if more in _TURNED:
                return self.amount(right, one, many, _TURNED[more])
            case t.Math(
                op="max",
                left=t.Math(op="-", left=t.Count() as count, right=t.Const(value=first)),
                right=t.Const(value=0),
            ) if many:
                tail = self.say(
                    "for each {one} beyond the first {n}", one=self.counted(count).single, n=str(first)
                )
                return self._so_much(1, one, many, more, tail)
            case t.Ask(args=(t.Const(value=kind), *_)) if asks(node, *IN_HAND):
                return self._so_much(1, one, many, more, self.for_each(self._in_hand(kind)))
        return self._as_many(self.mention(node), one, many, more)

    def _in_hand(self, kind: int) -> str:
        return self.say("{piece} in hand", piece=self.grammar.nominal(self.piece(kind, 1)))

    def _as_many(self, number: Mention, one: str, many: str, more: str) -> Amount:
        if number.text.isdigit():
            return self._so_much(int(number.text), one, many, more)
        if not many:
            return Amount(number.text + self._more(more))
        if one and number.number_of:
            these = self.say("each of {these}", these=self.grammar.of_them(number.number_of))
            return self._so_much(1, one, many, more, self.say("for {each}", each=these))
        unit = many + self._more(more)
        head, tail = self.say("as many {unit}", unit=unit), self.say("as {those}", those=number)
        return Amount(head, tail, unit, number.text)

    # ── moves ─────────────────────────────────────────────────────────────────

    def _where(self, where: t.Where, *, source: bool) -> str:
        whose = self.mention(where.of) if where.of is not None else self.grammar.you
        match where.what:
            case "hand" if where.of is not None and where.of.type == PLAYER:
                return self.say("from {whose's} keeping" if source else "into {whose's} keeping", whose=whose)
            case "hand":
                return self.say("from {whose's} hand" if source else "into {whose's} hand", whose=whose)
            case "region":
                split = isinstance(where.of, t.Either)
                return self.say("from {region}" if source else "to {region}", region=whose) + (
                    "," if split else ""
                )
            case "tile":
                return self.say("from {tile}" if source else "onto {tile}", tile=whose)
            case "tray":
                return self.say("from the tray" if source else "back to the tray")
            case "aside":
                return self.say("from those set aside" if source else "aside")
            case "box":
                return self.say("from the box" if source else "to the box")
        return "" if source else self.say("anywhere")

    def _carried(self, verb: str, many: Amount, source: str, target: str, whose: str = "") -> str:
        """`take 4 tokens from the tray`; a long amount comes last."""
        if many.measure:
            tail = f", {self.say('as many as {measure}', measure=many.measure)}"
            parts = [verb, many.unit + whose, source, f"{target}{tail}"]
        else:
            parts = [verb, many.head + whose, source, f"{target} {many.tail}"]
        return " ".join(" ".join(parts).split()).replace(" ,", ",")

    def tokens(self, node: t.TMoveTokens) -> str:
        """Race tokens of a people."""
        node = _counted(node)
        people = self.mention(node.people)
        source, target = self._where(node.source, source=True), self._where(node.target, source=False)
        whose = "" if people.is_you else f" {self.say('of {people}', people=people)}"
        all_there = node.amount is None or (_is_all(node.amount, node) and node.source.what == "region")
        if all_there:
            many = Amount(
                self.say("all {people's} tokens", people=people) if people.is_you else self.say("all tokens")
            )
        elif node.amount is not None and _is_all(node.amount, node):
            many, whose, source = Amount(self.say("all tokens in {people's} hand", people=people)), "", ""
        elif (left := self._left_there(node)) is not None:
            many, whose = Amount(self.say("all but {n} of {people's} tokens", n=left, people=people)), ""
        else:
            many = self.amount(
                cast("t.TExpr", node.amount), self.grammar.own("token"), self.grammar.own("tokens")
            )
        kept = node.target.what in ("tray", "aside", "box")
        yours = people.is_you
        verb = "take" if node.target.what == "hand" and yours else "put" if kept and yours else "move"
        return self._carried(self.grammar.own(verb), many, source, target, whose)

    def _left_there(self, node: t.TMoveTokens) -> str | None:
        """How many stay, if all others are moved."""
        match node.amount:
            case t.Math(op="-", left=left, right=right) if _is_all(left, node):
                is_plain = self.usual(right) or isinstance(right, t.Const)
                return str(self.amount(right, "", "")) if is_plain else self.mention(right).text
        return None

    def pieces(self, node: t.TMovePieces) -> str:
        """Pieces of a kind."""
        node = _counted(node)
        many = self._such(node)
        source, target = self._where(node.source, source=True), self._where(node.target, source=False)
        if node.target.what == "region":
            if node.source.what in ("region", "anywhere"):
                return self._carried(self.grammar.own("move"), many, source, target)
            there = self.say("in {region}", region=self.mention(cast("t.TExpr", node.target.of)))
            return self._carried(self.grammar.own("place"), many, source, there)
        if node.target.what == "hand":
            who = self.mention(node.target.of) if node.target.of is not None else self.grammar.you
            if not who.is_you:
                return self._carried(self.say("give {who}", who=who), many, source, "")
            return self._carried(self.grammar.own("take"), many, source, target)
        verb = {"box": "return", "tile": "put"}.get(node.target.what, "move")
        return self._carried(self.grammar.own(verb), many, source, target)

    def put(self, node: t.TMovePieces) -> str:
        """Pieces that lie somewhere, or else come from the box."""
        english = "put {what} on {place}" if node.target.what == "tile" else "put {what} in {place}"
        place = self.mention(node.target.of) if node.target.of is not None else ""
        return self.say(english, what=self._such(node), place=place)

    def _such(self, node: t.TMovePieces) -> Amount:
        """A number of pieces, with an article for one."""
        kind, amount = node.kind, node.amount
        one = isinstance(amount, t.Const) and amount.value == 1
        if not isinstance(kind, t.Const):
            which = self.mention(kind).text
            if amount is None:
                return Amount(self.say("all pieces like {which}", which=which))
            return Amount(which if one else self.say("{n} of {which}", n=self.mention(amount), which=which))
        single, several = self.piece(kind.value, 1), self.piece(kind.value, 2)
        if one or (self.is_alone(kind.value) and amount is None):
            return Amount(single)
        if amount is None:
            return Amount(self.say("all {pieces}", pieces=several))
        return self.amount(amount, self.grammar.nominal(single), several)

    def coins(self, node: t.TCoins) -> str:
        """Coins from somebody, or from the supply, to somebody."""
        many = self.amount(node.amount, self.grammar.own("coin"), self.grammar.own("coins"))
        if node.payer is None and node.receiver is not None:
            return self.say("{who} {who|gains|gain} {many}", who=self.mention(node.receiver), many=many)
        payer = self.mention(node.payer) if node.payer is not None else Mention(self.say("the supply"))
        if node.receiver is None:
            return self.say("{who} {who|pays|pay} {many}", who=payer, many=many)
        receiver = self.mention(node.receiver)
        return self.say("{who} {who|pays|pay} {many} to {other}", who=payer, many=many, other=receiver)

    # ── effects ───────────────────────────────────────────────────────────────

    def block(self, body: t.TBlock) -> str:
        """Effects in sequence, as sentences without the last full stop."""
        phrases: list[tuple[str, bool]] = []
        body = tuple(effect for effect in body if isinstance(effect, t.TLet) or not self.books.does(effect))
        asking = where_read(body)
        for number, effect in enumerate(body):
            if number and self._same_move(body[number - 1], effect):
                continue  # merged into the previous one
            following = body[number + 1] if number + 1 < len(body) else None
            if following is not None and self._same_move(effect, following):
                phrase = self.put(cast("t.TMovePieces", effect))
            elif isinstance(effect, t.TLet):
                behind = [place for place in asking.get(effect.var, ()) if place > number]
                at_once = not behind or behind == [number + 1]
                phrase = self._let(effect, [body[place] for place in behind], at_once=at_once)
            else:
                phrase = self.effect(effect)
            alone = self._stands_alone(effect)
            if phrase and phrases and _has_block(body[number - 1]) and phrases[-1][0]:
                phrase, alone = self._behind(body[number - 1], phrases[-1][0], phrase, alone=alone), True
            phrases.append((phrase, alone))
        text = ""
        for part, alone in phrases:
            if not text or not part:
                text = text or part
            elif alone or STOP in part or STOP in text:
                text = f"{text}{STOP}{part}"
            else:
                text = self.say("{text}, then {part}", text=text, part=part)
        return text or self.say("nothing happens")

    def _stands_alone(self, effect: t.TEffect) -> bool:
        """Does its phrase begin a sentence of its own?"""
        match effect:
            case t.TIf() | t.TForEach() | t.TRepeat() | t.TLet():
                return True
            case t.TMay(asking=who) | t.TOffer(to=who, one=False):
                return self.mention(who).is_you
            case t.TChoose(asking=who, body=body):
                return body is not None and self.mention(who).is_you
        return False

    def _behind(self, before: t.TEffect, earlier: str, part: str, *, alone: bool) -> str:
        """The phrase after an effect with a block, which must not seem part of that block."""
        if STOP not in earlier and not (self.inside and isinstance(before, t.TIf)):
            return part if alone else self.say("then {part}", part=part)
        if isinstance(before, t.TForEach | t.TRepeat):
            return self.say("after that, {part}", part=part)
        return self.say("in any case, {part}", part=part)

    def _let(self, node: t.TLet, asked_in: Sequence[t.TEffect] = (), *, at_once: bool = True) -> str:
        """A bound name: silent if the thing itself can be mentioned each time."""
        var, value = node.var, self.mention(node.value)
        if isinstance(node.value, t.VarRef | t.Pronoun | t.Const) or (
            at_once and self._can_be_said_there(var, asked_in, value.text)
        ):
            self.env[var] = value
            return ""
        if var.type.is_set:
            these = self.say("these {kinds}", kinds=self.kinds(var.type.element))
            self.env[var] = Mention(these, plural=True)
            return self.say("look at {what}", what=value)
        if var.type == FLAG:
            self.env[var] = Mention(self.say("that was so"))
            return self.say("note whether {condition}", condition=self.clause(node.value))
        name = self.local(var) or self.grammar.definite(self.plain(var.name))
        self.env[var] = self.numbered(name) if var.type == NUMBER else Mention(name)
        return self.say("let {name} be {value}", name=name, value=value)

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
                return self.say("exchange {one} with {other}", one=self._spot(left), other=self._spot(right))
            case t.TSwapRegions(left=left, right=right):
                english = "exchange all that lies in {one} with all that lies in {other}"
                return self.say(english, one=self.mention(left), other=self.mention(right))
            case t.TStop(phase=phase):
                return self.text("stop", phase.name) or self.say(
                    "the {phase} end", phase=self.plain(phase.name)
                )
            case t.TProceed():
                return self.say("it happens all the same")
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
            case t.TRoll(die=die, var=var):
                self.env[var] = Mention(self.say("the number rolled"), counted=True)
                return self.say("roll the {name} die", name=self.plain(self.program.dice[die]))
            case t.TPick(members=members, var=var):
                group = self.group(members)
                self.introduce(var, group)
                return self.say("draw lots for {one}", one=group.any)
            case _:
                return self._nested(node)

    def _event(self, event: defs.EventDef, mentions: dict[str, Mention]) -> str:
        text = self.text("says", event.name)
        if text:
            return self.grammar.imperative(self.grammar.fill(text, mentions))
        if event.action is not None:
            return self._taken(event.action, mentions)
        parts = list(zip(event.preps, event.params, strict=True))
        owned = bool(parts) and parts[0][0] == "of" and parts[0][1].type in (PEOPLE, PLAYER)
        owner = mentions[parts.pop(0)[1].name] if owned else None
        rest = "".join(f" {self.grammar.own(prep)} {mentions[param.name]}" for prep, param in parts)
        name = self.plain(event.name)
        if owner is None:
            return self.say("the {name} takes place", name=name) + rest
        return self.say("{owner's} {name} takes place", owner=owner, name=name) + rest

    def _taken(self, action: defs.ActionDef, mentions: dict[str, Mention]) -> str:
        """An action taken by a rule."""
        done = self.text("action", action.name) or self.plain(action.name)
        if action.target is not None:
            done = f"{done} {mentions[action.target.name]}"
        others = [mentions[param.name] for param in action.phase.params]
        names = [str(other) for other in others if not other.is_you]
        return self.say("let {who} {what}", who=self.grammar.listed(names), what=done) if names else done

    def _offer(self, node: t.TOffer) -> str:
        who, phase = self.mention(node.to), self.text("name", node.phase.name) or self.plain(node.phase.name)
        if node.one:
            return self.say("{who} {who|chooses|choose} one action of the {phase}", who=who, phase=phase)
        return self.say("{who} may take actions of the {phase}, one after another", who=who, phase=phase)

    def _collected(self, value: defs.ValueDef, args: tuple[t.TExpr, ...], payer: t.TExpr) -> str:
        text = self.text("says", value.name)
        what = (
            self.grammar.fill(text, self.args(value.params, args))
            if text
            else self.grammar.definite(self.plain(value.name))
        )
        return self.say("{who} {who|pays|pay} {what} to whom it is owed", who=self.mention(payer), what=what)

    def _spot(self, spot: t.Spot) -> str:
        whose = self.mention(spot.arg) if spot.arg is not None else None
        if spot.memory is not None:
            return self.kept(spot.memory, whose).text
        return (
            self.asked(spot.builtin.said, {"0": whose} if whose is not None else {}) if spot.builtin else ""
        )

    def _write(self, node: t.TWrite) -> str:
        memory, value = node.spot.memory, node.value
        nothing = isinstance(value, t.Const) and (value.value < 0 or (value.type == FLAG and not value.value))
        op = "clear" if node.op == "set" and nothing else node.op
        whose = self.mention(node.spot.arg) if node.spot.arg is not None else None
        told = node.spot.type != FLAG or isinstance(value, t.Const)
        if memory is not None and told and (text := self.text(op, memory.name)):
            what = self.mention(value)
            if what.number_of:
                what = replace(what, many=self.grammar.of_them(what.number_of))
            return self.grammar.imperative(
                self.grammar.fill(text, {**self._whose(memory, whose), "value": what})
            )
        if node.op == "set" and node.spot.type == FLAG and memory is not None:
            return self._flag(memory, whose, value)
        spot = self._spot(node.spot)
        if op == "clear":
            gone = self.grammar.without_owner(spot, self.grammar.you) or self.grammar.nominal(spot)
            return self.say("there is no {one} any more", one=gone)
        lasting = f" ({self._until(memory)})" if memory is not None and memory.until is not None else ""
        return self.say(_WRITES[node.op], spot=spot, value=self.mention(value)) + lasting

    def _flag(self, memory: defs.MemoryDef, whose: Mention | None, value: t.TExpr) -> str:
        """`from now on the tile is awake`."""
        text = self.text("says", memory.name)
        if text and not isinstance(value, t.Const):
            clause = self.grammar.fill(text, self._whose(memory, whose))
            return self.say("{what} if {condition}", what=clause, condition=self.clause(value))
        if text and isinstance(value, t.Const):
            clause = self.grammar.fill(text, self._whose(memory, whose), holds=bool(value.value))
            until = self._until(memory) if value.value else self.say("from now on")
            return clause if until in clause else f"{until} {clause}"
        name = f"“{self.plain(memory.name)}”"
        noted = self.say("{name} for {whose}", name=name, whose=whose) if whose is not None else name
        if not isinstance(value, t.Const):
            return self.say("note {name} if {condition}", name=noted, condition=self.clause(value))
        if not value.value:
            return self.say("no longer note {name}", name=noted)
        return self.say("note {name}", name=noted) + (
            f" {self._until(memory)}" if memory.until is not None else ""
        )

    def _whose(self, memory: defs.MemoryDef, whose: Mention | None) -> dict[str, Mention]:
        return {memory.on.name: whose} if whose else {}

    def _until(self, memory: defs.MemoryDef) -> str:
        """How long a memory lasts."""
        if memory.until is None:
            return self.say("from now on")
        event = memory.until.name
        return self.text("until", event) or self.say("until the next {event}", event=self.plain(event))

    def _act(self, node: t.TAct) -> str:
        act = ACTS[node.act]
        slots = {str(number): self.mention(arg) for number, arg in enumerate(node.args)}
        if node.var is not None:
            group = self._drawn(node)
            slots["name"] = Mention(group.any + self._as(node.var, group))
        return self.asked(act.said or act.written, slots)

    def _drawn(self, node: t.TAct) -> Group:
        """What is drawn from a deck, by its kind if the deck has only one."""
        program, deck = self.program, node.args[0] if node.args else None
        kinds: list[str] = []
        if isinstance(deck, t.Const) and deck.type.name == "deck":
            kinds = list(program.composition.decks[program.decks[deck.value]].kinds)
        drawn = self.of_type(cast("t.Var", node.var).type)
        names = [self.naming.text(program.composition.kinds[kind].names, plain(kind)) for kind in kinds]
        return drawn.of_kind(names) if len(names) == 1 else drawn

    def _nested(self, node: t.TEffect) -> str:
        match node:
            case t.TIf():
                return self._if(node)
            case t.TForEach(var=var, members=members, body=body):
                return self._for_each(var, self.group(members), body)
            case t.TRepeat(times=times, body=body, declinable=declinable):
                often = self._often(times, most=declinable)
                return self.say("{often}, {body}", often=often, body=self._inside(body))
            case t.TChoose(body=None):
                return self._choose(node)
            case t.TChoose(asking=asking, body=body, otherwise=otherwise):
                kept = dict(self.env)
                who, option = self.mention(asking), self._option(node)
                text = self.say(
                    "{who} may choose {option}: {body}", who=who, option=option, body=self._inside(body or ())
                )
                self.env = kept
                return text + self._if_not(otherwise)
            case t.TMay(asking=asking, body=body, otherwise=otherwise):
                who = self.mention(asking)
                return self.grammar.may(who, self._inside(body)) + self._if_not(otherwise)
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _if_not(self, otherwise: t.TBlock) -> str:
        return STOP + self.say("if not, {body}", body=self._inside(otherwise)) if otherwise else ""

    def _inside(self, body: t.TBlock) -> str:
        """A block inside another one: its names are local to it, and brackets say where it ends if it has parts."""
        kept, self.inside = dict(self.env), self.inside + 1
        text = self.block(body)
        self.env, self.inside = kept, self.inside - 1
        return bracketed(text)

    def _as(self, var: t.Var, group: Group) -> str:
        """The later name of one of them, where it is not obvious."""
        name = self.introduce(var, group).text
        obvious = [self.grammar.definite(noun) for noun in (self.kind(var.type), group.noun) if noun]
        return "" if name in obvious else f" ({name})"

    def _if(self, node: t.TIf) -> str:
        """Each case with its whole condition: conditions in conditions become one."""
        sentences: list[str] = []
        for number, (condition, body) in enumerate(node.branches):
            is_last = number + 1 == len(node.branches) and not node.otherwise
            english = "otherwise, if {condition}, {body}" if sentences else "if {condition}, {body}"
            for parts, inner in self._cases(condition, body, is_last=is_last):
                text = self._inside(inner)
                alone = inner and isinstance(inner[0], t.TIf) and not text.startswith("(")
                text = f"({text})" if alone and not is_last else text
                sentences.append(self.say(english, condition=self.clause(_all_together(parts)), body=text))
                english = "if {condition}, {body}"
        if node.otherwise:
            sentences.append(self.say("otherwise, {body}", body=self._inside(node.otherwise)))
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

    def _for_each(self, var: t.Var, group: Group, body: t.TBlock) -> str:
        kept, one = dict(self.env), self.grammar.one_of_each(group.single)
        one += self._as(var, group)
        text = self.say("for each {one}, {body}", one=one, body=self._inside(body))
        self.env = kept
        return text

    def _often(self, times: t.TExpr, *, most: bool) -> str:
        number = self.usual(times) or times
        if isinstance(number, t.Const):
            n = str(number.value)
            if most:
                return self.say("up to {n} times", n=n)
            return self.say({1: "once", 2: "twice"}.get(number.value, "{n} times"), n=n)
        match times:
            case t.Count():
                each = self.for_each(self.counted(times).single)
            case t.Ask(args=(t.Const(value=kind), *_)) if asks(times, *IN_HAND):
                each = self.for_each(self._in_hand(kind))
            case _ if (amount := self.mention(times)).number_of:
                each = self.say(
                    "for {each}",
                    each=self.say("each of {these}", these=self.grammar.of_them(amount.number_of)),
                )
            case _:
                often = self.say("as many times as {number}", number=self.mention(times))
                return self.say("at most {often}", often=often) if most else often
        return self.say("at most once {each}", each=each) if most else each

    def _choose(self, node: t.TChoose) -> str:
        who = self.mention(node.asking)
        option = self._option(node)
        if who.is_you:
            return self.say("choose {option}", option=option)
        return self.say("{who} {who|chooses|choose} {option}", who=who, option=option)

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
            alone = self.of_type(param.type)
            group = alone.narrowed(self._said_of(param, about)) if about else alone
            if f"{{{param.name}'s" in text and not self.grammar.can_own(group):
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
                return self.say("unless {condition}", condition=self.clause(operand))
            case [t.Order(op="!=", left=left) as denied] if left.type != NUMBER:
                return self.say("unless {condition}", condition=self.clause(denied, holds=False))
        both = conjunction(parts)
        return (
            self.say("if {condition}", condition=self.grammar.listed(self.clauses(both)))
            if both is not None
            else ""
        )

    def _called(self, param: t.Var, group: Group, *, other: bool) -> Mention:
        if param.type == FLAG:
            return self.introduce(param)
        if param.type.name == "mode":
            self.introduce(param)
            return Mention(self.say("in one way or another"))
        self.introduce(param, group)
        return Mention(self.say("another {one}", one=group.single) if other else group.any, many=group.plural)

    def _about(self, param: t.Var, parts: list[t.TExpr], *, held: bool) -> list[t.TExpr]:
        """The parts of a condition about one parameter alone; results are included only if `held` is."""
        if param.type in (NUMBER, FLAG) or param.type.is_set:
            return []
        fitting, kept = [], self.env
        result = self.holding(self.grammar.you, IT, holds=True)
        either = f" {self.grammar.conjunctions['or']} "
        for part in parts:
            self.env = {**kept, param: IT}
            clause = self.clause(part)
            if not held and clause == result:
                continue
            marks = [*MARKED.finditer(clause)]
            alone = len(marks) == 1 and marks[0][1] == "it"
            if alone and (marks[0].start() == 0 or (clause.endswith(f" {IT.text}") and either not in clause)):
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
        if text:
            head = self.say("when {what}:", what=self.grammar.fill(text, mentions))
        else:
            head = self.say("“{name}” means:", name=self.plain(rule.name))
        return f"{head} {self.block(rule.body)}"

    def _for_you(self, rule: defs.EventDef) -> None:
        """A parameter that is always the bearer of the rule is "you"."""
        for number, param in enumerate(rule.params):
            given = [args[number] for args in self.books.raised.get(rule, ())]
            if given and all(isinstance(arg, t.Pronoun) and arg.word == "me" for arg in given):
                self.env[param] = self.grammar.you

    def value(self, rule: defs.ValueDef) -> str:
        """A value before other rules change it."""
        mentions, _ = self.first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.type == FLAG:
            return self._flag_value(rule, text, mentions)
        amount = self.text("amount", rule.name)
        if amount and not text and isinstance(rule.base, t.Const):
            number = rule.base.value
            many = Mention(str(number) if number else self.say("no (amount)"), plural=number != 1)
            clause = self.grammar.fill(amount, {**mentions, "amount": many})
            return self.say("{clause}, unless a rule says otherwise", clause=clause)
        return self._means(rule.name, rule.type, rule.base, mentions)

    def _flag_value(self, rule: defs.ValueDef, text: str, mentions: dict[str, Mention]) -> str:
        holds = not isinstance(rule.base, t.Const) or bool(rule.base.value)
        if text:
            clause = self.grammar.fill(text, mentions, holds=holds)
        else:
            clause = self.applies(f"“{self.plain(rule.name)}”", holds=holds)
        if isinstance(rule.base, t.Const):
            return self.say("{clause}, unless a rule says otherwise", clause=clause)
        condition = self.clause(rule.base)
        return self.say(
            "{clause} if {condition}, unless a rule says otherwise", clause=clause, condition=condition
        )

    def _means(self, name: str, kind: Type, body: t.TExpr, mentions: dict[str, Mention]) -> str:
        """What a value or a definition is."""
        called = self._titled(name, mentions, many=kind.is_set)
        if kind.is_set:
            return self.say("{called} are {these}", called=called, these=self.group(body).plural)
        return self.say("{called} is {this}", called=called, this=self.mention(body))

    def _titled(self, name: str, mentions: dict[str, Mention], *, many: bool) -> str:
        text = self.text("says", name)
        if not text:
            return self.of(name, list(mentions.values())).text
        if many:
            return self.say("the {these}", these=self.grammar.group_of(text, mentions).plural)
        return self.grammar.fill(text, mentions)

    def define(self, rule: defs.DefineDef) -> str:
        """The meaning of a definition."""
        mentions, _ = self.first(rule.params, None)
        if not (rule.is_predicate or rule.type == FLAG):
            return self._means(rule.name, rule.type, rule.body, mentions)
        text, body = self.text("says", rule.name), self.clause(rule.body)
        params = list(mentions.values())
        if text:
            head = self.grammar.fill(text, mentions)
        else:
            name = self.plain(rule.name)
            head = self.is_so(params[0], name, holds=True) if params else name
        return (
            "" if self.grammar.same_thing(head, body) else self.say("{head} if {body}", head=head, body=body)
        )

    # ── rules ─────────────────────────────────────────────────────────────────

    def told(self) -> str:
        """The sentence (or several), without its last full stop."""
        first, *others = self._told_of_rule().split(STOP)
        return ". ".join([first, *map(capital, others)])

    def whole(self, *, is_borne: bool) -> str:
        """The whole sentence, with the stages of a people in which the rule is in force; for a rule that a tile brings `is_borne` by somebody."""
        text, stages = self.told(), self.rule.origin.stages
        if stages not in (None, frozenset({0})):
            words = [self.program.stages[stage] for stage in sorted(stages or ())]
            while_ = self.grammar.listed([self._stage(word) for word in words], "or")
            text = self.say("{when}: {text}", when=while_, text=text)
        elif stages is None and is_borne:
            many = ". " in text
            text = self.say(
                "{text}. This holds in decline too" if many else "{text} (in decline too)", text=text
            )
        text = self.grammar.whole(text)
        return f"{text}." if text else ""

    def _stage(self, word: str) -> str:
        return self.text("word", word) or self.say("when {word}", word=self.plain(word))

    def _told_of_rule(self) -> str:
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
            self.env[params[subject]] = self.grammar.you
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
        holds = not isinstance(rule.change, t.Const) or bool(rule.change.value)
        if text:
            clause = self.grammar.fill(text, mentions, holds=holds)
        else:
            subject = next(iter(mentions.values()), Mention(self.say("everything")))
            clause = self.is_so(subject, self.plain(rule.value.name), holds=holds)
        if isinstance(rule.change, t.Const):
            return clause
        return self.say("{clause} whenever {condition}", clause=clause, condition=self.clause(rule.change))

    def _changed(self, rule: defs.ModifierDef, text: str, mentions: dict[str, Mention]) -> str:
        tail = ""

        def change(one: str, many: str) -> str:
            nonlocal tail
            amount = self._change(rule, one, many)
            tail = f" {amount.tail}" if amount.tail else ""
            return amount.head

        if text:
            if rule.op != "also":
                text = self.grammar.without_also(text)
            return self.grammar.fill(text, mentions, change=change) + tail
        called = self.of(rule.value.name, list(mentions.values())).text
        if rule.value.type.is_set:
            return f"{called}: {change('', '')}{tail}"
        return self.say("{called} is {change}", called=called, change=change("", "")) + tail

    def _change(self, rule: defs.ModifierDef, one: str, many: str) -> Amount:
        stratum = STRATA[rule.op]
        if rule.value.type.is_set:
            members = self.group(rule.change).plural
            english = {"also": "all {these}", "without": "no {these}"}.get(rule.op, "only {these}")
            return Amount(self.say(english, these=members))
        if stratum.adds:
            return self.amount(rule.change, one, many, "more" if stratum.by_sign > 0 else "less")
        if rule.op == "times":
            return Amount(
                self.say("{times} times as many {many}", times=self._part(rule.change, OPERATORS), many=many)
            )
        if rule.op == "at most" and isinstance(rule.change, t.Const) and not rule.change.value and many:
            return Amount(self.say("no {many}", many=many))
        all_there = self._all_there(rule) if one == self.grammar.own("token") else ""
        amount = Amount(all_there) if all_there else self.amount(rule.change, one, many)
        if stratum.operator is None:
            return amount
        return replace(amount, head=self.say(_BOUNDED[rule.op], n=amount.head))

    def _all_there(self, rule: defs.ModifierDef) -> str:
        """All tokens of a value's subject: `you keep all your tokens`."""
        english = {"tokens_in": "all {people's} tokens", "hand": "all tokens in {people's} hand"}
        match rule.change:
            case t.Ask(args=(who, *_) as args, builtin=asked) if asked.code in english and all(
                isinstance(arg, t.Pronoun | t.VarRef) for arg in args
            ):
                return self.say(english[asked.code], people=self.mention(who))
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
            when = self.grammar.fill(moment, mentions)
        elif text:
            when = self.say(_MOMENTS[rule.moment], what=self.grammar.fill(text, mentions))
        else:
            moment = self.say({"instead": "in place of"}.get(rule.moment, rule.moment))
            when = f"{moment} {self.say('your' if rule.scope == 'my' else 'any')} {self.plain(event.name)}"
        body = self.block(rule.body)
        instead = f" {self.say('this happens instead:')}" if rule.moment == "instead" else ""
        if given and STOP in body:
            body = bracketed(body) if isinstance(rule.body[0], t.TIf) else body
            return f"{when}, {given}:{instead} {body}"
        return f"{when}{f', {given}' if given else ''},{instead} {body}"

    def _tied(self, condition: t.TExpr | None, params: Sequence[t.Var]) -> t.TExpr | None:
        """A condition without the part that ties a parameter to the bearer, the place or the tile: that becomes its name."""
        rest = []
        for part in self.parts(condition) if condition is not None else []:
            match part:
                case t.Order(op="==", left=t.VarRef(var=var), right=one) if var in params and (
                    isinstance(one, t.Pronoun) or (asks(one, "owner") and self.mention(one).is_you)
                ):
                    self.env[var] = self.mention(one)
                case _:
                    rest.append(part)
        return conjunction(rest)

    def _permit(self, rule: defs.PermitDef) -> str:
        sentence = self._permission(rule.permission, rule, holds=True)
        if rule.reason == defs.EVERY:
            return self.say("{sentence}, whatever stands against it", sentence=sentence)
        despite = self.text("despite", rule.reason)
        if despite:
            fact = self.grammar.fill(despite, {v.name: m for v, m in self.env.items()})
            return self.say("{sentence}, even if {fact}", sentence=sentence, fact=fact)
        reason = self.text("forbid", rule.reason) or self.plain(rule.reason)
        return self.say("{sentence}, although otherwise: {reason}", sentence=sentence, reason=reason)

    def _permission(
        self, permission: defs.PermissionDef, rule: defs.ForbidDef | defs.PermitDef, *, holds: bool
    ) -> str:
        self._bearers(permission.params, rule.scope, rule.subject)
        text = self.text("says", permission.name)
        if permission.action is not None and "{holds" not in text:
            text = ""  # an event of that name has the text, instead of the permission
        text = text or self._allowed(permission)
        shown = [param for param in permission.params if f"{{{param.name}" in text]
        mentions, rest = self.first(shown, self._tied(rule.condition, shown))
        clause = self.grammar.fill(text, mentions, holds=holds)
        return f"{clause} {rest}" if rest else clause

    def _allowed(self, permission: defs.PermissionDef) -> str:
        """The phrase of a permission, or of taking an action, without a text of its own."""
        who, *others = permission.params
        preps = [""] * len(others) if permission.action is not None else permission.preps[1:]
        preps = [self.grammar.own(prep) if prep else "" for prep in preps]
        rest = [f" {prep} {{{param.name}}}" for param, prep in zip(others, preps, strict=True)]
        done = self.text("action", permission.name) or self.plain(permission.name)
        can = self.grammar.own("{who} {holds|can|cannot} {what}").replace("{who", f"{{{who.name}")
        return can.replace("{what}", f"{done}{''.join(rest)}").replace("  ", " ")

    def _action(self, rule: defs.ActionDef) -> str:
        for param in rule.phase.params:
            if param.type in (PEOPLE, PLAYER):
                self.env[param] = self.grammar.you
        during = self.text("during", rule.phase.name)
        when = [during or self.say("during {phase}", phase=self.plain(rule.phase.name))]
        choice = ""
        if rule.limit is not None:
            when.append(self._limit(rule.limit, rule.target))
        if rule.target is not None and rule.options is not None:
            group = self.group(rule.options)
            self.introduce(rule.target, group)
            choice = self.say("choose {option}", option=group.any)
        given = (
            self.say("if {condition}", condition=self.clause(rule.condition))
            if rule.condition is not None
            else ""
        )
        about = any(isinstance(part, t.VarRef) and part.var is rule.target for part in walk(rule.condition))
        body = self.block(rule.does)
        before = ", ".join([*when, *([given] if given and not (choice and about) else [])])
        if not choice:
            return f"{before}, {self.grammar.may(self.grammar.you, body)}"
        may = self.say("you may {choice}", choice=choice)
        return f"{before}, {may}{f', {given}' if about else ''}: {body}"

    def _limit(self, limit: defs.LimitDef, target: t.Var | None) -> str:
        times, unit = (
            self.mention(self.usual(limit.times) or limit.times).text,
            self.text("unit", limit.unit.name) or self.plain(limit.unit.name),
        )
        often = self.say({"1": "once", "2": "twice"}.get(times, "up to {n} times"), n=times)
        limited = self.say("{often} per {unit}", often=often, unit=unit)
        if limit.along:
            return self.say(
                "{limited} (counted together with “{name}”)", limited=limited, name=self.plain(limit.along)
            )
        if limit.each is None:
            return limited
        if target is not None:
            self.env[target] = Mention(
                self.say("such {one}", one=self.grammar.article(self.kind(target.type)))
            )
        if isinstance(limit.each, t.VarRef):
            return f"{limited} {self.for_each(self.kind(limit.each.type))}"
        what = self.grammar.nominal(self.mention(limit.each).text)
        return self.say("{limited} against each {what}", limited=limited, what=what)


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
