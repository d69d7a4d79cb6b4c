"""The log that the machine writes of a choice."""

import random

from native_games import native

from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.reading import lines_of


def test_a_log_is_written_line_by_line():
    rules, machine = native("crossover", "warcraft", "sky_islands", "leaders", "tales")
    place(machine, rules.new_game(4, 5).state)
    machine.put("logging", 1)
    chance, kinds = random.Random(5), set()
    while machine.scalar("kind"):
        player = machine.scalar("player")
        machine.call("answer", chance.randrange(machine.scalar("options")))
        log = machine.cells["LOG"][0 : machine.scalar("logged")]
        found = list(lines_of(rules.code, machine.plan.words, log))
        assert machine.scalar("lines") == len(found)
        assert found[0][:2] == (4, player)
        kinds |= {line[0] for line in found}
    assert kinds == {1, 2, 3, 4}


def test_whoever_keeps_no_log_has_none():
    rules, machine = native("smallworld")
    place(machine, rules.new_game(3, 1).state)
    for _ in range(20):
        machine.call("answer", 0)
        assert machine.scalar("logged") == machine.scalar("lines") == 0
