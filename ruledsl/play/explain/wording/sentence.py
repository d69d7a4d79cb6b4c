"""Checked rules as sentences: one rule of a tile, a piece or a pack, with everything in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeGuard, TypeVar, cast

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.types import ACTS, FLAG, NUMBER, OPERATORS, PEOPLE, PLAYER, STRATA
from ruledsl.play.explain.wording.expressions import QUANTITY, Expressions, all_together, plain, speaks_of
from ruledsl.play.explain.wording.grammar import IT, MARKED, Group, Mention, capital
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, effects_in, same, walk, where_read
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.language.vocabulary.types import Type
    from ruledsl.play.explain.log import Bookkeeping
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check import program as p
    from ruledsl.rules.check.typed.declarations import DefineDef, EventDef, PermissionDef, ValueDef

_BOUNDED: Final = {"at least": QUANTITY[">="], "at most": QUANTITY["<="]}
IN_HAND: Final = ("pieces_with_people", "pieces_with_player")
"""The questions about pieces in a hand."""
_TURNED: Final = {"more": "less", "less": "more"}

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
_MOMENT_OF = {"before": "before", "after": "after", "instead": "in place of"}
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


class Sentence(Expressions):
    """The words of one rule."""

    def __init__(self, program: p.Program, naming: Naming, rule: Rule, books: Bookkeeping) -> None:
        super().__init__(program, naming, rule.origin.owner.pack)
        self.books = books
        self.rule = rule
        self.inside = self.rolls = self.flags = 0
        declared: tuple[EventDef | ValueDef | DefineDef | PermissionDef, ...] = (
            *program.events,
            *program.values,
            *program.defines,
            *program.permissions,
        )
        self.homes = {var: one.origin.owner.pack for one in declared for var in one.params}
        if rule.origin.owner.piece:
            self.here = Mention(self.say("its region"))

    # ── amounts ───────────────────────────────────────────────────────────────

    def amount(self, node: t.TExpr, one: str, many: str, more: str = "", *, bounded: bool = False) -> Amount:
        """An amount of something: `2 coins more`, `1 coin for each hill region you hold`. `one` and `many` are its words in the language.

        One that is `bounded`, as in `at least 0 coins`, is a number even if it is none.
        """
        match node:
            case t.Const(value=0) if many and not bounded:
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
                english = (
                    "for each {one} beyond the first" if first == 1 else "for each {one} beyond the first {n}"
                )
                tail = self.say(english, one=self.counted(count).single, n=str(first))
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
        match self.lies(where):
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
        if node.kind is not None and node.spot is not None:
            return self._elsewhere(node, node.kind, node.spot, whose, source, target)
        all_there = node.amount is None or (_is_all(node.amount, node) and node.source.what == "region")
        if all_there:
            many = Amount(
                self.say("all {people's} [token.many]", people=people)
                if people.is_you
                else self.say("all [token.many]")
            )
        elif node.amount is not None and _is_all(node.amount, node):
            many, whose, source = (
                Amount(self.say("all [token.many] in {people's} hand", people=people)),
                "",
                "",
            )
        elif (left := self._left_there(node)) is not None:
            many, whose = (
                Amount(self.say("all but {n} of {people's} [token.many]", n=left, people=people)),
                "",
            )
        else:
            many = self.amount(
                cast("t.TExpr", node.amount), self.grammar.own("[token]"), self.grammar.own("[token.many]")
            )
        kept = node.target.what in ("tray", "aside", "box")
        yours = people.is_you
        verb = "take" if node.target.what == "hand" and yours else "put" if kept and yours else "move"
        return self._carried(self.grammar.own(verb), many, source, target, whose)

    def _elsewhere(
        self, node: t.TMoveTokens, kind: t.TExpr, spot: t.Where, whose: str, source: str, target: str
    ) -> str:
        """Tokens that lie as pieces where no people of theirs holds anything, or that come back from there."""
        one, many = self.grammar.own("[token]"), self.grammar.own("[token.many]")
        tokens = (
            self.amount(node.amount, one, many)
            if node.amount is not None
            else Amount(self.say("all [token.many]"))
        )
        out = node.target.what == "aside"
        how: dict[str, Any] = {
            "many": f"{tokens.head}{whose} {tokens.tail}".strip(),
            "form": self.mention(kind),
            "spot": self._where(spot, source=not out),
        }
        if out:
            return self.say("put {many} {source} {spot}, each as {form}", source=source, **how)
        return self.say("move {many}, each of which is {form}, {spot} {target}", target=target, **how)

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
        if self.lies(node.target) == "region":
            if node.source.what in ("region", "anywhere"):
                return self._carried(self.grammar.own("move"), many, source, target)
            there = self.say("in {region}", region=self.mention(cast("t.TExpr", node.target.of)))
            return self._carried(self.grammar.own("place"), many, source, there)
        if node.target.what == "hand":
            who = self.mention(node.target.of) if node.target.of is not None else self.grammar.you
            if not who.is_you:
                return self._carried(self.say("give {who}", who=who), many, source, "")
            return self._carried(self.grammar.own("take"), many, source, target)
        verb = {"box": "return", "tile": "put"}.get(self.lies(node.target), "move")
        return self._carried(self.grammar.own(verb), many, source, target)

    def put(self, node: t.TMovePieces) -> str:
        """Pieces that lie somewhere, or else come from the box."""
        english = "put {what} on {place}" if self.lies(node.target) == "tile" else "put {what} in {place}"
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
        many = self.amount(node.amount, self.grammar.own("[coin]"), self.grammar.own("[coin.many]"))
        if node.payer is None and node.receiver is not None:
            return self.say("{who} {who|gains|gain} {many}", who=self.mention(node.receiver), many=many)
        payer = self.mention(node.payer) if node.payer is not None else Mention(self.say("the supply"))
        if node.receiver is None:
            return self.say("{who} {who|pays|pay} {many}", who=payer, many=many)
        receiver = self.mention(node.receiver)
        return self.say("{who} {who|pays|pay} {other} {many}", who=payer, many=many, other=receiver)

    # ── effects ───────────────────────────────────────────────────────────────

    def block(self, body: t.TBlock) -> str:
        """Effects in sequence, as sentences without the last full stop."""
        phrases: list[tuple[str, bool]] = []
        body = tuple(effect for effect in body if isinstance(effect, t.TLet) or not self.books.does(effect))
        asking = where_read(body)
        if not self.inside:
            inner = [x for effect in body for x in walk(effect)]
            self.rolls = sum(isinstance(x, t.TRoll) for x in inner)
            self.flags = sum(isinstance(x, t.TLet) and x.var.type == FLAG for x in inner)
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
        if var.type == FLAG and self.flags > 1:
            self.env[var] = Mention(f"“{self.local(var) or self.plain(var.name)}”")
            return self.say(
                "note {name} if {condition}", name=self.env[var], condition=self.clause(node.value)
            )
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
            case t.TRoll() | t.TReroll():
                return self._rolled(node)
            case t.TDig():
                return self._dug(node)
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
        rest = self.along([prep for prep, _ in parts], [mentions[param.name] for _, param in parts])
        name = self.plain(event.name) + rest
        if owner is None:
            return self.say("the {name} takes place", name=name)
        return self.say("{owner's} {name} takes place", owner=owner, name=name)

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
        op = "clear" if node.op == "set" and self._is_nothing(value, memory) else node.op
        whose = self.mention(node.spot.arg) if node.spot.arg is not None else None
        told = node.spot.type != FLAG or isinstance(value, t.Const)
        if memory is not None and told and (text := self.text(op, memory.name)):
            what = self._known(value)
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
        aside = [self._until(memory)] if memory is not None and memory.until is not None else []
        aside += [self.say("in secret")] if memory is not None and memory.secret else []
        text = self.say(_WRITES[node.op], spot=spot, value=self._known(value))
        return f"{text} ({', '.join(aside)})" if aside else text

    def _known(self, value: t.TExpr) -> Mention:
        """What is written down: of a set all that are in it, `the regions you hold`."""
        what = self.mention(value)
        if not value.type.is_set or isinstance(value, t.Const):
            return what
        return replace(what, text=self.grammar.of_them(what.text))

    def _is_nothing(self, value: t.TExpr, memory: defs.MemoryDef | None) -> bool:
        """Does it end what was remembered? A 0 does if the packs have words for that."""
        if not isinstance(value, t.Const):
            return False
        if value.type == NUMBER and not value.value:
            return memory is not None and bool(self.text("clear", memory.name))
        return value.value < 0 or (value.type == FLAG and not value.value)

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
            case t.TInTurn():
                return self._in_turn(node)
            case t.TForEach(var=var, members=members, body=(choice, *_), at_once=True):
                return self.say(
                    "{choices}, all at once and in secret",
                    choices=self._for_each(var, self.group(members), (choice,)),
                )
            case t.TForEach(var=var, members=members, body=body, until=until):
                return self._for_each(var, self.group(members), body, until)
            case t.TRepeat(times=times, body=body, declinable=declinable, until=until):
                often = self._often(times, most=declinable or until is not None)
                often = self.say("again and again") if node.seen else often
                return self.say("{often}, {body}", often=often, body=self._inside(body, until))
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

    def _inside(self, body: t.TBlock, until: t.TExpr | None = None) -> str:
        """A block inside another one: its names are local to it, and brackets say where it ends if it has parts."""
        kept, self.inside = dict(self.env), self.inside + 1
        text = bracketed(self.block(body))
        if until is not None:
            text = self.say("{text}, until {condition}", text=text, condition=self.clause(until))
        self.env, self.inside = kept, self.inside - 1
        return text

    def _in_turn(self, node: t.TInTurn) -> str:
        """Players who are asked one after the other."""
        kept, one = dict(self.env), self.group(node.members)
        first = asks(node.first, "turn_player")
        who = self.say("whoever's turn it is") if first else self.mention(node.first).text
        each = self.grammar.one_of_each(one.single) + self._as(node.var, one)
        english = "clockwise, beginning with {who}, each {one} is asked: {body}"
        text = self.say(english, who=who, one=each, body=self._inside(node.choice))
        self.env = kept
        if not node.passing:
            return text
        others = "{text}; this goes on, without those who pass, until all others have passed"
        everybody = "{text}; this goes on, without those who pass, until all have passed"
        return self.say(others if node.passing == "others" else everybody, text=text)

    def _rolled(self, node: t.TRoll | t.TReroll) -> str:
        """A roll. If there are several in the rule, each has its own name."""
        die = self.say("the {name} die", name=self.plain(self.program.dice[node.die]))
        if isinstance(node, t.TReroll):
            again = self.say("each of {these}", these=self.grammar.of_them(self.group(node.again).plural))
            return self.say("roll {die} again for {each}", die=die, each=again)
        many, named = node.amount is not None, self.rolls > 1
        if named:
            name = self.grammar.definite(self.plain(node.var.name))
        else:
            name = self.say("the numbers rolled" if many else "the number rolled")
        if many and named and not name.endswith("dice"):
            name = self.say("{name} dice", name=name)
        self.env[node.var] = Mention(name, counted=not many, plural=many)
        text = self.say("roll {die}", die=die)
        if node.amount is not None:
            text = f"{text} {self._often(node.amount, most=False)}"
        return f"{text} ({name})" if named else text

    def _dug(self, node: t.TDig) -> str:
        """The first tile of a deck for which something holds."""
        group, deck = self.group(cast("t.Ask", node.tile).args[0]), self.mention(node.deck)
        self.introduce(node.var, group)
        if node.under:
            one = self.grammar.article(group.single)
            english = "turn up tiles from {deck}, until there is {one}, and put the others beneath"
            return self.say(english, deck=deck, one=one)
        return self.say("take from {deck} the first of {these}", deck=deck, these=group.plural)

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
                sentences.append(self.say(english, condition=self.clause(all_together(parts)), body=text))
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

    def _for_each(self, var: t.Var, group: Group, body: t.TBlock, until: t.TExpr | None = None) -> str:
        kept, one = dict(self.env), self.grammar.one_of_each(group.single)
        one += self._as(var, group)
        text = self.say("for each {one}, {body}", one=one, body=self._inside(body, until))
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
            unknown = {*self.homes} - {*self.env, param}
            clear = [part for part in parts if not any(speaks_of(part, other) for other in unknown)]
            about = self._about(param, clear, held=held)
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
        mentions = {param.name: self._later(param, mentions[param.name]) for param in rule.params}
        if text:
            head = self.say("when {what}:", what=self.grammar.fill(text, mentions))
        else:
            head = self.say("“{name}” means:", name=self._headed(rule, list(mentions.values())))
        return f"{head} {self.block(rule.body)}"

    def _later(self, param: t.Var, one: Mention) -> Mention:
        """A parameter at its first mention, with its later name: `a region (the goal)`."""
        if one.is_you or param.type in (NUMBER, FLAG) or param.type.name == "mode":
            return one
        return replace(one, text=one.text + self._as(param, self.of_type(param.type)))

    def _headed(self, rule: defs.EventDef, about: list[Mention]) -> str:
        """The name of an event with all it is about: `your march to a region`."""
        name = self.plain(rule.name)
        yours = bool(about) and about[0].is_you
        if yours:
            name = self.say("{owner's} {name}", owner=about[0], name=name)
        return name + self.along(rule.preps[yours:], about[yours:])

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
            others = self.along(rule.preps[1:], params[1:])
            head = self.is_so(params[0], name + others, holds=True) if params else name
        return (
            "" if self.grammar.same_thing(head, body) else self.say("{head} if {body}", head=head, body=body)
        )

    # ── rules ─────────────────────────────────────────────────────────────────

    def told(self) -> str:
        """The sentence (or several), without its last full stop."""
        first, *others = map(self.grammar.polished, self._told_of_rule().split(STOP))
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
                "{text}. This holds in [decline] too" if many else "{text} (in [decline] too)", text=text
            )
        text = capital(self.grammar.whole(text))
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
        shown = _shown(value.params, flag) if flag else value.params
        given = self._tied(rule.condition, shown)
        mentions, rest = self.first(shown, given)
        if value.type == FLAG:
            clause = self._flagged(rule, mentions)
        else:
            clause = self._changed(rule, text, mentions)
        if (
            STRATA[rule.op].adds
            and rule.scope != "my"
            and rule.origin.owner.tile
            and value.index in self.books.owed
        ):
            clause = self.say("{clause}, to you", clause=clause)
        if rule.asks_itself:
            clause = self.say("{clause} (not counting such rules)", clause=clause)
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
        all_there = self._all_there(rule) if one == self.grammar.own("[token]") else ""
        bounded = stratum.operator is not None
        amount = Amount(all_there) if all_there else self.amount(rule.change, one, many, bounded=bounded)
        if stratum.operator is None:
            return amount
        return replace(amount, head=self.say(_BOUNDED[rule.op], n=amount.head))

    def _all_there(self, rule: defs.ModifierDef) -> str:
        """All tokens of a value's subject: `you keep all your tokens`."""
        english = {"tokens_in": "all {people's} [token.many]", "hand": "all [token.many] in {people's} hand"}
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
        shown = _shown(event.params, text)
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
            moment = self.say(_MOMENT_OF[rule.moment])
            when = f"{moment} {self.say('your' if rule.scope == 'my' else 'any')} {self.plain(event.name)}"
        body = self.block(rule.body)
        instead = f" {self.say('this happens instead:')}" if rule.moment == "instead" else ""
        when = f"{when}, {given}" if given else when
        if given and STOP in body:
            body = bracketed(body) if isinstance(rule.body[0], t.TIf) else body
            return f"{when}:{instead} {body}"
        return self.say("{when}, {body}", when=when, body=f"{instead} {body}".strip())

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
        shown = _shown(permission.params, text)
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
        condition, taker = rule.condition, self.grammar.you
        if rule.by is not None and condition is not None:
            condition, taker = conjunction(self.parts(condition)[1:]), self.mention(rule.by)
        for param in rule.phase.params:
            if param.type in (PEOPLE, PLAYER):
                theirs = taker.is_you or rule.by is None or param.type == rule.by.type
                self.env[param] = taker if theirs else Mention(self.say("the acting [people]"))
        during = self.text("during", rule.phase.name) if taker.is_you else ""
        when = [during or self.say("during {phase}", phase=self.plain(rule.phase.name))]
        choice = ""
        if rule.limit is not None:
            when.append(self._limit(rule.limit, rule.target))
        if rule.target is not None and rule.options is not None:
            group = self.group(rule.options)
            self.introduce(rule.target, group)
            choice = self.say("choose {option}", option=group.any)
        given = self.say("if {condition}", condition=self.clause(condition)) if condition is not None else ""
        about = any(isinstance(part, t.VarRef) and part.var is rule.target for part in walk(condition))
        body = self.block(rule.does)
        before = ", ".join([*when, *([given] if given and not (choice and about) else [])])
        if not choice:
            return f"{before}, {self.grammar.may(taker, body)}"
        may = self.say("{who} may {choice}", who=taker, choice=choice)
        return f"{before}, {may}{f', {given}' if about else ''}: {body}"

    def _limit(self, limit: defs.LimitDef, target: t.Var | None) -> str:
        times, unit = (
            self.mention(self.usual(limit.times) or limit.times).text,
            self.text("unit", limit.unit.name) or self.plain(limit.unit.name),
        )
        often = self.say({"1": "once", "2": "twice"}.get(times, "up to {n} times"), n=times)
        limited = self.say("{often} per {unit}", often=often, unit=unit)
        if limit.along:
            name = self.text("action", limit.along) or self.plain(limit.along)
            return self.say("{limited} (counted together with “{name}”)", limited=limited, name=name)
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


def _shown(params: Sequence[t.Var], text: str) -> list[t.Var]:
    """The parameters that a text mentions, in its order."""
    places = {param: text.find(f"{{{param.name}") for param in params}
    return sorted((param for param in params if places[param] >= 0), key=places.__getitem__)


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


def _has_block(effect: t.TEffect) -> bool:
    """Does it contain a block?"""
    return isinstance(effect, t.TIf | t.TForEach | t.TRepeat | t.TMay) or (
        isinstance(effect, t.TChoose) and effect.body is not None
    )


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
