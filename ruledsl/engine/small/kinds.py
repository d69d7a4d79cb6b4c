"""Numbers for what the engine distinguishes: kinds of choices, nouns with cells, and others."""

from __future__ import annotations

from typing import Final

CHOOSE: Final = 1
MAY_CHOOSE: Final = 2
MAY: Final = 3
OFFER: Final = 4
OFFER_ONE: Final = 5
CHOICES: Final = {
    "choose": CHOOSE,
    "may_choose": MAY_CHOOSE,
    "may": MAY,
    "offer": OFFER,
    "offer_one": OFFER_ONE,
}
"""The kinds of choices; 0 is none."""

FACE_DOWN: Final = 0
IN_DECK: Final = 1
NOWHERE: Final = 2
SOMEWHERE: Final = 3
"""How a tile is hidden: on the map, in a hidden deck, held by nobody, or in an unspecified place."""

FIRST_COVER: Final = 1 << 20
COVER_PART: Final = 12
"""The placeholder of a hidden tile is a number that no tile has; each of its parts has this many bits."""

COINS_MOVED: Final = 1
ROLLED: Final = 2
EVENT: Final = 3
OPTION_CHOSEN: Final = 4
MADE_ITSELF: Final = 5
"""The kinds of lines in the log."""

NO_PART: Final = 0
AS_RACE: Final = 1
AS_POWER: Final = 2
"""The part of a people that a tile can be: none, its race, its power."""

OF_BEARER: Final = 1
OF_OWNER: Final = 2
"""The bearer of a rule of a tile: the people that has it, or its owner; 0: nobody."""

OF_GAME: Final = 0
OF_PLAYER: Final = 1
OF_PEOPLE: Final = 2
OF_REGION: Final = 3
OF_TILE: Final = 4
"""The nouns that have cells."""

A_REGION, A_TILE, A_NUMBER = 1, 2, 3
"""The type of an option, where learned policies inspect it more closely; 0: something else."""
WAIT: Final = -2
"""In place of the option taken in a game of a batch: that game waits."""
MARKS_THEM: Final = 0
MARKS_PEOPLES: Final = 1
MARKS_REGIONS: Final = 2
"""The type of a people's memory that learned policies inspect: a flag of its own, peoples, regions."""

NEVER_OPEN: Final = 0
OPEN_FACE_UP: Final = 1
ALWAYS_OPEN: Final = 2
"""What is told of options and seats depends only on what everybody knows: maybe not, while no tile lies face down, unless a rule looks at the map."""
