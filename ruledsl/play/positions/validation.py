"""Checks whether a state is possible, before a save or a position is trusted."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.engine.small.kinds import COINS_MOVED, EVENT, MADE_ITSELF, OPTION_CHOSEN, ROLLED
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.hidden import Cover, is_cover
from ruledsl.engine.state.keys import ON_TILE, in_hand, in_region, on_tile
from ruledsl.engine.state.limits import DEEPEST, MOST_PEOPLES
from ruledsl.engine.state.state import SLOTS, STOP, State
from ruledsl.language.vocabulary.limits import LARGEST, MOST_MEMBERS
from ruledsl.language.vocabulary.types import (
    BIT_SETS,
    FLAG,
    NUMBER,
    PEOPLE,
    PLAYER,
    REGION,
    TILE,
    Type,
    set_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code
    from ruledsl.rules.check.typed.declarations import MemoryDef

# ── values ──────────────────────────────────────────────────────────────────────
# Checks of single values in a saved game, each of which passes or raises `GameError`.


PAIR = 2


def need(holds: bool, what: str) -> None:  # noqa: FBT001 - a statement that has to hold
    """`GameError` unless it holds."""
    if not holds:
        raise GameError("G021", f"This saved game is damaged: {what}.")


def whole(value: Any, least: int, most: int, what: str) -> int:
    """An integer within bounds."""
    need(is_whole(value) and least <= value <= most, f"{what} is not a whole number from {least} to {most}")
    return int(value)


def items(value: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    need(
        isinstance(value, list) and (length is None or len(value) == length),
        f"{what} has another length or is no list",
    )
    members: list[Any] = value
    return members


def pairs(value: Any, what: str) -> list[tuple[int, Any]]:
    """The entries of a table: pairs in ascending order of their keys."""
    entries = items(value, what)
    need(
        all(isinstance(pair, list) and len(pair) == PAIR and is_whole(pair[0]) for pair in entries),
        f"{what} is no table",
    )
    need(all(one[0] < other[0] for one, other in pairwise(entries)), f"{what} is not in order")
    return [(key, entry) for key, entry in entries]


class Nouns:
    """The sizes of all tables, and checks of values by type."""

    def __init__(self, code: Code, board: Board, seats: int, peoples: int) -> None:
        program = code.program
        self.counts = {
            "player": seats,
            "people": peoples,
            "region": board.size,
            "tile": 2 * code.tile_count,
            "piece": len(program.pieces),
            "trait": len(program.traits),
            "mode": len(program.modes),
            "way": len(program.ways),
            "stage": len(program.stages),
            "kind": len(program.kinds),
            "deck": len(program.decks),
            "die": len(program.dice),
        }

    def one(self, kind: Type, value: Any, what: str) -> None:
        """A value of a type; -1 is nobody."""
        if kind.is_set and kind.element in BIT_SETS:
            whole(value, 0, (1 << self.counts[kind.name]) - 1, what)
        elif kind.is_set:
            self._members(kind.element, items(value, what), what)
        elif kind == FLAG:
            need(
                (is_whole(value) or isinstance(value, bool)) and value in (0, 1),
                f"{what} is neither yes nor no",
            )
        elif kind == NUMBER or kind.name not in self.counts:
            whole(value, -LARGEST, LARGEST, what)
        else:
            whole(value, -1, self.counts[kind.name] - 1, what)

    def _members(self, kind: Type, members: list[Any], what: str) -> None:
        """A set that is no bit set: without nobody, and without duplicates."""
        for member in members:
            self.one(kind, member, what)
        need(kind == NUMBER or min(members, default=0) >= 0, f"{what} has nobody in it")
        need(len(set(members)) == len(members), f"{what} has something in it twice")
        need(kind != NUMBER or len(members) <= MOST_MEMBERS, f"{what} is too large")

    def anything(self, value: Any, what: str) -> None:
        """A local of a procedure, whose type is unknown: a number, or the rest of a loop."""
        if isinstance(value, list):
            for item in value:
                whole(item, -LARGEST, LARGEST, what)
        elif not isinstance(value, bool):
            masks = 1 << max(self.counts["region"], self.counts["people"], self.counts["player"])
            whole(value, -LARGEST, max(masks, LARGEST), what)


# ── counts ──────────────────────────────────────────────────────────────────────
# Checks the totals of coins, race tokens and pieces in a saved state: rules move them and never create or destroy any.


def check_counts(reference: State, content: dict[str, Any]) -> None:
    """`GameError` if a total differs between a state and the otherwise sound content of a later one."""
    then = reference.content()
    need(
        _coins(reference, content) == _coins(reference, then), "there are more or fewer coins than there were"
    )
    need(
        _pieces(reference, content) == _pieces(reference, then),
        "there are more or fewer pieces than the box held",
    )
    for now, before in zip(_tokens(reference, content), _tokens(reference, then), strict=True):
        need(now == before, "there are more or fewer tokens than a tray held")


def _coins(g: State, content: dict[str, Any]) -> int:
    """The coins of players, of tiles and of the supply, which may be negative: their sum is constant."""
    cell, width = at.TILE_COINS, g.code.tile_width
    purses = content["players"][at.COINS :: g.code.player_width]
    lying = (count for key, count in content["tiles"] if key % width == cell)
    return int(content["game"][at.SUPPLY] + sum(purses) + sum(lying))


def _pieces(g: State, content: dict[str, Any]) -> list[int]:
    """The pieces of every kind: in the box, on the map and in hands."""
    pieces = list(content["stock"])
    for key, count in content["pieces"]:
        pieces[in_region(key)[0]] += count
    for key, count in content["held"]:
        pieces[in_hand(key)[0]] += count
    return pieces[: len(g.code.supplies)]


def _tokens(g: State, content: dict[str, Any]) -> list[int]:
    """The tokens of every tile: in its tray, set aside, in hands and on the map, without stand-ins."""
    code, written = g.code, dict(content["tiles"])
    tokens = [
        written.get(tile * code.tile_width + at.TRAY, tray)
        + written.get(tile * code.tile_width + at.ASIDE, 0)
        for tile, tray in enumerate(code.trays[: code.tile_count])
    ]
    races = content["peoples"][at.RACE :: code.people_width]
    for people, hand in enumerate(content["peoples"][at.HAND :: code.people_width][:-1]):
        tokens[races[people]] += hand
    regions = content["regions"]
    for holder, count in zip(
        regions[:: code.region_width], regions[at.TOKENS :: code.region_width], strict=True
    ):
        if holder >= 0:
            tokens[races[holder]] += count
    for key, count in content["extra"]:
        tokens[races[in_region(key)[0]]] += count
    for people, count in _stand_ins(code, content):
        tokens[races[people]] -= count
    return tokens


def _stand_ins(code: Code, content: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Peoples with stand-ins, and their number: in regions that they hold, and in their hands."""
    holders = content["regions"][:: code.region_width]
    for key, count in content["pieces"]:
        kind, region = in_region(key)
        if kind in code.stand_ins and holders[region] >= 0:
            yield holders[region], count
    for key, count in content["held"]:
        kind, hand = in_hand(key)
        if kind in code.stand_ins and not hand & 1:
            yield hand >> 1, count


