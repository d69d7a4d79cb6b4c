"""One program, two printers: after each choice the memory holds the same bytes, whether WebAssembly or Python has run."""

import random

import pytest
from lengths import part, some
from native_games import native

from ruledsl.compile.cells.program import cells_program
from ruledsl.native.in_python import PythonHost
from ruledsl.native.machine import Machine
from ruledsl.native.programs import native_of
from ruledsl.native.reading import read

WORLDS = (
    (("smallworld",), 4, 1),
    (("spiders_web", "underground", "tunnels"), 3, 1),
    (("warcraft", "leaders", "tales", "smallworld"), 4, 1),
    (("sky_islands",), 6, 1),
    (("smallworld", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"), 4, 2),
    (("necromancer_island",), 4, 3),
    (("crossover", "warcraft", "sky_islands", "leaders", "tales"), 5, 8),
)
GROWING = {"held": "HELD", "extras": "EXTRA", "used": "USED", "loaded": "LOADED", "options": "OPTIONS"}


def both(rules, words):
    program = cells_program(rules.code, words)
    return native_of(rules.code, words).machine(), Machine(rules.code, program.plan, PythonHost(program))


def state(machine):
    """The bytes of all that a state is: what is beyond the used part of an array does not count."""
    plan = machine.plan.arrays
    start, end = plan["S"].base, plan["HELD"].base
    found = [_bytes(machine, start, end - start)]
    for count, name in GROWING.items():
        found.append(_bytes(machine, plan[name].base, plan[name].stride * machine.scalar(count)))
    rows = (("P", "peoples"), ("T", "rows"))
    for name, count in rows:
        array = plan[name]
        found.append(_bytes(machine, array.base - array.stride, array.stride * (machine.scalar(count) + 1)))
    for name, last in (("FRAMES", "frame_end"), ("LISTS", "list_end")):
        found.append(_bytes(machine, plan[name].base, machine.scalar(last) - plan[name].base))
    return found


def _bytes(machine, start, size):
    return bytes(machine.words(start, (size + 7) // 8))[:size]


def played(rules, players, words, seed, board=""):
    one, other = both(rules, words)
    begun = rules.new_game(players, seed, *([board] if board else [])).state.copy()
    read(one, begun)
    read(other, begun)
    chance, made = random.Random(seed), 0
    while one.scalar("kind"):
        assert state(one) == state(other), made
        option = chance.randrange(one.scalar("options"))
        one.call("answer", option)
        other.call("answer", option)
        made += 1
    assert state(one) == state(other), made
    return made


@pytest.mark.parametrize(("packs", "players", "words"), some(WORLDS, 3))
def test_both_printers_write_the_same_bytes(packs, players, words):
    rules, _ = native(*packs)
    for seed in range(part(2)):
        assert played(rules, players, words, seed) > 100
