"""The registry of built-in questions: one row each with everything that any reader needs to know.

Checker, compiler, explanations and reference pages read this table; nobody else knows a built-in by name. `code` is the name of
the function of the engine (`ruledsl.engine.cells`) that answers.
"""

from __future__ import annotations

from typing import Any

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.limits import LARGEST, MOST_CHOSEN, MOST_COUNTED
from ruledsl.language.vocabulary.types import (
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

MEMBER = Type("element")


@dataclass(frozen=True, slots=True)
class Builtin:
    """One built-in question.

    `preps` are the prepositions before the parameters; `writable` ones may be set, added to or exchanged; a `fixed` one never changes during
    a game. `reads` names the part of its first argument that may be secret: the `purse` of a player, the `face` of a tile (what is printed on
    it), the `place` of a tile (where it is, and what lies on it there); `on_map` if what it tells of that place says nothing of decks.

    In English: `said` are the members of a set, the answer as a noun, or a clause of a flag (`{0}` is the first operand; `spread` describes the
    two sets that it gets); `amounts` tells how somebody has a number of it, `there` that there is one, `lone` whether the only piece of a kind is
    there.

    The answer is a number `within` two bounds, or a set of at most `most` members, or it `goes_over` so many things; words are names in
    `check.bounds.sizes`. Where rules ask one that is `on_borders`, each border is a place of its own.
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
    on_map: bool = False
    said: str = ""
    amounts: str = ""
    there: str = ""
    lone: str = ""
    within: tuple[int, int | str] | None = None
    most: str = ""
    goes_over: str = ""
    on_borders: bool = False

    @property
    def gives_member(self) -> bool:
        """Is the answer a member of the set in the question, whatever its type?"""
        return self.result == MEMBER


def _ask(
    head: str,
    params: tuple[Type, ...],
    result: Type,
    doc: str,
    *,
    said: str,
    code: str = "",
    **more: Any,  # noqa: ANN401 - the columns that have a usual answer
) -> Builtin:
    """A row; it must have a sentence, and bounds if it is a number. Its `code` is its name unless it says another one."""
    name, *preps = head.split()
    if (result == NUMBER) != ("within" in more):
        message = f"between which bounds is `{head}`?"
        raise TypeError(message)
    return Builtin(name, tuple(preps), params, result, code or name, doc, said=said, **more)


_HAS = "{1} {1|has|have} {amount} {0} in hand"


def _lying(
    head: str, params: tuple[Type, ...], code: str, doc: str, where: str, amounts: str = ""
) -> Builtin:
    """A row that asks how many pieces of a kind are somewhere."""
    return _ask(
        head,
        params,
        NUMBER,
        f"the number of pieces of a kind {doc}",
        code=code,
        said=f"the number of {{0}} {where}",
        amounts=amounts or f"{{amount}} {{0}} {{amount|is|are}} {where}",
        lone=f"{{0}} {{holds|is|is not}} {where}",
        within=(0, MOST_COUNTED),
    )


BUILTINS: tuple[Builtin, ...] = (
    # the table
    _ask(
        "players",
        (),
        set_of(PLAYER),
        "all players; a loop runs clockwise, starting with the player whose turn it is",
        fixed=True,
        said="{many|player|players}",
    ),
    _ask(
        "opponents of",
        (PLAYER,),
        set_of(PLAYER),
        "all players but this one",
        fixed=True,
        said="{many|opponent|opponents} of {0}",
    ),
    _ask(
        "turn_player",
        (),
        PLAYER,
        "the player whose turn it is; always a player: setting it to `none` changes nothing",
        writable=True,
        said="the player whose turn it is",
    ),
    _ask(
        "seat of",
        (PLAYER,),
        NUMBER,
        "0 for the player who began, then clockwise",
        fixed=True,
        said="the seat number of {0}",
        within=(0, "seats"),
    ),
    _ask(
        "next of",
        (PLAYER,),
        PLAYER,
        "the player on the left",
        code="next_player",
        fixed=True,
        said="the player to the left of {0}",
    ),
    _ask(
        "coins of",
        (PLAYER,),
        NUMBER,
        "the coins of a player",
        code="coins_of_player",
        reads="purse",
        said="{0's} [coin.many]",
        amounts="{0} {0|has|have} {amount} {amount|[coin]|[coin.many]}",
        within=(0, LARGEST),
    ),
    _ask(
        "coins of",
        (TILE,),
        NUMBER,
        "the coins that lie on a tile",
        code="coins_of_tile",
        reads="place",
        said="{0's} [coin.many]",
        amounts="{0} {0|has|have} {amount} {amount|[coin]|[coin.many]}",
        within=(0, LARGEST),
    ),
    _ask(
        "rounds",
        (),
        NUMBER,
        "the number of rounds on this map",
        fixed=True,
        said="the number of rounds",
        within=(1, 99),
    ),
    _ask(
        "round",
        (),
        NUMBER,
        "the current round, always from 1 to one more than the last",
        code="round_now",
        writable=True,
        said="the current round",
        within=(0, 100),
    ),
    # peoples
    _ask(
        "peoples",
        (),
        set_of(PEOPLE),
        "all peoples in the game",
        said="{many|[people]|[people.many]}",
    ),
    _ask(
        "peoples of",
        (PLAYER,),
        set_of(PEOPLE),
        "the peoples of a player in the game, oldest first",
        code="peoples_of",
        said="{many|[people]|[people.many]} of {0}",
        most="living",
    ),
    _ask(
        "owner of",
        (PEOPLE,),
        PLAYER,
        "the player of a people",
        said="the owner of {0}",
    ),
    _ask(
        "race of",
        (PEOPLE,),
        TILE,
        "the banner of a people",
        said="{0's} [people] [banner]",
    ),
    _ask(
        "power of",
        (PEOPLE,),
        TILE,
        "the badge of a people, or none",
        writable=True,
        said="{0's} [badge]",
        there="{0} {holds|has [badge.a]|has no [badge]}",
    ),
    _ask(
        "stage of",
        (PEOPLE,),
        STAGE,
        "the stage of a people; a people that enters the last stage leaves the game with all its tokens, and enters no other stage",
        writable=True,
        said="{0's} state",
    ),
    _ask(
        "founded of",
        (PEOPLE,),
        NUMBER,
        "the round in which a people entered the game",
        said="the round in which {0} came into the game",
        within=(0, 100),
    ),
    _ask(
        "regions of",
        (PEOPLE,),
        set_of(REGION),
        "the regions in which a people has tokens",
        code="land",
        said="{many|region|regions} {0} {0|holds|hold}",
        most="held",
    ),
    _ask(
        "hand of",
        (PEOPLE,),
        NUMBER,
        "the race tokens in a people's hand",
        said="the number of [token.many] in {0's} hand",
        amounts="{0} {0|has|have} {amount} {amount|[token]|[token.many]} in hand",
        within=(0, MOST_COUNTED),
    ),
    _ask(
        "tray of",
        (PEOPLE,),
        NUMBER,
        "the race tokens left in the tray of its race",
        said="the number of {0's} [token.many] in the tray",
        amounts="{0} {0|has|have} {amount} {amount|[token]|[token.many]} in the tray",
        within=(0, MOST_COUNTED),
    ),
    _ask(
        "aside of",
        (TILE,),
        NUMBER,
        "the tokens of a race that are set aside, beside its banner",
        reads="face",
        said="the number of {0's} [token.many] set aside",
        amounts="{0} {0|has|have} {amount} {amount|[token]|[token.many]} set aside",
        within=(0, LARGEST),
    ),
    _ask(
        "tokens of in",
        (PEOPLE, REGION),
        NUMBER,
        "the race tokens of a people in a region",
        code="tokens_in",
        said="the number of {0's} [token.many] in {1}",
        amounts="{0} {0|has|have} {amount} {amount|[token]|[token.many]} in {1}",
        within=(0, MOST_COUNTED),
    ),
    _ask(
        "troops of",
        (PEOPLE,),
        NUMBER,
        "the race tokens of a people on the map",
        said="the number of {0's} [token.many] on the map",
        amounts="{0} {0|has|have} {amount} {amount|[token]|[token.many]} on the map",
        within=(0, "everywhere"),
        goes_over="regions",
    ),
    _ask(
        "stand_ins of in",
        (PEOPLE, REGION),
        NUMBER,
        "the number of a people's stand-ins that lie in a region",
        code="stand_ins_in",
        said="the number of {0's} stand-ins in {1}",
        amounts="{amount} of {0's} [token.many] in {1} {amount|is a stand-in|are stand-ins}",
        within=(0, MOST_COUNTED),
    ),
    _ask(
        "stand_ins of",
        (PEOPLE,),
        NUMBER,
        "the number of a people's stand-ins on the map, including those that no rule has placed in a region",
        code="stand_ins_on_map",
        said="the number of {0's} stand-ins",
        within=(0, "everywhere"),
        goes_over="regions",
    ),
    # regions
    _ask(
        "regions",
        (),
        set_of(REGION),
        "all regions of the map",
        fixed=True,
        said="{many|region|regions}",
        most="regions",
    ),
    _ask(
        "holder of",
        (REGION,),
        PEOPLE,
        "the people that holds a region, or none; of several who stand there another one can be made to hold it",
        writable=True,
        said="the [people] in {0}",
    ),
    _ask(
        "occupants of",
        (REGION,),
        set_of(PEOPLE),
        "all peoples with tokens in a region",
        said="{many|[people]|[people.many]} in {0}",
        most="living",
    ),
    _ask(
        "force of",
        (REGION,),
        NUMBER,
        "all race tokens in a region",
        said="the number of [people] [token.many] in {0}",
        amounts="{0} {0|has|have} {amount} {amount|[people] [token]|[people] [token.many]} in it",
        within=(0, 2 * MOST_COUNTED),
    ),
    _ask(
        "terrain of",
        (REGION,),
        TRAIT,
        "the terrain printed on a region",
        fixed=True,
        said="the terrain printed on {0}",
    ),
    _ask(
        "regions of",
        (TRAIT,),
        set_of(REGION),
        "the regions that have a terrain or symbol, or one that counts as it",
        code="counting_as",
        fixed=True,
        said="{many|region|regions} that {many|counts|count} as {0}",
    ),
    _ask(
        "neighbours of",
        (REGION,),
        set_of(REGION),
        "the regions that share a border with it, or that a piece joins to it; those on both sides of a border",
        said="{many|region|regions} next to {0}",
        most="neighbours",
    ),
    _ask(
        "neighbours of",
        (set_of(REGION),),
        set_of(REGION),
        "all neighbours of any of these regions",
        code="surroundings",
        said="{many|region|regions} next to {0}",
        goes_over="regions",
    ),
    _ask(
        "border between and",
        (REGION, REGION),
        REGION,
        "the border between two regions, a place on which pieces and tiles can lie; none if the map has none there",
        fixed=True,
        said="{0's} border with {1}",
        there="{0} {holds|has a|has no} border with {1}",
        on_borders=True,
    ),
    _ask(
        "borders of",
        (REGION,),
        set_of(REGION),
        "the borders of a region with its neighbours on the map",
        fixed=True,
        said="{many|border|borders} of {0}",
        most="neighbours",
        on_borders=True,
    ),
    _ask(
        "borders of",
        (set_of(REGION),),
        set_of(REGION),
        "all borders of any of these regions",
        code="all_borders",
        said="{many|border|borders} of {0}",
        goes_over="regions",
        on_borders=True,
    ),
    _ask(
        "spread of through",
        (set_of(REGION), set_of(REGION)),
        set_of(REGION),
        "the first regions, and everything reachable from them step by step inside the second ones",
        said="",
        goes_over="regions",
    ),
    _ask(
        "groups of",
        (set_of(REGION),),
        NUMBER,
        "the number of connected groups that these regions form, step by step to neighbours",
        said="the number of connected groups that {0} form",
        amounts="{0} {amount|is|are} {amount} connected {amount|group|groups}",
        within=(0, "regions"),
        goes_over="regions",
    ),
    _ask(
        "hops of to",
        (REGION, set_of(REGION)),
        NUMBER,
        "the steps from a region to the nearest of a set, from neighbour to neighbour; the number of regions on the map if no way leads there",
        code="distance",
        said="the number of steps from {0} to {1}",
        amounts="{0} {0|is|are} {amount} {amount|step|steps} from {1}",
        within=(0, "regions"),
        goes_over="regions",
    ),
    _ask(
        "hops of to through",
        (REGION, set_of(REGION), set_of(REGION)),
        NUMBER,
        "the same by way of some regions only; the first and the last region need not be among them",
        code="distance_through",
        said="the number of steps from {0} to {1} through {2}",
        amounts="{0} {0|is|are} {amount} {amount|step|steps} from {1} through {2}",
        within=(0, "regions"),
        goes_over="regions",
    ),
    _ask(
        "board of",
        (REGION,),
        NUMBER,
        "the board (island) of a region, counted from 0",
        fixed=True,
        said="{0's} island",
        within=(0, "regions"),
    ),
    # pieces
    _lying("amount of in", (PIECE, REGION), "pieces_in", "in a region", "in {1}"),
    _lying(
        "amount of with", (PIECE, PEOPLE), "pieces_with_people", "in a people's hand", "in {1's} hand", _HAS
    ),
    _lying(
        "amount of with", (PIECE, PLAYER), "pieces_with_player", "in a player's hand", "in {1's} hand", _HAS
    ),
    _lying("amount of on", (PIECE, TILE), "pieces_on_tile", "that lie on a tile", "on {1}"),
    _lying("stock of", (PIECE,), "stock", "left in the box", "in the box"),
    _ask(
        "sites of",
        (PIECE,),
        set_of(REGION),
        "the regions in which pieces of a kind lie, and the borders",
        said="{many|region|regions} with {0}",
    ),
    _ask(
        "tiles of",
        (PIECE,),
        set_of(TILE),
        "the tiles on which pieces of a kind lie",
        code="tiles_with",
        said="{many|tile|tiles} with {0}",
        goes_over="tiles",
        most="tiles",
    ),
    _ask(
        "markers of",
        (TILE,),
        set_of(PIECE),
        "the kinds of pieces that lie on a tile",
        code="markers_of",
        said="{many|piece|pieces} on {0}",
    ),
    _ask(
        "pieces of",
        (REGION,),
        set_of(PIECE),
        "the kinds of pieces that lie in a region",
        code="pieces_of_region",
        said="{many|piece|pieces} of {0}",
    ),
    _ask(
        "pieces of",
        (TILE,),
        set_of(PIECE),
        "the kinds of pieces that a tile brings",
        code="pieces_of_tile",
        fixed=True,
        reads="face",
        said="{many|piece|pieces} of {0}",
        most="brought",
    ),
    _ask(
        "bearer of",
        (PIECE,),
        PEOPLE,
        "the people that has the tile of this piece, or a tile that borrows it, or none",
        code="bearer_of_piece",
        said="whoever has {0}",
        there="{holds|somebody has|nobody has} {0}",
        goes_over="laid",
    ),
    _ask(
        "protective of",
        (PIECE,),
        FLAG,
        "can a piece of this kind add to the defence of the region in which it lies?",
        fixed=True,
        said="{0} {holds|adds|does not add} to the defence",
    ),
    # tiles
    _ask(
        "bearer of",
        (TILE,),
        PEOPLE,
        "the people that has a tile, as its banner, as its badge or beside these, or that holds the region with the tile",
        code="bearer_of_tile",
        reads="place",
        on_map=True,
        said="whoever has {0}",
        there="{holds|somebody has|nobody has} {0}",
        goes_over="laid",
    ),
    _ask(
        "site of",
        (TILE,),
        REGION,
        "the region a tile lies in, or none",
        reads="place",
        on_map=True,
        said="the region where {0} lies",
        there="{0} {holds|lies|does not lie} in a region",
    ),
    _ask(
        "copy of",
        (TILE,),
        TILE,
        "the copy of another tile that a tile has borrowed, or none; in the borrowed rules it is `this`",
        code="copy_of_tile",
        said="what {0} has borrowed",
        there="{0} {holds|has borrowed something|has borrowed nothing}",
    ),
    _ask(
        "model of",
        (TILE,),
        TILE,
        "for a copy, the original tile; for anything else none",
        code="model_of_tile",
        said="the tile that {0} is a copy of",
    ),
    _ask(
        "wares of",
        (TILE,),
        set_of(PIECE),
        "the kinds of pieces that the rules of a tile take out of the box and that belong to no tile",
        code="wares_of_tile",
        said="{many|kind|kinds} of pieces that {0} lays",
    ),
    _ask(
        "tiles of",
        (PEOPLE,),
        set_of(TILE),
        "the tiles of a people: banner, badge, and those that were laid with it",
        code="tiles_of_people",
        said="{many|tile|tiles} of {0}",
        goes_over="laid",
        most="borne",
    ),
    _ask(
        "tiles of",
        (REGION,),
        set_of(TILE),
        "the tiles that lie in a region",
        code="tiles_of_region",
        said="{many|tile|tiles} in {0}",
        goes_over="laid",
        most="laid",
    ),
    _ask(
        "tiles of",
        (KIND,),
        set_of(TILE),
        "all tiles of a kind in the game",
        code="tiles_of_kind",
        fixed=True,
        said="{many|tile|tiles} that {many|is|are} {0}",
    ),
    _ask(
        "kind of",
        (TILE,),
        KIND,
        "race, power, relic …",
        code="kind_of_tile",
        fixed=True,
        reads="face",
        said="what {0} is",
    ),
    _ask(
        "concealed of",
        (TILE,),
        FLAG,
        "does the tile lie face down?",
        reads="place",
        on_map=True,
        said="{0} {holds|lies|does not lie} face down",
    ),
    _ask(
        "lasting of",
        (TILE,),
        FLAG,
        "does the tile have any rule that is in force outside the first stage?",
        fixed=True,
        reads="face",
        said="{0} {holds|has|does not have} an effect in [decline] too",
    ),
    _ask(
        "pointless of",
        (TILE,),
        FLAG,
        "does the tile have rules, none of which can ever have an effect on the current map?",
        fixed=True,
        reads="face",
        said="{0} {holds|has no|has an} effect on this map",
    ),
    _ask(
        "position of in",
        (TILE, DECK),
        NUMBER,
        "the place of a tile in a deck, 0 for the top",
        reads="place",
        said="the number of tiles above {0} in {1}",
        within=(0, "tiles"),
        goes_over="laid",
    ),
    # numbers
    _ask(
        "remainder of by",
        (NUMBER, NUMBER),
        NUMBER,
        "the remainder of the first number divided by the second; 0 when dividing by 0",
        fixed=True,
        said="what is left over when {0} is divided by {1}",
        within=(-LARGEST, LARGEST),
    ),
    _ask(
        "half of",
        (NUMBER,),
        NUMBER,
        "half of a number; `rounded up` or `rounded down` (which it is otherwise)",
        fixed=True,
        said="half of {0}",
        within=(-LARGEST, LARGEST),
    ),
    _ask(
        "second of",
        (set_of(NUMBER),),
        NUMBER,
        "the second number of a set, as of several dice, which lie in order; 0 if there is none",
        said="the second of {0}",
        within=(-LARGEST, LARGEST),
    ),
    _ask(
        "third of",
        (set_of(NUMBER),),
        NUMBER,
        "the third number of a set; 0 if there is none",
        said="the third of {0}",
        within=(-LARGEST, LARGEST),
    ),
    _ask(
        "numbers of to",
        (NUMBER, NUMBER),
        set_of(NUMBER),
        f"the whole numbers from one to another, none below 0 and none above {MOST_CHOSEN}",
        fixed=True,
        said="{many|number|numbers} from {0} to {1}",
    ),
    # sets
    _ask(
        "only of",
        (ANY_SET,),
        MEMBER,
        "the single member of a set, or none (for numbers 0, for flags no)",
        said="the only one of {0}",
    ),
    _ask(
        "first of",
        (ANY_SET,),
        MEMBER,
        "the first member of a set, or none (for numbers 0, for flags no)",
        said="the first of {0}",
    ),
)


_BY_NAME = {asked.name: [other for other in BUILTINS if other.name == asked.name] for asked in BUILTINS}


def builtins_named(name: str) -> list[Builtin]:
    """All built-ins of that name (they differ in their parameters)."""
    return _BY_NAME.get(name, [])


HALF = "half"
"""The question that is a division by two."""
LATER = frozenset(
    "aside border borders copy half hops markers model numbers pointless protective remainder second stand_ins third wares".split()
)
"""Names that are newer than version 1 of the language: packs that declare one mean their own."""


def is_reserved(name: str) -> bool:
    """Is a name a question in every game, so that nobody may declare it?"""
    return name in _BY_NAME and name not in LATER
