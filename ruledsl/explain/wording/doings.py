"""Effects as sentences: what is done, said to the one who does it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.explain.wording.clauses import Clauses
from ruledsl.explain.wording.english import YOU, Mention, capital, nominal
from ruledsl.explain.wording.filling import clause_of
from ruledsl.explain.wording.nouns import asked, plain
from ruledsl.vocabulary.effects import ACTS, filled

if TYPE_CHECKING:
    from ruledsl.check import program as p
    from ruledsl.vocabulary.types import Type

__all__ = ["Doings"]

_IMPERATIVE = re.compile(
    r"(?:take|put|place|move|return|conquer|gain|pay|go|roll|draw|lay|attack|exchange|choose|reveal) "
)
_WRITES = {
    "set": "{spot} becomes {value}",
    "add": "add {value} to {spot}",
    "put": "note {value} among {spot}",
    "drop": "strike {value} from {spot}",
}


class Doings(Clauses):
    """Says what effects do."""

    def block(self, body: t.TBlock) -> str:
        """Effects one after another, as sentences without the last full stop."""
        said, last = [], None
        for effect in body:
            if last is not None and self._same_move(last, effect):
                continue  # from wherever it lies, or from the box: it is put there
            last = effect
            said.append(self.effect(effect))
        said = [part for part in said if part]
        text = ""
        for part in said:
            if not text:
                text = part
            elif ". " in part or part.startswith(("if ", "for each ", "you may ")) or ". " in text[-200:]:
                text = f"{text}. {capital(part)}"
            else:
                text = f"{text}, then {part}"
        return text or "nothing happens"

    def _same_move(self, first: t.TEffect, second: t.TEffect) -> bool:
        """Does the second effect only bring from the box what the first one moves?"""
        if not (isinstance(first, t.TMovePieces) and isinstance(second, t.TMovePieces)):
            return False
        places = (first.source.what, second.source.what, first.target.what, second.target.what)
        kinds = (
            isinstance(first.kind, t.Const)
            and isinstance(second.kind, t.Const)
            and first.kind.value == second.kind.value
        )
        return kinds and places == ("anywhere", "box", "region", "region") and first.amount is None

    def effect(self, node: t.TEffect) -> str:
        """One effect, as a clause in the imperative or about somebody else; nothing for what only gives a name."""
        match node:
            case t.TDo(event=event, args=args):
                return self._event(event, self.args(event.params, args))
            case t.TLet(var=var, value=value):
                self.env[var] = self.mention(value)
                return ""
            case t.TWrite():
                return self._write(node)
            case t.TSwap(left=left, right=right):
                return f"exchange {self._spot(left)} with {self._spot(right)}"
            case t.TSwapRegions(left=left, right=right):
                return f"exchange all that lies in {self.mention(left)} with all that lies in {self.mention(right)}"
            case t.TStop(phase=phase):
                return self.text("stop", phase.name) or f"the {plain(phase.name)} end"
            case t.TOffer(phase=phase):
                return f"the actions of {plain(phase.name)} can be taken"
            case t.TCollect(value=value, args=args, payer=payer):
                return self._collected(value, args, payer)
            case t.TAct():
                return self._act(node)
            case _:
                return self._moved(node)

    def _moved(self, node: t.TEffect) -> str:
        match node:
            case t.TMoveTokens():
                return self._tokens(node)
            case t.TMovePieces():
                return self._pieces(node)
            case t.TCoins():
                return self._coins(node)
            case t.TRoll(die=die, var=var):
                self.env[var] = Mention("the number rolled", counted=True)
                return f"roll the {plain(self.program.dice[die])} die"
            case t.TPick(members=members, var=var):
                said = self.group(members).any
                self.introduce(var)
                return f"draw lots for {said}"
            case _:
                return self._nested(node)

    def _event(self, event: p.EventDef, said: dict[str, Mention]) -> str:
        text = self.text("says", event.name)
        if text:
            clause = clause_of(text, said)
            return re.sub(r"^you (?=[a-z])", "", clause) if clause.startswith("you ") else clause
        rest = [f" {prep} {said[param.name]}" for prep, param in zip(event.preps, event.params, strict=True)]
        return f"“{plain(event.name)}”{''.join(rest)} takes place"

    def _collected(self, value: p.ValueDef, args: tuple[t.TExpr, ...], payer: t.TExpr) -> str:
        who = self.mention(payer)
        verb = "pay" if who.plural else "pays"
        return f"{who} {verb} {nominal(self._declared_amount(value, args))} to whom it is owed"

    def _declared_amount(self, value: p.ValueDef, args: tuple[t.TExpr, ...]) -> str:
        text = self.text("says", value.name)
        return clause_of(text, self.args(value.params, args)) if text else f"the {plain(value.name)}"

    # ── tokens, pieces, coins ──

    def _where(self, where: t.Where, *, source: bool) -> str:
        whose = self.mention(where.of) if where.of is not None else None
        match where.what:
            case "hand":
                return f"{'from ' if source else 'into '}{(whose or YOU).whose} hand"
            case "region":
                return f"{'from' if source else 'to'} {whose}"
            case "tray":
                return "from the tray" if source else "back to the tray"
            case "box":
                return "from the box" if source else "back to the box"
        return "from wherever they are" if source else "anywhere"

    def _tokens(self, node: t.TMoveTokens) -> str:
        people = self.mention(node.people)
        whose = "" if people == YOU else f" of {people}"
        if node.amount is None:
            many = f"all {people.whose if people == YOU else ''} tokens".replace("all  ", "all ")
        elif isinstance(node.amount, t.Const):
            many = self.amount(node.amount, "token", "tokens")
        else:
            many = self.amount(node.amount, "token", "tokens")
        source, target = self._where(node.source, source=True), self._where(node.target, source=False)
        verb = (
            "take" if node.target.what == "hand" else "put" if node.target.what in ("tray", "box") else "move"
        )
        if verb == "take" and node.source.what == "region":
            source = f"from {self.mention(node.source.of)}" if node.source.of is not None else source
        if people != YOU:
            verb = "move"
        return self._many(verb, many + whose, source, target)

    def _many(self, verb: str, many: str, source: str, target: str) -> str:
        """`take 4 tokens from the tray`; how many stands last where it is long."""
        head, as_many, long = many.partition(" as many")
        del head
        if many.startswith("as many ") or (as_many and long):
            unit, _, rest = many.removeprefix("as many ").partition(" as ")
            return f"{verb} {unit} {source} {target}, as many as {rest}"
        head, each, long = many.partition(" for e")
        return f"{verb} {head} {source} {target}{each}{long}"

    def _pieces(self, node: t.TMovePieces) -> str:
        kind, amount = node.kind, node.amount
        one = amount is not None and isinstance(amount, t.Const) and amount.value == 1
        if isinstance(kind, t.Const):
            singular, several = self.piece(kind.value, 1), self.piece(kind.value, 2)
            only = singular.startswith("the ")
            if one or (only and amount is None):
                many = singular
            elif amount is None:
                many = f"all {several}"
            else:
                many = self.amount(amount, nominal(singular), several)
        else:
            many = (
                f"all pieces of {self.mention(kind)}"
                if amount is None
                else f"{self.mention(amount)} of {self.mention(kind)}"
            )
        target = self._where(node.target, source=False)
        source = self._where(node.source, source=True)
        if node.target.what == "region":
            verb, target = (
                ("place" if node.source.what != "region" else "move"),
                target.replace("to ", "in ", 1),
            )
            target = target if verb == "place" else target.replace("in ", "to ", 1)
            if node.source.what == "anywhere":
                verb, source, target = "put", "", target.replace("to ", "in ", 1)
        elif node.target.what == "hand":
            verb = "take"
        else:
            verb = "return" if node.target.what == "box" else "move"
            target = target.replace("back to", "to")
        source = "" if source == "from wherever they are" else source
        return " ".join(self._many(verb, many, source, target).split())

    def _coins(self, node: t.TCoins) -> str:
        many = self.amount(node.amount, "coin", "coins")
        if node.payer is None and node.receiver is not None:
            who = self.mention(node.receiver)
            return f"{who} {'gain' if who.plural else 'gains'} {many}" if who != YOU else f"you gain {many}"
        who = self.mention(node.payer) if node.payer is not None else Mention("the supply")
        to = f" to {self.mention(node.receiver)}" if node.receiver is not None else ""
        verb = "pay" if who.plural else "pays"
        return f"{who} {verb} {many}{to}"

    # ── what is kept ──

    def _spot(self, spot: t.Spot) -> str:
        whose = self.mention(spot.arg) if spot.arg is not None else None
        if spot.memory is not None:
            return self._kept(spot.memory, whose).text
        name = spot.builtin.name if spot.builtin is not None else ""
        return self._of(name, [whose] if whose is not None else []).text

    def _write(self, node: t.TWrite) -> str:
        kind: Type = node.spot.type
        if node.op == "set" and kind.name == "flag" and not kind.is_set:
            return self._flag(node)
        text = self.text("says", node.spot.memory.name) if node.spot.memory else ""
        if node.op == "put" and text:
            return f"{self.mention(node.value)} now counts among {self._among_spot(node.spot, text)}"
        spot = self._spot(node.spot)
        if node.op == "set" and isinstance(node.value, t.Const) and node.value.value < 0:
            return f"there is no {nominal(spot).removeprefix('your ')} any more"
        return _WRITES[node.op].format(spot=spot, value=self.mention(node.value))

    def _among_spot(self, spot: t.Spot, text: str) -> str:
        whose = self.mention(spot.arg) if spot.arg is not None else YOU
        name = spot.memory.on.name if spot.memory is not None else ""
        return "the " + clause_of(text, {name: whose, "many": Mention("", plural=True)})

    def _flag(self, node: t.TWrite) -> str:
        """`the tile is awake from now on`."""
        if isinstance(node.value, t.Const):
            if node.spot.memory is not None and (text := self.text("says", node.spot.memory.name)):
                whose = (
                    {node.spot.memory.on.name: self.mention(node.spot.arg)}
                    if node.spot.arg is not None
                    else {}
                )
                return f"from now on {clause_of(text, whose, holds=bool(node.value.value))}"
            name = node.spot.memory.name if node.spot.memory is not None else ""
            return f"{'note' if node.value.value else 'no longer note'} “{plain(name)}”"
        return f"note whether {self.clause(node.value)}"

    # ── what has parts ──

    def _act(self, node: t.TAct) -> str:
        act, said = ACTS[node.act], ""
        binds = ""
        if node.var is not None:
            usual = node.var.name not in {str(v) for v in self.env}
            binds = self.introduce(node.var).text if usual else ""
        for part in filled(act.said or act.written, binds, node.args):
            said += part if isinstance(part, str) else str(self.mention(part))
        return said.replace("draw the tile from", "draw a tile from")

    def _nested(self, node: t.TEffect) -> str:
        match node:
            case t.TIf():
                return self._if(node)
            case t.TForEach(var=var, members=members, body=body):
                group = self.group(members)
                self.introduce(var)
                return f"for each {group.single}, {self.block(body)}"
            case t.TRepeat(times=times, body=body, declinable=declinable):
                often = self._often(times)
                if declinable and not often.startswith("for each"):
                    often = f"up to {self.mention(times)} times"
                return f"{often}, {self.block(body)}"
            case t.TChoose(body=None):
                return self._choose(node)
            case t.TChoose(asking=asking, body=body, otherwise=otherwise):
                said = f"{self.mention(asking)} may choose {self._option(node)}: {self.block(body or ())}"
                return said + self._if_not(otherwise)
            case t.TMay(asking=asking, body=body, otherwise=otherwise):
                inside, who = self.block(body), self.mention(asking)
                may = f"may {self.optional(inside)}" if who == YOU else f"may decide on this: {inside}"
                return f"{who} {may}{self._if_not(otherwise)}"
        message = f"no words for {type(node).__name__}"
        raise TypeError(message)

    def _if_not(self, otherwise: t.TBlock) -> str:
        return f". If not, {self.block(otherwise)}" if otherwise else ""

    def _if(self, node: t.TIf) -> str:
        said: list[str] = []
        for condition, body in node.branches:
            word = "Otherwise, if" if said else "if"
            said.append(f"{word} {self.clause(condition)}, {self.block(body)}")
        if node.otherwise:
            said.append(f"Otherwise {self.block(node.otherwise)}")
        return ". ".join(said)

    def _often(self, times: t.TExpr) -> str:
        if isinstance(times, t.Const):
            return {1: "once", 2: "twice"}.get(times.value, f"{times.value} times")
        match times:
            case t.Count():
                return f"for each {self._counted(times).single}"
            case t.Ask(args=(t.Const(value=kind), *_)) if asked(times) == "amount with":
                return f"for each {nominal(self.piece(kind, 1))} in hand"
        return f"as many times as {self.mention(times)}"

    def optional(self, inside: str) -> str:
        """What may be done, after `you may`."""
        inside = re.sub(r"^you (?=gain|pay|go|take)", "", inside)
        return inside if _IMPERATIVE.match(inside) and ". " not in inside else f"do this: {inside}"

    def _choose(self, node: t.TChoose) -> str:
        who = self.mention(node.asking)
        said = self._option(node)
        return f"choose {said}" if who == YOU else f"{who} {'choose' if who.plural else 'chooses'} {said}"

    def _option(self, node: t.TChoose) -> str:
        """One of the options, which goes by its type or name from then on."""
        said = self.group(node.options).any
        self.introduce(node.var)
        return said
