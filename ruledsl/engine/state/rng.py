"""The random number generator: PCG32 (XSH-RR 64/32, O'Neill 2014), the same on every platform and version."""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1
GOLDEN, ODD = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
"""Constants for mixing numbers into seeds of separate generators."""


def seeded(seed: int) -> int:
    """The generator state of a seed (any integer; its lowest 64 bits count)."""
    state = (INCREMENT + (seed & MASK64)) & MASK64
    return (state * MULTIPLIER + INCREMENT) & MASK64


def below(state: int, bound: int) -> tuple[int, int]:
    """A number from 0 to `bound` - 1 and the next state. The number is `draw * bound >> 32` of a 32-bit draw."""
    shifted = (((state >> 18) ^ state) >> 27) & MASK32
    turn = state >> 59
    draw = ((shifted >> turn) | (shifted << (32 - turn))) & MASK32 if turn else shifted
    return draw * bound >> 32, (state * MULTIPLIER + INCREMENT) & MASK64


def mixed_with(mixed: int, part: int) -> int:
    """A number of 64 bits that depends on everything mixed in before."""
    mixed = ((mixed ^ (part & MASK64)) * GOLDEN + ODD) & MASK64
    return mixed ^ mixed >> 29
