"""One instance of a program for cells: its memory, and calls into it. It runs one state at a time, and belongs to one thread."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.compile.native.memory import SCALARS, WORD_BITS
from ruledsl.compile.native.program import ENTRY_POINTS, PAGE, Plan
from ruledsl.engine.state.limits import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.rules.code import Code
    from ruledsl.engine.state.board import Board

__all__ = ["WORD", "Function", "Host", "Machine", "TooMuch", "signed"]

WORD = 1 << 64

_CELLS = {8: ctypes.c_int64, 4: ctypes.c_int32, 2: ctypes.c_int16}
CAPACITY, WITHOUT_END, TOO_DEEP = 1, 2, 3
"""What the engine says when it gives up (`fail` in its sources)."""


class TooMuch(Exception):
    """A state has more of something than there is room for natively; Python has room for it."""


class Host(Protocol):
    """What a machine runs on: a memory, and the functions of a program that work on it."""

    @property
    def base(self) -> int:
        """Where the memory lies in that of this process."""
        ...

    @property
    def size(self) -> int:
        """How many bytes it has."""
        ...

    def grow(self, pages: int) -> None:
        """So many pages more. `TooMuch` if they cannot be had."""
        ...

    def function(self, name: str) -> Function:
        """One that can be called from outside."""
        ...


class Function(Protocol):
    """A function of a program: did it stop without coming to its end, and what does it say?"""

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """With any arguments."""
        ...

    def one(self, arg: int) -> tuple[bool, int]:
        """With one argument."""
        ...


class Machine:
    """`cells` are the arrays of the memory by name, `base` is where it lies in that of this process."""

    def __init__(self, code: Code, plan: Plan, host: Host, called: Sequence[str] = ENTRY_POINTS) -> None:
        self.code, self.plan, self.host = code, plan, host
        self.calls = {name: host.function(name) for name in called}
        self.board: Board | None = None
        self.everywhere = 0
        self.cells: dict[str, Any] = {}
        self._find()

    def _find(self) -> None:
        """Where the memory is now."""
        self.base, size = self.host.base, self.host.size
        for name, array in self.plan.arrays.items():
            kind = _CELLS[array.size] * ((size - array.base) // array.size)
            self.cells[name] = kind.from_address(self.base + array.base)

    def grow(self, end: int) -> None:
        """Let the memory reach to an address at least."""
        missing = end - self.host.size
        if missing > 0:
            self.host.grow(-(-missing // PAGE))
            self._find()

    def call(self, name: str, *args: int) -> int:
        """Run a function. `EngineError` if the rules run away, `TooMuch` if there is no room; the state is spoilt then."""
        trapped, found = self.calls[name](args)
        if not trapped:
            return found
        error = self.scalar("error")
        if error == CAPACITY:
            raise TooMuch
        if error == WITHOUT_END:
            raise EngineError("the rules repeat something without end")
        if error == TOO_DEEP:
            raise EngineError("the rules do not come to an end")
        raise EngineError("the native engine came upon something that it cannot do")

    def scalar(self, name: str) -> int:
        """One of the numbers that the engine has for itself."""
        return self.cells["S"][SCALARS[name]]  # type: ignore[no-any-return]

    def put(self, name: str, value: int) -> None:
        """Write one of them."""
        self.cells["S"][SCALARS[name]] = value

    def words(self, place: int, count: int) -> Any:  # noqa: ANN401 - an array of ctypes
        """So many words of 64 bits, at an address."""
        return (ctypes.c_int64 * count).from_address(self.base + place)

    def members(self, place: int) -> tuple[int, ...]:
        """Of a list, by where it lies."""
        (count,) = self.words(place, 1)
        return tuple(self.words(place + 8, count))

    def set_at(self, place: int) -> int:
        """The members of a set of several words, as bits."""
        found = self.members(place) if place else ()
        return sum((word % (1 << WORD_BITS)) << WORD_BITS * number for number, word in enumerate(found))

    def below(self, name: str, values: list[int]) -> None:
        """Write what an array says of nobody."""
        array = self.plan.arrays[name]
        row: Any = (_CELLS[array.size] * len(values)).from_address(self.base + array.base - array.stride)
        row[:] = values

    def clear(self, first: str, last: str) -> None:
        """Zeroes from the beginning of an array to that of another one."""
        start, end = self.plan.arrays[first].base, self.plan.arrays[last].base
        ctypes.memset(self.base + start, 0, end - start)


def signed(word: int) -> int:
    """A word of 64 bits as memory has it."""
    return word - WORD if word >= WORD // 2 else word
