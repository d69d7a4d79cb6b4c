"""Effects as sentences, addressed to the one who carries them out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ruledsl.language.vocabulary.types import ACTS, FLAG, NUMBER, PEOPLE, PLAYER, filled
from ruledsl.play.explain.wording.amounts import CALCULATED, IN_HAND
from ruledsl.play.explain.wording.clauses import THAT_WAS_SO
from ruledsl.play.explain.wording.english import (
    YOU,
    Group,
    Mention,
    capital,
    clause_of,
    nominal,
    of_them,
    several,
)
from ruledsl.play.explain.wording.moves import Moves
from ruledsl.play.explain.wording.named import plain
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, effects_in, same, walk, where_read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.explain.log import Bookkeeping
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check import program as p
    from ruledsl.rules.check.typed import declarations as defs

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


class Doings(Moves):
    """Phrases effects, except book-keeping."""

    def __init__(self, program: p.Program, naming: Naming, books: Bookkeeping) -> None:
        super().__init__(program, naming)
        self.books = books

    def block(self, body: t.TBlock) -> str:
        """Effects in sequence, as sentences without the last full stop."""
        phrases: list[str] = []
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
            elif ". " in part or part.startswith(_OF_ITS_OWN) or ". " in text[-200:]:
                text = f"{text}. {capital(part)}"
            else:
                text = f"{text}, then {part}"
        return text or "nothing happens"

    def _behind(self, before: t.TEffect, earlier: str, part: str) -> str:
        """The phrase after an effect with a block, which must not seem part of that block."""
        if ". " not in earlier:
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
        name = self.text("name", var.name) or f"the {plain(var.name)}"
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
            case t.TRoll(die=die, var=var):
                self.env[var] = Mention("the number rolled", counted=True)
                return f"roll the {plain(self.program.dice[die])} die"
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

    # ── memories ──

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
        return _WRITES[node.op].format(spot=spot, value=self.mention(value))

    def _flag(self, memory: defs.MemoryDef, whose: Mention | None, value: t.TExpr) -> str:
        """`from now on the tile is awake`."""
        text = self.text("says", memory.name)
        noted = f"“{plain(memory.name)}”{f' for {whose}' if whose else ''}"
        if not isinstance(value, t.Const):
            return f"{clause_of(text, self._whose(memory, whose)) if text else f'note {noted}'} if {self.clause(value)}"
        if not text:
            return f"{'note' if value.value else 'no longer note'} {noted}"
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

    # ── compound effects ──

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
            case t.TForEach(var=var, members=members, body=body):
                return self._for_each(var, self.group(members), body)
            case t.TRepeat(times=times, body=body, declinable=declinable):
                return f"{self._often(times, most=declinable)}, {self._inside(body)}"
            case t.TChoose(body=None):
                return self._choose(node)
            case t.TChoose(asking=asking, body=body, otherwise=otherwise):
                kept = dict(self.env)
                text = f"{self.mention(asking)} may choose {self._option(node)}: {self.block(body or ())}"
                self.env = kept
                return text + self._if_not(otherwise)
            case t.TMay(asking=asking, body=body, otherwise=otherwise):
                who = self.mention(asking)
                return self.permitted(who, self.block(body)) + self._if_not(otherwise)
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _if_not(self, otherwise: t.TBlock) -> str:
        return f". If not, {self._inside(otherwise)}" if otherwise else ""

    def _inside(self, body: t.TBlock) -> str:
        """A block whose names are local to it."""
        kept = dict(self.env)
        text = self.block(body)
        self.env = kept
        return text

    def _as(self, var: t.Var, group: Group) -> str:
        """The later name of one of them, where it is not obvious."""
        name = self.introduce(var, group).text
        return "" if name in (f"the {self.kind(var.type)}", f"the {group.noun}") else f" ({name})"

    def _if(self, node: t.TIf) -> str:
        sentences: list[str] = []
        for condition, body in node.branches:
            word = "Otherwise, if" if sentences else "if"
            sentences.append(f"{word} {self.clause(condition)}, {self._inside(body)}")
        if node.otherwise:
            sentences.append(f"{self._else(node)} {self._inside(node.otherwise)}")
        return ". ".join(sentences)

    def _else(self, node: t.TIf) -> str:
        """`Otherwise`, unless it could refer to a nested condition."""
        condition, body = node.branches[-1]
        inside = any(isinstance(part, t.TIf) for part in walk(*body))
        return f"But if {self.clause(condition, holds=False)}," if inside else "Otherwise,"

    def _for_each(self, var: t.Var, group: Group, body: t.TBlock) -> str:
        kept, one = dict(self.env), group.single
        one = one.removeprefix("one ") if one.startswith("one of ") else one
        text = f"for each {one}{self._as(var, group)}, {self.block(body)}"
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
        plain_doing = _IMPERATIVE.match(inside) and ". " not in inside
        return f"{who} may {inside}" if plain_doing else f"{who} may do this: {inside}"

    def _choose(self, node: t.TChoose) -> str:
        who = self.mention(node.asking)
        option = self._option(node)
        return f"choose {option}" if who == YOU else f"{who} {'choose' if who.plural else 'chooses'} {option}"

    def _option(self, node: t.TChoose) -> str:
        """One of the options, which has its type or name from then on."""
        group = self.group(node.options)
        return group.any + self._as(node.var, group)


def _has_block(effect: t.TEffect) -> bool:
    """Does it contain a block?"""
    return isinstance(effect, t.TIf | t.TForEach | t.TRepeat | t.TMay) or (
        isinstance(effect, t.TChoose) and effect.body is not None
    )


def imperative(clause: str) -> str:
    """A clause about "you" as an instruction: `choose a region`."""
    return re.sub(r"^you (?=[a-z])", "", clause) if not _STATES.match(clause) else clause
