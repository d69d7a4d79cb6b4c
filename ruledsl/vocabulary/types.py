"""The types of the language. Few, closed, and every value of every one of them is an integer, a bit set or a tuple of integers."""

from __future__ import annotations

from ruledsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type by name; `is_set` for a set of it."""

    name: str
    is_set: bool = False

    def __str__(self) -> str:
        return f"set of {self.name}" if self.is_set else self.name

    @property
    def element(self) -> Type:
        """What a set is a set of."""
        return Type(self.name)

    @property
    def beginning(self) -> int | tuple[()]:
        """What a memory of this type begins with if nothing else is said: 0, no, the empty set or nobody."""
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
"""Of a parameter: a set of whatever."""
UNKNOWN = Type("unknown")
"""The type of what could not be checked: fits everywhere, so that one mistake is reported once."""

TYPES = {
    t.name: t for t in (NUMBER, FLAG, PLAYER, PEOPLE, REGION, TILE, PIECE, TRAIT, MODE, WAY, STAGE, KIND, DIE)
}
"""What may be written after `remember … :` or in a parameter."""

ENTITIES = frozenset({PLAYER, PEOPLE, REGION, TILE})
"""What can remember something (besides the game)."""

BY_NAME, BY_PLACE = 1, 2
"""How a rule comes by a tile (bits: an argument may come either way). `check.pointing` finds it out, `engine.hidden` lives by it."""

BIT_SETS = frozenset({PLAYER, PEOPLE, REGION})
"""Sets of these are integers used as bit sets; sets of anything else are tuples in order."""
