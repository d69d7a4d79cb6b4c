"""Rules as bytes, so that they can go to another process; there, as here, equal bytes are the same rules."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from ruledsl.base.store import from_bytes, much_is_built, to_bytes
from ruledsl.play.loading.cache import plain_rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.loading.cache import Found

R = TypeVar("R")
QUICKLY = 1
"""How hard bytes are pressed: rules are some hundred kilobytes."""

_known: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()
"""The rules that have been sent or have arrived here, by their kind, what was asked for, and their bytes."""


def packed(rules: R, asked_for: tuple[str, ...], parts: Found) -> bytes:
    """These rules as bytes."""
    packed = zlib.compress(to_bytes(plain_rules(parts)), QUICKLY)
    _known[type(rules), asked_for, packed] = rules
    return packed


def arrived(make: Callable[..., R], asked_for: tuple[str, ...], packed: bytes) -> R:
    """The rules in such bytes."""
    rules: R | None = _known.get((make, asked_for, packed))
    if rules is None:
        with much_is_built():
            made = make(asked_for, *rules_of(from_bytes(zlib.decompress(packed)), {}))
        rules = _known.setdefault((make, asked_for, packed), made)
    return rules
