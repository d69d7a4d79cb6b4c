"""Why an action is not among the options: the phase, its bearer, its limit, its targets, its conditions and the prohibitions, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import replace
from ruledsl.base.errors import ANSWERING, GameError
from ruledsl.engine.state import layout as where
from ruledsl.engine.state.state import SLOTS, STOP, people_cell, region_cell
from ruledsl.language.vocabulary.types import BY_PLACE, NUMBER, PEOPLE, PLAYER, REGION, TILE, set_of
from ruledsl.play.explain.evaluator import members_of
from ruledsl.play.explain.explanation import Explanation, Lines, TraceLine, TraceWriter
from ruledsl.play.explain.facts import Facts
from ruledsl.play.explain.known import Unknowable
from ruledsl.play.explain.rules import At, Bearer, owned
from ruledsl.play.explain.why import argument, evaluator_for, refused
from ruledsl.play.naming.nouns import MARK, actions_named, in_words, is_meant
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.actions import together

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Span
    from ruledsl.engine.state.state import PendingChoice
    from ruledsl.play.explain.evaluator import Evaluator
    from ruledsl.play.explain.rules import Ban
    from ruledsl.play.explain.why import Game
    from ruledsl.rules.check.typed.declarations import ActionDef, Origin
    from ruledsl.rules.packs.model import Owner

# ── failing ─────────────────────────────────────────────────────────────────────
# Why a condition does not hold: every part that fails, the prohibitions in force, and the values it mentions.


class Failing:
    """Returns a line for every part of a condition that does not hold, given the owner of the rule."""

    def __init__(self, evaluator: Evaluator, writer: TraceWriter, owner: Owner) -> None:
        self.evaluator = evaluator
        self.writer = writer
        self.lines = Lines(evaluator, writer.naming)
        self.facts = writer.facts
        self.owner = owner

    def __call__(self, condition: t.TExpr, at: At, target: t.Var | None) -> list[TraceLine]:
        """Every part of a condition that does not hold; `target` is the target's variable."""
        if self.evaluator(condition, at):
            return []
        if isinstance(condition, t.Logic) and condition.op == "and":
            return self._parts((condition.left, condition.right), at, target)
        if isinstance(condition, t.CanDo):
            verdict = self.evaluator.answers.verdict(
                condition.permission, tuple(self.evaluator(a, at) for a in condition.args)
            )
            standing = [ban for ban in verdict.standing if not ban.rule.falls_under(*condition.despite)]
            return [self._ban(ban, verdict.args) for ban in standing]
        general = self.facts.of(condition, without(at, target))
        args = {
            "condition": self.facts.of(condition, at),
            "general": self.writer.naming.word("contrary", what=general),
            "values": self._compared(condition, at),
        }
        text = "; ".join(self._facts(condition, at, holds=False))
        below = tuple(self._values(condition, at, self.owner))
        source = str(self.owner)
        return [TraceLine("not.condition", args, text, span=condition.span, source=source, children=below)]

    def _parts(self, parts: tuple[t.TExpr, ...], at: At, target: t.Var | None) -> list[TraceLine]:
        """The failing parts of a conjunction; if one is known to fail, the others may be unknown."""
        lines: list[TraceLine] = []
        unsure: Unknowable | None = None
        for part in parts:
            try:
                lines += self(part, at, target)
            except Unknowable as problem:
                unsure = problem
        if unsure is not None and not lines:
            raise unsure
        return lines

    def _ban(self, ban: Ban, args: tuple[Any, ...]) -> TraceLine:
        """A prohibition in force, in the words of the pack if it has some."""
        rule = ban.rule
        at = At.of(rule.permission.params, args, ban.bearer)
        key = f"forbid.{rule.reason}"
        nouns = {
            p.name: self.writer.label(p.type, a) for p, a in zip(rule.permission.params, args, strict=True)
        }
        telling = rule.condition is not None and not _obvious(rule.condition)
        facts = self._facts(rule.condition, at, holds=True) if rule.condition and telling else []
        reason, pack = rule.reason.replace("_", " "), rule.origin.owner.pack
        wording = self.writer.template(key, nouns, reason, pack).rstrip(".")
        text = ": ".join([wording, "; ".join(facts)] if facts else [wording])
        more = {"reason": rule.reason, "facts": facts, "general": wording, "short": wording}
        owner = rule.origin.owner
        below = tuple(self._values(rule.condition, at, owner)) if rule.condition else ()
        return TraceLine(key, {**nouns, **more}, text, None, str(owner), rule.origin.span, children=below)

    def _facts(self, condition: t.TExpr, at: At, *, holds: bool) -> list[str]:
        """The facts behind those parts of a condition that make it hold, or fail."""
        if isinstance(condition, t.Logic):
            decides = [
                part for part in (condition.left, condition.right) if bool(self.evaluator(part, at)) == holds
            ]
            return [fact for part in decides for fact in self._facts(part, at, holds=holds)]
        if isinstance(condition, t.Not):
            return self._facts(condition.operand, at, holds=not holds)
        return [self.facts.about(condition, at)]

    def _values(self, condition: t.TExpr, at: At, source: Owner) -> list[TraceLine]:
        """The lines of the values in a condition, if rules changed them or they are sums."""
        match condition:
            case t.Logic(left=left, right=right):
                return [*self._values(left, at, source), *self._values(right, at, source)]
            case t.Not(operand=operand):
                return self._values(operand, at, source)
            case t.Order(left=left, right=right) if left.type == NUMBER:
                sides = [side for side in (left, right) if isinstance(side, t.ValueOf | t.Defined | t.Math)]
                return [wording for side in sides for wording in self._told(side, at, source)]
            case t.ValueOf():
                return self._told(condition, at, source)
            case t.CanDo():
                return self(condition, at, None)
        return []

    def _compared(self, condition: t.TExpr, at: At) -> dict[str, Any]:
        """The values in a part of a condition, by name: those that are compared, or tested."""
        match condition:
            case t.Not(operand=operand):
                return self._compared(operand, at)
            case t.Order(left=left, right=right):
                about = [left, right]
            case _:
                about = [condition]
        return {name: self.evaluator(side, at) for side in about if (name := _name_of(side))}

    def _told(self, node: t.TExpr, at: At, source: Owner) -> list[TraceLine]:
        lines = self.lines.expression(node, at, source)
        return self.writer.lines(lines) if len(lines) > 1 else []


