"""The table as plain data, as one seat sees it. The game was determinized for this seat, so it contains nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.base.dataclass import dataclass
from ruledsl.base.errors import ANSWERING, GameError
from ruledsl.engine.machines.blocks import Block
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.machines.states import gone_on
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.hidden import Hidden, sees
from ruledsl.engine.state.keys import hand_on_tile, in_hand, in_region, on_tile, region_key
from ruledsl.engine.state.state import player_cell, remembered, set_aside, tile_cell, tray_left, with_people
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.play.decisions import Asking
from ruledsl.play.explain.log import told_to
from ruledsl.play.match import Match
from ruledsl.play.positions.map import IN_PLACE
from ruledsl.play.rulebook import panels_of, standings_of
from ruledsl.rules.packs.model import NO_COINS

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.play.explain.log import LogEntry
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.check.typed.declarations import DefineDef, MemoryDef, ValueDef
    from ruledsl.rules.packs.model import BoardMap, Composition, Tile

MANY = 100_000
"""Supplies of at least this many are not counted."""


def seen_by(game: Match, seat: int) -> dict[str, Any]:
    """Everything on the table: public data, and the seat's own."""
    return _Seen(game, seat).table()


class _Seen:
    def __init__(self, game: Match, seat: int) -> None:
        self.game = game
        self.g = game.state
        self.naming = game.naming
        self.seat = seat
        self.hidden = Hidden(self.g, seat)
        self.memories: dict[str, list[MemoryDef]] = {}
        for memory in self.g.code.program.memories:
            self.memories.setdefault(memory.on.name, []).append(memory)

    def table(self) -> dict[str, Any]:
        """The whole table."""
        g, program = self.g, self.g.code.program
        return {
            "player": self.seat,
            "map": g.board.id,
            "round": self.game.round,
            "rounds": g.board.map.rounds or None,
            "turn": g.G[at.TURN_PLAYER],
            "over": self.game.over,
            "players": [self._player(player) for player in range(g.seats)],
            "peoples": [self._people(people) for people in bits(g.G[at.LIVE])],
            "regions": {g.board.ids[n]: self._region(n, lying) for n, lying in enumerate(self._lying())},
            "decks": {name: self._deck(deck) for deck, name in enumerate(g.code.decks)},
            "trays": {
                str(self.naming.tile_id(g, tile)): tray_left(g, tile)
                for tile, size in enumerate(g.code.trays[: g.code.tile_count])
                if size
            },
            "tiles": self._marked(),
            "aside": {str(self.naming.tile_id(g, tile)): n for tile, n in set_aside(g).items()},
            "stock": {name: n for name, n in zip(program.pieces, g.stock, strict=True) if n < MANY},
            "memory": self._memories(GAME, 0),
        }

    def _player(self, player: int) -> dict[str, Any]:
        composition = self.g.code.program.composition
        seen = composition.shows_coins or player == self.seat or self.game.over
        shown = seen and composition.coins != NO_COINS
        return {
            "player": player,
            "coins": player_cell(self.g, player, at.COINS) if shown else None,
            "pieces": self._held(player << 1 | 1),
            "memory": self._memories(PLAYER, player),
            **({"out": True} if self._is_out(player) else {}),
            **({"cards": cards} if (cards := self._cards(player)) else {}),
        }

    def _cards(self, player: int) -> dict[str, int]:
        """How many tiles a player has in each hand, by the memory."""
        hands = (memory for memory in self.memories.get(PLAYER.name, ()) if memory.is_hand)
        counts = {memory.name: len(remembered(self.g, memory, player)) for memory in hands}
        return {name: count for name, count in counts.items() if count}

    def _is_out(self, player: int) -> bool:
        """Is a player out of the game, by the memory with the role `out`?"""
        name = self.g.code.program.composition.roles.get("out")
        return bool(name and self._memories(PLAYER, player).get(name))

    def _held(self, hand: int) -> dict[str, int]:
        pieces = self.g.code.program.pieces
        lying = [(*in_hand(key), n) for key, n in sorted(self.g.held.items())]
        return {pieces[kind]: n for kind, whose, n in lying if whose == hand}

    def _marked(self) -> dict[str, Any]:
        """The tiles on which pieces lie. They lie in sight, wherever that is."""
        marked = sorted({on_tile(in_hand(key)[1]) for key in self.g.held} - {-1})
        return {
            str(self.naming.tile_id(self.g, tile)): {"pieces": self._held(hand_on_tile(tile))}
            for tile in marked
        }

    def _people(self, people: int) -> dict[str, Any]:
        g, naming = self.g, self.naming
        row = people * g.code.people_width
        return {
            "race": naming.tile_id(g, g.P[row + at.RACE]),
            "power": naming.tile_id(g, g.P[row + at.POWER]),
            **({"tiles": further} if (further := self._further(people)) else {}),
            **({"borrowed": borrowed} if (borrowed := self._borrowed(row)) else {}),
            "player": g.P[row + at.OWNER],
            "stage": g.code.program.stages[g.P[row + at.STAGE]],
            "hand": g.P[row + at.HAND],
            "regions": [g.board.ids[r] for r in bits(g.P[row + at.LAND])],
            "pieces": self._held(people << 1),
            "memory": self._memories(PEOPLE, people),
        }

    def _further(self, people: int) -> list[str]:
        """The tiles that lie with a people, besides the two that name it."""
        return [str(self.naming.tile_id(self.g, tile)) for tile in with_people(self.g, people)]

    def _borrowed(self, row: int) -> list[str]:
        """The further tiles whose rules a people has: those that its tiles have borrowed."""
        tiles = (self.g.P[row + at.POWER], self.g.P[row + at.RACE])
        lent = [tile_cell(self.g, tile, at.BORROWED) for tile in tiles if tile >= 0]
        return [str(self.naming.tile_id(self.g, tile)) for tile in lent if tile >= 0]

    def _lying(self) -> list[dict[str, Any]]:
        """The contents of each region, collected in one pass: pieces, tiles, and tokens besides those of the holder."""
        g, naming = self.g, self.naming
        contents: list[dict[str, Any]] = [{"pieces": {}, "tiles": []} for _ in range(g.board.size)]
        for kind, mask in enumerate(g.kmask):
            for region in bits(mask):
                contents[region]["pieces"][g.code.program.pieces[kind]] = g.on[region_key(kind, region)]
        for tile in g.laid:
            site = tile_cell(g, tile, at.SITE)
            if 0 <= site < g.board.size:
                contents[site]["tiles"].append(naming.tile_id(g, self.hidden.cover(tile)))
        for key, n in sorted(g.extra.items()):
            people, region = in_region(key)
            contents[region].setdefault("others", {})[str(naming.id_of(g, PEOPLE, people))] = n
        return contents

    def _region(self, region: int, lying: dict[str, Any]) -> dict[str, Any]:
        g, naming = self.g, self.naming
        row = region * g.code.region_width
        entry: dict[str, Any] = {
            "holder": naming.id_of(g, PEOPLE, g.R[row]),
            "tokens": g.R[row + at.TOKENS],
            **lying,
        }
        memory = self._memories(REGION, region)
        if memory:
            entry["memory"] = memory
        return entry

    def _deck(self, deck: int) -> Any:
        """A hidden deck is only a height; an open one is its tiles from the top, with what lies on them."""
        g = self.g
        if g.code.hidden[deck]:
            return len(g.decks[deck])
        return [
            {
                "tile": self.naming.tile_id(g, tile),
                "coins": tile_cell(g, tile, at.TILE_COINS),
                "memory": self._memories(TILE, tile),
                **({"beside": beside} if (beside := self._beside(tile)) else {}),
            }
            for tile in g.decks[deck]
        ]

    def _beside(self, tile: int) -> list[str]:
        """The tiles that lie beside one, each beside the one before, by the memory with the role `partner`."""
        name, beside = self.g.code.program.composition.roles.get("partner", ""), [tile]
        memory = next((memory for memory in self.memories.get(TILE.name, ()) if memory.name == name), None)
        while memory is not None and sees(self.g, self.seat, memory, beside[-1]):
            tile = remembered(self.g, memory, beside[-1])
            if tile < 0 or tile in beside:
                break
            beside.append(tile)
        return [str(self.naming.tile_id(self.g, tile)) for tile in beside[1:]]

    def _memories(self, noun: Type, index: int) -> dict[str, Any]:
        """A noun's memories that are not cleared; secret ones only for those who may see them."""
        g, memories = self.g, {}
        for memory in self.memories.get(noun.name, ()):
            value = remembered(g, memory, index)
            if value != memory.initial and sees(g, self.seat, memory, index):
                memories[memory.name] = self.naming.id_of(g, memory.type, value)
        return memories


