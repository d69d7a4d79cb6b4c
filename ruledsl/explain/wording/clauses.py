"""Checked conditions as clauses: `you hold the region`, `the region is next to a mountain`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from ruledsl.check import typed as t
from ruledsl.check.graph import walk
from ruledsl.explain.wording.english import IT, YOU, Group, Mention, listed, nominal
from ruledsl.explain.wording.filling import clause_of
from ruledsl.explain.wording.nouns import Nouns, asked, plain
from ruledsl.explain.wording.questions import AMOUNTS, NOUNS
from ruledsl.vocabulary.types import NUMBER

if TYPE_CHECKING:
    from ruledsl.check import program as p

__all__ = ["Clauses"]

_CONTRARY: Final = {"==": "!=", "!=": "==", ">=": "<", "<": ">=", "<=": ">", ">": "<="}
_COMPARED: Final = {
    "==": "is", "!=": "is not", ">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than",
}  # fmt: skip
_QUANTITY: Final = {
    "==": "exactly {n}", "!=": "other than {n}", ">=": "at least {n}", "<=": "at most {n}", ">": "more than {n}", "<": "fewer than {n}",
}  # fmt: skip
_PLACES = ("next to ", "with ", "in ", "within ", "connected ", "that are ")
_HELD = "⟨holder⟩"


class Clauses(Nouns):
    """Says what is the case."""

    def clauses(self, node: t.TExpr) -> list[str]:
        """A clause for each part of an `and`; what is said of one holder is said together."""
        parts = self._parts(node)
        found: list[str] = []
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
            said = self._held_by(where, [parts[i] for i in same]) if where else ""
            if said:
                done |= set(same)
            found.append(said or self._fact(part))
        return found

    def clause(self, node: t.TExpr, *, holds: bool = True) -> str:
        """What is the case, or is not."""
        match node:
            case t.Not(operand=operand):
                return self.clause(operand, holds=not holds)
            case t.Logic(op="and") if holds:
                return listed(self.clauses(node))
            case t.Logic(op=op, left=left, right=right):
                word = "and" if (op == "and") == holds else "or"
                return self._either(self.clause(left, holds=holds), word, self.clause(right, holds=holds))
            case _:
                where = self._holder_of(node)
                said = self._held_by(where, [node], holds=holds) if where else ""
                return said or self._fact(node, holds=holds)

    def _parts(self, node: t.TExpr) -> list[t.TExpr]:
        match node:
            case t.Logic(op="and", left=left, right=right):
                return [*self._parts(left), *self._parts(right)]
            case t.Not(operand=t.Logic(op="or", left=left, right=right), type=kind, span=span):
                denied = (t.Not(operand=side, type=kind, span=span) for side in (left, right))
                return [part for side in denied for part in self._parts(side)]
        return [node]

    def _either(self, left: str, word: str, right: str) -> str:
        """Two clauses about the same thing with its name once: `the region is hill or farmland`."""
        for verb in (" is ", " is not ", " has ", " has no "):
            head = left.partition(verb)
            other = right.partition(verb)
            plain_verb = not (verb == " is " and (head[2].startswith("not ") or other[2].startswith("not ")))
            if head[1] and other[1] and head[0] == other[0] and plain_verb:
                joint = "or" if "n" in verb[3:] else word
                return f"{left} {joint} {other[2]}"
        return f"{left} {word} {right}"

    # ── about whoever holds a region ──

    def _holder_of(self, node: t.TExpr) -> str:
        """The region whose holder a condition is about, if it is about one."""
        if self.held or isinstance(node, t.Logic | t.Exists):
            return ""
        if isinstance(node, t.Order) and isinstance(node.left, t.Ask) and asked(node.left) == "holder":
            return ""
        asks = [part for part in walk(node) if isinstance(part, t.Ask) and asked(part) == "holder"]
        found = {self.mention(part.args[0]).text for part in asks}
        return found.pop() if len(found) == 1 else ""

    def _held_by(self, region: str, parts: list[t.TExpr], *, holds: bool = True) -> str:
        self.held = region
        raw = [self._negated(part) for part in parts]
        self.held = ""
        if holds and any(not positive for _, positive in raw):
            if len(raw) > 1:
                return ""
            holds = False
        said = [text for text, _ in raw]
        if any(IT.text in text or _HELD not in text for text in said):
            return ""
        group = Group("race", "races").narrowed([text.replace(_HELD, IT.text) for text in said])
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
                return self._order(node, holds=holds)
            case t.HasTrait(noun=noun, word=word):
                return self._trait(self.mention(noun), word, holds=holds)
            case t.HasPiece(region=region, kind=kind):
                what = self.mention(kind).text
                only = what.startswith("the ")
                has = (
                    f"has {what}" if holds else f"does not have {what}" if only else f"has no {nominal(what)}"
                )
                return f"{self.mention(region)} {has}"
            case t.Member(item=item, members=members):
                return self._member(self.mention(item), members, holds=holds)
            case t.Exists():
                return self._exists(node, holds=holds)
            case t.CanDo(permission=found, args=args, despite=despite):
                said = self._declared(found, args, holds=holds, modal=True)
                mentions = self.args(found.params, args)
                lifted = listed(
                    [clause_of(self.text("despite", word) or plain(word), mentions) for word in despite], "or"
                )
                return f"{said} (even if {lifted})" if lifted else said
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args):
                return self._declared(found, args, holds=holds)
            case _:
                return self._other_fact(node, holds=holds)

    def _other_fact(self, node: t.TExpr, *, holds: bool) -> str:
        match node:
            case t.Ask(args=args) if asked(node) in NOUNS:
                said = self.operands(args)
                return clause_of(NOUNS[asked(node)], said, holds=holds)
            case t.Recall(memory=memory, arg=arg) if self.text("says", memory.name):
                whose = {memory.on.name: self.mention(arg)} if arg else {}
                return clause_of(self.text("says", memory.name), whose, holds=holds)
            case t.Recall(memory=memory, arg=arg):
                noted = f" for {self.mention(arg)}" if arg else ""
                return f"“{plain(memory.name)}” {'is' if holds else 'is not'} noted{noted}"
            case t.Const(value=value):
                return "always" if bool(value) == holds else "never"
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                cases = f"{self.clause(then, holds=holds)} if {self.clause(condition)}"
                return f"{cases}, otherwise {self.clause(otherwise, holds=holds)}"
            case _:
                return f"{self.mention(node)} {'applies' if holds else 'does not apply'}"

    def _be(self, who: Mention, *, holds: bool) -> str:
        return ("are" if who.plural else "is") + ("" if holds else " not")

    def _trait(self, noun: Mention, word: str, *, holds: bool) -> str:
        text = self.text("word", word)
        if "{" in text:
            return clause_of(text, {"one": noun}, holds=holds)
        return f"{noun} {self._be(noun, holds=holds)} {text or plain(word).replace(' ', chr(160))}"

    def _member(self, one: Mention, members: t.TExpr, *, holds: bool) -> str:
        """`you hold the region`, `the region is next to this one`; else that it is one of them."""
        if isinstance(members, t.Ask) and asked(members) == "regions of":
            who = self.mention(members.args[0])
            return f"{who} {_verb(who, 'hold', holds=holds)} {one}"
        group, be = self.group(members), self._be(one, holds=holds)
        noun, _, rest = group.single.partition(" ")
        if rest.startswith("that is "):
            return f"{one} {be} {rest.removeprefix('that is ')}"
        if rest.startswith(_PLACES) and noun == self.kind(members.type.element):
            return f"{one} {be} {rest}"
        return f"{one} {be} {group.any}"

    def _exists(self, node: t.Exists, *, holds: bool) -> str:
        """That there is one; or, of what something is in, or next to, that it is there: `the region is next to a mountain region`."""
        parts = self._parts(node.condition) if node.condition is not None else []
        inside = next((part for part in parts if self._is_about(part, node.var)), None)
        rest = [part for part in parts if part is not inside]
        group = self._those(node, rest)
        if inside is not None:
            kept, self.env = (
                self.env,
                {**self.env, node.var: Mention(group.any if holds else f"any {group.single}")},
            )
            said = self._member(self.mention(inside.item), inside.members, holds=holds)
            self.env = kept
            return said
        noun, near, where = group.one.partition(" next to ")
        if near and noun == "region" and " " not in where.removeprefix("the ").removeprefix("this "):
            others = Group(noun, group.many.partition(" next to ")[0], group.before, group.behind)
            return f"{where} {'is' if holds else 'is not'} next to {others.any if holds else f'any {others.single}'}"
        if group.one == "region you hold":
            return f"you hold {group.any if holds else f'no {group.single}'}".replace(
                "region you hold", "region"
            )
        return f"there is {group.any if holds else f'no {group.single}'}"

    def _is_about(self, part: t.TExpr, var: t.Var) -> TypeGuard[t.Member]:
        """Does it say that something else is in a set that hangs on a variable?"""
        if not isinstance(part, t.Member):
            return False
        used = [
            any(isinstance(x, t.VarRef) and x.var is var for x in walk(side))
            for side in (part.item, part.members)
        ]
        return used == [False, True]

    def _those(self, node: t.Exists, parts: list[t.TExpr]) -> Group:
        condition: t.TExpr | None = None
        for part in parts:
            condition = (
                part
                if condition is None
                else t.Logic(op="and", left=condition, right=part, type=part.type, span=part.span)
            )
        return self.members(node.members, node.var, condition)

    def _declared(
        self,
        found: p.ValueDef | p.DefineDef | p.PermissionDef,
        args: tuple[t.TExpr, ...],
        *,
        holds: bool,
        modal: bool = False,
    ) -> str:
        """What a pack has declared, by its text; without one by its name."""
        said = self.args(found.params, args)
        text = self.text("says", found.name)
        if text:
            return clause_of(text, said, holds=holds)
        mentions = list(said.values())
        if modal:
            return f"{' '.join(['one', 'can' if holds else 'cannot', plain(found.name), *map(str, mentions[:1])])}"
        if not mentions:
            return f"{plain(found.name)} {'applies' if holds else 'does not apply'}"
        rest = "".join(f" {prep} {other}" for prep, other in zip(found.preps[1:], mentions[1:], strict=True))
        return f"{mentions[0]} {self._be(mentions[0], holds=holds)} {plain(found.name)}{rest}"

    # ── comparing ──

    def _order(self, node: t.Order, *, holds: bool) -> str:
        op = node.op if holds else _CONTRARY[node.op]
        if node.left.type == NUMBER:
            return self._quantity(node.left, op, node.right)
        left, right = node.left, node.right
        nobody = isinstance(right, t.Const) and right.value < 0
        is_ = op == "=="
        match left:
            case t.Ask(args=args) if asked(left) == "holder":
                region = self.mention(args[0])
                if nobody:
                    return f"{'nobody' if is_ else 'somebody'} holds {region}"
                who = self.mention(right)
                return f"{who} {_verb(who, 'hold', holds=is_)} {region}"
            case t.Ask(args=args) if asked(left) == "terrain":
                region = self.mention(args[0])
                if isinstance(right, t.Ask) and asked(right) == "terrain":
                    return f"{region} {_verb(region, 'have', holds=is_)} the same terrain as {self.mention(right.args[0])}"
                return f"{region} {_verb(region, 'show', holds=is_)} {self.mention(right)}"
            case t.Ask(args=args) if asked(left) == "owner":
                people, who = self.mention(args[0]), self.mention(right)
                belongs = "yours" if who == YOU else f"{who.whose}"
                return f"{people} {self._be(people, holds=is_)} {belongs}"
            case t.Ask(args=args) if asked(left) == "kind" or asked(left) == "stage":
                tile = self.mention(args[0])
                return f"{tile} {self._be(tile, holds=is_)} {self.mention(right)}"
            case t.VarRef() if left.type.name == "mode" and "{" in self.mention(right).text:
                return clause_of(self.mention(right).text, {}, holds=is_)
        who = self.mention(left)
        if nobody:
            return f"there is {'no' if is_ else 'a'} {who.text.removeprefix('the ').removeprefix('a ')}"
        return f"{who} {self._be(who, holds=is_)} {self.mention(right)}"

    def _quantity(self, left: t.TExpr, op: str, right: t.TExpr) -> str:
        """How many there are: by a text that says who has them where there is one."""
        number = self._number(op, right)
        if isinstance(left, t.Ask) and asked(left) in AMOUNTS:
            said = self.operands(left.args, several=number.plural)
            return clause_of(AMOUNTS[asked(left)], {**said, "amount": number})
        if isinstance(left, t.Count):
            group = self.members(left.members, left.var, left.condition)
            what = group.plural if number.plural else group.single
            return f"there {'are' if number.plural else 'is'} {number} {what}"
        return f"{self.mention(left)} {_COMPARED[op]} {self.mention(right)}"

    def _number(self, op: str, right: t.TExpr) -> Mention:
        if (
            isinstance(right, t.ValueOf)
            and isinstance(right.value.base, t.Const)
            and not self.text("says", right.value.name)
        ):
            right = right.value.base
        value = right.value if isinstance(right, t.Const) else None
        if (op, value) in (("==", 0), ("<", 1), ("<=", 0)):
            return Mention("no", plural=True)
        if (op, value) in (("!=", 0), (">", 0)):
            op, value = ">=", 1
        said = str(value) if value is not None else self.mention(right).text
        return Mention(_QUANTITY[op].format(n=said), plural=value != 1)


def _verb(who: Mention, verb: str, *, holds: bool) -> str:
    """`you hold`, `it does not hold`."""
    third = {"have": "has"}.get(verb, f"{verb}s")
    if holds:
        return verb if who.plural else third
    return f"{'do' if who.plural else 'does'} not {verb}"
