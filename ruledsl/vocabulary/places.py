"""What `move` names that no pack declares: race tokens, and where they and pieces can be beside regions."""

from __future__ import annotations

from typing import Final

PLACES: Final = {
    "tray": "race tokens that are not in the game",
    "hand": "race tokens and pieces that a people or a player has but has not placed",
    "aside": "race tokens that are out of the game for a while, beside the banner of their race",
    "box": "pieces that nobody has",
}
"""Each with what it is."""
TOKENS: Final = {
    "token": "a race token: `move 1 token of me from tray to hand`",
    "tokens": "race tokens: `move all tokens of me from hand to region`",
}
OF_RACES: Final = ("tray", "hand", "aside")
OF_PIECES: Final = ("box", "hand")
"""The places of race tokens, and those of pieces, the likeliest first."""
