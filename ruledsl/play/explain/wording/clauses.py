"""Checked conditions as clauses: `you hold the region`, `the region is next to a mountain`."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeGuard

from ruledsl.play.explain.wording.comparing import Comparing
from ruledsl.play.explain.wording.english import (
    IT,
    Group,
    Mention,
    be,
    clause_of,
    listed,
    nominal,
    verb,
)
from ruledsl.play.explain.wording.named import HOLDER, plain
from ruledsl.play.explain.wording.sets import speaks_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, walk
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Sequence

THAT_WAS_SO: Final = "that was so"
"""The clause for a noted flag."""
_PLACES = ("next to ", "with ", "in ", "within ", "connected ", "that are ")


class Clauses(Comparing):
    """Phrases conditions."""

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

    # ── about the holder of a region ──

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

    # ── facts ──

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
