"""What the tests of the native backend share: rules with a machine, and states to compare."""

from functools import cache

import pytest

pytest.importorskip("wasmtime")

import ruledsl
from ruledsl.engine.state import layout as at
from ruledsl.native.programs import native_of


@cache
def native(*packs):
    """Rules and a machine for them."""
    rules = ruledsl.load(*packs)
    return rules, native_of(rules.code).machine()


def content(state):
    """All that a state says, however it is said: what is as it was at the beginning need not be written, and yes is 1."""
    code = state.code
    found = dict(state.content())
    del found["skip"]
    found["tiles"] = [
        (key, value)
        for key, value in found["tiles"]
        if value
        != (
            code.trays[key // code.tile_width]
            if key % code.tile_width == at.TRAY
            else code.layout.tile[key % code.tile_width]
        )
    ]
    return {key: plain(value) for key, value in found.items()}


def plain(value):
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return int(value)
