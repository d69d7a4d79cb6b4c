"""The debugger: where the engines part it names the first function, and where they do not it says so."""

import random

import pytest

pytest.importorskip("wasmtime")

import ruledsl
from ruledsl.compile.native import engine_sources
from ruledsl.compile.native import program as printing
from ruledsl.native.checked import Checked, Difference, compared

BROKEN = {
    "a question": (
        "        return R[region, TOKENS]\n",
        "        return R[region, TOKENS] + 1\n",
        "tokens_in (tokens)",
    ),
    "a set": (
        "    found = 0\n    for people in bits(Y[",
        "    found = bit(3)\n    for people in bits(Y[",
        "p_0 (conquer)",
    ),
    "a change": ("G[SUPPLY] += by", "G[SUPPLY] += by + 1", "(scoring)"),
    "chance": ("return shr(number * bound, 32)", "return shr(number * bound, 33)", "s_"),
    "a trap": (
        "    moved = least(amount, P[people, HAND_OF])",
        "    fail(2)\n    moved = least(amount, P[people, HAND_OF])",
        "s_",
    ),
}
"""What is changed in the engine's sources, and which function is named then."""


def broken(monkeypatch, old, new):
    sources = dict(engine_sources())
    assert sum(text.count(old) for text in sources.values()) == 1
    changed = [(name, text.replace(old, new)) for name, text in sources.items()]
    monkeypatch.setattr(printing, "engine_sources", lambda: iter(changed))


def played(packs, players, seed, board=None):
    rules = ruledsl.load(*packs)
    game = rules.new_game(players, seed, board)
    checked = Checked(rules.program, game.board)
    return compared(checked, game.state, random.Random(seed).randrange)


@pytest.mark.parametrize("packs", [("smallworld",), ("underground",), ("warcraft",)], ids="+".join)
def test_the_same_is_said_to_be_the_same(packs):
    assert played(packs, 3, 2) > 50


@pytest.mark.parametrize("what", BROKEN)
def test_the_first_function_that_differs_is_named(what, monkeypatch):
    old, new, name = BROKEN[what]
    broken(monkeypatch, old, new)
    found = played(("smallworld",), 3, 2)
    assert isinstance(found, Difference), found
    assert name in found.where, found
    assert found.what
