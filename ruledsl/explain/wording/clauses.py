"""Checked conditions as clauses: `you hold the region`, `the region is next to a mountain`."""

from __future__ import annotations

from typing import Final, TypeGuard

from ruledsl.check import program as p
from ruledsl.check import typed as t
from ruledsl.check.graph import same, walk
from ruledsl.explain.wording.english import IT, YOU, Group, Mention, article, listed, nominal, of_them
from ruledsl.explain.wording.filling import clause_of
from ruledsl.explain.wording.named import plain
from ruledsl.explain.wording.nouns import HOLDER, Nouns, asked
from ruledsl.explain.wording.questions import AMOUNTS, NOUNS, THERE
from ruledsl.vocabulary.types import NUMBER

__all__ = ["Clauses", "declared"]

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
_PLACES = ("next to ", "with ", "in ", "within ", "connected ", "that are ")


class Clauses(Nouns):
    """Says what is the case."""

    def clauses(self, node: t.TExpr) -> list[str]:
        """A clause for each part of an `and`; what is said of one holder is said together."""
        parts = self.parts(node)
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

    def parts(self, node: t.TExpr) -> list[t.TExpr]:
        """What has to hold, one by one."""
        match node:
            case t.Logic(op="and", left=left, right=right):
                return [*self.parts(left), *self.parts(right)]
            case t.Not(operand=t.Logic(op="or", left=left, right=right), type=kind, span=span):
                denied = (t.Not(operand=side, type=kind, span=span) for side in (left, right))
                return [part for side in denied for part in self.parts(side)]
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
        return f"{left} {word} {right}" if word == "and" else f"either {left} or {right.removeprefix('either ')}"

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
        if any(IT.text in text or HOLDER not in text for text in said):
            return ""
        group = Group("race", "races").narrowed([text.replace(HOLDER, IT.text) for text in said])
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

    def be(self, who: Mention, *, holds: bool) -> str:
        """`is`, `are`, and what denies it."""
        return ("are" if who.plural else "is") + ("" if holds else " not")

    def _trait(self, noun: Mention, word: str, *, holds: bool) -> str:
        text = self.text("word", word)
        if "{" in text:
            return clause_of(text, {"one": noun}, holds=holds)
        return f"{noun} {self.be(noun, holds=holds)} {text or plain(word).replace(' ', chr(160))}"

    def _member(self, one: Mention, members: t.TExpr, *, holds: bool) -> str:
        """`you hold the region`, `the region is next to this one`; else that it is one of them."""
        if isinstance(members, t.Ask) and asked(members) == "regions of":
            who = self.mention(members.args[0])
            return f"{who} {_verb(who, 'hold', holds=holds)} {one}"
        group, be = self.group(members), self.be(one, holds=holds)
        noun, _, rest = group.single.partition(" ")
        if rest.startswith("that is "):
            return f"{one} {be} {rest.removeprefix('that is ')}"
        if rest.startswith(_PLACES) and noun == self.kind(members.type.element):
            return f"{one} {be} {rest}"
        return f"{one} {be} {group.any}"

    def _exists(self, node: t.Exists, *, holds: bool) -> str:
        """That there is one; or, of what something is in, or next to, that it is there: `the region is next to a mountain region`."""
        parts = self.parts(node.condition) if node.condition is not None else []
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
        if isinstance(found, p.DefineDef):
            self.by_name.add(found.index)
        mentions = list(said.values())
        if modal:
            return f"{' '.join(['one', 'can' if holds else 'cannot', plain(found.name), *map(str, mentions[:1])])}"
        if not mentions:
            return f"{plain(found.name)} {'applies' if holds else 'does not apply'}"
        rest = "".join(f" {prep} {other}" for prep, other in zip(found.preps[1:], mentions[1:], strict=True))
        return f"{mentions[0]} {self.be(mentions[0], holds=holds)} {plain(found.name)}{rest}"

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
                if who == YOU:
                    return f"{people} {self.be(people, holds=is_)} yours"
                return f"{people} {_verb(people, 'belong', holds=is_)} to {who}"
            case t.Ask(args=args) if asked(left) == "site" and not nobody:
                tile = self.mention(args[0])
                return f"{tile} {_verb(tile, 'lie', holds=is_)} in {self.mention(right)}"
            case t.Ask(args=args) if asked(left) == "kind" or asked(left) == "stage":
                tile = self.mention(args[0])
                return f"{tile} {self.be(tile, holds=is_)} {self.mention(right)}"
            case t.VarRef() if left.type.name == "mode" and "{" in self.mention(right).text:
                return clause_of(self.mention(right).text, {}, holds=is_)
            case t.Ask() if asked(left) == "turn_player":
                who = self.mention(right)
                return f"it {self.be(IT, holds=is_)} {who.whose} turn"
            case t.Recall() | t.ValueOf() | t.Defined() if text := self.text("is", declared(left)):
                return clause_of(text, {**self.about(left), "value": self.mention(right)}, holds=is_)
        if nobody:
            return self._there(left, holds=not is_)
        who = self.mention(left)
        return f"{who} {self.be(who, holds=is_)} {self.mention(right)}"

    def _there(self, node: t.TExpr, *, holds: bool) -> str:
        """That there is one: by a text that says who has it where there is one."""
        text = self.text("some", declared(node))
        if text:
            return clause_of(text, self.about(node), holds=holds)
        if isinstance(node, t.Ask) and asked(node) in THERE:
            return clause_of(THERE[asked(node)], self.operands(node.args), holds=holds)
        if isinstance(node, t.Ask) and asked(node) in ("first", "only"):
            return f"there is {self.group(node.args[0]).any if holds else f'no {self.group(node.args[0]).single}'}"
        one = nominal(self.mention(node).text)
        return f"there is {article(one) if holds else f'no {one}'}"

    def about(self, node: t.TExpr) -> dict[str, Mention]:
        """What a declaration is asked about, by the names of its parameters."""
        match node:
            case t.ValueOf(value=found, args=args) | t.Defined(define=found, args=args):
                return self.args(found.params, args)
            case t.Recall(memory=memory, arg=arg) if arg is not None:
                return {memory.on.name: self.mention(arg)}
        return {}

    def _quantity(self, left: t.TExpr, op: str, right: t.TExpr) -> str:
        """How many there are: by a text that says who has them where there is one."""
        number = self.number(op, right)
        rest = ""
        if number.counted:
            word, joint = _AS_MANY[op]
            rest = f" {joint} {self._those_of(right)}"
            number = Mention(word, plural=True)
        text = self._had(left, number)
        if text:
            return text + rest
        return f"{self.mention(left)} {_COMPARED[op]} {self.mention(right)}"

    def _those_of(self, node: t.TExpr) -> str:
        said = self.mention(node).text
        return of_them(said.removeprefix("the number of ")) if said.startswith("the number of ") else said

    def _had(self, left: t.TExpr, number: Mention) -> str:
        """Who has so many, or that there are so many."""
        if isinstance(left, t.Ask) and asked(left) in AMOUNTS:
            said = self.operands(left.args, several=number.plural)
            return clause_of(AMOUNTS[asked(left)], {**said, "amount": number})
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
        """Two places where the same people has tokens: whose, and `in the tray or in hand`."""
        places = {"hand": "in hand", "tray": "in the tray"}
        match node:
            case t.Math(op="+", left=t.Ask(args=(one,)) as first, right=t.Ask(args=(other,)) as second) if (
                asked(first) in places and asked(second) in places and same(one, other)
            ):
                return self.mention(one), f"{places[asked(first)]} or {places[asked(second)]}"
        return None

    def number(self, op: str, right: t.TExpr) -> Mention:
        """`at least 2`; what is no plain number is `counted`."""
        right = self.usual(right) or right
        value = right.value if isinstance(right, t.Const) else None
        if (op, value) in (("==", 0), ("<", 1), ("<=", 0)):
            return Mention("no", plural=True)
        if (op, value) in (("!=", 0), (">", 0)):
            op, value = ">=", 1
        said = str(value) if value is not None else self.mention(right).text
        return Mention(_QUANTITY[op].format(n=said), plural=value != 1, counted=value is None)


def declared(node: t.TExpr) -> str:
    """The name of what is asked, if a pack declares it; of a variable, its own."""
    match node:
        case t.ValueOf(value=found) | t.Defined(define=found):
            return found.name
        case t.Recall(memory=memory):
            return memory.name
        case t.VarRef(var=var):
            return var.name
    return ""


def _verb(who: Mention, verb: str, *, holds: bool) -> str:
    """`you hold`, `it does not hold`."""
    third = {"have": "has"}.get(verb, f"{verb}s")
    if holds:
        return verb if who.plural else third
    return f"{'do' if who.plural else 'does'} not {verb}"
