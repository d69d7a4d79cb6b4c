"""The smallest pieces of WebAssembly's text."""

from __future__ import annotations

__all__ = ["const", "got", "item_of", "length_of", "put"]


def const(value: int) -> str:
    """A number, of whatever sign."""
    return f"(i64.const {(value + (1 << 63)) % (1 << 64) - (1 << 63)})"


def got(name: str) -> str:
    """What a local holds."""
    return f"(local.get ${name})"


def put(name: str, value: str) -> str:
    """Let a local hold something else."""
    return f"(local.set ${name} {value})"


def item_of(items: str, place: str) -> str:
    """A member of a list, by its place."""
    at = f"(i32.add (i32.wrap_i64 {items}) (i32.shl (i32.wrap_i64 {place}) (i32.const 3)))"
    return f"(i64.load offset=8 {at})"


def length_of(items: str) -> str:
    """How many members a list has."""
    return f"(i64.load (i32.wrap_i64 {items}))"
