"""What a whole number is, wherever data comes in: in packs, positions, saves, messages and arguments.

A flag is none, although Python counts with it; nor is 11.0, although its value is whole: whoever writes a fraction may have meant something else.
"""

from __future__ import annotations

from typing import Any, TypeGuard


def is_whole(given: Any) -> TypeGuard[int]:  # noqa: ANN401 - whatever came
    """Is it a whole number?"""
    return isinstance(given, int) and not isinstance(given, bool)


def is_number(given: Any) -> TypeGuard[int | float]:  # noqa: ANN401
    """Is it a number, whole or not?"""
    return is_whole(given) or isinstance(given, float)
