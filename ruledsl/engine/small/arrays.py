"""Arrays of cells, and numbers that are known by name, as the engine's sources write them. A printer knows where each of them lies."""

from __future__ import annotations

from typing import Any, Protocol


class Memory(Protocol):
    """What functions of the engine work on when they are run as they stand, without a printer."""

    def read(self, array: str, places: tuple[int, ...]) -> int:
        """A cell of an array."""
        ...

    def write(self, array: str, places: tuple[int, ...], value: int) -> None:
        """Another number in a cell."""
        ...

    def fact(self, name: str) -> int:
        """A fact of the program."""
        ...

    def load(self, place: int) -> int:
        """A word."""
        ...

    def store(self, place: int, value: int) -> None:
        """Another word."""
        ...

    def copy(self, to: int, start: int, size: int) -> None:
        """So many bytes."""
        ...

    def switch(self, block: int) -> None:
        """Work on another block."""
        ...

    def current(self) -> int:
        """Where the block lies that is worked on."""
        ...

    def invoke(self, function: int, args: tuple[int, ...]) -> int:
        """A function by its number."""
        ...

    def ask(self, function: str, args: tuple[int, ...]) -> int:
        """A function that was made of the rules."""
        ...


_bound: list[Memory] = []


def bind(memory: Memory) -> None:
    """Let the engine's functions work on this memory."""
    _bound[:] = [memory]


def bound() -> Memory:
    """What they work on; `LookupError` if that is nothing."""
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
    """The names of some numbers with their places in the array that holds them."""
    return {name: place for place, name in enumerate(kind.__annotations__)}


class Numbers:
    """Numbers that are known by name, one behind the other in an array."""

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
