"""Integers of the engine as names for people and back: the only place that creates ids of regions, tiles and peoples."""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING, Any

from ruledsl.base.arguments import shown
from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import hinted, there_are
from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.hidden import EVERYBODY, FACE_DOWN, IN_DECK, UNSEEN, Cover, Hidden, is_cover
from ruledsl.engine.state.state import people_cell, tile_cell, with_people
from ruledsl.language.vocabulary.inflection import said_forms, with_nouns
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.language.vocabulary.types import BIT_SETS, FLAG, NUMBER, TILE, Type
from ruledsl.play.naming.languages import PSEUDO, STANDARD
from ruledsl.play.naming.words import game_nouns, translated, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.rules.check.typed.declarations import ActionDef
    from ruledsl.rules.packs.model import Composition


def player_of(seats: int, given: Any) -> int:
    """The number of one of so many players; `GameError` G003 if there is no such player."""
    if is_whole(given) and 0 <= given < seats:
        return int(given)
    raise GameError("G003", f"There is no player {shown(given)}: players are numbered from 0 to {seats - 1}.")


def in_english(composition: Composition, text: str) -> str:
    """One of our own English texts with what the game calls things."""
    return with_nouns(text, game_nouns(composition.nouns, STANDARD), STANDARD)


@dataclass(frozen=True, slots=True)
class Naming:
    """Names in one language (English where a pack has no other); `players` are the names of players who have one."""

    language: str = "en"
    players: tuple[str, ...] = ()

    def text(self, names: dict[str, str], fallback: str) -> str:
        """The text in this language, else in English, else the fallback."""
        return translated(names, self.language) or fallback

    def said(self, names: dict[str, str]) -> str:
        """The text in this language, else in English, else nothing."""
        return self.text(names, "")

    def nouns(self, composition: Composition) -> dict[str, str | int]:
        """What a game calls things, in every form that a text asks for."""
        spoken = STANDARD if self.language == PSEUDO else self.language
        forms = said_forms(game_nouns(composition.nouns, spoken), spoken)
        return {
            key: self.said({spoken: text}) if isinstance(text, str) else text for key, text in forms.items()
        }

    def trait(self, composition: Composition, word: str) -> str:
        """The name of a terrain or symbol: `trait.WORD`, or the word itself."""
        return self.text(composition.text(f"trait.{word}") or {}, word.replace("_", " "))

    def stage(self, composition: Composition, word: str) -> str:
        """The name of a stage of a people: `word.STAGE`, or the word itself."""
        return self.text(composition.text(f"word.{word}") or {}, word.replace("_", " "))

    def named(self, composition: Composition, word: str) -> str:
        """The packs' name for something without a name of its own, such as a memory or a deck: `called.WORD`, `name.WORD`, or the word itself."""
        names = composition.text(f"called.{word}") or composition.text(f"name.{word}") or {}
        return self.text(names, word.replace("_", " "))

    def pieces(self, composition: Composition, pieces: dict[str, int]) -> list[str]:
        """Pieces that lie somewhere, each kind with how many there are."""
        named = ((self.text(composition.pieces[id_].names, id_), count) for id_, count in pieces.items())
        return [f"{name} ×{count}" if count > 1 else name for name, count in named]

    def option(self, composition: Composition, variant: str, option: str) -> str:
        """The name of an option of a variant: `option.VARIANT.OPTION`, or the word itself."""
        names = composition.text(f"option.{variant}.{option}") or {}
        return self.text(names, option.replace("_", " "))

    # ── integers to ids ──

    def id_of(self, g: State, kind: Type, value: Any) -> Any:
        """The id of a noun, plain data for everything else; None for nobody."""
        if kind.is_set:
            members = bits(value) if kind.element in BIT_SETS else value
            return [self.id_of(g, kind.element, member) for member in members]
        if kind.name == "flag":
            return bool(value)
        if kind.name in ("number", "player"):
            return None if kind.name == "player" and value < 0 else value
        if value < 0:
            return None
        if kind.name == "region":
            return g.board.ids[value]
        if kind.name == "people":
            return self.tile_id(g, people_cell(g, value, at.RACE))
        return self.tile_id(g, value) if kind == TILE else self._words(g, kind)[value]

    def _words(self, g: State, kind: Type) -> list[str]:
        program = g.code.program
        return {
            "tile": program.tiles,
            "piece": program.pieces,
            "trait": program.traits,
            "mode": program.modes,
            "way": program.ways,
            "stage": program.stages,
            "kind": program.kinds,
            "deck": program.decks,
            "die": program.dice,
        }[kind.name]

    def tile_id(self, g: State, tile: int) -> str | None:
        """The id of a tile; a borrowed one has the id of its borrower, a cover that of its place."""
        if is_cover(tile):
            return cover_id(g, Cover.read(tile))
        return g.code.program.tiles[tile % g.code.tile_count] if tile >= 0 else None

    # ── ids to integers ──

    def value_of(self, g: State, kind: Type, given: Any) -> Any:
        """The integer of an id; `GameError` with the nearest name if there is none."""
        if kind in (NUMBER, FLAG):
            return self._plain(given)
        if given is None:
            return kind.beginning
        if kind.is_set:
            return self._set(g, kind, given)
        if kind.name == "player":
            return player_of(g.seats, given)
        if kind.name == "people":
            return self._people(g, given)
        words = g.board.ids if kind.name == "region" else self._words(g, kind)
        return self._index(words, given if isinstance(given, str) else shown(given), kind.name)

    def _set(self, g: State, kind: Type, given: Any) -> Any:
        if not isinstance(given, list | tuple | set | frozenset):
            raise GameError("G003", f"{shown(given)} is no list of ids of {kind.element.name}.")
        members = dict.fromkeys(self.value_of(g, kind.element, item) for item in given)
        return sum(1 << member for member in members) if kind.element in BIT_SETS else tuple(members)

    def _plain(self, given: Any) -> int:
        if not (is_whole(given) or isinstance(given, bool)) or abs(given) > LARGEST:
            raise GameError("G003", f"{shown(given)} is no number from {-LARGEST} to {LARGEST}.")
        return int(given)

    def _people(self, g: State, given: Any) -> int:
        living = {self.id_of(g, Type("people"), people): people for people in bits(g.G[at.LIVE])}
        if isinstance(given, str) and given in living:
            return living[given]
        raise GameError(
            "G003",
            f"No people {shown(given)} is in the game; there are {', '.join(map(str, living)) or 'none'}.",
        )

    def _index(self, words: list[str], given: str, what: str) -> int:
        if given in words:
            return words.index(given)
        raise GameError("G003", hinted(f"There is no {what} `{given}`.", given, words))

    # ── names for reading ──

    def label(self, g: State, kind: Type, value: Any) -> str:
        """The name of a noun in a list of options or a line of the log."""
        if kind.is_set:
            members = bits(value) if kind.element in BIT_SETS else value
            return ", ".join(self.label(g, kind.element, member) for member in members) or self.word("none")
        if kind.name == "flag":
            return self.word("yes" if value else "no")
        if kind.name == "number":
            return str(value)
        if value < 0:
            return self.word("nobody")
        if kind.name == "player":
            return self.player(value)
        if kind.name == "region":
            return self.region(g, value)
        if kind.name == "people":
            return self.people(g, value)
        if kind.name == "tile":
            return self.tile(g, value)
        if kind.name == "piece":
            return self.text(
                list(g.code.program.composition.pieces.values())[value].names, str(self.id_of(g, kind, value))
            )
        composition, word = g.code.program.composition, str(self.id_of(g, kind, value))
        if kind.name == "trait":
            return self.trait(composition, word)
        return self.stage(composition, word) if kind.name == "stage" else self.named(composition, word)

    def word(self, key: str, **args: object) -> str:
        """A word or sentence of our own, see `words`, with its placeholders filled."""
        return word(key, self.language).format(**args)

    def player(self, player: int) -> str:
        """The name of a player, `player 2` by default; of players with one name, each with its number."""
        own = self.players[player] if player < len(self.players) else ""
        if own and self.players.count(own) > 1:
            return f"{own} ({player + 1})"
        return own or self.word("player", n=player + 1)

    def region(self, g: State, region: int) -> str:
        """`7 hill`; for the border between two, `border 3-7`."""
        program = g.code.program
        if g.board.terrain[region] < 0:
            return self.word("border", id=g.board.ids[region])
        return f"{g.board.ids[region]} {self.trait(program.composition, program.traits[g.board.terrain[region]])}"

    def people(self, g: State, people: int) -> str:
        """`Flying Ratmen`: further tiles come first, as in the market."""
        row = people * g.code.people_width
        tiles = [*reversed(with_people(g, people)), g.P[row + at.POWER], g.P[row + at.RACE]]
        return " ".join(self.tile(g, tile) for tile in tiles if tile >= 0)

    def tile(self, g: State, tile: int) -> str:
        """The name of a tile."""
        if tile < 0:
            return self.word("nothing")
        if is_cover(tile):
            return self._covered(g, Cover.read(tile))
        entry = g.code.tiles[tile % g.code.tile_count]
        return self.text(entry.names, entry.id)

    def _covered(self, g: State, cover: Cover) -> str:
        """`face-down bomb in 7 hill`: the back, and the place."""
        composition = g.code.program.composition
        kinds = list(composition.kinds.values())
        backs = [self.text(kinds[kind].names, kinds[kind].id) for kind in g.code.backs[cover.back]]
        back = reduce(lambda one, other: self.word("or", one=one, other=other), backs)
        more = f" ({cover.number + 1})" if cover.number else ""
        if cover.what == FACE_DOWN:
            return self.word("face_down", what=back, region=self.region(g, cover.where)) + more
        if cover.what == IN_DECK:
            deck = self.named(composition, g.code.decks[cover.where])
            return self.word("in_deck", what=back, n=cover.number + 1, deck=deck)
        return self.word("unseen" if cover.what == UNSEEN else "hidden", what=back) + more