# ── view ────────────────────────────────────────────────────────────────────────
# The knowledge of one seat: data, options, log, answers. All of it comes from a game that was determinized for this seat (`seat`).


# ── market ──────────────────────────────────────────────────────────────────────
# The face-up tiles in the market of the packs, with their prices, as one seat sees them.


@dataclass(frozen=True, slots=True)
class Ware:
    """A place of the market: the tiles that go together (ids, in the order of speaking), the coins on them, their printed sizes.

    `price` is what the buyer would pay, by the value `asked` with its `args`; None if no value gives it, or it may not be known.
    """

    tiles: tuple[str, ...]
    name: str
    coins: int
    sizes: tuple[int, ...]
    price: int | None
    asked: str
    args: dict[str, Any]


def market_of(view: SeatView, player: int | None = None) -> list[Ware]:
    """The places of the market from the top; none if the packs have no market, or only a face-down one.

    Prices are what `player` would pay, or without one this seat.
    """
    buyer = view.seat if player is None else player
    composition = view.rules.composition
    roles = composition.roles
    column = view["decks"].get(roles.get("market", ""))
    if not isinstance(column, list):
        return []
    name, questions = _questions(view, buyer, len(column))
    prices = view.answers(name, questions) if name else [None] * len(column)
    wares = []
    for entry, price, args in zip(column, prices, questions, strict=True):
        parts = [composition.tiles[id_] for id_ in (*reversed(entry.get("beside", [])), entry["tile"])]
        called = " ".join(view.naming.text(tile.names, tile.id) for tile in parts)
        sizes = tuple(number for tile in parts for number in sizes_of(composition, tile))
        ids = tuple(tile.id for tile in parts)
        wares.append(Ware(ids, called, entry["coins"], sizes, price, name, args))
    return wares


