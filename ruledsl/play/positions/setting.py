"""Puts tokens, pieces, tiles and memories of a position onto the table, one by one, within the supply of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import EngineError, GameError
from ruledsl.base.whole import is_whole
from ruledsl.engine.machines.questions import Questions
from ruledsl.engine.small.kinds import AS_POWER, AS_RACE
from ruledsl.engine.state import keys
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.hidden import Hidden
from ruledsl.engine.state.state import (
    first_decks,
    people_cell,
    region_cell,
    tile_cell,
    tray_left,
)
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.reader import Reader, shown
from ruledsl.rules.packs.reading import EXTRA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.machines.setup import Setup
    from ruledsl.engine.state.state import State
    from ruledsl.play.positions.reader import Path
    from ruledsl.rules.check.typed.declarations import MemoryDef

# ── standing in ─────────────────────────────────────────────────────────────────
# Race tokens of positions that are stand-ins: they do not come from the tray.


def left_in_tray(ask: Questions, people: int) -> int:
    """The tokens left in the tray, if only those of the people and those set aside came from it."""
    g = ask.g
    race = people_cell(g, people, at.RACE)
    size = g.code.trays[race]
    out = ask("hand", people) + ask("troops", people) - stand_ins_of(ask, people)
    return int(max(0, min(size, size - out - tile_cell(g, race, at.ASIDE))))


def stand_ins_of(ask: Questions, people: int) -> int:
    """How many of all tokens of a people are stand-ins."""
    if not ask.g.code.stand_ins:
        return 0
    land = bits(ask("land", people))
    return int(sum(ask("stand_ins_in", people, r) for r in land) + ask("stand_ins_with", people))


def crowded(ask: Questions) -> Iterator[int]:
    """The regions with more stand-ins than their holder has tokens there."""
    g = ask.g
    for region in range(g.board.size):
        holder = region_cell(g, region, at.HOLDER)
        there = sum(ask("pieces_in", kind, region) for kind in g.code.stand_ins)
        if there > ask("tokens_in", holder, region):
            yield region


# ── memories ────────────────────────────────────────────────────────────────────
# The memories of nouns in a position.


class Memories:
    """Sets the memories of a table."""

    def __init__(self, table: Setup, reader: Reader) -> None:
        self.table = table
        self.reader = reader
        self.program = table.state.code.program
        self.naming = Naming()

    def place(
        self,
        plain: dict[str, Any],
        peoples: list[tuple[Path, Any]],
        rows: dict[str, int],
        entries: dict[str, dict[str, Any]],
    ) -> None:
        """All memories of a position: of these peoples (existing ones are known by their races), and of these regions."""
        reader, g = self.reader, self.table.state
        for path, item in peoples:
            if isinstance(item, dict) and item.get("memory") is not None and str(item.get("race")) in rows:
                self._remember((*path, "memory"), item["memory"], PEOPLE, rows[str(item["race"])])
        for id_, entry in entries.items():
            if id_ in g.board.ids:
                self._remember(
                    ("regions", id_, "memory"), entry.get("memory"), REGION, g.board.ids.index(id_)
                )
        for name, data in reader.mapping(("tiles",), plain.get("tiles")).items():
            if name in self.program.tiles and isinstance(data, dict):
                self._remember(
                    ("tiles", name, "memory"), data.get("memory"), TILE, self.program.tiles.index(name)
                )
        everything = reader.mapping(("memory",), plain.get("memory"))
        self._remember(("memory", "game"), everything.get("game"), GAME, 0)
        for place, (path, item) in enumerate(reader.items(("memory", "players"), everything.get("players"))):
            if reader.seat(path, place, g.seats):
                self._remember(path, item, PLAYER, place)

    def memory(self, noun: Type, name: str) -> MemoryDef | None:
        """The memory of a noun that has this name."""
        return next((m for m in self.program.memories if m.on == noun and m.name == name), None)

    def _remember(self, path: Path, data: Any, noun: Type, index: int) -> None:
        names = [m.name for m in self.program.memories if m.on == noun]
        for name, given in self.reader.mapping(path, data).items():
            memory = self.memory(
                noun, self.reader.word((*path, name), name, f"memory of a {noun.name}", names)
            )
            if memory is None:
                continue
            if self.reader.written_as(
                (*path, name), memory.type, given, self.table.state.code.bounds[memory.index]
            ):
                try:
                    self.table.remember(
                        memory, index, self.naming.value_of(self.table.state, memory.type, given)
                    )
                except GameError as problem:
                    self.reader.problem((*path, name), str(problem))


MOST_CHOICES = 1_000
"""The most choices while the table is set up."""


class Setting:
    """The table during setup. `used` has the place of each tile."""

    def __init__(self, table: Setup, reader: Reader, roles: dict[str, str]) -> None:
        self.table = table
        self.reader = reader
        self.roles = roles
        self.program = table.state.code.program
        self.memories = Memories(table, reader)
        self.used: dict[int, Path] = {}
        self.peoples: dict[str, int] = {}
        self._parts: dict[str, dict[str, int]] = {}

    @property
    def g(self) -> State:
        """What lies on the table now."""
        return self.table.state

    def place(self, plain: dict[str, Any]) -> None:
        """Set up everything on the table; memories last, since they may refer to anything."""
        reader = self.reader
        peoples = list(reader.items(("peoples",), plain.get("peoples")))
        borne_by = [self._borne(path, reader.mapping(path, item)) for path, item in peoples]
        regions = reader.mapping(("regions",), plain.get("regions"))
        entries = {id_: self._region_entry(id_, data) for id_, data in regions.items()}
        lying = {id_: self._lying(("regions", id_), entry) for id_, entry in entries.items()}
        # A game is set up before anybody plays, with its decks and its market.
        self._decks(plain)
        # A wrong position is not set out: its decks may be anything.
        if reader.flag(("setting_out",), plain.get("setting_out")) and not reader.found:
            self.fill_market(plain)
            self.raise_alone(self.roles.get("setting_out", ""), ("setting_out",))
        self._founded(peoples, borne_by)
        armies = self._armies(peoples, entries)
        for id_, entry in entries.items():
            if id_ in self.g.board.ids:
                self._region(("regions", id_), entry, lying[id_])
        self._hands(plain)
        self._from_outside(plain, armies)
        self._stand_ins(armies)
        self._borrowing(plain)
        self._markers(plain)
        self._box(plain)
        self.memories.place(plain, peoples, self.peoples, entries)

    # ── names ──

    def people(self, path: Path, race: Any) -> int:
        """A people by its race; -1 (and a problem) if there is none."""
        name = self.reader.word(path, race, "people", self.peoples)
        return self.peoples.get(name, -1)

    def tile(self, path: Path, value: Any, what: str = "tile") -> int:
        """A tile without a place; it is used now."""
        fitting = self._fitting(what)
        name = self.reader.word(path, value, what, fitting)
        if not name:
            return -1
        tile = fitting[name]
        if tile in self.used:
            self.reader.problem(
                path, f"`{name}` cannot be in two places: it is in {shown(self.used[tile])} already."
            )
            return -1
        self.used[tile] = path
        return tile

    def _fitting(self, what: str) -> dict[str, int]:
        """The tiles that fit a part, with their indices: a people bears a race, which has tokens, and a power, which has none."""
        if what not in self._parts:
            part = {"race": AS_RACE, "power": AS_POWER}.get(what)
            parts = zip(self.program.tiles, self.g.code.parts, strict=True)
            self._parts[what] = {
                id_: index for index, (id_, can_be) in enumerate(parts) if part in (None, can_be)
            }
        return self._parts[what]

    # ── peoples ──

    def _borne(self, path: Path, entry: dict[str, Any]) -> tuple[int, ...]:
        """Race and power of a people, and its further tiles; -1 where there is none."""
        race = self.tile((*path, "race"), entry.get("race"), "race")
        power = -1 if entry.get("power") is None else self.tile((*path, "power"), entry["power"], "power")
        further = self.reader.items((*path, "tiles"), entry.get("tiles"))
        return race, power, *(self.tile(where, item, "power") for where, item in further)

    def _founded(self, peoples: list[tuple[Path, Any]], borne_by: list[tuple[int, ...]]) -> None:
        """Found all peoples, and only then write when that was: a founding counts from now."""
        founded = [
            self._found(path, self.reader.mapping(path, item), *borne)
            for (path, item), borne in zip(peoples, borne_by, strict=True)
        ]
        for people, round_ in filter(None, founded):
            self.table.date(people, round_)

    def _found(
        self, path: Path, entry: dict[str, Any], race: int, power: int, *further: int
    ) -> tuple[int, int] | None:
        """A people, and the round of its founding: its regions are read after all peoples exist."""
        g, reader = self.g, self.reader
        player = reader.number((*path, "player"), entry.get("player"), 0, 0, g.seats - 1)
        if entry.get("player") is None:
            reader.problem((*path, "player"), "Whose people is it? `player:` is missing.")
        stages = self.program.stages[:-1]
        stage = (
            stages[0]
            if entry.get("stage") is None
            else reader.word((*path, "stage"), entry["stage"], "stage", stages)
        )
        founded = reader.number((*path, "founded"), entry.get("founded"), 1, 1, g.board.rounds + 1)
        if race < 0:
            return None
        people = self.table.do("found", race, power, player)
        if stage in stages[1:]:
            self.table.do("set_stage", people, stages.index(stage))
        for tile in further:
            self.table.do("lay_with", tile, people)
        self.peoples[self.program.tiles[race]] = people
        return people, founded

    def _armies(
        self, peoples: list[tuple[Path, Any]], entries: dict[str, dict[str, Any]]
    ) -> dict[int, tuple[Path, int]]:
        """Place race tokens; returns the number that each people should have.

        In shared regions, the holder is the named one, else the first listed.
        """
        placed: list[tuple[bool, int, int, int]] = []
        armies: dict[int, tuple[Path, int]] = {}
        for path, item in peoples:
            race = str(item.get("race")) if isinstance(item, dict) else ""
            people = self.peoples.get(race, -1)
            if people < 0 or self.used.get(self.program.tiles.index(race)) != (*path, "race"):
                continue
            hand = self.reader.number((*path, "hand"), item.get("hand"))
            wanted = hand
            for where, id_, count in self.reader.amounts(
                (*path, "at"), item.get("at"), "region", self.g.board.regions
            ):
                if count == 0:
                    self.reader.problem(where, "A region where [people.a] has no [token] is left out.")
                later = str(item["race"]) != str(entries.get(id_, {}).get("holder", item["race"]))
                placed.append((later, people, count, self.g.board.ids.index(id_)))
                wanted += count
            self._people_pieces(path, item, people)
            armies[people] = (path, wanted)
            self._out_of_the_tray(people, hand, keys.HAND)
        for _, people, count, region in sorted(placed, key=lambda entry: entry[0]):
            self._out_of_the_tray(people, count, region)
        self._holders(entries)
        return armies

    def _out_of_the_tray(self, people: int, count: int, target: int) -> None:
        """Tokens that the tray lacks are stand-ins, or too many."""
        moved = self.table.do("move_tokens", count, people, keys.TRAY, target)
        self.table.do("move_tokens", count - moved, people, keys.OUTSIDE, target)

    def _stand_ins(self, armies: dict[int, tuple[Path, int]]) -> None:
        """After all pieces are placed, it is known which tokens are stand-ins: as many more are left in the tray."""
        g, reader, ask = self.g, self.reader, Questions(self.g)
        left = {}
        for people, (path, wanted) in armies.items():
            standing = stand_ins_of(ask, people)
            most = self._tray(people) + standing
            if wanted > most:
                reader.problem(path, f"{wanted} [people] [token.many] are more than the box has: {most}.")
            if wanted < standing:
                reader.problem(
                    path, "More pieces stand in for [people] [token.many] than there are [token.many]."
                )
            left[people_cell(g, people, at.RACE)] = left_in_tray(ask, people)
        for region in crowded(ask):
            path = ("regions", g.board.ids[region], "pieces")
            reader.problem(
                path, "More pieces stand in for [people] [token.many] here than there are [token.many]."
            )
        for race, count in left.items():
            self.table.leave_in_tray(race, count)

    def _from_outside(self, plain: dict[str, Any], armies: dict[int, tuple[Path, int]]) -> None:
        """In packs that know the place `outside`, race tokens that the box does not have come from there, wherever they stand."""
        if EXTRA not in self.program.pieces:
            return
        trays = self.reader.mapping(("trays",), plain.get("trays"))
        ask, kind = Questions(self.g), self.program.pieces.index(EXTRA)
        for people, (_, wanted) in armies.items():
            left = trays.get(self.program.tiles[people_cell(self.g, people, at.RACE)])
            beyond = wanted + (left if is_whole(left) else 0) - self._tray(people) - stand_ins_of(ask, people)
            if beyond > 0:
                self.table.do("move_pieces", beyond, kind, keys.TRAY, keys.hand_of_people(people))

    def _tray(self, people: int) -> int:
        return self.g.code.trays[people_cell(self.g, people, at.RACE)]

    def _holders(self, entries: dict[str, dict[str, Any]]) -> None:
        for id_, entry in entries.items():
            if entry.get("holder") is None or id_ not in self.g.board.ids:
                continue
            people = self.people(("regions", id_, "holder"), entry["holder"])
            if people >= 0 and region_cell(self.g, self.g.board.ids.index(id_), at.HOLDER) != people:
                self.reader.problem(
                    ("regions", id_, "holder"), f"`{entry['holder']}` has no [people] [token] there."
                )

    def _people_pieces(self, path: Path, item: dict[str, Any], people: int) -> None:
        self._pieces((*path, "pieces"), item.get("pieces"), keys.hand_of_people(people))

    # ── pieces ──

    def _pieces(self, path: Path, data: Any, place: int) -> None:
        """Set the final number of pieces of each kind at a place."""
        for where, name, count in self.reader.amounts(path, data, "piece", self.program.pieces):
            kind = self.program.pieces.index(name)
            self.table.do("move_pieces", None, kind, place, keys.TRAY)
            if self.table.do("move_pieces", count, kind, keys.TRAY, place) < count:
                self.reader.problem(where, f"The box has only {self.g.code.supplies[kind]} in all.")

    def _region_entry(self, id_: str, data: Any) -> dict[str, Any]:
        path = ("regions", id_)
        self.reader.word(path, id_, "region", self.g.board.ids)
        return self.reader.mapping(path, data)

    def _lying(self, path: Path, entry: dict[str, Any]) -> list[tuple[int, bool]] | None:
        """The tiles that a position puts into a region, and whether face down; None if it says nothing of tiles."""
        mentioned = [key for key in ("tiles", "face_down") if entry.get(key) is not None]
        placed = [
            (self.tile(where, item), key == "face_down")
            for key in mentioned
            for where, item in self.reader.items((*path, key), entry[key])
        ]
        return [(tile, face_down) for tile, face_down in placed if tile >= 0] if mentioned else None

    def _region(self, path: Path, entry: dict[str, Any], lying: list[tuple[int, bool]] | None) -> None:
        """Pieces and tiles of a region: both replace what lies there since the board was set out."""
        region = self.g.board.ids.index(str(path[1]))
        self._pieces((*path, "pieces"), entry.get("pieces"), region)
        if lying is None:
            return
        for tile in [lain for lain in self.g.laid if tile_cell(self.g, lain, at.SITE) == region]:
            self.table.do("put_in_deck", tile, first_decks(self.program.composition)[tile], 0)
        for tile, face_down in lying:
            self.table.do("lay", tile, region, face_down)

    def _hands(self, plain: dict[str, Any]) -> None:
        for place, (path, item) in enumerate(self.reader.items(("hands",), plain.get("hands"))):
            entry = self.reader.mapping(path, item)
            if self.reader.seat(path, place, self.g.seats):
                self._pieces((*path, "pieces"), entry.get("pieces"), keys.hand_of_player(place))

    def _markers(self, plain: dict[str, Any]) -> None:
        """Pieces on tiles that lie in sight."""
        tiles = self.program.tiles
        for name, data in self.reader.mapping(("tiles",), plain.get("tiles")).items():
            pieces = data.get("pieces") if isinstance(data, dict) else None
            if pieces is None or name not in tiles:
                continue
            path = ("tiles", name, "pieces")
            if Hidden(self.g).is_away(tiles.index(name)):
                self.reader.problem(path, "Nothing lies on a tile that lies face down, or in a hidden deck.")
            else:
                self._pieces(path, pieces, keys.top_of_tile(tiles.index(name)))

    def _box(self, plain: dict[str, Any]) -> None:
        """Set what is aside, and what is left in trays and in the box, if the position says so."""
        program = self.program
        races = self._fitting("race")
        for path, name, count in self.reader.amounts(("aside",), plain.get("aside"), "race", races):
            left = tray_left(self.g, program.tiles.index(name))
            if self.table.do("put_away", count, program.tiles.index(name), keys.ASIDE) < count:
                self.reader.problem(path, f"At most {left} [people] [token.many] can be set aside.")
        for path, name, count in self.reader.amounts(("trays",), plain.get("trays"), "race", races):
            tile = program.tiles.index(name)
            left = tray_left(self.g, tile)
            if count > left:
                self.reader.problem(path, f"At most {left} [people] [token.many] can be left.")
            self.table.leave_in_tray(tile, count)
        for path, name, count in self.reader.amounts(("stock",), plain.get("stock"), "piece", program.pieces):
            kind = program.pieces.index(name)
            most = self.g.stock[kind]
            if count > most:
                self.reader.problem(path, f"At most {most} can be left in the box.")
            self.table.leave_in_box(kind, count)

    # ── coins ──

    def coins(self, items: list[tuple[Path, Any]]) -> None:
        """The coins of each player."""
        counts = [
            self.reader.number(path, value)
            for player, (path, value) in enumerate(items)
            if self.reader.seat(path, player, self.g.seats)
        ]
        for player, count in enumerate(counts):
            self._take_coins(items[player][0], player, count)
        for player, count in enumerate(counts):
            self.table.keep_secret(player, count)

    def _tile_coins(self, path: Path, value: Any, tile: int) -> None:
        count = self.reader.number(path, value)
        if tile >= 0:
            self._take_coins(path, -2 - tile, count)

    def _take_coins(self, path: Path, holder: int, count: int) -> None:
        if self.table.do("move_coins", None, holder, count) < count:
            self.reader.problem(path, f"All [coin.many] together are at most {LARGEST}.")

    # ── decks ──

    def _decks(self, plain: dict[str, Any]) -> None:
        g, reader = self.g, self.reader
        named = reader.mapping(("decks",), plain.get("decks"), g.code.decks)
        for name, data in named.items():
            if name in g.code.decks:
                for path, item in reader.items(("decks", name), data):
                    self._into(path, item, g.code.decks.index(name))
        self._market(plain, named)
        self._tiles(plain)
        homes = first_decks(self.program.composition)
        for index, (name, deck) in enumerate(self.program.composition.decks.items()):
            if not deck.deals or name in named:
                continue
            for tile, home in enumerate(homes):
                if home == index and tile not in self.used:
                    self.table.do("put_in_deck", tile, index, 0)
            self.table.do("shuffle", index)

    def _into(self, path: Path, item: Any, deck: int) -> int:
        tile = self.tile(path, item)
        if tile < 0:
            return tile
        entry = list(self.program.composition.tiles.values())[tile]
        wanted = list(self.program.composition.decks.values())[deck].kinds
        if entry.kind not in wanted:
            self.reader.problem(path, f"This deck is for tiles of the kind {' or '.join(wanted)}.")
        self.table.do("put_in_deck", tile, deck, 0)
        return tile

    def _market(self, plain: dict[str, Any], named: dict[str, Any]) -> None:
        """Roles name the market's deck, and the memory of a tile that names the one beside it."""
        deck = self.roles.get("market", "")
        if plain.get("market") is None:
            return
        if deck not in self.g.code.decks or deck in named:
            self.reader.problem(
                ("market",),
                "These packs have no market." if deck not in named else f"The market is the deck `{deck}`.",
            )
            return
        for path, item in self.reader.items(("market",), plain["market"]):
            entry = self.reader.mapping(path, item)
            first, *beside = self._ware(path, entry)
            if first >= 0:
                self.table.do("put_in_deck", first, self.g.code.decks.index(deck), 0)
            self._tile_coins((*path, "coins"), entry.get("coins"), first)
            self._lay_beside(path, first, beside)

    def _ware(self, path: Path, entry: dict[str, Any]) -> list[int]:
        """The tile at a place of the market, and those beside it."""
        if entry.get("tiles") is None:
            parts = [part for part in ("race", "power") if part == "race" or entry.get(part) is not None]
            return [self.tile((*path, part), entry.get(part), part) for part in parts]
        for part in [part for part in ("race", "power") if part in entry]:
            self.reader.problem((*path, part), "`tiles` has them all.")
        return [
            self.tile(where, item) for where, item in self.reader.items((*path, "tiles"), entry["tiles"])
        ] or [-1]

    def _lay_beside(self, path: Path, first: int, beside: list[int]) -> None:
        """Let each of these tiles lie beside the one before."""
        partner = self.memories.memory(TILE, self.roles.get("partner", ""))
        if beside and partner is None:
            self.reader.problem(path, "Nothing lies beside a tile of this market.")
        elif partner is not None:
            for tile, other in zip((first, *beside), beside, strict=False):
                if tile >= 0 and other >= 0:
                    self.table.remember(partner, tile, other)

    def _tiles(self, plain: dict[str, Any]) -> None:
        """Coins on tiles; those that lie beside a tile of the market are dealt into no deck."""
        entries = self.reader.mapping(("tiles",), plain.get("tiles"))
        beside = {}
        for name, data in entries.items():
            path = ("tiles", name)
            entry = self.reader.mapping(path, data)
            tile = self.reader.word(path, name, "tile", self.program.tiles)
            if tile and entry.get("coins") is not None:
                self._tile_coins((*path, "coins"), entry["coins"], self.program.tiles.index(tile))
            memory = entry.get("memory")
            if isinstance(memory, dict) and memory.get(self.roles.get("partner", "")) is not None:
                beside[name] = memory[self.roles["partner"]]
        for name in [name for name in beside if name in self.program.tiles and self._in_market(name)]:
            last: Any = name
            while isinstance(last, str) and last in beside:
                where: Path = ("tiles", last, "memory", self.roles["partner"])
                last = beside.pop(last)
                self.tile(where, last)

    def _borrowing(self, plain: dict[str, Any]) -> None:
        """What tiles borrow."""
        tiles = self.program.tiles
        for name, entry in self.reader.mapping(("tiles",), plain.get("tiles")).items():
            path = ("tiles", name, "borrows")
            if name in tiles and isinstance(entry, dict) and entry.get("borrows") is not None:
                lent = self.reader.word(path, entry["borrows"], "tile", tiles)
                self.table.do("borrow", tiles.index(lent) if lent else -1, tiles.index(name))

    def _in_market(self, tile: str) -> bool:
        deck = self.roles.get("market", "")
        return (
            deck in self.g.code.decks
            and self.program.tiles.index(tile) in self.g.decks[self.g.code.decks.index(deck)]
        )

    def fill_market(self, plain: dict[str, Any]) -> None:
        """Without its own market, a position gets as many combos as a game, but none from a deck that it names."""
        named = [
            self.g.code.decks.index(deck) for deck in plain.get("decks") or {} if deck in self.g.code.decks
        ]
        if plain.get("market") is not None or self.roles.get("market", "") in (plain.get("decks") or {}):
            return
        if named:
            trial = Setting(self.table.copy(), Reader(self.reader.in_words), self.roles)
            trial.raise_alone(self.roles.get("restock", ""), ("market",))
            if any(trial.g.decks[deck] != self.g.decks[deck] for deck in named):
                return
        self.raise_alone(self.roles.get("restock", ""), ("market",))

    def raise_alone(self, event: str, path: Path) -> None:
        """Run an event during setup; the seed's random numbers make choices in it."""
        definition = self.program.event(event)
        if definition is None or definition.params:
            if path == ("setting_out",):
                self.reader.problem(path, "These packs do not say how the board is set out.")
            return
        try:
            self.table.do("push", definition.index, -1, -1, -1)
            self.table.do("begin")
            for _ in range(MOST_CHOICES):
                if not self.table.block.count:
                    return
                self.table.do("answer", self.table.pick(self.table.block.count))
        except EngineError as problem:
            self.reader.problem(path, f"`{event}` cannot happen here: {problem}.")
            return
        self.reader.problem(
            path, f"`{event}` asks more than {MOST_CHOICES} times and does not come to an end."
        )
