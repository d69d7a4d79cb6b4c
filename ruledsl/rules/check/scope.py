"""What a rule text can refer to: its parameters and locals, its bearer, its place, the deciding player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.language.vocabulary.builtins import builtins_named
from ruledsl.language.vocabulary.types import ENTITIES, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.rules.check.typed import Ask, Const, Pronoun, TExpr, Var, VarRef
from ruledsl.rules.check.typed.base import Var as base_Var
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Span
    from ruledsl.language.syntax.tree import Word
    from ruledsl.rules.check.typed.declarations import Origin

__all__ = ["CARET", "Hole", "Meaning", "Meanings", "Reason", "WordOf"]


def ask(name: str, args: tuple[TExpr, ...], span: Span) -> TExpr:
    """A built-in question by name, for questions that the checker itself inserts."""
    builtin = next(b for b in builtins_named(name) if b.params == tuple(a.type for a in args))
    return Ask(builtin, args, type=builtin.result, span=span)


def first_of(members: TExpr) -> TExpr:
    """The first member of a set of nouns."""
    builtin = next(b for b in builtins_named("first") if b.gives_member)
    return Ask(builtin, (members,), type=members.type.element, span=members.span)


def why_nothing(word: str, scope: Scope) -> str:
    """Why a pronoun has no meaning here."""
    owner = scope.origin.owner
    if word != "it" and not scope.me and owner.tile:
        return f"`{word}` exists in rules only: definitions, values and events get it as a parameter."
    return {
        "it": "`it` only means something where members of a set are looked at, after `where` or `over`.",
        "here": "`here` is where a place or a piece lies; this rule belongs to something that lies nowhere.",
        "this": "`this` is the tile a rule is printed on; this rule belongs to no tile.",
    }.get(word, f"`{word}` is the people with a tile; this rule belongs to a whole pack, which has none.")


def absent(word: str, scope: Scope) -> str:
    """Why a noun such as `region` has no meaning here; empty if it is none."""
    if word not in map(str, ENTITIES):
        return ""
    there = f", only about {' and '.join(f'`{name}`' for name in scope.locals)}" if scope.locals else ""
    return f"This rule is about no {word}{there}: say which one is meant, or take an event that is about one."


def given_instead(word: str, scope: Scope) -> tuple[str, str]:
    """The parameter that a pronoun probably stands for where there is no bearer, and how to declare one."""
    kind = {"me": PEOPLE, "you": PLAYER, "this": TILE, "here": REGION}.get(word)
    owner = scope.origin.owner
    if kind is None or scope.me or not owner.tile:
        return "", ""
    names = [name for name, var in scope.locals.items() if var.type == kind]
    if len(names) == 1:
        return names[0], ""
    return "", f"Give it a parameter, as in `NAME of {kind}`; the rule then says `NAME of {word}`."


@dataclass(slots=True)
class Scope:
    """The context of an expression or effect. `me`, `here` and `this` say which pronouns have a meaning there.

    `it_alone` if the current member has no other name; `face` is the tile that `this` is where nobody bears it. `replaced` is the event
    that a replacing rule replaces; `awaited` is the event that a rule waits for at any moment; `changes` is the value that a rule changes.
    `dice` are those of rolls. A thing `lies` in the region that `here_var` stands for, or else the rule is about any region.
    """

    origin: Origin
    me: bool = False
    here: bool = False
    this: bool = False
    locals: dict[str, Var] = field(default_factory=dict)
    it: Var | None = None
    it_alone: bool = False
    phase: EventDef | None = None
    here_var: Var | None = None
    lies: bool = True
    face: int = -1
    replaces: bool = False
    replaced: EventDef | None = None
    awaited: EventDef | None = None
    changes: ValueDef | None = None
    dice: dict[Var, Const] = field(default_factory=dict)

    def inner(self) -> Scope:
        """A nested scope; what is bound there is not visible outside."""
        return replace(self, locals=dict(self.locals))

    def with_params(self, params: list[Var]) -> Scope:
        """A scope with these parameters."""
        scope = self.inner()
        scope.locals.update((p.name, p) for p in params)
        return scope

    def with_member(self, name: Word | None, kind: Type, *, unnamed: bool = False) -> tuple[Scope, Var]:
        """A scope in which `it` (and `name`) is a member of a set; around it `it` may be an unnamed member, and remains that.

        The set itself is `unnamed` where the name belongs to what is taken from it (`for each spot in regions where …`): both mean its member.
        """
        scope = self.inner()
        var = Var(name.text, kind, name.span) if name else Var("it", kind)
        if name:
            scope.locals[name.text] = var
        if unnamed or not (name and self.it_alone):
            scope.it = var
            scope.it_alone = unnamed or not name
        return scope, var

    def pronoun(self, word: str, span: Span) -> TExpr | None:
        """`me`, `you`, `here`, `this` or `it`; None where it has no meaning."""
        if word == "it":
            return VarRef(self.it, type=self.it.type, span=span) if self.it else None
        if word == "here" and self.here:
            if self.here_var is not None:
                return VarRef(self.here_var, type=REGION, span=span)
            return Pronoun("here", type=REGION, span=span)
        if word == "this" and self.face >= 0:
            return Const(self.face, type=TILE, span=span)
        if word == "this" and self.this:
            return Pronoun("this", type=TILE, span=span)
        if word == "me" and self.me:
            return Pronoun("me", type=PEOPLE, span=span)
        if word == "you" and self.me:
            return ask("owner", (Pronoun("me", type=PEOPLE, span=span),), span)
        return None

    def decider(self, span: Span) -> TExpr:
        """The default decider of a choice: the bearer's player, else the first player or people among the parameters."""
        if self.me:
            return ask("owner", (Pronoun("me", type=PEOPLE, span=span),), span)
        for var in self.locals.values():
            if var.type == PLAYER:
                return VarRef(var, type=PLAYER, span=span)
            if var.type == PEOPLE:
                return ask("owner", (VarRef(var, type=PEOPLE, span=span),), span)
        return ask("turn_player", (), span)


