"""The state of a game: flat lists of integers, cheap to copy, and only data that JSON can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.engine.state.keys import in_region
from ruledsl.engine.state.layout import TRAY

if TYPE_CHECKING:
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import ChoiceInfo, Code, Limited

Frame = list[Any]
"""[procedure, place in it, me, here, this, slots …]: integers, and lists of integers for the rest of a loop."""


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
    `forced` are the choices that made themselves, if they are recorded; `skip` and `acting` say where it advances to (`frames`).
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
        return bool(value != (self.code.trays[tile] if cell == TRAY else self.code.layout.tile[cell]))

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
