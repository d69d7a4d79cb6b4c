"""The assembler of guest programs (`program.native_program`): their text as a binary module, where nothing else makes it: in a browser.

The assembler knows what our printers write, and no more: folded instructions, functions of numbers of 64 bits. Whatever
loads a module checks it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_TESTS = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u".split()
_SUMS = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr".split()
_PLAIN = {
    "unreachable": 0x00,
    "return": 0x0F,
    "drop": 0x1A,
    "select": 0x1B,
    "i32.wrap_i64": 0xA7,
    "i64.extend_i32_s": 0xAC,
    "i64.extend_i32_u": 0xAD,
    **{f"i32.{name}": 0x45 + place for place, name in enumerate(["eqz", *_TESTS])},
    **{f"i64.{name}": 0x50 + place for place, name in enumerate(["eqz", *_TESTS])},
    **{f"i32.{name}": 0x67 + place for place, name in enumerate(_SUMS)},
    **{f"i64.{name}": 0x79 + place for place, name in enumerate(_SUMS)},
}
_ALONE = {name: bytes([code]) for name, code in _PLAIN.items()} | {"memory.copy": b"\xfc\x0a\0\0"}
"""Instructions without anything but operands."""
_CELLS = {
    "i64.load": b"\x29\x03",
    "i64.load16_s": b"\x32\x01",
    "i64.load32_s": b"\x34\x02",
    "i64.store": b"\x37\x03",
    "i64.store16": b"\x3d\x01",
    "i64.store32": b"\x3e\x02",
}
"""Loads and stores, with the power of two of their size."""
_NUMBERS = {"i32.const": b"\x41", "i64.const": b"\x42"}
_LOCALS = {"local.get": b"\x20", "local.set": b"\x21", "local.tee": b"\x22"}
_GLOBALS = {"global.get": b"\x23", "global.set": b"\x24"}
_GLOBAL = {"$home": b"\0", "$base": b"\1"}
_BRANCHES = {"br": b"\x0c", "br_if": b"\x0d"}
_BLOCKS = {"block": b"\x02", "loop": b"\x03"}
_IF, _ELSE, _END, _CALL, _CALL_BY_NUMBER = b"\x04", b"\x05", b"\x0b", b"\x10", b"\x11"
_KINDS = {"i32": b"\x7f", "i64": b"\x7e"}
_NOTHING = b"\x40"
_BITS, _MORE = 7, 0x80
"""The bits of a number in a byte, and the one that says that more bytes follow."""
_PARTS = re.compile(r"[()]|[^\s()]+")
_FUNCTION = "\n(func $"
_HEAD = re.compile(r"(\S+)((?: \(param \S+ i64\))*) \(result i64\)((?: \(local \S+ i\d\d\))*)")
_NAMED = re.compile(r"(\$\S+) (i\d\d)")
_EXPORT = re.compile(r'\(export "(\S+)" \(func \$([^\s)]+)\)\)')
_ELEMENTS = re.compile(r"\(elem \(i32\.const 0\) ([^)]*)\)")


def binary_of(text: str) -> bytes:
    """The module of a guest's text. `LookupError` or `ValueError` for what no printer of ours writes."""
    head, *functions = text.removesuffix(")\n").split(_FUNCTION)
    heads = [_HEAD.match(function) for function in functions]
    matched = [one for one in heads if one is not None]
    if len(matched) < len(functions):
        raise ValueError("a function does not begin as functions do")
    places = {one[1]: number(place) for place, one in enumerate(matched)}
    types = head.count("(type $f")
    called = [places[name] for name in _ELEMENTS.findall(head)[0].replace("$", "").split()]
    sections = {
        1: [
            b"\x60" + number(count) + _KINDS["i64"] * count + b"\1" + _KINDS["i64"] for count in range(types)
        ],
        2: [
            _name("host") + _name("memory") + b"\2\0\1",
            _name("host") + _name("home") + b"\3" + _KINDS["i32"] + b"\1",
        ],
        3: [number(one[2].count("param")) for one in matched],
        4: [b"\x70\0" + number(len(called))],
        6: [_KINDS["i32"] + b"\1" + _NUMBERS["i32.const"] + b"\0" + _END],
        7: [
            _name("base") + b"\3\1",
            *(_name(name) + b"\0" + places[function] for name, function in _EXPORT.findall(head)),
        ],
        9: [b"\0" + _NUMBERS["i32.const"] + b"\0" + _END + _vector(called)],
        10: [
            _sized(_function(one, function[one.end() :], places))
            for one, function in zip(matched, functions, strict=True)
        ],
    }
    return b"\0asm\1\0\0\0" + b"".join(bytes([id_]) + _sized(_vector(rows)) for id_, rows in sections.items())


