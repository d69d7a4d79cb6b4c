"""A compiled program as the engine runs it: tables of functions with what is known about each. Made by `ruledsl.compile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.dataclass import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

    from ruledsl.check.program import ActionDef, EventDef, Program, TriggerDef
    from ruledsl.diagnostics import Span
    from ruledsl.engine.state.layout import Layout
    from ruledsl.packs.model import Tile

    Step = Callable[..., bool | None]

ANY, BEARER, OWNER, SITE, PIECE = range(5)
"""Whom or what a trigger is about: anything, its bearer, the bearer's owner, the region of its tile, a region where its piece lies."""

AROUND = ("after_event", "replace", "replaced")
"""The steps of procedure 0: what comes after an event, what may take its place, and that something has."""

Watch = tuple[int, int, int]
"""Bits of events: those that some rules watch, those of them that have to run in frames for that, those that the other triggers lead to."""

SecretSlot = tuple[int, Any, tuple[tuple[str, int], ...]]
"""(a slot that hangs on secrets, what is there for those who may not know them, whose they are).

Of each the word is `me` for the bearer of the rule, `player` or `people` for whom another slot holds, or empty for who knows whom.
"""

Instance = tuple[Any, int, int, int]
"""(function or number of a rule, me, here, this)."""

UNWATCHED: Watch = (0, 0, 0)

Limited = tuple[int, int, Any]
"""What a limit counts apart: the action, the tile that brings it (-1: none), and what it is counted for (-1: for everything together)."""

__all__ = [
    "AROUND",
    "UNWATCHED",
    "ActionCode",
    "ChoiceInfo",
    "Code",
    "EventCode",
    "Force",
    "Instance",
    "Limited",
    "RuleCode",
    "Rules",
    "SecretSlot",
    "TriggerCode",
    "Watch",
    "both",
]


