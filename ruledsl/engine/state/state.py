"""The state of a game: flat lists of integers, cheap to copy, and nothing that cannot be written as JSON.

`code` (the compiled program) and `board` are shared between copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.engine.state.keys import in_region
from ruledsl.engine.state.layout import TRAY

if TYPE_CHECKING:
    from ruledsl.engine.rules.code import ChoiceInfo, Code, Limited
    from ruledsl.engine.state.board import Board

Frame = list[Any]
"""[procedure, place in it, me, here, this, slots …]: integers, and lists of integers for the rest of a loop."""


class PendingChoice:
    """The choice a state waits at: it follows from the top frame and is never saved. `options` are integers or action options."""

    __slots__ = ("info", "options", "player")

    def __init__(self, info: ChoiceInfo, player: int, options: list[Any]) -> None:
        self.info = info
        self.player = player
        self.options = options

    @property
    def kind(self) -> str:
        """One of many, one or none, yes or no, or an action."""
        return self.info.kind

    @property
    def place(self) -> tuple[int, int]:
        """The procedure that asks, and its step."""
        return self.info.place


class ForcedChoice(NamedTuple):
    """A choice that made itself, having one answer (or none): what would have been asked, and how long the log was then."""

    choice: PendingChoice
    logged: int


class State:
    """One state of one game.

    The fields in capitals are lists of rows, see `layout`; `loaded` are faces that the next rolls will show;
    `forced` are the choices that made themselves, if anybody wants to know; `skip` and `acting` say where it winds to (`frames`).
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
        """Another state with the same content; neither sees what happens to the other. The copy keeps no journal."""
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
        """A copy that keeps one, with a journal of its own."""
        new = self.copy()
        new.journal = None if self.journal is None else self.journal.copy()
        return new

    @property
    def handle(self) -> Any:
        """Of the state of a game that a machine of this thread holds as it is now: that game, at hand."""
        return None

    @property
    def people_count(self) -> int:
        """How many peoples there have been."""
        return len(self.P) // self.code.people_width - 1

    def content(self) -> dict[str, Any]:
        """Everything the state consists of, as plain data: equal for equal states. Dictionaries are in the order of their keys."""
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
        """Does a cell of a tile hold something else than at the beginning?"""
        tile, cell = divmod(key, self.code.tile_width)
        return bool(value != (self.code.trays[tile] if cell == TRAY else self.code.layout.tile[cell]))

    @classmethod
    def from_content(cls, code: Code, board: Board, seats: int, content: dict[str, Any]) -> State:
        """The state that `content` describes. Only checked for its shape: a save is checked by who loads it."""
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