def sizes_of(composition: Composition, tile: Tile) -> list[int]:
    """The printed numbers of a tile, except the one that counts the box."""
    kind = composition.kinds[tile.kind]
    keys = [entry.key for entry in kind.fields if entry.key != kind.tray]
    return [tile.fields[key] for key in keys if key in tile.fields]


def _questions(view: SeatView, buyer: int, places: int) -> tuple[str, list[dict[str, Any]]]:
    """The value that gives the price at each place, with its arguments, if there is one."""
    name, program = view.rules.composition.roles.get("price", ""), view.rules.program
    declared: list[ValueDef | DefineDef] = [*program.values, *program.defines]
    asked = next((d for d in declared if d.name == name), None)
    if asked is None or buyer < 0:
        return "", [{}] * places
    names = [param.name for param in asked.params]
    return name, [dict(zip(names, (buyer, place), strict=True)) for place in range(places)]


# ── seat ────────────────────────────────────────────────────────────────────────
# Games that could be the real one, as far as a seat knows (determinization).
#
# If a seat cannot distinguish two games, it gets the same determinized game for the same seed, bit for bit (`engine/cells/trials/imagining.py`). So
# such a game can reveal no secret, and a seat's view reads from one.


M = TypeVar("M", bound=Match)


def game_for(game: M, seat: int, seed: int) -> M:
    """A game that matches the knowledge of a seat; the random state, and everything that the seat cannot know, depend on `seed`."""
    start: dict[str, Any] = {"map": game.board.id, "players": game.players, "seed": seed}
    if game.board.id == IN_PLACE:
        start["position"] = {"players": game.players, "map": game.start["position"]["map"]}
    start |= {"analysis": bool(game.start.get("analysis")), "sampled": True}
    with ANSWERING:
        imagined = _imagined(game, seat, seed)
        is_own = imagined.count and imagined.player == seat
        told = game.decision.told if is_own else None  # its options have their real names
        return game.made_up(imagined, start, told)