def both(one: Watch, other: Watch) -> Watch:
    """What two watch together."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@dataclass(slots=True)
class ChoiceInfo:
    """A place where a procedure stops (procedure, step): what is asked, where the answer goes, where it goes on.

    `tiles` if some options are tiles. All that comes of a `secret` choice is that somebody remembers it in secret.
    """

    place: tuple[int, int]
    kind: str
    name: str
    type: str
    span: Span
    owner: str
    slot: int
    after: int
    phase: int = -1
    tiles: bool = False
    secret: bool = False

    @property
    def pack(self) -> str:
        """The pack whose rule asks."""
        return self.owner.partition("/")[0]


@dataclass(slots=True)
class EventCode:
    """`resets` are the memories that its beginning clears (by noun and initial value: cells); `reaches` the phases that can come about in it.

    `is_watched` if rules of packs watch it, `replaceable` if there are rules that can take its place,
    `plain` if all that it does is what its body says; `arity` is the number of its parameters, `ways` says
    how rules come by those that are tiles (empty if none is).
    """

    definition: EventDef
    proc: int
    resets: dict[str, dict[Any, tuple[int, ...]]]
    is_phase: bool
    people_param: int
    empty: bool
    arity: int = 0
    has_after: bool = False
    replaceable: bool = False
    reaches: frozenset[int] = frozenset()
    unit: bool = False
    logged: bool = False
    is_watched: bool = False
    plain: bool = False
    ways: tuple[int, ...] = ()


@dataclass(slots=True)
class TriggerCode:
    """`applies` is asked only for replacements; other triggers check their condition when they run. `piece` is the kind that brings it.

    `fits` says how the argument of its event that has the number `subject` must be tied to its bearer. `direct` does the whole of it in one go,
    if that can be done.
    """

    definition: TriggerDef
    proc: int
    applies: Callable[..., Any] | None
    piece: int
    moment: str
    fits: int
    subject: int
    direct: Callable[..., None] | None = None


@dataclass(slots=True)
class ActionCode:
    """`targets` gives what the action can be aimed at now (one entry, -1, if it has no target); `aims` if these are regions.

    `direct` does the whole of it in one go when no event on its `way` has to run in frames; `arity` is the number of its phase's parameters.
    All that comes of the target of a `secret` one is that somebody remembers it in secret. `each` says how the rule comes by the tiles for which
    its limit counts apart (0: it counts for no tiles; -1: what it counts for hangs on secrets).
    """

    definition: ActionDef
    proc: int
    targets: Callable[..., Any]
    counted: Callable[..., int] | None
    unit: int
    player_phase: bool
    aims: bool
    arity: int = 0
    direct: Callable[..., None] | None = None
    way: int = 0
    secret: bool = False
    each: int = 0


@dataclass(slots=True)
class RuleCode:
    """A rule that changes a value or permission: `stratum` where it counts, `own` how `my` ties it to the bearer, `batch` for many regions."""

    stratum: int
    own: str
    fn: Callable[..., Any]
    batch: Callable[..., Any] | None = None


@dataclass(slots=True)
class Force:
    """The rules of one tile, piece or pack that are in force in one stage, by the value, permission, event or phase they are about.

    Triggers come with whether they are `after` their event.
    `about` has what they are about, for each part.
    """

    values: dict[int, list[RuleCode]] = field(default_factory=dict)
    forbids: dict[int, list[RuleCode]] = field(default_factory=dict)
    permits: dict[int, list[RuleCode]] = field(default_factory=dict)
    triggers: dict[int, list[tuple[int, bool]]] = field(default_factory=dict)
    actions: dict[int, list[int]] = field(default_factory=dict)
    about: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(slots=True)
class Rules:
    """The rules that one tile, piece or pack brings: (part of `Force`, what it is about, the rule, its stages).

    `watch` says which events they watch, at whatever stage.
    """

    entries: list[tuple[str, int, Any, frozenset[int] | None]] = field(default_factory=list)
    watch: Watch = UNWATCHED
    known: dict[int, Force | None] = field(default_factory=dict)

    def at(self, stage: int) -> Force | None:
        """Those in force at a stage; None if there are none."""
        if stage not in self.known:
            self.known[stage] = self._at(stage)
        return self.known[stage]

    def _at(self, stage: int) -> Force | None:
        found, some = Force(), False
        for part, place, rule, stages in self.entries:
            if stages is None or stage in stages:
                getattr(found, part).setdefault(place, []).append(rule)
                some = True
        parts = ("values", "forbids", "permits", "triggers", "actions")
        found.about = tuple((part, tuple(keys)) for part in parts if (keys := getattr(found, part)))
        return found if some else None


@dataclass(slots=True)
class Code:
    """Everything a state needs to run. Lists that are indexed by nouns end with the answer for `none` (-1).

    Lists about tiles hold every tile twice: as itself, and as the instance that it borrows, which has a number larger by `tile_count`.
    `bounds` are the least and the most that each memory of a number can hold. `immunity_dormant` when nobody is untouchable
    unless a tile in play says so. `piece_watches` has a bit for every event that a piece watches which no tile brings;
    `watch_guards` says which kinds of pieces have to be seen before rules of packs watch which events, `awaited` are all kinds whose first appearance
    brings rules into play. `fleeting` are the cells of tiles that some event clears. `stand_ins` are the kinds of pieces that are
    race tokens. `backs` has for every kind of tile the kinds with the same back, those that hidden
    decks mix; `tile_slots` for every procedure the slots in which tiles are, with how it comes by them, `secret_slots` those that hang on secrets.
    `offers` says of a procedure where its offers wait that go on until they are stopped, and where it goes on then.
    `wares` are pieces of packs that rules of a tile lay. `module` is where all the functions come from.
    """

    program: Program
    layout: Layout
    player_width: int
    people_width: int
    region_width: int
    tile_width: int
    supplies: list[int]
    decks: list[str]
    hidden: list[bool]
    dice: list[tuple[int, ...]]
    trays: list[int]
    brings: dict[int, tuple[int, ...]]
    brought_by: list[int]
    wares: dict[int, tuple[int, ...]]
    tiles_by_kind: dict[int, tuple[int, ...]]
    tile_kinds: list[int]
    tiles: tuple[Tile, ...]
    tile_count: int
    bounds: tuple[tuple[int, int], ...]
    lasting: frozenset[int]
    lenders: frozenset[int]
    stand_ins: tuple[int, ...]
    last_stage: int
    immunity: int
    immunity_dormant: bool
    rooted: frozenset[int]
    joining: tuple[int, ...]
    travelling: frozenset[int]
    backs: list[tuple[int, ...]]
    start: int
    reasons: list[str]
    procs: list[tuple[Step, ...]] = field(default_factory=list)
    proc_names: list[str] = field(default_factory=list)
    pads: list[tuple[int, ...]] = field(default_factory=list)
    tile_slots: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    secret_slots: list[tuple[SecretSlot, ...]] = field(default_factory=list)
    choices: dict[tuple[int, int], ChoiceInfo] = field(default_factory=dict)
    offers: dict[int, dict[int, int]] = field(default_factory=dict)
    values: list[Callable[..., Any]] = field(default_factory=list)
    value_subjects: list[int] = field(default_factory=list)
    guarded: list[bool] = field(default_factory=list)
    permissions: list[Callable[..., Any]] = field(default_factory=list)
    events: list[EventCode] = field(default_factory=list)
    triggers: list[TriggerCode] = field(default_factory=list)
    actions: list[ActionCode] = field(default_factory=list)
    static_actions: dict[int, list[int]] = field(default_factory=dict)
    static_triggers: dict[int, tuple[list[Instance], list[Instance]]] = field(default_factory=dict)
    static_permits: dict[tuple[int, str], list[Callable[..., int]]] = field(default_factory=dict)
    tile_rules: dict[int, Rules] = field(default_factory=dict)
    piece_rules: dict[int, Rules] = field(default_factory=dict)
    rules_of_tile: list[tuple[Rules, ...]] = field(default_factory=list)
    watches_of_tile: list[Watch] = field(default_factory=list)
    piece_watches: int = 0
    watch_guards: list[tuple[int, int]] = field(default_factory=list)
    module: CodeType | None = None
    awaited: frozenset[int] = frozenset()
    fleeting: frozenset[int] = frozenset()
