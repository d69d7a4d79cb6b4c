"""A program in somebody else's memory, as a browser runs it: the same bytes after each choice, wherever its memory begins and moves to."""

import ctypes
import random
from types import SimpleNamespace

import pytest
import wasmtime
from native_games import native
from printers import content

from ruledsl.base.store import Shipped
from ruledsl.engine.compile.wasm.program import native_program
from ruledsl.engine.machines import backend, machine, wasm
from ruledsl.engine.machines.backend import guest_of, native_of, ship_program
from ruledsl.engine.machines.blocks import place

PAGES = 400


class Browser:
    """What the worker has, by wasmtime: one memory in which Python's own would lie. `HostMemory` lies there in place of a `bytearray`."""

    def __init__(self):
        self.engine = wasmtime.Engine()
        self.store = wasmtime.Store(self.engine)
        limits = wasmtime.Limits(PAGES, PAGES)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(limits))
        self.start = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.used = 4096

    def bytes_of(self, size):
        self.used += 8 * 1024 + size
        assert self.used < PAGES << 16
        return (ctypes.c_char * size).from_address(self.start + self.used - size)

    def compiled(self, binary):
        return wasmtime.Module(self.engine, binary)

    def begun(self, module):
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), mutable=True)
        home = wasmtime.Global(self.store, kind, wasmtime.Val.i32(0))
        exports = wasmtime.Instance(self.store, module, [self.memory, home]).exports(self.store)
        base = exports["base"]

        def lie_at(address):
            place = address - self.start
            moved = place - home.value(self.store)
            base.set_value(self.store, wasmtime.Val.i32(base.value(self.store) + moved))
            home.set_value(self.store, wasmtime.Val.i32(place))

        def function(name):
            def called(*args):
                try:
                    return exports[name](self.store, *args)
                except wasmtime.Trap:
                    return None

            return called

        return SimpleNamespace(lieAt=lie_at, function=function)


@pytest.fixture
def browser(monkeypatch, tmp_path):
    made = Browser()

    class Room:
        """`bytearray` where the memory of the browser is; it moves when it grows."""

        def __new__(cls, size):
            return made.bytes_of(size)

    def grown(host, pages):
        before = host.memory
        host.memory = made.bytes_of(len(before) + (pages << 16))
        ctypes.memmove(host.memory, before, len(before))
        host.base = ctypes.addressof(host.memory)
        host.instance.lieAt(host.base)

    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path))
    monkeypatch.setattr(machine, "import_module", lambda _: made)
    monkeypatch.setattr(machine, "bytearray", Room, raising=False)
    monkeypatch.setattr(machine.BrowserHost, "grow", grown)
    return made


def test_a_guest_does_what_its_host_would(browser, tmp_path, monkeypatch):
    rules, _ = native("smallworld")
    state = rules.new_game(3, 5).state
    words = state.source.packed()[0]
    ship_program(Shipped(tmp_path), "guest", state.code, words)
    monkeypatch.setattr(backend, "shipped", lambda: Shipped(tmp_path))
    machines = native_of(state.code, words).machine(), guest_of(state.code, words).machine()
    chance = random.Random(5)
    for each in machines:
        place(each, state)
    one, other = machines
    first = other.block
    for made in range(60):
        assert content(one) == content(other), made
        if made % 20 == 10:
            other.enter(other.room())  # there is another game meanwhile, and the memory moves
            other.enter(first)
        option = chance.randrange(one.scalar("options"))
        assert one.call("answer", option) == other.call("answer", option)


def test_nothing_lies_at_the_beginning_of_the_memory_of_a_host():
    rules, _ = native("smallworld")
    program = native_program(rules.code, guest=True)
    assert "(data " not in program.text
    assert program.data
    assert "(select (global.get $base) (i32.const 0)" not in program.text


def test_what_was_not_shipped_is_printed_and_kept(browser, monkeypatch):
    rules, _ = native("smallworld")
    monkeypatch.setattr(wasm.wasmtime, "wat2wasm", None)  # a browser has none
    first = guest_of(rules.code)
    monkeypatch.setattr(backend, "_printed", None)
    assert guest_of(rules.code).plan == first.plan
