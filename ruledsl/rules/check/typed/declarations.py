"""The declarations of rule texts, each with its tree, its origin and its index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.vocabulary.types import PLAYER, TILE, set_of

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.typed.base import TBlock, TExpr, Var
    from ruledsl.rules.packs.model import Owner

__all__ = [
    "EVERY",
    "ActionDef",
    "DefineDef",
    "EventDef",
    "ForbidDef",
    "LimitDef",
    "MemoryDef",
    "ModifierDef",
    "Origin",
    "PermissionDef",
    "PermitDef",
    "TriggerDef",
    "ValueDef",
]

EVERY = "all"
"""The name after `despite` that covers every prohibition: no prohibition can have it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a rule comes from and when it is in force: its owner, its place, and the stages in which it runs (None: in every one)."""

    owner: Owner
    span: Span = field(repr=False)
    stages: frozenset[int] | None = None


@dataclass(eq=False, slots=True)
class MemoryDef:
    """A variable on a noun (`on` is the game's type for the table itself), cleared when the event `until` begins.

    `initial` is a number; for a set that is no bit set it is the empty tuple.
    """

    name: str
    index: int
    on: Type
    type: Type
    initial: Any
    until: EventDef | None
    secret: bool
    origin: Origin

    @property
    def is_hand(self) -> bool:
        """Is it a hand of cards: tiles that only their player sees, while everybody sees how many there are?"""
        return self.secret and self.on == PLAYER and self.type == set_of(TILE)


@dataclass(eq=False, slots=True)
class ValueDef:
    """A value: its base, and the victim of a modifier that lowers (or raises) it.

    A modifier that asks for the value that it changes hears the `bare` one, which lacks all such modifiers. That is a value of its own, with
    the same name, and has no index (-1) where no rule asks for it; `whole` is the value that it belongs to.
    """

    name: str
    index: int
    params: list[Var]
    preps: list[str]
    type: Type
    base: TExpr
    against: TExpr | None
    lower: bool
    origin: Origin
    modifiers: list[ModifierDef] = field(default_factory=list)
    bare: ValueDef | None = None
    whole: ValueDef | None = None

    @property
    def asked_bare(self) -> ValueDef | None:
        """The bare value, if a rule asks for it."""
        return self.bare if self.bare is not None and self.bare.index >= 0 else None


@dataclass(eq=False, slots=True)
class DefineDef:
    """A definition; calls of it never form a cycle."""

    name: str
    index: int
    params: list[Var]
    preps: list[str]
    type: Type
    body: TExpr
    is_predicate: bool
    origin: Origin


@dataclass(eq=False, slots=True)
class PermissionDef:
    """A permission with its prohibitions; `despites` are the sets of them that rules ignore.

    `action` is the one that needs it, if no pack declares the permission itself.
    """

    name: str
    index: int
    params: list[Var]
    preps: list[str]
    origin: Origin
    forbids: list[ForbidDef] = field(default_factory=list)
    permits: list[PermitDef] = field(default_factory=list)
    despites: list[tuple[str, ...]] = field(default_factory=list)
    action: ActionDef | None = None


@dataclass(eq=False, slots=True)
class EventDef:
    """An event or a phase; a phase has its event's parameters and is raised by its event's body."""

    name: str
    index: int
    params: list[Var]
    preps: list[str]
    body: TBlock
    origin: Origin
    parent: EventDef | None = None
    phases: list[EventDef] = field(default_factory=list)
    offers: bool = False
    action: ActionDef | None = None
    triggers: list[TriggerDef] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ModifierDef:
    """A modifier; `subject` is the parameter that `my` or `here` binds to the bearer (None: everybody). Does it ask for its own value?"""

    value: ValueDef
    index: int
    scope: str
    subject: int | None
    op: str
    change: TExpr
    condition: TExpr | None
    origin: Origin
    asks_itself: bool = False


@dataclass(eq=False, slots=True)
class TriggerDef:
    """A trigger or replacement (`moment` is `before`, `after` or `instead`)."""

    event: EventDef
    index: int
    moment: str
    scope: str
    subject: int | None
    condition: TExpr | None
    body: TBlock
    origin: Origin


@dataclass(eq=False, slots=True)
class ForbidDef:
    """A named prohibition."""

    permission: PermissionDef
    index: int
    reason: str
    scope: str
    subject: int | None
    condition: TExpr | None
    origin: Origin

    def falls_under(self, *despite: str) -> bool:
        """Does it have one of these names? `EVERY` covers all prohibitions."""
        return self.reason in despite or EVERY in despite


@dataclass(eq=False, slots=True)
class PermitDef:
    """Lifts the prohibition `reason`, or all of them (`EVERY`)."""

    permission: PermissionDef
    index: int
    reason: str
    scope: str
    subject: int | None
    condition: TExpr | None
    origin: Origin


@dataclass(eq=False, slots=True)
class LimitDef:
    """How often an action may be taken before the event `unit` begins again, counted separately for each value of `each`.

    `along` names the action of the same tile that is counted together with it, and `along_span` is where; empty for none.
    """

    times: TExpr
    unit: EventDef
    each: TExpr | None
    along: str = ""
    along_span: Span | None = None


@dataclass(eq=False, slots=True)
class ActionDef:
    """An action of a phase; `target` is bound to each of `options` in turn.

    `by` is the player or people that may take it, if not the people that has the tile; `condition` then begins with a comparison with it.

    The name of a `shared` one is ambiguous: others have the same name, or there are several copies of its tile. `bringer` is the tile
    that brings it (for a piece that no tile brings, the piece); for an action of a pack itself it is empty, or the pack if others have
    the same name. `watched` is the event of taking it, if rules await or replace that, `permission` what it needs, if rules forbid it;
    `event` and `leave` are these two once they have been made.
    """

    name: str
    index: int
    phase: EventDef
    target: Var | None
    options: TExpr | None
    condition: TExpr | None
    limit: LimitDef | None
    body: TBlock
    origin: Origin
    bringer: str
    shared: bool = False
    watched: EventDef | None = None
    permission: PermissionDef | None = None
    event: EventDef | None = None
    leave: PermissionDef | None = None
    by: TExpr | None = None

    @property
    def does(self) -> TBlock:
        """Its effects, whether rules await it or not."""
        return self.watched.body if self.watched is not None else self.body

    @property
    def params(self) -> list[Var]:
        """Its parameters: those of its phase, and its target."""
        return [*self.phase.params, *([self.target] if self.target is not None else [])]