# ── covers ──

_COVER = re.compile(r"(face_down|hidden)@(.+?)(?:#([0-9]{1,4}))?")


def cover_id(g: State, cover: Cover) -> str:
    """`face_down@7` for a face-down tile in a region (`face_down@7#2` for a second one), `hidden@badges#1` for the top of a hidden deck."""
    number = f"#{cover.number + 1}"
    if cover.what == IN_DECK:
        return f"hidden@{g.code.decks[cover.where]}{number}"
    more = number if cover.number else ""
    if cover.what == FACE_DOWN:
        return f"face_down@{g.board.ids[cover.where]}{more}"
    return f"{'unseen' if cover.what == UNSEEN else 'hidden'}{more}"


def cover_of(g: State, given: str, seat: int | None = None) -> int | None:
    """The cover with an id of a place, if a tile that is hidden from a seat (from everybody) lies there."""
    match = _COVER.fullmatch(given)
    names = [] if match is None else g.board.ids if match[1] == "face_down" else g.code.decks
    if match is None or match[2] not in names:
        return None
    what = FACE_DOWN if match[1] == "face_down" else IN_DECK
    place = Cover(what, names.index(match[2]), int(match[3] or 1) - 1)
    hidden = Hidden(g, EVERYBODY if seat is None else seat)
    tile = hidden.under(place.code) if place.number >= 0 else -1
    return hidden.cover(tile) if tile in hidden else None


