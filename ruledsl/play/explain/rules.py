"""Values, permissions and the rules in play, resolved one by one: each contribution is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol
from weakref import proxy

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.engine.state import layout as where
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.state import people_cell, tile_cell
from ruledsl.language.vocabulary.limits import saturated
from ruledsl.language.vocabulary.types import (
    NUMBER,
    PEOPLE,
    PLAYER,
    REGION,
    STRATA,
    TILE,
    Type,
    compared,
    set_of,
)
from ruledsl.rules.check.typed.declarations import ModifierDef, PermissionDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.engine.machines.questions import Questions
    from ruledsl.engine.state.state import State
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed import TExpr, Var
    from ruledsl.rules.check.typed.declarations import ForbidDef, Origin, PermitDef
    from ruledsl.rules.packs.model import Owner

ORDER = sorted({stratum.order for stratum in STRATA.values()})


@dataclass(frozen=True, slots=True)
class Bearer:
    """The bearer of the rules of `tile` or `piece`: a people, at a region, as the instance `this` (all -1: the game itself).

    `acting` says that it works as if its people were in the first stage.
    """

    tile: str = ""
    piece: str = ""
    me: int = -1
    here: int = -1
    this: int = -1
    acting: bool = False

    @property
    def owned(self) -> tuple[str, str]:
        """What brings its rules (`owned`)."""
        return owned(self)

    def fits(self, g: State, origin: Origin) -> bool:
        """Is a rule in force in its stage?"""
        stage = 0 if self.acting else people_cell(g, self.me, where.STAGE)
        return origin.stages is None or stage in origin.stages

    def runs(self, g: State, origin: Origin) -> bool:
        """Is it one of its rules, and in force?"""
        return owned(origin.owner) == self.owned and self.fits(g, origin)


def owned(by: Bearer | Owner) -> tuple[str, str]:
    """What brings a rule: a piece, whichever tile it comes with, or else a tile, or (both empty) a pack."""
    return ("", by.piece) if by.piece else (by.tile, "")


GAME = Bearer()
"""The bearer of rules of packs."""


@dataclass(frozen=True, slots=True)
class At:
    """The context of an expression: its variables and its bearer."""

    env: dict[Var, Any] = field(default_factory=dict)
    me: int = -1
    here: int = -1
    this: int = -1

    @classmethod
    def of(cls, params: list[Var], args: tuple[Any, ...], bearer: Bearer | None = None) -> At:
        """Parameters with their arguments, in a rule of `bearer`."""
        env = dict(zip(params, args, strict=True))
        return cls(env, bearer.me, bearer.here, bearer.this) if bearer else cls(env)

    def bind(self, var: Var, value: Any) -> At:
        """With one more variable."""
        return At({**self.env, var: value}, self.me, self.here, self.this)


@dataclass(slots=True)
class Step:
    """The effect of one modifier: `change` with its sign and for all pieces of its kind, the answer before and after it."""

    modifier: ModifierDef
    bearer: Bearer
    change: Any
    count: int
    before: Any
    after: Any
    immune: bool


@dataclass(slots=True)
class Answer:
    """A value with everything that contributed to it."""

    value: ValueDef
    args: tuple[Any, ...]
    base: Any
    steps: list[Step]
    result: Any


@dataclass(slots=True)
class Ban:
    """A prohibition that applies, and the permits that lift it."""

    rule: ForbidDef
    bearer: Bearer
    lifted: list[tuple[PermitDef, Bearer]] = field(default_factory=list)


@dataclass(slots=True)
class Verdict:
    """A permission with every prohibition that applies."""

    permission: PermissionDef
    args: tuple[Any, ...]
    sure: bool
    bans: list[Ban]

    @property
    def standing(self) -> list[Ban]:
        """The prohibitions that no permit lifts."""
        return [ban for ban in self.bans if not ban.lifted]

    @property
    def allowed(self) -> bool:
        """Is it allowed?"""
        return self.sure and not self.standing


def bearers(ask: Questions) -> list[Bearer]:
    """Every tile and piece in play: those of peoples in order, then those on the map, then pieces of the packs."""
    in_play: list[Bearer] = []
    g, code = ask.g, ask.g.code
    for people in bits(g.G[where.LIVE]):
        row = people * code.people_width
        for tile in (g.P[row + where.RACE], g.P[row + where.POWER]):
            if tile >= 0:
                in_play += _tile(ask, tile, people, -1)
    for tile in g.laid:
        if not tile_cell(g, tile, where.CONCEALED):
            region = max(-1, tile_cell(g, tile, where.SITE))
            in_play += _tile(ask, tile, ask("bearer_of_laid", tile), region)
    pieces = code.program.composition.pieces
    for index, (piece, entry) in enumerate(pieces.items()):
        if not entry.tile and g.G[where.SEEN] >> index & 1:
            in_play.append(Bearer(piece=piece))
    return in_play


def _tile(ask: Questions, tile: int, me: int, here: int) -> Iterator[Bearer]:
    """A tile, the pieces it brings, and the tile it has borrowed, with the pieces of that one if it is what brings them; none if it is silent."""
    g = ask.g
    if ask("silent", tile):
        return
    acting = bool(ask("as_if_active", tile))
    yield Bearer(_printed(g, tile), "", me, here, tile, acting)
    yield from _pieces(g, tile, Bearer("", "", me, here, tile, acting))
    lent = tile_cell(g, tile, where.BORROWED)
    if lent >= 0:
        this = g.code.tile_count + tile
        site = tile_cell(g, this, where.SITE)
        yield Bearer(_printed(g, lent), "", me, site, this, acting)
        if ask("lends_pieces", tile):
            yield from _pieces(g, lent, Bearer("", "", me, site, this, acting))


def _pieces(g: State, tile: int, bearer: Bearer) -> Iterator[Bearer]:
    """The pieces of a tile, for a bearer."""
    program = g.code.program
    for piece, entry in program.composition.pieces.items():
        if entry.tile == program.tiles[tile] and not entry.copied_by:
            yield replace(bearer, tile=entry.tile, piece=piece)


def _printed(g: State, tile: int) -> str:
    """The entry with the rules of a tile: a copy has those of its original."""
    key = g.code.program.tiles[tile]
    return g.code.program.composition.tiles[key].copy_of or key


def clamped(kind: Type, answer: Any) -> Any:
    """A value to pass on: numbers are saturated."""
    return saturated(answer) if kind == NUMBER else answer


class Evaluating(Protocol):
    """The evaluator of expressions, as far as it is needed here (`evaluator`)."""

    g: State
    program: Program
    ask: Questions

    def __call__(self, node: TExpr, at: At) -> Any:
        """The value of an expression."""


class Answers:
    """The values and permissions of one state, each computed once."""

    def __init__(self, evaluator: Evaluating) -> None:
        # The owner of these answers refers to them: a cycle would keep a whole state alive until garbage collection.
        self.evaluator: Evaluating = proxy(evaluator)
        self.g = evaluator.g
        self.program = evaluator.program
        self.immunity = self.program.value(self.program.composition.roles.get("immunity", ""))
        self.bearers = bearers(evaluator.ask)
        self._brought: dict[int, dict[tuple[str, str], list[ModifierDef]]] = {}
        self._values: dict[tuple[int, tuple[Any, ...]], Answer] = {}
        self._verdicts: dict[tuple[int, tuple[Any, ...]], Verdict] = {}

    def running(self, origin: Origin) -> list[Bearer]:
        """The bearers of a rule now: the game for a rule of a pack, otherwise everybody in play who brings it and is in its stage."""
        if not origin.owner.tile and not origin.owner.piece:
            return [GAME]
        return [bearer for bearer in self.bearers if bearer.runs(self.g, origin)]

    # ── values ──

    def value(self, value: ValueDef, args: tuple[Any, ...]) -> Answer:
        """A value for some arguments."""
        key = (value.index, args)
        if key not in self._values:
            self._values[key] = self._resolve(value, args)
        return self._values[key]

    def spared(self, value: ValueDef, args: tuple[Any, ...], kind: Type, source: int) -> Answer:
        """A value as if a tile, or a kind of pieces, did nothing to it."""

        def does(bearer: Bearer) -> bool:
            if kind == TILE:
                return bearer.this in (source, self.g.code.tile_count + source)
            piece = bearer.piece
            return bool(piece) and self.own_kind(self.program.pieces.index(piece), bearer.this) == source

        return self._resolve(value, args, does)

    def _resolve(
        self, value: ValueDef, args: tuple[Any, ...], left_out: Callable[[Bearer], bool] = lambda _: False
    ) -> Answer:
        now = base = self.evaluator(value.base, At.of(value.params, args, GAME))
        steps: list[Step] = []
        entries = sorted(self._entries(value), key=lambda entry: ORDER.index(STRATA[entry[0].op].order))
        for modifier, bearer in entries:
            if not left_out(bearer) and self._applies(modifier, value.params, args, bearer):
                steps.append(self._step(modifier, bearer, args, now))
                now = steps[-1].after
        return Answer(value, args, base, steps, clamped(value.type, now))

    def _entries(self, value: ValueDef) -> list[tuple[ModifierDef, Bearer]]:
        """The modifiers in play: those of packs, those for everybody, those for their own bearer, those of the contents of the region."""
        general: list[tuple[ModifierDef, Bearer]] = []
        own: list[tuple[ModifierDef, Bearer]] = []
        lying: list[tuple[ModifierDef, Bearer]] = []
        brought = self._by_owner(value)
        fixed = [(modifier, GAME) for modifier in brought.get(GAME.owned, ())]
        for bearer in self.bearers:
            for modifier in brought.get(bearer.owned, ()):
                if bearer.fits(self.g, modifier.origin):
                    group = {"my": own, "here": lying if bearer.piece else general}.get(
                        modifier.scope, general
                    )
                    group.append((modifier, bearer))
        return [*fixed, *general, *own, *lying]

    def _by_owner(self, value: ValueDef) -> dict[tuple[str, str], list[ModifierDef]]:
        """The modifiers of a value by what brings them (`owned`)."""
        if value.index not in self._brought:
            self._brought[value.index] = {}
            for modifier in value.modifiers:
                self._brought[value.index].setdefault(owned(modifier.origin.owner), []).append(modifier)
        return self._brought[value.index]

    def _applies(self, rule: Any, params: list[Any], args: tuple[Any, ...], bearer: Bearer) -> bool:
        """Does the subject of a rule fit, and its condition hold?"""
        subject = rule.subject
        if subject is not None and not self._fits(rule, params[subject].type, args[subject], bearer):
            return False
        return rule.condition is None or bool(self.evaluator(rule.condition, At.of(params, args, bearer)))

    def _fits(self, rule: Any, kind: Any, subject: Any, bearer: Bearer) -> bool:
        if rule.scope == "my":
            mine = bearer.me if kind == PEOPLE else people_cell(self.g, bearer.me, where.OWNER)
            return bool(mine >= 0 and subject == mine)
        if bearer.piece:
            return self._lying(bearer, subject) > 0
        return bool(subject == bearer.here)

    def _lying(self, bearer: Bearer, region: int) -> int:
        kind = self.own_kind(self.program.pieces.index(bearer.piece), bearer.this)
        return int(self.evaluator.ask("pieces_in", kind, region))

    def own_kind(self, kind: int, this: int) -> int:
        """The kind of pieces that a rule of a tile means: in a copy, the copy's own."""
        return int(self.evaluator.ask("own_kind", kind, this)) if kind in self.g.code.copies else kind

    def _step(self, modifier: ModifierDef, bearer: Bearer, args: tuple[Any, ...], now: Any) -> Step:
        change = self.evaluator(modifier.change, At.of(modifier.value.params, args, bearer))
        stratum, count = STRATA[modifier.op], 1
        if stratum.adds:
            if bearer.piece and modifier.scope == "here" and modifier.subject is not None:
                count = self._lying(bearer, args[modifier.subject])
            change *= count
        hurts = bearer.me >= 0 and self._hurts(modifier, change, now)
        immune = hurts and self._immune(modifier.value, args, bearer.me)
        if modifier.op == "also" and modifier.value.type == set_of(REGION):
            within_reach = change & ~self.shielded(bearer.me)
            immune, change = immune or within_reach == 0 != change, within_reach
        after = now if immune else stratum.changed(now, change)
        shown = -change if stratum.by_sign < 0 else change
        return Step(modifier, bearer, shown, count, now, after, immune)

    def _hurts(self, modifier: ModifierDef, change: Any, now: Any) -> bool:
        """Does it hurt the victim that the value names?"""
        stratum = STRATA[modifier.op]
        turned = stratum.turned(lower=modifier.value.lower)
        if isinstance(turned, bool):
            return turned
        return compared(turned, change, now if stratum.neutral is None else stratum.neutral)

    def _immune(self, value: ValueDef, args: tuple[Any, ...], people: int) -> bool:
        """Is the victim immune to the rules of this people?"""
        immunity = self.immunity
        if immunity is None or value.against is None:
            return False
        victim = self.evaluator(value.against, At.of(value.params, args, GAME))
        return victim >= 0 and victim != people and bool(self.value(immunity, (victim, people)).result)

    def shielded(self, me: int) -> int:
        """The regions held by peoples that are immune to the tiles of this one."""
        immunity = self.immunity
        if immunity is None or me < 0:
            return 0
        regions = 0
        for people in bits(self.g.G[where.LIVE]):
            if people != me and self.value(immunity, (people, me)).result:
                regions |= self.evaluator.ask("land", people)
        return regions

    # ── permissions ──

    def verdict(self, permission: PermissionDef, args: tuple[Any, ...]) -> Verdict:
        """A permission for some arguments."""
        key = (permission.index, args)
        if key not in self._verdicts:
            self._verdicts[key] = self._judge(permission, args)
        return self._verdicts[key]

    def _judge(self, permission: PermissionDef, args: tuple[Any, ...]) -> Verdict:
        bans = [
            Ban(forbid, bearer, self._lifted(permission, forbid, args))
            for forbid in permission.forbids
            for bearer in self.running(forbid.origin)
            if self._applies(forbid, permission.params, args, bearer)
        ]
        return Verdict(permission, args, self._known(permission, args[0]), bans)

    def _known(self, permission: PermissionDef, subject: int) -> bool:
        kind = permission.params[0].type
        everything = self.evaluator.ask({REGION: "regions", PLAYER: "players", PEOPLE: "peoples"}[kind])
        return subject >= 0 and bool(everything >> subject & 1)

    def _lifted(
        self, permission: PermissionDef, forbid: ForbidDef, args: tuple[Any, ...]
    ) -> list[tuple[PermitDef, Bearer]]:
        return [
            (permit, bearer)
            for permit in permission.permits
            if forbid.falls_under(permit.reason)
            for bearer in self.running(permit.origin)
            if self._applies(permit, permission.params, args, bearer)
            if permission.params[0].type != REGION or not self._is_shielded(args[0], bearer)
        ]

    def _is_shielded(self, region: int, bearer: Bearer) -> bool:
        return region >= 0 and bool(self.shielded(bearer.me) >> region & 1)