def _imagined(game: Match, seat: int, seed: int) -> Block:
    """The game in its own block. `EngineError` if there is no room for it."""
    imagine = partial(Block.imagine, seat=seat, seed=seed, retell=partial(told_to, game.rules.code, seat))
    try:
        block = game.here().copy()
        imagine(block)
    except TooMuch:
        return gone_on(game.state, imagine)
    return block


CANONICAL = 0
"""The seed of the game that a view reads. Nothing that follows from the seed alone is ever revealed."""

NOT_READ: dict[str, Any] = {"": None}
"""What the dictionary of a view holds until it is read: writers of JSON take an empty one at its word."""

Rows = list[dict[str, Any]]


def measured(game: Match, value: ValueDef, player: int) -> int | None:
    """The current value for a player; None if it takes too long."""
    try:
        return game.measure(value, player)
    except GameError:
        return None


if TYPE_CHECKING:

    class Dictionary(Mapping[str, Any]):
        """A mapping that is a dictionary for others, too, such as writers of JSON."""

        def hold(self, data: dict[str, Any]) -> None:
            """Set what they find in it."""

else:

    class Dictionary(Mapping, dict):  # noqa: D101
        def hold(self, data):  # noqa: ANN001, ANN201, D102
            dict.clear(self)
            dict.update(self, data)


