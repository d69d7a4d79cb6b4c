"""Facts about a checked program before it is printed: tables, with an entry for each rule. `ruledsl.engine.compile` builds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.store.remembering import Remembering

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.engine.state.layout import Layout
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ActionDef, EventDef, TriggerDef
    from ruledsl.rules.packs.model import Tile

ANY, BEARER, OWNER, SITE, PIECE = range(5)
"""The subject of a trigger: anything, its bearer, the bearer's owner, the region of its tile, a region where its piece lies."""

AROUND = ("after_event", "replace", "replaced")
"""The steps of procedure 0: after an event, where it may be replaced, and after its replacement."""

SecretSlot = tuple[int, Any, tuple[tuple[str, int], ...]]
"""(a slot that depends on secrets, its placeholder for those who may not know them, the owners).

An owner's word is `me` for the bearer of the rule, `player` or `people` for the one in another slot, or empty if the owner is open."""

Limited = tuple[int, int, Any]
"""The key of a limit: the action, the tile that brings it (-1: none), and the noun it counts for (-1: for everything together)."""


@dataclass(slots=True)
class ChoiceInfo:
    """A place where a procedure stops (procedure, step): the question, where the answer goes, and the step that follows.

    `tiles` if some options are tiles. The only effect of a `secret` choice is a secret memory.
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
    """`resets` are the memories that its beginning clears (by noun and initial value: cells); `reaches` are the phases that can occur in it.

    `replaceable` if rules can replace it; `arity` is the number of its parameters; `ways` tells for those that are tiles how rules obtain them
    (empty if none is).
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
    """`piece` is the kind that brings it; `fits` tells how the event's argument number `subject` must relate to its bearer."""

    definition: TriggerDef
    proc: int
    piece: int
    moment: str
    fits: int
    subject: int


@dataclass(slots=True)
class ActionCode:
    """`aims` if it has a region as its target; `arity` is the number of its phase's parameters.

    The only effect of the target of a `secret` action is a secret memory. `each` tells how the rule obtains the tiles for which its limit
    counts separately (0: it counts for no tiles; -1: its key depends on secrets).
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
    """A rule that changes a value or permission: `stratum` is its place, `own` how `my` relates it to the bearer, `function` its name."""

    stratum: int
    own: str
    function: str


@dataclass(slots=True)
class Rules:
    """The rules that one tile, piece or pack brings: (their sort, their subject, the rule, its stages).

    The sort is `values`, `forbids`, `permits`, `triggers` or `actions`.
    """

    entries: list[tuple[str, int, Any, frozenset[int] | None]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Code(Remembering):
    """Everything a state needs to run. Lists indexed by nouns end with the answer for `none` (-1).

    Lists about tiles contain every tile twice: as itself, and as the instance that it borrows, whose number is larger by `tile_count`.
    `bounds` are the smallest and largest value of each numeric memory. `immunity_dormant` if nobody is immune unless a tile in play says so.
    `awaited` are all kinds of pieces whose first appearance brings rules into play; `stand_ins` are those that are race tokens. `backs` has
    for every kind of tile the kinds with the same back, which hidden decks mix. `tile_slots` has for every procedure the slots that hold tiles,
    with the way it obtains them, and `secret_slots` those that depend on secrets. `steps` has the number of steps of a procedure; `offers` has
    the steps of its offers that repeat until they are stopped, and the steps that follow them. `wares` are pieces of packs that rules of a tile
    lay. `copies` has, for a kind of piece, borrowed instances and what each means by it. Games under rules that are `noting` record which rules
    were used.
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
    parts: list[int]
    brings: dict[int, tuple[int, ...]]
    brought_by: list[int]
    copies: dict[int, tuple[int, ...]]
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
