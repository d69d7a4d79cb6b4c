"""The registry of what the engine can be asked: every built-in of the language, with its parameters, its result and what it means.

Checker, compiler, explanations and reference pages read this table; nobody else knows a built-in by name. `code` is the name of
the function in `ruledsl.engine.primitives.queries` that answers (the state first, then the arguments).
"""

from __future__ import annotations

from ruledsl.dataclass import dataclass
from ruledsl.vocabulary.types import (
    ANY_SET,
    DECK,
    FLAG,
    KIND,
    NUMBER,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    STAGE,
    TILE,
    TRAIT,
    Type,
    set_of,
)

__all__ = ["BUILTINS", "Builtin", "builtins_named"]

MEMBER = Type("element")


@dataclass(frozen=True, slots=True)
class Builtin:
    """One question to the engine.

    `preps` are the prepositions before the parameters; `writable` ones may be set, added to or exchanged; a `fixed` one never changes in
    the course of a game. `reads` says what of its first argument may be a secret: the `purse` of a player, the `face` of a tile (what is printed on
    it), the `place` of a tile (where it is, and what lies on it there).
    """

    name: str
    preps: tuple[str, ...]
    params: tuple[Type, ...]
    result: Type
    code: str
    doc: str
    writable: bool = False
    fixed: bool = False
    reads: str = ""

    @property
    def gives_member(self) -> bool:
        """Is the answer a member of the set that it is asked about, whatever the set is of?"""
        return self.result == MEMBER


def _ask(  # noqa: PLR0913 - what may be said of a word, mostly left out
    head: str,
    params: tuple[Type, ...],
    result: Type,
    code: str,
    doc: str,
    *,
    writable: bool = False,
    fixed: bool = False,
    reads: str = "",
) -> Builtin:
    name, *preps = head.split()
    return Builtin(name, tuple(preps), params, result, code, doc, writable, fixed, reads)


