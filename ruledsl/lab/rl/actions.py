"""Actions as programs give them: whole numbers of any kind, alone or in arrays. Everything else is refused before anything moves."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from ruledsl.base.arguments import NUMBER, expect, or_none, shown
from ruledsl.base.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

FEWEST_OPTIONS = 2
"""With fewer actions, none would be left beside the one that turns the page."""


def action_of(given: object) -> int:
    """One action: an integer of Python, or an array that holds a single one. Raises `TypeError` for anything else."""
    if isinstance(given, np.ndarray) and given.size == 1:
        given = given.reshape(())[()]
    if isinstance(given, SupportsIndex) and not isinstance(given, bool | np.bool_ | np.ndarray):
        return index(given)
    raise TypeError(f"An action is the place of an option, a whole number from 0, and not {shown(given)}.")


def actions_of(given: ArrayLike, tables: int, most: int) -> NDArray[np.int64]:
    """An action for each table, within the action space, in a row or, as some wrappers give them, in a column.

    Raises `TypeError` if one is no whole number, `GameError` G049 for any other fault.
    """
    try:
        actions = np.asarray(given)
    except ValueError:  # rows of different lengths
        raise TypeError(f"Actions are whole numbers, one for each table, and not {shown(given)}.") from None
    if (actions.ndim == 0 and tables == 1) or actions.shape == (tables, 1):
        actions = actions.reshape(tables)
    if actions.shape != (tables,):
        raise GameError("G049", f"There are {tables} tables, and actions of the shape {actions.shape}.")
    if actions.dtype.kind not in "iu" or isinstance(given, list | tuple):
        for one in given if isinstance(given, list | tuple) else actions:
            action_of(one)
    told = actions.tolist()
    wrong = next((table for table, action in enumerate(told) if not 0 <= action < most), None)
    if wrong is not None:
        raise GameError(
            "G049",
            f"Actions are numbers from 0 to {most - 1}; {shown(told[wrong])} of table {wrong} is none.",
        )
    return np.array(told, np.int64)


def check_sizes(most_options: int, longest: int = 1) -> None:
    """Raise `TypeError` for sizes of an environment that are no whole numbers, `ValueError` for impossible ones."""
    for name, number, least in (("most_options", most_options, FEWEST_OPTIONS), ("longest", longest, 1)):
        expect(NUMBER, name, number)
        if number < least:
            raise ValueError(f"{name} is at least {least}, not {shown(number)}.")


def check_seed(seed: int | None) -> None:
    """Raise `TypeError` for a seed of random numbers that is no whole number, `ValueError` for a negative one."""
    expect(or_none(NUMBER), "seed", seed)
    if seed is not None and seed < 0:
        raise ValueError(f"A seed of an environment is a whole number from 0, not {shown(seed)}.")


def check_arrays(given: Mapping[str, NDArray[Any]], wanted: Mapping[str, NDArray[Any]]) -> None:
    """Raise `ValueError` unless these are arrays like the wanted ones, into which numbers can be written."""
    for name, like in wanted.items():
        there = given.get(name)
        if not (
            isinstance(there, np.ndarray)
            and (there.shape, there.dtype) == (like.shape, like.dtype)
            and there.flags.writeable
        ):
            raise ValueError(
                f"`{name}` is an array of {like.dtype} in the shape {like.shape}, as `buffers()` has it."
            )
