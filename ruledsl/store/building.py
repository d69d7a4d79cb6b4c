"""Building much at once, and holding it for long."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

GARBAGE: Final = (20_000, 50, 200)
"""How seldom garbage is looked for (`gc.set_threshold`)."""


def much_is_held() -> None:
    """From now on: to look through all that is held for garbage would take half a second without answers, so it is seldom done."""
    gc.set_threshold(*GARBAGE)


@contextlib.contextmanager
def much_is_built() -> Iterator[None]:
    """While very many objects are made and hardly one of them goes, looking for garbage finds nothing and takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
