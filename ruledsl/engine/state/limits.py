"""Limits between two decisions, and of a game: whatever the rules say, a choice comes to an end or is refused with nothing changed.

The official games stay far below all of them: at most 70 steps, 200 rounds, 10 lines of the log, 12 frames at a choice, 20 peoples in a game.
"""

from __future__ import annotations

from typing import Final

MOST_STEPS: Final = 20_000
"""Steps of frames."""
MOST_ROUNDS: Final = 50_000
"""Rounds of loops, events that run in one go, tables of rules that are rebuilt (each counts for several)."""
DEEPEST: Final = 200
"""Frames, one waiting for the other."""
MOST_LOGGED: Final = 2_000
"""Lines that one choice adds to the log."""
MOST_CHOICES: Final = 102_400
"""Choices of a game: long ones have some hundreds, and packs can make a game of bots endless."""
LONGEST_LOG: Final = 200_000
"""Lines of the log of a game."""
MOST_PEOPLES: Final = 1_000
"""Peoples that are founded in a game."""
