"""Tiles whose identity nobody knows: in hidden decks, face down on the map, drawn and not yet shown. And their placeholders.

A rule obtains a tile by its name (somebody remembers it, a people has it) or by its place (the top of a deck, the contents of a region). A tile
obtained by its place is not revealed while it is hidden. A *cover* stands for it: an integer that no tile has, with the place and the back.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.engine.small.kinds import COVER_PART as PART
from ruledsl.engine.small.kinds import FIRST_COVER
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import in_hand, on_tile
from ruledsl.engine.state.state import people_cell, remembered, rememberers, tile_key
from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ruledsl.engine.state.code import ChoiceInfo
    from ruledsl.engine.state.state import State
    from ruledsl.rules.check.typed.declarations import MemoryDef

EVERYBODY = -1
"""In place of a seat: public knowledge."""

FACE_DOWN, IN_DECK, UNSEEN, SOMEWHERE = range(4)
"""Where a hidden tile is: in a region, in a hidden deck, drawn and not shown, or in an unspecified place."""


class Cover(NamedTuple):
    """The placeholder of a hidden tile: where it is, the region or deck, its number there (from 0), the first kind with the same back."""

    what: int
    where: int = 0
    number: int = 0
    back: int = 0

    @property
    def code(self) -> int:
        """The cover as an integer that no tile has."""
        number = 0
        for part in self:
            number = number << PART | part
        return FIRST_COVER + number

    @classmethod
    def read(cls, code: int) -> Cover:
        """The cover of such an integer."""
        rest = code - FIRST_COVER
        parts = [rest >> shift & (1 << PART) - 1 for shift in (3 * PART, 2 * PART, PART, 0)]
        return cls(*parts)

    def exists(self, g: State) -> bool:
        """Do this place and this back exist?"""
        places = {FACE_DOWN: g.board.size, IN_DECK: len(g.decks)}.get(self.what, 1)
        return self.what <= SOMEWHERE and self.where < places and self.back < len(g.code.backs)


def is_cover(tile: int) -> bool:
    """Is this integer a cover?"""
    return tile >= FIRST_COVER


def sees(g: State, seat: int, memory: MemoryDef, noun: int) -> bool:
    """May this seat know a noun's memory? A secret belongs to its owner alone; after the game nothing is secret."""
    if not memory.secret or (seat != EVERYBODY and g.pending is None):
        return True
    if memory.on == PLAYER:
        return noun == seat
    return bool(memory.on == PEOPLE and people_cell(g, noun, at.OWNER) == seat >= 0)


