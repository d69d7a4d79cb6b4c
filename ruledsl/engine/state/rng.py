"""The generator of chance: PCG32 (XSH-RR 64/32, O'Neill 2014), the same on every platform and version.

The state is one integer of 64 bits and lives inside the game's state. The stream constant is fixed.
"""

from __future__ import annotations

__all__ = ["below", "seeded"]

_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_MASK64 = (1 << 64) - 1
_MASK32 = (1 << 32) - 1


def seeded(seed: int) -> int:
    """The state that belongs to a seed (any integer; its lowest 64 bits count)."""
    state = (_INCREMENT + (seed & _MASK64)) & _MASK64
    return (state * _MULTIPLIER + _INCREMENT) & _MASK64


def below(state: int, bound: int) -> tuple[int, int]:
    """A number from 0 to `bound` - 1 and the next state. The number is `draw * bound >> 32` of a 32-bit draw."""
    shifted = (((state >> 18) ^ state) >> 27) & _MASK32
    turn = state >> 59
    draw = ((shifted >> turn) | (shifted << (32 - turn))) & _MASK32 if turn else shifted
    return draw * bound >> 32, (state * _MULTIPLIER + _INCREMENT) & _MASK64
