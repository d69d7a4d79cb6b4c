"""What the tests of the native backend share: rules with a machine, and states to compare."""

from functools import cache

import pytest

pytest.importorskip("wasmtime")

import ruledsl
from ruledsl.engine.machines.backend import native_of


def content(state):
    """All that a state says, less where it winds to."""
    found = dict(state.content())
    del found["skip"]
    return found


@cache
def native(*packs):
    """Rules and a machine for them."""
    rules = ruledsl.load(*packs)
    return rules, native_of(rules.code).machine()
