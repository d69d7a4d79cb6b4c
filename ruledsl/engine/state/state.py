"""The state of a game, read where its game lies; its cells, and its memories.

A cell lies at `index * width + cell`; `layout` names the cells. Only `positions.export`, `positions.validation` and `play.views`, which read whole
tables, repeat this arithmetic inline.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
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

STOP = (-1, -1, -1, -1, -1)
"""The option of an offer that ends it."""

PARTS = (
    *("G", "Y", "P", "R", "T", "stock", "kmask", "on", "held", "extra"),
    *("decks", "laid", "loaded", "used", "frames", "pending", "journal"),
)
"""The parts of a state: the fields of `State` that are read on demand."""

NOWHERE = [-1, -1]
"""What a saved state says of where it advances to: it stands at a choice, or at the end."""


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


class Source(Protocol):
    """Where a state is read."""

    @property
    def code(self) -> Code:
        """The rules."""

    @property
    def board(self) -> Board:
        """The map."""

    @property
    def seats(self) -> int:
        """The number of players."""

    def part(self, name: str) -> Any:
        """One of `PARTS`."""

    def machine(self) -> Any:
        """A machine of this thread in whose current block the state stands, for questions."""

    def packed(self) -> tuple[int, bytes]:
        """The words of its sets, and the state as a machine with such sets packs it."""

    def kept(self) -> Source:
        """A source that stays as it is and can be pickled."""


class State:
    """What lies on the table of one game at one moment. Each part is read where the game lies when somebody first asks for it; nobody changes it.

    The fields in capitals are lists of rows, see `layout`. `T` holds the cells of tiles that differ from the beginning; `on`, `held` and `extra` are
    counted by keys (`state.keys`); `loaded` are the faces of the next rolls; `journal` has the lines of the log.
    """

    __slots__ = ("board", "code", "seats", "source", *PARTS)

    G: list[int]
    Y: list[int]
    P: list[int]
    R: list[int]
    T: dict[int, int]
    stock: list[int]
    kmask: list[int]
    on: dict[int, int]
    held: dict[int, int]
    extra: dict[int, int]
    decks: list[list[int]]
    laid: list[int]
    loaded: list[int]
    used: dict[Limited, int]
    frames: list[Frame]
    pending: PendingChoice | None
    journal: list[tuple[Any, ...]]

    def __init__(self, source: Source) -> None:
        self.source = source
        self.code, self.board, self.seats = source.code, source.board, source.seats

    def __getattr__(self, name: str) -> Any:
        """Read a part at its first use."""
        if name not in PARTS:
            raise AttributeError(name)
        part = self.source.part(name)
        setattr(self, name, part)
        return part

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as it is now."""
        return State, (self.source.kept(),)

    @property
    def people_count(self) -> int:
        """Peoples founded so far."""
        return len(self.P) // self.code.people_width - 1

    def content(self) -> dict[str, Any]:
        """The whole state as plain data: equal for equal states. Tables are sorted by key."""
        return {
            "game": self.G,
            "players": self.Y,
            "peoples": self.P,
            "regions": self.R,
            "tiles": sorted(self.T.items()),
            "stock": self.stock,
            "pieces": sorted(self.on.items()),
            "held": sorted(self.held.items()),
            "extra": sorted(self.extra.items()),
            "decks": self.decks,
            "laid": self.laid,
            "loaded": self.loaded,
            "used": sorted(self.used.items()),
            "frames": self.frames,
            "skip": NOWHERE,
        }


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


# ── cells of nouns ──


def player_cell(g: State, player: int, cell: int) -> int:
    """A number in the row of a player."""
    return g.Y[player * g.code.player_width + cell]


def losers_of(g: State) -> frozenset[int]:
    """The players who have lost the game, whatever they have."""
    return frozenset(player for player in range(g.seats) if player_cell(g, player, at.LOST))


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


def with_people(g: State, people: int) -> list[int]:
    """The tiles that lie with a people, besides the two that name it; their site says so."""
    return [tile for tile in g.laid if tile_cell(g, tile, at.SITE) == -2 - people]


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


def digest_of(line: str) -> str:
    """The hash of such a line."""
    return hashlib.sha256(line.encode()).hexdigest()


def hash_of(content: Any) -> str:
    """The hash of its line."""
    return digest_of(line_of(content))