class SeatView(Dictionary):
    """Everything that a seat may know of the current game, and nothing else.

    It is a dictionary, for JSON too: `view["regions"]` and so on are the table as plain data. Nothing can be written into it (`as_dict()` gives a
    copy); copied or pickled it is such a copy. `seat` is the player, `made` the
    number of choices so far, `count` the number of options of this seat now (0 if another one decides); these cost nothing.
    The rest is computed on first use, which raises `GameError` G045 if the game has moved on by then.
    """

    def __init__(self, game: Match, seat: int) -> None:
        self.hold(NOT_READ)
        asked = None if game.over or game.paused else game.decision
        self.seat = seat
        self.made = len(game.choices)
        self.count = asked.count if asked is not None and asked.player == seat else 0
        self._of: Match | None = game
        self._made_up: Match | None = None
        self._result: tuple[Rows, Rows] | None = None

    def __del__(self) -> None:
        """Break the made-up game's references to itself: only the view needs it, and garbage collection would stop a server."""
        made_up = getattr(self, "_made_up", None)
        if made_up is not None:
            made_up.let_go()

    @property
    def _game(self) -> Match:
        """The game that was made for this seat; from then on the view no longer knows the real one."""
        if self._made_up is None:
            assert self._of is not None  # noqa: S101 - one of the two is there
            if len(self._of.choices) != self.made:
                raise GameError("G045", "The game has gone on since this view was taken; take a new one.")
            if self._of.over:
                self._result = self._of.standings, self._of.panels
            self._made_up, self._of = game_for(self._of, self.seat, CANONICAL), None
        return self._made_up

    def look(self) -> SeatView:
        """Compute all of it now: the view stays valid whatever happens to the game."""
        _ = self._game
        return self

    # ── the table ──

    @cached_property
    def _data(self) -> dict[str, Any]:
        data = self.as_dict()
        self.hold(data)
        return data

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data, ready for JSON."""
        data = seen_by(self._game, self.seat)
        decision = self.decision
        data["decision"] = None if decision is None else decision.as_dict()
        return data

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __or__(self, other: Mapping[str, Any]) -> dict[str, Any]:
        """A dictionary with other entries, too."""
        return {**self, **other}

    def __ror__(self, other: Mapping[str, Any]) -> dict[str, Any]:
        return {**other, **self}

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.as_dict(),)

    def _fixed(self, *_args: Any, **_named: Any) -> Any:
        raise TypeError("Nothing can be written into a view: as_dict() gives a copy.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _fixed
    copy = as_dict

    def picture(self) -> str:
        """The map with everything on it, as SVG."""
        from ruledsl.play.picture import picture_of  # noqa: PLC0415 - only whoever looks

        return picture_of(self.rules.composition, self.map, self, self.naming)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.picture()

    def __repr__(self) -> str:
        return f"<what seat {self.seat} knows after {self.made} choices>"

    # ── the game ──

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return self._game.over

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._game.players

    @property
    def round(self) -> int:
        """The round, from 1; after the end, the last one."""
        return self._game.round

    @property
    def rules(self) -> Rulebook:
        """The rules, which everybody knows."""
        return self._game.rules

    @property
    def map(self) -> BoardMap:
        """The map of the game."""
        return self._game.board.map

    @property
    def naming(self) -> Naming:
        """Names in the language of the game."""
        return self._game.naming

    @property
    def decision(self) -> Asking | None:
        """The current decision: player, kind and prompt, and the options if this seat decides.

        None if the game is over or paused.
        """
        if self._game.over or self._game.paused:
            return None
        decision = self._game.decision
        options = decision.options if decision.player == self.seat else ()
        details = (decision.rule, decision.place, decision.people, decision.key, decision.prompt)
        return Asking(decision.player, decision.kind, *details, options)

    @property
    def log(self) -> list[LogEntry]:
        """What has happened, oldest first, as this seat may read it."""
        return self._game.log

    def log_from(self, first: int) -> list[LogEntry]:
        """What has happened from the log's entry `first` on, oldest first, as this seat may read it."""
        from ruledsl.play.explain.log import entries_of  # noqa: PLC0415 - only who reads along needs it

        return entries_of(self._game.state, self.naming, first)

    @property
    def logged(self) -> int:
        """The number of log entries."""
        return len(self._game.state.journal)

    def sample(self, seed: int) -> Match:
        """A game that could be the real one: everything that this seat cannot know is dealt again, with fresh random numbers."""
        return game_for(self._game, self.seat, seed)

    @property
    def standing(self) -> State:
        """A state that matches the knowledge of this seat, always the same one. The view reads everything from it; nobody may change it."""
        return self._game.state

    def room(self) -> int:
        """How many tokens what is asked takes, one after the other; 0 where it is about something else."""
        from ruledsl.play.match import room  # noqa: PLC0415 - only screens ask this

        return room(self._game)

    # ── questions ──

    def value(self, name: str, /, **args: Any) -> Any:
        """The answer of a value or definition. Raises `GameError` G044 if it depends on something that this seat may not know."""
        from ruledsl.play.explain.why import value_of  # noqa: PLC0415 - what explains is only imported when it is needed

        return value_of(self._game, name, args, self.seat)

    def answers(self, name: str, asked: Sequence[Mapping[str, Any]]) -> list[Any]:
        """The answers of a value or definition to many questions, None for what this seat may not know."""
        from ruledsl.play.explain.why import answers_to  # noqa: PLC0415

        return answers_to(self._game, name, asked, self.seat, self.rules.openness.everybodys)

    def why(self, value: str, /, **args: Any) -> Any:
        """The explanation of a value. Raises `GameError` G044 if it depends on something that this seat may not know."""
        from ruledsl.play.explain.why import why  # noqa: PLC0415

        return why(self._game, value, args, self.seat)

    def why_not(self, action: str, target: Any = None) -> Any:
        """The reasons why an action (at a target) is not an option. Raises `GameError` G044 if this seat may not know them."""
        from ruledsl.play.explain.whynot import why_not  # noqa: PLC0415

        return why_not(self._game, action, target, self.seat)

    @property
    def standings(self) -> Rows:
        """The players and the values that decide, with None for what this seat may not know; ranks when all is known."""
        return self._standings

    @cached_property
    def _standings(self) -> Rows:
        game = self._game
        if self._result is not None:
            return self._result[0]  # the final result is public
        return standings_of(game.rules, game.players, self._answer)

    @property
    def panels(self) -> Rows:
        """The measures that packs declare, for every player, with None for what this seat may not know."""
        return self._panels

    @cached_property
    def _panels(self) -> Rows:
        game = self._game
        if self._result is not None:
            return self._result[1]
        return panels_of(game.rules, game.players, self._answer, game.naming)

    @cached_property
    def _answer(self) -> Callable[[ValueDef, int], int | None]:
        """Answers values of players: those that this seat knows by rule from the engine, others by an explanation, which finds out."""
        from ruledsl.play.explain.why import answering  # noqa: PLC0415

        game, seat, openness = self._game, self.seat, self._game.rules.openness
        explained = answering(game, seat)

        def answer(value: ValueDef, player: int) -> int | None:
            own = player == seat and value.index in openness.owners
            if own or value.index in openness.everybodys:
                return measured(game, value, player)
            return explained(value, player)

        return answer
