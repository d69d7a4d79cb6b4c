"""Checked expressions about a game in words: the same words as in rules, with the current names of what they speak of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ruledsl.base.dataclass import replace
from ruledsl.language.vocabulary.types import NUMBER, PEOPLE, PIECE, PLAYER, REGION, TILE, Type
from ruledsl.play.explain.rules import At
from ruledsl.play.explain.wording.expressions import QUANTITY, Expressions
from ruledsl.play.explain.wording.grammar import Group, Mention, Untold
from ruledsl.play.naming.languages import PSEUDO, STANDARD
from ruledsl.play.naming.words import translated
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.play.explain.evaluator import Evaluator
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import Owner

_LIVING: Final = (PEOPLE, PLAYER, REGION)
_PLACEHOLDER: Final = re.compile(r"\{(\w+)")


class Facts:
    """What is so in a game, in the language of a naming, or in English where that lacks a text."""

    def __init__(self, evaluator: Evaluator, naming: Naming) -> None:
        self.evaluator = evaluator
        self.naming = naming
        self._own = Telling(evaluator, naming)

    def _in_words(self, say: Callable[[Telling], str], at: At) -> str:
        try:
            text = self._own.speaking(say, at)
        except Untold:
            text = Telling(self.evaluator, replace(self.naming, language=STANDARD)).speaking(say, at)
        return translated({STANDARD: text}, PSEUDO) or "" if self.naming.language == PSEUDO else text

    def of(self, node: t.TExpr, at: At) -> str:
        """An expression: what a condition says, or what something else is called."""
        return self._in_words(
            lambda words: words.clause(node) if words.is_fact(node) else words.mention(node).text, at
        )

    def named(self, name: str, preps: Sequence[str], params: Sequence[t.Var], args: Sequence[Any]) -> str:
        """A value or a definition with its arguments."""

        def say(words: Telling) -> str:
            nouns = {param.name: words.noun(param.type, arg) for param, arg in zip(params, args, strict=True)}
            return words.called(name, nouns) or words.spelled(name, preps, nouns)

        return self._in_words(say, At())

    def about(self, node: t.TExpr, at: At) -> str:
        """The fact about a condition: `hand of X is 2, at least 3`, or that it does not hold."""
        return self._in_words(lambda words: words.fact(node), at)

    def label(self, kind: Type, value: Any) -> str:
        """A noun, a number, a set."""
        return self._own.noun(kind, value).text

    def bringer(self, owner: Owner, this: int = -1) -> str:
        """The tile or the piece that brings a rule of the instance `this`; empty for a rule of a pack."""
        program = self.evaluator.program
        if owner.piece:
            kind = program.pieces.index(owner.piece)
            return self.label(PIECE, self.evaluator.answers.own_kind(kind, this))
        tile = owner.tile or owner.face
        return self.label(TILE, program.tiles.index(tile)) if tile else ""

    def own(self, english: str, **slots: Any) -> str:
        """One of our own templates."""
        return self._in_words(lambda words: words.say(english, **slots), At())


class Telling(Expressions):
    """The words of expressions whose variables and bearer are known."""

    def __init__(self, evaluator: Evaluator, naming: Naming) -> None:
        super().__init__(evaluator.program, naming, "")
        self.evaluator = evaluator
        self.at = At()

    def speaking(self, say: Callable[[Telling], str], at: At) -> str:
        """The words of something in a context."""
        self.at, self.env, self.held, self.opened = at, {}, "", 0
        return self.grammar.whole(say(self))

    def noun(self, kind: Type, value: Any) -> Mention:
        """What something is called now."""
        state = self.evaluator.g
        if kind.is_set and not isinstance(value, int):
            text = ", ".join(self.naming.label(state, kind.element, item) for item in value)
            return Mention(text or self.naming.word("none"), plural=True)
        many = kind == PEOPLE or kind.is_set or (kind == NUMBER and value != 1)
        return Mention(self.naming.label(state, kind, value), plural=many)

    def is_fact(self, node: t.TExpr) -> bool:
        """Is it said by a clause?"""
        return node.type.name == "flag" and not node.type.is_set

    # ── things by their current names ─────────────────────────────────────────

    def mention(self, node: t.TExpr) -> Mention:
        """By its current name, if it has one."""
        match node:
            case t.Pronoun(type=kind, word=word):
                return self.noun(kind, getattr(self.at, word))
            case t.VarRef(var=var) if var in self.at.env:
                return self.noun(var.type, self.at.env[var])
            case t.Const(type=kind) if kind == PIECE and node.value >= 0:
                return self.noun(PIECE, self.evaluator(node, self.at))
            case t.Either(condition=condition, then=then, otherwise=otherwise) if self._is_bound(node):
                return self.mention(then if self.evaluator(condition, self.at) else otherwise)
            case _ if node.type in _LIVING and self._is_bound(node):
                return self.noun(node.type, self.evaluator(node, self.at))
        return self.described(node)

    def described(self, node: t.TExpr) -> Mention:
        """By what it is asked for, whatever it is now."""
        return self._by_value(node) or super().mention(node)

    def group(self, node: t.TExpr) -> Group:
        """A set that a table calls by a name, by it."""
        named = self._by_value(node)
        return self.those(named.text, named.text) if named is not None else super().group(node)

    def _member(self, one: Mention, members: t.TExpr, *, holds: bool) -> str:
        """Of a set that a table calls by a name: that it is in it."""
        named = self._by_value(members)
        if named is None:
            return super()._member(one, members, holds=holds)
        return self.say("{one} is {holds||not} in {these}", holds=holds, one=one, these=named)

    def _by_value(self, node: t.TExpr) -> Mention | None:
        """What a table calls it: by the text `value.NAME`."""
        match node:
            case t.Ask(builtin=asked, args=args):
                nouns = {str(kind): self.mention(arg) for kind, arg in zip(asked.params, args, strict=True)}
                text = self.called(asked.name, nouns)
            case t.ValueOf(value=definition, args=args) | t.Defined(define=definition, args=args):
                text = self.called(definition.name, self.args(definition.params, args))
            case t.Recall(memory=memory, arg=arg):
                text = self.called(memory.name, {memory.on.name: self.mention(arg)} if arg else {})
            case _:
                return None
        return Mention(text, counted=node.type == NUMBER, plural=node.type.is_set) if text else None

    def called(self, name: str, nouns: Mapping[str, Mention]) -> str:
        """The packs' text `value.NAME` with its arguments; empty without one, or if it is for other arguments."""
        texts = self.program.composition.text(f"value.{name}", self.pack)
        text = "" if texts is None else self.naming.text(texts, "")
        if not text or not nouns.keys() >= set(_PLACEHOLDER.findall(text)):
            return ""
        return self.grammar.fill(text, nouns)

    def spelled(self, name: str, preps: Sequence[str], nouns: Mapping[str, Mention]) -> str:
        """A declaration without a text, with its arguments as the rules give them."""
        words = [self.naming.named(self.program.composition, name)]
        for prep, noun in zip(preps, nouns.values(), strict=True):
            words += [self.grammar.own(prep), noun.text] if prep else [noun.text]
        return " ".join(words)

    def _is_bound(self, node: t.TExpr) -> bool:
        """Are all variables of an expression known here?"""
        inside = list(walk(node))
        bound = {*self.at.env, *(part.var for part in inside if isinstance(part, t.Loop))}
        return all(part.var in bound for part in inside if isinstance(part, t.VarRef))

    # ── conditions ────────────────────────────────────────────────────────────

    def fact(self, node: t.TExpr) -> str:
        """What is so, whether the condition holds or not."""
        match node:
            case t.Not(operand=operand):
                return self.fact(operand)
            case t.Order(left=left):
                so = self.evaluator(left, self.at)
                fact = self.say("{what} is {this}", what=self.described(left), this=self.noun(left.type, so))
                return fact + self._needed(node, so)
            case _ if self.is_fact(node):
                return self.clause(node, holds=bool(self.evaluator(node, self.at)))
        so = self.noun(node.type, self.evaluator(node, self.at))
        return self.say("{what} is {this}", what=self.described(node), this=so)

    def _needed(self, node: t.Order, so: Any) -> str:
        """What a comparison asks for beside what is so: `, at least 3`; empty where that is plain."""
        right = node.right
        if node.left.type != NUMBER and so == self.evaluator(right, self.at):
            return ""
        if isinstance(right, t.Const | t.VarRef | t.Pronoun):
            plain = node.op in ("==", "!=") and (
                node.left.type != NUMBER or bool(self.evaluator(node, self.at))
            )
            return "" if plain else f", {self.say(QUANTITY[node.op], n=self.mention(right))}"
        other = self.noun(right.type, self.evaluator(right, self.at))
        return f", {self.say('{what} is {this}', what=self.described(right), this=other)}"