BUILTINS: tuple[Builtin, ...] = (
    # the table
    _ask(
        "players",
        (),
        set_of(PLAYER),
        "players",
        "all players; a loop over them runs clockwise from the one whose turn it is",
        fixed=True,
    ),
    _ask("opponents of", (PLAYER,), set_of(PLAYER), "opponents", "all players but this one", fixed=True),
    _ask(
        "turn_player",
        (),
        PLAYER,
        "turn_player",
        "the player whose turn it is; nobody's is nobody's: setting it to `none` changes nothing",
        writable=True,
    ),
    _ask("seat of", (PLAYER,), NUMBER, "seat", "0 for the player who began, then clockwise", fixed=True),
    _ask("next of", (PLAYER,), PLAYER, "next_player", "the player on the left", fixed=True),
    _ask("coins of", (PLAYER,), NUMBER, "coins_of_player", "the coins a player has", reads="purse"),
    _ask("coins of", (TILE,), NUMBER, "coins_of_tile", "the coins that lie on a tile", reads="place"),
    _ask("rounds", (), NUMBER, "rounds", "how many rounds the map is played for", fixed=True),
    _ask(
        "round",
        (),
        NUMBER,
        "round_now",
        "the round, from 1 to one more than the last; never more, never less",
        writable=True,
    ),
    # peoples
    _ask("peoples", (), set_of(PEOPLE), "peoples", "all peoples that are in the game"),
    _ask(
        "peoples of",
        (PLAYER,),
        set_of(PEOPLE),
        "peoples_of",
        "the peoples of a player that are in the game, oldest first",
    ),
    _ask("owner of", (PEOPLE,), PLAYER, "owner", "the player a people belongs to"),
    _ask("race of", (PEOPLE,), TILE, "race", "the banner of a people"),
    _ask("power of", (PEOPLE,), TILE, "power", "the badge of a people, or none", writable=True),
    _ask(
        "stage of",
        (PEOPLE,),
        STAGE,
        "stage",
        "the stage of a people; one that enters the last stage leaves the game, with all its tokens, and enters no other any more",
        writable=True,
    ),
    _ask("founded of", (PEOPLE,), NUMBER, "founded", "the round in which a people came into the game"),
    _ask("regions of", (PEOPLE,), set_of(REGION), "land", "the regions in which a people has tokens"),
    _ask("hand of", (PEOPLE,), NUMBER, "hand", "the race tokens a people has in hand"),
    _ask("tray of", (PEOPLE,), NUMBER, "tray", "the race tokens left in the tray of its race"),
    _ask("tokens of in", (PEOPLE, REGION), NUMBER, "tokens_in", "the race tokens of a people in a region"),
    _ask("troops of", (PEOPLE,), NUMBER, "troops", "the race tokens of a people on the map"),
    _ask(
        "stand_ins of in",
        (PEOPLE, REGION),
        NUMBER,
        "stand_ins_in",
        "how many of the race tokens of a people in a region are stand-ins that lie there",
    ),
    _ask(
        "stand_ins of",
        (PEOPLE,),
        NUMBER,
        "stand_ins_on_map",
        "how many of the race tokens of a people on the map are stand-ins, also where nobody has said which",
    ),
    # regions
    _ask("regions", (), set_of(REGION), "regions", "all regions of the map", fixed=True),
    _ask("holder of", (REGION,), PEOPLE, "holder", "the people that holds a region, or none"),
    _ask("occupants of", (REGION,), set_of(PEOPLE), "occupants", "all peoples with tokens in a region"),
    _ask("force of", (REGION,), NUMBER, "force", "all race tokens in a region"),
    _ask("terrain of", (REGION,), TRAIT, "terrain", "the terrain that is printed on a region", fixed=True),
    _ask(
        "neighbours of",
        (REGION,),
        set_of(REGION),
        "neighbours",
        "the regions that share a border with it, or a piece that joins them",
    ),
    _ask(
        "neighbours of",
        (set_of(REGION),),
        set_of(REGION),
        "surroundings",
        "all neighbours of any of these regions",
    ),
    _ask(
        "spread of through",
        (set_of(REGION), set_of(REGION)),
        set_of(REGION),
        "spread",
        "the first regions, and all that can be reached from them step by step inside the second ones",
    ),
    _ask(
        "groups of",
        (set_of(REGION),),
        NUMBER,
        "groups",
        "into how many connected groups these regions fall, step by step to neighbours",
    ),
    _ask(
        "board of",
        (REGION,),
        NUMBER,
        "board",
        "which board (island) of the map a region belongs to, from 0",
        fixed=True,
    ),
    # pieces
    _ask("amount of in", (PIECE, REGION), NUMBER, "pieces_in", "how many pieces of a kind lie in a region"),
    _ask(
        "amount of with",
        (PIECE, PEOPLE),
        NUMBER,
        "pieces_with_people",
        "how many pieces of a kind a people has in hand",
    ),
    _ask(
        "amount of with",
        (PIECE, PLAYER),
        NUMBER,
        "pieces_with_player",
        "how many pieces of a kind a player has in hand",
    ),
    _ask("stock of", (PIECE,), NUMBER, "stock", "how many pieces of a kind are left in the box"),
    _ask("sites of", (PIECE,), set_of(REGION), "sites", "the regions in which pieces of a kind lie"),
    _ask(
        "pieces of", (REGION,), set_of(PIECE), "pieces_of_region", "the kinds of pieces that lie in a region"
    ),
    _ask(
        "pieces of",
        (TILE,),
        set_of(PIECE),
        "pieces_of_tile",
        "the kinds of pieces that a tile brings",
        fixed=True,
        reads="face",
    ),
    _ask(
        "bearer of",
        (PIECE,),
        PEOPLE,
        "bearer_of_piece",
        "the people that bears the tile which brings this piece, or one that borrows it, or none",
    ),
    # tiles
    _ask(
        "bearer of",
        (TILE,),
        PEOPLE,
        "bearer_of_tile",
        "the people that bears a tile: whose banner or badge it is, or who holds the region it lies in",
        reads="place",
    ),
    _ask("site of", (TILE,), REGION, "site", "the region a tile lies in, or none", reads="place"),
    _ask(
        "copy of",
        (TILE,),
        TILE,
        "copy_of_tile",
        "the copy of another tile whose rules a tile has borrowed, or none; in those rules it is `this`",
    ),
    _ask(
        "model of",
        (TILE,),
        TILE,
        "model_of_tile",
        "of a copy, the tile whose rules these are; of anything else none",
    ),
    _ask(
        "wares of",
        (TILE,),
        set_of(PIECE),
        "wares_of_tile",
        "the kinds of pieces that rules of a tile take out of the box and no tile brings",
    ),
    _ask("tiles of", (REGION,), set_of(TILE), "tiles_of_region", "the tiles that lie in a region"),
    _ask("tiles of", (KIND,), set_of(TILE), "tiles_of_kind", "all tiles of a kind in the game", fixed=True),
    _ask("kind of", (TILE,), KIND, "kind_of_tile", "race, power, relic …", fixed=True, reads="face"),
    _ask("concealed of", (TILE,), FLAG, "concealed", "does the tile lie face down", reads="place"),
    _ask(
        "lasting of",
        (TILE,),
        FLAG,
        "lasting",
        "has the tile any rule that is in force outside the first stage",
        fixed=True,
        reads="face",
    ),
    _ask(
        "pointless of",
        (TILE,),
        FLAG,
        "pointless",
        "has the tile rules, and can none of them ever do anything on the map in play",
        fixed=True,
        reads="face",
    ),
    _ask(
        "position of in",
        (TILE, DECK),
        NUMBER,
        "position",
        "the place of a tile in a deck, 0 for the top",
        reads="place",
    ),
    # numbers
    _ask(
        "remainder of by",
        (NUMBER, NUMBER),
        NUMBER,
        "remainder",
        "what is left over when the first number is divided by the second one; by 0 it is 0",
        fixed=True,
    ),
    # sets
    _ask(
        "only of",
        (ANY_SET,),
        MEMBER,
        "only",
        "the single member of a set, or none (of numbers 0, of flags no)",
    ),
    _ask(
        "first of",
        (ANY_SET,),
        MEMBER,
        "first",
        "the first member of a set, or none (of numbers 0, of flags no)",
    ),
)


_BY_NAME: dict[str, list[Builtin]] = {}
for _builtin in BUILTINS:
    _BY_NAME.setdefault(_builtin.name, []).append(_builtin)


def builtins_named(name: str) -> list[Builtin]:
    """All built-ins of that name (they differ in their parameters)."""
    return _BY_NAME.get(name, [])