# ── actions ─────────────────────────────────────────────────────────────────────
# The names of actions: `jump:3`, and `jump@frogs:3` where several tiles have an action of that name.
#
# After the `@` comes the tile that brings it. An action of a borrowed tile always has it (`draw_sword@magic`); if its name is ambiguous, it also
# has the borrower: `jump@magic@frogs`.


MARK = "@"
"""Between the name of an action and the tile that brings it."""


def full_name(g: State, action: ActionDef, this: int) -> str:
    """`jump`, `jump@frogs`: the name for a bearer that has it as the instance `this`."""
    return MARK.join([action.name, *_tiles(g, action, this)])


def _tiles(g: State, action: ActionDef, this: int) -> list[str]:
    """The tiles in its name."""
    if this >= g.code.tile_count:
        borrower = g.code.program.tiles[this - g.code.tile_count]
        return [borrower, action.bringer] if action.shared else [borrower]
    if not action.shared or not action.bringer:
        return []
    return [action.bringer if this < 0 else g.code.program.tiles[this]]


def is_meant(g: State, action: ActionDef, this: int, tiles: str) -> bool:
    """Do the `tiles` after the first `@` of a name match this action? Empty matches any; a tile may be named where it is not necessary."""
    own = action.bringer if this < 0 else g.code.program.tiles[this % g.code.tile_count]
    return tiles in ("", own, MARK.join(_tiles(g, action, this)))


