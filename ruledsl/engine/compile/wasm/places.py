"""Prints addresses as WebAssembly: of cells and lists, in the current block and beyond."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm import nodes as w
from ruledsl.engine.compile.wasm.words import got
from ruledsl.engine.ir import nodes as n

if TYPE_CHECKING:
    from ruledsl.engine.compile.wasm.memory import Memory

_LOADS = {8: "i64.load", 4: "i64.load32_s", 2: "i64.load16_s"}
_STORES = {8: "i64.store", 4: "i64.store32", 2: "i64.store16"}
BASE = "(global.get $base)"
"""The address of the current block."""
HOME = "(global.get $home)"
"""The start of a guest program's memory inside its host's."""


class Places:
    """Prints addresses.

    `fixed` are the locals that hold only constant lists; `home` is the start of the memory: `HOME`, or empty where that is 0.
    """

    memory: Memory
    fixed: set[str]
    home: str

    @abstractmethod
    def __call__(self, node: n.Expr | None) -> str:
        """A number of 64 bits."""

    @abstractmethod
    def fresh(self, word: str = "t") -> str:
        """A new local of the printer."""

    def at(self, place: str) -> str:
        """The address of a place: in the current block, or beyond everything that counts from its beginning."""
        name = self.fresh("p")
        within = f"(i64.lt_u {got(name)} (i64.const {self.memory.slot}))"
        return f"(i32.add (i32.wrap_i64 (local.tee ${name} {place})) (select {BASE} {self.home or '(i32.const 0)'} {within}))"

    def start(self, items: n.Expr) -> str:
        """The address of a list; constant lists do not move with the block."""
        if self.is_fixed(items):
            return self.from_home(f"(i32.wrap_i64 {self(items)})")
        return self.at(self(items))

    def from_home(self, place: str) -> str:
        """The address of a place that counts from the beginning of the memory."""
        return f"(i32.add {self.home} {place})" if self.home else place

    def is_fixed(self, items: n.Expr) -> bool:
        """Is it certain that the list lies in no block?"""
        match items:
            case n.Const(value=int(place)):
                return place >= self.memory.slot
            case w.Element(array=array):
                return not self.memory.in_block(array)
            case n.Local(name=name):
                return name in self.fixed
        return False

    def item(self, items: str, place: str) -> str:
        """A member of a list, by index; `items` is the address of the list."""
        return f"(i64.load offset=8 (i32.add {items} (i32.shl (i32.wrap_i64 {place}) (i32.const 3))))"

    def where(self, array: str, *places: str) -> tuple[str, int, int]:
        """The offset of a cell from its block (or the memory) in bytes: the computed part, the known part. Then its size."""
        found = self.memory.arrays[array]
        known, terms = found.base, []
        steps = (found.stride, found.size) if len(places) > 1 else (found.stride,)
        for place, step in zip(places, steps, strict=True):
            if place.startswith("(i64.const "):
                known += int(place[11:-1]) * step
            else:
                terms.append(f"(i32.mul (i32.wrap_i64 {place}) (i32.const {step}))")
        text = terms[0] if terms else ""
        for term in terms[1:]:
            text = f"(i32.add {text} {term})"
        return text, known, found.size

    def cell(self, array: str, *places: str) -> tuple[str, int]:
        """The operands of a load or store of a cell, and its size."""
        text, known, size = self.where(array, *places)
        if self.memory.in_block(array):
            # No block begins at the start of the memory: there is room for row -1 before each.
            return f"offset={known} {f'(i32.add {BASE} {text})' if text else BASE}", size
        if self.home:
            return f"offset={known} {self.from_home(text) if text else self.home}", size
        return f"(i32.add {text} (i32.const {known}))" if text else f"(i32.const {known})", size

    def load(self, array: str, *places: str) -> str:
        """The value of a cell of an array."""
        where, size = self.cell(array, *places)
        return f"({_LOADS[size]} {where})"

    def store(self, array: str, value: str, *places: str) -> str:
        """Set a cell of an array."""
        where, size = self.cell(array, *places)
        return f"({_STORES[size]} {where} {value})"
