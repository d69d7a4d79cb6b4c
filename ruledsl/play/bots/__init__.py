"""Bots. They receive the knowledge of their seat: decisions and games that could be this one, of any pack; they know no rule and no tile.

A bot's choice depends only on the knowledge of its seat, its seed and the number of choices made: a game continues the same way whether it was
saved and loaded in between or not.
"""

from ruledsl.play.bots.policy import Easy, Learned
from ruledsl.play.bots.search import Guided, Search, Think
from ruledsl.play.bots.seats import AT_TABLES, HUMAN, LEVELS, SEATS, bot, is_ours, seat_names, seated
from ruledsl.play.bots.simple import Greedy, Random, seed_of_seat

__all__ = [
    "AT_TABLES",
    "HUMAN",
    "LEVELS",
    "SEATS",
    "Easy",
    "Greedy",
    "Guided",
    "Learned",
    "Random",
    "Search",
    "Think",
    "bot",
    "is_ours",
    "seat_names",
    "seated",
    "seed_of_seat",
]
