"""Columns of numbers that describe options, regions, seats and the table: their names, and the places that cells write to."""

from __future__ import annotations

OPTION = (
    *("sort", "stop", "region", "tile"),
    *("partner", "number", "place", "coins"),
    *("whose", "tokens", "near", "threat"),
    *("open", "cost", "spare", "gain"),
)
THE_SORT, THE_STOP, THE_REGION, THE_TILE = range(4)
THE_PARTNER, THE_NUMBER, THE_PLACE, THE_COINS = range(4, 8)
THE_WHOSE, THE_TOKENS, THE_NEAR, THE_THREAT = range(8, 12)
THE_OPEN, THE_COST, THE_SPARE, THE_GAIN = range(12, 16)
REGION = (
    *("mine", "my_past", "theirs", "their_past"),
    *("tokens", "race", "power", "tiles"),
    *("tile", "target", "cost", "gain"),
)
"""Behind them there is a column for each kind of pieces."""
SITE_MINE, _, SITE_THEIRS, _, SITE_TOKENS, _, _, SITE_TILES, SITE_TILE, SITE_TARGET, _, _ = range(len(REGION))
OF_REGION = len(REGION)
OF_OPTION = len(OPTION)
SEAT = ("hand", "regions", "race", "power")
"""Behind them there is a column for each value that bots judge by."""
SEAT_HAND, SEAT_REGIONS, SEAT_RACE, SEAT_POWER = range(len(SEAT))
OF_SEAT = len(SEAT)
MOST_WORTHS = 8
"""Values that evaluate the end of a rollout."""
VALUED = ("hand", "regions", "tokens", "past_regions", "race", "power")
"""What a learned value is made from, behind a column for each value that bots judge by, up to `MOST_WORTHS`; the last two are tiles."""
VALUED_HAND, VALUED_REGIONS, VALUED_TOKENS, VALUED_PAST, VALUED_RACE, VALUED_POWER = range(
    MOST_WORTHS, MOST_WORTHS + len(VALUED)
)
MOST_VALUED = VALUED_RACE
"""Columns that are numbers."""
LEFTS = 16
"""Turns left are distinguished up to one less."""
TABLE = ("round", "rounds_left", "hand", "tokens", "regions", "past_regions", "chooses", "options")
"""Behind them there are those of each seat, from the one that looks on."""
TABLE_ROUND, TABLE_LEFT, TABLE_HAND, TABLE_TOKENS = range(4)
TABLE_REGIONS, TABLE_PAST, TABLE_CHOOSES, TABLE_OPTIONS = range(4, len(TABLE))
OF_TABLE = len(TABLE)
FOUR = 4
"""So many numbers share a word: rows are filled up to a multiple of it."""


def filled(columns: int) -> int:
    """How wide a row of so many columns is."""
    return -(-columns // FOUR) * FOUR
