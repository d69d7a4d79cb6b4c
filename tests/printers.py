"""One program, two printers: what WebAssembly and Python make of the same states, choice by choice."""

from ruledsl.engine.machines.backend import blocks_of, native_of, python_of
from ruledsl.engine.machines.blocks import Log, Snapshot, place
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.state.state import State

GROWING = {"held": "HELD", "extras": "EXTRA", "used": "USED", "loaded": "LOADED", "options": "OPTIONS"}


def both(code, words=1):
    """A machine of each."""
    return native_of(code, words).machine(), python_of(code, words).machine()


def content(machine):
    """The bytes of all that a state is: what is beyond the used part of an array does not count."""
    plan = machine.plan.arrays
    start, end = plan["S"].base, plan["HELD"].base
    found = [_bytes(machine, start, end - start)]
    for count, name in GROWING.items():
        found.append(_bytes(machine, plan[name].base, plan[name].stride * machine.scalar(count)))
    for name, count in (("P", "peoples"), ("T", "rows")):
        array = plan[name]
        found.append(_bytes(machine, array.base - array.stride, array.stride * (machine.scalar(count) + 1)))
    for name, last in (("FRAMES", "frame_end"), ("LISTS", "list_end")):
        found.append(_bytes(machine, plan[name].base, machine.scalar(last) - plan[name].base))
    return found


def _bytes(machine, start, size):
    return bytes(machine.words(start, (size + 7) // 8))[:size]


def compared(state, chance, most=10_000, *, words=0, seen=None):
    """How many choices were made by chance (a number below another one) with the same bytes after each; `seen` is told of states on the way."""
    machines = both(state.code, max(words, state.source.packed()[0]))
    for machine in machines:
        place(machine, state)
    one, other = machines
    for made in range(most):
        assert content(one) == content(other), made
        if seen is not None:
            seen(made, state_on(one))
            other.packed()  # packing may collect lists
        if not one.scalar("kind"):
            return made
        option = chance(one.scalar("options"))
        answers = [_made(machine, option) for machine in machines]
        assert answers[0] == answers[1], made
        if answers[0]:
            return made
    return most


def state_on(machine):
    """The state that stands on a machine."""
    return State(Snapshot(blocks_of, machine, machine.board, Log(machine)))


def _made(machine, option):
    """What was raised, if anything."""
    try:
        machine.call("answer", option)
    except (TooMuch, RuntimeError) as problem:
        return type(problem).__name__
    return ""