# ── meanings ────────────────────────────────────────────────────────────────────
# The meaning of each word in rule texts, recorded for editors, not for games.


CARET: Final = "caret_is_here"
"""A name in place of the one that is being written: whoever meets it is asked what fits there."""


class WordOf(NamedTuple):
    """A word of a pack, a built-in question or a number printed on tiles: its kind and its name."""

    what: str
    text: str


class Reason(NamedTuple):
    """A prohibition by its name."""

    permission: PermissionDef
    text: str


Meaning = ValueDef | DefineDef | MemoryDef | EventDef | PermissionDef | ActionDef | base_Var | WordOf | Reason


@dataclass(slots=True)
class Hole:
    """What is known of the place where the name is being written.

    `wanted` is the code of the finding for an unknown name there, with the existing names; what is in scope, the type that is `expected`,
    and the type of its subject, after `is` (`left`) or `my` (`first`); the types `among` which its own is, if there are several; whether it must
    be something that can be `written` to; and the words that fit `also`.
    """

    wanted: str = ""
    candidates: tuple[str, ...] = ()
    scope: Scope | None = None
    expected: Type | None = None
    left: Type | None = None
    first: Type | None = None
    among: tuple[Type, ...] = ()
    written: bool = False
    also: tuple[str, ...] = ()


@dataclass(slots=True)
class Meanings:
    """By place: the meaning of a word, and whether it is declared there; and what is known of the name that is being written."""

    words: dict[Span, Meaning] = field(default_factory=dict)
    declared: dict[Span, Meaning] = field(default_factory=dict)
    hole: Hole | None = None

    def note(self, span: Span, meaning: Meaning, *, declares: bool = False) -> None:
        """Record the meaning at a place."""
        self.words[span] = meaning
        if declares:
            self.declared[span] = meaning

    def ask(self, code: str, candidates: Iterable[str]) -> None:
        """Record the names that were candidates for the one that is being written."""
        self.hole = self.hole or Hole()
        self.hole.wanted, self.hole.candidates = code, tuple(candidates)

    def seen(
        self,
        scope: Scope,
        also: Iterable[str] = (),
        *,
        expected: Type | None = None,
        left: Type | None = None,
        first: Type | None = None,
    ) -> None:
        """Record what is known of its place."""
        hole = self.hole = self.hole or Hole()
        hole.scope = scope
        hole.also = (*hole.also, *also)
        hole.expected, hole.left, hole.first = (
            expected or hole.expected,
            left or hole.left,
            first or hole.first,
        )

    def seen_as(self, scope: Scope, among: Iterable[Type], *, written: bool) -> None:
        """Record that it has one of several types, or that it must be something to write to."""
        hole = self.hole = self.hole or Hole()
        hole.scope, hole.among, hole.written = scope, tuple(among), written
