"""Checks whether a saved state is possible under these rules, completely before any of it is used.

Numbers have bounds, nouns exist, lists have their lengths, frames are at a place in a procedure with the right number of slots. Redundant parts
(who stands where, which deck a tile is in, who is alive) must agree. Whether play can reach the state is another question, which a replay
answers. This check is for states without a replay: the beginning of a sampled game, and loading with `replay=False`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.frames import SLOTS
from ruledsl.engine.state.keys import ON_TILE, in_hand, in_region, on_tile
from ruledsl.engine.state.limits import DEEPEST, MOST_PEOPLES
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.language.vocabulary.types import FLAG, NUMBER, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.play.positions.validation.values import Nouns, items, need, pairs, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code
    from ruledsl.rules.check.typed.declarations import MemoryDef

LIMITED = 3
TABLES = {
    "game", "players", "peoples", "regions", "tiles", "stock", "pieces", "held", "extra", "decks", "laid", "loaded", "used", "frames",
    "skip",
}  # fmt: skip


def check_state(code: Code, board: Board, seats: int, content: Any) -> None:
    """`GameError` for the first impossible thing in `content` (see `State.content`)."""
    need(isinstance(content, dict) and set(content) == TABLES, "its state has other parts than a state has")
    _Check(code, board, seats, content).everything()


class _Check:
    """One look at one state."""

    def __init__(self, code: Code, board: Board, seats: int, content: dict[str, Any]) -> None:
        self.code = code
        self.board = board
        self.seats = seats
        self.content = content
        rows = items(content["peoples"], "the list of peoples")
        self.peoples = len(rows) // code.people_width - 1
        need(
            len(rows) % code.people_width == 0 and 0 <= self.peoples <= MOST_PEOPLES, "a people is not whole"
        )
        self.nouns = Nouns(code, board, seats, self.peoples)
        self.kinds = len(code.supplies)

    def everything(self) -> None:
        """Check everything; simple things first, since others rely on them."""
        self._game()
        self._rows(
            "players",
            PLAYER,
            self.seats,
            self.code.layout.player,
            (NUMBER, Type("people", is_set=True), NUMBER),
        )
        people = (PLAYER, TILE, TILE, Type("stage"), Type("region", is_set=True), NUMBER, NUMBER)
        self._rows("peoples", PEOPLE, self.peoples, self.code.layout.people, people)
        self._rows("regions", REGION, self.board.size, self.code.layout.region, (PEOPLE, NUMBER))
        self._tiles()
        self._pieces()
        self._decks()
        self._frames()
        self._agreement()

    def _cells(self, noun: Type, cells: list[Any], fixed: Iterable[Type], what: str) -> None:
        for value, kind in zip(cells, fixed, strict=False):
            self.nouns.one(kind, value, what)
        for memory in self.code.program.memories:
            if memory.on == noun:
                self._memory(memory, cells[self.code.layout.cells[memory.index]])

    def _memory(self, memory: MemoryDef, value: Any) -> None:
        self.nouns.one(memory.type, value, f"`{memory.name}`")
        if memory.type == NUMBER:
            whole(value, *self.code.bounds[memory.index], f"`{memory.name}`")

    def _game(self) -> None:
        cells = items(self.content["game"], "the table", len(self.code.layout.game))
        whole(cells[at.ROUND], 1, self.board.rounds + 1, "the round")
        whole(cells[at.TURN_PLAYER], 0, self.seats - 1, "whose turn it is")
        whole(cells[at.SUPPLY], -LARGEST, LARGEST, "the supply of coins")
        whole(cells[at.RANDOM], 0, (1 << 64) - 1, "the state of chance")
        whole(cells[at.REVEALS], 0, LARGEST, "the count of what was revealed")
        whole(cells[at.LIVE], 0, (1 << self.peoples) - 1, "the set of the living")
        whole(cells[at.SEEN], 0, (1 << self.kinds) - 1, "the set of pieces that were seen")
        self._cells(Type("game"), cells, (), "the table")
        skip = items(self.content["skip"], "the phase to go to", 2)
        need(skip == [-1, -1], "it is on its way to a phase")

    def _rows(self, table: str, noun: Type, count: int, blank: list[int], fixed: tuple[Type, ...]) -> None:
        width = len(blank)
        cells = items(self.content[table], table, (count + 1) * width)
        for row in range(count):
            self._cells(noun, cells[row * width : (row + 1) * width], fixed, f"a number in {table}")
        end = [tuple(cell) if isinstance(cell, list) else cell for cell in cells[count * width :]]
        need(end == blank, f"the end of {table} was written to")

    def _tiles(self) -> None:
        width = self.code.tile_width
        kinds = {
            at.SITE: REGION,
            at.CONCEALED: FLAG,
            at.TILE_COINS: NUMBER,
            at.BORROWED: TILE,
            at.TRAY: NUMBER,
            at.ASIDE: NUMBER,
            at.HOME: Type("deck"),
        }
        cells = self.code.layout.cells
        memories = {cells[m.index]: m for m in self.code.program.memories if m.on == TILE}
        for key, value in pairs(self.content["tiles"], "the table of tiles"):
            whole(key, 0, 2 * self.code.tile_count * width - 1, "a tile")
            if key % width in memories:
                self._memory(memories[key % width], value)
            else:
                self.nouns.one(kinds[key % width], value, "what is said of a tile")
            if key % width == at.TILE_COINS:
                whole(value, 0, LARGEST, "the coins on a tile")
            if key % width in (at.TRAY, at.ASIDE):
                whole(value, 0, self.code.trays[key // width], "the tokens of a tray")
            if key % width == at.BORROWED:
                whole(value, -1, self.code.tile_count - 1, "a borrowed tile")

    def _pieces(self) -> None:
        for count in items(self.content["stock"], "the box", self.kinds):
            whole(count, 0, LARGEST, "the stock of a piece")
        for key, count in pairs(self.content["pieces"], "the table of pieces"):
            kind, region = in_region(key)
            need(0 <= kind < self.kinds and region < self.board.size, "a piece lies nowhere")
            whole(count, 1, LARGEST, "the count of a piece")
        for key, count in pairs(self.content["held"], "the pieces in hand"):
            kind, hand = in_hand(key)
            holders = self.seats if hand & 1 else self.peoples
            known = on_tile(hand) < self.code.tile_count if hand & ON_TILE else hand >> 1 < holders
            need(
                0 <= kind < self.kinds and known and (hand & 1 == 1 or not hand & ON_TILE),
                "a piece is in nobody's hand",
            )
            whole(count, 1, LARGEST, "the count of a piece")
        for key, count in pairs(self.content["extra"], "the further occupants"):
            people, region = in_region(key)
            need(0 <= people < self.peoples and region < self.board.size, "somebody stands nowhere")
            whole(count, 1, LARGEST, "a count of tokens")

    def _decks(self) -> None:
        placed: list[int] = []
        decks = items(self.content["decks"], "the decks", len(self.code.decks))
        for deck in (*decks, self.content["laid"]):
            tiles = items(deck, "a deck")
            placed += [whole(tile, 0, self.code.tile_count - 1, "a tile in a deck") for tile in tiles]
        need(len(set(placed)) == len(placed), "a tile is in two places")
        faces = [face for die in self.code.dice for face in die]
        for face in items(self.content["loaded"], "the dice to come"):
            need(type(face) is int and face in faces, "a die has no such face")
        self._limits()

    def _limits(self) -> None:
        for entry in items(self.content["used"], "the actions taken"):
            key, count = items(entry, "an action taken", 2)
            index, tile, each = items(key, "an action taken", LIMITED)
            limit = self.code.actions[
                whole(index, 0, len(self.code.actions) - 1, "an action")
            ].definition.limit
            need(limit is not None, "an action is counted that has no limit")
            self.nouns.one(TILE, tile, "the tile of an action")
            kind = limit.each.type if limit is not None and limit.each is not None else NUMBER
            self.nouns.one(kind, each, "what an action is counted for")
            whole(count, 1, LARGEST, "how often an action was taken")

    # ── frames ──

    def _frames(self) -> None:
        frames = items(self.content["frames"], "the stack")
        need(len(frames) <= DEEPEST, "its stack is too deep")
        params = _params(self.code)
        for frame in frames:
            need(isinstance(frame, list) and len(frame) >= SLOTS, "a frame is not whole")
            number = whole(frame[0], 0, len(self.code.steps) - 1, "a procedure")
            whole(frame[1], 0, self.code.steps[number] - 1, "a step")
            for value, kind in zip(frame[2:SLOTS], (PEOPLE, REGION, TILE), strict=True):
                self.nouns.one(kind, value, "the bearer of a rule")
            self._slots(frame, params.get(number, ()), self.code.pads[number])
        need(not frames or tuple(frames[-1][:2]) in self.code.choices, "it does not stand at a choice")

    def _slots(self, frame: list[Any], params: tuple[Type, ...], pad: tuple[int, ...]) -> None:
        slots = frame[SLOTS:]
        if frame[0] == 0:
            need(bool(slots), "a frame is not whole")
            event = self.code.events[whole(slots[0], 0, len(self.code.events) - 1, "an event")]
            params, pad, slots = tuple(p.type for p in event.definition.params), (), slots[1:]
        need(len(slots) == len(params) + len(pad), "a frame has another number of slots")
        for value, kind in zip(slots, params, strict=False):
            self.nouns.one(kind, value, "a parameter")
        for value in slots[len(params) :]:
            self.nouns.anything(value, "a local")

    # ── redundant parts ──

    def _agreement(self) -> None:
        self._lands()
        self._living()
        self._places()

    def _lands(self) -> None:
        stands = [0] * self.peoples
        cells, width = self.content["regions"], self.code.region_width
        for region in range(self.board.size):
            holder, tokens = cells[region * width : region * width + 2]
            need(
                tokens >= 0 and (holder < 0) == (tokens == 0),
                "a region has tokens and no holder, or a holder and no tokens",
            )
            if holder >= 0:
                stands[holder] |= 1 << region
        for key, _ in self.content["extra"]:
            people, region = in_region(key)
            need(cells[region * width] not in (-1, people), "somebody stands beside nobody")
            stands[people] |= 1 << region
        rows, width = self.content["peoples"], self.code.people_width
        for people, mask in enumerate(stands):
            need(rows[people * width + at.LAND] == mask, "a people has other land than it stands on")
            need(rows[people * width + at.HAND] >= 0, "a hand holds less than nothing")
            for cell in (at.RACE, at.POWER):
                need(rows[people * width + cell] < self.code.tile_count, "a people has a borrowed tile")

    def _living(self) -> None:
        own = [0] * self.seats
        rows, width, alive = self.content["peoples"], self.code.people_width, self.content["game"][at.LIVE]
        for people in range(self.peoples):
            owner, stage = rows[people * width + at.OWNER], rows[people * width + at.STAGE]
            need(
                owner >= 0 and stage >= 0 and rows[people * width + at.RACE] >= 0,
                "a people has no owner, race or stage",
            )
            need((stage != self.code.last_stage) == bool(alive >> people & 1), "somebody gone is alive")
            if alive >> people & 1:
                own[owner] |= 1 << people
        cells, width = self.content["players"], self.code.player_width
        for player, mask in enumerate(own):
            need(cells[player * width + at.OWN] == mask, "a player owns other peoples than there are")
            need(cells[player * width] >= 0, "a player has less than no coins")

    def _places(self) -> None:
        table, width, count = (
            dict(map(tuple, self.content["tiles"])),
            self.code.tile_width,
            self.code.tile_count,
        )
        for number, deck in enumerate(self.content["decks"]):
            need(
                all(table.get(tile * width + at.HOME) == number for tile in deck),
                "a tile has another home than its deck",
            )
        homes = sum(1 for key, home in table.items() if key % width == at.HOME and home >= 0)
        need(homes == sum(map(len, self.content["decks"])), "a tile is not in its deck")
        sites = {
            key // width
            for key, site in table.items()
            if key % width == at.SITE and site >= 0 and key < count * width
        }
        need(sites == set(self.content["laid"]), "a tile lies where it does not")


def _params(code: Code) -> dict[int, tuple[Type, ...]]:
    """The types of the parameters of every procedure."""
    found = {event.proc: [p.type for p in event.definition.params] for event in code.events}
    found.update(
        {trigger.proc: [p.type for p in trigger.definition.event.params] for trigger in code.triggers}
    )
    for action in code.actions:
        target = [action.definition.target.type] if action.definition.target else []
        found[action.proc] = [p.type for p in action.definition.phase.params] + target
    return {number: tuple(types) for number, types in found.items()}
