"""The rules of a tile or piece as sentences, made from the checked rules and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.explain.rules import At
from ruledsl.explain.wording.described_effects import Effects
from ruledsl.explain.wording.words import Called, Noun
from ruledsl.vocabulary.strata import STRATA
from ruledsl.vocabulary.types import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check import program as p
    from ruledsl.explain.wording.words import Phrase
    from ruledsl.naming.nouns import Naming

__all__ = ["sentences"]

_MOMENTS = {"before": "before", "after": "after", "instead": "instead of"}
_WHOSE = {"my": "its", "here": "here:", "": "any"}


def sentences(program: p.Program, naming: Naming, tile: str, piece: str = "") -> list[str]:
    """A sentence for each rule of a tile (or of a piece), in the order of the file; with the variants that are chosen."""
    return _Sentences(program, naming).of(tile, piece)


class _Sentences:
    def __init__(self, program: p.Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming
        self.effects = Effects()

    def of(self, tile: str, piece: str) -> list[str]:
        """All of one owner."""
        found = [
            (origin.span.start, self._staged(said, origin))
            for origin, said in self._all()
            if origin.owner.piece == piece and (bool(piece) or tile in (origin.owner.tile, origin.owner.face))
        ]
        return [text for _, text in sorted(found)]

    def _all(self) -> Iterator[tuple[p.Origin, str]]:
        program = self.program
        yield from ((m.origin, self._modifier(m)) for m in program.modifiers)
        yield from ((r.origin, self._trigger(r)) for r in program.triggers)
        yield from ((f.origin, self._forbid(f)) for f in program.forbids)
        yield from ((r.origin, self._permit(r)) for r in program.permits)
        yield from ((a.origin, self._action(a)) for a in program.actions)
        yield from ((e.origin, self._event(e)) for e in program.events)
        yield from ((v.origin, f"{_plain(v.name)} is at first {self._said(v.base)}") for v in program.values)
        yield from ((d.origin, self._define(d)) for d in program.defines)
        yield from ((m.origin, self._memory(m)) for m in program.memories)

    def _staged(self, said: str, origin: p.Origin) -> str:
        """In the first stage nothing is said of it; in others, which."""
        if origin.stages not in (None, frozenset({0})):
            stages = " or ".join(_plain(self.program.stages[stage]) for stage in sorted(origin.stages or ()))
            said = f"when {stages}: {said}"
        return f"{said[:1].upper()}{said[1:]}."

    # ── rules ──

    def _modifier(self, rule: p.ModifierDef) -> str:
        change, stratum = self._said(rule.change), STRATA[rule.op]
        if stratum.adds:
            much = "more" if stratum.by_sign > 0 else "less"
            change = f"{change} {much}" if isinstance(rule.change, t.Const) else f"{much} by {change}"
        elif stratum.operator is not None:
            change = f"{rule.op} {change}"
        where = {"my": "", "here": " here", "": " for everybody"}[rule.scope]
        return f"{_plain(rule.value.name)}{where}: {change}{self._if(rule.condition)}"

    def _trigger(self, rule: p.TriggerDef) -> str:
        whose = "" if rule.scope == "my" and rule.subject is None else f"{_WHOSE[rule.scope]} "
        event = f"{_MOMENTS[rule.moment]} {whose.replace('here: ', '')}{_plain(rule.event.name)}"
        where = " here" if rule.scope == "here" else ""
        return f"{event}{where}{self._if(rule.condition)}: {self._block(rule.body)}"

    def _forbid(self, rule: p.ForbidDef) -> str:
        who = {"my": "it cannot", "here": "here nobody can", "": "nobody can"}[rule.scope]
        return f"{who} {_plain(rule.permission.name)} ({_plain(rule.reason)}){self._if(rule.condition)}"

    def _permit(self, rule: p.PermitDef) -> str:
        who = {"my": "it may", "here": "here everybody may", "": "everybody may"}[rule.scope]
        return (
            f"{who} {_plain(rule.permission.name)} despite `{_plain(rule.reason)}`{self._if(rule.condition)}"
        )

    def _action(self, rule: p.ActionDef) -> str:
        said = f"in {_plain(rule.phase.name)} it may {_plain(rule.name)}"
        if rule.target is not None and rule.options is not None:
            said += f" one {_plain(rule.target.name)} of {self._said(rule.options)}"
        if rule.limit is not None:
            each = f" for each {self._said(rule.limit.each)}" if rule.limit.each else ""
            times = self._said(rule.limit.times)
            often = "once" if times == "1" else f"at most {times} times"
            said += f", {often} per {_plain(rule.limit.unit.name)}{each}"
        return f"{said}{self._if(rule.condition)}: {self._block(rule.does)}"

    def _event(self, rule: p.EventDef) -> str:
        what = "phase" if rule.parent else "event"
        return f"the {what} {_plain(rule.name)}: {self._block(rule.body)}"

    def _define(self, rule: p.DefineDef) -> str:
        if rule.is_predicate:
            return f"{_plain(rule.params[0].name)} is {_plain(rule.name)} if {self._said(rule.body)}"
        return f"{_plain(rule.name)} means {self._said(rule.body)}"

    def _memory(self, rule: p.MemoryDef) -> str:
        noun = "the game" if rule.on == GAME else f"each {rule.on}"
        until = f" until the next {_plain(rule.until.name)}" if rule.until else ""
        return f"for {noun} `{_plain(rule.name)}` is remembered{until}"

    # ── words ──

    def _block(self, body: t.TBlock) -> str:
        return "; ".join(self._words(self.effects(effect)) for effect in body) or "nothing happens"

    def _if(self, condition: t.TExpr | None) -> str:
        return f" if {self._said(condition)}" if condition else ""

    def _said(self, node: t.TExpr) -> str:
        return self._words(self.effects.words(node, At()))

    def _words(self, phrase: Phrase) -> str:
        said = " ".join(self._part(part) for part in phrase)
        for wide, close in ((" ,", ","), (" ;", ";"), (" :", ":"), ("( ", "("), (" )", ")")):
            said = said.replace(wide, close)
        return said

    def _part(self, part: str | Noun | Called) -> str:
        if isinstance(part, Called):
            rest = [f"{prep} {self._words(said)}".strip() for prep, _, said in part.args]
            return " ".join([_plain(part.name), *rest])
        return self._noun(part) if isinstance(part, Noun) else _plain(part)

    def _noun(self, noun: Noun) -> str:
        """A constant: a number, yes or no, or a word that the packs declare."""
        kind, value = noun.type.name, noun.value
        if kind == "number":
            return str(value)
        if kind == "flag":
            return "yes" if value else "no"
        if noun.type.is_set or value < 0:
            return "none"
        if kind == "tile":
            tile = self.program.composition.tiles[self.program.tiles[value]]
            return self.naming.text(tile.names, tile.id)
        if kind == "piece":
            piece = self.program.composition.pieces[self.program.pieces[value]]
            return self.naming.text(piece.names, piece.id)
        table = {"trait": self.program.traits, "mode": self.program.modes, "stage": self.program.stages}
        table |= {"kind": self.program.kinds, "deck": self.program.decks, "die": self.program.dice}
        return _plain(table[kind][value]) if kind in table else str(value)


def _plain(word: str) -> str:
    return word.replace("_", " ")
