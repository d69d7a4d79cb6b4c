"""One rule of a tile, a piece or a pack as a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.types import FLAG, PEOPLE, PLAYER, STRATA
from ruledsl.play.explain.wording.declared import Declarations, conjunction
from ruledsl.play.explain.wording.english import YOU, Mention, article, be, clause_of, nominal
from ruledsl.play.explain.wording.named import PRONOUNS, plain
from ruledsl.rules.check import program as p
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import walk
from ruledsl.rules.check.typed import declarations as defs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.explain.log import Bookkeeping
    from ruledsl.play.naming.nouns import Naming

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
_TAIL = re.compile(r" (?:for (?:each|every)|if|as (?!many)) ")
_MOMENTS = {"before": "before", "after": "after", "instead": "when"}


class Sentence(Declarations):
    """One rule: the names of variables are local to it."""

    def __init__(self, program: p.Program, naming: Naming, rule: Rule, books: Bookkeeping) -> None:
        super().__init__(program, naming, books)
        self.pack = rule.origin.owner.pack
        self.rule = rule
        self.here = Mention("its region") if rule.origin.owner.piece else PRONOUNS["here"]

    def said(self) -> str:
        """The sentence, without its full stop."""
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

    # ── the subject of a rule ──

    def _bearers(self, params: Sequence[t.Var], scope: str, subject: int | None) -> None:
        """Name the parameter that is tied to the bearer `you`, or `this region`."""
        if scope == "my" and subject is not None:
            self.env[params[subject]] = YOU
        elif scope == "here" and subject is not None:
            self.env[params[subject]] = self.here

    # ── rules ──

    def _modifier(self, rule: defs.ModifierDef) -> str:
        value = rule.value
        self._bearers(value.params, rule.scope, rule.subject)
        text = (rule.scope and self.text(rule.scope, value.name)) or self.text("change", value.name)
        flag = self.text("says", value.name) if value.type == FLAG else text
        shown = [param for param in value.params if f"{{{param.name}" in flag or not flag]
        given = self._tied(rule.condition, shown)
        mentions, rest = self.first(shown, given)
        if value.type == FLAG:
            clause = self._flagged(rule, mentions)
        else:
            clause = self._changed(rule, text, mentions)
        return f"{clause} {rest}" if rest else clause

    def _flagged(self, rule: defs.ModifierDef, mentions: dict[str, Mention]) -> str:
        text = self.text("says", rule.value.name)
        subject = next(iter(mentions.values()), Mention("everything"))
        text = (
            text
            or f"{{{next(iter(mentions), '')}}} {{holds|{be(subject, holds=True)}|{be(subject, holds=False)}}} {plain(rule.value.name)}"
        )
        if isinstance(rule.change, t.Const):
            return clause_of(text, mentions, holds=bool(rule.change.value))
        return f"{clause_of(text, mentions)} whenever {self.clause(rule.change)}"

    def _changed(self, rule: defs.ModifierDef, text: str, mentions: dict[str, Mention]) -> str:
        tail = ""

        def change(one: str, many: str) -> str:
            nonlocal tail
            head, mark, rest = _split(self._change(rule, one, many))
            tail = mark + rest
            return head

        if text:
            if rule.op != "also":
                text = text.replace("also ", "")
            return clause_of(text, mentions, change=change) + tail
        called = self.of(rule.value.name, list(mentions.values())).text
        joint = ":" if rule.value.type.is_set else " is"
        return f"{called}{joint} {change('', '')}{tail}"

    def _change(self, rule: defs.ModifierDef, one: str, many: str) -> str:
        stratum = STRATA[rule.op]
        if rule.value.type.is_set:
            members = self.group(rule.change).plural
            return {"also": f"all {members}", "without": f"no {members}"}.get(rule.op, f"only {members}")
        if stratum.adds:
            return self.amount(rule.change, one, many, "more" if stratum.by_sign > 0 else "less")
        if rule.op == "times":
            return f"{self.mention(rule.change)} times as many {many}"
        if rule.op == "at most" and isinstance(rule.change, t.Const) and not rule.change.value and many:
            return f"no {many}"
        amount = (one == "token" and self._all_there(rule)) or self.amount(rule.change, one, many)
        return f"{rule.op} {amount}" if stratum.operator is not None else amount

    def _all_there(self, rule: defs.ModifierDef) -> str:
        """All tokens of a value's subject: `you keep all your tokens`."""
        match rule.change:
            case t.Ask(args=args) if all(isinstance(arg, t.Pronoun | t.VarRef) for arg in args):
                whose = {"tokens_in": "all {} tokens", "hand": "all tokens in {} hand"}
                return (
                    whose.get(rule.change.builtin.code, "").format(self.mention(args[0]).whose)
                    if args
                    else ""
                )
        return ""

    def _trigger(self, rule: defs.TriggerDef) -> str:
        event = rule.event
        self._bearers(event.params, rule.scope, rule.subject)
        moment = self.text(rule.moment, event.name)
        text = moment or self.text("says", event.name)
        shown = [param for param in event.params if f"{{{param.name}" in text]
        condition = self._tied(rule.condition, shown)
        mentions, given = self.first(shown, condition, held=rule.moment != "after", text=text)
        for param in event.params:
            if param not in self.env:
                self.introduce(param)
        if moment:
            when = clause_of(moment, mentions)
        elif text:
            when = f"{_MOMENTS[rule.moment]} {clause_of(text, mentions)}"
        else:
            whose = "your" if rule.scope == "my" else "any"
            moment = "in place of" if rule.moment == "instead" else rule.moment
            when = f"{moment} {whose} {plain(event.name)}"
        instead = " this happens instead:" if rule.moment == "instead" else ""
        return f"{when}{f', {given}' if given else ''},{instead} {self.block(rule.body)}"

    def _tied(self, condition: t.TExpr | None, params: Sequence[t.Var]) -> t.TExpr | None:
        """A condition without the part that ties a parameter to the bearer, the place or the tile: that becomes its name."""
        rest = []
        for part in self.parts(condition) if condition is not None else []:
            match part:
                case t.Order(op="==", left=t.VarRef(var=var), right=t.Pronoun() as pronoun) if var in params:
                    self.env[var] = self.mention(pronoun)
                case _:
                    rest.append(part)
        return conjunction(rest)

    def _permit(self, rule: defs.PermitDef) -> str:
        despite = self.text("despite", rule.reason)
        sentence = self._permission(rule.permission, rule, holds=True)
        if rule.reason == defs.EVERY:
            return f"{sentence}, whatever stands against it"
        if despite:
            return f"{sentence}, even if {clause_of(despite, {v.name: m for v, m in self.env.items()})}"
        return f"{sentence}, although otherwise: {self.text('forbid', rule.reason) or plain(rule.reason)}"

    def _permission(
        self, permission: defs.PermissionDef, rule: defs.ForbidDef | defs.PermitDef, *, holds: bool
    ) -> str:
        self._bearers(permission.params, rule.scope, rule.subject)
        text = self.text("says", permission.name)
        if permission.action is not None and "{holds" not in text:
            text = ""  # an event of that name has the text, instead of the permission
        text = text or _allowed(permission, self.text("action", permission.name) or plain(permission.name))
        shown = [param for param in permission.params if f"{{{param.name}" in text]
        mentions, rest = self.first(shown, self._tied(rule.condition, shown))
        clause = clause_of(text, mentions, holds=holds)
        return f"{clause} {rest}" if rest else clause

    def _action(self, rule: defs.ActionDef) -> str:
        for param in rule.phase.params:
            if param.type in (PEOPLE, PLAYER):
                self.env[param] = YOU
        when = [self.text("during", rule.phase.name) or f"during {plain(rule.phase.name)}"]
        choice = ""
        if rule.limit is not None:
            when.append(self._limit(rule.limit, rule.target))
        if rule.target is not None and rule.options is not None:
            group = self.group(rule.options)
            self.introduce(rule.target, group)
            choice = f"choose {group.any}"
        given = f"if {self.clause(rule.condition)}, " if rule.condition is not None else ""
        about = any(isinstance(part, t.VarRef) and part.var is rule.target for part in walk(rule.condition))
        body = self.block(rule.does)
        if not choice:
            return f"{', '.join(when)}, {given}{self.permitted(YOU, body)}"
        if about:
            return f"{', '.join(when)}, you may {choice}, {given.removesuffix(', ')}: {body}"
        return f"{', '.join(when)}, {given}you may {choice}: {body}"

    def _limit(self, limit: defs.LimitDef, target: t.Var | None) -> str:
        times = self.mention(self.usual(limit.times) or limit.times).text
        often = {"1": "once", "2": "twice"}.get(times, f"up to {times} times")
        limited = f"{often} per {plain(limit.unit.name)}"
        if limit.along:
            return f"{limited} (counted together with “{plain(limit.along)}”)"
        if limit.each is None:
            return limited
        if target is not None:
            self.env[target] = Mention(f"such {article(self.kind(target.type))}")
        what = nominal(self.mention(limit.each).text)
        return (
            f"{limited} for each {self.kind(limit.each.type)}"
            if isinstance(limit.each, t.VarRef)
            else f"{limited} against each {what}"
        )


def _allowed(permission: defs.PermissionDef, verb: str) -> str:
    """The phrase of a permission, or of taking an action, without a text of its own."""
    who, *others = permission.params
    preps = [""] * len(others) if permission.action is not None else permission.preps[1:]
    rest = [f" {prep} {{{param.name}}}" for param, prep in zip(others, preps, strict=True)]
    return f"{{{who.name}}} {{holds|can|cannot}} {verb}{''.join(rest)}".replace("  ", " ")


def _split(amount: str) -> tuple[str, str, str]:
    """The amount, and its `for each` part, which comes last in a sentence."""
    tail = _TAIL.search(amount)
    if tail is None:
        return amount, "", ""
    return amount[: tail.start()], tail[0], amount[tail.end() :]
