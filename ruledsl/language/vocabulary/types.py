"""The types of the language: few and closed. Every value of each of them is an integer, a bit set or a tuple of integers."""

from __future__ import annotations

from ruledsl.base.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type by name; `is_set` for a set of it."""

    name: str
    is_set: bool = False

    def __str__(self) -> str:
        return f"set of {self.name}" if self.is_set else self.name

    @property
    def element(self) -> Type:
        """The type of its members."""
        return Type(self.name)

    @property
    def beginning(self) -> int | tuple[()]:
        """The default initial value of a memory of this type: 0, no, the empty set or nobody."""
        if self.is_set:
            return 0 if self.element in BIT_SETS else ()
        return 0 if self.name in ("number", "flag") else -1


def set_of(element: Type) -> Type:
    """The type of sets of `element`."""
    return Type(element.name, is_set=True)


NUMBER = Type("number")
FLAG = Type("flag")
PLAYER = Type("player")
PEOPLE = Type("people")
REGION = Type("region")
TILE = Type("tile")
PIECE = Type("piece")
TRAIT = Type("trait")
MODE = Type("mode")
WAY = Type("way")
STAGE = Type("stage")
DECK = Type("deck")
DIE = Type("die")
KIND = Type("kind")
GAME = Type("game")
NOTHING = Type("nothing")
"""The type of `none`: fits wherever a noun is expected."""
ANY_SET = Type("anything", is_set=True)
"""The type of a parameter that is a set of anything."""
UNKNOWN = Type("unknown")
"""The type of expressions with errors: it fits everywhere, so that one mistake is reported once."""

TYPES = {
    t.name: t for t in (NUMBER, FLAG, PLAYER, PEOPLE, REGION, TILE, PIECE, TRAIT, MODE, WAY, STAGE, KIND, DIE)
}
"""The types that may be written after `remember … :` or in a parameter."""

ENTITIES = frozenset({PLAYER, PEOPLE, REGION, TILE})
"""The nouns with memories (besides the game)."""

BY_NAME, BY_PLACE = 1, 2
"""How a rule obtains a tile (bits: an argument may come either way). `check.pointing` determines it, `engine.hidden` relies on it."""

BIT_SETS = frozenset({PLAYER, PEOPLE, REGION})
"""Sets of these are integers used as bit sets; sets of anything else are tuples in order."""