def _name_of(node: t.TExpr) -> str:
    """The packs' name of something; empty if there is none."""
    match node:
        case t.ValueOf(value=declared) | t.Defined(define=declared) | t.Recall(memory=declared):
            return str(declared.name)
        case t.HasTrait(word=word):
            return str(word)
        case t.Ask(builtin=asked):
            return str(asked.name)
        case t.Member(members=members):
            return _name_of(members)
    return ""


def without(at: At, var: t.Var | None) -> At:
    """The context of an expression, with one variable unknown."""
    return At({key: value for key, value in at.env.items() if key is not var}, at.me, at.here, at.this)


def _obvious(condition: t.TExpr) -> bool:
    """Does the name of a prohibition say everything?"""
    return isinstance(condition, t.HasTrait) or (
        isinstance(condition, t.Defined) and condition.define.is_predicate
    )


FEW = 4
"""The most targets to name where a reason concerns only some."""


def why_not(game: Game, action: str, target: Any = None, seat: int | None = None) -> Explanation:
    """Why an action, at a target given by its id, is not among the options now. The result is True if it is.

    Without a target, an action with targets is judged as a whole. If several tiles have an action of that name, all of them are
    judged, or that of one tile: `jump@frogs`. With a `seat`, the game was made for it, and what this seat cannot know is refused.
    `GameError` for that, for an unknown action, for an impossible target, and if it takes too long.
    """
    try:
        with ANSWERING:
            return _WhyNot(game, action, target, seat).explain()
    except Unknowable as problem:
        raise refused(game, problem) from None