@lru_cache(4096)
def number(value: int) -> bytes:
    """A number that is not negative, seven bits in each byte."""
    if value < _MORE:
        return bytes([value])
    return bytes([value % _MORE | _MORE]) + number(value >> _BITS)


@lru_cache(4096)
def signed(value: int) -> bytes:
    """A number with a sign, seven bits in each byte."""
    if -_MORE <= 2 * value < _MORE:
        return bytes([value % _MORE])
    return bytes([value % _MORE | _MORE]) + signed(value >> _BITS)


def _sized(data: bytes) -> bytes:
    return number(len(data)) + data


def _name(text: str) -> bytes:
    return _sized(text.encode())


def _vector(parts: list[bytes]) -> bytes:
    return number(len(parts)) + b"".join(parts)


def _function(head: re.Match[str], body: str, places: Mapping[str, bytes]) -> bytes:
    """The locals of a function, equal neighbours together, and its instructions."""
    params, own = _NAMED.findall(head[2]), _NAMED.findall(head[3])
    names = {name: number(place) for place, (name, _) in enumerate([*params, *own])}
    rows = [number(len(list(some))) + _KINDS[kind] for kind, some in groupby(kind for _, kind in own)]
    parts = _PARTS.findall(body)
    parts.pop()  # the end of the function
    return _vector(rows) + _Code(names, places).of(parts) + _END


class _Code:
    """The instructions of a function: what has operands is written behind them."""

    def __init__(self, names: Mapping[str, bytes], places: Mapping[str, bytes]) -> None:
        self.names, self.places = names, places
        self.parts: list[str] = []
        self.at = 0
        self.labels: list[str] = []
        self.given: list[bytes] = []
        """What those conditions give whose tests are being read."""

    def of(self, parts: list[str]) -> bytes:
        """All of them, in order."""
        self.parts = parts
        written, behind = bytearray(), []
        while self.at < len(parts):
            if self._next() == "(":
                before, after = self._begun(self._next())
                written += before
                behind.append(after)
            else:
                written += behind[-1]
                if behind.pop() == _END:
                    self.labels.pop()
        return bytes(written)

    def _next(self) -> str:
        self.at += 1
        return self.parts[self.at - 1]

    def _begun(self, word: str) -> tuple[bytes, bytes]:
        """What is written of an instruction before its operands, and what behind them."""
        if word in _ALONE:
            return b"", _ALONE[word]
        if word in _LOCALS:
            return b"", _LOCALS[word] + self.names[self._next()]
        if word in _NUMBERS:
            return b"", _NUMBERS[word] + signed(int(self._next()))
        if word in _CELLS:
            return b"", _CELLS[word] + self._offset()
        if word in _GLOBALS:
            return b"", _GLOBALS[word] + _GLOBAL[self._next()]
        if word == "call":
            return b"", _CALL + self.places[self._next()[1:]]
        if word == "call_indirect":
            return b"", _CALL_BY_NUMBER + self._type() + b"\0"
        return self._branched(word)

    def _branched(self, word: str) -> tuple[bytes, bytes]:
        """What is written of an instruction that leads elsewhere, before its operands and behind them. `ValueError` if there is no such one."""
        if word in _BRANCHES:
            return b"", _BRANCHES[word] + number(self.labels[::-1].index(self._next()))
        if word in _BLOCKS:
            self.labels.append("" if self.parts[self.at] == "(" else self._next())
            return _BLOCKS[word] + self._result(), _END
        if word == "if":
            self.given.append(self._result())
            return b"", _END
        if word == "then":
            self.labels.append("")
            return _IF + self.given.pop(), b""
        if word == "else":
            return _ELSE, b""
        raise ValueError(f"there is no instruction `{word}`")

    def _offset(self) -> bytes:
        """How far a cell is from the address."""
        before, mark, offset = self.parts[self.at].partition("offset=")
        if before or not mark:
            return b"\0"
        self.at += 1
        return number(int(offset))

    def _result(self) -> bytes:
        """What a block gives: `(result i64)`."""
        if self.parts[self.at + 1] != "result":
            return _NOTHING
        self.at += 4
        return _KINDS[self.parts[self.at - 2]]

    def _type(self) -> bytes:
        """The type of what is called: `(type $f2)`."""
        self.at += 4
        return number(int(self.parts[self.at - 2].removeprefix("$f")))
