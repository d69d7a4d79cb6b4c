"""Arrays of cells and named numbers, as the engine's sources write them. A printer knows the address of each."""

from __future__ import annotations

from typing import Any, Protocol


class Memory(Protocol):
    """The memory that functions of the engine work on when they run as Python, without a printer."""

    def read(self, array: str, places: tuple[int, ...]) -> int:
        """Read a cell of an array."""
        ...

    def write(self, array: str, places: tuple[int, ...], value: int) -> None:
        """Write a cell of an array."""
        ...

    def fact(self, name: str) -> int:
        """A fact of the program."""
        ...

    def load(self, place: int) -> int:
        """Load a word."""
        ...

    def store(self, place: int, value: int) -> None:
        """Store a word."""
        ...

    def copy(self, to: int, start: int, size: int) -> None:
        """Copy `size` bytes."""
        ...

    def switch(self, block: int) -> None:
        """Work on another block."""
        ...

    def current(self) -> int:
        """The address of the current block."""
        ...

    def invoke(self, function: int, args: tuple[int, ...]) -> int:
        """Call a function by its number."""
        ...

    def ask(self, function: str, args: tuple[int, ...]) -> int:
        """Call a function compiled from the rules."""
        ...


_bound: list[Memory] = []


def bind(memory: Memory) -> None:
    """Let the engine's functions work on this memory."""
    _bound[:] = [memory]


def bound() -> Memory:
    """The memory they work on; `LookupError` if there is none."""
    if not _bound:
        raise LookupError("the engine's functions are printed, not run; for tests `bind` gives them a memory")
    return _bound[0]


class Array:
    """An array of cells: `P[people, HAND]`, `NEAR[region]`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, place: int | tuple[int, int]) -> int:
        return bound().read(self.name, place if isinstance(place, tuple) else (place,))

    def __setitem__(self, place: int | tuple[int, int], value: int) -> None:
        bound().write(self.name, place if isinstance(place, tuple) else (place,), value)


def numbered(kind: type[Numbers]) -> dict[str, int]:
    """The names of numbers, with their places in the array that holds them."""
    return {name: place for place, name in enumerate(kind.__annotations__)}


class Numbers:
    """Numbers known by name, one after the other in an array."""

    __slots__ = ("_array",)

    def __init__(self, array: str) -> None:
        object.__setattr__(self, "_array", array)

    def __getattr__(self, name: str) -> Any:
        return bound().read(self._array, (self._place(name),))

    def __getitem__(self, place: int) -> int:
        return bound().read(self._array, (place,))

    def __setattr__(self, name: str, value: int) -> None:
        bound().write(self._array, (self._place(name),), value)

    def _place(self, name: str) -> int:
        places = numbered(type(self))
        if name not in places:
            raise AttributeError(name)
        return places[name]
