"""The engine's functions are Python: run as they stand, over the memory of a game, they say what they say when they are printed."""

import random

import pytest
from native_games import native

from ruledsl.engine.cells import questions, regions
from ruledsl.engine.cells import secrets as hidden
from ruledsl.engine.compile.python.program import cells_program
from ruledsl.engine.compile.wasm.program import assembled, constants
from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.machine import Machine, PythonHost
from ruledsl.engine.small import arrays

ASKED = {
    questions: "tokens_in:pr troops:p opponents:s next_player:s unsettled:p stand_ins_in:pr tray:p",
    regions: "holder:r occupants:r force:r neighbours:r held_by:p lands_of:s pieces_in:kr pieces_with_people:kp board:r",
    hidden: "where_hidden:t",
}
"""Functions, and of what their parameters are: peoples, regions, seats, tiles, kinds of pieces."""


class Bound:
    """A machine as the engine's functions see it when nothing printed them."""

    def __init__(self, machine, facts):
        self.machine, self.facts = machine, facts

    def _place(self, array, places):
        found = self.machine.plan.arrays[array]
        steps = (found.stride, found.size) if len(places) > 1 else (found.stride,)
        return sum(place * step for place, step in zip(places, steps, strict=True)) // found.size

    def read(self, array, places):
        found = self.machine.plan.arrays[array]
        view = memoryview(self.machine.host.memory).cast({8: "q", 4: "i", 2: "h"}[found.size])
        return view[found.base // found.size + self._place(array, places)]

    def write(self, array, places, value):
        raise AssertionError("questions change nothing")

    def fact(self, name):
        return self.facts[name]

    def load(self, place):
        return memoryview(self.machine.host.memory).cast("q")[place // 8]

    def store(self, place, value):
        memoryview(self.machine.host.memory).cast("q")[place // 8] = value


@pytest.fixture
def game(monkeypatch):
    rules, _ = native("smallworld", "cursed", "grand_dames")
    program, whole = cells_program(rules.code), assembled(rules.code)
    machine = Machine(rules.code, program.plan, PythonHost(program))
    place(machine, rules.new_game(3, 4).state)
    chance = random.Random(4)
    for _ in range(60):
        machine.call("answer", chance.randrange(machine.scalar("options")))
    monkeypatch.setattr(
        arrays, "_bound", [Bound(machine, constants(rules.code, whole.memory, whole.numbers))]
    )
    return rules, machine


def test_questions_run_as_they_stand(game):
    rules, machine = game
    counts = {
        "p": machine.scalar("peoples"),
        "r": machine.scalar("regions"),
        "s": 3,
        "t": rules.code.tile_count,
        "k": len(rules.code.supplies),
    }
    chance, seen = random.Random(1), set()
    for module, names in ASKED.items():
        for name, _, params in (one.partition(":") for one in names.split()):
            for _ in range(40):
                args = [chance.randrange(-1, counts[param]) for param in params]
                if name == "where_hidden":
                    args = [max(args[0], 0)]
                said = int(getattr(module, name)(*args))
                assert said == int(machine.host.functions[name](*args)), (name, args)
                seen.add((name, said))
    assert len(seen) > 2 * sum(len(names.split()) for names in ASKED.values())


def test_without_a_memory_it_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(arrays, "_bound", [])
    with pytest.raises(LookupError, match="bind"):
        regions.holder(1)
