"""Players that are programs. They are handed what their seat knows: decisions and games that could be this one, of any pack; no rule, no tile.

A bot's choice follows from what its seat knows, its seed and how many choices were made, and from nothing else: a game goes on the same way
whether it was saved and loaded in between or not.
"""

from ruledsl.play.bots.chance import Random, seed_of_seat
from ruledsl.play.bots.greedy import Greedy
from ruledsl.play.bots.learned import Learned
from ruledsl.play.bots.search import Search, Think
from ruledsl.play.bots.seats import HUMAN, SEATS, bot, is_ours, seat_names

__all__ = [
    "HUMAN",
    "SEATS",
    "Greedy",
    "Learned",
    "Random",
    "Search",
    "Think",
    "bot",
    "is_ours",
    "seat_names",
    "seed_of_seat",
]