class _WhyNot:
    def __init__(self, game: Game, action: str, target: Any, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.g = game.state
        named, self.tiles = actions_named(self.g, action)
        self.name = action
        self.evaluator = evaluator_for(game, seat)
        self.facts = Facts(self.evaluator, game.naming)
        self.writer = TraceWriter(self.g, game.naming, self.facts)
        self.given = target
        self.actions, self.targets = self._aimed(named)

    def _aimed(self, named: list[ActionDef]) -> tuple[list[ActionDef], list[int | None]]:
        """The actions that can have the given target; if none can, the reason is that of the last one."""
        aimed: list[tuple[ActionDef, int | None]] = []
        for action in named:
            try:
                aimed.append((action, self._target(action, self.given)))
            except GameError:
                if action is named[-1] and not aimed:
                    raise
        return [action for action, _ in aimed], [target for _, target in aimed]

    def _target(self, action: ActionDef, given: Any) -> int | None:
        if given is None:
            return None
        if action.target is None:
            raise GameError("G043", f"`{action.name}` is not aimed at anything.")
        target: int = argument(self.game, action.target.type, given, self.seat)
        return target

    def explain(self) -> Explanation:
        """The whole answer."""
        label, word = self._label(), self.game.naming.word
        args = {"action": self.name, "target": self.given}
        is_open, waiting = self._open(), self.g.pending
        reasons: list[TraceLine] = []
        if waiting is None:
            reasons.append(self._said("not.over", {}))
        elif not is_open or self.seat not in (None, waiting.player):
            # The options of others are not revealed: they are computed from what this seat knows, or not at all.
            for action, target in zip(self.actions, self.targets, strict=True):
                reasons += self._against(action, target)
        if is_open:
            return Explanation("why_not.open", args, True, word("open", what=label), [])  # noqa: FBT003
        return Explanation("why_not.closed", args, False, word("closed", what=label), reasons)  # noqa: FBT003

    def _label(self) -> str:
        action, target = self.actions[0], self.targets[0]
        aimed = target is not None and action.target is not None
        aim = self.writer.label(action.target.type, target) if aimed and action.target else ""
        return in_words(self.g, self.game.naming, action, aim, self.tiles.split(MARK) if self.tiles else ())

    def _said(
        self,
        key: str,
        args: dict[str, Any],
        origin: Origin | None = None,
        span: Span | None = None,
    ) -> TraceLine:
        """A reason in the words of the packs, or in our own; `span` is the relevant part of the rule, if not all of it."""
        source = str(origin.owner) if origin else ""
        text = self.writer.template(key, args, self.game.naming.word(key, **args))
        return TraceLine(key, args, text, source=source, span=span or (origin.span if origin else None))

    # ── availability ──

    def _offer(self) -> PendingChoice | None:
        """The pending choice, if it is an offer."""
        waiting = self.g.pending
        return waiting if waiting is not None and waiting.kind in ("offer", "offer_one") else None

    def _open(self) -> bool:
        waiting = self._offer()
        if waiting is None:
            return False
        wanted = {a.index: target for a, target in zip(self.actions, self.targets, strict=True)}
        told = self.game.decision.told
        for option, shown in zip(waiting.options, told, strict=True):
            if option == STOP or option[0] not in wanted:
                continue
            aim = option[1] if shown < 0 or self.seat is None else shown
            action = self.g.code.actions[option[0]].definition
            if wanted[option[0]] in (None, aim) and is_meant(self.g, action, option[-1], self.tiles):
                return True
        return False

    # ── obstacles ──

    def _against(self, action: ActionDef, target: int | None) -> list[TraceLine]:
        reasons = self._phase(action)
        params = self._params(action)
        if params is None:
            return reasons
        bearers, why = self._bearers(action, params)
        try:
            more = [
                reason
                for bearer in bearers
                for reason in self._of_bearer(action, At.of(action.phase.params, params, bearer), target)
            ]
        except Unknowable:
            if not reasons:
                raise
            more = []  # it is not offered now, whatever other reasons there are
        return reasons + why + more

    def _of_bearer(self, action: ActionDef, at: At, target: int | None) -> list[TraceLine]:
        if target is not None or action.target is None:
            return self._reasons(action, at, target)
        return self._anywhere(action, at)

    def _current(self, action: ActionDef) -> bool:
        waiting = self._offer()
        return waiting is not None and waiting.info.phase == action.phase.index

    def _phase(self, action: ActionDef) -> list[TraceLine]:
        if self._current(action):
            return []
        waiting, phase = self.g.pending, self._named(action.phase.name)
        assert waiting is not None  # noqa: S101 - a game that is over has no phase
        player, prompt = self.writer.label(PLAYER, waiting.player), self.game.decision.prompt
        args = {"phase": phase, "player": player, "prompt": prompt}
        return [self._said("not.phase", args, action.phase.origin)]

    def _named(self, word: str) -> str:
        return self.game.naming.named(self.g.code.program.composition, word)

    def _params(self, action: ActionDef) -> tuple[Any, ...] | None:
        """The arguments of its phase: the current ones, else the current player and their people in the first stage."""
        count = len(action.phase.params)
        if self._current(action):
            held = self.g.frames[-1][SLOTS : SLOTS + count]
            ways = self.g.code.events[action.phase.index].ways or (0,) * count
            return tuple(
                self.evaluator.cover(arg) if way == BY_PLACE else arg
                for arg, way in zip(held, ways, strict=True)
            )
        player = self.g.G[where.TURN_PLAYER]
        mine = members_of(set_of(PEOPLE), self.evaluator.ask("peoples_of", player))
        people = next((p for p in mine if people_cell(self.g, p, where.STAGE) == 0), None)
        by_type = {PLAYER: player, PEOPLE: people}
        args = tuple(by_type.get(param.type) for param in action.phase.params)
        return None if None in args else args

    def _bearers(self, action: ActionDef, params: tuple[Any, ...]) -> tuple[list[Bearer], list[TraceLine]]:
        """The possible bearers, and why the others cannot take it."""
        origin, g = action.origin, self.g
        if not origin.owner.tile and not origin.owner.piece:
            return [Bearer()], []
        kind = action.phase.params[0].type if action.phase.params else PLAYER
        actor = params[0] if params else g.G[where.TURN_PLAYER]
        player = actor if kind == PLAYER else people_cell(g, actor, where.OWNER)
        fitting, reasons = [], []
        borne = [
            b
            for b in self.evaluator.answers.bearers
            if b.owned == owned(origin.owner) and is_meant(g, action, b.this, self.tiles)
        ]
        what = self.facts.bringer(origin.owner)
        if not borne:
            reasons.append(self._said("not.in_play", {"tile": what}, origin))
        for bearer in borne:
            theirs = (
                people_cell(g, bearer.me, where.OWNER) == player if kind == PLAYER else bearer.me == actor
            )
            if action.by is None and not theirs:
                mine, whose = self.writer.label(PEOPLE, bearer.me), self.writer.label(kind, actor)
                args = {"tile": what, "bearer": mine, "actor": whose}
                reasons.append(self._said("not.bearer", args, origin))
            elif not bearer.fits(g, origin):
                stage = g.code.program.stages[people_cell(g, bearer.me, where.STAGE)]
                stage_name = self.game.naming.stage(g.code.program.composition, stage)
                args = {"tile": what, "people": self.writer.label(PEOPLE, bearer.me), "stage": stage_name}
                reasons.append(self._said("not.stage", args, origin))
            else:
                fitting.append(bearer)
        return fitting, reasons

    def _reasons(self, action: ActionDef, at: At, target: int | None) -> list[TraceLine]:
        inner = at
        reasons: list[TraceLine] = []
        if action.target is not None and target is not None and action.options is not None:
            inner = at.bind(action.target, target)
            reasons += self._outside(action, action.options, at, target)
            reasons += self._aimed_at_the_immune(action, at, target)
        reasons = self._limit(action, inner) + reasons
        if action.condition is not None:
            reasons += self._failing(action)(action.condition, inner, action.target)
        return [self._in_short(action, reason) for reason in reasons]

    def _in_short(self, action: ActionDef, reason: TraceLine) -> TraceLine:
        """A reason with the packs' short sentence: `not.ACTION.VALUE` for a value that is wrong, `not.ACTION.target`."""
        values = reason.args.get("values", {})
        about = "target" if reason.key == "not.target" else next(iter(values), "")
        if not about:
            return reason
        short = self.writer.template(f"not.{action.name}.{about}", values, "", action.origin.owner.pack)
        return replace(reason, args={**reason.args, "short": short})

    def _limit(self, action: ActionDef, at: At) -> list[TraceLine]:
        limit = action.limit
        if limit is None:
            return []
        each = -1 if limit.each is None else self.evaluator(limit.each, at)
        if limit.each is not None and limit.each.type == TILE:
            each = self.evaluator.under(each)
        counted = together(self.g.code.program).get(action, [action])
        used = sum(self.g.used.get((one.index, at.this, each), 0) for one in counted)
        times = self.evaluator(limit.times, at)
        if used < times:
            return []
        word, apart = self.game.naming.word, ""
        often = word("once") if times == 1 else word("times", n=times)
        if limit.each:
            what = self.facts.of(limit.each, without(at, action.target))
            apart = word("for each", what=what)
        unit = self._named(limit.unit.name)
        args = {"used": used, "times": times, "unit": unit, "often": often, "apart": apart}
        return [self._said("not.limit", args, action.origin, limit.times.span)]

    def _failing(self, action: ActionDef) -> Failing:
        return Failing(self.evaluator, self.writer, action.origin.owner)

    # ── targets ──

    def _outside(self, action: ActionDef, options: t.TExpr, at: At, target: int) -> list[TraceLine]:
        """Why a target is not in the set of targets."""
        if isinstance(options, t.Filter):
            reasons = self._outside(action, options.members, at, target)
            return reasons + self._failing(action)(
                options.condition, at.bind(options.var, target), options.var
            )
        if target in members_of(options.type, self.evaluator(options, at)):
            return []
        kind = options.type.element
        args = {"target": self.writer.label(kind, target), "set": self.facts.of(options, at)}
        return [self._said("not.target", args, action.origin, options.span)]

    def _aimed_at_the_immune(self, action: ActionDef, at: At, target: int) -> list[TraceLine]:
        """The tiles of some peoples cannot target the regions of others."""
        assert action.target is not None  # noqa: S101 - only called for an action with targets
        of_region = action.target.type == REGION and target >= 0
        if not of_region or not self.evaluator.answers.shielded(at.me) >> target & 1:
            return []
        holder = self.writer.label(PEOPLE, region_cell(self.g, target, where.HOLDER))
        return [self._said("not.immune", {"people": holder}, action.origin)]

    def _anywhere(self, action: ActionDef, at: At) -> list[TraceLine]:
        """The reasons at all possible targets, each once, with the number of targets that it concerns."""
        assert action.target is not None  # noqa: S101 - only called for an action with targets
        grouped: dict[tuple[str, str], tuple[TraceLine, list[int]]] = {}
        candidates = list(self._candidates(action, at))
        for target in candidates:
            for reason in self._reasons(action, at, target):
                grouped.setdefault((reason.key, reason.place), (reason, []))[1].append(target)
        if not candidates:
            return [self._said("not.targets", {}, span=action.origin.span)]
        return [self._group(action, reason, targets, len(candidates)) for reason, targets in grouped.values()]

    def _group(self, action: ActionDef, reason: TraceLine, targets: list[int], total: int) -> TraceLine:
        assert action.target is not None  # noqa: S101
        ids = [self.game.naming.id_of(self.g, action.target.type, target) for target in targets]
        which = f" ({', '.join(map(str, ids))})" if len(ids) < total and len(ids) <= FEW else ""
        what = reason.args.get("general", reason.text)
        some = self.game.naming.word("some of", n=len(targets), all=total, which=which, what=what)
        text = some if total > 1 else reason.text
        args = {**reason.args, "targets": ids}
        return TraceLine(reason.key, args, text, span=reason.span, source=reason.source)

    def _candidates(self, action: ActionDef, at: At) -> Iterable[int]:
        options = action.options
        while isinstance(options, t.Filter):
            options = options.members
        return members_of(options.type, self.evaluator(options, at)) if options is not None else ()
