"""Without printers and passes a game goes the same way: an interpreter that only walks the representation makes of each choice the same state."""

import random

import pytest
from lengths import WHOLE, some
from native_games import content, native
from plain import PlainProgram
from printers import state_on

from ruledsl.engine.machines.backend import native_of
from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.machine import Machine, PythonHost
from ruledsl.engine.machines.reading import Reader

WORLDS = (
    (("smallworld",), 2),
    (("underground",), 3),
    (("warcraft",), 2),
    (("crossover", "cursed", "leaders"), 4),
)
BEFORE, CHOICES = 60, 400 if WHOLE else 8
"""So many choices are made natively first, so many are compared."""


def told(machine):
    """The state in the block at hand, and what can be chosen."""
    return content(state_on(machine)), Reader(machine).options()


@pytest.mark.parametrize(("packs", "players"), some(WORLDS, 4))
def test_a_plain_interpreter_goes_the_same_way(packs, players):
    rules, _ = native(*packs)
    plain, chance = PlainProgram(rules.code), random.Random(5)
    machines = native_of(rules.code).machine(), Machine(rules.code, plain.plan, PythonHost(plain))
    place(machines[0], rules.new_game(players, 5).state)
    for _ in range(BEFORE):
        machines[0].call("answer", chance.randrange(machines[0].scalar("options")))
    place(machines[1], state_on(machines[0]))
    for made in range(CHOICES):
        seen = told(machines[0])
        assert seen == told(machines[1]), made
        if not seen[1]:
            break
        option = chance.randrange(len(seen[1]))
        for machine in machines:
            machine.call("answer", option)
    assert made >= min(CHOICES - 1, 40)