class Hidden:
    """The tiles that a seat (or everybody) cannot tell apart in a state. The state must not change meanwhile."""

    def __init__(self, g: State, seat: int = EVERYBODY) -> None:
        self.g = g
        self.seat = seat

    # ── which ──

    def __contains__(self, tile: int) -> bool:
        if not 0 <= tile < self.g.code.tile_count:
            return False
        what = self._what(tile)
        return what in (FACE_DOWN, IN_DECK) or (what == UNSEEN and tile not in self._shown)

    def is_away(self, tile: int) -> bool:
        """Does a tile lie face down, or in a hidden deck? Then nothing lies on it."""
        return self._what(tile) in (FACE_DOWN, IN_DECK)

    def _what(self, tile: int) -> int | None:
        """Where a tile is; None if it lies open there, `UNSEEN` if it is nowhere."""
        g, row = self.g, tile * self.g.code.tile_width
        home = g.T.get(row + at.HOME, -1)
        if home >= 0:
            return IN_DECK if g.code.hidden[home] else None
        if g.T.get(row + at.SITE, -1) != -1:
            return FACE_DOWN if g.T.get(row + at.CONCEALED, 0) else None
        return None if tile in self._borne else UNSEEN

    @cached_property
    def _borne(self) -> set[int]:
        """The tiles of peoples, and those that stay in the box."""
        g, width = self.g, self.g.code.people_width
        tiles = set(g.code.lenders)
        for people in bits(g.G[at.LIVE]):
            tiles |= {g.P[people * width + at.RACE], g.P[people * width + at.POWER]}
        return tiles

    @cached_property
    def _shown(self) -> set[int]:
        """Tiles that somebody remembers in the open, or in secret for this seat, or on which pieces lie: no place of theirs is hidden."""
        g = self.g
        tiles = {on_tile(in_hand(key)[1]) for key in g.held}
        for memory in g.code.program.memories:
            if memory.type.element == TILE:
                for noun in rememberers(g, memory.on):
                    kept = remembered(g, memory, noun)
                    if sees(g, self.seat, memory, noun) and (memory.on != TILE or self._what(noun) is None):
                        tiles.update(kept if memory.type.is_set else (kept,))
        return tiles - {-1}

    @cached_property
    def face_down(self) -> list[int]:
        """The face-down tiles on the map, in the order in which they were laid."""
        return [tile for tile in self.g.laid if self._what(tile) == FACE_DOWN]

    @cached_property
    def unseen(self) -> list[int]:
        """The hidden tiles that are in no deck and not on the map."""
        return [
            tile
            for tile in range(self.g.code.tile_count)
            if self._what(tile) == UNSEEN and tile not in self._shown
        ]

    def decks(self) -> list[int]:
        """The hidden decks."""
        return [deck for deck, hidden in enumerate(self.g.code.hidden) if hidden]

    # ── their placeholders ──

    def cover(self, tile: int, way: int = BY_PLACE) -> int:
        """The public form of a tile that a rule obtained in this way: itself, or a cover."""
        if way == BY_NAME or tile not in self:
            return tile
        g, back = self.g, self.g.code.backs[self.g.code.tile_kinds[tile]][0]
        what = self._what(tile)
        if way != BY_PLACE:
            return Cover(SOMEWHERE, back=back).code
        if what == FACE_DOWN:
            site = self._site(tile)
            beside = [other for other in self.face_down if self._site(other) == site]
            return Cover(FACE_DOWN, site, beside.index(tile), back).code
        if what == IN_DECK:
            deck = g.T[tile_key(g, tile, at.HOME)]
            return Cover(IN_DECK, deck, g.decks[deck].index(tile), self._back_of(deck)).code
        return Cover(UNSEEN, back=back).code

    def _site(self, tile: int) -> int:
        return self.g.T[tile_key(self.g, tile, at.SITE)]

    def _back_of(self, deck: int) -> int:
        program = self.g.code.program
        kinds = list(program.composition.decks.values())[deck].kinds
        return self.g.code.backs[program.kinds.index(kinds[0])][0]

    def under(self, cover: int) -> int:
        """The tile under a cover; -1 if there is none, or its place is unspecified."""
        what, where, number, _ = Cover.read(cover)
        there: Sequence[int] = ()
        if what == FACE_DOWN:
            there = [tile for tile in self.face_down if self._site(tile) == where]
        elif what == IN_DECK and where < len(self.g.decks):
            there = self.g.decks[where]
        return there[number] if number < len(there) else -1

    def place(self, tile: int) -> tuple[int, ...]:
        """The sort key of a hidden tile: those on the map as they were laid, those in decks from the top."""
        what = self._what(tile)
        if what == FACE_DOWN:
            return (FACE_DOWN, self.face_down.index(tile))
        if what == IN_DECK:
            deck = self.g.T[tile_key(self.g, tile, at.HOME)]
            return (IN_DECK, deck, self.g.decks[deck].index(tile))
        return (UNSEEN, tile)


def numbered(covers: Iterable[int]) -> list[int]:
    """Number the covers in a list of tiles and covers, so that those with equal backs remain distinct."""
    counts: dict[int, int] = {}
    codes = []
    for code in covers:
        if is_cover(code) and Cover.read(code).what == UNSEEN:
            counts[code] = counts.get(code, -1) + 1
            codes.append(Cover.read(code)._replace(number=counts[code]).code)
        else:
            codes.append(code)
    return codes


def tile_of(g: State, info: ChoiceInfo, option: Any) -> int:
    """The tile that is the option or the target of its action; -1 for any other option."""
    if not isinstance(option, tuple):
        return int(option) if info.type == TILE.name else -1
    target = g.code.actions[option[0]].definition.target if option[0] >= 0 else None
    return option[1] if target is not None and target.type.name == TILE.name else -1


def with_tile(option: Any, tile: int) -> Any:
    """Put another tile into an option: the option is the tile itself, or an action with a tile as its target."""
    return (option[0], tile, *option[2:]) if isinstance(option, tuple) else tile


def in_tile_order(g: State, tiles: Sequence[int]) -> Sequence[int]:
    """Tiles in an order that reveals nothing about hidden ones: those come last, by their places."""
    hidden = Hidden(g)
    covered = [tile for tile in tiles if tile in hidden]
    if not covered:
        return tiles
    return (*(tile for tile in tiles if tile not in hidden), *sorted(covered, key=hidden.place))
