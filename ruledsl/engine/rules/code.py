"""What is known of a checked program before it is printed: tables, with what is known about each rule. Made by `ruledsl.compile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.check.typed.declarations import ActionDef, EventDef, TriggerDef
    from ruledsl.diagnostics import Span
    from ruledsl.engine.state.layout import Layout
    from ruledsl.packs.model import Tile

ANY, BEARER, OWNER, SITE, PIECE = range(5)
"""Whom or what a trigger is about: anything, its bearer, the bearer's owner, the region of its tile, a region where its piece lies."""

AROUND = ("after_event", "replace", "replaced")
"""The steps of procedure 0: what comes after an event, what may take its place, and that something has."""

SecretSlot = tuple[int, Any, tuple[tuple[str, int], ...]]
"""(a slot that hangs on secrets, what is there for those who may not know them, whose they are).

Of each the word is `me` for the bearer of the rule, `player` or `people` for whom another slot holds, or empty for who knows whom.
"""

Limited = tuple[int, int, Any]
"""What a limit counts apart: the action, the tile that brings it (-1: none), and what it is counted for (-1: for everything together)."""


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

    `replaceable` if there are rules that can take its place; `arity` is the number of its parameters, `ways` says how rules come by those that are
    tiles (empty if none is).
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
    ways: tuple[int, ...] = ()


@dataclass(slots=True)
class TriggerCode:
    """`piece` is the kind that brings it; `fits` says how the argument of its event that has the number `subject` must be tied to its bearer."""

    definition: TriggerDef
    proc: int
    piece: int
    moment: str
    fits: int
    subject: int


@dataclass(slots=True)
class ActionCode:
    """`aims` if it is aimed at regions; `arity` is the number of its phase's parameters.

    All that comes of the target of a `secret` one is that somebody remembers it in secret. `each` says how the rule comes by the tiles for which
    its limit counts apart (0: it counts for no tiles; -1: what it counts for hangs on secrets).
    """

    definition: ActionDef
    proc: int
    unit: int
    player_phase: bool
    aims: bool
    arity: int = 0
    secret: bool = False
    each: int = 0


@dataclass(slots=True)
class RuleCode:
    """A rule that changes a value or permission: `stratum` where it counts, `own` how `my` ties it to the bearer, `function` what it is called."""

    stratum: int
    own: str
    function: str


@dataclass(slots=True)
class Rules:
    """The rules that one tile, piece or pack brings: (what they are, what they are about, the rule, its stages).

    What they are is `values`, `forbids`, `permits`, `triggers` or `actions`.
    """

    entries: list[tuple[str, int, Any, frozenset[int] | None]] = field(default_factory=list)


class Run:
    """Something that is run: `runs` is what does that, as long as it is there (`native.backend.backend_of`)."""

    __slots__ = ("runs",)
    runs: object


@dataclass(slots=True)
class Code(Run):
    """Everything a state needs to run. Lists that are indexed by nouns end with the answer for `none` (-1).

    Lists about tiles hold every tile twice: as itself, and as the instance that it borrows, which has a number larger by `tile_count`.
    `bounds` are the least and the most that each memory of a number can hold. `immunity_dormant` when nobody is untouchable
    unless a tile in play says so. `awaited` are all kinds of pieces whose first appearance brings rules into play, `stand_ins` those that are
    race tokens. `backs` has for every kind of tile the kinds with the same back, those that hidden
    decks mix; `tile_slots` for every procedure the slots in which tiles are, with how it comes by them, `secret_slots` those that hang on secrets.
    `steps` says of a procedure how many it has, `offers` where its offers wait that go on until they are stopped, and where it goes on then.
    `wares` are pieces of packs that rules of a tile lay. Games of rules that are `noting` say which of them were used.
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
    defending: frozenset[int]
    rooted: frozenset[int]
    joining: tuple[int, ...]
    travelling: frozenset[int]
    backs: list[tuple[int, ...]]
    start: int
    reasons: list[str]
    steps: list[int] = field(default_factory=list)
    proc_names: list[str] = field(default_factory=list)
    pads: list[tuple[int, ...]] = field(default_factory=list)
    tile_slots: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    secret_slots: list[tuple[SecretSlot, ...]] = field(default_factory=list)
    choices: dict[tuple[int, int], ChoiceInfo] = field(default_factory=dict)
    offers: dict[int, dict[int, int]] = field(default_factory=dict)
    value_subjects: list[int] = field(default_factory=list)
    guarded: list[bool] = field(default_factory=list)
    events: list[EventCode] = field(default_factory=list)
    triggers: list[TriggerCode] = field(default_factory=list)
    actions: list[ActionCode] = field(default_factory=list)
    static_actions: dict[int, list[int]] = field(default_factory=dict)
    static_triggers: dict[int, tuple[list[int], list[int]]] = field(default_factory=dict)
    static_permits: dict[tuple[int, str], list[str]] = field(default_factory=dict)
    tile_rules: dict[int, Rules] = field(default_factory=dict)
    piece_rules: dict[int, Rules] = field(default_factory=dict)
    rules_of_tile: list[tuple[Rules, ...]] = field(default_factory=list)
    awaited: frozenset[int] = frozenset()
    noting: bool = False
