"""The state of a game: flat lists of integers, cheap to copy, and only data that JSON can hold; its cells, its memories, and the first one of a game.

A cell lies at `index * width + cell`; `layout` names the cells. Only `positions.export`, `positions.validation` and `play.views`, which read whole
tables, repeat this arithmetic inline.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import in_region
from ruledsl.engine.state.rng import seeded
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import ChoiceInfo, Code, Limited
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.typed.declarations import MemoryDef
    from ruledsl.rules.packs.model import Composition

Frame = list[Any]
"""[procedure, place in it, me, here, this, slots …]: integers, and lists of integers for the rest of a loop."""

SLOTS: Final = 5
"""The first slot of a frame."""

PAUSING: Final = 1 << 32
"""`State.skip` exceeds an event by this much while the game runs to a pause at that event."""

STOP = (-1, -1, -1, -1, -1)
"""The option of an offer that ends it."""


class PendingChoice:
    """The choice that a state waits for: it follows from the top frame and is never saved. `options` are integers or action options."""

    __slots__ = ("info", "options", "player")

    def __init__(self, info: ChoiceInfo, player: int, options: list[Any]) -> None:
        self.info = info
        self.player = player
        self.options = options

    @property
    def kind(self) -> str:
        """The kind of choice: one of many, one or none, yes or no, or an action."""
        return self.info.kind

    @property
    def place(self) -> tuple[int, int]:
        """The procedure that asks, and its step."""
        return self.info.place


class ForcedChoice(NamedTuple):
    """A choice that made itself, having at most one option: the question, and the length of the log at that time."""

    choice: PendingChoice
    logged: int


class State:
    """The state of one game.

    The fields in capitals are lists of rows, see `layout`; `loaded` are the faces of the next rolls;
    `forced` are the choices that made themselves, if they are recorded; `skip` and `acting` say where it advances to (`PAUSING`).
    """

    __slots__ = (
        "G",
        "P",
        "R",
        "T",
        "Y",
        "acting",
        "board",
        "code",
        "decks",
        "extra",
        "forced",
        "frames",
        "held",
        "journal",
        "kmask",
        "laid",
        "loaded",
        "on",
        "pending",
        "seats",
        "skip",
        "stock",
        "used",
    )

    def __init__(self, code: Code, board: Board, seats: int) -> None:
        layout = code.layout
        self.code = code
        self.board = board
        self.seats = seats
        self.G: list[int] = list(layout.game)
        self.Y: list[int] = layout.player * (seats + 1)
        self.P: list[int] = list(layout.people)
        self.R: list[int] = layout.region * (board.size + 1)
        self.T: dict[int, int] = {}
        self.stock: list[int] = list(code.supplies)
        self.on: dict[int, int] = {}
        self.kmask: list[int] = [0] * len(code.supplies)
        self.held: dict[int, int] = {}
        self.extra: dict[int, int] = {}
        self.decks: list[list[int]] = [[] for _ in code.decks]
        self.laid: list[int] = []
        self.used: dict[Limited, int] = {}
        self.loaded: list[int] = []
        self.frames: list[Frame] = []
        self.journal: list[tuple[int, ...]] | None = []
        self.pending: PendingChoice | None = None
        self.forced: list[ForcedChoice] | None = None
        self.skip = -1
        self.acting = -1

    def copy(self) -> State:
        """An independent copy, without a journal."""
        new = object.__new__(State)
        new.code, new.board, new.seats = self.code, self.board, self.seats
        new.G, new.Y, new.P, new.R = self.G.copy(), self.Y.copy(), self.P.copy(), self.R.copy()
        new.T, new.stock, new.on, new.kmask = (
            self.T.copy(),
            self.stock.copy(),
            self.on.copy(),
            self.kmask.copy(),
        )
        new.held, new.extra, new.used = self.held.copy(), self.extra.copy(), self.used.copy()
        new.decks = [deck.copy() for deck in self.decks]
        new.laid, new.loaded = self.laid.copy(), self.loaded.copy()
        new.frames = [frame.copy() for frame in self.frames]
        new.journal = new.forced = None
        new.pending = self.pending
        new.skip, new.acting = self.skip, self.acting
        return new

    def copy_with_journal(self) -> State:
        """An independent copy, with its own journal."""
        new = self.copy()
        new.journal = None if self.journal is None else self.journal.copy()
        return new

    @property
    def handle(self) -> Any:
        """The handle of the game, if a machine of this thread holds this state now."""
        return None

    @property
    def people_count(self) -> int:
        """Peoples founded so far."""
        return len(self.P) // self.code.people_width - 1

    def content(self) -> dict[str, Any]:
        """The whole state as plain data: equal for equal states. Dictionaries are sorted by key."""
        return {
            "game": self.G,
            "players": self.Y,
            "peoples": self.P,
            "regions": self.R,
            "tiles": sorted(entry for entry in self.T.items() if self._differs(*entry)),
            "stock": self.stock,
            "pieces": sorted(self.on.items()),
            "held": sorted(self.held.items()),
            "extra": sorted(self.extra.items()),
            "decks": self.decks,
            "laid": self.laid,
            "loaded": self.loaded,
            "used": sorted(self.used.items()),
            "frames": self.frames,
            "skip": [self.skip, self.acting],
        }

    def _differs(self, key: int, value: Any) -> bool:
        """Does a cell of a tile differ from its initial value?"""
        tile, cell = divmod(key, self.code.tile_width)
        return bool(value != (self.code.trays[tile] if cell == at.TRAY else self.code.layout.tile[cell]))

    @classmethod
    def from_content(cls, code: Code, board: Board, seats: int, content: dict[str, Any]) -> State:
        """The state that `content` describes. Checks only its shape: whoever loads a save checks the rest."""
        state = cls(code, board, seats)
        state.G, state.Y = list(content["game"]), list(content["players"])
        state.P, state.R = list(content["peoples"]), list(content["regions"])
        state.T = dict(content["tiles"])
        state.stock = list(content["stock"])
        state.on = {int(k): int(v) for k, v in content["pieces"]}
        for key, count in state.on.items():
            if count:
                kind, region = in_region(key)
                state.kmask[kind] |= 1 << region
        state.held = {int(k): int(v) for k, v in content["held"]}
        state.extra = {int(k): int(v) for k, v in content["extra"]}
        state.decks = [list(deck) for deck in content["decks"]]
        state.laid, state.loaded = list(content["laid"]), list(content["loaded"])
        state.used = dict(content["used"])
        state.frames = [list(frame) for frame in content["frames"]]
        state.skip, state.acting = content["skip"]
        return state


def acting(g: State) -> int:
    """The people for which somebody is asked: the bearer of the rule that asks, or the people whose event is running; -1 for none."""
    events = {event.proc: event.people_param for event in g.code.events}
    for frame in reversed(g.frames):
        if frame[2] >= 0:
            return int(frame[2])
        place = events.get(frame[0], -1)
        if place >= 0:
            return int(frame[SLOTS + place])
    return -1


# ── its beginning ──


def first_decks(composition: Composition) -> list[int]:
    """The deck that each tile starts in, -1 for none: if there are several, one of its own pack, else one of a pack that its pack builds on."""
    packs = {pack.id: pack for pack in composition.packs}
    origin = {deck: pack.id for pack in composition.packs for deck in pack.decks}
    dealing = [(place, deck) for place, deck in enumerate(composition.decks.values()) if deck.deals]
    decks = []
    for tile in composition.tiles.values():
        near = (tile.pack, *packs[tile.pack].requires)
        fitting = [(place, origin[deck.id]) for place, deck in dealing if tile.kind in deck.kinds]
        fitting.sort(key=lambda entry: near.index(entry[1]) if entry[1] in near else len(near))
        decks.append(fitting[0][0] if fitting else -1)
    return decks


def first_state(code: Code, board: Board, players: int, seed: int) -> State:
    """The initial state; `run` takes it to the first decision."""
    state = State(code, board, players)
    state.G[at.RANDOM] = seeded(seed)
    for tile, deck in enumerate(first_decks(code.program.composition)):
        if deck >= 0 and tile not in code.lenders:
            state.decks[deck].append(tile)
            state.T[tile_key(state, tile, at.HOME)] = deck
    if code.start >= 0:
        start = code.events[code.start]
        state.frames.append([start.proc, 0, -1, -1, -1, *code.pads[start.proc]])
    return state


# ── cells of nouns ──


def player_cell(g: State, player: int, cell: int) -> int:
    """A number in the row of a player."""
    return g.Y[player * g.code.player_width + cell]


def people_cell(g: State, people: int, cell: int) -> int:
    """A number in the row of a people."""
    return g.P[people * g.code.people_width + cell]


def region_cell(g: State, region: int, cell: int) -> int:
    """A number in the row of a region."""
    return g.R[region * g.code.region_width + cell]


def tile_key(g: State, tile: int, cell: int) -> int:
    """The key of a cell of a tile (in `State.T`)."""
    return tile * g.code.tile_width + cell


def tile_cell(g: State, tile: int, cell: int) -> int:
    """The value of a tile's cell; until it is written, the initial value of all tiles. For the tray, use `tray_left`."""
    return g.T.get(tile_key(g, tile, cell), g.code.layout.tile[cell])