# ── journal ─────────────────────────────────────────────────────────────────────
# Checks whether the journal of a saved game is readable.


SHORTEST_CHOICE = 4
"""The player, the procedure, the step, and at least one number for the option."""


def check_journal(state: State, journal: Any) -> None:
    """`GameError` unless `journal.entries_of` can read all entries; the journal may be None."""
    if journal is not None:
        _Journal(state).entries(journal)


class _Journal:
    """Checks every entry."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.code = state.code
        self.nouns = Nouns(state.code, state.board, state.seats, state.people_count)

    def entries(self, journal: Any) -> None:
        """Check all entries."""
        readers = {
            COINS_MOVED: self._coins,
            ROLLED: self._roll,
            EVENT: self._event,
            OPTION_CHOSEN: self._choice,
            MADE_ITSELF: self._secret_choice,
        }
        for entry in items(journal, "the journal"):
            need(
                isinstance(entry, list) and bool(entry) and entry[0] in readers,
                "an entry of its journal is none",
            )
            readers[entry[0]](entry[1:])

    def _noun(self, kind: Type, value: Any, what: str) -> None:
        """A value of a type; a tile may be the placeholder of a hidden one."""
        if kind == set_of(TILE):
            for tile in items(value, what):
                self._noun(TILE, tile, what)
        elif kind == TILE and type(value) is int and is_cover(value):
            need(Cover.read(value).exists(self.state), f"{what} stands for a tile that cannot be")
        else:
            self.nouns.one(kind, value, what)

    def _coins(self, entry: list[Any]) -> None:
        items(entry, "an entry about coins", 3)
        for holder in entry[:2]:
            need(type(holder) is int, "coins are nobody's")
            if holder < -1:
                self._noun(TILE, -2 - holder, "who has coins")
            else:
                whole(holder, -1, self.nouns.counts["player"] - 1, "who has coins")
        whole(entry[2], 1, LARGEST, "an amount of coins")

    def _roll(self, entry: list[Any]) -> None:
        items(entry, "an entry about a die", 2)
        whole(entry[0], 0, len(self.code.dice) - 1, "a die")
        whole(entry[1], -LARGEST, LARGEST, "a face")

    def _event(self, entry: list[Any]) -> None:
        need(bool(entry), "an entry of its journal is none")
        event = self.code.events[whole(entry[0], 0, len(self.code.events) - 1, "an event")]
        params = event.definition.params
        for value, param in zip(items(entry[1:], "an event", len(params)), params, strict=True):
            self._noun(param.type, value, "a parameter")

    def _choice(self, entry: list[Any]) -> None:
        need(
            len(entry) >= SHORTEST_CHOICE and all(type(number) is int for number in entry),
            "an entry of its journal is none",
        )
        player, procedure, step, *option = entry
        whole(player, -1, self.nouns.counts["player"] - 1, "a player")
        info = self.code.choices.get((procedure, step))
        need(info is not None, "it tells of a choice that there is not")
        assert info is not None  # noqa: S101 - just asked
        if not info.kind.startswith("offer"):
            self._noun(
                FLAG if info.kind == "may" else Type(info.type), items(option, "a choice", 1)[0], "a choice"
            )
        elif tuple(option) != STOP:
            items(option, "an action", len(STOP))
            action = self.code.actions[
                whole(option[0], 0, len(self.code.actions) - 1, "an action")
            ].definition
            if action.target is not None:
                self._noun(action.target.type, option[1], "the target of an action")
            self._noun(TILE, option[-1], "the bearer of an action")

    def _secret_choice(self, entry: list[Any]) -> None:
        need(
            len(entry) in (3, 4) and all(type(number) is int for number in entry),
            "an entry of its journal is none",
        )
        whole(entry[0], -1, self.nouns.counts["player"] - 1, "a player")
        need((entry[1], entry[2]) in self.code.choices, "it tells of a choice that there is not")
        for action in entry[3:]:
            whole(action, 0, len(self.code.actions) - 1, "an action")


# ── state ───────────────────────────────────────────────────────────────────────
# Checks whether a saved state is possible under these rules, completely before any of it is used.
#
# Numbers have bounds, nouns exist, lists have their lengths, frames are at a place in a procedure with the right number of slots. Redundant parts
# (who stands where, which deck a tile is in, who is alive) must agree. Whether play can reach the state is another question, which a replay
# answers. This check is for states without a replay: the beginning of a sampled game, and loading with `replay=False`.


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
            (NUMBER, Type("people", is_set=True), NUMBER, FLAG),
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
            elif key % width == at.SITE:
                whole(value, -1 - self.peoples, self.board.size - 1, "the place of a tile")
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
            exists = on_tile(hand) < self.code.tile_count if hand & ON_TILE else hand >> 1 < holders
            need(
                0 <= kind < self.kinds and exists and (hand & 1 == 1 or not hand & ON_TILE),
                "a piece is in nobody's hand",
            )
            whole(count, 1, LARGEST, "the count of a piece")
        for key, count in pairs(self.content["extra"], "the further occupants"):
            people, region = in_region(key)
            need(0 <= people < self.peoples and self._is_region(region), "somebody stands nowhere")
            whole(count, 1, LARGEST, "a count of tokens")

    def _is_region(self, place: int) -> bool:
        return bool(self.board.everywhere >> place & 1)

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
                need(self._is_region(region), "somebody stands on a border")
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
                "a people has no owner, tile or stage",
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
            if key % width == at.SITE and site != -1 and key < count * width
        }
        need(sites == set(self.content["laid"]), "a tile lies where it does not")


def _params(code: Code) -> dict[int, tuple[Type, ...]]:
    """The types of the parameters of every procedure."""
    params = {event.proc: [p.type for p in event.definition.params] for event in code.events}
    params.update(
        {trigger.proc: [p.type for p in trigger.definition.event.params] for trigger in code.triggers}
    )
    for action in code.actions:
        target = [action.definition.target.type] if action.definition.target else []
        params[action.proc] = [p.type for p in action.definition.phase.params] + target
    return {number: tuple(types) for number, types in params.items()}
