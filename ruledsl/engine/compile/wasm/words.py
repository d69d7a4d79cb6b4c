"""The smallest building blocks of WebAssembly's text."""

from __future__ import annotations


def const(value: int) -> str:
    """A number, with its sign."""
    return f"(i64.const {(value + (1 << 63)) % (1 << 64) - (1 << 63)})"


def got(name: str) -> str:
    """Read a local."""
    return f"(local.get ${name})"


def put(name: str, value: str) -> str:
    """Set a local."""
    return f"(local.set ${name} {value})"
