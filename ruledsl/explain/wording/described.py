"""The rules of a tile or piece as sentences, made from the checked rules and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import program as p
from ruledsl.check import typed as t
from ruledsl.explain.wording.doings import Doings
from ruledsl.explain.wording.english import IT, YOU, Group, Mention, capital, listed
from ruledsl.explain.wording.filling import clause_of
from ruledsl.explain.wording.nouns import plain
from ruledsl.vocabulary.strata import STRATA
from ruledsl.vocabulary.types import FLAG, NUMBER, PEOPLE, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.naming.nouns import Naming

__all__ = ["sentences"]

_DECLARED = (p.EventDef, p.ValueDef, p.DefineDef)
_Rule = (
    p.ModifierDef
    | p.TriggerDef
    | p.ForbidDef
    | p.PermitDef
    | p.ActionDef
    | p.EventDef
    | p.ValueDef
    | p.DefineDef
)
_MOMENTS = {"before": "before", "after": "after", "instead": "when"}


def sentences(program: p.Program, naming: Naming, tile: str, piece: str = "") -> list[str]:
    """A sentence for each rule of a tile (or of a piece), in the order of the file; with the variants that are chosen."""
    return _Sentences(program, naming).of(tile, piece)


class _Sentences:
    def __init__(self, program: p.Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming

    def of(self, tile: str, piece: str) -> list[str]:
        """All of one owner."""
        rules = [
            (rule.origin, rule)
            for rule in self._all()
            if rule.origin.owner.piece == piece
            and (bool(piece) or tile in (rule.origin.owner.tile, rule.origin.owner.face))
        ]
        return [self._said(rule) for _, rule in sorted(rules, key=lambda found: found[0].span.start)]

    def _all(self) -> Iterator[_Rule]:
        program = self.program
        yield from program.modifiers
        yield from program.triggers
        yield from program.forbids
        yield from program.permits
        yield from program.actions
        yield from program.events
        yield from program.values
        yield from program.defines

    def _said(self, rule: _Rule) -> str:
        """In the first stage nothing is said of it; in others, which."""
        said, origin = _Sentence(self.program, self.naming, rule).text_of(rule), rule.origin
        if origin.stages not in (None, frozenset({0})):
            words = [self.program.stages[stage] for stage in sorted(origin.stages or ())]
            said = f"{self._stage(words)}: {said}"
        elif (
            origin.stages is None
            and origin.owner.tile
            and not isinstance(rule, _DECLARED)
            and self._matters(rule)
        ):
            said = f"{said} (in decline too)" if ". " not in said else f"{said}. This holds in decline too"
        said = said.rstrip(".").replace("⟨it⟩", "it").replace("\u00a0", " ").replace("⟨holder⟩", "its holder")
        return f"{capital(said)}."

    def _stage(self, words: list[str]) -> str:
        texts = [
            (self.program.composition.text(f"word.{word}") or {}).get("en", f"when {plain(word)}")
            for word in words
        ]
        return listed(texts, "or")

    def _matters(self, rule: _Rule) -> bool:
        """Is the rule one of a tile that can be in another stage?"""
        tile = self.program.composition.tiles.get(rule.origin.owner.tile)
        return tile is not None and self.program.composition.kinds[tile.kind].borne_by == "people"


class _Sentence(Doings):
    """One rule: what variables are called in it begins anew."""

    def __init__(self, program: p.Program, naming: Naming, rule: _Rule) -> None:
        super().__init__(program, naming)
        self.pack = rule.origin.owner.pack

    def text_of(self, rule: _Rule) -> str:
        """Its sentence."""
        match rule:
            case p.ModifierDef():
                return self._modifier(rule)
            case p.TriggerDef():
                return self._trigger(rule)
            case p.ForbidDef():
                return self._forbid(rule)
            case p.PermitDef():
                return self._permit(rule)
            case p.ActionDef():
                return self._action(rule)
            case p.EventDef():
                return self._event_def(rule)
            case p.ValueDef():
                return self._value(rule)
            case _:
                return self._define(rule)

    # ── what a rule is about ──

    def _bearers(self, params: Sequence[t.Var], scope: str, subject: int | None) -> None:
        """Of the parameters the one that is tied to the bearer is `you`, or `this region`."""
        if scope == "my" and subject is not None:
            self.env[params[subject]] = YOU
        elif scope == "here" and subject is not None:
            self.env[params[subject]] = Mention("this region")

    def _first(self, params: Sequence[t.Var], condition: t.TExpr | None) -> tuple[dict[str, Mention], str]:
        """What parameters are called when they come up first, with those parts of a condition that say which are meant; and the rest of it."""
        said: dict[str, Mention] = {}
        parts = self._parts(condition) if condition is not None else []
        for param in params:
            if param in self.env:
                said[param.name] = self.env[param]
                continue
            about = self._about(param, parts)
            parts = [part for part in parts if not any(part is found for found, _ in about)]
            noun = self.kind(param.type)
            group = Group(noun, f"{noun}s").narrowed([clause for _, clause in about])
            said[param.name] = Mention(plain(param.name) if param.type in (NUMBER, FLAG) else group.any)
            self.introduce(param)
        rest = listed([clause for part in parts for clause in self.clauses(part)])
        return said, rest

    def _about(self, param: t.Var, parts: list[t.TExpr]) -> list[tuple[t.TExpr, str]]:
        """The parts of a condition that are about a parameter alone, as clauses about it."""
        if param.type in (NUMBER, FLAG) or param.type.is_set:
            return []
        found, kept = [], self.env
        for part in parts:
            self.env = {**kept, param: IT}
            clause = self.clause(part)
            if (clause.startswith(IT.text) and clause.count(IT.text) == 1) or (
                clause.endswith(f" {IT.text}") and " or " not in clause
            ):
                found.append((part, clause))
        self.env = kept
        return found

    # ── rules ──

    def _modifier(self, rule: p.ModifierDef) -> str:
        value = rule.value
        self._bearers(value.params, rule.scope, rule.subject)
        text = self.text("change", value.name)
        shown = [param for param in value.params if f"{{{param.name}" in text or not text]
        said, rest = self._first(shown, rule.condition)
        if value.type == FLAG:
            clause = self._flagged(rule, said)
        else:
            clause = self._changed(rule, text, said)
        return f"{clause} if {rest}" if rest else clause

    def _flagged(self, rule: p.ModifierDef, said: dict[str, Mention]) -> str:
        text = self.text("says", rule.value.name)
        subject = next(iter(said.values()), Mention("everything"))
        text = (
            text
            or f"{{{next(iter(said), '')}}} {{holds|{self._be(subject, holds=True)}|{self._be(subject, holds=False)}}} {plain(rule.value.name)}"
        )
        if isinstance(rule.change, t.Const):
            return clause_of(text, said, holds=bool(rule.change.value))
        return f"{clause_of(text, said)} whenever {self.clause(rule.change)}"

    def _changed(self, rule: p.ModifierDef, text: str, said: dict[str, Mention]) -> str:
        def change(one: str, many: str) -> str:
            return self._change(rule, one, many)

        if text:
            if rule.op != "also":
                text = text.replace("also ", "")
            return clause_of(text, said, change=change)
        mentions = list(said.values())
        called = self._of(rule.value.name, mentions).text
        if rule.value.type.is_set:
            return f"{called}: {change('', '')}"
        word = {"becomes": "is", "at least": "is", "at most": "is"}.get(rule.op, "is")
        return f"{called} {word} {change('', '')}"

    def _change(self, rule: p.ModifierDef, one: str, many: str) -> str:
        stratum = STRATA[rule.op]
        if rule.value.type.is_set:
            said = self.group(rule.change).plural
            said = "all regions" if said == "regions" else said
            return {"also": said, "without": f"no {said}"}.get(rule.op, f"only {said}")
        if stratum.adds:
            return self.amount(rule.change, one, many, "more" if stratum.by_sign > 0 else "less")
        if rule.op == "times":
            return f"{self.mention(rule.change)} times as many {many}"
        if rule.op == "at most" and isinstance(rule.change, t.Const) and not rule.change.value and many:
            return f"no {many}"
        amount = self.amount(rule.change, one, many)
        return f"{rule.op} {amount}" if stratum.operator is not None else amount

    def _trigger(self, rule: p.TriggerDef) -> str:
        event = rule.event
        self._bearers(event.params, rule.scope, rule.subject)
        moment = self.text(rule.moment, event.name)
        text = moment or self.text("says", event.name)
        shown = [param for param in event.params if f"{{{param.name}" in text]
        said, given = self._first(shown, self._tied(rule.condition, event.params))
        for param in event.params:
            if param not in self.env:
                self.introduce(param)
        if moment:
            when = clause_of(moment, said)
        elif text:
            when = f"{_MOMENTS[rule.moment]} {clause_of(text, said)}"
        else:
            whose = "your" if rule.scope == "my" else "any"
            when = f"{_MOMENTS[rule.moment]} {whose} {plain(event.name)}"
        instead = " this happens instead:" if rule.moment == "instead" else ""
        cases = ", ".join(part for part in (f"if {given}" if given else "",) if part)
        return f"{when}{', ' + cases if cases else ''},{instead} {self.block(rule.body)}"

    def _tied(self, condition: t.TExpr | None, params: Sequence[t.Var]) -> t.TExpr | None:
        """A condition without what ties a parameter to the bearer, the place or the tile: it is called so from then on."""
        rest: t.TExpr | None = None
        for part in self._parts(condition) if condition is not None else []:
            match part:
                case t.Order(op="==", left=t.VarRef(var=var), right=t.Pronoun() as pronoun) if var in params:
                    self.env[var] = self.mention(pronoun)
                case _ if rest is None:
                    rest = part
                case _:
                    rest = t.Logic(op="and", left=rest, right=part, type=part.type, span=part.span)
        return rest

    def _forbid(self, rule: p.ForbidDef) -> str:
        return self._permission(rule.permission, rule, holds=False)

    def _permit(self, rule: p.PermitDef) -> str:
        despite = self.text("despite", rule.reason)
        said = self._permission(rule.permission, rule, holds=True)
        if despite:
            return f"{said}, even if {clause_of(despite, {v.name: m for v, m in self.env.items()})}"
        return f"{said}, although otherwise: {self.text('forbid', rule.reason) or plain(rule.reason)}"

    def _permission(
        self, permission: p.PermissionDef, rule: p.ForbidDef | p.PermitDef, *, holds: bool
    ) -> str:
        self._bearers(permission.params, rule.scope, rule.subject)
        text = self.text("says", permission.name)
        said, rest = self._first(permission.params, rule.condition)
        if not text:
            who = next(iter(said.values()), Mention("nobody"))
            text = f"{{{next(iter(said), '')}}} {'can' if holds else 'cannot'} {plain(permission.name)}"
            del who
        clause = clause_of(text, said, holds=holds)
        return f"{clause} if {rest}" if rest else clause

    def _action(self, rule: p.ActionDef) -> str:
        for param in rule.phase.params:
            if param.type in (PEOPLE, PLAYER):
                self.env[param] = YOU
        when = [self.text("during", rule.phase.name) or f"during {plain(rule.phase.name)}"]
        said = ""
        if rule.target is not None and rule.options is not None:
            said = f"choose {self.group(rule.options).any}"
            self.introduce(rule.target)
        if rule.limit is not None:
            when.append(self._limit(rule.limit))
        if rule.condition is not None:
            when.append(f"if {self.clause(rule.condition)}")
        body = self.block(rule.does)
        if not said:
            return f"{', '.join(when)}, you may {self.optional(body)}"
        return f"{', '.join(when)}, you may {said}: {body}"

    def _limit(self, limit: p.LimitDef) -> str:
        times = self.mention(limit.times).text
        often = {"1": "once", "2": "twice"}.get(times, f"up to {times} times")
        said = f"{often} per {plain(limit.unit.name)}"
        if limit.each is None:
            return said
        if limit.each.type == PLAYER:
            return f"{said} against each player"
        return f"{said} for each {self.kind(limit.each.type)}"

    # ── declarations ──

    def _event_def(self, rule: p.EventDef) -> str:
        text = self.text("says", rule.name)
        said, _ = self._first(rule.params, None)
        head = f"when {clause_of(text, said)}" if text else f"“{plain(rule.name)}” means"
        return f"{head}{',' if text else ':'} {self.block(rule.body)}"

    def _value(self, rule: p.ValueDef) -> str:
        said, _ = self._first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.type == FLAG:
            clause = clause_of(text, said) if text else f"“{plain(rule.name)}” applies"
            return (
                f"{clause} if {self.clause(rule.base)}"
                if not isinstance(rule.base, t.Const)
                else f"whether {clause} is said by other rules"
            )
        called = clause_of(text, said) if text else self._of(rule.name, list(said.values())).text
        if rule.type.is_set:
            called = f"the {clause_of(text, {**said, 'many': Mention('', plural=True)})}" if text else called
            return f"{called} are {self.group(rule.base).plural}"
        return f"{called} is {self.mention(rule.base)}"

    def _define(self, rule: p.DefineDef) -> str:
        said, _ = self._first(rule.params, None)
        text = self.text("says", rule.name)
        if rule.is_predicate or rule.type == FLAG:
            params = list(said.values())
            default = (
                f"{params[0]} {self._be(params[0], holds=True)} {plain(rule.name)}"
                if params
                else plain(rule.name)
            )
            head = clause_of(text, said) if text else default
            return f"{head} if {self.clause(rule.body)}"
        if rule.type.is_set:
            called = (
                f"the {clause_of(text, {**said, 'many': Mention('', plural=True)})}"
                if text
                else self._of(rule.name, list(said.values())).text
            )
            return f"{called} are {self.group(rule.body).plural}"
        called = clause_of(text, said) if text else self._of(rule.name, list(said.values())).text
        return f"{called} is {self.mention(rule.body)}"