# ── names given by callers ──


def actions_named(g: State, given: str) -> tuple[list[ActionDef], str]:
    """The actions that a name can mean, and its part about tiles; raises `GameError` if there is none."""
    name, _, tiles = given.partition(MARK)
    actions = g.code.program.actions
    namesakes = [action for action in actions if action.name == name]
    fitting = [action for action in namesakes if _can_be(g, action, tiles)]
    if fitting:
        return fitting, tiles
    names = {MARK.join(filter(None, (a.name, a.bringer))) for a in namesakes} or {a.name for a in actions}
    wanted = given if namesakes else name
    raise GameError("G042", hinted(f"There is no action `{given}`.", wanted, names, there_are(sorted(names))))


def _can_be(g: State, action: ActionDef, tiles: str) -> bool:
    """Can it have these tiles in its name: the tile that brings it, a copy of that one, or a tile that has borrowed it?"""
    program = g.code.program
    first = tiles.partition(MARK)[0]
    if tiles in ("", action.bringer) or first not in program.tiles:
        return tiles in ("", action.bringer)
    tile = program.tiles.index(first)
    lent = tile_cell(g, tile, at.BORROWED)
    own = ((tile, tile), (lent, g.code.tile_count + tile))
    return any(
        of >= 0 and _entry(g, of) == action.bringer and is_meant(g, action, this, tiles) for of, this in own
    )


def _entry(g: State, tile: int) -> str:
    """The tile whose rules a tile has: a copy has those of the original."""
    id_ = g.code.program.tiles[tile]
    return g.code.program.composition.tiles[id_].copy_of or id_


# ── in words ──


def called(g: State, naming: Naming, action: ActionDef, this: int, target: str) -> str:
    """The action of a bearer with its target: `jump 3 hill`, `jump 3 hill (Frogs)`."""
    return in_words(g, naming, action, target, _tiles(g, action, this))


def in_words(g: State, naming: Naming, action: ActionDef, target: str, tiles: Sequence[str]) -> str:
    """An action with its target, and the tiles that bring it in brackets: `jump 3 hill (Frogs)`."""
    names = naming.text(_texts(g, action), action.name.replace("_", " "))
    bringers = ", ".join(_bringer(g, naming, tile) for tile in tiles)
    return " ".join(filter(None, (names, target, f"({bringers})" if bringers else "")))


def _texts(g: State, action: ActionDef) -> dict[str, str]:
    """The packs' texts for it: of its own pack first, if others have an action of that name."""
    name = MARK.join((action.name, action.bringer)) if action.shared and action.bringer else action.name
    return g.code.program.composition.text(f"action.{name}", action.origin.owner.pack) or {}


def _bringer(g: State, naming: Naming, id_: str) -> str:
    composition = g.code.program.composition
    bringer = composition.tiles.get(id_) or composition.pieces.get(id_)
    return naming.text(bringer.names, id_) if bringer is not None else id_