def tray_left(g: State, tile: int) -> int:
    """How many race tokens are left in the tray of a tile."""
    return g.T.get(tile_key(g, tile, at.TRAY), g.code.trays[tile])


def set_aside(g: State) -> dict[int, int]:
    """How many race tokens lie beside banners, by tile; only non-zero ones."""
    width = g.code.tile_width
    return {key // width: n for key, n in sorted(g.T.items()) if key % width == at.ASIDE and n}


# ── memories of nouns, by the definition of a memory; compiled rules read and write the cells directly ──


def rememberers(g: State, noun: Type) -> Iterable[int]:
    """All nouns that can remember something now; the table itself is 0."""
    name = noun.name
    if name == GAME.name:
        return (0,)
    if name == PLAYER.name:
        return range(g.seats)
    if name == PEOPLE.name:
        return bits(g.G[at.LIVE])
    return range(g.code.tile_count if name == TILE.name else g.board.size)


def remembered(g: State, memory: MemoryDef, noun: int) -> Any:
    """The value of a noun's memory."""
    if memory.on.name == TILE.name:
        return g.T.get(_memory_key(g, memory, noun), memory.initial)
    rows, width = _memory_rows(g, memory.on)
    return rows[noun * width + g.code.layout.cells[memory.index]]


def remember(g: State, memory: MemoryDef, noun: int, value: Any) -> None:
    """Change a noun's memory."""
    if memory.on.name == TILE.name:
        if value == memory.initial:
            g.T.pop(_memory_key(g, memory, noun), None)
        else:
            g.T[_memory_key(g, memory, noun)] = value
    else:
        rows, width = _memory_rows(g, memory.on)
        rows[noun * width + g.code.layout.cells[memory.index]] = value


def _memory_key(g: State, memory: MemoryDef, tile: int) -> int:
    return tile * g.code.tile_width + g.code.layout.cells[memory.index]


def _memory_rows(g: State, noun: Type) -> tuple[list[Any], int]:
    code, name = g.code, noun.name
    if name == GAME.name:
        return g.G, 0
    if name == PLAYER.name:
        return g.Y, code.player_width
    return (g.P, code.people_width) if name == PEOPLE.name else (g.R, code.region_width)


# ── as a line of text, equal for equal states on every machine ──


def line_of(content: Any) -> str:
    """Numbers (of `State.content`, of a journal) as JSON. Booleans become 1 and 0; rules may write either."""
    return json.dumps(content, separators=(",", ":")).replace("true", "1").replace("false", "0")


def hash_of(content: Any) -> str:
    """The hash of that line."""
    return hashlib.sha256(line_of(content).encode()).hexdigest()
