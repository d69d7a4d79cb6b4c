"""The smallest pieces of WebAssembly's text."""

from __future__ import annotations


def const(value: int) -> str:
    """A number, of whatever sign."""
    return f"(i64.const {(value + (1 << 63)) % (1 << 64) - (1 << 63)})"


def got(name: str) -> str:
    """What a local holds."""
    return f"(local.get ${name})"


def put(name: str, value: str) -> str:
    """Let a local hold something else."""
    return f"(local.set ${name} {value})"
