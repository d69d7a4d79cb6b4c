"""The part of Python that the engine is written in: it means the same there, and everything else is refused."""

from types import SimpleNamespace

import pytest

pytest.importorskip("wasmtime")

import wasmtime

from ruledsl.engine.compile.wasm.memory import Array, Numbers
from ruledsl.engine.compile.wasm.statements import FunctionPrinter
from ruledsl.engine.compile.wasm.subset import SubsetError, functions_of
from ruledsl.engine.small.room import LUCKS

SOURCE = '''
def collatz(start):
    """How many steps it takes."""
    steps = 0
    while start != 1:
        if start & 1:
            start = 3 * start + 1
        elif start == 0:
            break
        else:
            start = start >> 1
        steps += 1
    return steps


def down(first, last):
    total = 0
    for i in range(first, last, -3):
        total = total * 10 + i
    return total


def members(mask, other):
    total = 0
    for one in bits(mask & ~other):
        total += 1 << one if one > 2 else -one
    return total if total > 0 and not other == 1 else min(total, other) + max(mask, 7) % 5


def cells(place, value):
    A[place] = value
    A[place] += 2
    B[place, 1] = A[place] * 2
    S.seats = B[place, 1] - A[place + 1]
    return S.seats


def logic(one, other):
    return (one > 3 or other > 3) and (one != other) and other not in (7, one)
'''


class Arrays:
    def __init__(self, width=1):
        self.width, self.cells = width, {}

    def __getitem__(self, place):
        return self.cells.get(place, 0)

    def __setitem__(self, place, value):
        self.cells[place] = value


def in_python():
    found = {
        "bits": lambda mask: [place for place in range(64) if mask >> place & 1],
        "A": Arrays(),
        "B": Arrays(2),
        "S": SimpleNamespace(seats=0),
    }
    exec(SOURCE, found)  # noqa: S102 - the text above
    return found


@pytest.fixture(scope="module")
def compiled():
    memory = SimpleNamespace(
        arrays={"A": Array(64, 8, 8), "B": Array(1024, 16, 8), "S": Array(0, 8, 8)},
        list=None,
        words=1,
        slot=1 << 16,
        in_block=lambda _: True,
    )
    numbers = Numbers(None, 10)
    functions = list(functions_of("source", SOURCE, {}))
    printed = "".join(FunctionPrinter(memory, numbers, function).text() for function in functions)
    exports = "".join(f'(export "{function.name}" (func ${function.name}))' for function in functions)
    store = wasmtime.Store()
    module = wasmtime.Module(
        store.engine, f"(module (memory 1) (global $base (mut i32) (i32.const 0)) {exports} {printed})"
    )
    found = wasmtime.Instance(store, module, []).exports(store)
    return lambda name, *args: found[name](store, *args)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        *(("collatz", (start,)) for start in (1, 7, 27, 0)),
        *(("down", pair) for pair in ((10, 0), (3, 3), (-1, -9), (0, 5))),
        *(("members", pair) for pair in ((0b101101, 0b100), (0, 1), (0b11, 1), (0xFF00, 0x0F00))),
        *(("cells", pair) for pair in ((3, 5), (14, -9), (30, 1))),
        *(("logic", pair) for pair in ((1, 2), (4, 4), (5, 1), (1, 5))),
    ],
)
def test_it_means_the_same(compiled, name, args):
    assert compiled(name, *args) == int(in_python()[name](*args))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("return 1.5", 2),
        ("return 'x'", 2),
        ("x = [1, 2]", 2),
        ("return a.b", 2),
        ("return unknown", 2),
        ("for x in a: pass", 2),
        ("with a: pass", 2),
        ("return 1 < a < 3", 2),
        ("return a in b", 2),
        ("return a + 1 in (1, 2)", 2),
        ("return a / 2", 2),
        ("import os", 2),
        ("return (lambda: 1)()", 2),
        ("a, b = 1, 2", 2),
        ("pass\n    try:\n        pass\n    finally:\n        pass", 3),
    ],
)
def test_anything_else_is_refused_with_its_place(text, line):
    with pytest.raises(SubsetError, match=rf"^source\.py:{line}: `"):
        list(functions_of("source", f"def f(a):\n    {text}\n", {}))


def test_a_source_has_nothing_but_functions():
    with pytest.raises(SubsetError, match="import os"):
        list(functions_of("source", "import os\n", {}))


def test_a_fact_is_no_number_of_the_same_name():
    source = "from ruledsl.engine.small.room import LUCKS\n\ndef f(a):\n    return C.LUCKS + LUCKS\n"
    (function,) = functions_of("source", source, {"LUCKS": 5})
    assert "value=5" in str(function.body)
    assert f"value={LUCKS}" in str(function.body)
