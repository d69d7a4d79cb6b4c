"""The things and places that `move` names and no pack declares: race tokens, and places besides regions."""

from __future__ import annotations

from typing import Final

PLACES: Final = {
    "tray": "race tokens that are not in the game",
    "hand": "race tokens and pieces that a people or a player has but has not placed",
    "aside": "race tokens that are out of the game for a while, beside the banner of their race",
    "box": "pieces that nobody has",
}
"""The places with their descriptions."""
TOKENS: Final = {
    "token": "a race token: `move 1 token of me from tray to hand`",
    "tokens": "race tokens: `move all tokens of me from hand to region`",
}
OF_RACES: Final = ("tray", "hand", "aside")
OF_PIECES: Final = ("box", "hand")
"""The places of race tokens, and those of pieces, the most likely first."""
